"""From a phrase to the elements it may mean, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cobrowse.guide.kinds import WORDS, Kind
from cobrowse.guide.match import CLEAR, NEAR, fit
from cobrowse.guide.neighbours import ENOUGH, Surroundings
from cobrowse.guide.phrase import Reading, readings
from cobrowse.guide.tokens import Tokens, tokenise
from cobrowse.guide.words import fold
from cobrowse.protocol.observation import Element, Observation

MARGIN = 0.045
"""Fits closer together than this count as equal."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that a phrase may mean."""

    element: Element
    score: float
    """From 0 to 1; from `CLEAR` on it is good enough to act on."""
    why: str
    """What it was found by, in a few words."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What a phrase means on a page."""

    best: tuple[Candidate, ...] = ()
    """One: it is clear. Several: they fit equally. None: nothing fits."""
    near: tuple[Candidate, ...] = ()
    """Names that come close, when nothing fits."""
    every: bool = False
    """Whether the phrase meant all of them."""
    score: float = 0.0

    @property
    def one(self) -> Element | None:
        """The element, when it is clear which."""
        return self.best[0].element if len(self.best) == 1 else None


class Page:
    """An observation with what grounding needs to know of it, worked out once."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.around = Surroundings(observation)
        self.elements = list(observation.elements)
        self.place = {element.id: at for at, element in enumerate(self.elements)}

    def of_roles(self, roles: frozenset[str] | None) -> list[Element]:
        """Elements with one of these roles; all interactive ones when none are given."""
        if roles is None:
            return [element for element in self.elements if element.interactive]
        return [element for element in self.elements if element.role in roles]

    def names(self, element: Element) -> list[tuple[str, float, str]]:
        """What an element may be called by: text, how much that counts, and what it is."""
        found = [(element.name, 1.0, "name")]
        if (bare := without_count(element.name)) != element.name:
            found.append((bare, 0.97, "name"))
        if element.placeholder:
            found.append((element.placeholder, 0.97, "placeholder"))
        if label := self.around.label(element):
            found.append((label, 0.9 if element.name else 0.97, "text beside it"))
        found += [(_spaced(value), 0.88, "internal name") for _, value in element.attributes if value]
        if element.input_type in _TYPES:
            found.append((_TYPES[element.input_type], 0.9, "kind of field"))
        if element.description:
            found.append((element.description, 0.75, "description"))
        if element.role in ("button", "combobox") and element.value:
            found.append((element.value, 0.7, "value"))
        return found


_TYPES = {
    "email": "email address", "tel": "phone number", "date": "date", "time": "time", "number": "number",
    "search": "search", "url": "web address", "color": "color", "range": "range", "month": "month", "week": "week", "file": "file",
    "datetime-local": "date and time",
}  # fmt: skip


def without_count(name: str) -> str:
    """`Basket (3)` → `Basket`."""
    head, opening, tail = name.rpartition("(")
    return head.strip() if opening and head.strip() and tail.strip(") +").isdigit() else name


def _spaced(name: str) -> str:
    """`firstName` and `first_name` → `first name`."""
    return "".join(
        f" {char}" if char.isupper() and at and name[at - 1].islower() else char for at, char in enumerate(name)
    )


def ground(
    said: Sequence[Reading],
    page: Page,
    roles: frozenset[str] | None = None,
    *,
    disabled: bool = False,
    prefer: frozenset[str] | None = None,
) -> Grounding:
    """What the likeliest reading means; several elements when they fit about equally.

    Elements of other roles than `prefer` count less, as long as the reading names no kind itself.
    """
    elements = [e for e in page.of_roles(roles) if disabled or "disabled" not in e.states]
    best = Grounding()
    near: dict[str, Candidate] = {}
    for reading in said:
        scored = rank(reading, elements, page, prefer)
        for candidate in scored[:8]:
            if candidate.element.id not in near or near[candidate.element.id].score < candidate.score:
                near[candidate.element.id] = candidate
        found = _settle(reading, scored, page)
        if found.best and _worth(found) > _worth(best):
            best = found
    if best.best:
        return best
    close = sorted(near.values(), key=lambda c: -c.score)
    return Grounding(near=tuple(c for c in close if c.score >= NEAR)[:6])


def _worth(found: Grounding) -> float:
    """A reading that leaves several open is worth less than one that tells which."""
    return found.score * (1.0 if found.every or len(found.best) < 2 else 0.9)


def rank(
    reading: Reading, elements: Sequence[Element], page: Page, prefer: frozenset[str] | None = None
) -> list[Candidate]:
    """Elements scored by one reading, best first, equal ones in reading order."""
    kind_alone = reading.bare
    scored: list[Candidate] = []
    for element in elements:
        score, why = _score(reading, element, page) if not kind_alone else (0.9, "kind")
        if reading.kind is not None:
            kind = reading.kind.fit(element)
            if kind_alone and kind < 0.93:
                continue
            score *= kind if not kind_alone or kind == 1.0 else 0.8
        elif prefer is not None and element.role not in prefer:
            score *= 0.94
        score *= _fitness(element) * reading.weight
        if score > 0:
            scored.append(Candidate(element, score, why))
    scored.sort(key=lambda c: -c.score)
    return scored


def _score(reading: Reading, element: Element, page: Page) -> tuple[float, str]:
    if not reading.name:
        return (0.95, "what its name is made of") if _made_of(reading, element.name) else (0.0, "")
    best, why = 0.0, ""
    for text, counts, source in page.names(element):
        score = fit(reading.name, text) * counts
        if score > best:
            best, why = score, source
    return best, why


def _made_of(reading: Reading, name: str) -> bool:
    """Whether a name starts, ends and holds what was said; its case counts for nothing."""
    low = name.strip().casefold()
    return (
        bool(low)
        and low.startswith(reading.begins.casefold())
        and low.endswith(reading.ends.casefold())
        and reading.holds.casefold() in low
    )


def _fitness(element: Element) -> float:
    """Slightly less for what cannot well be used right now."""
    factor = 0.98 if element.role == "clickable" else 1.0
    if "covered" in element.states:
        factor *= 0.9
    if "disabled" in element.states:
        factor *= 0.8
    return factor if element.interactive else factor * 0.95


def _settle(reading: Reading, scored: list[Candidate], page: Page) -> Grounding:
    """Those at the top that fit equally, narrowed by neighbour and ordinal."""
    top = [c for c in scored if c.score >= CLEAR]
    if not top:
        return Grounding()
    if reading.near and reading.kind is None and not reading.quoted and top[0].score < 0.8:
        return Grounding()  # too loose a name to be told apart by its neighbours
    if reading.near:
        top = _beside(reading, top, page)
        if not top:
            return Grounding()
    lead = top[0].score
    equal = [c for c in top if c.score >= lead - MARGIN]
    if reading.quoted or reading.name:
        exact = [c for c in equal if c.element.name == reading.name]
        equal = exact if exact and lead >= 0.85 else equal
    equal = distinct(sorted(equal, key=lambda c: page.place[c.element.id]))
    if reading.ordinal is not None:
        at = reading.ordinal - 1 if reading.ordinal > 0 else len(equal) + reading.ordinal
        equal = [equal[at]] if 0 <= at < len(equal) else []
    if reading.every and reading.most:
        equal = equal[: reading.most]
    return Grounding(best=tuple(equal), every=reading.every, score=lead if equal else 0.0)


def _beside(reading: Reading, top: list[Candidate], page: Page) -> list[Candidate]:
    """Those that stand by the neighbour's words, best first."""
    lead = top[0].score
    peers = [c for c in top if c.score >= lead - 2 * MARGIN]
    measured = page.around.near(reading.near, [c.element for c in peers], reading.relation)
    best = max(measured, default=0.0)
    if best < ENOUGH:
        return []
    return [
        replace(c, score=c.score * (0.9 + 0.1 * near), why=f"{c.why}, beside “{reading.near}”")
        for c, near in zip(peers, measured, strict=True)
        if near >= best - 0.05
    ]


def distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without those that are the same thing twice: links to one place, a wrapper around its own control."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if not any(_same(candidate.element, other.element) for other in kept):
            kept.append(candidate)
        elif candidate.element.role != "clickable":
            kept = [
                candidate if other.element.role == "clickable" and _same(candidate.element, other.element) else other
                for other in kept
            ]
    return kept


def _same(one: Element, other: Element) -> bool:
    if fold(one.name) != fold(other.name) or one.frame != other.frame:
        return False
    if one.href and one.href == other.href:
        return True
    return one.role != other.role and "clickable" in (one.role, other.role) and _overlap(one, other)


def _overlap(one: Element, other: Element) -> bool:
    a, b = one.box, other.box
    if a is None or b is None:
        return False
    (x, y), (u, v) = a.centre, b.centre
    return (b.x <= x <= b.x + b.width and b.y <= y <= b.y + b.height) or (
        a.x <= u <= a.x + a.width and a.y <= v <= a.y + a.height
    )


def shortlist(
    phrase: str | Tokens, observation: Observation, kind: str | None = None, most: int = 8
) -> list[Candidate]:
    """The elements a phrase may mean, best first, at most `most`.

    `kind` is a word people use for a kind of control (`button`, `field`, `dropdown`, …; see `kinds.WORDS`) and keeps
    only elements that could be one. A whole request may be given as the phrase: controls whose names or neighbours
    it mentions come first. Used by the guide itself and to number candidates for small models.
    """
    tokens = tokenise(phrase) if isinstance(phrase, str) else tuple(phrase)
    page = Page(observation)
    wanted: Kind | None = WORDS.get(kind.casefold()) if kind else None
    elements = [e for e in page.of_roles(None) if wanted is None or wanted.fit(e) > 0.8]
    best: dict[str, Candidate] = {}
    for reading in readings(tokens):
        scored = rank(reading, elements, page)
        if reading.near:
            measured = page.around.near(reading.near, [c.element for c in scored], reading.relation)
            scored = [replace(c, score=c.score * (0.7 + 0.3 * near)) for c, near in zip(scored, measured, strict=True)]
        for candidate in scored:
            known = best.get(candidate.element.id)
            if known is None or known.score < candidate.score:
                best[candidate.element.id] = candidate
    ordered = sorted(best.values(), key=lambda c: (-c.score, not c.element.in_view, page.place[c.element.id]))
    return ordered[:most]
