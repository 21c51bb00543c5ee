"""Paints the rows of the timeline and says how tall they are."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from cobrowse.protocol.event import Step
from ui.theme.icons import pixmap
from ui.theme.theme import theme
from ui.timeline import marks
from ui.timeline.model import FIRST, OPEN, STEP
from ui.timeline.words import right_text, sub_line

SIDE, INSET, GAP, ICON = 8, 8, 8, 16
LEFT = SIDE + INSET + int(marks.SIZE) + GAP + ICON + GAP
_FILLS = {"waiting": "wait_soft", "failed": "bad_soft", "running": "accent_soft"}
_WRAP = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class StepDelegate(QStyledItemDelegate):
    """One row: mark, icon, label and what it is about, state or time; below them why it failed, and details."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turn = 0.0
        """Where the spinner is, 0…1."""
        self.measure()

    def measure(self) -> None:
        """Take the fonts of the theme anew."""
        self._font, self._small = theme().font(), theme().font(small=True)
        self._metrics, self._small_metrics = QFontMetrics(self._font), QFontMetrics(self._small)

    @property
    def plain_height(self) -> int:
        """The height of a row without anything below it."""
        return max(self._metrics.height(), int(marks.SIZE)) + 12

    def height(self, step: Step, open_text: str, width: int) -> int:
        """The height of a row in a view of this width."""
        below = [text for text in (sub_line(step), open_text) if text]
        return self.plain_height + sum(self._wrapped(text, width) + 3 for text in below) + (4 if below else 0)

    def _wrapped(self, text: str, width: int) -> int:
        room = QRect(0, 0, max(60, width - LEFT - SIDE - INSET), 100_000)
        return self._small_metrics.boundingRect(room, int(_WRAP), text).height()

    def undo_rect(self, row: QRect, step: Step) -> QRect:
        """Where the undo button of a row is, if it has one."""
        if not (step.undoable and step.status == "done"):
            return QRect()
        side = 24
        right = row.right() - SIDE - INSET - self._small_metrics.horizontalAdvance(right_text(step)) - 4
        return QRect(right - side, row.top() + (self.plain_height - side) // 2, side, side)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, self.height(index.data(STEP), index.data(OPEN), option.rect.width()))  # type: ignore[attr-defined]

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        step: Step = index.data(STEP)
        area: QRect = option.rect  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        if index.data(FIRST):
            painter.setPen(theme().colour("line"))
            painter.drawLine(area.left() + SIDE, area.top(), area.right() - SIDE, area.top())
        self._ground(painter, area, step, state)
        top = area.top() + (self.plain_height - int(marks.SIZE)) // 2
        mark = QRectF(area.left() + SIDE + INSET, top, marks.SIZE, marks.SIZE)
        marks.draw(painter, mark, step.status, theme(), self.turn)
        ratio = painter.device().devicePixelRatioF()
        soft = theme().colour("faint" if step.status == "pending" else "soft")
        painter.drawPixmap(int(mark.right()) + GAP, top + 1, pixmap(step.icon, soft, ICON, ratio))
        right = self._right(painter, area, step, ratio)
        self._label(
            painter, QRect(area.left() + LEFT, area.top(), right - GAP - area.left() - LEFT, self.plain_height), step
        )
        self._below(painter, area, step, index.data(OPEN))
        painter.restore()

    def _ground(self, painter: QPainter, area: QRect, step: Step, state: QStyle.StateFlag) -> None:
        fill = _FILLS.get(step.status, "hover" if state & QStyle.StateFlag.State_MouseOver else "")
        box = QRectF(area.adjusted(SIDE, 1, -SIDE, -1)).adjusted(0.5, 0.5, -0.5, -0.5)
        focused = bool(state & QStyle.StateFlag.State_Selected) and bool(state & QStyle.StateFlag.State_Active)
        if not fill and not focused:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(theme().colour(fill) if fill else QColor(Qt.GlobalColor.transparent))
        painter.setPen(QPen(theme().colour("accent"), 1) if focused else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box, 8, 8)

    def _right(self, painter: QPainter, area: QRect, step: Step, ratio: float) -> int:
        text = right_text(step)
        width = self._small_metrics.horizontalAdvance(text)
        left = area.right() - SIDE - INSET - width
        painter.setFont(self._small)
        painter.setPen(theme().colour({"failed": "bad", "refused": "bad", "waiting": "wait"}.get(step.status, "faint")))
        painter.drawText(QRect(left, area.top(), width + 1, self.plain_height), int(_LINE), text)
        undo = self.undo_rect(area, step)
        if undo.isEmpty():
            return left
        painter.drawPixmap(undo.left() + 4, undo.top() + 4, pixmap("undo", theme().colour("accent"), ICON, ratio))
        return undo.left()

    def _label(self, painter: QPainter, room: QRect, step: Step) -> None:
        painter.setFont(self._font)
        painter.setPen(theme().colour("soft" if step.status in ("pending", "skipped", "cancelled") else "text"))
        label = self._metrics.elidedText(step.label, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(_LINE), label)
        if not step.about:
            return
        used = self._metrics.horizontalAdvance(f"{label} ")
        if room.width() - used > 24:
            painter.setPen(theme().colour("faint" if step.status == "pending" else "soft"))
            about = self._metrics.elidedText(step.about, Qt.TextElideMode.ElideRight, room.width() - used)
            painter.drawText(room.adjusted(used, 0, 0, 0), int(_LINE), about)

    def _below(self, painter: QPainter, area: QRect, step: Step, open_text: str) -> None:
        top = area.top() + self.plain_height - 2
        painter.setFont(self._small)
        for text, role in ((sub_line(step), "text"), (open_text, "soft")):
            if text:
                room = QRect(area.left() + LEFT, top, max(60, area.width() - LEFT - SIDE - INSET), 100_000)
                painter.setPen(theme().colour(role))
                painter.drawText(room, int(_WRAP), text)
                top += self._wrapped(text, area.width()) + 3
