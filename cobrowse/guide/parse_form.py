"""The grammar of filling and choosing: which words are the value and which name the field."""

from __future__ import annotations

from cobrowse.guide.clauses import Choose, Clause, Details, Fill, Search, Several, Subscribe, Suggest, Tick, WalkForm
from cobrowse.guide.pairs import (
    INTO,
    Pair,
    bare_value,
    named_pairs,
    quoted_splits,
    several_pairs,
    splits,
)
from cobrowse.guide.phrase import patterns
from cobrowse.guide.tokens import Tokens, pieces_of, starts
from cobrowse.guide.words import PRONOUNS, wordset

_CHOOSE_IN = ("from", "in", "as", "for", "with", "using", "under", "on", "of", "to", "at")
_WITH_ME = wordset("the a my me us whole with together for")
_FORM_WORDS = wordset("form everything fields details questionnaire application it this out")


def _fill(text: str, rest: Tokens) -> Clause | None:
    """`fill FIELD with V`; else like `enter`."""
    if rest and rest[0].low in ("in", "out", "up"):
        rest = rest[1:]
    if rest and all(token.low in _FORM_WORDS or token.low in _WITH_ME for token in rest):
        return WalkForm(text=text, target=rest)
    halves = splits(rest, ("with", "using", "to", "as"))
    if halves and all(token.low in _FORM_WORDS or token.low in _WITH_ME for token in halves[0][0]):
        return Details(text=text, parts=tuple(pieces_of(halves[0][1])))
    readings = [((value, name),) for name, value in halves]
    plain = not readings and bool(rest) and not any(token.quoted for token in rest)
    if plain and (rest[-1].low in _FORM_WORDS or not splits(rest, INTO)):
        return WalkForm(text=text, target=rest)
    return Fill(text=text, readings=tuple(readings)) if readings else _enter(text, rest)


def _set(text: str, rest: Tokens) -> Clause | None:
    """`set FIELD to V`."""
    readings = [((value, name),) for name, value in splits(rest, ("to", "as", "="))]
    return Fill(text=text, readings=tuple(readings)) if readings else None


def _enter(text: str, rest: Tokens) -> Clause | None:
    """`enter V in FIELD`, `enter V as FIELD`, `enter the FIELD "V" and the FIELD "V"`."""
    if not rest:
        return None
    if (made := patterns(rest)) and made[0].begins:
        return Suggest(text=text, begins=made[0].begins, target=rest)
    if several := several_pairs(rest, INTO):
        return Fill(text=text, readings=(several, (bare_value(rest),)))
    if pairs := named_pairs(rest):
        return Fill(text=text, readings=(pairs, *(((value, name),) for value, name in quoted_splits(rest))))
    readings = [((value, name),) for value, name in (quoted_splits(rest) or splits(rest, INTO, last=True))]
    readings.append((bare_value(rest),))
    return Fill(text=text, readings=tuple(readings))


def _append(text: str, rest: Tokens) -> Clause | None:
    """`append V to FIELD`, `add V to (the end of) FIELD`."""
    readings = [((value, _whole(name)),) for value, name in splits(rest, ("to", "into", "in", "onto", "at"), last=True)]
    return Fill(text=text, readings=tuple(readings), append=True) if readings else None


def _add(text: str, rest: Tokens) -> Clause | None:
    """Only `add "V" to …` and `add V to the end of …` are about typing."""
    words = [token.low for token in rest]
    typed = bool(rest) and (rest[0].quoted or ("end" in words and "of" in words))
    return _append(text, rest) if typed else None


def _whole(name: Tokens) -> Tokens:
    """`the end of FIELD` → FIELD."""
    for words in (("the", "end", "of"), ("end", "of"), ("the", "text", "in")):
        if starts(name, words):
            return name[len(words) :]
    return name


def _change(text: str, rest: Tokens) -> Clause | None:
    if rest and rest[0].low in PRONOUNS and len(rest) > 2 and rest[1].low == "to":
        return Fill(text=text, readings=(((rest[2:], rest[:1]),),))
    return _set(text, rest)


def _choose(text: str, rest: Tokens) -> Clause | None:
    if not rest:
        return None
    if several := several_pairs(rest, ("from", "in", "as", "for", "under")):
        parts = (Choose(text=text, readings=((value, name), (value, ()))) for value, name in several)
        return Several(text=text, parts=tuple(parts))
    readings: list[Pair] = [(rest, ())]
    readings = splits(rest, _CHOOSE_IN, last=True) + readings
    return Choose(text=text, readings=tuple(readings))


def _tick(on: bool):
    def read(text: str, rest: Tokens) -> Clause | None:
        if starts(rest, ("out",)) or starts(rest, ("if",)) or starts(rest, ("whether",)) or not rest:
            return None
        return Tick(text=text, target=rest, on=on)

    return read


def _search(text: str, rest: Tokens) -> Clause | None:
    """`search for V`, `search PLACE for V`, `search for V in PLACE`."""
    if not rest:
        return None
    at = next((at for at, token in enumerate(rest) if token.low == "for"), -1)
    if at >= 0 and len(rest) > at + 1:
        place, value = rest[:at], rest[at + 1 :]
    else:
        place, value = (), rest
    quoted = tuple(token for token in value if token.quoted)
    return Search(text=text, value=quoted if len(quoted) == 1 else value, place=place)


def _subscribe(text: str, rest: Tokens) -> Clause | None:
    """`subscribe V to X`: V must look like an address."""
    at = next((at for at, token in enumerate(rest) if "@" in token.text), -1)
    if at < 0:
        return None
    to = next((rest[place + 1 :] for place, token in enumerate(rest) if token.low in ("to", "for")), ())
    before = to[: next((p for p, token in enumerate(to) if token.low in ("with", "using")), len(to))]
    return Subscribe(text=text, value=(rest[at],), to=tuple(token for token in before if "@" not in token.text))


READERS = {
    "fill in|fill out|fill": _fill,
    "type in|type|enter|write|put|input|insert": _enter,
    "set": _set,
    "change|update": _change,
    "append": _append,
    "add": _add,
    "choose|select|pick": _choose,
    "tick|check|mark|turn on|switch on|enable|check off|tick off": _tick(True),
    "untick|uncheck|unselect|deselect|unmark|turn off|switch off|disable": _tick(False),
    "search|search for|look up": _search,
    "subscribe|sign up": _subscribe,
}
