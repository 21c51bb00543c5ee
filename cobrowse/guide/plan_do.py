"""Words that are no command of ours but name a control: `delete the draft about rain`, `check out`."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Choose, Do, Fill, Tick
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.ground import Candidate, distinct
from cobrowse.guide.kinds import FIELD_ROLES, LIST_ROLES, PRESS_ROLES, TICK_ROLES
from cobrowse.guide.match import fit, holds, meaning
from cobrowse.guide.neighbours import ENOUGH
from cobrowse.guide.page import without_count
from cobrowse.guide.pairs import stated
from cobrowse.guide.tokens import join, tokenise, undetermined
from cobrowse.guide.values import amount
from cobrowse.guide.words import ORDINALS, STOP_WORDS, fold, wordset
from cobrowse.protocol.observation import Element

_LEAST = wordset("cheapest lowest smallest least")
_MOST = wordset("dearest priciest highest costliest")
_EXTREME = _LEAST | _MOST | wordset("most expensive price priced cost")
_REFUSE = wordset("decline reject refuse deny only necessary needed essential without close dismiss")
_ACCEPT = wordset("accept allow agree ok okay")
_THE_FORM = wordset("the this that it form page now everything all")
_NAMING = wordset("called named titled labeled labelled saying all every each both")
_ANY_THING = wordset("one item product thing entry button link")


def plan_do(clause: Do, desk: Desk) -> Move:
    """A control by its whole name, or one whose name the words mention; else say what can be understood."""
    found = desk.find(clause.words, PRESS_ROLES, context=clause.context)
    if found.best and found.score >= 0.8:
        if found.one is not None:
            return _click(found.one, desk)
        return desk.which(clause.words, found.best)
    boxes = desk.find(clause.words, TICK_ROLES, context=clause.context)
    if boxes.one is not None and boxes.score >= 0.8:
        return Move(becomes=(Tick(text=clause.text, target=clause.words, on=True),))
    if clause.words[0].low in ("upload", "attach"):
        return Move(stop="Files are yours to choose: please pick the file in the page yourself.")
    if move := _cookies(clause, desk) or _in_list(clause, desk) or _stated(clause, desk) or _whole_form(clause, desk):
        return move
    if move := mentioned(clause.text, desk):
        return move
    return Move(stop=replies.not_understood(clause.text, desk.samples(most=12)))


def _cookies(clause: Do, desk: Desk) -> Move | None:
    """`decline the cookie banner`: the button of that banner which says so in its own words."""
    words = set(fold(clause.text).split())
    if not words & wordset("cookie cookies banner consent"):
        return None
    wanted = _REFUSE if words & _REFUSE else _ACCEPT if words & _ACCEPT else frozenset[str]()
    banner = [
        e for e in desk.page.of_roles(PRESS_ROLES) if e.name and holds("cookie", f"{e.section} {e.name}") >= ENOUGH
    ]
    fitting = [e for e in banner if set(fold(e.name).split()) & wanted]
    return _click(fitting[0], desk) if len(fitting) == 1 else None


def _stated(clause: Do, desk: Desk) -> Move | None:
    """`my name is Ada`, when there is a field for each name."""
    pairs = stated(clause.words)
    names = [desk.find(undetermined(name), FIELD_ROLES) for _, name in pairs]
    if pairs and all(found.one is not None and found.score >= 0.85 for found in names):
        return Move(becomes=(Fill(text=clause.text, readings=(pairs,)),))
    return None


def _whole_form(clause: Do, desk: Desk) -> Move | None:
    """`submit the form`, `send it`: the one button whose name begins with the verb."""
    verb, rest = clause.words[:1], clause.words[1:]
    if not rest or any(token.low not in _THE_FORM for token in rest):
        return None
    verbs = set(meaning(join(verb)))
    named = [e for e in desk.page.of_roles(wordset("button")) if e.name and set(meaning(e.name)[:1]) == verbs]
    named = [e for e in named if "disabled" not in e.states]
    return _click(named[0], desk) if len(named) == 1 else None


def _in_list(clause: Do, desk: Desk) -> Move | None:
    """`sort by title`: the words begin with a list's name and end with one of its entries."""
    words = meaning(clause.text)
    for element in desk.page.of_roles(LIST_ROLES):
        name = meaning(element.name) if element.name else ()
        if name and words[: len(name)] == name and (rest := " ".join(words[len(name) :])):
            options = [option for option in element.options if fit(rest, " ".join(meaning(option))) >= 0.75]
            if len(options) == 1:
                values = tokenise(f"“{options[0]}”") if "”" not in options[0] else tokenise(options[0])
                return Move(becomes=(Choose(text=clause.text, readings=((values, tokenise(element.name)),)),))
    return None


