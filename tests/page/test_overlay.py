"""What we draw into pages: seen by the person, out of the page's reach, answered by the person alone."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image

from cobrowse.browser.overlay import PageOverlay, Pick
from cobrowse.browser.session import BrowserSession
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame, Handle
from cobrowse.protocol.node import Node

FORM = """<style>body{margin:0;font:16px Arial;min-height:3000px}</style>
<h1>Order</h1><input id=name><button id=send style="position:absolute;left:40px;top:300px">Send</button>
<script>
  seen = [];
  for (const type of ['keydown', 'keyup', 'keypress', 'click', 'mousedown', 'pointerdown', 'focusin', 'input'])
    addEventListener(type, event => seen.push(type + ' ' + (event.key ?? '')), true);
  mutations = [];
  new MutationObserver(records => mutations.push(...records.map(record => record.type + ' ' + record.target.nodeName)))
    .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
</script>"""
STRICT = """<!doctype html><meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"><h1>Strict</h1>"""


@dataclass
class Stand:
    """A page with our drawing and what came back from it."""

    tab: Tab
    overlay: PageOverlay
    picks: list[Pick] = field(default_factory=list)
    nodes: dict[str, Handle] = field(default_factory=dict)

    @property
    def page(self) -> Any:
        return self.tab.page

    async def draw(self, *args: Any) -> Any:
        return await self.tab.main.call("draw", *args)

    async def node(self, selector: str, frame: Frame | None = None) -> Node:
        """A node as a located one; only its id matters here."""
        frame = frame or self.tab.main
        reply = await frame.send(
            "Runtime.evaluate",
            {"expression": f"document.querySelector({selector!r})", "uniqueContextId": frame.context},
        )
        self.nodes[selector] = Handle(frame, reply["result"]["objectId"])
        empty = dict.fromkeys(("role", "name", "tag", "fingerprint", "document", "origin", "page_url"), "")
        return Node(target=selector, id=selector, **empty)

    async def inside(self, expression: str) -> Any:
        """Evaluate in the page's own world of the top document, as the page would."""
        return await self.page.evaluate(expression)

    async def drawn(self, selector: str) -> dict[str, Any] | None:
        """Text and rectangle of one of our elements, found through the DevTools protocol."""
        send = self.tab.worlds.session.send
        await send("DOM.enable")
        document = await send("DOM.getDocument", {"depth": -1, "pierce": True})
        root = _closed_root(document["root"])
        if root is None:
            return None
        found = (await send("DOM.querySelector", {"nodeId": root, "selector": selector}))["nodeId"]
        if not found:
            return None
        object_id = (await send("DOM.resolveNode", {"nodeId": found}))["object"]["objectId"]
        reply = await send(
            "Runtime.callFunctionOn",
            {
                "objectId": object_id,
                "functionDeclaration": "function(){const r=this.getBoundingClientRect();"
                "return {text:this.textContent,value:this.value,hidden:this.hidden,x:r.x,y:r.y,width:r.width,"
                "height:r.height,classes:this.className,focused:this.getRootNode().activeElement===this}}",
                "returnByValue": True,
            },
        )
        return reply["result"]["value"]

    async def click(self, selector: str) -> None:
        """A click of the person's on one of our elements."""
        at = await self.drawn(selector)
        assert at is not None
        await self.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def _closed_root(node: dict[str, Any]) -> int | None:
    for root in node.get("shadowRoots", ()):
        if root.get("shadowRootType") == "closed":
            return root["nodeId"]
    children = (_closed_root(child) for child in node.get("children", ()))
    return next((found for found in children if found is not None), None)


@pytest.fixture
async def stand(browser: BrowserSession, site: Any) -> Stand:
    tab = browser.active
    stand = Stand(tab, None)  # type: ignore[arg-type]

    async def handle_of(node: Node) -> Handle | None:
        return stand.nodes.get(node.id)

    stand.overlay = PageOverlay(lambda: browser.active, handle_of)
    stand.overlay.on_pick = stand.picks.append
    await tab.page.goto(site.page(FORM))
    return stand


async def settled() -> None:
    """Long enough for a card to listen (it takes no keys at first) and for what was signalled to arrive."""
    await asyncio.sleep(0.5)


