"""The timeline with its head: how many steps, how long, and what the page looks like to the assistant."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from cobrowse.protocol.command import Look, Undo
from cobrowse.protocol.event import Event, Observed, StepChanged
from ui.theme.surface import button, label, row
from ui.timeline.look import LookDialog
from ui.timeline.model import StepModel
from ui.timeline.view import StepView
from ui.timeline.words import seconds


class TimelinePane(QWidget):
    """Shows `StepChanged` and `Observed`; sends `Undo` and `Look`."""

    command = Signal(object)
    ask_wanted = Signal(str)
    """Id of a step whose question the person wants to see."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self.model = StepModel(self)
        self.view = StepView(self.model, self)
        self.look = LookDialog(self)
        self._count = label(look="small", wrap=False)
        self._look_button = button(self.tr("What the page looks like to it"), "link")
        self._look_button.clicked.connect(self.open_look)
        self._build()
        self.look.refresh_wanted.connect(lambda: self.command.emit(Look()))
        self.view.undo_wanted.connect(lambda id: self.command.emit(Undo(step=id)))
        self.view.ask_wanted.connect(self.ask_wanted)
        self.model.summed.connect(self._sum)
        self._sum()

    def take(self, event: Event) -> None:
        """Show an event, if it is one for the timeline."""
        match event:
            case StepChanged():
                self.model.put(event.step)
            case Observed():
                self.look.show_page(event)

    def open_look(self) -> None:
        """Show the page as the assistant sees it, looked at now."""
        self.command.emit(Look())
        self.look.open()

    def _build(self) -> None:
        head = QWidget(self)
        head.setObjectName("timelineHead")
        line = row(label(self.tr("Timeline"), "title", wrap=False), self._count, None, self._look_button, gap=8)
        line.setContentsMargins(14, 6, 12, 4)
        head.setLayout(line)
        empty = QWidget(self)
        inside = QVBoxLayout(empty)
        inside.setContentsMargins(14, 6, 14, 10)
        inside.addWidget(
            label(
                self.tr("Each step is listed here as it happens: what was done, where, and what came of it."), "small"
            )
        )
        inside.addStretch(1)
        self._pages = QStackedLayout()
        self._pages.addWidget(empty)
        self._pages.addWidget(self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(self._pages, 1)

    def _sum(self) -> None:
        count = self.model.rowCount()
        steps = self.tr("1 step") if count == 1 else self.tr("{0} steps").format(count)
        self._count.setText(f"{steps} · {seconds(self.model.total_ms)}" if count else "")
        self._pages.setCurrentIndex(1 if count else 0)
