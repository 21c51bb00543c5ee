"""The scrolled column of the conversation: keeps the newest in sight unless the person reads further up."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget


class Conversation(QScrollArea):
    """Holds the items in order; `tail` stays below them all."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Conversation"))
        self._page = QWidget()
        self._page.setObjectName("conversation")
        self._page.installEventFilter(self)
        self._layout = QVBoxLayout(self._page)
        self._layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._layout.setContentsMargins(14, 12, 14, 10)
        self._layout.setSpacing(10)
        self._layout.addStretch(1)
        self._tail = 1
        self.setWidget(self._page)
        self._again = QTimer(self, interval=0, singleShot=True)
        self._again.timeout.connect(self._fit)
        self._follow = True
        self._wanted: QWidget | None = None
        self.verticalScrollBar().actionTriggered.connect(lambda _: QTimer.singleShot(0, self, self._on_moved))
        self.verticalScrollBar().rangeChanged.connect(self._on_range)

    def add(self, item: QWidget) -> None:
        """Add an item at the end."""
        self._layout.insertWidget(self._layout.count() - self._tail, item)

    def add_tail(self, item: QWidget) -> None:
        """Add an item that stays below all others."""
        self._layout.insertWidget(self._layout.count() - 1, item)
        self._tail += 1

    def follow(self) -> None:
        """Go to the newest and stay there."""
        self._follow = True
        self._to_end()

    def reveal(self, item: QWidget) -> None:
        """Bring an item into sight once it has its place."""
        self._wanted = item
        QTimer.singleShot(0, self, self._reveal)

    def scroll_by(self, event: QKeyEvent) -> bool:
        """Scroll by Page Up and Page Down; whether it was one of them."""
        bar = self.verticalScrollBar()
        steps = {
            int(Qt.Key.Key_PageUp): bar.SliderAction.SliderPageStepSub,
            int(Qt.Key.Key_PageDown): bar.SliderAction.SliderPageStepAdd,
        }
        if event.key() not in steps:
            return False
        bar.triggerAction(steps[event.key()])
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            self._again.start()  # once more when the items inside have settled too
        if watched is self._page and event.type() == QEvent.Type.Wheel:
            QTimer.singleShot(0, self, self._on_moved)
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """As wide as the view, as tall as the items at that width: exactly, which a resizable widget would not be."""
        width, layout = self.viewport().width(), self._layout
        needed = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        self._page.resize(width, max(needed, self.viewport().height()))

    def _reveal(self) -> None:
        if self._wanted is None:
            return
        item, self._wanted = self._wanted, None
        top = item.mapTo(self._page, QPoint(0, 0)).y()
        bar, seen = self.verticalScrollBar(), self.viewport().height()
        if top < bar.value() or item.height() > seen:
            bar.setValue(top - 8)
        elif top + item.height() > bar.value() + seen:
            bar.setValue(top + item.height() + 8 - seen)
        self._on_moved()

    def _on_moved(self) -> None:
        bar = self.verticalScrollBar()
        self._follow = bar.value() >= bar.maximum() - 8

    def _on_range(self) -> None:
        if self._follow:
            self._to_end()

    def _to_end(self) -> None:
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