async def soon(value: Any) -> Any:
    """Wait for what a callable says to become true, at most 2 s."""
    for _ in range(40):
        result = value()
        if asyncio.iscoroutine(result):
            result = await result
        if result:
            return result
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come")


async def test_the_page_cannot_look_inside(stand: Stand) -> None:
    await stand.overlay.subtitle("A secret sentence")
    assert await stand.inside("document.documentElement.lastElementChild.shadowRoot") is None
    assert await stand.inside("document.body.innerText.includes('secret')") is False
    assert await stand.inside("document.documentElement.innerHTML.includes('secret')") is False
    assert await stand.inside("document.querySelectorAll('.subtitle, .layer').length") == 0
    found = await stand.drawn(".subtitle p")
    assert found and found["text"] == "A secret sentence"


async def test_the_page_sees_one_insertion_and_nothing_else(stand: Stand) -> None:
    await stand.overlay.subtitle("First")
    await stand.overlay.mark([await stand.node("#send")], labels=["Send"])
    await stand.overlay.cursor(60, 310, press=True)
    await stand.page.mouse.wheel(0, 50)
    await stand.overlay.picker("Which?", ["One", "Two"], free_text=True)
    await settled()
    assert await stand.inside("mutations") == ["childList HTML"]


async def test_synthetic_events_do_not_answer(stand: Stand) -> None:
    await stand.overlay.picker("Which?", ["One", "Two"])
    await settled()
    await stand.inside(
        """const host = document.documentElement.lastElementChild;
        for (const target of [host, document.body, window]) {
          for (const type of ['keydown', 'keyup'])
            target.dispatchEvent(new KeyboardEvent(type, {key: '1', code: 'Digit1', bubbles: true, composed: true}));
          target.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true, clientX: 640, clientY: 700}));
        }
        host.click()"""
    )
    await settled()
    assert stand.picks == []


async def test_a_click_answers_and_the_page_hears_nothing_of_it(stand: Stand) -> None:
    await stand.overlay.picker("Which?", ["One", "Two"])
    await settled()
    await stand.click("#option-1")
    await soon(lambda: stand.picks)
    assert stand.picks == [Pick(index=1, text="Two")]
    assert await stand.inside("seen") == []
    assert await stand.drawn(".picker") is None


async def test_our_own_input_never_answers(stand: Stand) -> None:
    await stand.overlay.picker("Which?", ["One", "Two"])
    await settled()
    row = await stand.drawn("#option-0")
    assert row
    async with stand.overlay.quiet():
        await stand.page.mouse.click(row["x"] + 20, row["y"] + 10)
        await stand.page.keyboard.press("1")
    await settled()
    assert stand.picks == []
    await stand.page.keyboard.press("1")
    await soon(lambda: stand.picks)
    assert stand.picks == [Pick(index=0, text="One")]


ANSWERS = [
    (["2"], Pick(index=1, text="Two")),
    (["ArrowDown", "ArrowDown", "ArrowUp", "Enter"], Pick(index=0, text="One")),
    (["ArrowUp", "x", "7", "Enter"], Pick(text="x7")),
    (["3", "1", "2", "Enter"], Pick(text="12")),
    (["Escape"], Pick(cancelled=True)),
    (["ArrowUp", "a", "Escape"], Pick(cancelled=True)),
]


async def test_keys_answer_and_the_focus_goes_back(stand: Stand) -> None:
    await stand.page.focus("#name")
    await stand.inside("seen.length = 0")
    for keys, expected in ANSWERS:
        stand.picks.clear()
        await stand.overlay.picker("Which?", ["One", "Two"], free_text=True)
        await settled()
        for key in keys:
            await stand.page.keyboard.press(key)
        await soon(lambda: stand.picks)
        assert stand.picks == [expected]
        assert await stand.inside("document.activeElement.id") == "name"
    assert not [event for event in await stand.inside("seen") if event.startswith("key")]
    assert await stand.page.input_value("#name") == ""


async def test_enter_without_a_choice_and_keys_at_once_do_nothing(stand: Stand) -> None:
    await stand.overlay.picker("Which?", ["One", "Two"])
    await stand.page.keyboard.press("1")
    await settled()
    await stand.page.keyboard.press("Enter")
    await stand.page.keyboard.press("9")
    await settled()
    assert stand.picks == []
    assert await stand.drawn(".picker")


