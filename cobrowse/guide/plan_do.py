"""Words that are no command of ours but name a control: `delete the draft about rain`, `put the cheapest one in the basket`."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Do
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.ground import Candidate, distinct
from cobrowse.guide.kinds import PRESS_ROLES
from cobrowse.guide.match import fit, holds, meaning
from cobrowse.guide.values import amount
from cobrowse.guide.words import fold, join
from cobrowse.protocol.observation import Element

_LEAST = frozenset(["cheapest", "lowest", "least", "smallest"])
_MOST = frozenset(["dearest", "priciest", "highest", "costliest"])
_EXTREME = _LEAST | _MOST | {"most", "expensive", "price", "priced", "cost"}


def plan_do(clause: Do, desk: Desk) -> Move:
    """A control by its whole name, or one whose name the words mention; else say what can be understood."""
    found = desk.find(clause.words, PRESS_ROLES, context=clause.context)
    if found.best and found.score >= 0.85:
        if found.one is not None:
            return _click(found.one, desk)
        return desk.which(clause.words, found.best)
    if move := mentioned(clause.text, desk):
        return move
    return Move(stop=replies.not_understood(clause.text, desk.samples(most=12)))


def mentioned(text: str, desk: Desk, *, sure: bool = False) -> Move | None:
    """A control whose whole name the words hold, beginning with the verb; the other words tell which one.

    With `sure`, only when the other words bear it out.
    """
    picked = desk.element(desk.picks.get(text, ""))
    if picked is not None:
        return _click(picked, desk)
    words = meaning(text)
    named = [e for e in desk.page.of_roles(PRESS_ROLES) if "disabled" not in e.states and _mentions(words, e.name)]
    if not named:
        return None
    longest = max(len(meaning(e.name)) for e in named)
    named = [
        c.element for c in distinct([Candidate(e, 1.0, "mentioned") for e in named if len(meaning(e.name)) == longest])
    ]
    rest = [word for word in _rest(text, named[0].name) if word]
    if not rest:
        return _click(named[0], desk) if len(named) == 1 else _ask(text, named, desk)
    if {"cheapest", "expensive", *_LEAST, *_MOST} & set(fold(text).split()):
        return _by_amount(text, rest, named, desk)
    near = desk.page.around.near(" ".join(rest), named)
    best = max(near)
    fitting = [e for e, well in zip(named, near, strict=True) if well >= best - 0.05 and well >= 0.6]
    if len(fitting) == 1:
        return _click(fitting[0], desk)
    if sure and not fitting:
        return None
    return _ask(text, fitting or named, desk)


def _mentions(words: tuple[str, ...], name: str) -> bool:
    called = meaning(name)
    return bool(called) and bool(words) and called[0] == words[0] and set(called) <= set(words)


def _rest(text: str, name: str) -> list[str]:
    """The words that carry meaning and are not of the name."""
    called = set(meaning(name))
    kept = []
    for word in fold(text).split():
        means = meaning(word)
        if means and means[0] not in called and holds(word, " ".join(means)) and word not in _FUNCTION:
            kept.append(word)
    return kept


_FUNCTION = frozenset(
    [
        "the",
        "a",
        "an",
        "to",
        "in",
        "of",
        "into",
        "for",
        "on",
        "at",
        "my",
        "your",
        "this",
        "that",
        "it",
        "as",
        "and",
        "with",
        "from",
    ]
)


def _by_amount(text: str, rest: list[str], named: list[Element], desk: Desk) -> Move:
    """The one whose row shows the lowest or highest price, among those the other words fit."""
    about = " ".join(word for word in rest if word not in _EXTREME and word not in ("one", "item", "product"))
    fitting = [e for e in named if not about or holds(about, e.section) >= 0.6]
    priced = [(price, e) for e in fitting if (price := amount(e.section)) is not None]
    if not priced or len(priced) < len(fitting):
        return _ask(text, fitting or named, desk)
    highest = bool((_MOST | {"expensive"}) & set(fold(text).split())) and "least" not in fold(text).split()
    best = max(price for price, _ in priced) if highest else min(price for price, _ in priced)
    chosen = [e for price, e in priced if price == best]
    return _click(chosen[0], desk) if len(chosen) == 1 else _ask(text, chosen, desk)


def _ask(text: str, named: list[Element], desk: Desk) -> Move:
    if len(named) == 1:
        options = [f"Yes, {replies.named(named[0])}", replies.NONE_OF_THESE]
        return desk.choice(
            f"By {replies.quote(text, 60)}, do you mean {replies.called(named[0])}?", text, options, named
        )
    shown = named[:6]
    return desk.choice(replies.which_one(text, len(named), len(shown)), text, replies.told_apart(shown), shown)


def _click(element: Element, desk: Desk) -> Move:
    desk.it = element.id
    where = (
        f" ({' '.join(element.section.split())[:60]})"
        if element.section and fit(element.name, element.section) < 0.6
        else ""
    )
    return Move(entries=({"type": "click", "selector": element.id},), said=f"pressed {replies.named(element)}{where}")


def could_name(words: str, desk: Desk) -> bool:
    """Whether a control is called like these words."""
    return any(fit(words, e.name) >= 0.85 for e in desk.page.of_roles(PRESS_ROLES) if join(()) is not None)
