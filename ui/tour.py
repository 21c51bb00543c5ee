"""The guided tour: the window is worked as a person would work it, on the practice site, until a form is sent.

It presses the very buttons that a person presses, with their arming delay, so it shows nothing that is not there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton

from cobrowse.protocol.event import Event, SessionStarted, TurnEnded
from ui.approval.card import ApprovalCard
from ui.chat.choice import ChoiceCard
from ui.window import MainWindow

Card = TypeVar("Card", ApprovalCard, ChoiceCard)
T = TypeVar("T")
PICTURE = "cobrowse-demo.png"
_PATIENCE = 90.0
"""Seconds for one scene."""
_LOOK = 1.2
"""Seconds a person needs to see what is new."""


class TourFailed(Exception):
    """A scene did not end as it should; the message says which."""


class Tour:
    """Plays once. `picture` is where the desktop's picture goes, taken while an approval waits."""

    def __init__(self, window: MainWindow, picture: Path) -> None:
        self._window = window
        self._picture = picture
        self._ready = asyncio.Event()
        self._ended: asyncio.Queue[TurnEnded] = asyncio.Queue()

    def take(self, event: Event) -> None:
        """Follow what happens."""
        if isinstance(event, SessionStarted):
            self._ready.set()
        if isinstance(event, TurnEnded):
            self._ended.put_nowait(event)

    async def play(self) -> None:
        """All scenes. Raises `TourFailed`."""
        await self._within(self._ready.wait(), "the browser to start")
        await asyncio.sleep(_LOOK)
        await self._say("Show me where I change my delivery address")
        await self._end("show me")
        await self._say("Go to Books, then choose Hiking in Category")
        await self._end("go and choose")
        await self._say("Click Add to basket")
        await self._choose(1)
        await self._end("choose one of several")
        await self._say("Subscribe ada@example.org to the newsletter")
        await self._approve()
        await self._end("subscribe")
        await asyncio.sleep(_LOOK)

    async def _say(self, text: str) -> None:
        """Type a request, letter by letter, and send it."""
        field = self._window.composer.input
        for letter in text:
            field.insertPlainText(letter)
            await asyncio.sleep(0.012)
        field.sent.emit()

    async def _choose(self, number: int) -> None:
        card = await self._until(lambda: self._waiting(ChoiceCard), "a choice")
        await asyncio.sleep(_LOOK)
        card.press(number)

    async def _approve(self) -> None:
        card = await self._until(lambda: self._waiting(ApprovalCard), "an approval")
        await self._until(lambda: card.approve.isEnabled(), "the approval to be armed")
        await asyncio.sleep(_LOOK)
        self._take_picture()
        _press(card.approve)

    def _waiting(self, kind: type[Card]) -> Card | None:
        card = self._window.chat.waiting
        return card if isinstance(card, kind) else None

    def _take_picture(self) -> None:
        """The whole desktop, as a person sees it."""
        if not self._window.screen().grabWindow(0).save(str(self._picture)):
            raise TourFailed(f"the picture could not be written to {self._picture}")

    async def _end(self, scene: str) -> None:
        ended = await self._within(self._ended.get(), f"the end of “{scene}”")
        if ended.outcome != "done":
            raise TourFailed(f"“{scene}” ended {ended.outcome}: {ended.response}")
        await asyncio.sleep(_LOOK)

    async def _until(self, look: Callable[[], T | None], what: str) -> T:
        async def found() -> T:
            while not (value := look()):
                await asyncio.sleep(0.05)
            return value

        return await self._within(found(), what)

    async def _within(self, work: Awaitable[T], what: str) -> T:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await work
        except TimeoutError:
            raise TourFailed(f"waited {_PATIENCE:g} s for {what}") from None


def _press(button: QAbstractButton) -> None:
    button.click()
