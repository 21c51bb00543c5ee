"""A permission is for one thing: whatever differs from it is not covered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.agent.binding import APPROVAL_SECONDS, Approval, Place, digest
from cobrowse.protocol.node import FormFacts, Node
from cobrowse.protocol.result import Failure

from .conftest import make_node

HERE = Place.of("d1", "https://shop.example/cart?step=2#pay")
FORM = FormFacts(action="https://shop.example/order", method="post", submits=True, fields=(("Total", "£6.20"),))
NODE = make_node("Place order", form=FORM)


def seal(entry: Mapping[str, object] | None = None, node: Node = NODE, place: Place = HERE, address: str = "") -> str:
    return digest(
        CATALOGUE.validate(dict(entry or {"type": "click", "selector": "k3f9"})), {"k3f9": node}, place, address
    )


def test_the_same_is_the_same() -> None:
    assert seal() == seal(node=replace(NODE)) and len(seal()) == 64
    assert seal() == seal(place=Place.of("d1", "https://shop.example/cart?other=query"))


@pytest.mark.parametrize(
    "other",
    [
        lambda: seal({"type": "double_click", "selector": "k3f9"}),
        lambda: seal({"type": "fill", "selector": "k3f9", "value": "1"}),
        lambda: seal(node=replace(NODE, fingerprint="g")),
        lambda: seal(node=replace(NODE, origin="https://evil.example")),
        lambda: seal(node=replace(NODE, document="d2")),
        lambda: seal(node=replace(NODE, frame="f2")),
        lambda: seal(node=replace(NODE, value="2")),
        lambda: seal(node=replace(NODE, form=replace(FORM, action="https://evil.example/order"))),
        lambda: seal(node=replace(NODE, form=replace(FORM, fields=(("Total", "£620"),)))),
        lambda: seal(place=Place.of("d2", "https://shop.example/cart")),
        lambda: seal(place=Place.of("d1", "https://shop.example/account")),
        lambda: seal(place=Place.of("d1", "https://evil.example/cart")),
        lambda: seal(address="https://evil.example/"),
    ],
)
def test_any_difference_shows(other) -> None:
    assert other() != seal()


def test_values_make_a_difference() -> None:
    one, two = ({"type": "fill", "selector": "k3f9", "value": value} for value in ("10", "1000"))
    assert seal(one) != seal(two)


def test_a_file_that_was_exchanged_is_another(tmp_path: Path) -> None:
    path = tmp_path / "cv.txt"
    path.write_text("mine")
    entry = {"type": "upload", "selector": "k3f9", "value": [str(path)]}
    before = seal(entry)
    assert seal(entry) == before
    path.write_text("the keys of the house")
    assert seal(entry) != before


def test_an_approval_is_good_for_one_use() -> None:
    approval = Approval("a", "q1")
    approval.use("a")
    with pytest.raises(Failure, match="once") as failure:
        approval.use("a")
    assert failure.value.reason == "stale"


def test_an_approval_covers_nothing_else_and_is_spent_by_the_attempt() -> None:
    approval = Approval("a", "q1")
    with pytest.raises(Failure, match="no longer what was approved"):
        approval.use("b")
    with pytest.raises(Failure):
        approval.use("a")


def test_an_approval_does_not_keep() -> None:
    now = [0.0]
    approval = Approval("a", "q1", clock=lambda: now[0])
    now[0] = APPROVAL_SECONDS + 0.1
    with pytest.raises(Failure, match="too long ago"):
        approval.use("a")
