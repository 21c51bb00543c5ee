"""How a phrase can be read: `the second Add button next to X` is a name, a kind, an ordinal and a neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cobrowse.guide.kinds import FIELD, LINK, Kind, kind_at_end, kind_at_start
from cobrowse.guide.words import ORDINALS, Token, Tokens, join, starts, trim_marks, undetermined

_NEAR = tuple(
    tuple(phrase.split())
    for phrase in (
        "next to", "right of", "left of", "to the right of", "to the left of", "close to", "in front of", "belonging to",
        "that belongs to", "associated with", "on all", "beside", "under", "below", "beneath", "above", "near", "after",
        "in", "inside", "within", "of", "for", "on", "from", "with", "by", "at", "under the heading", "in the row of",
        "in the row for", "that is in", "about", "to", "posted by", "written by",
    )
)  # fmt: skip
_CALLED = tuple(
    tuple(phrase.split())
    for phrase in (
        "labeled", "labelled", "called", "named", "titled", "marked", "saying", "that says", "which says", "with the text",
        "with text", "with the label", "with label", "with the name", "with the title", "that reads", "reading", "captioned",
    )
)  # fmt: skip
_EVERY = frozenset(["all", "every", "each", "both"])
_VAGUE = frozenset(["labeled", "labelled", "called", "named", "with", "text", "colored", "coloured", "item"])


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a phrase."""

    name: str = ""
    quoted: bool = False
    kind: Kind | None = None
    ordinal: int | None = None
    """From 1; -1 is the last."""
    near: str = ""
    """Words that stand near it."""
    relation: str = ""
    every: bool = False
    weight: float = 1.0
    """How literally this takes the words; readings that take them apart weigh less."""


def readings(tokens: Sequence[Token], context: Sequence[Token] = ()) -> list[Reading]:
    """All ways to understand a phrase, the most literal first."""
    words = undetermined(tokens)
    found = [Reading(name=join(words), quoted=len(words) == 1 and words[0].quoted)] if words else []
    found += [replace(reading, weight=0.99) for reading in _plain(words) if reading.name or reading.kind]
    for at, length in _relations(words):
        left, right = trim_marks(words[:at]), undetermined(words[at + length :])
        relation = " ".join(token.low for token in words[at : at + length])
        found += [
            replace(reading, near=join(right), relation=relation, weight=0.97)
            for reading in _plain(left)
            if right and (reading.name or reading.kind)
        ]
    if context:
        near = join(_bare(undetermined(context)))
        found = [replace(reading, near=near) if not reading.near else reading for reading in found]
    return list(dict.fromkeys(found))


def _bare(words: Tokens) -> Tokens:
    """`user ANNA` → `ANNA` when the last word is a handle or is quoted."""
    return words[-1:] if words and (words[-1].quoted or words[-1].text.startswith("@")) else words


def _relations(words: Tokens) -> list[tuple[int, int]]:
    """Where words of place stand, with their length; the first ones first, longer ones before shorter."""
    found = []
    for at in range(1, len(words) - 1):
        longest = max((len(phrase) for phrase in _NEAR if starts(words[at:], phrase)), default=0)
        if longest and at + longest < len(words):
            found.append((at, longest))
    return found


def _plain(words: Tokens) -> list[Reading]:
    """Readings without a neighbour: ordinal and kind split off in the ways they can be."""
    words = undetermined(words)
    every = False
    while words and words[0].low in _EVERY:
        every, words = True, undetermined(words[1:])
    ordinal, words = _ordinal(words)
    if not words:
        return [Reading(ordinal=ordinal, every=every)] if ordinal or every else []
    found: list[Reading] = []
    quoted = [token for token in words if token.quoted]
    if len(quoted) == 1 and len(words) > 1:
        at = words.index(quoted[0])
        found += _with_kinds(quoted[0].text, words[:at], words[at + 1 :])
    else:
        found += _named(words)
    found.append(Reading(name=join(words), quoted=len(words) == 1 and words[0].quoted))
    return [replace(reading, ordinal=ordinal, every=every) for reading in found]


def _named(words: Tokens) -> list[Reading]:
    """Unquoted words with a kind after or before the name."""
    found: list[Reading] = []
    if end := kind_at_end(words):
        kind, length = end
        found.append(Reading(name=_name(words[:-length]), kind=kind))
    if start := kind_at_start(words):
        kind, length = start
        rest = words[length:]
        for phrase in sorted(_CALLED, key=len, reverse=True):
            if starts(rest, phrase):
                rest = rest[len(phrase) :]
                break
        found.append(Reading(name=_name(rest), kind=kind))
    return found


def _with_kinds(name: str, before: Tokens, after: Tokens) -> list[Reading]:
    """A quoted name with a kind said before or after it."""
    named = Reading(name=name, quoted=True)
    before = tuple(token for token in before if token.low not in _VAGUE)
    found: list[Reading] = []
    if after and (kind := kind_at_start(after)):
        found.append(replace(named, kind=kind[0]))
    for end in range(len(before), 0, -1):
        if kind := kind_at_end(before[:end]):
            found.append(replace(named, kind=kind[0]))
            break
    return [*found, named]


def _name(words: Tokens) -> str:
    words = undetermined(words)
    return "" if len(words) == 1 and words[0].low in _VAGUE else join(words)


def _ordinal(words: Tokens) -> tuple[int | None, Tokens]:
    """An ordinal among the first two words (`2nd`, `number 2`), and the other words."""
    for at, token in enumerate(words[:2]):
        if token.low in ORDINALS:
            return ORDINALS[token.low], undetermined((*words[:at], *words[at + 1 :]))
        if token.low in ("number", "no.", "nr.") and at + 1 < len(words) and words[at + 1].text.isdecimal():
            if at == 0 and len(words) == 2:
                return None, words
            return min(int(words[at + 1].text[:6]), 9999), undetermined((*words[:at], *words[at + 2 :]))
    return None, words


def as_page(tokens: Tokens) -> list[Reading]:
    """Readings of a place to go to: `the delivery page` may be the link “Delivery”."""
    return [replace(r, kind=r.kind or LINK, weight=r.weight) if r.weight < 1 else r for r in readings(tokens)]


def as_field(tokens: Tokens) -> list[Reading]:
    """Readings of a field's name: `the time` may be any field that is called so."""
    return [replace(r, kind=r.kind or FIELD) for r in readings(tokens)]
