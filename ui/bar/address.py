"""The address of the driven tab: the origin stands out; editing it and Return opens another."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionFrame, QStylePainter, QWidget

from ui.theme.icons import pixmap
from ui.theme.surface import shown
from ui.theme.theme import theme

_ICON, _PAD = 16, 10


class Parts(NamedTuple):
    """An address as it is shown."""

    secure: bool
    host: str
    rest: str


def parts_of(url: str) -> Parts:
    """Host and rest, as the browser spelled them: a name in another script stays in its ASCII form."""
    scheme, mark, after = url.partition("://")
    if not mark:
        return Parts(False, "", url)
    end = min((at for c in "/?#\\" if (at := after.find(c)) >= 0), default=len(after))
    host = after[:end].rsplit("@", 1)[-1]
    return Parts(scheme == "https", host or f"{scheme}:", after[end:] if after[end:] != "/" else "")


class AddressLine(QLineEdit):
    """At rest it shows host and path; with the focus it is a plain line of text."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("address")
        self.setAccessibleName(self.tr("Address"))
        self.setPlaceholderText(self.tr("Address"))
        self._url = ""
        self.returnPressed.connect(self._open)
        theme().changed.connect(self.update)

    @property
    def url(self) -> str:
        """Where the tab is."""
        return self._url

    def show_url(self, url: str, title: str) -> None:
        """The tab is somewhere else; what the person is typing stays."""
        edited = self.hasFocus() and self.text() != self._url
        self._url = shown(url)
        self.setToolTip(f"{title}\n{self._url}".strip())
        self.setAccessibleDescription(title)
        if not edited:
            self.setText(self._url)
            self.setCursorPosition(0)

    def offer(self, url: str) -> None:
        """Put an address there for the person to open or not."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.setText(shown(url))

    def edit(self) -> None:
        """Begin to edit."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride and self.text() != self._url:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._url)
            self.selectAll()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.setText(self._url)
            self.setCursorPosition(0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or not self.text():
            super().paintEvent(event)
            return
        frame = QStyleOptionFrame()
        self.initStyleOption(frame)
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, frame)
        self._draw(painter)
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        look, parts, height = theme(), parts_of(self.text()), self.height()
        icon = pixmap("lock" if parts.secure else "navigate", look.colour("soft"), _ICON, self.devicePixelRatioF())
        painter.drawPixmap(_PAD, (height - _ICON) // 2, icon)
        left, line = _PAD + _ICON + 7, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        bold = look.font(bold=True)
        room = self.width() - left - _PAD
        host = QFontMetrics(bold).elidedText(parts.host, Qt.TextElideMode.ElideLeft, room)
        painter.setFont(bold)
        painter.setPen(look.colour("text"))
        painter.drawText(QRect(left, 0, room, height), line, host)
        used = QFontMetrics(bold).horizontalAdvance(host) + 1
        plain = look.font()
        painter.setFont(plain)
        painter.setPen(look.colour("soft"))
        rest = QFontMetrics(plain).elidedText(parts.rest, Qt.TextElideMode.ElideRight, max(0, room - used))
        painter.drawText(QRect(left + used, 0, max(0, room - used), height), line, rest)

    def _open(self) -> None:
        if text := self.text().strip():
            self.opened.emit(text)
            self._url = text
            self.clearFocus()
