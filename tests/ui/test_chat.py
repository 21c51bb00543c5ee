"""The conversation: words, streaming, notices, turns, questions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from cobrowse.protocol.command import ReopenBrowser, Reply, Resume, Say
from cobrowse.protocol.event import (
    Answer,
    Answered,
    ControlChanged,
    Notice,
    PageChanged,
    Said,
    SaidPart,
    SettingChanged,
    TurnEnded,
    TurnStarted,
    Used,
)
from tests.ui.scripts import START, TURN, ask, step
from ui.chat.bubbles import Ending, Mine, Theirs
from ui.chat.choice import ChoiceCard
from ui.chat.notice import NoticeCard
from ui.chat.prose import Prose


def answers(driven) -> list[Theirs]:
    return driven.window.chat.findChildren(Theirs)


def test_what_the_person_said_is_shown_as_plain_text(driven):
    driven.take(START, TurnStarted(turn="t", text="<b>Buy</b> **it**"))
    bubble = driven.window.chat.findChild(Mine).bubble
    assert bubble.text() == "<b>Buy</b> **it**"
    assert bubble.textFormat() == Qt.TextFormat.PlainText


def test_an_answer_is_streamed_and_then_replaced_by_the_whole(driven, qtbot):
    driven.take(START, TURN, SaidPart(turn="t", text="I **fou"), SaidPart(turn="t", text="nd**"))
    (answer,) = answers(driven)
    qtbot.waitUntil(lambda: answer.prose.toPlainText() == "I found", timeout=1000)
    assert not answer.copy.isVisible()
    driven.take(Said(turn="t", text="I **found** it"))
    assert answer.prose.toPlainText() == "I found it"
    assert len(answers(driven)) == 1
    driven.take(SaidPart(turn="t", text="More"))
    assert len(answers(driven)) == 2


def test_an_answer_that_was_cut_off_stays_when_the_turn_ends(driven):
    driven.take(START, TURN, SaidPart(turn="t", text="Half of"), TurnEnded(turn="t", outcome="cancelled"))
    assert answers(driven)[0].prose.toPlainText() == "Half of"


def test_markdown_is_rendered_and_html_is_text(qtbot):
    prose = Prose()
    qtbot.addWidget(prose)
    prose.say("**bold** <b>no</b>\n\n<script>alert(1)</script>\n\n<img src='file:///etc/passwd'> `<i>x</i>`")
    assert prose.toPlainText().splitlines() == [
        "bold <b>no</b>",
        "<script>alert(1)</script>",
        "<img src='file:///etc/passwd'> <i>x</i>",
    ]
    assert "font-weight:700" in prose.document().toHtml().replace(" ", "")


def test_pictures_become_words_and_nothing_is_loaded(qtbot, tmp_path):
    picture = QImage(40, 40, QImage.Format.Format_RGB32)
    picture.save(str(tmp_path / "local.png"))
    given: list[QImage] = []

    class Watched(Prose):
        def loadResource(self, type: int, name: QUrl | str):
            given.append(super().loadResource(type, name))
            return given[-1]

    prose = Watched()
    qtbot.addWidget(prose)
    prose.resize(300, 100)
    prose.show()
    local = QUrl.fromLocalFile(str(tmp_path / "local.png")).toString()
    prose.say(f"See ![a map](https://evil.example/p.png?secret) here\n\n![x][r] ![y]({local})\n\n[r]: {local}")
    prose.grab()
    assert prose.toPlainText() == "See [a map] here\n[x] [y]"
    kept = prose.document().resource(QTextDocument.ResourceType.ImageResource, QUrl(local))
    assert {(image.width(), image.height()) for image in [*given, kept]} == {(1, 1)}


def test_everything_that_was_said_has_room(driven):
    table = "Words that go on and on, " * 20 + "\n\n* one\n* two\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    driven.take(START, TurnStarted(turn="t", text="Please do this for me, " * 12), Said(turn="t", text=table))
    for width in (400, 700, 1000):
        driven.window.resize(width, 800)
        for _ in range(3):
            QApplication.processEvents()
        prose = answers(driven)[0].prose
        assert prose.document().size().height() <= prose.height() <= prose.document().size().height() + 4
        assert prose.document().textWidth() == prose.viewport().width()
        mine = driven.window.chat.findChild(Mine)
        assert mine.bubble.geometry().bottom() <= mine.rect().bottom()
        assert mine.bubble.height() >= mine.bubble.heightForWidth(mine.bubble.width()) - 2


def test_a_link_is_offered_in_the_address_line_and_not_opened(driven):
    driven.take(START, TURN, Said(turn="t", text="[here](https://shop.example/x) [bad](javascript:alert(1))"))
    prose = answers(driven)[0].prose
    prose.anchorClicked.emit(QUrl("https://shop.example/x"))
    assert driven.window.top.address.text() == "https://shop.example/x"
    prose.anchorClicked.emit(QUrl("javascript:alert(1)"))
    assert driven.window.top.address.text() == "https://shop.example/x"
    assert driven.sent == []


def test_an_answer_can_be_copied_as_it_was_written(driven, qtbot):
    driven.take(START, TURN, Said(turn="t", text="I **found** it"))
    qtbot.mouseClick(answers(driven)[0].copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "I **found** it"


def test_the_greeting_comes_with_suggestions_until_something_is_asked(driven, qtbot):
    driven.take(START, Said(turn="", text="Hello."))
    suggestions = driven.window.chat.suggestions
    assert suggestions.isVisible()
    qtbot.mouseClick(suggestions.buttons[1], Qt.MouseButton.LeftButton)
    assert driven.sent == [Say(text="What can I do here?")]
    driven.take(TURN)
    assert not suggestions.isVisible()


def test_a_response_is_shown_once(driven):
    driven.take(START, TURN, Said(turn="t", text="Done it."), TurnEnded(turn="t", outcome="done", response="Done it."))
    assert [a.text for a in answers(driven)] == ["Done it."]
    driven.take(TurnStarted(turn="u", text="Again"), TurnEnded(turn="u", outcome="blocked", response="Log in first."))
    assert [a.text for a in answers(driven)] == ["Done it.", "Log in first."]


@pytest.mark.parametrize("retryable", [True, False])
def test_a_turn_that_failed_can_be_tried_again_where_that_makes_sense(driven, qtbot, retryable):
    driven.take(START, TURN, TurnEnded(turn="t", outcome="failed", response="No network.", retryable=retryable))
    ending = driven.window.chat.findChild(Ending)
    assert ending.retry.isVisible() is retryable
    if retryable:
        qtbot.mouseClick(ending.retry, Qt.MouseButton.LeftButton)
        assert driven.sent == [Say(text="Buy the book")]
        assert not ending.retry.isEnabled()


def test_notices_say_their_tone_and_offer_what_helps(driven, qtbot):
    driven.take(START, Notice(tone="error", text="The browser was closed.", offer="reopen_browser"))
    card = driven.window.chat.findChildren(NoticeCard)[-1]
    assert card.accessibleName() == "Error: The browser was closed."
    qtbot.mouseClick(card.offer, Qt.MouseButton.LeftButton)
    assert driven.sent == [ReopenBrowser()]
    driven.take(Notice(tone="info", text="Saved."))
    assert driven.window.chat.findChildren(NoticeCard)[-1].offer is None


def test_markup_in_a_notice_or_question_is_text(driven):
    driven.take(START, TURN, Notice(tone="info", text="<b>x</b>"), ask("text", title="<img src=x>"))
    labels = driven.window.chat.findChildren(QLabel)
    formats = {made.textFormat() for made in labels if made.text() in ("<b>x</b>", "<img src=x>")}
    assert formats == {Qt.TextFormat.PlainText}


def test_characters_that_turn_text_around_are_not_shown(driven):
    driven.take(START, TURN, ask("text", title="Send to \u202eelpmaxe.live\u202c?"))
    assert any(made.text() == "Send to elpmaxe.live?" for made in driven.window.chat.findChildren(QLabel))


def choice(driven, **more) -> ChoiceCard:
    driven.take(START, TURN, ask("choice", title="Which?", options=("Oslo", "Bergen", "Bodø"), **more))
    return driven.window.chat.cards["a"]


def test_an_option_is_chosen_by_click(driven, qtbot):
    card = choice(driven)
    qtbot.mouseClick(card.options[2], Qt.MouseButton.LeftButton)
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="choice", index=2, text="Bodø"))]
    qtbot.mouseClick(card.options[1], Qt.MouseButton.LeftButton)
    assert len(driven.sent) == 1


def test_an_option_is_chosen_by_its_number_in_the_empty_composer(driven, qtbot):
    choice(driven)
    qtbot.keyClick(driven.window.composer.input, "2")
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="choice", index=1, text="Bergen"))]
    assert driven.window.composer.input.toPlainText() == ""


def test_a_number_is_text_when_something_is_written_or_nothing_waits(driven, qtbot):
    driven.take(START)
    qtbot.keyClick(driven.window.composer.input, "2")
    choice(driven)
    qtbot.keyClick(driven.window.composer.input, "1")
    assert driven.sent == []
    assert driven.window.composer.input.toPlainText() == "21"


def test_a_number_beyond_the_options_is_text(driven, qtbot):
    choice(driven)
    qtbot.keyClick(driven.window.composer.input, "4")
    assert driven.sent == []


def test_numbers_work_wherever_the_focus_is(driven, qtbot):
    driven.take(START, TURN, step())
    choice(driven)
    qtbot.keyClick(driven.window.timeline.view, "3")
    assert [c.answer.index for c in driven.sent] == [2]


def test_an_answer_of_ones_own_goes_with_the_last_row_or_the_composer(driven, qtbot):
    card = choice(driven, allow_free_text=True)
    assert card.own is not None
    card.own.setText("Narvik")
    qtbot.keyClick(card.own, Qt.Key.Key_Return)
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="choice", index=-1, text="Narvik"))]
    driven.take(ask("choice", id="b", options=("x", "y"), allow_free_text=True))
    driven.window.composer.input.setPlainText("Tromsø")
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Return)
    assert driven.sent[-1] == Reply(ask="b", answer=Answer(verdict="choice", index=-1, text="Tromsø"))
    assert choice(driven).own is None


def test_an_answered_choice_stays_folded_with_the_answer_marked(driven, qtbot):
    card = choice(driven)
    driven.take(Answered(ask="a", answer=Answer(verdict="choice", index=1, text="Bergen"), by="page"))
    assert [option.isVisible() for option in card.options] == [False, True, False]
    assert card.options[1].accessibleName() == "Bergen, chosen"
    qtbot.mouseClick(card.unfold, Qt.MouseButton.LeftButton)
    assert all(option.isVisible() for option in card.options)
    qtbot.mouseClick(card.options[0], Qt.MouseButton.LeftButton)
    qtbot.keyClick(driven.window.composer.input, "1")
    assert driven.sent == []


def test_a_question_is_answered_in_the_composer(driven, qtbot):
    driven.take(START, TURN, ask("text"))
    composer = driven.window.composer
    assert composer.send.text() == "Answer"
    assert composer.stop.isVisible()
    composer.input.setPlainText("Ring twice")
    qtbot.keyClick(composer.input, Qt.Key.Key_Return)
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="text", text="Ring twice"))]
    driven.take(Answered(ask="a", answer=Answer(verdict="text", text="Ring twice")))
    assert not composer.send.isVisible()
    assert driven.window.chat.cards["a"].accessibleName() == "Place the order? “Ring twice”"


@pytest.mark.parametrize("how", ["click", "space"])
def test_a_pause_goes_on_with_a_click_or_space(driven, qtbot, how):
    driven.take(START, TURN, ask("pause"))
    if how == "click":
        qtbot.mouseClick(driven.window.chat.cards["a"].go_on, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_Space)
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="continue"))]
    assert driven.window.composer.input.toPlainText() == ""


def test_the_browser_is_handed_back_by_card_or_banner(driven, qtbot):
    driven.take(START, TURN, ControlChanged(who="person", why="Please log in."), ask("hand_over"))
    banner = driven.window.banner
    assert banner.isVisible()
    assert banner.words.text() == "You are in control. Please log in."
    qtbot.mouseClick(banner.resume, Qt.MouseButton.LeftButton)
    assert driven.sent == [Reply(ask="a", answer=Answer(verdict="continue"))]
    driven.take(Answered(ask="a", answer=Answer(verdict="continue")))
    qtbot.mouseClick(banner.resume, Qt.MouseButton.LeftButton)
    assert driven.sent[1:] == [Resume()]
    driven.take(ControlChanged(who="assistant"), ask("hand_over", id="b"))
    assert not banner.isVisible()
    qtbot.mouseClick(driven.window.chat.cards["b"].hand_back, Qt.MouseButton.LeftButton)
    assert driven.sent[2:] == [Reply(ask="b", answer=Answer(verdict="continue"))]


def test_what_goes_on_is_told_and_gives_way_to_a_question(driven):
    chat = driven.window.chat
    assert chat.activity.words.text() == "Starting the browser…"
    driven.take(START)
    assert not chat.activity.isVisible()
    driven.take(TURN, step(status="running"))
    assert chat.activity.words.text() == "Click Checkout"
    driven.take(ask("pause"))
    assert not chat.activity.isVisible()
    driven.take(Answered(ask="a", answer=Answer(verdict="continue")))
    assert chat.activity.isVisible()
    driven.take(TurnEnded(turn="t", outcome="done"))
    assert not chat.activity.isVisible()


def test_bars_show_brain_policy_tokens_and_tabs(driven):
    driven.take(
        START, Used(turn="t", input_tokens=700, output_tokens=50), Used(turn="t", input_tokens=1, output_tokens=2)
    )
    assert driven.window.picks.meter.text() == "753 tokens"
    driven.take(SettingChanged(name="brain", value="openai:gpt"), SettingChanged(name="policy", value="watch"))
    assert driven.window.picks.brain.value == "openai:gpt"
    assert driven.window.picks.policy.value == "only watch"
    assert driven.window.picks.policies["watch"].isChecked()
    driven.take(PageChanged(url="https://a.example/", title="A", tabs=("A",)))
    assert not driven.window.top.tabs.isVisible()
    driven.take(PageChanged(url="https://a.example/", title="A", tabs=("A", "B")))
    assert driven.window.top.tabs.isVisible()
    assert driven.window.top.tabs.accessibleName() == "2 tabs"


def test_every_button_has_a_name(driven):
    driven.take(START, TURN, Said(turn="t", text="x"), step(undoable=True))
    for number, kind in enumerate(("approval", "choice", "text", "pause", "hand_over")):
        driven.take(ask(kind, id=str(number), options=("a", "b"), editable="v", grantable=True, allow_free_text=True))
    nameless = [b for b in driven.window.findChildren(QPushButton) if not (b.accessibleName() or b.text())]
    assert nameless == []
