"""Starting and ending the window: one loop for Qt and asyncio, and an orderly way out."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from ui.bridge import Bounds, Bridge, Engine, ModelChoice, Models
from ui.theme.icons import icon
from ui.theme.theme import theme
from ui.window import MainWindow

log = logging.getLogger(__name__)
__all__ = ["Bounds", "EngineFactory", "ModelChoice", "Models", "WindowOptions", "application", "main", "run"]

EngineFactory = Callable[[Bounds], Engine]
"""Makes the engine; the rectangle is where the browser's window has room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """How the window starts."""

    suggestions: list[str] = field(default_factory=list)
    """Things to try, shown under the greeting."""
    beside: bool = True
    """Stand at the left edge of the screen, with the browser to the right."""
    tour: bool = False
    """Play the guided tour, then close."""
    close_timeout: float = 8.0
    """Seconds that closing the engine may take."""


def main(options: WindowOptions, engine_factory: EngineFactory, models: Models | None = None) -> int:
    """Show the window until it is closed; returns an exit code."""
    app = application()
    loop = QEventLoop(app)
    asyncio.set_event_loop(loop)
    try:
        with loop, _interrupts(app):
            return loop.run_until_complete(run(options, engine_factory, models))
    finally:
        asyncio.set_event_loop(None)


def application() -> QApplication:
    """The Qt application, which must not end by itself when the window closes."""
    known = QApplication.instance()
    app = known if isinstance(known, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("Cobrowse")
    app.setDesktopFileName("cobrowse")
    app.setQuitOnLastWindowClosed(False)
    return app


async def run(options: WindowOptions, engine_factory: EngineFactory, models: Models | None = None) -> int:
    """The life of one window inside a running loop: show, start the engine, wait for the close, end everything."""
    window = MainWindow(list(options.suggestions), models=models)
    window.setWindowIcon(QIcon(icon("spark", theme().colour("accent"), 64)))
    closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    drawn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    window.closed.connect(lambda: closed.done() or closed.set_result(None))
    window.painted.connect(lambda: drawn.done() or drawn.set_result(None))
    rest = window.place_beside(window.screen()) if options.beside else Bounds(0, 0, 0, 0)
    window.show()
    await asyncio.wait({closed, drawn}, timeout=1.0, return_when=asyncio.FIRST_COMPLETED)
    bridge = Bridge(engine_factory(rest))
    window.connect_to(bridge)
    guided = _begin_tour(window, bridge) if options.tour else None
    bridge.start()
    try:
        await closed
    finally:
        await bridge.close(options.close_timeout)
        window.deleteLater()
    return 1 if guided is not None and (guided.cancelled() or guided.exception() is not None) else 0


def _begin_tour(window: MainWindow, bridge: Bridge) -> asyncio.Task[None]:
    """Play the tour beside the window, and close the window when it ends, well or not."""
    from ui.tour import PICTURE, Tour  # only the demonstration needs it

    tour = Tour(window, Path(PICTURE))
    bridge.arrived.connect(tour.take)

    async def play() -> None:
        try:
            await tour.play()
        except Exception as error:
            log.error("the tour did not end well: %s", error)
            print(f"The tour did not end well: {error}", file=sys.stderr)
            raise
        finally:
            window.close()

    return bridge.hold(play())


@contextmanager
def _interrupts(app: QApplication) -> Iterator[None]:
    """Ctrl+C in the terminal closes the window, and so the browser; Qt's loop would not notice it by itself."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: _drain(ours))
    before_fd = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    close = lambda *_: QTimer.singleShot(0, app.closeAllWindows)  # noqa: E731
    before = {number: signal.signal(number, close) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_fd)
        notifier.setEnabled(False)
        ours.close()
        theirs.close()


def _drain(end: socket.socket) -> None:
    try:
        end.recv(4096)
    except BlockingIOError:
        pass
