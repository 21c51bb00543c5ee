"""How the window is divided: chat over timeline when narrow, side by side when wide."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QScreen
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from ui.bridge import Bounds
from ui.settings.store import WindowStore

BESIDE_WIDTH = 440
WIDE = 760
"""From this width on, side by side."""
_EMPTY = 100
"""Height of a timeline without steps under the chat."""


class Frame(QWidget):
    """Holds conversation, timeline and composer, and moves them when the width asks for it."""

    def __init__(self, chat: QWidget, timeline: QWidget, composer: QWidget, store: WindowStore) -> None:
        super().__init__()
        self._composer, self._store = composer, store
        self.wide: bool | None = None
        self._chat_side = QWidget()
        self._chat_layout = QVBoxLayout(self._chat_side)
        self._chat_layout.setContentsMargins(0, 0, 0, 0)
        self._chat_layout.setSpacing(0)
        self._chat_layout.addWidget(chat, 1)
        chat.setMinimumHeight(120)
        timeline.setMinimumHeight(90)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self._chat_side)
        self.splitter.addWidget(timeline)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 0)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.splitter, 1)
        self.splitter.splitterMoved.connect(self._keep)
        self._busy = False
        self.arrange(False)

    def show_steps(self) -> None:
        """There are steps: the timeline gets its share, which it did not need before."""
        if not self._busy:
            self._busy = True
            self._divide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange(event.size().width() >= WIDE)

    def arrange(self, wide: bool) -> None:
        """Take the shape for this width, if it is not the one already."""
        if wide == self.wide:
            return
        self.wide = wide
        focus = self.window().focusWidget()  # also while the window is not in front
        self.splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        (self._chat_layout if wide else self._layout).addWidget(self._composer)
        if focus is not None and self._composer.isAncestorOf(focus):
            focus.setFocus()
        self._divide()

    def _divide(self) -> None:
        if not self._busy and not self.wide:
            # Nothing is listed yet: the head and one sentence are enough. It keeps this height, the chat takes the rest.
            self.splitter.setSizes([max(self.height() - _EMPTY, _EMPTY), _EMPTY])
            return
        state = self._store.split(self._shape)
        if state is None or not self.splitter.restoreState(state):
            self.splitter.setSizes([580, 420] if self.wide else [600, 300])

    @property
    def _shape(self) -> str:
        return "wide" if self.wide else "narrow"

    def _keep(self) -> None:
        """The person moved the divider."""
        self._busy = True
        self._store.keep_split(self._shape, self.splitter.saveState())


def stand_beside(window: QWidget, screen: QScreen) -> Bounds:
    """Put the window at the left edge of the screen; returns where the browser has room."""
    room = screen.availableGeometry()
    width = min(max(BESIDE_WIDTH, window.minimumSizeHint().width()), room.width())
    outer, inner = window.frameGeometry(), window.geometry()
    left, top = inner.left() - outer.left(), inner.top() - outer.top()
    edges = QSize(outer.width() - inner.width(), outer.height() - inner.height())
    window.setGeometry(QRect(room.topLeft() + QPoint(left, top), QSize(width, room.height()) - edges))
    return Bounds(room.x() + width, room.y(), max(0, room.width() - width), room.height())
