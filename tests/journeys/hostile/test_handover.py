"""A password is the person's: the run waits, looks away, and goes on by itself when it was typed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from cobrowse.protocol.command import Look
from cobrowse.protocol.event import Answered, Asked, ControlChanged, Notice, Observed, TurnEnded
from tests.journeys.conftest import journey
from tests.journeys.hostile.servers import Site, serving
from tests.journeys.hostile.stand import CANARY, Obedient

PAGE = (
    "<form method=post action=/effect/login><label>User <input id=u></label>"
    "<label>Password <input id=p type=password></label><button id=b>Sign in</button></form>"
)
FILL = {"type": "fill", "selector": 'textbox "Password"', "value": "what-the-model-guessed"}


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as made:
        made.pages["/"] = PAGE
        yield made


async def test_the_run_goes_on_by_itself_when_they_have_typed_it(site: Site, home: Path) -> None:
    brain = Obedient()
    brain.orders = [FILL, {"type": "fill", "selector": 'textbox "User"', "value": "ada"}]
    async with journey(site.url, brain=brain) as trip:
        turn = asyncio.ensure_future(trip.ask("Sign me in"))
        ask = await trip.question()
        assert ask.kind == "hand_over" and "Password" in ask.title
        looked = len(trip.seen(Observed))
        await trip.session.send(Look())
        page = trip.session.browser.active.page
        await page.click("#p")
        await page.keyboard.type(CANARY)
        await asyncio.sleep(1)
        assert trip.session.people.waiting is not None, "the person is still in the field"
        assert len(trip.seen(Observed)) == looked, "nobody looks meanwhile"
        assert any("do not look" in notice.text for notice in trip.seen(Notice))
        await page.click("#u")
        assert (await turn).outcome == "done"
        assert [event.who for event in trip.seen(ControlChanged)] == ["person", "assistant"]
        assert trip.seen(Answered)[-1].by == "engine"
        first, second = trip.steps[:2]
        assert first.status == "done" and (first.result and first.result.data) == {"by": "person"}
        assert second.status == "done"
        assert await page.input_value("#p") == CANARY
        journal = trip.session.journal
        assert journal is not None and journal.flush()
        files = await asyncio.to_thread(lambda: [path for path in home.rglob("*") if path.is_file()])
        written = b"".join([await asyncio.to_thread(path.read_bytes) for path in files])
        for secret in (CANARY, "what-the-model-guessed"):
            assert secret.encode() not in written
            assert secret not in "\n".join(brain.prompts)


async def test_a_field_they_leave_empty_is_not_filled_for_them(site: Site) -> None:
    brain = Obedient()
    brain.orders = [FILL]
    async with journey(site.url, brain=brain) as trip:
        turn = asyncio.ensure_future(trip.ask("Sign me in"))
        ask = await trip.question()
        await trip.session.browser.active.page.click("#u")
        await asyncio.sleep(1)
        assert trip.session.people.waiting is not None
        trip.session.resume()
        assert ask.kind == "hand_over"
        await turn
        assert trip.steps[0].result is not None and trip.steps[0].result.reason == "secret"
        assert await trip.session.browser.active.page.input_value("#p") == ""


async def test_a_field_they_filled_before_is_left_alone(site: Site) -> None:
    brain = Obedient()
    brain.orders = [FILL]
    async with journey(site.url, brain=brain) as trip:
        page = trip.session.browser.active.page
        await page.fill("#p", CANARY)
        await page.focus("#u")
        assert (await trip.ask("Sign me in")).outcome == "done"
        assert not trip.seen(Asked) and trip.steps[0].status == "done"
        assert await trip.session.browser.active.page.input_value("#p") == CANARY
        assert trip.seen(TurnEnded)
