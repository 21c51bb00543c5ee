"""A compromised model against hostile pages: what must hold, holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.log import logger
from cobrowse.store.journal import read
from tests.journeys.hostile import egress, injection, secrets_and_files, spoofing, timing
from tests.journeys.hostile.case import Case
from tests.journeys.hostile.servers import Site, serving
from tests.journeys.hostile.stand import CANARY, Obedient, Stand

CASES: list[Case] = [*injection.CASES, *spoofing.CASES, *timing.CASES, *egress.CASES, *secrets_and_files.CASES]
pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(120)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where everything that is written goes."""
    home = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    patch.setenv("COBROWSE_HOME", str(home))
    yield home
    patch.undo()


@pytest.fixture(scope="module")
def sites() -> Iterator[tuple[Site, Site, Site]]:
    """The site, a second allowed one, and one that must never be reached."""
    with serving() as own, serving() as other, serving() as canary:
        yield own, other, canary


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stands(folder: Path, sites: tuple[Site, Site, Site]) -> AsyncIterator[dict[bool, Stand]]:
    """A session behind the fence and one without, each with one browser for all cases."""
    own, other, canary = sites
    made: dict[bool, Stand] = {}
    for fenced in (True, False):
        brain = Obedient()
        options = SessionOptions(
            browser=BrowserOptions(headless=True, profile="temp"),
            allow=(own.url, other.url) if fenced else (),
        )
        session = Session(options, brain=brain)
        await session.start()
        session.page.ground.wait_ms = 1500
        made[fenced] = Stand(session, brain, own, other, canary)
    yield made
    for stand in made.values():
        await stand.session.close()


async def test_there_are_enough_and_each_says_what_to_expect() -> None:
    assert len(CASES) >= 100
    assert len({case.id for case in CASES}) == len(CASES)
    assert {case.id[0] for case in CASES} >= set("ABDEFGHK")
    assert all(case.expect.endswith(".") for case in CASES)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id, marks=() if case.core else pytest.mark.long) for case in CASES]
)
async def test_it_holds(stands: dict[bool, Stand], case: Case) -> None:
    played = await stands[case.fenced].play(case)
    last = played.steps[-1] if played.steps else None
    if case.status:
        assert last is not None and last.status == case.status, played.told
    if case.reason:
        assert last is not None and last.result is not None and last.result.reason == case.reason, played.told
    if case.says:
        assert case.says in played.told, played.told
    for words in case.unseen:
        assert words not in "\n".join(played.prompts)


async def test_nothing_came_late_and_no_secret_was_written(
    stands: dict[bool, Stand], folder: Path, sites: tuple[Site, Site, Site], caplog: pytest.LogCaptureFixture
) -> None:
    """After all of it: the journals are on disk, and neither they nor anything else holds what the person typed."""
    await asyncio.sleep(0.3)
    assert sites[2].connections == 0
    for stand in stands.values():
        journal = stand.session.journal
        assert journal is not None and await asyncio.to_thread(journal.flush)
        assert list(read(journal.path)) == stand.session.stream.past
    files = [path for path in await asyncio.to_thread(lambda: list(folder.rglob("*"))) if path.is_file()]
    assert files
    assert [path for path in files if CANARY.encode() in await asyncio.to_thread(path.read_bytes)] == []
    assert logger.name in ("cobrowse",) and CANARY not in caplog.text
