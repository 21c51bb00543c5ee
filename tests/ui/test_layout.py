"""Shapes and looks: narrow and wide, light and dark, icons, contrast, the address line, the composer."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from cobrowse import settings
from cobrowse.protocol.command import OpenAddress, Say, SetPolicy, Stop, TakeOver
from cobrowse.protocol.event import PageChanged, Said, TurnEnded
from tests.ui.scripts import START, TURN, ask, step
from ui.bar.address import parts_of
from ui.theme.icons import FALLBACK, pixmap
from ui.theme.surface import breakable, shown
from ui.theme.theme import theme
from ui.theme.tokens import DARK, LIGHT
from ui.window import MainWindow

ROOT = Path(__file__).parents[2]
ICONS = sorted(path.stem for path in (ROOT / "resources" / "icons").glob("*.svg"))
NEEDED = [
    "navigate",
    "back",
    "forward",
    "reload",
    "tab",
    "link",
    "click",
    "double-click",
    "long-press",
    "hover",
    "focus",
    "drag",
    "scroll",
    "scroll-to",
    "fill",
    "type",
    "clear",
    "select",
    "check",
    "uncheck",
    "radio",
    "form",
    "upload",
    "press",
    "read",
    "find",
    "extract",
    "narrate",
    "border",
    "highlight",
    "ask",
    "choice",
    "pause",
    "wait",
    "validate",
    "flag",
    "hand-over",
    "card",
    "done",
    "blocked",
    "undo",
    "settings",
    "menu",
    "sun",
    "moon",
    "stop",
    "send",
    "eye",
    "lock",
]


def resize(window: QWidget, width: int, height: int = 800) -> None:
    window.resize(width, height)
    QApplication.processEvents()


def at(widget: QWidget, window: QWidget):
    return widget.mapTo(window, widget.rect().topLeft())


def test_narrow_stacks_and_wide_stands_side_by_side(driven):
    window = driven.window
    driven.take(START, TURN, step())
    resize(window, 759)
    assert at(window.timeline, window).y() > at(window.chat, window).y() + 100
    assert at(window.composer, window).y() > at(window.timeline, window).y()
    resize(window, 760)
    assert at(window.timeline, window).y() == at(window.chat, window).y()
    assert at(window.timeline, window).x() > at(window.chat, window).x() + 300
    assert window.composer.width() == window.chat.width()


def test_text_and_focus_survive_the_change_of_shape(driven):
    window = driven.window
    window.composer.input.setPlainText("half a thought")
    window.composer.input.setFocus()
    for width in (900, 400):
        resize(window, width)
        assert window.composer.input.toPlainText() == "half a thought"
        assert window.focusWidget() is window.composer.input


def test_the_split_is_remembered_for_each_shape(driven, qtbot):
    driven.take(START, TURN, step())
    resize(driven.window, 400)
    splitter = driven.window.frame.splitter
    splitter.moveSplitter(250, 1)
    kept = splitter.sizes()
    resize(driven.window, 900)
    resize(driven.window, 400)
    assert splitter.sizes() == kept
    driven.window.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.resize(400, 800)
    again.show()
    again.take(TURN)
    again.take(step())
    QApplication.processEvents()
    assert again.frame.splitter.sizes() == kept


def test_it_fits_into_380_pixels_whatever_is_said(driven):
    long = "https://shop.example/" + "a" * 200
    driven.take(START, PageChanged(url=long, title="x" * 300), TURN, Said(turn="t", text=long + " " + "w" * 300))
    driven.take(ask("approval", title="y" * 200, where=long, facts=({"label": "L" * 60, "value": "v" * 300},)))
    driven.take(ask("choice", id="b", options=("z" * 300, "ok")), step(label="q" * 300, about=long))
    resize(driven.window, 380, 700)
    assert driven.window.width() == 380
    view = driven.window.chat.view
    assert view.widget().width() == view.viewport().width()
    for card in driven.window.chat.cards.values():
        assert at(card, view.widget()).x() + card.width() <= view.viewport().width()


def test_a_long_value_on_an_approval_is_shown_whole(driven):
    """What is not seen cannot be allowed: no clipping at the right edge of a card."""
    value = "https://bank.example.evil.example/" + "b" * 150
    driven.take(START, TURN, ask("approval", facts=({"label": "Goes to", "value": value},)))
    resize(driven.window, 400)
    card = driven.window.chat.cards["a"]
    made = next(label for label in card.findChildren(QWidget) if getattr(label, "text", str)().startswith("https"))
    lines = made.height() // made.fontMetrics().lineSpacing()
    assert lines * made.width() >= made.fontMetrics().horizontalAdvance(value)
    assert made.text().replace("\u200b", "") == value


def test_the_window_stands_beside_the_browser(driven):
    screen = QGuiApplication.primaryScreen()
    room = screen.availableGeometry()
    rest = driven.window.place_beside(screen)
    outer = driven.window.frameGeometry()
    assert outer.topLeft() == room.topLeft()
    assert 380 <= outer.width() <= 460
    assert outer.height() == room.height()
    assert rest.x == outer.right() + 1
    assert rest.width == room.width() - outer.width()
    assert rest.height == room.height()


def test_the_theme_changes_while_the_window_is_open_and_is_kept(driven):
    def ground() -> QColor:
        return driven.window.grab().toImage().pixelColor(200, 300)

    driven.take(START)
    driven.window.commands.modes["dark"].trigger()
    QApplication.processEvents()
    assert ground() == QColor(DARK.bg)
    assert settings.load().theme == "dark"
    driven.window.commands.modes["light"].trigger()
    QApplication.processEvents()
    assert ground() == QColor(LIGHT.bg)


def test_the_theme_follows_the_system_until_one_is_picked(driven):
    hints = QGuiApplication.styleHints()
    hints.setColorScheme(Qt.ColorScheme.Dark)
    try:
        theme().refresh()
        assert theme().dark is (hints.colorScheme() == Qt.ColorScheme.Dark)
        theme().set_mode("light")
        assert not theme().dark
    finally:
        hints.unsetColorScheme()


def test_the_text_follows_the_size_that_the_system_has(driven):
    driven.take(START, TURN, Said(turn="t", text="Some words"), step())
    font = QApplication.font()
    bigger = QFont(font)
    bigger.setPointSizeF(font.pointSizeF() * 1.6)
    row, field = driven.window.timeline.view.rowHeight(0), driven.window.composer.input.height()
    try:
        QApplication.setFont(bigger)
        QApplication.processEvents()
        assert driven.window.timeline.view.rowHeight(0) > row
        assert driven.window.composer.input.height() > field
    finally:
        QApplication.setFont(font)


def channels(colour: str) -> tuple[float, float, float]:
    made = QColor(colour)
    return made.redF(), made.greenF(), made.blueF()


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(tokens):
    pairs = list(itertools.product(("text", "soft", "faint"), ("bg", "card")))
    pairs += [("text", "wait_soft"), ("text", "bad_soft"), ("soft", "accent_soft"), ("wait", "wait_soft")]
    pairs += [("bad", "bad_soft"), ("bad", "bg"), ("ok", "bg"), ("on", "accent"), ("accent", "card")]
    weak = {(a, b): contrast(getattr(tokens, a), getattr(tokens, b)) for a, b in pairs}
    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("name", sorted({*ICONS, *NEEDED}))
def test_icons_are_drawn_in_the_colour_that_is_wanted(qtbot, name):
    assert name in ICONS
    image = pixmap(name, QColor("#ff0000"), 20, 2.0).toImage()
    solid = [image.pixelColor(x, y) for x in range(40) for y in range(40) if image.pixelColor(x, y).alpha() == 255]
    assert len(solid) > 3
    assert {colour.name() for colour in solid} == {"#ff0000"}
    edge = [image.pixelColor(n, e).alpha() for n in range(40) for e in (0, 39)]
    assert max(edge) == 0, "cut off at the edge"


def test_an_unknown_icon_name_breaks_nothing(qtbot):
    fallback = pixmap(FALLBACK, QColor("#123456"), 16).toImage()
    for name in ("no-such-action", "../style/window.qss", ""):
        assert pixmap(name, QColor("#123456"), 16).toImage() == fallback


def test_the_style_sheet_names_only_known_tokens():
    sheet = (ROOT / "resources" / "style" / "window.qss").read_text(encoding="utf-8")
    used = set(re.findall(r"\$\{?(\w+)", sheet))
    assert used <= set(LIGHT.values()) | {"small"}
    assert "accent" in used


def test_characters_that_mislead_are_taken_out_and_long_words_may_break():
    assert shown("a\u202eb\u200bc\u0000d\n") == "abcd\n"
    assert "\u200b" not in breakable("a short sentence with words")
    assert max(map(len, breakable("x" * 200).split("\u200b"))) <= 32


@pytest.mark.parametrize(
    ("url", "secure", "host", "rest"),
    [
        ("https://shop.example/a?b#c", True, "shop.example", "/a?b#c"),
        ("http://shop.example/", False, "shop.example", ""),
        ("https://bank.example@evil.example/x", True, "evil.example", "/x"),
        ("https://xn--pple-43d.com/", True, "xn--pple-43d.com", ""),
        ("https://a.example?x=https://b.example/", True, "a.example", "?x=https://b.example/"),
        ("file:///tmp/a.html", False, "file:", "/tmp/a.html"),
        ("about:blank", False, "", "about:blank"),
    ],
)
def test_the_address_is_taken_apart_honestly(url, secure, host, rest):
    assert parts_of(url) == (secure, host, rest)


def test_an_address_is_opened_by_return_and_put_back_by_escape(driven, qtbot):
    driven.take(START, PageChanged(url="https://a.example/x", title="A"))
    line = driven.window.top.address
    driven.window.commands.address.trigger()
    assert driven.window.focusWidget() is line
    qtbot.keyClicks(line, "b.example")
    driven.take(PageChanged(url="https://a.example/y", title="A"))
    assert line.text() == "b.example", "what is being typed stays"
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "https://a.example/y"
    line.setText("c.example")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert driven.sent == [OpenAddress(url="c.example")]


def test_return_sends_and_shift_return_is_a_new_line(driven, qtbot):
    driven.take(START)
    field = driven.window.composer.input
    height = field.height()
    qtbot.keyClicks(field, "one")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field, "two")
    assert driven.sent == []
    assert field.height() > height
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert driven.sent == [Say(text="one\ntwo")]
    assert field.toPlainText() == ""
    assert field.height() == height
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert len(driven.sent) == 1, "nothing is sent when nothing is written"


def test_words_are_never_lost(driven, qtbot):
    composer = driven.window.composer
    composer.input.setPlainText("early")
    qtbot.keyClick(composer.input, Qt.Key.Key_Return)
    assert (driven.sent, composer.input.toPlainText()) == ([], "early")
    assert composer.hint.isVisible()
    driven.take(START, TURN)
    qtbot.keyClick(composer.input, Qt.Key.Key_Return)
    assert (driven.sent, composer.input.toPlainText()) == ([], "early")
    assert "still working" in composer.hint.text()
    driven.take(TurnEnded(turn="t", outcome="done"))
    qtbot.keyClick(composer.input, Qt.Key.Key_Return)
    assert driven.sent == [Say(text="early")]
    driven.window._on_not_sent(driven.sent[0], "no engine")
    assert composer.input.toPlainText() == "early"


def test_while_a_turn_runs_it_can_be_stopped_and_taken_over(driven, qtbot):
    window = driven.window
    driven.take(START)
    assert not window.composer.stop.isVisible()
    qtbot.keyClick(window.composer.input, Qt.Key.Key_Escape)
    assert driven.sent == []
    driven.take(TURN)
    assert not window.composer.send.isVisible()
    qtbot.keyClick(window.composer.input, Qt.Key.Key_Escape)
    qtbot.mouseClick(window.composer.stop, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.composer.take_over, Qt.MouseButton.LeftButton)
    assert driven.sent == [Stop(), Stop(), TakeOver()]
    driven.take(TurnEnded(turn="t", outcome="cancelled"))
    assert not window.composer.stop.isVisible()
    assert window.composer.send.isVisible()


def test_a_policy_is_shown_only_once_the_engine_has_it(driven):
    driven.take(START)
    picks = driven.window.picks
    picks.policies["all"].trigger()
    assert driven.sent == [SetPolicy(policy="all")]
    assert picks.policy.value == "what matters"
    assert picks.policies["matters"].isChecked()


def test_the_conversation_is_scrolled_from_the_composer(driven, qtbot):
    driven.take(START, TURN, *(Said(turn="t", text=f"Line {n}\n\nmore") for n in range(40)))
    bar = driven.window.chat.view.verticalScrollBar()
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_PageUp)
    up = bar.value()
    assert up < bar.maximum()
    qtbot.keyClick(driven.window.composer.input, Qt.Key.Key_PageDown)
    assert bar.value() > up


def test_the_newest_words_stay_in_sight_unless_older_ones_are_read(driven):
    driven.take(START, TURN, *(Said(turn="t", text=f"Line {n}\n\nmore\n\nand more") for n in range(40)))
    bar = driven.window.chat.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.triggerAction(bar.SliderAction.SliderToMinimum)
    QApplication.processEvents()
    driven.take(Said(turn="t", text="One more"))
    assert bar.value() == 0
    driven.take(ask("pause"))
    QApplication.processEvents()
    assert bar.value() > 0, "a question is shown all the same"
