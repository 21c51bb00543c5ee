"""Pages that become something else between the person's yes and the press: nothing but what was approved is ever used.

Each attack runs at many offsets around finding, asking, answering and pressing. The page itself writes down what got the
input, in whatever guise it was then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Error as PlaywrightError

from cobrowse.actions.dialect import read_entries
from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.action import Action
from cobrowse.protocol.event import Answer, Asked, Step

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANSWER_AFTER = 0.12
"""Seconds that the person looks at the card."""
ALL = [0.02, 0.2, 0.4, 0.55, 0.65, 0.7, 0.74, 0.78, 0.81, 0.84, 0.87, 0.9, 0.92, 0.94, 0.96, 0.98, 1.0, 1.03, 1.1, 1.3]
"""When the swap comes, as a share of the time from the card to the press on the same page without one."""
FEW = [0.3, 0.9, 0.97]


@dataclass
class Attack:
    """A page that turns into something else, and the action that was approved on it."""

    html: str
    swap: str
    """Page script."""
    about: str = "Save draft"
    """Name of the element that the person means."""
    action: dict[str, Any] = field(default_factory=lambda: {"type": "click", "selector": "#a"})


BUTTON = "<button id=a onclick=\"say('right')\">Save draft</button>"
EVIL = "a.textContent = 'Delete account'; a.onclick = () => say('WRONG')"
ATTACKS = {
    "D1 text and handler": Attack(BUTTON, EVIL),
    "D1 handler of a link": Attack(
        "<a id=a href='#right' onclick=\"say('right')\">Next</a>",
        "a.href = '#WRONG'; a.textContent = 'Pay now'; a.onclick = () => say('WRONG')",
        about="Next",
    ),
    "D2 clone with the same id": Attack(
        BUTTON, "const b = a.cloneNode(true); b.onclick = () => say('WRONG'); a.replaceWith(b)"
    ),
    "D3 something pushes it away": Attack(
        f"<div id=ad></div>{BUTTON}",
        "ad.innerHTML = `<button onclick=\"say('WRONG')\" style='width:400px;height:60px'>Pay</button>`",
    ),
    "D4 cover when pointed at": Attack(
        BUTTON,
        "a.onmouseover = a.onmousemove = () => { const c = document.createElement('button'); c.style = 'position:fixed;inset:0'; "
        "c.onclick = c.onmousedown = c.onmouseup = () => say('WRONG'); c.textContent = 'Pay'; document.body.append(c) }",
    ),
    "D4 another control under the release": Attack(
        BUTTON,
        "a.onpointerdown = () => { const c = document.createElement('button'); c.style = 'position:fixed;inset:0'; "
        "c.onclick = c.onpointerup = c.onmouseup = () => say('WRONG'); c.textContent = 'Pay'; document.body.append(c) }",
    ),
    "D4 destination when pressed": Attack(
        "<a id=a href='#right' onclick=\"say('right')\">Next</a>",
        "a.onmousedown = () => { a.href = '{other}/evil.html'; a.onclick = () => say('WRONG') }",
        about="Next",
    ),
    "D5 another document": Attack(BUTTON, "location.href = '/evil.html'"),
    "D6 another path": Attack(BUTTON, "history.pushState({}, '', '/account/delete'); a.onclick = () => say('WRONG')"),
    "D6 document opened anew": Attack(
        BUTTON,
        "const kept = saying; document.open(); document.write(`<button id=a>Save draft</button>`); document.close(); "
        "document.getElementById('a').onclick = () => kept.push('WRONG')",
    ),
    "D7 a field that becomes secret": Attack(
        "<input id=a aria-label=Search oninput=\"say(a.type === 'text' ? 'right' : 'WRONG')\">",
        "a.type = 'password'",
        "Search",
        {"type": "fill", "selector": "#a", "value": "some words to look for"},
    ),
    "D8 where the form goes": Attack(
        "<form id=f action='#right' method=get><input type=hidden name=to value=ida><button id=a>Send</button></form>"
        "<script>onsubmit = e => { e.preventDefault(); say(f.action.endsWith('right') ? 'right' : 'WRONG') }</script>",
        "f.action = '/evil.html'",
        about="Send",
    ),
    "D8 what the form holds": Attack(
        "<form id=f><input type=hidden id=to name=to value=ida><button id=a>Send</button></form>"
        "<script>onsubmit = e => { e.preventDefault(); say(to.value === 'ida' ? 'right' : 'WRONG') }</script>",
        "to.value = 'mallory'",
        about="Send",
    ),
    "D9 a tick that flips": Attack(
        "<input type=checkbox id=a aria-label=Agree onchange=\"say(a.checked ? 'right' : 'WRONG')\">",
        "a.checked = true",
        "Agree",
        {"type": "check", "selector": "#a"},
    ),
    "D9 the meaning of a choice": Attack(
        "<select id=a aria-label=Speed onchange=\"say(a.value === 'eur5' ? 'right' : 'WRONG')\"><option>None</option><option value=eur5>Slow</option></select>",
        "a.options[1].value = 'eur500'",
        "Speed",
        {"type": "select", "selector": "#a", "value": "Slow"},
    ),
}
EVIL_PAGE = "<button style='position:fixed;inset:0' id=a>Delete everything</button><script>onclick = onpointerup = onmouseup = onmousedown = () => saying.push('WRONG')</script>"
LOG = "<script>var saying = [], began = 0, said = 0; const say = word => { saying.push(word); said = performance.now() }</script>"


class Stand:
    """A session under the strictest policy, with a person who says yes once, to the card about what they asked for."""

    def __init__(self, session: Session, site: Any) -> None:
        self.session = session
        self.site = site
        self.about = self.arm = ""
        """What the person means; empty once they said yes to it."""

    async def answer(self) -> None:
        """Look at each card for a while, then answer. The page's clock runs from the card that is agreed to."""
        async for event in self.session.events():
            if not isinstance(event, Asked):
                continue
            meant = self.about and self.about in event.ask.title
            if meant:
                self.about = ""
                await self.session.browser.active.page.evaluate(self.arm)
            asyncio.get_running_loop().call_later(
                ANSWER_AFTER,
                self.session.people.reply,
                event.ask.id,
                Answer(verdict="approve" if meant else "reject"),
                "window",
            )

    async def run(self, attack: Attack, swap: str, after_ms: float) -> tuple[Step, list[str]]:
        """Approve the action, and let the page turn into something else so long after the card came."""
        session = self.session
        await session.page.navigate(self.site.page(LOG + attack.html, "swap.html"))
        action = read_entries([attack.action])[0]
        assert isinstance(action, Action)
        row = session.timeline.plan("t", [action], lambda target: None)[0]
        self.about = attack.about
        swap = swap.replace("{other}", self.site.other)
        self.arm = f"began = performance.now(); setTimeout(() => {{ {swap} }}, {after_ms}); 0"
        step = await session.executor.run(row, action)
        return step, await self.said()

    async def said(self) -> list[str]:
        """What the page wrote down; one that is on its way is waited for."""
        page = self.session.browser.active.page
        while True:
            try:
                await page.wait_for_load_state()
                return await page.evaluate("saying")
            except PlaywrightError as error:
                if "destroyed" not in str(error) and "not defined" not in str(error):
                    raise

    async def undisturbed(self, attack: Attack) -> float:
        """Milliseconds from the card to what its yes brings about, without a swap."""
        step, said = await self.run(attack, "", 0)
        assert (step.status, set(said)) == ("done", {"right"})
        return await self.session.browser.active.page.evaluate("said - began")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stand(site: Any, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    """One session for all attacks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        browser = BrowserOptions(headless=True, profile="temp")
        site.page(LOG + EVIL_PAGE, "evil.html")
        async with Session(SessionOptions(browser=browser, policy="all", keep=False)) as session:
            session.page.ground.wait_ms = 600
            stand = Stand(session, site)
            answering = asyncio.ensure_future(stand.answer())
            yield stand
            answering.cancel()


async def outcomes(stand: Stand, name: str, shares: list[float]) -> list[tuple[float, str, list[str]]]:
    """What became of the attack at each moment."""
    attack, seen = ATTACKS[name], []
    whole = await stand.undisturbed(attack)
    for share in shares:
        step, said = await stand.run(attack, attack.swap, share * whole)
        reason = step.result.reason if step.result else ""
        seen.append((share, f"{step.status} {reason or ''}".strip(), said))
    return seen


@pytest.mark.parametrize("name", ATTACKS)
async def test_only_what_was_approved_is_used(stand: Stand, name: str) -> None:
    seen = await outcomes(stand, name, FEW)
    assert [row for row in seen if "WRONG" in row[2]] == []


@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ATTACKS)
async def test_only_what_was_approved_is_used_at_any_time(stand: Stand, name: str) -> None:
    seen = await outcomes(stand, name, ALL)
    print("\n" + name, *(f"{share:.2f} {status} {'+'.join(said)}" for share, status, said in seen), sep="\n  ")
    assert [row for row in seen if "WRONG" in row[2]] == []


async def test_the_person_is_asked_again_about_what_it_became(stand: Stand) -> None:
    before = len(cards(stand))
    attack = ATTACKS["D1 text and handler"]
    step, said = await stand.run(attack, attack.swap, 60)
    assert (step.status, said) == ("refused", [])
    first, second = cards(stand)[before:]
    assert "Save draft" in first and "Delete account" in second


def cards(stand: Stand) -> list[str]:
    """Titles of all cards so far."""
    return [event.ask.title for event in stand.session.stream.past if isinstance(event, Asked)]
