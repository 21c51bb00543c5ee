"""Questions in the conversation: the card they share, and the plain ones (words, pause, hand-over)."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from cobrowse.protocol.command import Reply
from cobrowse.protocol.event import Answer, Ask
from ui.theme.surface import Mark, Surface, button, label, row, shown


class AskCard(Surface):
    """A question that waits. The click sends the answer; the card changes only when the engine says it is settled."""

    command = Signal(object)

    def __init__(self, ask: Ask, parent: QWidget | None = None, *, stripe: str = "wait") -> None:
        super().__init__(parent, stripe=stripe)
        self.ask = ask
        self.settled = False
        self._sent = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(". ".join(filter(None, (ask.title, ask.where, ask.why))))
        self.body = QWidget(self)
        self.body_layout = QVBoxLayout(self.body)
        self.body_layout.setContentsMargins(0, 0, 0, 0)
        self.body_layout.setSpacing(6)
        self.folded = QWidget(self)
        self.folded.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(13, 10, 12, 11)
        layout.addWidget(self.body)
        layout.addWidget(self.folded)

    @property
    def waiting(self) -> bool:
        """Whether it can still be answered here."""
        return not self.settled and not self._sent

    def reply(self, answer: Answer) -> None:
        """Send an answer, once."""
        if self.waiting:
            self._sent = True
            self.body.setEnabled(False)
            self.command.emit(Reply(ask=self.ask.id, answer=answer))

    def reopen(self) -> None:
        """The answer did not arrive; it may be given again."""
        if not self.settled:
            self._sent = False
            self.body.setEnabled(True)

    def settle(self, answer: Answer, by: str) -> None:
        """Fold it, with the answer marked."""
        self.settled = True
        icon, role = mark_of(answer)
        said = " · ".join(filter(None, (self.settled_words(answer), by_words(by))))
        line = row(Mark(icon, role), gap=8)
        line.addWidget(label(f"{said} — {self.ask.title}", "small"), 1)
        self.folded.setLayout(line)
        self.setAccessibleName(f"{self.ask.title} {said}")
        self.body.hide()
        self.folded.show()
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(11, 6, 12, 6)
        self.wear(stripe="", fill="bg")

    def settled_words(self, answer: Answer) -> str:
        """The answer in words."""
        return answer_words(answer)

    @property
    def takes_words(self) -> bool:
        """Whether what is written in the composer is an answer to it."""
        return False

    def answer(self, text: str) -> None:
        """The person's words."""

    def wants(self, number: int) -> bool:
        """Whether a number key (0: Space) belongs to this card while it waits."""
        return False

    def press(self, number: int) -> None:
        """A wanted key was pressed, freshly."""


class TextCard(AskCard):
    """A question that is answered in words, in the composer."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self.body_layout.addWidget(label(ask.title))
        if ask.why or ask.where:
            self.body_layout.addWidget(label(ask.why or ask.where, "small"))
        self.body_layout.addWidget(label(self.tr("Write your answer below."), "faint"))

    @property
    def takes_words(self) -> bool:
        return True

    def answer(self, text: str) -> None:
        self.reply(Answer(verdict="text", text=text))


class PauseCard(AskCard):
    """Waits until the person goes on."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        self.body_layout.addWidget(label(ask.title))
        if ask.why:
            self.body_layout.addWidget(label(ask.why, "small"))
        self.go_on = button(self.tr("Continue"), "primary")
        self.go_on.setToolTip(self.tr("Space"))
        self.go_on.clicked.connect(lambda: self.reply(Answer(verdict="continue")))
        self.body_layout.addLayout(row(self.go_on, label(self.tr("or press Space"), "faint", wrap=False), None, gap=8))

    def wants(self, number: int) -> bool:
        return self.waiting and number == 0

    def press(self, number: int) -> None:
        self.reply(Answer(verdict="continue"))


class HandOverCard(AskCard):
    """The person drives until they hand the browser back."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent)
        head = row(Mark("hand-over", "wait"), gap=8)
        head.addWidget(label(ask.title, "title"), 1)
        self.body_layout.addLayout(head)
        for text in filter(None, (ask.where, ask.why)):
            self.body_layout.addWidget(label(text, "small"))
        self.hand_back = button(self.tr("Hand back"), "primary")
        self.hand_back.clicked.connect(self.give_back)
        self.body_layout.addLayout(row(self.hand_back, None))

    def give_back(self) -> None:
        """The person is done."""
        self.reply(Answer(verdict="continue"))


def answer_words(answer: Answer) -> str:
    """An answer as a person would say it."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Asks", text)

    match answer.verdict:
        case "edit":
            return tr("Approved with “{0}”").format(shown(answer.text or ""))
        case "choice" | "text":
            return f"“{shown(answer.text or '')}”"
        case "approve":
            return tr("Approved")
        case "always":
            return tr("Approved, always on this site")
        case "reject":
            return tr("Rejected")
        case "skip":
            return tr("Skipped")
        case "continue":
            return tr("Went on")
        case "stop":
            return tr("Stopped")
        case "expired":
            return tr("No longer asked: the page changed")


def mark_of(answer: Answer) -> tuple[str, str]:
    """Icon and colour of an answer."""
    marks = {
        "reject": ("cross", "bad"),
        "skip": ("skip", "faint"),
        "stop": ("stop", "faint"),
        "expired": ("stop", "faint"),
    }
    return marks.get(answer.verdict, ("tick", "ok"))


def by_words(by: str) -> str:
    """Where it was answered, when that was not here."""
    words = {
        "page": QCoreApplication.translate("Asks", "in the page"),
        "terminal": QCoreApplication.translate("Asks", "in the terminal"),
        "script": QCoreApplication.translate("Asks", "by script"),
    }
    return words.get(by, "")
