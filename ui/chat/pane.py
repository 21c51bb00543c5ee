"""The conversation: events become bubbles, notices and cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from cobrowse.protocol.command import Command, ReopenBrowser, Reply, Say
from cobrowse.protocol.event import (
    Answered,
    Ask,
    Asked,
    Event,
    Notice,
    Said,
    SaidPart,
    SessionStarted,
    StepChanged,
    TurnEnded,
    TurnStarted,
)
from ui.chat.asks import AskCard
from ui.chat.bubbles import Activity, Ending, Mine, Theirs
from ui.chat.cards import make_card
from ui.chat.composer import number_of
from ui.chat.conversation import Conversation
from ui.chat.greeting import Suggestions
from ui.chat.notice import NoticeCard
from ui.theme.announce import announce


class ChatPane(QWidget):
    """Shows what was said and asked; sends what the person answers."""

    command = Signal(object)
    address_wanted = Signal(str)
    connect_wanted = Signal()
    asks_changed = Signal()

    def __init__(self, suggestions: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = Conversation(self)
        self.cards: dict[str, AskCard] = {}
        self._turns: dict[str, str] = {}
        self._now = ""
        self._streaming: Theirs | None = None
        self._last_said = ""
        self.suggestions = Suggestions(suggestions)
        self.suggestions.hide()
        self.suggestions.picked.connect(lambda text: self.command.emit(Say(text=text)))
        self.activity = Activity()
        self.activity.tell(self.tr("Starting the browser…"))
        self.view.add_tail(self.suggestions)
        self.view.add_tail(self.activity)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)

    def take(self, event: Event) -> None:
        """Show an event, if it is one for the conversation."""
        match event:
            case SessionStarted():
                self.activity.tell("")
                self.suggestions.setVisible(bool(self.suggestions.buttons) and not self._turns)
            case TurnStarted():
                self._on_turn(event)
            case SaidPart():
                self._answer().add(event.text)
            case Said():
                self._on_said(event.text)
            case StepChanged() if event.step.turn == self._now and self.waiting is None:
                self._on_step(event)
            case Asked():
                self._on_asked(event.ask)
            case Answered() if event.ask in self.cards:
                self.cards[event.ask].settle(event.answer, event.by)
                self._asks()
            case Notice():
                self._on_notice(event)
            case TurnEnded():
                self._on_ended(event)

    @property
    def waiting(self) -> AskCard | None:
        """The newest question that waits."""
        return next((card for card in reversed(self.cards.values()) if card.waiting), None)

    def wants(self, number: int) -> bool:
        """Whether a number key (0: Space) answers the question that waits."""
        card = self.waiting
        return card is not None and card.wants(number)

    def press(self, number: int) -> None:
        """A number key (0: Space) was pressed outside any text."""
        card = self.waiting
        if card is not None and card.wants(number):
            card.press(number)

    def take_key(self, event: QKeyEvent, *, empty: bool) -> bool:
        """A key that no part wanted: answers what waits (when the composer is empty), or scrolls."""
        number = number_of(event)
        if number is not None and empty and not event.isAutoRepeat():
            self.press(number)
            return True
        return self.view.scroll_by(event)

    def show_ask(self, step: str = "") -> None:
        """Bring the question of a step (or the one that waits) into sight and give it the focus."""
        card = next((c for c in self.cards.values() if step and c.ask.step == step and not c.settled), self.waiting)
        if card is not None:
            self.view.reveal(card)
            card.setFocus()

    def tell(
        self, tone: str, text: str, *, hint: str = "", offer: str = "", on_offer: Callable[[], None] | None = None
    ) -> NoticeCard:
        """Show a notice of the window's own."""
        card = NoticeCard(tone, text, hint=hint, offer=offer, on_offer=on_offer)
        self.view.add(card)
        self.view.reveal(card)
        announce(self, f"{text} {hint}".strip())
        return card

    def not_sent(self, command: Command) -> None:
        """A command did not reach the engine: an answer may be given again."""
        if isinstance(command, Reply) and command.ask in self.cards:
            self.cards[command.ask].reopen()
            self._asks()

    def _on_turn(self, event: TurnStarted) -> None:
        self._turns[event.turn] = event.text
        self._now, self._streaming, self._last_said = event.turn, None, ""
        self.suggestions.hide()
        self.view.add(Mine(event.text))
        self.activity.tell(self.tr("Thinking…"))
        self.view.follow()

    def _answer(self) -> Theirs:
        if self._streaming is None:
            self._streaming = Theirs()
            self._streaming.address_wanted.connect(self.address_wanted)
            self.view.add(self._streaming)
        return self._streaming

    def _on_said(self, text: str) -> None:
        self._answer().finish(text, copy=bool(self._turns))
        self._streaming, self._last_said = None, text
        announce(self, text)

    def _on_step(self, event: StepChanged) -> None:
        step = event.step
        if step.status == "running":
            self.activity.tell(f"{step.label} {step.about}".strip())
        elif step.ended:
            self.activity.tell(self.tr("Thinking…"))

    def _on_asked(self, ask: Ask) -> None:
        card = make_card(ask)
        card.command.connect(self._on_reply)
        self.cards[ask.id] = card
        self.view.add(card)
        self.view.reveal(card)
        self._asks()
        announce(self, ". ".join(filter(None, (ask.title, ask.where, ask.why))))

    def _on_reply(self, command: Command) -> None:
        self.command.emit(command)
        self._asks()

    def _on_notice(self, event: Notice) -> None:
        offers = {
            "reopen_browser": (self.tr("Open the browser again"), partial(self.command.emit, ReopenBrowser())),
            "connect_model": (self.tr("Connect a model…"), self.connect_wanted.emit),
        }
        words, act = offers.get(event.offer, ("", None))
        self.tell(event.tone, event.text, offer=words, on_offer=act)

    def _on_ended(self, event: TurnEnded) -> None:
        if self._streaming is not None:
            self._on_said(self._streaming.text)
        if event.response and event.response.strip() != self._last_said.strip():
            self._on_said(event.response)
        ending = Ending(event, self._turns.get(event.turn, ""))
        ending.retry_wanted.connect(lambda text: self.command.emit(Say(text=text)))
        self.view.add(ending)
        self._now = ""
        self.activity.tell("")
        self._asks()

    def _asks(self) -> None:
        if self.waiting is not None:
            self.activity.tell("")
        elif self._now:
            self.activity.tell(self.tr("Thinking…"))
        self.asks_changed.emit()
