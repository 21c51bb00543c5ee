"""Where the person writes; while a turn runs, also where it is stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from ui.theme.icons import set_icon
from ui.theme.surface import button, label, rename, tool
from ui.theme.theme import theme

_LINES = 7
"""The input grows to this many lines, then scrolls."""


class Input(QPlainTextEdit):
    """Grows with its text. Return sends; while it is empty, number keys and Space are passed on."""

    sent = Signal()
    key_passed = Signal(int)
    """A digit 1–9, or 0 for Space."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("input")
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._fit)
        self.key_wanted: Callable[[int], bool] = lambda number: False
        """Whether a number key (0: Space) means something just now."""
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            if not event.isAutoRepeat():
                self.sent.emit()
            return
        number = number_of(event)
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown) and plain:
            event.ignore()  # they scroll the conversation
            return
        if plain and not self.toPlainText() and number is not None and self.key_wanted(number):
            if not event.isAutoRepeat():
                self.key_passed.emit(number)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().lineSpacing() + 10)

    def _fit(self) -> None:
        lines = max(1, min(_LINES, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 10)
        many = self.document().size().height() > _LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if many else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)


class StopButton(QPushButton):
    """Stop, with its key drawn on it."""

    KEY = "Esc"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Stop"))
        self.setProperty("look", "danger")
        self.setAccessibleName(self.tr("Stop (Escape)"))
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _key_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.KEY) + 8

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._key_width() + 2, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme().colour("bad"))
        words = self.rect().adjusted(13, 0, 0, 0)
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text())
        painter.setFont(theme().font(small=True))
        height = painter.fontMetrics().height() + 1
        chip = QRect(self.width() - self._key_width() - 10, (self.height() - height) // 2, self._key_width(), height)
        painter.setOpacity(0.8)
        painter.drawRoundedRect(chip.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.drawText(chip, int(Qt.AlignmentFlag.AlignCenter), self.KEY)
        painter.end()


class Composer(QWidget):
    """Input and buttons. It keeps what was written until someone has taken it."""

    said = Signal(str)
    """The person's words; whoever takes them calls `taken()`."""
    stop_wanted = Signal()
    take_over_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.input = Input(self)
        self.hint = label(look="faint")
        self.hint.hide()
        self.send = button(self.tr("Send"), "primary")
        self.stop = StopButton(self)
        self.take_over = tool("hand-over", self.tr("Take over: you drive, it waits"))
        self.input.sent.connect(self._submit)
        self.input.textChanged.connect(self._on_text)
        self.send.clicked.connect(self._submit)
        self.stop.clicked.connect(self.stop_wanted)
        self.take_over.clicked.connect(self.take_over_wanted)
        self._build()
        self.show_state(running=False, answering=False)

    def show_state(self, *, running: bool, answering: bool) -> None:
        """Fit buttons and placeholder to what is going on."""
        self._running, self._answering = running, answering
        self.stop.setVisible(running)
        self.take_over.setVisible(running)
        placeholder = self.tr("Your answer…") if answering else self.tr("Ask, or tell me what to do next…")
        self.input.setPlaceholderText(placeholder)
        self.input.setAccessibleName(placeholder)
        self.send.setText(self.tr("Answer") if answering else self.tr("Send"))
        rename(self.send, self.send.text())
        self.tell("")
        self._on_text()

    def tell(self, hint: str) -> None:
        """A sentence under the input: why nothing was sent."""
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))

    def taken(self) -> None:
        """The words were sent."""
        self.input.clear()
        self.tell("")

    def restore(self, text: str) -> None:
        """Put words back that could not be sent, unless others stand there."""
        if not self.input.toPlainText():
            self.input.setPlainText(text)

    def _submit(self) -> None:
        if text := self.input.toPlainText().strip():
            self.said.emit(text)

    def _on_text(self) -> None:
        self.send.setVisible(not self._running or self._answering)
        self.send.setEnabled(bool(self.input.toPlainText().strip()))

    def _build(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.input, 1)
        for part in (self.take_over, self.stop, self.send):
            line.addWidget(part, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 12, 8)
        layout.setSpacing(2)
        layout.addLayout(line)
        layout.addWidget(self.hint)
        set_icon(self.take_over, "hand-over", "soft", 18)


def number_of(event: QKeyEvent) -> int | None:
    """1–9 for a number key, 0 for Space, `None` for anything else."""
    if event.key() == Qt.Key.Key_Space:
        return 0
    text = event.text()
    return int(text) if text in tuple("123456789") else None
