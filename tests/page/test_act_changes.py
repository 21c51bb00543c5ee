"""What came of an action: pages, tabs, dialogs, files; and never a page that hangs."""

from __future__ import annotations

import asyncio
import time

import pytest

from cobrowse.browser.changes import watch
from cobrowse.protocol.result import Failure

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def failing(work) -> Failure:
    with pytest.raises(Failure) as caught:
        await work
    return caught.value


async def test_navigation_is_waited_for(driver):
    there = driver.site.page("<h1>There</h1>", "there.html")
    await driver.open("<a href=/slow/0.6/there.html>Go</a>")
    driver.site.page("<h1>There</h1>", "there.html")
    await driver.click('link "Go"')
    assert driver.kinds == ["navigated"]
    assert await driver.text("h1") == "There"
    assert there


async def test_page_that_never_finishes_loading(driver):
    driver.site.page("<h1>There</h1><img src=/slow/15/x.png>", "there.html")
    await driver.open("<a href=/there.html>Go</a>")
    began = time.monotonic()
    await driver.click('link "Go"')
    assert await driver.text("h1") == "There"
    assert time.monotonic() - began < 6


async def test_address_within_the_page(driver):
    await driver.open("<button onclick=\"history.pushState({}, '', '/other')\">Go</button>")
    await driver.click('button "Go"')
    assert [(change.kind, change.url) for change in driver.changes] == [("navigated", f"{driver.site.url}/other")]


@pytest.mark.parametrize(
    "how",
    [
        "<a href=/new.html target=_blank>Go</a>",
        "<a href=/new.html target=_blank rel=noopener>Go</a>",
        "<a href=# onclick=\"window.open('/new.html')\">Go</a>",
        "<a href=/slow/0.5/new.html target=_blank>Go</a>",
    ],
)
async def test_new_tab_becomes_active(driver, how):
    driver.site.page("<h1>New</h1>", "new.html")
    await driver.open(how)
    old = driver.session.active
    await driver.click('link "Go"')
    assert driver.kinds[0] == "tab" or "tab" in driver.kinds
    assert driver.session.active is not old
    assert await driver.text("h1") == "New"
    await driver.page.tab("close", None)
    assert driver.session.active is old


async def test_storm_of_tabs(driver):
    driver.site.page("<h1>New</h1>", "new.html")
    await driver.open("<button onclick=\"for (let i = 0; i < 6; i++) window.open('/new.html?' + i)\">Go</button>")
    await driver.click('button "Go"')
    await asyncio.sleep(1)
    assert len(driver.session.tabs) <= 4
    assert "blocked" in driver.kinds


async def test_alert_confirm_prompt(driver):
    asked = []

    async def answer(kind, message, default):
        asked.append((kind, message, default))
        await asyncio.sleep(0.2)
        return True, "Ida" if kind == "prompt" else None

    await driver.open(
        "<button onclick=\"alert('one'); out.textContent = confirm('sure?') + prompt('name?', 'x')\">Go</button><p id=out></p>"
    )
    driver.page.on_question = answer
    try:
        await driver.click('button "Go"')
    finally:
        driver.page.on_question = None
    assert await driver.text() == "trueIda"
    assert asked == [("confirm", "sure?", ""), ("prompt", "name?", "x")]
    assert [change.text for change in driver.changes if change.kind == "dialog"] == ["one", "sure?", "name?"]
    await driver.click('button "Go"')
    assert await driver.text() == "0"


async def test_a_question_that_takes_longer_than_any_deadline(driver):
    async def slowly(*_):
        await asyncio.sleep(8)
        return True, None

    await driver.open("<button onclick=\"out.textContent = confirm('sure?')\">Go</button><p id=out></p>")
    driver.page.on_question = slowly
    try:
        await driver.click('button "Go"')
    finally:
        driver.page.on_question = None
    assert await driver.text() == "true"


async def test_a_dialog_from_a_timer_while_reading(driver):
    async def slowly(*_):
        await asyncio.sleep(5)
        return True, None

    await driver.open("<p id=out>text</p><script>setTimeout(() => out.title = confirm('still there?'), 50)</script>")
    driver.page.on_question = slowly
    try:
        await asyncio.sleep(0.3)
        assert await driver.text() == "text"
    finally:
        driver.page.on_question = None


async def test_leaving_is_asked_about(driver):
    driver.site.page("<h1>There</h1>", "there.html")
    html = "<input id=i aria-label=F><a href=/there.html>Go</a><script>onbeforeunload = e => { if (i.value) e.preventDefault() }</script>"
    await driver.open(html, "form.html")
    await driver.fill('textbox "F"', "x")
    assert (await failing(driver.page.navigate(f"{driver.site.url}/there.html"))).reason == "navigation"
    assert await driver.script("i.value") == "x"
    await driver.click('link "Go"')
    assert "dialog" in driver.kinds and "form.html" in driver.page.url

    async def yes(*_):
        return True, None

    driver.page.on_question = yes
    try:
        await driver.page.navigate(f"{driver.site.url}/there.html")
    finally:
        driver.page.on_question = None
    assert await driver.text("h1") == "There"


