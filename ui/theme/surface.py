"""Painted surfaces and labels that other parts are built from."""

from __future__ import annotations

import re
import unicodedata

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ui.theme.icons import pixmap, set_icon
from ui.theme.theme import theme

RADIUS = 10.0
STRIPE = 3.0


class Surface(QFrame):
    """A rounded card; a stripe on its left says of what kind it is."""

    def __init__(
        self, parent: QWidget | None = None, *, stripe: str = "", fill: str = "card", line: str = "line"
    ) -> None:
        super().__init__(parent)
        self.stripe, self.fill, self.line = stripe, fill, line
        theme().changed.connect(self.update)

    def wear(self, *, stripe: str, fill: str = "card", line: str = "line") -> None:
        """Change its look."""
        self.stripe, self.fill, self.line = stripe, fill, line
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(area, RADIUS, RADIUS)
        painter.fillPath(outline, theme().colour(self.fill))
        painter.setPen(QPen(theme().colour("accent" if self.hasFocus() else self.line), 1))
        painter.drawPath(outline)
        if self.stripe:
            painter.setClipRect(QRectF(0, 0, STRIPE, self.height()))
            painter.fillPath(outline, theme().colour(self.stripe))
        painter.end()


class Words(QLabel):
    """Wrapping text that takes the room there is and never asks for more: a long word cannot widen the window."""

    def setText(self, text: str) -> None:
        super().setText(breakable(shown(text)))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(self.width()) if self.width() > 40 else hint.height())


class Mark(QLabel):
    """A small icon that is not a button."""

    def __init__(self, name: str, role: str, parent: QWidget | None = None, *, size: int = 16) -> None:
        super().__init__(parent)
        self._name, self._role, self._size = name, role, size
        self.setFixedSize(size + 2, size + 2)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme().changed.connect(self._tint)
        self._tint()

    def show_icon(self, name: str, role: str) -> None:
        """Show another one."""
        self._name, self._role = name, role
        self._tint()

    def _tint(self) -> None:
        self.setPixmap(pixmap(self._name, theme().colour(self._role), self._size, self.devicePixelRatioF()))


def label(text: str = "", look: str = "", *, wrap: bool = True) -> QLabel:
    """A label for text of any origin: never taken for markup, free of characters that turn text around."""
    made = Words() if wrap else QLabel()
    made.setText(text if wrap else shown(text))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if wrap:
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        made.setSizePolicy(policy)
    made.setProperty("look", look)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made


def button(text: str, look: str = "", *, name: str = "") -> QPushButton:
    """A button that is never pressed by Return from elsewhere."""
    made = QPushButton(text)
    made.setProperty("look", look)
    made.setAutoDefault(False)
    made.setDefault(False)
    made.setAccessibleName(name or text)
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


def tool(icon_name: str, name: str, *, role: str = "soft", size: int = 18) -> QToolButton:
    """A button that is an icon; `name` is its tooltip and what a screen reader says."""
    made = QToolButton()
    made.setAutoRaise(True)
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_icon(made, icon_name, role, size)
    return made


def row(*parts: QWidget | None, gap: int = 6) -> QHBoxLayout:
    """Widgets beside each other; `None` is the free space."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(gap)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        else:
            layout.addWidget(part)
    return layout


def rename(control: QAbstractButton, name: str) -> None:
    """Give an icon button another tooltip and spoken name."""
    control.setToolTip(name)
    control.setAccessibleName(name)


def shown(text: str) -> str:
    """`text` without characters that reorder or hide what stands around them."""
    return "".join(c for c in text if c in "\n\t\u200c\u200d" or unicodedata.category(c) not in ("Cf", "Cc"))


def breakable(text: str) -> str:
    """`text` with places to break inside words that are longer than a line may be, such as addresses."""
    return re.sub(r"\S{32,}", lambda word: re.sub(r"([/?&=.-])|(\S{24})", "\\g<0>\u200b", word[0]), text)
