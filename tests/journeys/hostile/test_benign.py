"""What is harmless is not asked about, and what matters is asked about once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from tests.journeys.benign import GROUPS, Group, table
from tests.journeys.hostile.case import Case
from tests.journeys.hostile.servers import serving
from tests.journeys.hostile.stand import Obedient, Stand

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(120)]
SAFETY = Path(__file__).parents[3] / "docs" / "SAFETY.md"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stand(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stand]:
    """A session without a list, as a person starts it."""
    with serving() as own, serving() as other, serving() as canary, pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBROWSE_HOME", str(tmp_path_factory.mktemp("home")))
        brain = Obedient()
        options = SessionOptions(browser=BrowserOptions(headless=True, profile="temp"), keep=False)
        async with Session(options, brain=brain) as session:
            session.page.ground.wait_ms = 2500
            yield Stand(session, brain, own, other, canary)


@pytest.mark.parametrize(
    "group", [pytest.param(group, id=group.name, marks=() if group.core else pytest.mark.long) for group in GROUPS]
)
async def test_asked_once_for_what_matters_and_never_else(stand: Stand, group: Group) -> None:
    wanted = [wish for wish in group.wishes if wish.matters]
    sends = sum("/effect" in group.html for _ in wanted)
    case = Case(
        id=group.name.replace(" ", "-"),
        expect="Only what matters is asked about, once.",
        html=group.html,
        orders=[wish.action for wish in group.wishes],
        answers=["approve"] * len(wanted),
        effects=sends,
    )
    played = await stand.play(case)
    assert [step.status for step in played.steps] == ["done"] * len(group.wishes), played.told
    asked = Counter(ask.step for ask in played.asks)
    assert {wish.words: asked.get(step.id, 0) for wish, step in zip(group.wishes, played.steps, strict=True)} == {
        wish.words: int(wish.matters) for wish in group.wishes
    }


async def test_there_are_enough_and_the_table_is_kept() -> None:
    assert sum(len(group.wishes) for group in GROUPS) >= 60
    assert table() in SAFETY.read_text(encoding="utf-8"), "python -m tests.journeys.benign prints the table anew"
