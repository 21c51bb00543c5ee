"""Pages that ask for things, keep busy, or crash: none of them holds anything up, and each is told of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.changes import watch
from cobrowse.browser.permissions import DENIED
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.event import Notice

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(site: Any, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """One session for all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        browser = BrowserOptions(headless=True, profile="temp")
        async with Session(SessionOptions(browser=browser, policy="watch", keep=False)) as session:
            yield session


def notices(session: Session) -> list[Notice]:
    return [event for event in session.stream.past if isinstance(event, Notice)]


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in DENIED
        if name in ("geolocation", "notifications", "camera", "microphone", "clipboard-read", "display-capture", "midi")
    ],
)
async def test_permissions_are_denied_without_a_question(session: Session, site: Any, name: str) -> None:
    await session.page.navigate(site.page("<p>Hm</p>", "ask.html"))
    page = session.browser.active.page
    assert (
        await page.evaluate("name => navigator.permissions.query({ name }).then(answer => answer.state)", name)
        == "denied"
    )


async def test_asking_for_them_is_answered_at_once(session: Session, site: Any) -> None:
    await session.page.navigate(site.page("<p>Hm</p>", "ask.html"))
    page = session.browser.active.page
    for ask in (
        "new Promise(done => navigator.geolocation.getCurrentPosition(() => done('got it'), () => done('no')))",
        "navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'got it', () => 'no')",
        "Notification.requestPermission().then(answer => answer === 'granted' ? 'got it' : 'no')",
        "navigator.clipboard.readText().then(() => 'got it', () => 'no')",
    ):
        assert await asyncio.wait_for(page.evaluate(ask), 5) == "no", ask


@pytest.mark.parametrize(
    "busy",
    [
        pytest.param("<script>setTimeout(() => { while (true); }, 300)</script><h1>Here</h1>", id="timer"),
        pytest.param(
            "<h1>Here</h1><script>requestAnimationFrame(() => { while (true); })</script>",
            id="frame",
            marks=pytest.mark.long,
        ),
        pytest.param("<h1>Here</h1><script>while (true);</script>", id="script", marks=pytest.mark.long),
        pytest.param(
            "<h1>Here</h1><script>addEventListener('load', () => { while (true); })</script>",
            id="load",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_busy_page_is_stopped_and_can_be_read(session: Session, site: Any, busy: str) -> None:
    before = len(notices(session))
    began = time.monotonic()
    await session.page.navigate(site.page(busy, "busy.html"))
    await asyncio.sleep(0.5)
    seen = await session.observe()
    assert any(element.name == "Here" for element in seen.elements)
    assert "stopped" in notices(session)[before].text
    assert time.monotonic() - began < 40


async def test_a_busy_page_is_stopped_for_a_step_as_well(session: Session, site: Any) -> None:
    await session.page.navigate(
        site.page(
            "<button onclick=\"this.textContent = 'Done'\">Go</button><script>setTimeout(() => { while (true); }, 200)</script>",
            "busy.html",
        )
    )
    await asyncio.sleep(0.4)
    result = await session.execute("click", selector='button "Go"')
    assert result.ok, result.message


async def test_a_crash_is_told_and_the_session_goes_on(session: Session, site: Any) -> None:
    await session.page.navigate(site.page("<h1>Here</h1>", "crash.html"))
    dead = session.browser.active
    working = asyncio.ensure_future(session.execute("wait", selector="#never", timeout=5000))
    crashing = asyncio.ensure_future(dead.main.send("Page.crash"))
    while session.browser.tabs == [dead] or dead in session.browser.tabs:
        await asyncio.sleep(0.02)
    assert notices(session)[-1].offer == "reopen_browser" and "crashed" in notices(session)[-1].text
    await asyncio.wait({working, crashing}, timeout=15)
    crashing.exception()
    assert not working.result().ok
    await session.page.navigate(site.page("<h1>Again</h1>", "again.html"))
    assert any(element.name == "Again" for element in (await session.observe()).elements)


@pytest.mark.parametrize("other", [False, True])
async def test_dialogs_of_frames_are_answered_at_once(session: Session, site: Any, other: bool) -> None:
    inner = site.page(
        "<button onclick=\"alert('one'); this.textContent = confirm('two') + ' ' + prompt('three')\">Go</button>",
        "inner.html",
    )
    source = inner.replace("127.0.0.1", "localhost") if other else inner
    await session.page.navigate(site.page(f"<iframe src='{source}' width=300 height=100></iframe>", "outer.html"))
    began = time.monotonic()
    node = await session.page.locate('button "Go"')
    async with watch(session.browser) as seen:
        await session.page.click(node)
    assert [change.text for change in seen.changes if change.kind == "dialog"] == ["one", "two", "three"]
    assert (await session.page.locate('button "false null"')).name
    assert time.monotonic() - began < 8


async def test_a_tab_in_the_background_cannot_hold_anything_up(session: Session, site: Any) -> None:
    noisy = site.page(
        "<script>setTimeout(() => { for (let n = 0; n < 20; n++) alert('look at me'); document.title = 'through' }, 300)</script>",
        "noisy.html",
    )
    await session.page.navigate(noisy)
    back = session.browser.active
    await session.page.tab("open", site.page("<button onclick=\"this.textContent = 'Done'\">Go</button>", "front.html"))
    assert (await session.execute("click", selector='button "Go"')).ok
    end = time.monotonic() + 20
    while await back.title() != "through" and time.monotonic() < end:
        await asyncio.sleep(0.1)
    assert await back.title() == "through"
    await session.page.tab("close", None)
