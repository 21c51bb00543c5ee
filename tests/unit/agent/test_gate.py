"""What passes, what asks, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.agent.gate import Gate
from cobrowse.agent.origins import AllowList
from cobrowse.protocol.node import FormFacts, Node
from cobrowse.protocol.result import Failure

from .conftest import make_node

PAGE = "https://shop.example/page"


def verdict(gate: Gate, entry: Mapping[str, object], node: Node | None = None) -> str:
    nodes = {node.target: node} if node else {}
    return gate.judge(CATALOGUE.validate(dict(entry)), nodes, PAGE).kind


CLICK = {"type": "click", "selector": "k3f9"}
SEARCH = FormFacts(action="https://shop.example/books", method="get", submits=True)


@pytest.mark.parametrize(
    ("entry", "node", "expected"),
    [
        (CLICK, make_node("Add to basket"), "allow"),
        (CLICK, make_node("Show more"), "allow"),
        (CLICK, make_node("Delete photo"), "ask"),
        (CLICK, make_node("Place order"), "ask"),
        (CLICK, make_node(""), "ask"),
        (CLICK, make_node("Next", form=FormFacts(action=PAGE, submits=True)), "ask"),
        (CLICK, make_node("Search", form=SEARCH), "allow"),
        (CLICK, make_node("Returns", "link", href="https://shop.example/returns"), "allow"),
        (CLICK, make_node("Returns", "link", href="https://elsewhere.example/"), "ask"),
        (CLICK, make_node("Price list", "link", href="https://shop.example/p.pdf", download=True), "ask"),
        (CLICK, make_node("Delete", "checkbox"), "allow"),
        ({"type": "fill", "selector": "k3f9", "value": "x"}, make_node("Name", "textbox"), "allow"),
        ({"type": "scroll"}, None, "allow"),
        ({"type": "extract", "selector": "k3f9"}, make_node(), "allow"),
        ({"type": "press", "key": "Enter", "selector": "k3f9"}, make_node("Name", "textbox", form=SEARCH), "allow"),
        (
            {"type": "press", "key": "Enter", "selector": "k3f9"},
            make_node("Name", "textbox", form=FormFacts(action=PAGE, method="post")),
            "ask",
        ),
        ({"type": "press", "key": "ArrowDown", "selector": "k3f9"}, make_node("Volume", "slider"), "allow"),
        ({"type": "navigate", "path": "/books"}, None, "allow"),
        ({"type": "navigate", "url": "https://elsewhere.example/"}, None, "ask"),
        ({"type": "long_press", "selector": "k3f9"}, make_node("Pay now"), "ask"),
    ],
)
def test_what_matters(entry: dict[str, object], node: Node | None, expected: str) -> None:
    if node and node.form is SEARCH and entry["type"] == "press":
        node = make_node("Search books", "searchbox", form=SEARCH)
    assert verdict(Gate(policy="matters"), entry, node) == expected


def test_everything_asks_under_the_strict_policy_save_looking() -> None:
    gate = Gate(policy="all")
    assert verdict(gate, {"type": "fill", "selector": "k3f9", "value": "x"}, make_node("Name", "textbox")) == "ask"
    assert verdict(gate, CLICK, make_node("Show more")) == "ask"
    assert verdict(gate, {"type": "scroll"}) == "allow"


def test_watching_never_asks() -> None:
    assert verdict(Gate(policy="watch"), CLICK, make_node("Delete account")) == "allow"


@pytest.mark.parametrize("policy", ["all", "matters", "watch"])
@pytest.mark.parametrize(
    "entry",
    [
        {"type": "fill", "selector": "k3f9", "value": "hunter2"},
        {"type": "type", "selector": "k3f9", "value": "hunter2"},
        {"type": "press", "selector": "k3f9", "key": "h"},
        {"type": "hold_key", "selector": "k3f9", "key": "H", "modifiers": ["shift"]},
    ],
)
def test_secrets_are_typed_by_the_person_only(policy: str, entry: dict[str, object]) -> None:
    node = make_node("Password", "textbox", secret=True, input_type="password")
    with pytest.raises(Failure) as failure:
        verdict(Gate(policy=policy), entry, node)  # type: ignore[arg-type]
    assert failure.value.reason == "secret"
    assert "hunter2" not in failure.value.message


def test_enter_in_a_secret_field_is_no_typing() -> None:
    node = make_node("Password", "textbox", secret=True)
    assert verdict(Gate(policy="watch"), {"type": "press", "selector": "k3f9", "key": "Enter"}, node) == "allow"


def test_a_link_off_the_list_is_refused_whatever_it_is_called() -> None:
    gate = Gate(policy="watch", allowed=AllowList.of(["https://shop.example"]))
    with pytest.raises(Failure) as failure:
        verdict(
            gate, {"type": "link", "selector": "k3f9"}, make_node("shop.example", "link", href="https://evil.example/")
        )
    assert failure.value.reason == "refused"
    assert "evil.example" in failure.value.message


def test_other_programs_are_left_to_the_person() -> None:
    with pytest.raises(Failure, match="mailto"):
        verdict(Gate(policy="watch"), CLICK, make_node("Write to us", "link", href="mailto:a@shop.example"))


def test_only_authorised_files_are_given_away(tmp_path: Path) -> None:
    picked = tmp_path / "cv.pdf"
    picked.write_text("x")
    gate = Gate(policy="matters", files=frozenset([picked.resolve()]))
    entry = {"type": "upload", "selector": "k3f9", "value": str(picked)}
    assert verdict(gate, entry, make_node("CV")) == "ask"
    with pytest.raises(Failure) as failure:
        verdict(gate, {**entry, "value": str(tmp_path / "other.pdf")}, make_node("CV"))
    assert failure.value.reason == "refused"


def test_going_where_the_person_said_needs_no_question() -> None:
    gate = Gate(policy="matters", named=frozenset(["elsewhere.example"]))
    assert verdict(gate, {"type": "navigate", "url": "https://elsewhere.example/a"}) == "allow"


def test_always_on_this_site_is_for_that_site_and_action() -> None:
    gate = Gate(policy="matters", granted=lambda origin, action: (origin, action) == ("https://shop.example", "click"))
    assert verdict(gate, CLICK, make_node("Delete photo")) == "allow"
    assert verdict(gate, {"type": "double_click", "selector": "k3f9"}, make_node("Delete photo")) == "ask"


def test_a_path_off_the_sitemap_names_the_ones_there_are() -> None:
    gate = Gate(policy="watch", sitemap=("/", "/books"))
    assert verdict(gate, {"type": "navigate", "path": "/books"}) == "allow"
    with pytest.raises(Failure, match="/books"):
        verdict(gate, {"type": "navigate", "path": "/boks"})


def test_always_on_this_site_is_for_the_frame_it_was_said_in() -> None:
    gate = Gate(policy="matters", granted=lambda origin, action: origin == "https://shop.example")
    assert verdict(gate, CLICK, make_node("Delete photo", origin="https://ads.example")) == "ask"


def test_text_from_elsewhere_always_asks_and_cannot_be_granted() -> None:
    for policy in ("all", "matters", "watch"):
        gate = Gate(policy=policy, granted=lambda origin, action: True)  # type: ignore[arg-type]
        gate.seen.read("bank.example", "IBAN NO93 8601 1117 947")
        action = CATALOGUE.validate({"type": "fill", "selector": "k3f9", "value": "NO93 8601 1117 947"})
        said = gate.judge(action, {"k3f9": make_node("Note", "textbox")}, PAGE)
        assert (said.kind, said.grantable, said.carries) == ("ask", False, ("bank.example",))
        assert "bank.example" in said.why


def test_a_search_that_sends_elsewhere_is_no_search() -> None:
    form = FormFacts(action="https://elsewhere.example/s", method="get", submits=True)
    assert verdict(Gate(), CLICK, make_node("Search", form=form)) == "ask"


@pytest.mark.parametrize(
    "name", ["De\u200blete", "Jetzt kaufen", "Ｄｅｌｅｔｅ", "D\u0435lete", "購入する", "Supprimer"]
)
def test_grave_words_in_other_shapes(name: str) -> None:
    assert verdict(Gate(), CLICK, make_node(name)) == "ask"


def test_a_form_that_only_closes_a_dialog_sends_nothing() -> None:
    assert (
        verdict(Gate(), CLICK, make_node("Got it", form=FormFacts(action=PAGE, method="dialog", submits=True)))
        == "allow"
    )


def test_enter_in_a_message_field_may_send_it() -> None:
    entry = {"type": "press", "key": "Enter", "selector": "k3f9"}
    assert verdict(Gate(), entry, make_node("Message", "textbox")) == "ask"
    assert verdict(Gate(), entry, make_node("Search the board", "textbox")) == "allow"
