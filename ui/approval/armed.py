"""Buttons that allow something: dead at first, deaf to held keys, never pressed by Return."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

ARMING_MS = 500
"""A card that appears under a moving hand must not be answered by it."""


class AllowButton(QPushButton):
    """A push button that only a click or a fresh press of Space works."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self.setDefault(False)
        self.setAccessibleName(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat() or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
        else:
            super().keyReleaseEvent(event)


class Arming(QObject):
    """Disables a part of a card for a moment: when it appears, and when its window comes to the front."""

    armed = Signal()

    def __init__(self, part: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._part = part
        self._clock = QTimer(self, interval=ARMING_MS, singleShot=True)
        self._clock.timeout.connect(self._arm)
        self._watched: QWidget | None = None
        part.installEventFilter(self)
        self.restart()

    @property
    def ready(self) -> bool:
        """Whether answers are taken."""
        return not self._clock.isActive()

    def restart(self) -> None:
        """Start the delay (again)."""
        self._part.setEnabled(False)
        self._clock.start()

    def end(self) -> None:
        """No more arming: the question is settled."""
        self._clock.stop()
        self._part.removeEventFilter(self)
        if self._watched is not None:
            self._watched.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched is self._part:
            if self._watched is not self._part.window():
                self._watched = self._part.window()
                self._watched.installEventFilter(self)
            self.restart()
        elif event.type() == QEvent.Type.WindowActivate and watched is self._watched and self._part.isVisible():
            self.restart()
        return False

    def _arm(self) -> None:
        self._part.setEnabled(True)
        self.armed.emit()
