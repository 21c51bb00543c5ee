"""The text of a page for a model."""

from __future__ import annotations

from itertools import count
from typing import Any

from cobrowse.protocol.observation import Element, FrameView, Item, Observation, TextRun
from cobrowse.protocol.outline import changes, outline

_numbers = count(1000)


def element(role: str, name: str = "", **more: Any) -> Element:
    return Element(**{"id": f"e{next(_numbers)}"[:5], "role": role, "name": name, **more})


def page(*items: Item, **more: Any) -> Observation:
    return Observation(**{"url": "http://a.test/", "title": "T", "viewport": (800, 600), "items": items, **more})


def rows(number: int, states: tuple[str, ...] = ("offscreen-below",)) -> list[Item]:
    found: list[Item] = []
    for row in range(number):
        found.append(TextRun(f"{row} |", in_view=not states))
        found.append(element("link", f"Row {row}", states=states, id=f"r{row}", continues=True))
        found.append(TextRun("| City", in_view=not states, continues=True))
    return found


def test_lines() -> None:
    seen = page(
        element("heading", "Account", level=2),
        element("button", "Save", id="k3f9", states=("disabled",)),
        element("textbox", "Email", id="a2c4", value="x", states=("required",)),
        element("textbox", "Pass", id="p1p1", states=("secret", "filled")),
        element("combobox", "Size", id="s1s1", value="Large", options=("Small", "Large")),
        element("link", "", id="l1l1", href="http://a.test/help"),
        element("button", 'Say "hi"', id="q1q1", description="covered by dialog “Cookies”", states=("covered",)),
        element("main"),
        element("link", "Terms", id="b7d1", states=("offscreen-below",)),
        TextRun("Some words"),
        TextRun("secretly", unseen=True),
    )
    assert outline(seen).text.splitlines() == [
        "## Account",
        'k3f9 button "Save" disabled',
        'a2c4 textbox "Email" = "x" required',
        'p1p1 textbox "Pass" secret filled',
        's1s1 combobox "Size" = "Large" (Small | Large)',
        "l1l1 link to /help",
        'q1q1 button "Say \\"hi\\"" covered – covered by dialog “Cookies”',
        "[main]",
        '↓b7d1 link "Terms"',
        "Some words",
    ]


def test_twins_say_where_they_are() -> None:
    seen = page(
        element("button", "Buy", id="b1b1", section="Red"),
        element("button", "Buy", id="b2b2", section="Blue"),
        element("button", "Pay", id="b3b3", section="Till"),
    )
    assert outline(seen).text == 'b1b1 button "Buy" · in Red\nb2b2 button "Buy" · in Blue\nb3b3 button "Pay"'


def test_a_label_is_not_said_twice() -> None:
    assert outline(page(TextRun("Street"), element("textbox", "Street", id="t1t1"))).text == 't1t1 textbox "Street"'


def test_a_dropped_label_leaves_its_field_a_line_of_its_own() -> None:
    seen = page(
        element("button", "Back", id="b1b1"),
        TextRun("Street", continues=True),
        element("textbox", "Street", id="t1t1", continues=True),
    )
    assert outline(seen).text == 'b1b1 button "Back"\nt1t1 textbox "Street"'


def test_a_sentence_is_one_line() -> None:
    seen = page(
        TextRun("See the"),
        element("link", "terms", id="l1l1", continues=True),
        TextRun(", then go on.", continues=True),
        TextRun("Another one"),
    )
    assert outline(seen).text == 'See the l1l1 link "terms", then go on.\nAnother one'


def test_a_heading_that_is_a_link_is_said_once() -> None:
    seen = page(
        element("heading", "Red Fox", level=3),
        element("link", "Red Fox", id="l1l1", continues=True),
        element("heading", "Chapter 1 ¶", level=2),
        element("link", "¶", id="l2l2", continues=True),
    )
    assert outline(seen).text == '### l1l1 link "Red Fox"\n## Chapter 1 ¶ l2l2 link "¶"'


