"""What was said: the person's words, the assistant's answers, and how a turn ended."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from cobrowse.protocol.event import TurnEnded
from ui.chat.prose import Prose
from ui.theme.icons import set_icon
from ui.theme.surface import Mark, breakable, button, label, rename, row, tool
from ui.theme.theme import theme
from ui.timeline import marks

_STREAM_MS = 40
_SHARE = 0.82
"""How much of the width the person's words may take."""
_PADDING = QSize(26, 16)
"""Around them, as the style sheet has it."""


class Mine(QWidget):
    """The person's words, on the right."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bubble = QLabel(breakable(text), self)
        self.bubble.setTextFormat(Qt.TextFormat.PlainText)
        self.bubble.setWordWrap(True)
        self.bubble.setProperty("look", "said")
        self.bubble.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bubble.setAccessibleName(self.tr("You said: {0}").format(text))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._size(width).height()

    def sizeHint(self) -> QSize:
        return self._size(max(self.width(), 240))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 20)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self._size(event.size().width())
        self.bubble.setGeometry(event.size().width() - size.width(), 0, size.width(), size.height())

    def _size(self, width: int) -> QSize:
        """As narrow as the words allow, at most a share of the width."""
        most = max(80, int(width * _SHARE) - _PADDING.width())
        room = QRect(0, 0, most, 100_000)
        metrics = QFontMetrics(theme().font())
        needed = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.bubble.text()).size()
        return QSize(min(most, needed.width() + 4), needed.height()) + _PADDING


class Theirs(QWidget):
    """An answer; grows while it is streamed, can be copied when whole."""

    address_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prose = Prose(self)
        self.prose.address_wanted.connect(self.address_wanted)
        self.copy = tool("copy", self.tr("Copy answer"), role="faint", size=15)
        self.copy.clicked.connect(self._copy)
        self.copy.setProperty("look", "tight")
        self.copy.setFixedSize(18, 16)
        self.copy.hide()
        self._text = ""
        self._slow = QTimer(self, interval=_STREAM_MS, singleShot=True)
        self._slow.timeout.connect(lambda: self.prose.say(self._text))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.prose, 1)
        layout.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def text(self) -> str:
        """All that came so far."""
        return self._text

    def add(self, part: str) -> None:
        """A further piece; pieces that come fast are drawn together."""
        self._text += part
        if not self._slow.isActive():
            self._slow.start()

    def finish(self, text: str, *, copy: bool = True) -> None:
        """The whole answer, in place of the pieces."""
        self._slow.stop()
        self._text = text
        self.prose.say(text)
        self.copy.setVisible(copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        set_icon(self.copy, "tick", "ok", 15)
        rename(self.copy, self.tr("Copied"))
        QTimer.singleShot(1500, self.copy, self._uncopy)

    def _uncopy(self) -> None:
        set_icon(self.copy, "copy", "faint", 15)
        rename(self.copy, self.tr("Copy answer"))


class Ending(QWidget):
    """One quiet line: how the turn ended, and another try where that makes sense."""

    retry_wanted = Signal(str)
    """The words to say again."""

    def __init__(self, event: TurnEnded, asked: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = {
            "done": ("tick", "ok", self.tr("Done")),
            "blocked": ("hand-over", "wait", self.tr("Stopped: this one is yours")),
            "failed": ("error", "bad", self.tr("Did not work")),
            "refused": ("blocked", "bad", self.tr("Not allowed")),
            "cancelled": ("stop", "faint", self.tr("Stopped")),
        }
        icon, role, said = words[event.outcome]
        self.words = label(said, "faint", wrap=False)
        self.retry = button(self.tr("Try again"), "link")
        set_icon(self.retry, "retry", "soft", 14)
        self.retry.setVisible(event.retryable and bool(asked))
        self.retry.clicked.connect(lambda: (self.retry.setEnabled(False), self.retry_wanted.emit(asked)))
        self.setLayout(row(Mark(icon, role, size=14), self.words, self.retry, None))


class Spinner(QWidget):
    """A small turning ring; still while it cannot be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = 0.0
        self._clock = QTimer(self, interval=70)
        self._clock.timeout.connect(self._step)

    def sizeHint(self) -> QSize:
        return QSize(16, 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._clock.isActive():
            self._clock.start()
        painter = QPainter(self)
        marks.draw(painter, self.rect().toRectF().adjusted(1, 1, -1, -1), "running", theme(), self._turn)
        painter.end()

    def _step(self) -> None:
        if not self.isVisible():
            self._clock.stop()
        self._turn = (self._turn + 0.08) % 1
        self.update()


class Activity(QWidget):
    """What goes on right now, under the newest words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.words = label(look="small")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        spinner = Spinner(self)
        spinner.setFixedSize(16, 16)
        line = row(spinner, gap=8)
        line.addWidget(self.words, 1)
        layout.addLayout(line)

    def tell(self, text: str) -> None:
        """Show these words; none hides it."""
        self.words.setText(text)
        self.setVisible(bool(text))
