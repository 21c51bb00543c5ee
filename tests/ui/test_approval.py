"""Approvals: what is said, and what does and does not allow an action."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel

from cobrowse.protocol.command import Reply
from cobrowse.protocol.event import Answer, Answered
from tests.ui.scripts import START, TURN, ask
from ui.approval.armed import ARMING_MS
from ui.approval.card import DOUBLE_MS, ApprovalCard

FACTS = ({"label": "Total", "value": "£6.20"}, {"label": "Ship to", "value": "Bergen"})


def approval(driven, qtbot, *, armed: bool = True, **more) -> ApprovalCard:
    driven.take(START, TURN, ask("approval", **more))
    card = driven.window.chat.cards["a"]
    if armed:
        qtbot.waitUntil(lambda: card.approve.isEnabled(), timeout=3 * ARMING_MS)
    return card


def verdicts(driven) -> list[tuple[str, str | None]]:
    assert all(isinstance(command, Reply) and command.ask == "a" for command in driven.sent)
    return [(command.answer.verdict, command.answer.text) for command in driven.sent]


def key(widget, kind: QEvent.Type, code: Qt.Key, text: str, *, repeat: bool) -> None:
    QApplication.sendEvent(widget, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text, repeat))


def hold_space(widget, times: int = 40, *, fresh: bool = True) -> None:
    """A space bar held down: one press (unless it came earlier), then repeats as X11 and Windows send them."""
    if fresh:
        key(widget, QEvent.Type.KeyPress, Qt.Key.Key_Space, " ", repeat=False)
    for _ in range(times):
        key(widget, QEvent.Type.KeyRelease, Qt.Key.Key_Space, " ", repeat=True)
        key(widget, QEvent.Type.KeyPress, Qt.Key.Key_Space, " ", repeat=True)


def test_it_says_what_where_why_and_with_what(driven, qtbot):
    card = approval(driven, qtbot, armed=False, where="button · shop.example", why="It sends the form.", facts=FACTS)
    shown = [made.text() for made in card.findChildren(QLabel) if made.isVisible()]
    for text in (
        "Place the order?",
        "button · shop.example",
        "It sends the form.",
        "Total",
        "£6.20",
        "Ship to",
        "Bergen",
    ):
        assert text in shown


def test_buttons_are_dead_until_the_card_has_been_there_a_moment(driven, qtbot):
    card = approval(driven, qtbot, armed=False)
    for part in (card.approve, card.skip, card.reject):
        assert not part.isEnabled()
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton)
    qtbot.wait(ARMING_MS // 2)
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    assert driven.sent == []
    qtbot.waitUntil(lambda: card.approve.isEnabled(), timeout=2 * ARMING_MS)
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [("approve", None)]


def test_the_delay_starts_anew_when_the_window_comes_to_the_front(driven, qtbot):
    card = approval(driven, qtbot)
    QApplication.sendEvent(driven.window, QEvent(QEvent.Type.WindowActivate))
    assert not card.approve.isEnabled()
    qtbot.waitUntil(lambda: card.approve.isEnabled(), timeout=2 * ARMING_MS)


@pytest.mark.parametrize(("name", "verdict"), [("skip", "skip"), ("reject", "reject")])
def test_it_can_be_left_out_or_refused(driven, qtbot, name, verdict):
    card = approval(driven, qtbot)
    qtbot.mouseClick(getattr(card, name), Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [(verdict, None)]


def test_it_is_answered_once(driven, qtbot):
    card = approval(driven, qtbot)
    qtbot.mouseClick(card.reject, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [("reject", None)]


def test_return_never_approves(driven, qtbot):
    card = approval(driven, qtbot)
    card.approve.setFocus()
    assert card.approve.hasFocus()
    for target in (card.approve, card, driven.window.composer.input, driven.window):
        qtbot.keyClick(target, Qt.Key.Key_Return)
        qtbot.keyClick(target, Qt.Key.Key_Enter)
    qtbot.wait(2 * DOUBLE_MS)
    assert driven.sent == []


def test_a_held_space_bar_never_approves(driven, qtbot):
    card = approval(driven, qtbot, armed=False)
    hold_space(driven.window.composer.input)
    qtbot.waitUntil(lambda: card.approve.isEnabled(), timeout=2 * ARMING_MS)
    hold_space(driven.window.composer.input, fresh=False)
    card.approve.setFocus()
    hold_space(card.approve, fresh=False)
    key(card.approve, QEvent.Type.KeyRelease, Qt.Key.Key_Space, " ", repeat=False)
    qtbot.wait(2 * DOUBLE_MS)
    assert driven.sent == []
    assert driven.window.composer.input.toPlainText() == ""


def test_space_approves_what_is_not_consequential_and_twice_rejects_it(driven, qtbot):
    approval(driven, qtbot)
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    assert driven.sent == []
    qtbot.waitUntil(lambda: bool(driven.sent), timeout=3 * DOUBLE_MS)
    assert verdicts(driven) == [("approve", None)]
    driven.sent.clear()
    driven.take(ask("approval", id="a"))
    card = driven.window.chat.cards["a"]
    qtbot.waitUntil(lambda: card.approve.isEnabled(), timeout=2 * ARMING_MS)
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    qtbot.wait(2 * DOUBLE_MS)
    assert verdicts(driven) == [("reject", None)]


def test_a_consequential_one_wants_a_click_or_the_focused_button(driven, qtbot):
    card = approval(driven, qtbot, consequential=True)
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    driven.window.composer.input.clear()
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Space)
    qtbot.wait(2 * DOUBLE_MS)
    assert driven.sent == []
    card.approve.setFocus()
    qtbot.keyClick(card.approve, Qt.Key.Key_Space)
    assert verdicts(driven) == [("approve", None)]


def test_its_value_can_be_edited_before_approving(driven, qtbot):
    card = approval(driven, qtbot, editable="1")
    qtbot.mouseClick(card.edit, Qt.MouseButton.LeftButton)
    assert card.value.text() == "1"
    card.value.setText("2")
    qtbot.keyClick(card.value, Qt.Key.Key_Return)
    assert driven.sent == []
    qtbot.mouseClick(card.approve_edit, Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [("edit", "2")]


def test_edit_and_always_are_there_only_when_they_can_be(driven, qtbot):
    card = approval(driven, qtbot, armed=False)
    assert not card.edit.isVisible()
    assert not card.always.isVisible()
    driven.take(ask("approval", id="b", editable="", grantable=True))
    card = driven.window.chat.cards["b"]
    assert card.edit.isVisible()
    assert card.always.isVisible()


def test_a_lasting_permission_takes_a_second_click(driven, qtbot):
    card = approval(driven, qtbot, grantable=True)
    qtbot.mouseClick(card.always, Qt.MouseButton.LeftButton)
    assert driven.sent == []
    qtbot.mouseClick(card.always, Qt.MouseButton.LeftButton)
    assert driven.sent == []
    qtbot.waitUntil(lambda: card.always.isEnabled(), timeout=2 * ARMING_MS)
    qtbot.mouseClick(card.always, Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [("always", None)]


def test_settled_it_is_folded_and_dead(driven, qtbot):
    card = approval(driven, qtbot, editable="1")
    driven.take(Answered(ask="a", answer=Answer(verdict="edit", text="2"), by="window"))
    assert not card.body.isVisible()
    assert card.accessibleName() == "Place the order? Approved with “2”"
    card.approve.click()
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    qtbot.wait(ARMING_MS + DOUBLE_MS)
    assert driven.sent == []


def test_an_answer_that_did_not_arrive_can_be_given_again(driven, qtbot):
    card = approval(driven, qtbot)
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    driven.window._on_not_sent(driven.sent[0], "no engine")
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    assert verdicts(driven) == [("approve", None), ("approve", None)]


def test_what_would_be_replaced_stands_beside_the_new_value(driven, qtbot):
    card = approval(driven, qtbot, armed=False, facts=({"label": "Value", "value": "10", "was": "1000"},))
    assert "10  (instead of 1000)" in [made.text() for made in card.findChildren(QLabel)]


def test_a_question_that_no_longer_stands_is_folded_as_such(driven, qtbot):
    card = approval(driven, qtbot)
    driven.take(Answered(ask="a", answer=Answer(verdict="expired"), by="engine"))
    assert not card.waiting and "the page changed" in card.accessibleName()
    qtbot.mouseClick(card.approve, Qt.MouseButton.LeftButton)
    assert driven.sent == []
