"""The person's own hand in the page ends what we are doing at once, also in the middle of our typing or dragging."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.brain import Proposal, Thought, View, Words
from cobrowse.protocol.command import Resume
from cobrowse.protocol.event import ControlChanged, Observed

PAGE = """<textarea id=t aria-label=T></textarea><button id=b onclick="pressed++">Press</button>
<div id=a style='width:60px;height:40px;background:#ccc'>a</div><input id=own aria-label=Own style='position:fixed;right:0;bottom:0'>
<div id=z style='margin-top:300px;width:200px;height:100px;background:#eee'>zone</div>
<script>var pressed = 0, moved = 0, down = 0; onpointermove = e => { if (e.buttons) moved++ }; onpointerdown = () => down++;
t.oninput = () => { const end = performance.now() + 3; while (performance.now() < end); }</script>"""


class Planned:
    """A brain with one plan; once it sees the page again, it is done."""

    name = "Planned"

    def __init__(self, *plan: dict[str, Any]) -> None:
        self.plan = plan
        self.views: list[View] = []

    def begin(self, goal: str) -> Planned:
        return self

    async def think(self, view: View) -> AsyncIterator[Thought]:
        self.views.append(view)
        if len(self.views) > 1:
            yield Words("Then I leave it at that.")
        yield Proposal(self.plan if len(self.views) == 1 else ())


@pytest.mark.parametrize(
    ("action", "under_way"),
    [
        ({"type": "fill", "selector": "#t", "value": "abc " * 50}, "t.value.length > 8"),
        ({"type": "drag", "from": "#a", "to": "#z", "steps": 100}, "moved > 5"),
        ({"type": "long_press", "selector": "#b", "ms": 4000}, "down > 0"),
        ({"type": "hold_key", "selector": "#t", "key": "ArrowDown", "ms": 4000}, "document.activeElement === t"),
        ({"type": "wait", "ms": 4000}, "true"),
    ],
)
@pytest.mark.parametrize("hand", ["key", "press"])
async def test_a_hand_in_the_page_pauses_the_run(
    site: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, action: dict[str, Any], under_way: str, hand: str
) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))
    brain = Planned(action, {"type": "click", "selector": "#b"})
    options = SessionOptions(
        url=site.page(PAGE, "hand.html"),
        browser=BrowserOptions(headless=True, profile="temp"),
        policy="watch",
        keep=False,
    )
    async with Session(options, brain=brain) as session:
        page = session.browser.active.page
        other = await page.context.new_cdp_session(page)  # another source of input than ours
        turn = asyncio.ensure_future(session.ask("go"))
        while not (session.timeline.steps and await page.evaluate(under_way)):
            await asyncio.sleep(0.005)
        while next(iter(session.timeline.steps.values())).status != "running":
            await asyncio.sleep(0.005)
        if hand == "key":
            for kind in ("keyDown", "keyUp"):
                await other.send(
                    "Input.dispatchKeyEvent",
                    {"type": kind, "key": "b", "code": "KeyB", "text": "b" * (kind == "keyDown")},
                )
        else:
            box = await page.evaluate(
                "(({x, y, width, height}) => [x + width / 2, y + height / 2])(own.getBoundingClientRect())"
            )
            for kind in ("mousePressed", "mouseReleased"):
                await other.send(
                    "Input.dispatchMouseEvent",
                    {"type": kind, "x": box[0], "y": box[1], "button": "left", "clickCount": 1},
                )
        while session.loop.free.is_set():
            await asyncio.sleep(0.005)
        while not all(step.ended for step in session.timeline.steps.values()):
            await asyncio.sleep(0.005)
        first, second = session.timeline.steps.values()
        assert (first.status, first.result and first.result.message) == ("cancelled", "You took over.")
        assert second.status == "skipped"
        held = await page.evaluate("t.value")
        await asyncio.sleep(0.3)
        assert await page.evaluate("t.value") == held and len(held) < 190
        assert await page.evaluate("pressed") == 0
        assert not turn.done() and len(brain.views) == 1
        looks = sum(isinstance(event, Observed) for event in session.stream.past)
        await session.send(Resume())
        ended = await asyncio.wait_for(turn, 20)
        assert (ended.outcome, ended.response) == ("done", "Then I leave it at that.")
        assert sum(isinstance(event, Observed) for event in session.stream.past) == looks + 1
        who = [event.who for event in session.stream.past if isinstance(event, ControlChanged)]
        assert who == ["person", "assistant"]


async def test_our_own_input_is_no_takeover(site: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))
    brain = Planned(
        {"type": "fill", "selector": "#t", "value": "Grüße, 3 × ‘A’\nsecond line\t~ " + "x" * 230},
        {"type": "press", "key": "Control+A", "selector": "#t"},
        {"type": "press", "key": "Shift+Tab", "selector": "#own"},
        {"type": "press", "key": "!", "selector": "#own"},
        {"type": "hold_key", "key": "ArrowLeft", "selector": "#own", "ms": 700},
        {"type": "double_click", "selector": "#b"},
        {"type": "drag", "from": "#a", "to": "#z"},
    )
    options = SessionOptions(
        url=site.page(PAGE, "hand.html"),
        browser=BrowserOptions(headless=True, profile="temp"),
        policy="watch",
        keep=False,
    )
    async with Session(options, brain=brain) as session:
        ended = await asyncio.wait_for(session.ask("go"), 40)
        assert [step.status for step in session.timeline.steps.values()] == ["done"] * 7
        assert ended.outcome == "done"
        assert not [event for event in session.stream.past if isinstance(event, ControlChanged)]
