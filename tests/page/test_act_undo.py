"""A step that overwrote something can be put back, in every kind of field."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from cobrowse.actions.dialect import read_entries
from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.action import Action

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAGE = """<form><input id=text aria-label=Text value='before, "now"'><textarea id=area aria-label=Area>two
lines</textarea><div id=edit contenteditable aria-label=Edit role=textbox>old words</div>
<div id=rich contenteditable aria-label=Rich role=textbox>old <b>bold</b></div>
<select id=one aria-label=One><option></option><option selected>Red</option><option>Blue</option></select>
<select id=none aria-label=None><option value=''>Please choose</option><option>Red</option></select>
<select id=many multiple aria-label=Many><option selected>A</option><option>B, C</option><option selected>D</option></select>
<input type=checkbox id=tick aria-label=Tick checked><input type=radio name=r id=r1 aria-label=R1 checked><input type=radio name=r id=r2 aria-label=R2>
<input type=radio name=fresh id=f1 aria-label=F1><input type=date id=date aria-label=Date value=2026-01-02><input type=range id=range aria-label=Range value=30>
<input type=color id=color aria-label=Color value='#102030'><input type=number id=number aria-label=Number value=4><input type=time id=time aria-label=Time>
<div role=switch id=switch tabindex=0 aria-checked=false aria-label=Switch onclick="ariaChecked = ariaChecked !== 'true'">s</div>
<input type=password id=secret aria-label=Secret></form>
<script>var states = () => JSON.stringify([[...document.querySelectorAll('input, textarea')].map(f => [f.value, f.checked]),
  [...document.querySelectorAll('option')].map(o => o.selected), edit.innerText, rich.innerHTML, document.querySelector('[role=switch]').ariaChecked])</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(site: Any, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """One session for all fields."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        browser = BrowserOptions(headless=True, profile="temp")
        async with Session(SessionOptions(browser=browser, policy="watch", keep=False)) as session:
            yield session


FILL = [
    ("text", "after"),
    ("area", "after"),
    ("edit", "after"),
    ("date", "2027-03-04"),
    ("range", "70"),
    ("color", "#ffffff"),
    ("number", "5"),
    ("time", "10:30"),
]
ACTIONS: list[dict[str, Any]] = [
    *({"type": "fill", "selector": f"#{id}", "value": value} for id, value in FILL),
    {"type": "type", "selector": "#text", "value": " and more"},
    {"type": "clear", "selector": "#text"},
    {"type": "clear", "selector": "#area"},
    {"type": "select", "selector": "#one", "value": "Blue"},
    {"type": "select", "selector": "#none", "value": "Red"},
    {"type": "multiselect", "selector": "#many", "values": ["B, C"]},
    {"type": "uncheck", "selector": "#tick"},
    {"type": "check", "selector": "#switch"},
    {"type": "radio", "selector": "#r2"},
    {
        "type": "fill_form",
        "values": [
            {"target": "Text", "value": "x"},
            {"target": "Date", "value": "2027-03-04"},
            {"target": "One", "value": "Blue"},
        ],
    },
]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action['type']} {action.get('selector', '')}")
async def test_it_is_as_it_was(session: Session, site: Any, action: dict[str, Any]) -> None:
    await session.page.navigate(site.page(PAGE, "undo.html"))
    page = session.browser.active.page
    before = await page.evaluate("states()")
    step = await run(session, action)
    assert step.status == "done" and step.undoable, step.result
    assert await page.evaluate("states()") != before
    await session._undo(step.id)
    assert await page.evaluate("states()") == before
    assert not session.timeline.steps[step.id].undoable


@pytest.mark.parametrize(
    "action",
    [
        {"type": "fill", "selector": "#rich", "value": "plain"},
        {"type": "radio", "selector": "#f1"},
        {"type": "click", "selector": "#tick"},
    ],
)
async def test_what_could_not_be_put_back_is_not_offered(session: Session, site: Any, action: dict[str, Any]) -> None:
    await session.page.navigate(site.page(PAGE, "undo.html"))
    step = await run(session, action)
    assert step.status == "done" and not step.undoable


async def run(session: Session, entry: dict[str, Any]) -> Any:
    action = read_entries([entry])[0]
    assert isinstance(action, Action)
    row = session.timeline.plan("t", [action], lambda target: None)[0]
    return await session.executor.run(row, action)