async def test_space_goes_on_but_belongs_to_a_field_the_person_types_in(stand: Stand) -> None:
    waiting = asyncio.ensure_future(stand.overlay.subtitle("Read this.", wait=True))
    await settled()
    await stand.page.click("#name")
    await stand.page.keyboard.type("Ada 1")
    hint = await stand.drawn(".subtitle kbd")
    assert hint and hint["text"] == "Click"
    assert await stand.page.input_value("#name") == "Ada 1"
    assert not waiting.done()
    await stand.page.mouse.click(600, 400)
    await stand.inside("seen.length = 0")
    await stand.page.keyboard.press("Space")
    await asyncio.wait_for(waiting, 2)
    assert await stand.inside("seen") == []
    assert await stand.inside("scrollY") == 0


async def test_a_field_the_assistant_filled_does_not_take_the_space(stand: Stand) -> None:
    async with stand.overlay.quiet():
        await stand.page.click("#name")
        await stand.page.keyboard.type("Ada")
    waiting = asyncio.ensure_future(stand.overlay.subtitle("Read this.", wait=True))
    await settled()
    await stand.page.keyboard.press("Space")
    await asyncio.wait_for(waiting, 2)
    assert await stand.page.input_value("#name") == "Ada"


async def test_a_long_subtitle_is_turned_page_by_page(stand: Stand) -> None:
    text = " ".join(f"This is sentence number {number} of a long explanation." for number in range(1, 13))
    waiting = asyncio.ensure_future(stand.overlay.subtitle(text, wait=True))
    await settled()
    pages = []
    while not waiting.done() and len(pages) < 20:
        shown = await stand.drawn(".subtitle p")
        assert shown and shown["height"] < 90
        pages.append(shown["text"])
        await stand.click(".subtitle p")
        await asyncio.sleep(0.1)
    assert len(pages) > 1
    assert " ".join(pages) == text
    await waiting


async def test_going_on_elsewhere_ends_the_wait(stand: Stand) -> None:
    waiting = asyncio.ensure_future(stand.overlay.subtitle("Read this.", wait=True))
    await settled()
    assert len(await stand.overlay.rects()) == 1
    stand.overlay.go_on()
    await asyncio.wait_for(waiting, 1)
    await soon(lambda: _none(stand.overlay.rects()))


async def _none(found: Any) -> bool:
    return not await found


async def test_strict_policies_do_not_stop_us(stand: Stand, site: Any) -> None:
    await stand.page.goto(site.page(STRICT, "strict.html"))
    await stand.overlay.subtitle("Still here", typed=True)
    await stand.overlay.picker("Which?", ["One"])
    card = await stand.drawn(".picker")
    assert card and card["width"] == 400
    await settled()
    await stand.page.keyboard.press("1")
    await soon(lambda: stand.picks)


async def test_a_modal_dialog_neither_covers_nor_blocks_us(stand: Stand) -> None:
    await stand.overlay.picker("Which?", ["One", "Two"])
    await stand.inside(
        """document.body.append(Object.assign(document.createElement('dialog'), {id: 'd', textContent: 'Modal'}));
        document.querySelector('#d').showModal()"""
    )
    await settled()
    await stand.click("#option-0")
    await soon(lambda: stand.picks)
    assert stand.picks == [Pick(index=0, text="One")]
    assert await stand.inside("document.querySelector('#d').open")
    await stand.overlay.subtitle("And after the dialog?")
    await stand.inside("document.querySelector('#d').remove()")
    await soon(lambda: stand.drawn(".subtitle"))