def mentioned(text: str, desk: Desk, *, sure: bool = False) -> Move | None:
    """A control whose whole name the words hold, beginning with the verb; the other words tell which one.

    With `sure`, only when the other words bear it out.
    """
    picked = desk.element(desk.picks.get(text, ""))
    if picked is not None:
        return _click(picked, desk)
    if {"not", "dont", "never", "without"} & set(fold(text).split()):
        return None
    named = _named(text, desk)
    if not named:
        return None
    rest = _rest(text, named[0].name)
    ordinal = next((ORDINALS[word] for word in rest if word in ORDINALS), None)
    rest = [word for word in rest if word not in ORDINALS and word not in _ANY_THING and word not in _NAMING]
    if _EXTREME & set(rest):
        return _by_amount(text, rest, named, desk)
    known = [word for word in rest if desk.page.around.says(word)]
    told = False
    if known and len(named) > 1:
        near = desk.page.around.near(" ".join(known), named)
        best = max(near)
        fitting = [e for e, well in zip(named, near, strict=True) if well >= best - 0.05]
        told = best >= ENOUGH and len(fitting) < len(named)
        named = fitting if told else named
    if ordinal is not None:
        at = ordinal - 1 if ordinal > 0 else len(named) + ordinal
        return _click(named[at], desk) if 0 <= at < len(named) else _ask(text, named, desk)
    if told or len(known) == len(rest):
        if len(named) == 1:
            return _click(named[0], desk)
        if {"all", "every", "each", "both"} & set(fold(text).split()):
            return _click_all(named, desk)
    return None if sure and not told and len(known) < len(rest) else _ask(text, named, desk)


def _named(text: str, desk: Desk) -> list[Element]:
    """Controls with the longest name that the words hold; the verb is part of it."""
    words = meaning(text)
    found = [e for e in desk.page.of_roles(PRESS_ROLES) if "disabled" not in e.states and _mentions(words, e.name)]
    longest = max((len(meaning(e.name)) for e in found), default=0)
    top = [Candidate(e, 1.0, "mentioned") for e in found if len(meaning(e.name)) == longest]
    return [candidate.element for candidate in distinct(top)]


def _mentions(words: tuple[str, ...], name: str) -> bool:
    called = meaning(without_count(name)) if name else ()
    return bool(called) and bool(words) and called[0] == words[0] and set(called) <= set(words)


def _rest(text: str, name: str) -> list[str]:
    """The words that carry meaning and are not of the name."""
    called = set(meaning(name))
    verbs = set(meaning(text)[:1])
    words = [word for word in fold(text).split() if word not in STOP_WORDS]
    return [word for word in words if not {meaning(word)[0], *meaning(word)} & (called | verbs)]


def _by_amount(text: str, rest: list[str], named: list[Element], desk: Desk) -> Move:
    """The one whose row shows the lowest or highest price, among those the other words fit."""
    about = [word for word in rest if word not in _EXTREME]
    if not all(desk.page.around.says(word) for word in about):
        return _ask(text, named, desk)
    cards = dict(zip((e.id for e in named), desk.page.around.cards(named), strict=True))
    telling = [word for word in about if any(holds(word, card) >= ENOUGH for card in cards.values())]
    fitting = [e for e in named if not telling or holds(" ".join(telling), cards[e.id]) >= 0.9]
    priced = [(price, e) for e in fitting if (price := amount(cards[e.id])) is not None]
    if not priced or len(priced) < len(fitting):
        return _ask(text, fitting or named, desk)
    words = set(rest)
    highest = bool(_MOST & words) or (bool({"most", "expensive"} & words) and not _LEAST & words)
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
    section = " ".join(element.section.split())
    where = f" ({section[:60]})" if section and fit(element.name, section) < 0.6 else ""
    return Move(entries=({"type": "click", "selector": element.id},), said=f"pressed {replies.named(element)}{where}")


def _click_all(elements: list[Element], desk: Desk) -> Move:
    desk.it = elements[-1].id
    entries = tuple({"type": "click", "selector": element.id} for element in elements)
    return Move(entries=entries, said=f"pressed {replies.named(elements[0])} {len(elements)} times")
