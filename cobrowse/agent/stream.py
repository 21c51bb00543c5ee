"""One stream of events with many readers: faces, the command line, the journal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from cobrowse.protocol.event import Event, SaidPart


class Stream:
    """Appends events, hands them to the journal, and gives every reader all of them from the start."""

    def __init__(
        self, keep: Callable[[Event], None] = lambda event: None, veil: Callable[[Event], Event] = lambda event: event
    ) -> None:
        """`keep` writes an event down; `veil` takes out before what nobody may see."""
        self.past: list[Event] = []
        """Everything so far that is kept."""
        self._keep = keep
        self._veil = veil
        self._readers: set[asyncio.Queue[Event | None]] = set()
        self._closed = False

    def emit(self, event: Event) -> None:
        """Tell everyone. Pieces of a streamed answer are passed on but not kept: the whole follows."""
        event = self._veil(event)
        if not isinstance(event, SaidPart):
            self.past.append(event)
            self._keep(event)
        for reader in self._readers:
            reader.put_nowait(event)

    async def read(self) -> AsyncIterator[Event]:
        """All events, past ones first, until the stream is closed."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        for event in self.past:
            queue.put_nowait(event)
        if self._closed:
            queue.put_nowait(None)
        self._readers.add(queue)
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            self._readers.discard(queue)

    def close(self) -> None:
        """End every reader."""
        self._closed = True
        for reader in self._readers:
            reader.put_nowait(None)
