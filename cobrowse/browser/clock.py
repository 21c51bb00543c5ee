"""Deadlines that do not run while a question of the page waits for the person's answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Clock:
    """Time as deadlines count it: it stands still while a dialog is open, as nothing in the page goes on then."""

    def __init__(self) -> None:
        self._questions = 0
        self._running: dict[asyncio.Timeout, float] = {}
        """Deadlines under way, with the seconds that were left when time stopped."""

    def stop(self) -> None:
        """A dialog is open from now on."""
        self._questions += 1
        if self._questions > 1:
            return
        now = asyncio.get_running_loop().time()
        for deadline in self._running:
            when = deadline.when()
            if when is not None and not deadline.expired():
                self._running[deadline] = max(when - now, 0.0)
                deadline.reschedule(None)

    def go(self) -> None:
        """It was answered."""
        self._questions = max(0, self._questions - 1)
        if self._questions:
            return
        now = asyncio.get_running_loop().time()
        for deadline, left in self._running.items():
            if deadline.when() is None:
                deadline.reschedule(now + left)

    @property
    def stopped(self) -> bool:
        """Whether a dialog is open."""
        return self._questions > 0

    @asynccontextmanager
    async def limit(self, seconds: float) -> AsyncIterator[None]:
        """Raise `TimeoutError` when what is inside takes longer than this, dialogs not counted."""
        async with asyncio.timeout(None if self.stopped else seconds) as deadline:
            self._running[deadline] = seconds
            try:
                yield
            finally:
                del self._running[deadline]
