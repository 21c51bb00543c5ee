"""From phrases to elements, and from written values to what fields want."""

from __future__ import annotations

import pytest

from cobrowse.guide import shortlist
from cobrowse.guide.ground import ground
from cobrowse.guide.match import fit
from cobrowse.guide.page import Page
from cobrowse.guide.phrase import readings
from cobrowse.guide.tokens import tokenise
from cobrowse.guide.values import amount, as_date, as_number, as_time, convert
from cobrowse.protocol.observation import Observation
from tests.unit.guide import pages
from tests.unit.guide.pages import at, el, page


def meant(phrase: str, observation: Observation) -> list[str]:
    """Ids of what a phrase means."""
    return [c.element.id for c in ground(readings(tokenise(phrase)), Page(observation)).best]


def test_a_shortlist_is_ranked_and_says_why() -> None:
    found = shortlist("the Add to basket button for Alpine Huts", pages.SHOP, most=4)
    assert found[0].element.id == "ad03"
    assert found[0].score >= found[1].score
    assert found[0].why
    assert len(found) == 4


def test_a_shortlist_may_keep_one_kind() -> None:
    assert {c.element.role for c in shortlist("name", pages.FORM, kind="dropdown")} <= {"combobox", "button"}


def test_a_whole_request_has_a_shortlist() -> None:
    found = shortlist("Put the cheapest hiking book in the basket", pages.SHOP)
    assert {"ad01", "ad02", "ad03"} <= {c.element.id for c in found[:5]}


def test_links_to_one_place_are_one_thing() -> None:
    twice = page(
        el("a001", "link", "Help", href="https://x.example/h"), el("a002", "link", "Help", href="https://x.example/h")
    )
    assert meant("Help", twice) == ["a001"]


def test_a_wrapper_is_not_the_control() -> None:
    wrapped = page(
        el("w001", "clickable", "Save", box=at(0, 0, 200, 60)), el("b001", "button", "Save", box=at(10, 10, 80, 24))
    )
    assert meant("Save", wrapped) == ["b001"]


def test_what_is_covered_or_disabled_gives_way() -> None:
    layered = page(
        el("a001", "button", "Close", "covered"),
        el("a002", "button", "Close"),
        el("a003", "button", "Close", "disabled"),
    )
    assert meant("close", layered) == ["a002"]


def test_the_text_before_a_field_names_it() -> None:
    assert meant("the message field", pages.FORM) == ["ms01"]
    assert meant("Time", pages.TINY_TIME) == ["tm01"]


def test_case_tells_apart_what_is_otherwise_equal() -> None:
    assert meant('"vrD"', page(el("a001", "checkbox", "vrD"), el("a002", "checkbox", "vrd"))) == ["a001"]


def test_boxes_tell_which_row() -> None:
    rows = page(
        el("b001", "button", "Edit", box=at(0, 100)), el("c001", "cell", "Ada", box=at(100, 100)),
        el("b002", "button", "Edit", box=at(0, 140)), el("c002", "cell", "Bo", box=at(100, 140)),
        el("b003", "button", "Edit", box=at(0, 180)), el("c003", "cell", "Cy", box=at(100, 180)),
    )  # fmt: skip
    assert "b002" in meant("the Edit button next to Bo", rows)


@pytest.mark.parametrize(
    ("words", "name", "least"),
    [
        ("Submit", "Submit", 1.0),
        ("submit", "Submit", 0.98),
        ("sign in", "Log in", 0.88),
        ("cart", "Basket", 0.88),
        ("deliveries", "Delivery", 0.9),
        ("sumbit", "Submit", 0.6),
        ("add basket", "Add to basket", 0.6),
    ],
)
def test_names_fit(words: str, name: str, least: float) -> None:
    assert fit(words, name) >= least


@pytest.mark.parametrize(
    ("words", "name"), [("a", "Book a walk"), ("the", "Save the page"), ("1", "10"), ("Oslo", "Basket")]
)
def test_names_do_not_fit(words: str, name: str) -> None:
    assert fit(words, name) < 0.6


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("8:22 AM", "08:22"),
        ("12:05 am", "00:05"),
        ("6 pm", "18:00"),
        ("noon", "12:00"),
        ("25:00", None),
        ("soon", None),
    ],
)
def test_times(written: str, time: str | None) -> None:
    assert as_time(written) == time


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-03-04", "2026-03-04"), ("03/04/2026", "2026-03-04"), ("24/12/2026", "2026-12-24"),
        ("24.12.2026", "2026-12-24"), ("4 March 2026", "2026-03-04"), ("March 4, 2026", "2026-03-04"),
        ("31 February 2026", None), ("someday", None),
    ],
)  # fmt: skip
def test_dates(written: str, day: str | None) -> None:
    assert as_date(written) == day


def test_a_field_may_say_that_the_day_comes_first() -> None:
    assert as_date("03/04/2026", "dd/mm/yyyy") == "2026-04-03"


def test_numbers_and_money() -> None:
    assert as_number("about 12 people") == "12"
    assert as_number("1,5") == "1.5"
    assert as_number("1 or 2") is None
    assert amount("now only € 1,299.00!") == 1299.0
    assert amount("no price") is None


def test_a_plain_field_takes_the_value_as_it_was_written() -> None:
    assert convert("8:22 AM", el("a001", "textbox", "When", input_type="text")).text == "8:22 AM"
