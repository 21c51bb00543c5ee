"""Between the engine and the widgets: its events become one signal, their commands become calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QObject, Signal

from cobrowse.protocol.command import Command, Stop
from cobrowse.protocol.event import Event

log = logging.getLogger(__name__)


class Bounds(NamedTuple):
    """A rectangle on the desktop: where the browser's window goes."""

    x: int
    y: int
    width: int
    height: int


class Engine(Protocol):
    """What the window needs of the engine."""

    def events(self) -> AsyncIterator[Event]:
        """A stream of its own for each caller, from the start of the session."""
        ...

    async def send(self, command: Command) -> None:
        """Take a command; returns quickly."""
        ...

    async def start(self) -> None:
        """Start the browser and whatever else it needs. Raises an error with `message` and `hint`."""
        ...

    async def close(self) -> None:
        """End everything it started."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model to talk to. The key is held by the one who keeps keys, never by an event or a setting of the window."""

    base_url: str = ""
    name: str = ""
    key: str = ""
    """Empty means: the one that is already kept, if any."""
    keep_key: bool = True
    """Keep the key in the system's keyring; otherwise for this session only."""


class Models(Protocol):
    """Connecting a model: keys must not travel with commands, which are journaled."""

    def current(self) -> ModelChoice | None:
        """The model in use, without its key; `None` for the built-in guide."""
        ...

    async def test(self, choice: ModelChoice) -> str:
        """Try it; returns a sentence on what came back. Raises an error with `message` and `hint`."""
        ...

    async def save(self, choice: ModelChoice | None) -> None:
        """Use it from the next message on; `None` goes back to the guide."""
        ...


class Bridge(QObject):
    """Runs one engine for the window. Holds every task it starts, so that none is collected half-way."""

    arrived = Signal(object)
    """An `Event`, in the order of the stream."""
    start_failed = Signal(str, str)
    """Message and hint: the engine did not come up."""
    ended = Signal(str)
    """The stream of events ended by an error."""
    refused = Signal(object, str)
    """A command that could not be handed over, and why."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    def start(self) -> None:
        """Begin to listen, and start the engine."""
        self.hold(self._listen())
        self.hold(self._start())

    def restart(self) -> None:
        """Try once more to start the engine."""
        self.hold(self._start())

    def send(self, command: Command) -> None:
        """Hand a command to the engine."""
        if not self._closing:
            self.hold(self._send(command))

    def hold(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine and keep a strong reference to it until it ends."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self, timeout: float = 8.0) -> None:
        """Stop, end our tasks, close the engine; in this order, and never longer than `timeout` a step."""
        self._closing = True
        await _within(timeout / 4, self._engine.send(Stop()), "stop")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await _within(timeout, self._engine.close(), "close")

    async def _listen(self) -> None:
        try:
            async for event in self._engine.events():
                self.arrived.emit(event)
        except Exception as error:
            log.exception("the stream of events ended")
            self.ended.emit(words(error)[0])

    async def _start(self) -> None:
        try:
            await self._engine.start()
        except Exception as error:
            log.warning("the engine did not start: %s", error)
            self.start_failed.emit(*words(error))

    async def _send(self, command: Command) -> None:
        try:
            await self._engine.send(command)
        except Exception as error:
            log.warning("%s was not taken: %s", command.kind, error)
            self.refused.emit(command, words(error)[0])


def words(error: Exception) -> tuple[str, str]:
    """An error's sentence and its hint, for showing."""
    message = getattr(error, "message", None) or str(error) or type(error).__name__
    return str(message), str(getattr(error, "hint", "") or "")


async def _within(seconds: float, work: Coroutine[Any, Any, None], what: str) -> None:
    try:
        await asyncio.wait_for(work, seconds)
    except Exception as error:
        log.warning("%s did not go well: %r", what, error)
