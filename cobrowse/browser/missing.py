"""What to say when a target fits nothing, or several things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from cobrowse.browser.frames import ask_all, readable_frames
from cobrowse.browser.ground import Ground
from cobrowse.browser.world import Frame
from cobrowse.protocol.result import Failure
from cobrowse.protocol.target import CssTarget, ParsedTarget, RoleTarget, shorten

_NEAR = 60
"""Least likeness (0–100) of a name that is worth mentioning."""


@dataclass(frozen=True, slots=True)
class Match:
    """One element that fits, with its facts (`facts` in seek.js)."""

    frame: Frame
    row: dict[str, Any]
    total: int
    """How many fit in its frame."""
    used: int


def ambiguous(ground: Ground, what: str, matches: Sequence[Match]) -> Failure:
    """Several fit: give the id of each, with what is around it."""
    total = sum({id(match.frame): match.total for match in matches}.values())
    candidates = [
        {"id": ground.id_of(match.frame, match.row), "near": match.row.get("section") or match.row["tag"]}
        for match in matches
    ]
    listed = "; ".join(f"{one['id']} ({shorten(one['near'], 70)})" for one in candidates)
    rest = f"; and {total - len(matches)} more" if total > len(matches) else ""
    return Failure(
        "ambiguous",
        f"{total} elements are called {what}: {listed}{rest}. Name one of them by its id or by CSS.",
        matched=total,
        candidates=candidates,
    )


def interchangeable(matches: Sequence[Match]) -> bool:
    """Whether they are links that lead to the same place in the same way, so that it makes no difference which is used."""
    rows = [match.row for match in matches]
    ways = {
        (row["tag"], row["href"], row["download"], row["opensTab"], match.frame.key)
        for row, match in zip(rows, matches, strict=True)
    }
    href = rows[0]["href"]
    # Many a link to “#” is a button in truth, and what it does is not in its address.
    return (
        len(ways) == 1
        and rows[0]["tag"] in ("a", "area")
        and bool(href)
        and href.startswith("http")
        and not href.endswith("#")
    )


def said(parsed: ParsedTarget) -> str:
    """A target in words."""
    if isinstance(parsed, RoleTarget):
        return f"{parsed.role} “{shorten(parsed.name)}”"
    return parsed.css if isinstance(parsed, CssTarget) else parsed.id


async def missing(ground: Ground, parsed: ParsedTarget, hidden: bool) -> Failure:
    """Nothing fits, or only what is `hidden`: say so, with the names that are near."""
    what = said(parsed)
    if hidden:
        return Failure("not_visible", f"{what} is on the page but cannot be seen. Open what hides it first.")
    if not isinstance(parsed, RoleTarget):
        return Failure("not_found", f"Nothing on the page matches {shorten(what)}.")
    near = await _near(ground, parsed)
    hint = f" Near it: {', '.join(near)}." if near else await _nameless(ground, parsed.role)
    return Failure("not_found", f"There is no {what} on the page.{hint}", near=near)


async def _near(ground: Ground, parsed: RoleTarget) -> list[str]:
    """Things that are called something like it, best first."""
    try:
        tab = ground.tab
        frames = await readable_frames(tab)
        answers = await ask_all(frames, "nearNames", parsed.role, parsed.name)
    except Failure:
        return []
    return nearest(parsed.name, [(role, name) for _, rows in answers for role, name in rows], parsed.role)


async def _nameless(ground: Ground, role: str) -> str:
    """Things of that role without a name, which no name can mean: their ids, and what is around them."""
    try:
        answers = await ask_all(await readable_frames(ground.tab), "nameless", role)
    except Failure:
        return ""
    told = [
        f"{ground.id_of(frame, {'key': key})} ({shorten(around, 60)})"
        for frame, rows in answers
        for key, around in rows
    ]
    return f" Without a name: {', '.join(told[:4])}." if told else ""


def nearest(wanted: str, found: list[tuple[str, str]], role: str) -> list[str]:
    """Up to four of the names that are most like the one wanted, those of its role first among equals."""
    names = list(dict.fromkeys(found))
    texts = [name.casefold() for _, name in names]
    best = process.extract(wanted.casefold(), texts, scorer=fuzz.WRatio, limit=8, score_cutoff=_NEAR)
    ranked = sorted(best, key=lambda hit: (-hit[1], names[hit[2]][0] != role))
    return [f"{names[index][0]} “{shorten(names[index][1], 60)}”" for _, _, index in ranked[:4]]
