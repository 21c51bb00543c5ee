"""Whole journeys: a real session on the practice site, told and answered as a face would."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.practice import PracticeSite
from cobrowse.protocol.event import Answer, Ask, Event, Step


@pytest.fixture(scope="session")
def practice() -> Iterator[str]:
    """Address of the practice site."""
    with PracticeSite() as site:
        yield site.url


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of a person of its own for each test."""
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Journey:
    """A session with what a person at it would do."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._asked: set[str] = set()

    async def ask(self, text: str):
        """Say something and wait for the end."""
        return await asyncio.wait_for(self.session.ask(text), 60)

    async def question(self) -> Ask:
        """The question that comes next; each is given once."""
        for _ in range(1200):
            ask = self.session.people.waiting
            if ask and ask.id not in self._asked:
                self._asked.add(ask.id)
                return ask
            await asyncio.sleep(0.05)
        raise AssertionError("nothing was asked")

    def answer(self, ask: Ask, answer: Answer) -> None:
        """Answer in the window."""
        assert self.session.people.reply(ask.id, answer, "window")

    async def read(self, selector: str, attribute: str | None = None) -> Any:
        """What the page holds."""
        parameters = {"selector": selector} | ({"attribute": attribute} if attribute else {})
        result = await self.session.execute("extract", **parameters)
        assert result.ok, result.message
        return (result.data or {})["value"]

    @property
    def steps(self) -> list[Step]:
        """The timeline."""
        return list(self.session.timeline.steps.values())

    def seen(self, kind: type[Event]) -> list[Any]:
        """Events of a kind so far."""
        return [event for event in self.session.stream.past if isinstance(event, kind)]


@asynccontextmanager
async def journey(url: str, **options: Any) -> AsyncIterator[Journey]:
    """A journey that begins on `url`, headless with a profile that is thrown away."""
    browser = options.pop("browser", BrowserOptions(headless=True, profile="temp"))
    brain = options.pop("brain", None)
    async with Session(SessionOptions(url=url, browser=browser, **options), brain=brain) as session:
        yield Journey(session)
