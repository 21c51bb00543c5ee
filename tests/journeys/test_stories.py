"""Stories of using it, played on the practice site with the guide."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Literal

import psutil
import pytest

from cobrowse.protocol.command import Resume, Revoke, Stop
from cobrowse.protocol.event import Answer, Asked, ControlChanged, GrantsChanged, Judged, Notice, StepChanged, TurnEnded
from cobrowse.store.journal import read

from .conftest import journey

pytestmark = pytest.mark.timeout(180)


async def test_show_me_where(practice: str) -> None:
    """The menu is opened, the link framed; nothing is clicked that changes anything."""
    async with journey(practice) as trip:
        ended = await trip.ask("Show me where I change my delivery address")
        assert ended.outcome == "done", ended.response
        assert not trip.seen(Asked)
        done = [step for step in trip.steps if step.status == "done"]
        narrated = [step for step in done if step.name == "narrate"]
        assert narrated and narrated[-1].action.get("about"), "the place is framed"
        clicked = [step.about for step in done if step.name in ("click", "open")]
        assert clicked == ["Account"]
        assert trip.session.page.url.rstrip("/") == practice.rstrip("/")


async def test_only_look(practice: str) -> None:
    """The passage is quoted; no action asks for anything."""
    async with journey(f"{practice}delivery.html") as trip:
        ended = await trip.ask("What does this page say about returns?")
        assert ended.outcome == "done"
        assert "30 days" in ended.response
        assert not trip.seen(Asked)


async def test_it_asks_before_it_matters(practice: str) -> None:
    """Filling goes by itself, sending waits for a yes, and a no leaves the page as it was."""
    async with journey(practice) as trip:
        turn = asyncio.ensure_future(trip.ask("Subscribe ada@example.org to the newsletter"))
        ask = await trip.question()
        assert ask.kind == "approval" and ask.consequential
        assert "Subscribe" in ask.title and "127.0.0.1" in ask.where
        assert ("Email address", "ada@example.org") in [(fact.label, fact.value) for fact in ask.facts]
        trip.answer(ask, Answer(verdict="reject"))
        ended = await turn
        assert ended.outcome == "blocked"
        assert await trip.read("#newsletter-status") == ""
        assert trip.steps[-1].status == "refused"

        turn = asyncio.ensure_future(trip.ask("Subscribe ada@example.org to the newsletter"))
        trip.answer(await trip.question(), Answer(verdict="approve"))
        assert (await turn).outcome == "done"
        assert "ada@example.org is subscribed" in await trip.read("#newsletter-status")


async def test_put_the_cheapest_in_the_basket_and_order(practice: str) -> None:
    """Looking, sorting and adding go by themselves; the order waits, with the address on the card."""
    async with journey(practice) as trip:
        ended = await trip.ask(
            "Go to Books, then choose Hiking in Category, then choose Price low to high in Sort by, "
            "then click the first Add to basket button"
        )
        assert ended.outcome == "done", ended.response
        assert not trip.seen(Asked)
        assert "1" in await trip.read(".basket-count")
        ended = await trip.ask("Click Basket, then click Check out")
        assert ended.outcome == "done", ended.response
        turn = asyncio.ensure_future(
            trip.ask(
                'Type "Ada Fjeld" into Full name, type "ada@example.org" into Email, type "555 0100" into Phone, '
                'type "Unit 12" into Street and number, type "Bergen" into Town, type "5003" into Postcode, '
                "choose Norway in Country, then click Place order"
            )
        )
        ask = await trip.question()
        assert "Place order" in ask.title
        assert "Bergen" in [fact.value for fact in ask.facts]
        trip.answer(ask, Answer(verdict="approve"))
        assert (await turn).outcome == "done"
        assert "thanks.html" in trip.session.page.url


async def test_two_that_fit(practice: str) -> None:
    """Three drafts: they are framed with numbers and the person chooses; it never guesses."""
    async with journey(f"{practice}drafts.html") as trip:
        turn = asyncio.ensure_future(trip.ask("Delete the draft"))
        ask = await trip.question()
        assert ask.kind == "choice" and len(ask.options) == 3
        which = next(at for at, option in enumerate(ask.options) if "Birds by Ear" in option)
        trip.answer(ask, Answer(verdict="choice", index=which))
        for _ in range(2):  # the click, then the page's own question
            ask = await trip.question()
            assert ask.kind == "approval"
            trip.answer(ask, Answer(verdict="approve"))
            await asyncio.sleep(0.1)
        assert (await turn).outcome == "done"
        left = await trip.session.execute("read_page")
        assert "Draft: Birds by Ear" not in str((left.data or {})["value"])
        assert "Draft: Trails of the North" in str((left.data or {})["value"])


async def test_let_me(practice: str) -> None:
    """A click of the person pauses the run; Resume looks again and goes on."""
    async with journey(practice) as trip:
        turn = asyncio.ensure_future(trip.ask("Wait 4 seconds, then go to Books"))
        while not any(step.status == "running" for step in trip.steps):
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        await trip.session.browser.active.page.mouse.click(5, 400)  # not through us: a person's hand
        while not trip.seen(ControlChanged):
            await asyncio.sleep(0.02)
        assert trip.seen(ControlChanged)[0].who == "person"
        await asyncio.sleep(5)
        assert not turn.done()
        assert "books" not in trip.session.page.url
        await trip.session.send(Resume())
        assert (await turn).outcome == "done"
        assert "books" in trip.session.page.url


async def test_stop_ends_the_turn_and_nothing_more_is_sent(practice: str) -> None:
    async with journey(practice) as trip:
        turn = asyncio.ensure_future(trip.session.ask("Wait 4 seconds, then go to Books"))
        while not trip.steps:
            await asyncio.sleep(0.02)
        await trip.session.send(Stop())
        with pytest.raises(asyncio.CancelledError):
            await turn
        assert trip.seen(TurnEnded)[-1].outcome == "cancelled"
        assert all(step.ended for step in trip.steps)
        await asyncio.sleep(1)
        assert "books" not in trip.session.page.url


async def test_that_was_wrong(practice: str) -> None:
    """Undo puts back what a field held."""
    async with journey(f"{practice}playground.html") as trip:
        await trip.ask('Type "first" into Text')
        await trip.ask('Fill Text with "second"')
        step = trip.steps[-1]
        assert step.undoable
        assert await trip.read('textbox "Text"', "value") == "second"
        await trip.session._undo(step.id)
        assert await trip.read('textbox "Text"', "value") == "first"
        assert not trip.session.timeline.steps[step.id].undoable


async def test_a_killed_browser_is_said_and_the_session_goes_on(practice: str) -> None:
    async with journey(practice) as trip:
        turn = asyncio.ensure_future(trip.ask("Wait 5 seconds, then go to Books"))
        while not trip.steps:
            await asyncio.sleep(0.02)
        _kill_browser()
        ended = await turn
        assert ended.outcome == "failed"
        notice = trip.seen(Notice)[-1]
        assert notice.tone == "error" and notice.offer == "reopen_browser"
        assert all(step.ended for step in trip.steps)
        ids = {step.id for step in trip.steps}
        await trip.session._reopen()
        assert trip.session.page.url == practice, "it is open where it was"
        assert (await trip.ask("Go to Books")).outcome == "done"
        assert len({step.id for step in trip.steps} - ids) == 1, "earlier rows are kept, new ones have new ids"


async def test_every_event_is_in_the_journal(practice: str) -> None:
    async with journey(practice) as trip:
        await trip.ask("Go to Books")
        past = list(trip.session.stream.past)
        path = trip.session.journal.path if trip.session.journal else None
    assert path is not None
    kept = list(read(path))
    assert kept[: len(past)] == past
    assert any(isinstance(event, StepChanged) for event in kept)


async def test_nothing_is_left_behind(practice: str) -> None:
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    async with journey(practice) as trip:
        profile = trip.session.browser._temporary
        assert {process.pid for process in psutil.Process().children(recursive=True)} - before
    await asyncio.sleep(0.5)
    left = [p for p in psutil.Process().children(recursive=True) if p.pid not in before and p.status() != "zombie"]
    assert not left
    assert profile is not None and not profile.exists()


def _kill_browser() -> None:
    """Kill the browser's main process, as a crash would."""
    for process in psutil.Process().children(recursive=True):
        arguments = process.cmdline()
        if any("--user-data-dir" in part for part in arguments) and not any("--type=" in part for part in arguments):
            os.kill(process.pid, signal.SIGKILL)
            return
    raise AssertionError("there is no browser to kill")


async def test_what_was_allowed_for_good_is_asked_about_again(practice: str) -> None:
    """“Always on this site” is told and kept, counts from then on, and is taken back."""
    async with journey(practice) as trip:

        async def press(answer: Literal["always", "reject"] | None) -> None:
            doing = asyncio.ensure_future(trip.session.execute("click", selector='button "Subscribe"'))
            if answer is not None:
                trip.answer(await trip.question(), Answer(verdict=answer))
            await asyncio.wait_for(doing, 20)

        await press("always")
        (grant,) = trip.seen(GrantsChanged)[-1].grants
        assert (grant.action, grant.words) == ("click", "Click")
        assert grant.origin == practice.rstrip("/")
        asked = len(trip.seen(Asked))
        await press(None)
        assert len(trip.seen(Asked)) == asked
        assert trip.seen(Judged)[-1].by == "grant"
        await trip.session.send(Revoke(origin=grant.origin, action=grant.action))
        assert trip.seen(GrantsChanged)[-1].grants == ()
        await press("reject")
        assert len(trip.seen(Asked)) == asked + 1
