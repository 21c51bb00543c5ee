"""Scoring elements by one reading of a phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobrowse.guide.match import fit
from cobrowse.guide.page import Page
from cobrowse.guide.phrase import Reading
from cobrowse.protocol.observation import Element


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that a phrase may mean."""

    element: Element
    score: float
    """From 0 to 1; from `CLEAR` on it is good enough to act on."""
    why: str
    """What it was found by, in a few words."""


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
