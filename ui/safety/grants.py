"""What is allowed for good, and how to take it back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from cobrowse.protocol.command import Revoke
from cobrowse.protocol.event import Grant
from ui.theme.surface import button, label, row


class GrantList(QScrollArea):
    """A row for each; sends `Revoke`."""

    command = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Allowed for good"))
        self.show_grants(())

    def show_grants(self, grants: tuple[Grant, ...]) -> None:
        """Show these and no others."""
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(4, 8, 8, 8)
        layout.setSpacing(8)
        if not grants:
            layout.addWidget(label(self.tr("Nothing is allowed for good."), "title"))
            layout.addWidget(
                label(
                    self.tr("“Always on this site” on a question adds to this list; here it can be taken back."),
                    "small",
                )
            )
        for grant in grants:
            layout.addLayout(self._row(grant))
        layout.addStretch(1)
        self.setWidget(page)

    def _row(self, grant: Grant) -> QHBoxLayout:
        again = button(
            self.tr("Ask again"), name=self.tr("Ask again before “{0}” on {1}").format(grant.words, grant.site)
        )
        again.clicked.connect(lambda: self.command.emit(Revoke(origin=grant.origin, action=grant.action)))
        line = row(label(grant.words, "title", wrap=False), label(grant.site, "value"), again, gap=12)
        line.setStretch(1, 1)
        return line
