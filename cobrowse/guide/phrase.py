"""How a phrase can be read: `the second Add button next to X` is a name, a kind, an ordinal and a neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cobrowse.guide.kinds import ANY, FIELD, LINK, SEARCH, WORDS, Kind, kind_at_end, kind_at_start
from cobrowse.guide.parts import EVERY, ONE_OF, how_many, made_of, ordinal_of
from cobrowse.guide.tokens import Token, Tokens, join, starts, trim_marks, undetermined
from cobrowse.guide.words import phrases, wordset

_NEAR = phrases(
    "next to|right of|left of|to the right of|to the left of|close to|in front of|belonging to|that belongs to|beside"
    "|associated with|under|below|beneath|above|near|after|in|inside|within|of|for|on|from|with|by|at|about|to"
    "|under the heading|in the row of|in the row for|in the row|that is in|posted by|written by"
)
_CALLED = phrases(
    "labeled|labelled|called|named|titled|marked|saying|that says|which says|with the text|with text|with the label"
    "|with label|with the name|with the title|that reads|reading|captioned"
)
_VAGUE = wordset("labeled labelled called named with text colored coloured item")


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
    most: int = 0
    """With `every`: how many of them; 0 is all."""
    begins: str = ""
    ends: str = ""
    holds: str = ""
    """What a name starts with, ends with and contains, where that is said instead of the name."""
    weight: float = 1.0
    """How literally this takes the words; readings that take them apart, or leave some out, weigh less."""

    @property
    def bare(self) -> bool:
        """Whether it says nothing but the kind."""
        return not (self.name or self.begins or self.ends or self.holds)


def readings(tokens: Sequence[Token], context: Sequence[Token] = ()) -> list[Reading]:
    """All ways to understand a phrase, the most literal first."""
    anyone = bool(tokens) and tokens[0].low in ONE_OF
    words = undetermined(tokens)
    found = [Reading(name=join(words), quoted=len(words) == 1 and words[0].quoted)] if words else []
    found += patterns(words)
    found += [replace(r, weight=r.weight * 0.99) for r in _plain(words) if not r.bare or r.kind]
    for at, length in _relations(words):
        left, right = trim_marks(words[:at]), trim_marks(words[at + length :])
        most, right = how_many(right)
        relation = " ".join(token.low for token in words[at : at + length])
        found += [
            replace(
                r,
                near=join(right),
                relation=relation,
                weight=r.weight * 0.97,
                every=r.every or most >= 0,
                most=max(most, 0),
            )
            for r in _plain(left)
            if right and (not r.bare or r.kind)
        ]
    if context:
        near = join(_bare(undetermined(context)))
        found = [r if r.near else replace(r, near=near) for r in found]
    if anyone:
        found = [replace(r, ordinal=1) if r.bare and not r.ordinal and not r.every else r for r in found]
    return list(dict.fromkeys(found))


def _bare(words: Tokens) -> Tokens:
    """`user ANNA` → `ANNA` when the last word is a handle or is quoted."""
    return words[-1:] if words and (words[-1].quoted or words[-1].text.startswith("@")) else words


def _relations(words: Tokens) -> list[tuple[int, int]]:
    """Where words of place stand, with their length; the first ones first, the longest at each place."""
    found = []
    for at in range(1, len(words) - 1):
        longest = max((len(phrase) for phrase in _NEAR if starts(words[at:], phrase)), default=0)
        if longest and at + longest < len(words):
            found.append((at, longest))
    return found


def patterns(words: Tokens) -> list[Reading]:
    """`the option that starts with X and ends with Y`."""
    parts, first = made_of(words)
    if not parts:
        return []
    kind = kind_at_end(words[:first])
    return [Reading(kind=kind[0] if kind else None, quoted=True, **parts)]  # type: ignore[arg-type]


def _plain(words: Tokens) -> list[Reading]:
    """Readings without a neighbour: ordinal and kind split off in the ways they can be."""
    words = undetermined(words)
    every = False
    while words and words[0].low in EVERY:
        every, words = True, undetermined(words[1:])
    ordinal, words = ordinal_of(words)
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
    return [replace(reading, ordinal=ordinal, every=every or reading.every) for reading in found]


def _named(words: Tokens) -> list[Reading]:
    """Unquoted words with a kind after or before the name."""
    found: list[Reading] = []
    if end := kind_at_end(words):
        kind, length = end
        name = _name(words[:-length])
        if kind is ANY and name.casefold() in WORDS:
            found.append(Reading(kind=WORDS[name.casefold()]))
        if kind is SEARCH:
            found.append(Reading(name=name or "search", kind=FIELD))
        found.append(Reading(name=name, kind=kind))
    if start := kind_at_start(words):
        kind, length = start
        rest = words[length:]
        if opening := next((phrase for phrase in _CALLED if starts(rest, phrase)), None):
            rest = rest[len(opening) :]
        found.append(Reading(name=_name(rest), kind=kind))
    return found


def _with_kinds(name: str, before: Tokens, after: Tokens) -> list[Reading]:
    """A quoted name with a kind said before or after it; words that say anything else make it less likely."""
    every = any(token.low in EVERY for token in (*before, *after))
    named = Reading(name=name, quoted=True, every=every)
    found: list[Reading] = []
    before = tuple(token for token in before if token.low not in _VAGUE)
    if after and (kind := kind_at_start(after)):
        if kind[0] is ANY and name.casefold() in WORDS:
            found.append(Reading(kind=WORDS[name.casefold()]))
        found.append(replace(named, kind=kind[0], weight=_left(before, after[kind[1] :])))
    for end in range(len(before), 0, -1):
        if kind := kind_at_end(before[:end]):
            found.append(replace(named, kind=kind[0], weight=_left(before[: end - kind[1]], after)))
            break
    return [*found, replace(named, weight=_left(before, after))]


def _left(*leftover: Tokens) -> float:
    """What leaving these words out costs."""
    words = [token for tokens in leftover for token in undetermined(tokens) if not token.mark]
    words = [word for word in words if word.low not in EVERY]
    return (
        1.0
        if not words or words == [Token("the")]
        else 0.8
        if any(starts([w], p) for w in words for p in _NEAR)
        else 0.95
    )


def _name(words: Tokens) -> str:
    words = undetermined(words)
    return "" if len(words) == 1 and words[0].low in _VAGUE else join(words)


def as_page(tokens: Tokens) -> list[Reading]:
    """Readings of a place to go to: `the delivery page` may be the link “Delivery”."""
    return [replace(r, kind=r.kind or LINK) if r.weight < 1 else r for r in readings(tokens)]


def spoken(tokens: Sequence[Token]) -> str:
    """What a phrase names, for saying it back: its one quoted string, else its words without articles."""
    quoted = [token for token in tokens if token.quoted]
    return quoted[0].text if len(quoted) == 1 else join(undetermined(tokens))
