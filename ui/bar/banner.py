"""Who drives, when it is the person."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from cobrowse.protocol.event import ControlChanged, Event
from ui.theme.announce import announce
from ui.theme.surface import Mark, button, label, row


class ControlBanner(QWidget):
    """There only while the person is in control."""

    resume_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.words = label()
        self.resume = button(self.tr("Resume"), "primary")
        self.resume.clicked.connect(self.resume_wanted)
        layout = row(Mark("hand-over", "wait", size=18), gap=9)
        layout.setContentsMargins(14, 8, 12, 8)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.resume)
        self.setLayout(layout)
        self.hide()

    def take(self, event: Event) -> None:
        """Show an event, if it says who drives."""
        if isinstance(event, ControlChanged):
            self.setVisible(event.who == "person")
            self.words.setText(" ".join(filter(None, (self.tr("You are in control."), event.why))))
            announce(self, self.words.text() if event.who == "person" else self.tr("The assistant goes on."))
