"""The list of steps: rows, marks, heights, undo, keys; and 10,000 of them."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from cobrowse.protocol.command import Look, Undo
from cobrowse.protocol.event import Observed
from cobrowse.protocol.result import Result
from tests.ui.scripts import START, TURN, ask, step
from ui.theme.theme import theme
from ui.timeline import marks
from ui.timeline.model import StepModel
from ui.timeline.words import right_text, seconds, spoken, sub_line

STATUSES = ("pending", "waiting", "running", "done", "failed", "refused", "skipped", "cancelled")
COVERED = Result.failure("covered", "“Accept cookies” lies over it. Trying that first.")


def rows(driven) -> list[str]:
    model = driven.window.timeline.model
    return [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]


def test_a_row_follows_its_step(driven):
    driven.take(START, TURN, step(status="pending"))
    assert rows(driven) == ["Click Checkout, planned"]
    driven.take(step(status="running"), step(id="2", label="Read"))
    assert rows(driven) == ["Click Checkout, running", "Read Checkout, done"]
    driven.take(step(status="failed", result=COVERED, ms=5000))
    assert rows(driven)[0] == "Click Checkout, covered, “Accept cookies” lies over it. Trying that first."


def test_what_stands_at_the_end_of_a_row():
    made = {status: right_text(step(status=status, ms=412).step) for status in STATUSES}
    assert made["done"] == "0.4 s"
    assert made["waiting"] == "waits for you"
    assert made["pending"] == made["running"] == ""
    assert right_text(step(status="failed", result=COVERED).step) == "covered"
    assert right_text(step(status="refused", result=Result.failure("declined", "No.")).step) == "you said no"


def test_a_success_has_no_line_below_and_a_failure_has():
    assert sub_line(step(result=Result.success("All is well.")).step) == ""
    assert sub_line(step(status="failed", result=COVERED).step) == COVERED.message
    assert spoken(step(undoable=True).step).endswith("can be undone")


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0.0 s"), (412, "0.4 s"), (9_949, "9.9 s"), (9_951, "10 s"), (14_200, "14 s"), (125_000, "2 min 5 s")],
)
def test_times(ms, text):
    assert seconds(ms) == text


def test_the_head_counts_steps_and_time(driven):
    pane = driven.window.timeline
    driven.take(START, TURN, step(ms=500))
    assert pane._count.text() == "1 step · 0.5 s"
    driven.take(step(ms=800), step(id="2", ms=13_000))
    assert pane._count.text() == "2 steps · 14 s"


def test_the_model_keeps_the_rules_of_models(qtbot):
    model = StepModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for number, status in itertools.product(range(5), STATUSES):
        model.put(step(id=str(number), status=status).step)
    model.toggle(2)
    assert model.rowCount() == 5
    assert model.rowCount(model.index(0)) == 0
    assert model.data(QModelIndex()) is None


def drawn(status: str, turn: float = 0.0) -> bytes:
    image = QImage(18, 18, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    marks.draw(painter, QRectF(0, 0, 18, 18), status, theme(), turn)
    painter.end()
    # Only which pixels are covered counts: the shape, whatever the colour.
    return bytes(image.pixelColor(x, y).alpha() > 127 for y in range(18) for x in range(18)) + bytes(
        image.pixelColor(x, y).lightness() > 160 for y in range(18) for x in range(18)
    )


def test_every_status_has_a_shape_of_its_own(qtbot):
    shapes = {status: drawn(status) for status in STATUSES}
    assert len(set(shapes.values())) == len(STATUSES)
    assert drawn("running", 0.5) != shapes["running"]


def test_the_spinner_turns_only_while_something_runs(driven, qtbot):
    view = driven.window.timeline.view
    driven.take(START, TURN, step(status="running"))
    assert view._spin.isActive()
    before = view._painter.turn
    qtbot.waitUntil(lambda: view._painter.turn != before, timeout=1000)
    driven.take(step(status="done"))
    assert not view._spin.isActive()


def test_a_row_opens_by_return_and_click_and_shows_what_came_back(driven, qtbot):
    view, model = driven.window.timeline.view, driven.window.timeline.model
    driven.take(START, TURN, step(result=Result.success(value="42"), action={"type": "click", "selector": "k3f9"}))
    plain = view.rowHeight(0)
    view.setCurrentIndex(model.index(0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    opened = view.rowHeight(0)
    assert opened > plain
    from ui.timeline.model import OPEN

    assert model.index(0).data(OPEN) == 'value: 42\nclick {"selector": "k3f9"}'
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index(0)).center())
    assert view.rowHeight(0) == plain


def test_a_failed_row_has_room_for_its_reason_at_every_width(driven):
    view = driven.window.timeline.view
    reason = Result.failure("covered", "“Accept cookies” lies over it, over all of it in fact. " * 4)
    driven.take(START, TURN, step(), step(id="2", status="failed", result=reason))
    driven.window.resize(400, 800)
    QApplication.processEvents()
    narrow = view.rowHeight(1)
    assert narrow > 2 * view.rowHeight(0)
    driven.window.resize(740, 800)
    QApplication.processEvents()
    assert view.rowHeight(0) < view.rowHeight(1) < narrow


def test_undo_is_offered_where_it_is_possible(driven, qtbot):
    view, model = driven.window.timeline.view, driven.window.timeline.model
    driven.take(START, TURN, step(undoable=True, ms=90), step(id="2"), step(id="3", status="failed", undoable=True))

    def place(row: int) -> QPoint:
        shown = view.visualRect(model.index(row))
        return view._painter.undo_rect(shown, step(undoable=True, ms=90).step).center()

    for row in (0, 1, 2):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(row))
    assert driven.sent == [Undo(step="1")]
    view.setCurrentIndex(model.index(0))
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert driven.sent == [Undo(step="1"), Undo(step="1")]


def test_a_waiting_row_leads_to_its_question(driven, qtbot):
    view = driven.window.timeline.view
    driven.take(START, TURN, step(id="9", status="waiting"), ask("approval", step="9"))
    view.setCurrentIndex(driven.window.timeline.model.index(0))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert driven.window.focusWidget() is driven.window.chat.cards["a"]


def test_the_page_as_text_is_looked_at_anew_and_shown(driven):
    pane = driven.window.timeline
    pane.open_look()
    assert driven.sent == [Look()]
    assert pane.look.isVisible()
    driven.take(Observed(turn="t", url="https://a.example/", text="[k3f9] button", elements=1, nodes=2, ms=3))
    assert pane.look.outline.toPlainText() == "[k3f9] button"
    pane.look.close()
    driven.take(Observed(turn="t", url="https://a.example/", text="later", elements=1, nodes=2, ms=3))
    pane.look.open()
    assert pane.look.outline.toPlainText() == "later"
    driven.window.close()
    assert not pane.look.isVisible()


def test_the_newest_row_stays_in_sight_unless_older_ones_are_read(driven):
    view = driven.window.timeline.view
    driven.take(START, TURN, *(step(id=str(number)) for number in range(60)))
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    driven.take(step(id="60"))
    assert bar.value() == 0


def test_ten_thousand_rows_cost_no_more_than_few(driven):
    """A row more, a changed row and a scrolled page touch some rows, not all. Counted, since a clock would lie."""
    view, model = driven.window.timeline.view, driven.window.timeline.model
    driven.take(START, TURN)
    for number in range(10_000):
        model.put(step(id=str(number), ms=5).step)
    QApplication.processEvents()
    asked = 0
    original = model.data

    def counted(index, role=Qt.ItemDataRole.DisplayRole):
        nonlocal asked
        asked += 1
        return original(index, role)

    model.data = counted  # type: ignore[method-assign]
    for number in range(20):
        driven.take(step(id=f"new{number}", status="running"), step(id=f"new{number}", ms=5))
    for number in range(20):
        view.verticalScrollBar().setValue(number * 7_000)
        QApplication.processEvents()
    assert model.rowCount() == 10_020
    assert 0 < asked < 10_000
