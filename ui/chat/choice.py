"""A question with options: number keys, clicks, and a last row for words of one's own."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from cobrowse.protocol.event import Answer, Ask
from ui.chat.asks import AskCard, by_words
from ui.theme.icons import pixmap
from ui.theme.surface import button, label, shown
from ui.theme.theme import theme

_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_LEFT, _RIGHT, _PAD = 32, 32, 7


class Option(QPushButton):
    """One option as a row: number (none for 0), words that may wrap, and a tick once chosen."""

    def __init__(self, number: int, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words, self.number, self.chosen = shown(text), number, False
        self.setProperty("look", "option")
        self.setAccessibleName(f"{number} {self.words}" if number else self.words)
        self._left = _LEFT if number else 12
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(40, width - self._left - _RIGHT), 100_000)
        return QFontMetrics(theme().font()).boundingRect(room, int(_WRAP), self.words).height() + 2 * _PAD

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 24)

    def choose(self) -> None:
        """Mark it as the answer."""
        self.chosen = True
        self.setAccessibleName(self.tr("{0}, chosen").format(self.words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        style = QStyleOptionButton()
        self.initStyleOption(style)
        frame = QStylePainter(self)
        frame.drawControl(QStyle.ControlElement.CE_PushButtonBevel, style)
        frame.end()
        look, painter = theme(), QPainter(self)
        area = self.rect()
        if self.chosen:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(look.colour("accent"))
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(area.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            tick = pixmap("tick", look.colour("accent"), 16, self.devicePixelRatioF())
            painter.drawPixmap(area.right() - 25, (area.height() - 16) // 2, tick)
        painter.setFont(look.font())
        painter.setPen(look.colour("faint"))
        if self.number:
            painter.drawText(QRect(11, 0, _LEFT - 11, area.height()), int(_WRAP), str(self.number))
        painter.setPen(look.colour("text" if self.isEnabled() or self.chosen else "soft"))
        painter.drawText(area.adjusted(self._left, 0, -_RIGHT, 0), int(_WRAP), self.words)
        painter.end()


class ChoiceCard(AskCard):
    """Stands in the conversation without a frame; answered, it shows the chosen option and hides the others."""

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(ask, parent, stripe="")
        self.wear(stripe="", fill="bg", line="bg")
        layout = self.layout()
        assert layout is not None
        layout.setContentsMargins(1, 2, 1, 2)
        self.body_layout.setSpacing(5)
        self.body_layout.addWidget(label(ask.title))
        if ask.why:
            self.body_layout.addWidget(label(ask.why, "small"))
        self.options = [Option(place + 1, text) for place, text in enumerate(ask.options)]
        for place, option in enumerate(self.options):
            option.clicked.connect(lambda _=False, place=place: self._pick(place))
            self.body_layout.addWidget(option)
        self.own: QLineEdit | None = self._own_row() if ask.allow_free_text else None
        self.unfold = button(self.tr("Show all"), "link")
        self.unfold.hide()
        self.unfold.clicked.connect(self._toggle)
        self.body_layout.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeft)

    def wants(self, number: int) -> bool:
        return self.waiting and 1 <= number <= len(self.options) + (self.own is not None)

    def press(self, number: int) -> None:
        if number <= len(self.options):
            self._pick(number - 1)
        elif self.own is not None:
            self.own.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def takes_words(self) -> bool:
        return self.own is not None

    def answer(self, text: str) -> None:
        self.reply(Answer(verdict="choice", index=-1, text=text))

    def settle(self, answer: Answer, by: str) -> None:
        """Keep the question, show the answer, fold the rest away."""
        self.settled = True
        self.body.setEnabled(True)
        chosen = answer.index if answer.verdict == "choice" and answer.index is not None else None
        if self.own is not None:
            self.own.hide()
        for option in self.options:
            option.setEnabled(False)
        if chosen is not None and 0 <= chosen < len(self.options):
            self.options[chosen].choose()
        else:
            words = " · ".join(filter(None, (self.settled_words(answer), by_words(by))))
            self.body_layout.insertWidget(self.body_layout.count() - 1, label(words, "small"))
        self.setAccessibleName(f"{self.ask.title} {self.settled_words(answer)}")
        self._fold(True)

    def _own_row(self) -> QLineEdit:
        own = QLineEdit()
        own.setPlaceholderText(self.tr("Something else…"))
        own.setAccessibleName(self.tr("An answer of your own"))
        own.returnPressed.connect(self._say_own)
        self.body_layout.addWidget(own)
        return own

    def _pick(self, place: int) -> None:
        self.reply(Answer(verdict="choice", index=place, text=self.ask.options[place]))

    def _say_own(self) -> None:
        if self.own is not None and (text := self.own.text().strip()):
            self.answer(text)

    def _fold(self, folded: bool) -> None:
        rest = [option for option in self.options if not option.chosen]
        for option in rest:
            option.setVisible(not folded)
        self.unfold.setVisible(bool(rest))
        self.unfold.setText(
            self.tr("Show all {0}").format(len(self.options)) if folded else self.tr("Show the answer only")
        )

    def _toggle(self) -> None:
        self._fold(any(option.isVisibleTo(self) and not option.chosen for option in self.options))
