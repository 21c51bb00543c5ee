"""The page as the assistant sees it: exactly the text that a model would get."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QFontDatabase, QShowEvent
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from cobrowse.protocol.event import Observed
from ui.theme.surface import button, label, row


class LookDialog(QDialog):
    """Opened from the head of the timeline; follows every look while it is open."""

    refresh_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the page looks like to it"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self._seen: Observed | None = None
        self._url = ""
        self._where = label(look="title")
        self._numbers = label(self.tr("Nothing was looked at yet."), "small")
        self.outline = QPlainTextEdit()
        self.outline.setObjectName("outline")
        self.outline.setReadOnly(True)
        self.outline.setAccessibleName(self.tr("The page as text"))
        self.outline.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.outline.setTabChangesFocus(True)
        refresh, close = button(self.tr("Look again")), button(self.tr("Close"))
        refresh.clicked.connect(self.refresh_wanted)
        close.clicked.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(8)
        layout.addWidget(self._where)
        layout.addWidget(self._numbers)
        layout.addWidget(self.outline, 1)
        layout.addLayout(row(refresh, None, close))
        self.resize(640, 560)

    def open(self) -> None:
        """Show it beside the window's work, without blocking it."""
        self.show()
        self.raise_()
        self.activateWindow()

    def show_page(self, seen: Observed) -> None:
        """Take a look; a hidden dialog keeps it until it is shown."""
        self._seen = seen
        if self.isVisible():
            self._fill(seen)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._seen is not None:
            self._fill(self._seen)

    def _fill(self, seen: Observed) -> None:
        bar = self.outline.verticalScrollBar()
        place = bar.value() if self._url == seen.url else 0
        self._url = seen.url
        self._where.setText(seen.url)
        number = QLocale().toString
        self._numbers.setText(
            self.tr("{0} elements from {1} nodes in {2} ms · {3} characters").format(
                number(seen.elements), number(seen.nodes), round(seen.ms), number(len(seen.text))
            )
        )
        self.outline.setPlainText(seen.text)
        bar.setValue(place)
