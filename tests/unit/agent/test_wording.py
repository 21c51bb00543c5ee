"""What the person reads is made from the action and the element."""

from __future__ import annotations

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.agent import wording
from cobrowse.agent.gate import Gate
from cobrowse.protocol.event import Ask
from cobrowse.protocol.node import FormFacts, Node

from .conftest import make_node


def card(entry: dict[str, object], node: Node) -> Ask:
    action = CATALOGUE.validate(entry)
    nodes = {node.target: node}
    verdict = Gate(policy="matters").judge(action, nodes, node.page_url)
    return wording.approval("q1", "s1", action, nodes, verdict, node.page_url)


def test_a_card_says_what_where_and_where_to(submit: FormFacts) -> None:
    ask = card({"type": "click", "selector": "k3f9", "purpose": "just looking"}, make_node("Place order", form=submit))
    assert ask.title == "Click Place order?"
    assert ask.where == "button “Place order” · shop.example · sends the form to shop.example"
    assert [(fact.label, fact.value) for fact in ask.facts][:2] == [("Total", "£6.20"), ("Town", "Bergen")]
    assert "just looking" not in ask.model_dump_json()
    assert ask.consequential


def test_a_frame_of_another_site_is_named(submit: FormFacts) -> None:
    ask = card({"type": "click", "selector": "k3f9"}, make_node("Pay", form=submit, origin="https://bank.example"))
    assert "in a frame of bank.example" in ask.where


def test_names_cannot_turn_the_card_around() -> None:
    ask = card({"type": "click", "selector": "k3f9"}, make_node("Delete\u202e txt.exe\n" + "x" * 500))
    assert "\u202e" not in ask.title and "\n" not in ask.title
    assert len(ask.title) < 120


def test_a_label_has_the_verb_apart_from_what_it_is_about() -> None:
    action = CATALOGUE.validate({"type": "fill", "selector": "k3f9", "value": "ada@example.org"})
    assert wording.label(action, lambda target: "Email address") == ("Fill", "Email address with “ada@example.org”")
    assert wording.label(action, lambda target: "Password", hidden=True)[1] == "Password with •••"


def test_every_action_has_a_label() -> None:
    for kind in CATALOGUE.actions:
        for example in kind.examples:
            head, about = wording.label(CATALOGUE.validate(example), lambda target: None)
            assert head and "{" not in head + about


def test_direction_and_unseen_signs_stay_where_they_are() -> None:
    assert wording.plain("a\u200bb\u202ec\U000e0041\U000e0101d\x07e\ue000f") == "abcdef"
    assert wording.plain("שלום שולם") == "\u2068שלום שולם\u2069"
    assert wording.plain("two\nlines\u2028three") == "two lines three"


def test_a_long_name_is_cut_in_the_middle_so_that_its_end_is_seen() -> None:
    shown = wording.plain("Show " + "more " * 200 + "and pay", 80)
    assert len(shown) <= 80 and shown.startswith("Show more") and shown.endswith("and pay")


def test_the_site_is_whose_it_is(submit: FormFacts) -> None:
    node = make_node("Sign in", form=submit, page_url="https://paypal.com.check.example/x")
    assert "check.example" in card({"type": "click", "selector": "k3f9"}, node).where
    assert "paypal.com" not in card({"type": "click", "selector": "k3f9"}, node).where


def test_what_would_be_replaced_is_beside_what_replaces_it() -> None:
    action = CATALOGUE.validate({"type": "fill", "selector": "k3f9", "value": "10"})
    nodes = {"k3f9": make_node("Amount", "textbox", value="1000")}
    verdict = Gate(policy="all").judge(action, nodes, "https://shop.example/page")
    (fact,) = wording.approval("q1", "s1", action, nodes, verdict, "https://shop.example/page").facts
    assert (fact.value, fact.was) == ("10", "1000")


def test_nothing_meant_for_a_secret_field_is_on_the_card() -> None:
    action = CATALOGUE.validate(
        {"type": "fill_form", "values": {"Name": "Ada", "Password": "hunter2", "Lost": "hunter3"}}
    )
    nodes = {"Name": make_node("Name", "textbox"), "Password": make_node("Password", "textbox", secret=True)}
    verdict = Gate(policy="all").judge(action, nodes, "https://shop.example/page")
    ask = wording.approval("q1", "s1", action, nodes, verdict, "https://shop.example/page")
    assert [(fact.label, fact.value) for fact in ask.facts] == [("Name", "Ada"), ("Password", "•••"), ("Lost", "•••")]
    assert "hunter" not in ask.model_dump_json()
