"""The mark before each row: the status by shape and by colour."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.theme.theme import Theme

SIZE = 18.0


def draw(painter: QPainter, area: QRectF, status: str, look: Theme, turn: float) -> None:
    """Draw the mark of a status into `area`; `turn` (0…1) is where the spinner is."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    circle = area.adjusted(1, 1, -1, -1)
    _DRAW[status](painter, circle, look, turn)
    painter.restore()


def _pen(look: Theme, role: str, width: float = 1.5) -> QPen:
    pen = QPen(look.colour(role), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _pending(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    pen = _pen(look, "faint")
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.0, 1.75])
    painter.setPen(pen)
    painter.drawEllipse(circle)


def _waiting(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    _disc(painter, circle, look, "wait")
    centre = circle.center()
    painter.setPen(_pen(look, "bg", 1.6))
    hook = QRectF(centre.x() - 2.4, centre.y() - 4.6, 4.8, 4.8)
    painter.drawArc(hook, 170 * 16, -225 * 16)
    painter.drawLine(centre + QPointF(0, 0.6), centre + QPointF(0, 1.3))
    painter.drawPoint(centre + QPointF(0, 4.2))


def _running(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    painter.setPen(_pen(look, "accent_soft", 2))
    painter.drawEllipse(circle)
    painter.setPen(_pen(look, "accent", 2))
    painter.drawArc(circle, round(90 * 16 - turn * 360 * 16), -250 * 16)


def _done(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    painter.setPen(_pen(look, "ok"))
    painter.drawEllipse(circle)
    centre = circle.center()
    painter.drawPolyline([centre + QPointF(-3.3, 0.2), centre + QPointF(-0.9, 2.6), centre + QPointF(3.5, -2.6)])


def _failed(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    _disc(painter, circle, look, "bad")
    centre = circle.center()
    painter.setPen(_pen(look, "bg", 1.8))
    painter.drawLine(centre + QPointF(0, -4), centre + QPointF(0, 0.8))
    painter.drawPoint(centre + QPointF(0, 4))


def _refused(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    painter.setPen(_pen(look, "bad"))
    painter.drawEllipse(circle)
    reach = circle.width() / 2 * math.sqrt(0.5)
    centre = circle.center()
    painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))


def _skipped(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    painter.setPen(_pen(look, "faint"))
    painter.drawEllipse(circle)
    centre = circle.center()
    for x in (-3.4, 0.4):
        painter.drawPolyline([centre + QPointF(x, -3), centre + QPointF(x + 3, 0), centre + QPointF(x, 3)])


def _cancelled(painter: QPainter, circle: QRectF, look: Theme, turn: float) -> None:
    painter.setPen(_pen(look, "faint"))
    painter.drawEllipse(circle)
    painter.setBrush(look.colour("faint"))
    painter.drawRect(QRectF(circle.center().x() - 2.2, circle.center().y() - 2.2, 4.4, 4.4))


def _disc(painter: QPainter, circle: QRectF, look: Theme, role: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(role))
    painter.drawEllipse(circle.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)


_DRAW = {
    "pending": _pending,
    "waiting": _waiting,
    "running": _running,
    "done": _done,
    "failed": _failed,
    "refused": _refused,
    "skipped": _skipped,
    "cancelled": _cancelled,
}