async def test_alert_while_loading(driver):
    await driver.open("<script>alert('hello')</script><button>Enter</button>")
    assert (await driver.page.locate('button "Enter"')).name == "Enter"


async def test_download(driver):
    await driver.open(
        "<a id=a download='../../evil\\u202Efdp.exe'>Get</a><script>a.href = URL.createObjectURL(new Blob(['x']))</script>"
    )
    await driver.click("#a")
    change = next(change for change in driver.changes if change.kind == "download")
    assert "/" not in change.text and "\u202e" not in change.text
    await driver.page.downloads.finished()
    assert (driver.page.downloads.folder / change.text).read_text() == "x"


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("http://127.0.0.1:1/", "nothing|not used"),
        ("http://no-such-host.invalid/", "no such host"),
        ("file:///etc/passwd", "never"),
        ("javascript:alert(1)", "never"),
    ],
)
async def test_addresses_that_do_not_work(driver, url, word):
    await driver.open("<p>here</p>")
    failure = await failing(driver.page.navigate(url))
    assert failure.reason in ("navigation", "refused")
    assert any(part in failure.message for part in word.split("|"))


async def test_missing_page_is_a_page(driver):
    await driver.open("<p>here</p>")
    await driver.page.navigate(f"{driver.site.url}/no-such-page")
    assert "404" in await driver.page.read_page(None)


async def test_history(driver):
    await driver.open("<h1>One</h1>", "one.html")
    await driver.page.navigate(driver.site.page("<h1>Two</h1>", "two.html"))
    await driver.page.history("back")
    assert await driver.text("h1") == "One"
    await driver.page.history("forward")
    assert await driver.text("h1") == "Two"
    assert (await failing(driver.page.history("forward"))).reason == "invalid"


@pytest.mark.parametrize("when", ['onclick="while(true);"', 'onclick="setTimeout(() => { while(true); })"'])
async def test_a_page_that_is_busy_for_ever(driver, when):
    await driver.open(f"<button {when}>Go</button><p id=out>alive</p>")
    began = time.monotonic()
    try:
        await driver.click('button "Go"')
        await driver.text()
    except Failure as failure:
        assert failure.reason == "timeout"
    assert time.monotonic() - began < 20
    await driver.open("<p id=out>next</p>")
    assert await driver.text() == "next"


async def test_the_person_is_noticed(driver):
    await driver.open(
        "<button>Ours</button><button id=b style='position:absolute;left:300px;top:200px'>Theirs</button><input aria-label=F>"
    )
    seen = []
    driver.page.on_person_input = lambda: seen.append(1)
    try:
        await driver.click('button "Ours"')
        await driver.fill('textbox "F"', "some words")
        await asyncio.sleep(0.4)
        assert not seen
        await driver.session.active.page.mouse.click(320, 210)
        await asyncio.sleep(0.2)
        assert seen
        seen.clear()
        await driver.session.active.page.keyboard.press("a")
        await asyncio.sleep(0.2)
        assert seen
        seen.clear()
        await driver.session.active.page.mouse.wheel(0, 100)
        await driver.script("b.click()")
        await asyncio.sleep(0.2)
        assert not seen
    finally:
        driver.page.on_person_input = None


async def test_typing_changes_something(driver):
    await driver.open("<input aria-label=F>")
    async with watch(driver.session) as seen:
        await driver.fill('textbox "F"', "x")
    assert [change.kind for change in seen.changes] == ["changed"]


async def test_a_key_that_goes_to_the_focus_tells_what_changed(driver):
    await driver.open(
        """<input id=i autofocus><ul id=l></ul><iframe srcdoc="<input id=f><p id=p></p><script>f.onkeydown = () => p.textContent += 'x'</script>"></iframe>
        <script>i.onkeydown = e => { if (e.key === 'Enter') l.append('added') }</script>"""
    )
    await driver.script("i.focus()")
    for key, kind in [("Enter", "changed"), ("F7", "nothing")]:
        async with watch(driver.session) as seen:
            await driver.page.press(key, [], None)
        assert [change.kind for change in seen.changes] == [kind]
    await driver.script("frames[0].document.getElementById('f').focus()")
    async with watch(driver.session) as seen:
        await driver.page.press("F7", [], None)
    assert [change.kind for change in seen.changes] == ["changed"]
