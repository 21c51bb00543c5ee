"""The window: every part gets every event, and every command of a part goes to the bridge."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QScreen
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from cobrowse.protocol.command import Command, ReopenBrowser, Resume, Say, Stop, TakeOver
from cobrowse.protocol.event import Asked, ControlChanged, Event, SessionStarted, TurnEnded, TurnStarted
from ui.bar.banner import ControlBanner
from ui.bar.picks import Picks
from ui.bar.top import TopBar
from ui.bridge import Bounds, Bridge, Models
from ui.chat.asks import HandOverCard
from ui.chat.composer import Composer
from ui.chat.pane import ChatPane
from ui.commands import Commands
from ui.frame import BESIDE_WIDTH, Frame, stand_beside
from ui.safety.dialog import SafetyDialog
from ui.settings.model_dialog import ModelDialog
from ui.settings.store import WindowStore
from ui.theme.theme import Mode, theme
from ui.timeline.pane import TimelinePane


class MainWindow(QMainWindow):
    """Chat and timeline of one session."""

    closed = Signal()
    painted = Signal()
    """The window was drawn for the first time."""

    def __init__(self, suggestions: list[str] | None = None, *, models: Models | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Cobrowse")
        self.store = WindowStore()
        theme().set_mode(self.store.mode)
        self._models = models
        self._bridge: Bridge | None = None
        self._ready = self._running = self._drawn = False
        self.top, self.picks, self.banner = TopBar(), Picks(), ControlBanner()
        self.chat, self.timeline, self.composer = ChatPane(suggestions or []), TimelinePane(), Composer()
        self.commands = Commands(self)
        self.safety = SafetyDialog(self)
        self.dialog: ModelDialog | None = None
        self._build()
        self._connect_parts()
        self._connect_commands()
        self._refresh()
        self.composer.input.setFocus()

    def connect_to(self, bridge: Bridge) -> None:
        """Show what this bridge brings, and send through it."""
        self._bridge = bridge
        bridge.arrived.connect(self.take)
        bridge.start_failed.connect(self._on_start_failed)
        bridge.ended.connect(lambda why: self.chat.tell("error", self.tr("The engine stopped: {0}").format(why)))
        bridge.refused.connect(self._on_not_sent)

    def take(self, event: Event) -> None:
        """Show an event."""
        match event:
            case SessionStarted():
                self._ready = True
            case TurnStarted():
                self._running = True
            case TurnEnded():
                self._running = False
            case Asked():
                if not self.isActiveWindow():
                    QApplication.alert(self)
            case ControlChanged():
                self.commands.take_over.setEnabled(self._running and event.who == "assistant")
        for part in (self.top, self.picks, self.banner, self.chat, self.timeline, self.safety):
            part.take(event)
        if isinstance(event, (SessionStarted, TurnStarted, TurnEnded)):
            self._refresh()

    def send(self, command: Command) -> None:
        """Send a command, if there is an engine."""
        if self._bridge is not None:
            self._bridge.send(command)

    def place_beside(self, screen: QScreen) -> Bounds:
        """Stand at the left edge of the screen; returns where the browser has room."""
        return stand_beside(self, screen)

    def open_model(self) -> None:
        """Open the dialog for connecting a model."""
        if self._models is None or self._bridge is None:
            self.chat.tell("info", self.tr("Models cannot be connected here; the guide is at work."))
            return
        if self.dialog is None or not self.dialog.isVisible():
            self.dialog = ModelDialog(self._models, self._bridge.hold, self)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.finished.connect(lambda _: setattr(self, "dialog", None))
            self.dialog.open()
        self.dialog.raise_()

    def set_mode(self, mode: Mode) -> None:
        """Light, dark or like the system; remembered."""
        theme().set_mode(mode)
        self.store.mode = mode

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.chat.take_key(event, empty=not self.composer.input.toPlainText()):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the system's text size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.ApplicationFontChange, QEvent.Type.FontChange):
            theme().follow_font()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._drawn:
            self._drawn = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.store.write()
        self.timeline.look.close()
        self.safety.close()
        self.closed.emit()
        event.accept()

    def _build(self) -> None:
        self.frame = Frame(self.chat, self.timeline, self.composer, self.store)
        page = QWidget()
        page.setObjectName("page")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.top, self.picks, self.banner):
            layout.addWidget(part)
        layout.addWidget(self.frame, 1)
        self.setCentralWidget(page)
        self.setMinimumSize(380, 420)
        self.resize(BESIDE_WIDTH, 820)

    def _connect_parts(self) -> None:
        for part in (self.top, self.picks, self.chat, self.timeline, self.safety):
            part.command.connect(self.send)
        self.top.menu_wanted.connect(self._open_menu)
        self.top.settings.clicked.connect(self.open_model)
        self.picks.model_wanted.connect(self.open_model)
        self.banner.resume_wanted.connect(self._resume)
        self.chat.connect_wanted.connect(self.open_model)
        self.chat.address_wanted.connect(self.top.address.offer)
        self.timeline.model.rowsInserted.connect(lambda *_: self.frame.show_steps())
        self.chat.asks_changed.connect(self._refresh)
        self.timeline.ask_wanted.connect(self.chat.show_ask)
        self.composer.said.connect(self._on_said)
        self.composer.stop_wanted.connect(self.commands.stop.trigger)
        self.composer.take_over_wanted.connect(self.commands.take_over.trigger)
        self.composer.input.key_wanted = self.chat.wants
        self.composer.input.key_passed.connect(self.chat.press)

    def _connect_commands(self) -> None:
        commands = self.commands
        commands.stop.triggered.connect(lambda: self.send(Stop()))
        commands.take_over.triggered.connect(lambda: self.send(TakeOver()))
        commands.reopen.triggered.connect(lambda: self.send(ReopenBrowser()))
        commands.address.triggered.connect(self.top.address.edit)
        commands.compose.triggered.connect(lambda: self.composer.input.setFocus(Qt.FocusReason.ShortcutFocusReason))
        commands.waiting.triggered.connect(lambda: self.chat.show_ask())
        commands.timeline.triggered.connect(lambda: self.timeline.view.setFocus(Qt.FocusReason.ShortcutFocusReason))
        commands.look.triggered.connect(self.timeline.open_look)
        commands.safety.triggered.connect(self.safety.open)
        commands.model.triggered.connect(self.open_model)
        commands.quit.triggered.connect(self.close)
        commands.on_mode(self.set_mode)

    def _open_menu(self, at: QPoint) -> None:
        self.commands.menu(self).popup(at)

    def _refresh(self) -> None:
        """Fit what can be pressed to what is going on."""
        card = self.chat.waiting
        self.commands.stop.setEnabled(self._running)
        self.commands.take_over.setEnabled(self._running)
        self.composer.show_state(running=self._running, answering=card is not None and card.takes_words)

    def _on_said(self, text: str) -> None:
        card = self.chat.waiting
        if not self._ready:
            self.composer.tell(self.tr("One moment: the browser is starting. Your words stay here."))
        elif card is not None and card.takes_words:
            card.answer(text)
            self.composer.taken()
        elif self._running:
            self.composer.tell(self.tr("It is still working. Stop it (Esc) or wait; your words stay here."))
        else:
            self.send(Say(text=text[:20_000]))
            self.composer.taken()

    def _resume(self) -> None:
        card = self.chat.waiting
        if isinstance(card, HandOverCard):
            card.give_back()
        else:
            self.send(Resume())

    def _on_not_sent(self, command: Command, why: str) -> None:
        self.chat.not_sent(command)
        if isinstance(command, Say):
            self.composer.restore(command.text)
        self.chat.tell("error", self.tr("That could not be done: {0}").format(why))

    def _on_start_failed(self, message: str, hint: str) -> None:
        self.chat.activity.tell("")
        bridge = self._bridge
        again = bridge.restart if bridge is not None else None
        self.chat.tell("error", message, hint=hint, offer=self.tr("Try again"), on_offer=again)
