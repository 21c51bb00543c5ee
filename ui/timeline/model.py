"""The steps of a session as a Qt list; a changed step costs one row, whatever the length."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from cobrowse.protocol.event import Step
from ui.timeline.words import details, duration, spoken, state_word

STEP = Qt.ItemDataRole.UserRole + 1
OPEN = Qt.ItemDataRole.UserRole + 2
FIRST = Qt.ItemDataRole.UserRole + 3

Index = QModelIndex | QPersistentModelIndex


class StepModel(QAbstractListModel):
    """Steps in the order in which they were first heard of."""

    summed = Signal()
    """Count or time of all steps changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: list[Step] = []
        self._rows: dict[str, int] = {}
        self._open: set[str] = set()
        self._running: set[str] = set()
        self._ms = 0

    @property
    def total_ms(self) -> int:
        """How long all steps ran."""
        return self._ms

    @property
    def running(self) -> list[int]:
        """Rows that run now."""
        return sorted(self._rows[id] for id in self._running)

    def put(self, step: Step) -> None:
        """Add a step, or replace what was known of it."""
        row = self._rows.get(step.id)
        before = self._steps[row].ms if row is not None else None
        self._ms += (step.ms or 0) - (before or 0)
        (self._running.add if step.status == "running" else self._running.discard)(step.id)
        if row is None:
            row = len(self._steps)
            self.beginInsertRows(QModelIndex(), row, row)
            self._steps.append(step)
            self._rows[step.id] = row
            self.endInsertRows()
        else:
            self._steps[row] = step
            index = self.index(row)
            self.dataChanged.emit(index, index)
        self.summed.emit()

    def step(self, row: int) -> Step:
        """The step in a row."""
        return self._steps[row]

    def row_of(self, id: str) -> int | None:
        """The row of a step."""
        return self._rows.get(id)

    def is_open(self, row: int) -> bool:
        """Whether a row shows its details."""
        return self._steps[row].id in self._open

    def toggle(self, row: int) -> None:
        """Show or hide a row's details."""
        self._open ^= {self._steps[row].id}
        index = self.index(row)
        self.dataChanged.emit(index, index, [OPEN])

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = index.row()
        if not 0 <= row < len(self._steps):
            return None
        step = self._steps[row]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{step.label} {step.about}".strip()
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(step)
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(filter(None, (f"{step.label} {step.about}".strip(), state_word(step), duration(step))))
            case _ if role == STEP:
                return step
            case _ if role == OPEN:
                return details(step) if step.id in self._open else ""
            case _ if role == FIRST:
                return row > 0 and self._steps[row - 1].turn != step.turn
        return None
