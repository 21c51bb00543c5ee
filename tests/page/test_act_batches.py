"""A batch stops where it must, and an action goes where it was said also between frames and into shadow roots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import pytest_asyncio

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.brain import Proposal, Thought, View
from cobrowse.protocol.event import Step

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Plan:
    """A brain that proposes one batch."""

    name = "Plan"

    def __init__(self) -> None:
        self.batch: Sequence[dict[str, Any]] = ()

    def begin(self, goal: str) -> Plan:
        return self

    async def think(self, view: View) -> AsyncIterator[Thought]:
        batch, self.batch = self.batch, ()
        yield Proposal(tuple(batch))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(site: Any, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """One session for all batches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        browser = BrowserOptions(headless=True, profile="temp")
        async with Session(SessionOptions(browser=browser, policy="watch", keep=False), brain=Plan()) as session:
            session.page.ground.wait_ms = 800
            yield session


async def play(session: Session, url: str, *batch: dict[str, Any]) -> list[Step]:
    """The steps of a turn that proposes this batch on this page."""
    await session.page.navigate(url)
    known = set(session.timeline.steps)
    session.brain.batch = batch  # type: ignore[attr-defined]
    await session.ask("go")
    return [step for id, step in session.timeline.steps.items() if id not in known]


def click(selector: str) -> dict[str, Any]:
    return {"type": "click", "selector": selector}


def kinds(step: Step) -> list[Any]:
    """Kinds of what the step brought about."""
    changes = ((step.result.data if step.result else None) or {}).get("changes")
    return [change["kind"] for change in changes if isinstance(change, dict)] if isinstance(changes, list) else []


async def test_the_first_failure_skips_the_rest(session: Session, site: Any) -> None:
    url = site.page(
        '<button onclick="out.textContent += 1">One</button><button disabled>Two</button><button onclick="out.textContent += 3">Three</button><p id=out></p>',
        "batch.html",
    )
    steps = await play(session, url, click('button "One"'), click('button "Two"'), click('button "Three"'))
    assert [step.status for step in steps] == ["done", "failed", "skipped"]
    assert await session.browser.active.page.inner_text("#out") == "1"


@pytest.mark.parametrize(
    "how", ["href='/next.html'", "href=# onclick=\"setTimeout(() => { location.href = '/next.html' }, 20)\""]
)
async def test_another_page_skips_the_rest(session: Session, site: Any, how: str) -> None:
    """Also when a timer goes there after the click, as long as it comes while the page settles."""
    site.page("<button onclick=\"document.title = 'WRONG'\">Two</button>", "next.html")
    steps = await play(
        session,
        site.page(f"<a {how}>One</a><button>Two</button>", "batch.html"),
        click('link "One"'),
        click('button "Two"'),
    )
    assert [step.status for step in steps] == ["done", "skipped"]
    assert "navigated" in kinds(steps[0])
    assert await session.browser.active.page.title() != "WRONG"


@pytest.mark.parametrize(
    "cover", ["<div style='position:fixed;inset:0;background:#fff8'>Wait</div>", "<style>#f{display:none}</style>"]
)
@pytest.mark.parametrize("action", [{"type": "press", "key": "x"}, {"type": "hold_key", "key": "x", "ms": 300}])
async def test_keys_for_what_cannot_be_seen_go_nowhere(
    session: Session, site: Any, cover: str, action: dict[str, Any]
) -> None:
    url = site.page(
        f"<input id=own autofocus><input id=f aria-label=F>{cover}<p id=out></p><script>onkeydown = e => out.textContent += e.target.id</script>",
        "keys.html",
    )
    (step,) = await play(session, url, {**action, "selector": "#f"})
    said = await session.browser.active.page.evaluate("out.textContent")
    if "display" in cover:
        assert step.status == "failed" and said == ""
    else:  # a key needs no free way to its field, but it must be that field's
        assert set(said.replace("f", "")) == set()


DROP = "<div id=z style='width:200px;height:80px;background:#eee'>Zone</div><script>z.onpointerup = () => parent.postMessage('dropped', '*'); z.ondragover = e => e.preventDefault(); z.ondrop = e => parent.postMessage('dropped ' + e.dataTransfer.getData('text/plain'), '*')</script>"
TAKE = "<div id=a draggable=true style='width:60px;height:40px;background:#ccc'>Card</div><p id=out></p><script>var a = document.querySelector('#a'); a.ondragstart = e => e.dataTransfer.setData('text/plain', 'card'); onmessage = e => out.textContent += e.data</script>"


async def test_dragging_into_a_frame(session: Session, site: Any) -> None:
    inner = site.page(f"<div role=button tabindex=0 aria-label=Zone>{DROP}</div>", "zone.html")
    url = site.page(f"{TAKE}<iframe src='{inner}' width=300 height=150></iframe>", "drag.html")
    (step,) = await play(session, url, {"type": "drag", "from": "#a", "to": 'button "Zone"'})
    assert step.status == "done", step.result
    await session.browser.active.page.wait_for_function("out.textContent === 'dropped card'", timeout=5000)


async def test_dragging_to_another_site_says_why_not(session: Session, site: Any) -> None:
    inner = site.page(f"<div role=button tabindex=0 aria-label=Zone>{DROP}</div>", "zone.html")
    url = site.page(
        f"{TAKE}<iframe src='{inner.replace('127.0.0.1', 'localhost')}' width=300 height=150></iframe>", "drag.html"
    )
    (step,) = await play(session, url, {"type": "drag", "from": "#a", "to": 'button "Zone"'})
    assert step.status == "failed" and step.result and "another site" in (step.result.message or "")
    assert await session.browser.active.page.inner_text("#out") == ""


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_dragging_into_a_shadow_root(session: Session, site: Any, mode: str) -> None:
    url = site.page(
        f"{TAKE}<x-zone></x-zone><script>customElements.define('x-zone', class extends HTMLElement {{ constructor() {{ super(); const root = this.attachShadow({{ mode: '{mode}' }}); "
        "root.innerHTML = '<div role=button tabindex=0 style=\"width:200px;height:80px;background:#eee\">Zone</div>'; const z = root.firstChild; "
        "z.ondragover = e => e.preventDefault(); z.ondrop = e => out.textContent = 'dropped ' + e.dataTransfer.getData('text/plain') } })</script>",
        "drag.html",
    )
    (step,) = await play(session, url, {"type": "drag", "from": "#a", "to": 'button "Zone"'})
    assert step.status == "done", step.result
    assert await session.browser.active.page.inner_text("#out") == "dropped card"
