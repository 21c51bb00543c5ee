"""Qt without a screen, settings in a folder of the test's own, and an engine that does as it is told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication

from cobrowse.protocol.command import Command
from cobrowse.protocol.event import Event
from ui.bridge import Bridge
from ui.theme.theme import theme
from ui.window import MainWindow


class ScriptedEngine:
    """Yields the events it is given and remembers the commands it gets."""

    def __init__(self, *events: Event) -> None:
        self.sent: list[Command] = []
        self.calls: list[str] = []
        self.start_error: Exception | None = None
        self.send_error: Exception | None = None
        self._first = events
        self._more: asyncio.Queue[Event] = asyncio.Queue()

    async def events(self) -> AsyncIterator[Event]:
        for event in self._first:
            yield event
        while True:
            yield await self._more.get()

    def put(self, event: Event) -> None:
        self._more.put_nowait(event)

    async def send(self, command: Command) -> None:
        self.calls.append(command.kind)
        if self.send_error is not None:
            raise self.send_error
        self.sent.append(command)

    async def start(self) -> None:
        self.calls.append("start")
        if self.start_error is not None:
            raise self.start_error

    async def close(self) -> None:
        self.calls.append("close")


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))


class NotingBridge(Bridge):
    """Writes commands down instead of sending them."""

    def __init__(self) -> None:
        super().__init__(ScriptedEngine())
        self.sent: list[Command] = []

    def send(self, command: Command) -> None:
        self.sent.append(command)


class Driven:
    """A window with the commands it sends written down."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.bridge = NotingBridge()
        self.sent = self.bridge.sent
        window.connect_to(self.bridge)

    def take(self, *events: Event) -> None:
        for event in events:
            self.window.take(event)
        QApplication.processEvents()


@pytest.fixture
def driven(qtbot) -> Iterator[Driven]:
    window = MainWindow(["Show me around", "What can I do here?", "Read this page"])
    qtbot.addWidget(window)
    made = Driven(window)
    window.show()
    qtbot.waitExposed(window)
    yield made
    theme().set_mode("system")
