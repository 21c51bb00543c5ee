"""From a phrase to the elements it may mean, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cobrowse.guide.kinds import WORDS, Kind
from cobrowse.guide.match import CLEAR, NEAR
from cobrowse.guide.neighbours import ENOUGH
from cobrowse.guide.page import Page
from cobrowse.guide.phrase import Reading, readings
from cobrowse.guide.rank import Candidate, rank
from cobrowse.guide.tokens import Tokens, tokenise
from cobrowse.guide.words import fold
from cobrowse.protocol.observation import Element, Observation

MARGIN = 0.045
"""Fits closer together than this count as equal."""


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
    peers = [c for c in top if c.score >= lead * 0.85]  # also what is covered: it may be the very one that is meant
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
    real: dict[tuple[str, str], list[Element]] = {}
    for candidate in candidates:
        if candidate.element.role != "clickable":
            real.setdefault(_title(candidate.element), []).append(candidate.element)
    kept: list[Candidate] = []
    places: set[tuple[str, str, str]] = set()
    for candidate in candidates:
        element = candidate.element
        link = (*_title(element), element.href or "")
        wraps = element.role == "clickable" and any(_overlap(element, e) for e in real.get(_title(element), ()))
        if not wraps and not (element.href and link in places):
            kept.append(candidate)
        places.add(link)
    return kept


def _title(element: Element) -> tuple[str, str]:
    return fold(element.name), element.frame


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
