"""Ids: what they look like, how long they last, when they pass on."""

from __future__ import annotations

import pytest

from cobrowse.browser.identity import Facts, Identities, new_id
from cobrowse.protocol.result import Failure
from cobrowse.protocol.target import IdTarget, parse_target


def listed(*names: str, section: str = "") -> list[Facts]:
    return [("button", name, section) for name in names]


def look(ids: Identities, keys: list[int], facts: list[Facts], *, gone: bool = True) -> list[str]:
    """What an observation does."""
    rivals = ids.rivals("doc", keys, lambda: facts)
    if gone:
        ids.inherit("doc", rivals)
    found = ids.ids_of("doc", keys)
    ids.note("doc", keys, lambda: facts)
    return list(found.values())


def test_an_id_is_a_target_and_no_tag() -> None:
    ids = [new_id() for _ in range(20_000)]
    assert len(set(ids)) == len(ids)
    assert all(len(id) == 4 and id[0].isalpha() and any(char.isdigit() for char in id) for id in ids)
    assert all(isinstance(parse_target(id), IdTarget) for id in ids[:500])


def test_a_node_keeps_its_id() -> None:
    ids = Identities()
    first = look(ids, [1, 2], listed("Save", "Cancel"))
    assert look(ids, [1, 2], listed("Saved!", "Cancel")) == first
    assert look(ids, [2], listed("Cancel")) == first[1:]
    assert look(ids, [1, 2], listed("Save", "Cancel")) == first
    assert ids.resolve(first[0]) == ("doc", 1)


def test_a_node_drawn_anew_inherits() -> None:
    ids = Identities()
    first = look(ids, [1, 2], listed("Save", "Cancel"))
    assert look(ids, [3, 4], listed("Save", "Cancel")) == first
    assert ids.resolve(first[0]) == ("doc", 3)


def test_it_may_be_away_for_a_while() -> None:
    ids = Identities()
    first = look(ids, [1], listed("Save"))
    look(ids, [2], listed("Loading"))
    assert look(ids, [3], listed("Save")) == first


def test_a_node_that_is_only_hidden_keeps_its_id_to_itself() -> None:
    ids = Identities()
    first = look(ids, [1], listed("Save"))
    second = look(ids, [2], listed("Save"), gone=False)
    assert second != first
    assert ids.resolve(first[0]) == ("doc", 1)


def test_twins_are_told_apart_by_their_neighbours_only_while_there_are_as_many() -> None:
    ids = Identities()
    first = look(ids, [1, 2, 3, 4], listed("A", "Open", "B", "Open"))
    assert look(ids, [5, 6, 7, 8], listed("A", "Open", "B", "Open")) == first
    third = look(ids, [9, 10, 11], listed("A", "Open", "B"))
    assert third[0] == first[0] and third[2] == first[2]
    assert third[1] not in first


def test_nothing_passes_to_a_neighbour_of_the_same_name() -> None:
    ids = Identities()
    first = look(ids, [1, 2], listed("Delete", "Delete"))
    second = look(ids, [2, 3], listed("Delete", "Delete"))
    assert second[0] == first[1]
    assert second[1] not in first


def test_another_section_is_another_thing() -> None:
    ids = Identities()
    first = look(ids, [1], listed("Buy", section="Red lamp"))
    assert look(ids, [2], listed("Buy", section="Blue lamp")) != first


def test_ids_of_a_document_that_is_gone_are_stale() -> None:
    ids = Identities()
    (id,) = look(ids, [1], listed("Save"))
    ids.keep_only([])
    with pytest.raises(Failure) as caught:
        ids.resolve(id)
    assert caught.value.reason == "stale"
    assert "Look at the page again" in caught.value.message
    with pytest.raises(Failure) as caught:
        ids.resolve("zz9z")
    assert caught.value.reason == "not_found"


def test_newcomers() -> None:
    ids = Identities()
    assert ids.newcomers("doc", ["a1aa", "b1bb"]) == set()
    assert ids.newcomers("doc", ["a1aa", "c1cc"]) == {"c1cc"}
    assert ids.newcomers("other", ["d1dd"]) == set()
