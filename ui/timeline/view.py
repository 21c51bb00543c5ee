"""The list itself: rows of their own height, the spinner, keys and clicks."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from ui.theme.theme import theme
from ui.timeline.delegate import StepDelegate
from ui.timeline.model import OPEN, StepModel
from ui.timeline.words import spoken, sub_line

_FRAME_MS = 70


class StepView(QTableView):
    """A table of one column: unlike a list view it keeps row heights, so appending does not measure every row."""

    undo_wanted = Signal(str)
    """Id of the step."""
    ask_wanted = Signal(str)
    """The person opened a row that waits for them."""

    def __init__(self, model: StepModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("steps")
        self.setAccessibleName(self.tr("Timeline"))
        self._steps = model
        self._painter = StepDelegate(self)
        self._tall: set[int] = set()
        self._follow = True
        self.setModel(model)
        self.setItemDelegate(self._painter)
        self._shape()
        self._spin = QTimer(self, interval=_FRAME_MS)
        self._spin.timeout.connect(self._turn)
        model.rowsInserted.connect(self._on_inserted)
        model.dataChanged.connect(self._on_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.customContextMenuRequested.connect(self._menu)
        theme().changed.connect(self._restyle)

    def _shape(self) -> None:
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalScrollBar().setSingleStep(24)
        across, down = self.horizontalHeader(), self.verticalHeader()
        across.hide()
        across.setMinimumSectionSize(1)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        down.hide()
        down.setMinimumSectionSize(1)
        down.setDefaultSectionSize(self._painter.plain_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._painter.plain_height * 2)

    def toggle(self, row: int) -> None:
        """Open or close a row; one that waits leads to its question."""
        step = self._steps.step(row)
        if step.status == "waiting":
            self.ask_wanted.emit(step.id)
        else:
            self._steps.toggle(row)

    def undo(self, row: int) -> None:
        """Ask for a step's undoing, if it can be."""
        step = self._steps.step(row)
        if step.undoable and step.status == "done":
            self.undo_wanted.emit(step.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.toggle(row)
        elif event.matches(QKeySequence.StandardKey.Undo) and row >= 0:
            self.undo(row)
        elif event.matches(QKeySequence.StandardKey.Copy) and row >= 0:
            self._copy(row)
        elif event.text().strip() or event.key() == Qt.Key.Key_Space:
            event.ignore()  # number keys and Space answer questions, wherever the focus is
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            if self._on_undo(index, event.position().toPoint()):
                self.undo(index.row())
            else:
                self.toggle(index.row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        hand = index.isValid() and self._on_undo(index, event.position().toPoint())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit(self._tall.copy())
        self._keep_end()

    def _on_undo(self, index: QModelIndex, at: QPoint) -> bool:
        return self._painter.undo_rect(self.visualRect(index), self._steps.step(index.row())).contains(at)

    def _on_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        self._fit(range(first, last + 1))
        self._watch_running()
        self._keep_end()

    def _on_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        self._fit(range(first.row(), last.row() + 1))
        self._watch_running()
        self._keep_end()

    def _fit(self, rows: set[int] | range) -> None:
        """Give rows the height they need; only those with something below the label are touched."""
        width = self.viewport().width()
        for row in rows:
            step, open_text = self._steps.step(row), self._steps.index(row).data(OPEN)
            if open_text or sub_line(step):
                self._tall.add(row)
                self.setRowHeight(row, self._painter.height(step, open_text, width))
            elif row in self._tall:
                self._tall.discard(row)
                self.setRowHeight(row, self._painter.plain_height)

    def _on_scrolled(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - 4

    def _keep_end(self) -> None:
        """Stay at the newest row unless the person looks at older ones."""
        if self._follow:
            self.updateGeometries()
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _watch_running(self) -> None:
        if self._steps.running:
            if not self._spin.isActive():
                self._spin.start()
        else:
            self._spin.stop()

    def _turn(self) -> None:
        self._painter.turn = (self._painter.turn + _FRAME_MS / 900) % 1
        for row in self._steps.running:
            self.viewport().update(self.visualRect(self._steps.index(row)))

    def _copy(self, row: int) -> None:
        QGuiApplication.clipboard().setText(spoken(self._steps.step(row)))

    def _menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if not index.isValid():
            return
        row, step = index.row(), self._steps.step(index.row())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            self.tr("Hide details") if self._steps.is_open(row) else self.tr("Show details"), lambda: self.toggle(row)
        )
        menu.addAction(self.tr("Copy"), lambda: self._copy(row))
        undo = menu.addAction(self.tr("Undo"), lambda: self.undo(row))
        undo.setEnabled(step.undoable and step.status == "done")
        menu.popup(self.viewport().mapToGlobal(at))

    def _restyle(self) -> None:
        self._painter.measure()
        self.verticalHeader().setDefaultSectionSize(self._painter.plain_height)
        self._fit(self._tall.copy())
        self.viewport().update()
