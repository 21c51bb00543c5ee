"""Every decision of this session: the table, and the file that it can be written to."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QIcon

from cobrowse.protocol.event import Judged
from ui.theme.icons import icon, pixmap
from ui.theme.surface import shown
from ui.theme.theme import theme

_HEADS = (
    QT_TRANSLATE_NOOP("Decisions", "Time"),
    QT_TRANSLATE_NOOP("Decisions", "Action"),
    QT_TRANSLATE_NOOP("Decisions", "Element"),
    QT_TRANSLATE_NOOP("Decisions", "Site"),
    QT_TRANSLATE_NOOP("Decisions", "Decided by"),
)
_BY = {
    ("person", "allowed"): QT_TRANSLATE_NOOP("Decisions", "you allowed it"),
    ("person", "refused"): QT_TRANSLATE_NOOP("Decisions", "you said no"),
    ("grant", "allowed"): QT_TRANSLATE_NOOP("Decisions", "allowed for good"),
    ("policy", "allowed"): QT_TRANSLATE_NOOP("Decisions", "no need to ask"),
    ("policy", "refused"): QT_TRANSLATE_NOOP("Decisions", "refused by the setting"),
    ("rule", "refused"): QT_TRANSLATE_NOOP("Decisions", "always refused"),
}
_MARK = 14
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is run as a formula by spreadsheets."""

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class DecisionModel(QAbstractTableModel):
    """`Judged` events, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.decisions: list[Judged] = []

    def put(self, decision: Judged) -> None:
        """Take a decision."""
        self.beginInsertRows(_NOWHERE, 0, 0)
        self.decisions.insert(0, decision)
        self.endInsertRows()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.decisions)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(_HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _tr(str(_HEADS[section]))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        decision = self.decisions[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cells(decision)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return shown(decision.why) or None
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return _mark(decision.verdict == "allowed")
        return None


def _mark(fine: bool) -> QIcon:
    """Allowed or refused, in a colour that is also seen on the selected row."""
    name = "check" if fine else "blocked"
    made = icon(name, theme().colour("ok" if fine else "bad"), _MARK)
    for ratio in (1.0, 2.0, 3.0):
        made.addPixmap(pixmap(name, theme().colour("on"), _MARK, ratio), QIcon.Mode.Selected)
    return made


def cells(decision: Judged) -> tuple[str, ...]:
    """What a row says, in the order of the columns."""
    time = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(decision.at)).time(), QLocale.FormatType.ShortFormat)
    by = str(_BY.get((decision.by, decision.verdict), decision.by))
    action = decision.action.replace("_", " ").capitalize()
    return time, shown(action), shown(decision.about), shown(decision.site), _tr(by)


def write(decisions: list[Judged], path: Path) -> None:
    """Write them to a file, oldest first: a table for `.csv`, else JSON with one object a line. Raises `OSError`."""
    rows = [decision.model_dump(mode="json") for decision in reversed(decisions)]
    with path.open("w", encoding="utf-8", newline="") as file:
        if path.suffix.lower() != ".csv":
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            return
        table = csv.DictWriter(file, list(Judged.model_fields))
        table.writeheader()
        table.writerows({key: _cell(value) for key, value in row.items()} for row in rows)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _tr(text: str) -> str:
    return QCoreApplication.translate("Decisions", text)