async def test_hostile_styles_do_not_reach_us(stand: Stand) -> None:
    await stand.overlay.mark([await stand.node("#send")], labels=["Send"])
    await stand.overlay.subtitle("Still here")
    await stand.inside(
        """const sheet = new CSSStyleSheet();
        sheet.replaceSync(`*, div, [popover] {display: none !important; opacity: 0 !important; zoom: 3 !important;
          transform: scale(0) !important} html, body {display: block !important; opacity: 1 !important}
          ::backdrop {background: red !important; display: block !important}`);
        document.adoptedStyleSheets = [sheet];
        const host = document.documentElement.lastElementChild;
        host.style.setProperty('visibility', 'hidden', 'important');
        host.style.setProperty('display', 'none', 'important');"""
    )
    await settled()
    bar = await stand.drawn(".subtitle")
    assert bar and bar["width"] > 60 and 700 < bar["y"] < 780
    assert 30 < bar["height"] < 60
    corner = await stand.page.screenshot(clip={"x": 900, "y": 400, "width": 1, "height": 1})
    with Image.open(io.BytesIO(corner)) as picture:
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


async def test_a_zoomed_page_is_marked_where_it_is(stand: Stand) -> None:
    await stand.inside("document.documentElement.style.zoom = '1.5'")
    await stand.overlay.mark([await stand.node("#send")])
    await settled()
    piece = await stand.drawn(".piece")
    assert piece and (piece["x"], piece["y"]) == (60 - 6, 450 - 6)


async def test_removed_it_comes_back_three_times_and_then_says_so(stand: Stand) -> None:
    resisted = asyncio.Event()
    stand.overlay.on_resisted = resisted.set
    await stand.overlay.subtitle("Here")
    for _ in range(3):
        await stand.inside("document.documentElement.lastElementChild.remove()")
        await soon(lambda: stand.drawn(".subtitle"))
    await stand.inside("document.documentElement.lastElementChild.remove()")
    await asyncio.wait_for(resisted.wait(), 2)
    await stand.overlay.subtitle("Not any more")
    assert await stand.drawn(".subtitle") is None
    assert await stand.inside("document.documentElement.lastElementChild.tagName") == "BODY"


async def test_a_page_that_fights_for_the_top_gets_it_and_is_told_of(stand: Stand) -> None:
    resisted = asyncio.Event()
    stand.overlay.on_resisted = resisted.set
    await stand.overlay.subtitle("Here")
    await stand.page.evaluate(
        "() => { for (const id of ['one', 'two']) document.body.insertAdjacentHTML('beforeend', `<div popover=manual id=${id}>Over it</div>`);"
        " let on = false; window.fight = setInterval(() => { on = !on; one.togglePopover(on); two.togglePopover(!on) }, 20) }"
    )
    await asyncio.wait_for(resisted.wait(), 30)
    await stand.page.evaluate("() => clearInterval(window.fight)")
    assert await stand.drawn(".subtitle") is None


async def test_marks_follow_and_the_subtitle_gets_out_of_the_way(stand: Stand) -> None:
    send = await stand.node("#send")
    await stand.overlay.mark([send], labels=["Send"])
    await stand.overlay.subtitle("Press this button, please, and have a look at what it does to the page.")
    before = await stand.drawn(".piece")
    await stand.inside("scrollTo(0, 100)")
    await settled()
    after = await stand.drawn(".piece")
    assert before and after
    assert before["x"] == 34 and before["y"] == 294
    assert after["y"] == 194
    await stand.inside(
        "scrollTo(0, 0); document.querySelector('#send').style.cssText = 'position:fixed;left:600px;top:740px'"
    )
    await settled()
    moved, bar = await stand.drawn(".piece"), await stand.drawn(".subtitle")
    assert moved and moved["x"] == 594
    assert bar and "top" in bar["classes"] and bar["y"] < 60
    await stand.inside("document.querySelector('#send').remove()")
    await settled()
    gone, back = await stand.drawn(".mark"), await stand.drawn(".subtitle")
    assert gone and "out" in gone["classes"]
    assert back and back["y"] > 700


async def test_a_mark_in_a_clipped_list_goes_with_what_is_seen(stand: Stand) -> None:
    await stand.page.set_content(
        "<div id=list style='height:100px;overflow:auto'><div style='height:300px'></div><b id=deep>Deep</b></div>"
    )
    await stand.overlay.mark([await stand.node("#deep")])
    await settled()
    mark = await stand.drawn(".mark")
    assert mark and "out" in mark["classes"]
    await stand.inside("document.querySelector('#list').scrollTop = 400")
    await settled()
    mark = await stand.drawn(".mark")
    assert mark and "out" not in mark["classes"]


