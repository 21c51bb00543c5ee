"""Ids of elements: four characters that stay with a node for its life, and with the node that takes its place.

A page that draws itself anew replaces nodes. A new node inherits the id of a lost one only when both are the only ones
with that role, name, section and neighbours in the same document; otherwise the old id is `stale`, so that an id never
slips to a neighbour.
"""

from __future__ import annotations

import itertools
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from cobrowse.protocol.result import Failure

_ALNUM = string.ascii_lowercase + string.digits
_SUFFIXES = [a + b + c for a in _ALNUM for b in _ALNUM for c in _ALNUM if not (a + b + c).isalpha()]
_COUNT = 26 * len(_SUFFIXES)
_STEP = 314_169
"""Coprime to `_COUNT`: ids that are given out after one another look nothing alike."""
_numbers = itertools.count(1)
_MOST_RETIRED = 50_000
_MOST_ABSENT = 20_000

T = TypeVar("T")
Signature = tuple[str, str, str, str, str]
"""Role, name, section, and role and name of the element before and after."""


def new_id() -> str:
    """The next id; none is given out twice in a process before 756,080 others."""
    number = next(_numbers) * _STEP % _COUNT
    return string.ascii_lowercase[number % 26] + _SUFFIXES[number // 26]


class Place(NamedTuple):
    """Where a node lives."""

    document: str
    """Unique id of the page script's world in its document."""
    key: int
    """The node's key there."""


Facts = tuple[str, str, str]
"""Role, name and section of one element."""


@dataclass(slots=True)
class Seen:
    """What is known of the elements of one document."""

    ids: dict[int, str] = field(default_factory=dict)
    """Id of every node that was ever listed, by key."""
    listed: Sequence[int] = ()
    """Keys of the last look, in reading order."""
    facts: Callable[[], Sequence[Facts]] = tuple
    """Gives those of each; most looks never ask."""
    absent: dict[str, Signature] = field(default_factory=dict)
    """Ids that were listed once but not at the last look."""

    def depart(self, current: set[int]) -> dict[str, Signature]:
        """The ids that are not among `current`, with the signatures they had when last listed."""
        gone = {key for key in self.listed if key not in current}
        if gone:
            marks = zip(self.listed, signatures(self.facts()), strict=True)
            # A node whose id was inherited by its successor has none any more.
            self.absent.update((self.ids[key], mark) for key, mark in marks if key in gone and key in self.ids)
        return self.absent


def signatures(facts: Sequence[Facts]) -> Iterator[Signature]:
    """The signature of each element from (role, name, section) in reading order."""
    last = len(facts) - 1
    for index, (role, name, section) in enumerate(facts):
        before = " ".join(facts[index - 1][:2]) if index else ""
        after = " ".join(facts[index + 1][:2]) if index < last else ""
        yield role, name, section, before, after


class Identities:
    """The ids of one tab's elements."""

    def __init__(self) -> None:
        self._documents: dict[str, Seen] = {}
        self._places: dict[str, Place] = {}
        self._retired: dict[str, None] = {}
        self._listed: set[str] = set()
        """Ids of the last look."""
        self._main = ""

    def ids_of(self, document: str, keys: Sequence[int]) -> dict[int, str]:
        """The ids of nodes, given now to those that have none."""
        seen = self._documents.setdefault(document, Seen())
        known = seen.ids
        for key in keys:
            if key not in known:
                id = known[key] = new_id()
                self._places[id] = Place(document, key)
        return {key: known[key] for key in keys}

    def resolve(self, id: str) -> Place:
        """Where the node with this id lives. Raises `Failure`: `stale` for one that was, `not_found` for none of ours."""
        place = self._places.get(id)
        if place is not None:
            return place
        if id in self._retired:
            raise stale(id)
        raise Failure("not_found", f"No element has the id {id}. Look at the page for the ids that are there now.")

    def rivals(self, document: str, keys: Sequence[int], facts: Callable[[], Sequence[Facts]]) -> dict[int, str]:
        """New nodes (by key) and the one id each would inherit, if the node that has it is gone.

        `keys` is what is listed now, `facts` gives role, name and section of each.
        """
        seen = self._documents.get(document)
        if seen is None or all(key in seen.ids for key in keys):
            return {}
        lost = seen.depart(set(keys))
        return _pair(keys, facts(), seen.ids, lost) if lost else {}

    def inherit(self, document: str, pairs: dict[int, str]) -> None:
        """Let nodes take over the ids of nodes that are gone."""
        seen = self._documents.setdefault(document, Seen())
        for key, id in pairs.items():
            seen.ids.pop(self._places[id].key, None)
            seen.ids[key] = id
            self._places[id] = Place(document, key)

    def note(self, document: str, keys: Sequence[int], facts: Callable[[], Sequence[Facts]]) -> None:
        """Remember what was listed of a document, for the next look."""
        seen = self._documents.get(document)
        if seen is None:
            return
        current = set(keys)
        seen.depart(current)
        seen.listed, seen.facts = keys, facts
        for key in keys if seen.absent else ():
            seen.absent.pop(seen.ids[key], None)
        while len(seen.absent) > _MOST_ABSENT:
            del seen.absent[next(iter(seen.absent))]

    def newcomers(self, main: str, ids: Iterable[str]) -> set[str]:
        """Which ids were not listed at the last look at the same main document; remembers these as the last look."""
        listed = set(ids)
        fresh = listed - self._listed if main == self._main and self._listed else set()
        self._listed, self._main = listed, main
        return fresh

    def keep_only(self, documents: Iterable[str]) -> None:
        """Retire the ids of documents that are gone."""
        for document in set(self._documents) - set(documents):
            for id in self._documents.pop(document).ids.values():
                if self._places.pop(id, None) is not None:
                    self._retired[id] = None
        while len(self._retired) > _MOST_RETIRED:
            del self._retired[next(iter(self._retired))]


def _pair(
    keys: Sequence[int], facts: Sequence[Facts], known: dict[int, str], lost: dict[str, Signature]
) -> dict[int, str]:
    """Pair new and lost nodes that are the only ones alike on both sides, neighbours first counted in, then not."""
    marks = list(zip(keys, signatures(facts), strict=True))
    fresh = {key: mark for key, mark in marks if key not in known}
    kept = {mark[:3] for key, mark in marks if key in known}
    old = {id: mark for id, mark in lost.items() if mark[:3] not in kept}
    now = Counter(mark[:3] for mark in fresh.values())
    before = Counter(mark[:3] for mark in old.values())
    pairs: dict[int, str] = {}
    # As many twins as before: their neighbours may tell them apart. One more or less: nobody knows which is which.
    for width in (3, 5):
        new_by_mark = _only_ones(
            (mark[:width], key) for key, mark in fresh.items() if now[mark[:3]] == before[mark[:3]]
        )
        old_by_mark = _only_ones((mark[:width], id) for id, mark in old.items())
        pairs |= {key: old_by_mark[mark] for mark, key in new_by_mark.items() if mark in old_by_mark}
    return pairs


def _only_ones(marked: Iterable[tuple[tuple[str, ...], T]]) -> dict[tuple[str, ...], T]:
    """What has a mark that nothing else has, by mark."""
    groups: dict[tuple[str, ...], list[T]] = {}
    for mark, thing in marked:
        groups.setdefault(mark, []).append(thing)
    return {mark: things[0] for mark, things in groups.items() if len(things) == 1}


def stale(id: str) -> Failure:
    """What to say of an id whose node is gone."""
    return Failure("stale", f"What had the id {id} is gone from the page. Look at the page again.")
