"""A file that the person picked is given away after a yes to this very file, and not when it was exchanged meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from cobrowse.protocol.event import Answer
from tests.journeys.conftest import journey
from tests.journeys.hostile.servers import Site, serving
from tests.journeys.hostile.stand import Obedient

PAGE = "<input type=file id=f aria-label=CV><p id=o></p><script>f.onchange = () => { o.textContent = f.files[0].name }</script>"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as made:
        made.pages["/"] = PAGE
        yield made


async def test_it_is_given_away_once_allowed_and_only_as_it_was(site: Site, tmp_path: Path) -> None:
    mine = tmp_path / "cv.txt"
    mine.write_text("mine")
    brain = Obedient()
    give = {"type": "upload", "selector": "#f", "value": str(mine)}
    async with journey(site.url, brain=brain, files=(mine,)) as trip:
        brain.orders = [give]
        turn = asyncio.ensure_future(trip.ask("Give them my CV"))
        ask = await trip.question()
        assert ask.why == "It gives away a file." and not ask.grantable
        mine.write_text("the keys of the house")
        trip.answer(ask, Answer(verdict="approve"))
        again = await trip.question()
        assert again.digest != ask.digest and again.why.startswith("The page changed")
        assert await trip.session.browser.active.page.text_content("#o") == ""
        trip.answer(again, Answer(verdict="approve"))
        assert (await turn).outcome == "done"
        assert trip.steps[-1].status == "done"
        assert await trip.session.browser.active.page.text_content("#o") == "cv.txt"
