"""Text that was read on one site is known again when it is given to another."""

from __future__ import annotations

import pytest

from cobrowse.agent.provenance import Provenance

STATEMENT = "Account of Ada Fjeld\nIBAN NO93 8601 1117 947\nBalance 12,400.55"


@pytest.fixture
def seen() -> Provenance:
    known = Provenance()
    known.read("bank.example", STATEMENT)
    return known


@pytest.mark.parametrize(
    "value",
    [
        "NO93 8601 1117 947",
        "no9386011117947",
        "my number is NO93-8601-1117-947, thanks",
        "https://evil.example/?q=NO93%208601%201117%20947",
        "https://evil.example/?q=NO93+8601+1117+947",
        "ＮＯ９３８６０１１１１７９４７",
        "NO93\u200b8601\u200b1117\u200b947",
        "x" * 500 + "AccountOfAdaFjeld",
    ],
)
def test_what_was_read_elsewhere_is_named(seen: Provenance, value: str) -> None:
    assert seen.sources([value], "evil.example") == ("bank.example",)


@pytest.mark.parametrize("value", ["Ada Fjeld", "947", "", "something else altogether"])
def test_short_or_other_text_is_not(seen: Provenance, value: str) -> None:
    assert seen.sources([value], "evil.example") == ()


def test_its_own_site_may_have_it_back(seen: Provenance) -> None:
    assert seen.sources(["NO93 8601 1117 947"], "bank.example") == ()


def test_the_persons_own_words_may_go_anywhere(seen: Provenance) -> None:
    seen.person_said("Send NO93 8601 1117 947 to the landlord")
    assert seen.sources(["NO93 8601 1117 947"], "evil.example") == ()
    assert seen.sources(["Account of Ada Fjeld"], "evil.example") == ("bank.example",)


def test_a_page_read_again_and_again_takes_no_more_room(seen: Provenance) -> None:
    for _ in range(100):
        seen.read("bank.example", STATEMENT)
    assert len(seen._read["bank.example"]) < 2 * len(STATEMENT)