def test_what_lies_under_a_dialog_gives_way_to_it() -> None:
    under = [element("button", f"Under {n}", states=("covered",)) for n in range(400)]
    told = outline(page(*under, element("dialog", "Select kernel"), element("button", "Select", id="k1k1")), 3000)
    assert told.truncated
    assert 'k1k1 button "Select"' in told.text and '[dialog "Select kernel"]' in told.text


def test_nothing_is_said_of_a_thing_that_its_name_says() -> None:
    seen = page(
        element("link", "abs()", id="l1l1", description="abs", section="» abs"),
        element("link", "abs()", id="l2l2", section="Built-in"),
    )
    assert outline(seen).text == 'l1l1 link "abs()"\nl2l2 link "abs()" · in Built-in'


def test_rows_and_frames() -> None:
    inner = element("button", "Pay", id="p1p1", frame="f1")
    seen = page(
        TextRun("Name | City"),
        *rows(1, ()),
        element("iframe", "Till"),
        inner,
        TextRun("After"),
        frames=(
            FrameView(key="f1", url="http://pay.test/x", origin="http://pay.test", name="Till"),
            FrameView(key="f2", url="http://slow.test/", origin="http://slow.test", note="it is still loading"),
        ),
    )
    assert outline(seen).text.splitlines() == [
        "Name | City",
        '0 | r0 link "Row 0" | City',
        '--- frame pay.test "Till" ---',
        'p1p1 button "Pay"',
        "--- end of frame ---",
        "After",
        "--- frame slow.test: it is still loading ---",
    ]


def test_repeats_are_folded_when_space_is_short() -> None:
    seen = page(element("heading", "People"), *rows(2000))
    told = outline(seen, 3000)
    assert told.truncated
    assert len(told.text) <= 3000
    assert told.text.splitlines()[0] == "## People"
    assert "more rows like this" in told.text
    assert "find" in told.text.splitlines()[-1]


def test_what_is_in_view_comes_first() -> None:
    texts = [TextRun(f"Paragraph {number} of something", in_view=600 <= number < 620) for number in range(1200)]
    mixed: list[Item] = []
    for number, text in enumerate(texts):
        mixed += [text, element("heading", f"H{number}", states=() if text.in_view else ("offscreen-below",))]
    told = outline(page(*mixed), 4000)
    assert told.truncated and len(told.text) <= 4000
    assert all(f"Paragraph {number} of" in told.text for number in range(600, 620))
    assert "headings: H" in told.text


def test_the_budget_holds_even_when_the_view_is_full() -> None:
    told = outline(page(*(TextRun(f"Words number {number}") for number in range(5000))), 2000)
    assert told.truncated and len(told.text) <= 2000


def test_changes() -> None:
    save, more = element("button", "Save", id="s1s1"), element("button", "More", id="m1m1")
    before = page(TextRun("Draft"), save, more, scroll=(0, 900))
    after = page(TextRun("Saved"), element("button", "Save", id="s1s1", states=("disabled",)), scroll=(100, 900))
    assert changes(before, after).text.splitlines() == [
        "scrolled to 100 of 900 px",
        "+ Saved",
        '+ s1s1 button "Save" disabled',
        '- m1m1 button "More"',
    ]
    assert changes(before, before).text == "Nothing changed."


def test_another_page_is_told_whole() -> None:
    before, after = page(TextRun("A"), document="1"), page(TextRun("B"), document="2")
    assert changes(before, after).text == "B"


def test_scrolling_brings_up_what_was_not_told() -> None:
    def at(top: int) -> Observation:
        texts = (TextRun(f"Paragraph {n}", in_view=top <= n < top + 20) for n in range(3000))
        return page(*texts, scroll=(top, 3000))

    told = changes(at(0), at(2000), 3000)
    assert "Paragraph 2010" in told.text
    assert "Paragraph 5\n" not in told.text


def test_an_empty_page() -> None:
    assert outline(page()).text == "The page is empty."
