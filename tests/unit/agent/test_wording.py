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
