"""The one list, and what is made from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cobrowse.actions.catalogue import BUILT_IN, CATALOGUE, Catalogue, signature
from cobrowse.actions.reference import markdown
from cobrowse.actions.shapes import canonical
from cobrowse.protocol.action import Action, Bundle, Effect
from tests.unit.actions.rehearsal import action

ROOT = Path(__file__).parents[3]
EVERY = pytest.mark.parametrize("kind", BUILT_IN, ids=[kind.action_name() for kind in BUILT_IN])


@EVERY
def test_an_action_is_declared_whole(kind: type[Action]) -> None:
    assert kind.__doc__
    assert kind.examples
    assert isinstance(kind.bundle, Bundle)
    assert isinstance(kind.effect, Effect)
    assert (ROOT / "resources/icons" / f"{kind.icon}.svg").exists()
    assert kind.model_fields["type"].default == kind.action_name()
    assert all(info.description for name, info in kind.model_fields.items() if name != "type"), (
        "every parameter is explained"
    )
    fields = {info.alias or name for name, info in kind.model_fields.items()}
    assert set(kind.parameter_aliases.values()) <= fields


@EVERY
def test_examples_are_valid_and_canonical_is_stable(kind: type[Action]) -> None:
    for example in kind.examples:
        first = CATALOGUE.validate(canonical(example))
        assert isinstance(first, kind)
        again = CATALOGUE.validate(canonical(json.loads(json.dumps(first.canonical()))))
        assert again.canonical() == first.canonical()


@EVERY
def test_every_name_finds_it(kind: type[Action]) -> None:
    for name in (kind.action_name(), *kind.aliases):
        assert action({**kind.examples[0], "type": name}).action_name() == kind.action_name()


def test_an_action_is_never_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        action({"click": "k3f9"}).selector = "other"  # type: ignore[attr-defined]


def test_the_reference_is_up_to_date() -> None:
    told = (ROOT / "docs/ACTIONS.md").read_text(encoding="utf-8")
    assert told == markdown(CATALOGUE), "run: python -m cobrowse actions --markdown > docs/ACTIONS.md"


def test_the_reference_tells_of_everything() -> None:
    told = markdown(CATALOGUE)
    for kind in BUILT_IN:
        assert f"### `{kind.action_name()}`" in told
        assert all(f"`{name}`" in told for name in kind.aliases)
    assert "JSON |" not in told, "a kind of parameter has no words"


def test_bundles_and_exclusions() -> None:
    form = Catalogue.of([Bundle.FORM], exclude=["select_option"])
    assert {kind.bundle for kind in form.actions} == {Bundle.FORM}
    assert form.find("select") is None
    with pytest.raises(ValueError, match="no action dance"):
        Catalogue.of(exclude=["dance"])


def test_a_prompt_line_is_short() -> None:
    assert signature(CATALOGUE.find("drag")) == "drag{from,to,steps?}"  # type: ignore[arg-type]
    assert all(len(line) < 200 and "\n" not in line for line in CATALOGUE.prompt_lines())