async def test_a_mark_in_a_frame_is_where_the_element_is(stand: Stand, site: Any) -> None:
    button = "<body style='margin:0'><button id=inner style='position:absolute;left:30px;top:20px'>In</button>"
    site.page(button, "in.html")
    place = "position:absolute;left:100px;top:200px;border:5px solid;padding:10px"
    for origin in ("{url}", "{other}"):
        outer = f"<body style='margin:0;height:2000px'><iframe src='{origin}/in.html' style='{place}'></iframe>"
        await stand.page.goto(site.page(outer, "out.html"))
        await stand.page.frames[1].wait_for_selector("#inner")
        frame = next(frame for frame in await stand.tab.frames() if frame is not stand.tab.main)
        await stand.overlay.mark([await stand.node("#inner", frame)])
        piece = await stand.drawn(".piece")
        assert piece and (piece["x"], piece["y"]) == (100 + 15 + 30 - 6, 200 + 15 + 20 - 6)
        await stand.inside("scrollTo(0, 50)")
        await settled()
        piece = await stand.drawn(".piece")
        assert piece and piece["y"] == 200 + 15 + 20 - 6 - 50
        waiting = asyncio.ensure_future(stand.overlay.subtitle("Space works in the frame too.", wait=True))
        await settled()
        await stand.page.mouse.click(155, 195)
        assert await stand.inside("document.activeElement.tagName") == "IFRAME"
        await stand.page.keyboard.press("Space")
        await asyncio.wait_for(waiting, 2)


async def test_the_picker_keeps_off_what_it_asks_about(stand: Stand) -> None:
    await stand.inside(
        "document.querySelector('#send').style.cssText = 'position:fixed;left:560px;top:640px;width:200px'"
    )
    await stand.overlay.mark([await stand.node("#send")], numbered=True)
    await stand.overlay.picker("This one?", ["Yes", "No", "Neither of them"])
    await settled()
    card, mark, badge = [await stand.drawn(selector) for selector in (".picker", ".piece", ".label")]
    assert card and mark and badge and badge["text"] == "1"
    assert (
        card["y"] + card["height"] <= mark["y"]
        or card["x"] >= mark["x"] + mark["width"]
        or card["x"] + 400 <= mark["x"]
    )


async def test_control_cursor_and_clearing(stand: Stand) -> None:
    await stand.overlay.set_control(True)
    await stand.overlay.cursor(300, 200)
    await stand.page.mouse.click(300, 200)
    assert await stand.inside("seen.includes('click ')")
    assert await stand.overlay.rects() == []
    cursor = await stand.drawn(".cursor")
    await stand.overlay.clear()
    tag = await stand.drawn(".tag")
    assert cursor and tag and tag["text"] == "You are in control"
    assert await stand.drawn(".cursor") is None
    await stand.overlay.set_control(False)
    await stand.overlay.clear()
    assert await stand.inside("document.documentElement.lastElementChild.tagName") == "BODY"


async def test_a_new_document_gets_back_what_is_still_wanted(stand: Stand, site: Any) -> None:
    await stand.overlay.set_control(True)
    await stand.overlay.picker("Which?", ["One", "Two"])
    await stand.overlay.mark([await stand.node("#send")])
    waiting = asyncio.ensure_future(stand.overlay.subtitle("On both pages", wait=True))
    await settled()
    await stand.page.goto(site.page("<h1>Next</h1>", "next.html"))
    assert await stand.drawn(".subtitle") is None
    await stand.overlay.restore()
    for selector in (".subtitle.waits", ".picker", ".control"):
        assert await stand.drawn(selector), selector
    assert await stand.drawn(".mark") is None
    await settled()
    await stand.page.keyboard.press("2")
    await soon(lambda: stand.picks)
    await stand.page.keyboard.press("Space")
    await asyncio.wait_for(waiting, 2)


async def test_nothing_is_raised_where_nothing_can_be_drawn(stand: Stand) -> None:
    await stand.page.close()
    await stand.overlay.subtitle("Nobody there")
    await stand.overlay.picker("Which?", ["One"])
    await stand.overlay.clear()
    assert await stand.overlay.rects() == []
    async with stand.overlay.quiet():
        pass
