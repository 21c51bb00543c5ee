"""What was allowed, by whom, and taking back what was allowed for good."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from cobrowse.protocol.command import Revoke
from cobrowse.protocol.event import Grant, GrantsChanged, Judged
from ui.safety.dialog import SafetyDialog

ALLOWED = Judged(
    turn="t1", step="s1", action="click", about="button “Place order”", site="shop.example", verdict="allowed",
    by="person", why="It sends a form.", digest="ab12" * 16, ask="q1",
)  # fmt: skip
REFUSED = Judged(
    turn="t1", step="s2", action="navigate", about="=cmd|' /C calc'!A0", site="evil.example", verdict="refused",
    by="rule", why="evil.example is not among the sites that this session may reach.",
)  # fmt: skip


def dialog(qtbot: QtBot) -> SafetyDialog:
    made = SafetyDialog()
    qtbot.addWidget(made)
    made.open()
    return made


def row(shown: SafetyDialog, number: int) -> list[str]:
    model = shown.sifted
    return [model.index(number, column).data() for column in range(model.columnCount())]


def test_decisions_stand_newest_first_with_who_made_them(qtbot: QtBot) -> None:
    shown = dialog(qtbot)
    assert not shown.export.isEnabled() and shown.pages.currentIndex() == 0
    shown.take(ALLOWED)
    shown.take(REFUSED)
    assert row(shown, 0)[1:] == ["Navigate", "=cmd|' /C calc'!A0", "evil.example", "always refused"]
    assert row(shown, 1)[1:] == ["Click", "button “Place order”", "shop.example", "you allowed it"]
    shown.table.selectRow(1)
    assert shown.why.text() == "It sends a form. · bound to ab12ab12ab12ab12…"


def test_the_filter_finds_a_site(qtbot: QtBot) -> None:
    shown = dialog(qtbot)
    shown.take(ALLOWED)
    shown.take(REFUSED)
    qtbot.keyClicks(shown.filter, "SHOP")
    assert shown.sifted.rowCount() == 1 and row(shown, 0)[3] == "shop.example"
    shown.table.selectRow(0)
    assert "sends a form" in shown.why.text()


def test_export_writes_what_was_decided(qtbot: QtBot, tmp_path: Path) -> None:
    shown = dialog(qtbot)
    shown.take(ALLOWED)
    shown.take(REFUSED)
    shown.save(str(tmp_path / "told.csv"))
    with (tmp_path / "told.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [line["verdict"] for line in rows] == ["allowed", "refused"]
    assert rows[0]["digest"] == ALLOWED.digest
    assert rows[1]["about"].startswith("'="), "a spreadsheet must not run it"
    shown.save(str(tmp_path / "told.jsonl"))
    lines = (tmp_path / "told.jsonl").read_text(encoding="utf-8").splitlines()
    assert [Judged.model_validate(json.loads(line)) for line in lines] == [ALLOWED, REFUSED]
    shown.save(str(tmp_path / "none" / "told.csv"))
    assert "could not be written" in shown.said.text()


def test_a_grant_is_taken_back(qtbot: QtBot) -> None:
    shown = dialog(qtbot)
    assert "(0)" not in shown.tabs.tabText(1)
    shown.take(
        GrantsChanged(grants=(Grant(origin="https://a.example", action="click", site="a.example", words="Click"),))
    )
    assert shown.tabs.tabText(1) == "Allowed for good (1)"
    shown.tabs.setCurrentIndex(1)
    again = next(one for one in shown.grants.findChildren(QPushButton) if one.text() == "Ask again")
    assert again.accessibleName() == "Ask again before “Click” on a.example"
    with qtbot.waitSignal(shown.command) as sent:
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert sent.args == [Revoke(origin="https://a.example", action="click")]
    shown.take(GrantsChanged())
    assert not shown.grants.findChildren(QPushButton)
