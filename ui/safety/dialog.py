"""What was allowed in this session and what is allowed for good."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelection, QModelIndex, QSize, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QStackedWidget,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from cobrowse.protocol.event import Event, GrantsChanged, Judged
from ui.safety.decisions import DecisionModel, write
from ui.safety.grants import GrantList
from ui.theme.surface import button, label, row, shown


class SafetyDialog(QDialog):
    """Follows the session while it is open; sends `Revoke`."""

    command = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What was allowed"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.model = DecisionModel(self)
        self.sifted = QSortFilterProxyModel(self)
        self.sifted.setSourceModel(self.model)
        self.sifted.setFilterKeyColumn(-1)
        self.sifted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.grants = GrantList()
        self.grants.command.connect(self.command)
        self.said = label(look="small")
        self._build()
        self._refresh()
        self.resize(700, 480)

    def take(self, event: Event) -> None:
        """Show an event, if it is about what may be done."""
        match event:
            case Judged():
                self.model.put(event)
                self._refresh()
            case GrantsChanged():
                self.grants.show_grants(event.grants)
                self.tabs.setTabText(1, self.tr("Allowed for good ({0})").format(len(event.grants)))

    def open(self) -> None:
        """Show it beside the window's work, without blocking it."""
        self.said.setText("")
        self.show()
        self.raise_()
        self.activateWindow()

    def save(self, path: str) -> None:
        """Write what was decided to a file, and say so."""
        try:
            write(self.model.decisions, Path(path))
        except OSError as error:
            self.said.setText(self.tr("It could not be written: {0}").format(error.strerror or str(error)))
        else:
            self.said.setText(self.tr("Written to {0}").format(shown(path)))

    def _build(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self._decisions(), self.tr("In this session"))
        self.tabs.addTab(self.grants, self.tr("Allowed for good"))
        self.export = button(self.tr("Export…"))
        self.export.clicked.connect(self._choose_file)
        close = button(self.tr("Close"))
        close.clicked.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 14)
        layout.setSpacing(8)
        layout.addWidget(self.tabs, 1)
        foot = row(self.export, self.said, close, gap=10)
        foot.setStretch(1, 1)
        layout.addLayout(foot)

    def _decisions(self) -> QWidget:
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Filter"))
        self.filter.setAccessibleName(self.tr("Filter the decisions"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self.sifted.setFilterFixedString)
        self.table = self._table()
        self.why = label(look="small")
        self.why.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        empty = QWidget()
        inside = QVBoxLayout(empty)
        inside.addWidget(label(self.tr("Nothing had to be decided yet."), "title"))
        inside.addWidget(
            label(self.tr("What is allowed or refused from now on stands here, with who decided it and why."), "small")
        )
        inside.addStretch(1)
        self.pages = QStackedWidget()
        self.pages.addWidget(empty)
        self.pages.addWidget(self.table)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 10, 0, 0)
        for part in (self.filter, self.pages, self.why):
            layout.addWidget(part, 1 if part is self.pages else 0)
        return page

    def _table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.sifted)
        table.setAccessibleName(self.tr("Decisions"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.setIconSize(QSize(14, 14))
        head = table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for part in (2, 3):
            head.setSectionResizeMode(part, QHeaderView.ResizeMode.Stretch)
        table.selectionModel().selectionChanged.connect(self._explain)
        return table

    def _explain(self, selected: QItemSelection, _: QItemSelection) -> None:
        """Below the table: why, and what ties the decision to what was done."""
        index = next(iter(selected.indexes()), QModelIndex())
        if not index.isValid():
            self.why.setText("")
            return
        decision = self.model.decisions[self.sifted.mapToSource(index).row()]
        seal = self.tr("bound to {0}…").format(decision.digest[:16]) if decision.digest else ""
        self.why.setText(" · ".join(filter(None, (shown(decision.why), seal))))

    def _refresh(self) -> None:
        self.pages.setCurrentIndex(1 if self.model.decisions else 0)
        self.filter.setVisible(bool(self.model.decisions))
        self.export.setEnabled(bool(self.model.decisions))

    def _choose_file(self) -> None:
        chooser = QFileDialog(self, self.tr("Export what was allowed"))
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilters([self.tr("Table (*.csv)"), self.tr("JSON, one object a line (*.jsonl)")])
        chooser.setDefaultSuffix("csv")
        chooser.filterSelected.connect(lambda kind: chooser.setDefaultSuffix("jsonl" if "jsonl" in kind else "csv"))
        chooser.selectFile("cobrowse-decisions")
        chooser.fileSelected.connect(self.save)
        chooser.open()
