"""Bridge, model dialog, start and end: with a real qasync loop."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from cobrowse.errors import CobrowseError
from cobrowse.protocol.command import Look, Say
from tests.ui.conftest import ScriptedEngine
from tests.ui.scripts import START, TURN
from ui.app import Bounds, WindowOptions, application, run
from ui.bridge import Bridge, ModelChoice
from ui.chat.notice import NoticeCard
from ui.settings.model_dialog import ModelDialog
from ui.window import MainWindow


@pytest.fixture
def loop(qapp):
    application()
    made = QEventLoop(qapp)
    with made:
        yield made


async def until(true: Callable[[], object], seconds: float = 3.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def window_of() -> MainWindow:
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())


def test_events_come_in_order_and_commands_go_out(loop):
    engine = ScriptedEngine(START, TURN)
    got: list[str] = []

    async def play() -> None:
        bridge = Bridge(engine)
        bridge.arrived.connect(lambda event: got.append(event.kind))
        bridge.start()
        bridge.send(Look())
        await until(lambda: engine.sent and len(got) == 2)
        gc.collect()
        engine.put(START)
        await until(lambda: len(got) == 3)
        await bridge.close()
        bridge.send(Look())
        await asyncio.sleep(0.02)

    loop.run_until_complete(play())
    assert got == ["session_started", "turn_started", "session_started"]
    assert engine.calls == ["start", "look", "stop", "close"]


def test_a_command_that_is_refused_and_a_stream_that_breaks_are_told(loop):
    engine = ScriptedEngine()
    engine.send_error = CobrowseError("There is no browser.", "Reopen it.")
    told: list[object] = []

    async def broken():
        yield START
        raise ValueError("disk full")

    engine.events = broken  # type: ignore[method-assign]

    async def play() -> None:
        bridge = Bridge(engine)
        bridge.refused.connect(lambda command, why: told.append((command, why)))
        bridge.ended.connect(told.append)
        bridge.start()
        bridge.send(Say(text="x"))
        await until(lambda: len(told) == 2)
        await bridge.close()

    loop.run_until_complete(play())
    assert (Say(text="x"), "There is no browser.") in told
    assert "disk full" in told


def test_an_engine_that_does_not_end_is_not_waited_for_for_ever(loop):
    engine = ScriptedEngine()

    async def never() -> None:
        await asyncio.sleep(60)

    engine.close = never  # type: ignore[method-assign]

    async def play() -> None:
        bridge = Bridge(engine)
        bridge.start()
        async with asyncio.timeout(5):
            await bridge.close(timeout=0.05)

    loop.run_until_complete(play())


def live(
    loop, engine: ScriptedEngine, act: Callable[[MainWindow], Awaitable[None]], **options
) -> tuple[int, list[Bounds]]:
    rooms: list[Bounds] = []

    def factory(room: Bounds) -> ScriptedEngine:
        rooms.append(room)
        return engine

    async def play() -> int:
        life = asyncio.ensure_future(run(WindowOptions(**options), factory))
        await until(lambda: "start" in engine.calls)
        window = window_of()
        await act(window)
        window.close()
        async with asyncio.timeout(5):
            return await life

    return loop.run_until_complete(play()), rooms


def test_a_window_lives_and_ends_in_order(loop, qapp):
    engine = ScriptedEngine(START)

    async def act(window: MainWindow) -> None:
        await until(lambda: window.picks.brain.value == "Guide")
        window.composer.input.setPlainText("hello")
        window.composer.send.click()
        await until(lambda: engine.sent)

    code, rooms = live(loop, engine, act)
    assert code == 0
    assert engine.sent[0] == Say(text="hello")
    assert engine.calls == ["start", "say", "stop", "close"]
    assert rooms[0].x > 0
    assert rooms[0].width > 0
    assert not qapp.quitOnLastWindowClosed()


def test_the_window_is_drawn_before_the_engine_is_made(loop):
    engine = ScriptedEngine(START)
    drawn: list[bool] = []
    original = engine.start

    async def start() -> None:
        drawn.append(window_of()._drawn)
        await original()

    engine.start = start  # type: ignore[method-assign]

    async def act(window: MainWindow) -> None:
        return

    live(loop, engine, act)
    assert drawn == [True]


def test_a_start_that_failed_says_why_and_can_be_tried_again(loop):
    engine = ScriptedEngine()
    engine.start_error = CobrowseError("No browser was found.", "Run: cobrowse doctor")

    async def act(window: MainWindow) -> None:
        await until(lambda: window.chat.findChildren(NoticeCard))
        (card,) = window.chat.findChildren(NoticeCard)
        assert card.accessibleName() == "Error: No browser was found. Run: cobrowse doctor"
        assert not window.chat.activity.isVisible()
        engine.start_error = None
        assert card.offer is not None
        card.offer.click()
        await until(lambda: engine.calls.count("start") == 2)

    code, _ = live(loop, engine, act)
    assert code == 0


class Models:
    """Models that do as they are told."""

    def __init__(self, current: ModelChoice | None = None) -> None:
        self.now = current
        self.saved: list[ModelChoice | None] = []
        self.error: Exception | None = None

    def current(self) -> ModelChoice | None:
        return self.now

    async def test(self, choice: ModelChoice) -> str:
        if self.error:
            raise self.error
        return f"{choice.name} answers."

    async def save(self, choice: ModelChoice | None) -> None:
        self.saved.append(choice)


def test_a_model_is_tested_and_saved(loop, qtbot):
    models, tasks = Models(), []
    dialog = ModelDialog(models, lambda work: tasks.append(asyncio.ensure_future(work)))
    qtbot.addWidget(dialog)

    async def play() -> None:
        dialog.open()
        assert not dialog.save.isEnabled()
        qtbot.keyClicks(dialog.address, "http://127.0.0.1:11434/v1")
        qtbot.keyClicks(dialog.name, "qwen")
        qtbot.keyClicks(dialog.key, "sk-1")
        models.error = CobrowseError("The key is wrong.", "Look it up.")
        dialog.test.click()
        assert not dialog.test.isEnabled()
        await until(lambda: dialog.outcome.text() == "The key is wrong. Look it up.")
        models.error = None
        dialog.test.click()
        await until(lambda: dialog.outcome.text() == "qwen answers.")
        dialog.save.click()
        await until(lambda: models.saved)

    loop.run_until_complete(play())
    assert models.saved == [ModelChoice(base_url="http://127.0.0.1:11434/v1", name="qwen", key="sk-1", keep_key=True)]
    assert not dialog.isVisible()
    assert dialog.key.text() == ""
    assert dialog.key.echoMode() == dialog.key.EchoMode.Password


def test_one_can_go_back_to_the_guide(loop, qtbot):
    models, tasks = Models(ModelChoice(base_url="http://x/v1", name="qwen")), []
    dialog = ModelDialog(models, lambda work: tasks.append(asyncio.ensure_future(work)))
    qtbot.addWidget(dialog)

    async def play() -> None:
        dialog.open()
        assert dialog.name.text() == "qwen"
        dialog.guide.click()
        await until(lambda: models.saved)

    loop.run_until_complete(play())
    assert models.saved == [None]


def test_the_model_dialog_opens_from_pick_and_key_without_blocking(driven, qtbot):
    window = driven.window
    window._models = Models()
    qtbot.mouseClick(window.picks.brain, Qt.MouseButton.LeftButton)
    first = window.dialog
    assert first is not None
    assert first.isVisible()
    window.commands.model.trigger()
    assert window.dialog is first
    first.close()
    qtbot.waitUntil(lambda: window.dialog is None, timeout=1000)


def test_ten_thousand_loop_turns_keep_none_alive(loop):
    """Some versions of PySide6 lose a reference to None with every callback of the loop, and abort in the end."""
    fired = 0

    async def play() -> None:
        nonlocal fired
        for _ in range(10_000):
            await asyncio.sleep(0)
        timer = QTimer(interval=0)

        def tick() -> None:
            nonlocal fired
            fired += 1

        timer.timeout.connect(tick)
        timer.start()
        await until(lambda: fired > 500)
        timer.stop()

    gc.collect()
    before = sys.getrefcount(None)
    loop.run_until_complete(play())
    gc.collect()
    # From Python 3.12 on None is immortal and its count never moves.
    assert sys.getrefcount(None) > before - 1_000
