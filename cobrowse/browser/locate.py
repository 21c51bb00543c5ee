"""From a target to the one node it means, in whatever frame or shadow root that is."""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from cobrowse.browser.ground import Ground, Place, stale
from cobrowse.browser.roots import bring_in_closed
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import FormFacts, Node
from cobrowse.protocol.observation import Box
from cobrowse.protocol.result import Failure
from cobrowse.protocol.stage import Presence
from cobrowse.protocol.target import CssTarget, IdTarget, ParsedTarget, RoleTarget, parse_target, shorten

_DELAYS = (0.03, 0.06, 0.1, 0.15, 0.2)
"""Seconds between looks; the last one repeats."""
_CLOSED_LOOKS = (1, 5, 15)
"""The looks for which closed shadow roots are brought in first; that is slow on large pages."""
_SEEN = 3
"""Best tiers, up to which a match can be seen or brought into view (see `best` in seek.js)."""
_NOTHING = 9
_FRAME_SECONDS = 1.5
"""A frame that does not answer within this holds up nobody."""
_AMBIGUOUS_SECONDS = 0.25
"""Twins that are gone after this were a passing moment of a page being drawn."""
_NEAR = 60
"""Least likeness (0–100) of a name that is worth mentioning."""


@dataclass(frozen=True, slots=True)
class _Match:
    frame: Frame
    row: dict[str, Any]
    total: int
    used: int


@dataclass(frozen=True, slots=True)
class _Look:
    """What one look at all frames found: the matches of the best tier."""

    tier: int
    matches: list[_Match]


async def locate(ground: Ground, target: str, frame: str | None, presence: Presence, timeout_ms: int | None) -> Node:
    """The one node that `target` means; waits for it. See `cobrowse.protocol.stage.Page.locate`."""
    parsed = parse_target(target, trusted_css=ground.trusted_css)
    started = time.monotonic()
    end = started + (ground.wait_ms if timeout_ms is None else timeout_ms) / 1000
    twins_since: float | None = None
    looks = 0
    while True:
        failure: Failure | None = None
        look = _Look(_NOTHING, [])
        try:
            look = await _look(ground, parsed, frame, closed_too=looks in _CLOSED_LOOKS)
        except Failure as raised:
            if raised.reason not in ("navigation", "timeout", "not_found") or isinstance(parsed, IdTarget):
                raise
            failure = raised
        now = time.monotonic()
        if len(look.matches) > 1:
            twins_since = twins_since or now
            if now - twins_since >= _AMBIGUOUS_SECONDS or now >= end:
                raise _ambiguous(parsed, look.matches)
        else:
            twins_since = None
            if look.matches and (look.tier <= _SEEN or presence == "attached"):
                return await _node(ground, target, look.matches[0])
        if now >= end and looks > 0:
            raise failure or await _missing(ground, parsed, look)
        await asyncio.sleep(_DELAYS[min(looks, len(_DELAYS) - 1)])
        looks += 1


async def _look(ground: Ground, parsed: ParsedTarget, frame: str | None, *, closed_too: bool) -> _Look:
    if isinstance(parsed, IdTarget):
        return await _by_id(ground, parsed)
    tab = ground.tab
    if frame is not None:
        frames = [await frame_meant(ground, frame)]
    elif isinstance(parsed, CssTarget):
        frames = [tab.main]
    else:
        frames = [known for known in await tab.frames() if known is tab.main or known.ready.is_set()]
    if closed_too:
        await bring_in_closed(frames)
    call = ("seekCss", parsed.css) if isinstance(parsed, CssTarget) else ("seekRole", parsed.role, parsed.name)
    found = await ask_all(frames, *call, main=tab.main)
    return await _merge(found, tab.main)


async def _by_id(ground: Ground, parsed: IdTarget) -> _Look:
    frame, key = await ground.find_id(parsed.id)
    answer = await frame.call("seekKey", key)
    if answer is None:
        raise Failure("stale", f"What had the id {parsed.id} is gone from the page. Look at the page again.")
    return _Look(answer["tier"], [_Match(frame, answer["rows"][0], 1, 0)])


async def ask_all(frames: list[Frame], name: str, *args: Any, main: Frame | None = None) -> list[tuple[Frame, Any]]:
    """`cobrowse.NAME` in all frames; those that do not answer in time are left out, unless it is `main`."""
    if len(frames) == 1:
        return [(frames[0], await frames[0].call(name, *args))]
    tasks = {asyncio.ensure_future(frame.call(name, *args)): frame for frame in frames}
    try:
        done, _ = await asyncio.wait(tasks, timeout=_FRAME_SECONDS)
        answers: list[tuple[Frame, Any]] = []
        for task, frame in tasks.items():
            if task in done and task.exception() is None:
                answers.append((frame, task.result()))
            elif frame is main:
                answers.append((frame, await task))
            elif task in done and isinstance(error := task.exception(), Failure) and error.reason == "invalid":
                raise error
        return answers
    finally:
        for task in tasks:
            task.cancel()


async def _merge(found: list[tuple[Frame, dict[str, Any]]], main: Frame, *, seen: bool = False) -> _Look:
    """The best tier over all frames; what is in a frame that cannot be seen cannot be seen either."""
    graded: list[tuple[int, Frame, dict[str, Any]]] = []
    for frame, answer in found:
        tier = answer["tier"]
        if tier < _NOTHING and frame is not main and (seen or tier <= _SEEN) and not await shown(frame):
            tier = _NOTHING if seen else 4 + tier % 2
        if tier < _NOTHING:
            graded.append((tier, frame, answer))
    if not graded:
        return _Look(_NOTHING, [])
    best = min(tier for tier, _, _ in graded)
    matches = [
        _Match(frame, row, answer["total"], answer.get("used", 0))
        for tier, frame, answer in graded
        if tier == best
        for row in answer["rows"]
    ]
    return _Look(best, matches)


async def shown(frame: Frame) -> bool:
    """Whether the element that holds the frame can be seen, and all those around it."""
    at: Frame | None = frame
    while at is not None and at.parent is not None:
        try:
            owner = await at.owner()
            if owner is None or not await at.parent.call("present", owner):
                return False
        except Failure:
            return False
        at = at.parent
    return True


async def frame_meant(ground: Ground, target: str) -> Frame:
    """The document inside the frame element that a target names; a frame's key will do as well."""
    tab = ground.tab
    for frame in await tab.frames():
        if target in (frame.key, frame.id) and target:
            return frame
    parsed = parse_target(target, trusted_css=ground.trusted_css)
    for known in [tab.main, *(f for f in await tab.frames() if f is not tab.main)]:
        css = parsed.css if isinstance(parsed, CssTarget) else None
        if css is None and isinstance(parsed, RoleTarget):
            css = f'iframe[title="{parsed.name}"]'
        if css is None or not known.ready.is_set():
            continue
        answer = await known.call("seekCss", css)
        for row in answer["rows"]:
            if (inner := await _document_in(tab, known, row["key"])) is not None:
                return inner
    raise Failure("not_found", f"There is no frame {shorten(target)} on the page.")


async def _document_in(tab: Tab, holder: Frame, key: int) -> Frame | None:
    """The frame whose element has this key."""
    for frame in await tab.frames():
        owner = await frame.owner() if frame.parent is holder else None
        if owner is not None and await holder.call("keyOf", owner) == key:
            return frame
    return None


async def field_called(ground: Ground, words: str) -> Node:
    """The one form field that a person would call so: a target, or label, placeholder, name, nearest question."""
    end = time.monotonic() + ground.wait_ms / 1000
    if _looks_like_target(words):
        return await locate(ground, words, None, "visible", None)
    looks = 0
    while True:
        tab = ground.tab
        frames = [frame for frame in await tab.frames() if frame is tab.main or frame.ready.is_set()]
        if looks in _CLOSED_LOOKS:
            await bring_in_closed(frames)
        look = await _merge(await ask_all(frames, "seekField", words, main=tab.main), tab.main, seen=True)
        if len(look.matches) == 1:
            return await _node(ground, words, look.matches[0])
        if look.matches and looks > 2:
            raise _ambiguous(CssTarget(f"“{shorten(words)}”"), look.matches)
        if time.monotonic() >= end:
            answers = await ask_all(frames, "fieldNames", main=tab.main)
            near = _nearest(words, [(role, name) for _, rows in answers for role, name in rows], "")
            hint = f" Near it: {', '.join(near)}." if near else ""
            raise Failure("not_found", f"No field is called “{shorten(words)}”.{hint}", near=near)
        await asyncio.sleep(_DELAYS[min(looks, len(_DELAYS) - 1)])
        looks += 1


def _looks_like_target(words: str) -> bool:
    """Whether the words are an id, role and name, or CSS that is no plain word."""
    try:
        parsed = parse_target(words)
    except Failure:
        return False
    return not isinstance(parsed, CssTarget) or re.search(r"[#.\[>:]", words.strip(" .:")) is not None


# --- from a row to a node -------------------------------------------------------------------------------------------


async def _node(ground: Ground, target: str, match: _Match) -> Node:
    frame = match.frame
    left, top = await frame.offset() if frame.parent is not None else (0.0, 0.0)
    node = node_of(ground, target, frame, match.row, (left, top), match.total, match.used)
    ground.keep(node, Place(ground.tab, frame, match.row["key"], match.row["mark"]))
    return node


def node_of(
    ground: Ground,
    target: str,
    frame: Frame,
    row: dict[str, Any],
    offset: tuple[float, float],
    matched: int = 1,
    used: int = 0,
) -> Node:
    """The facts of one element (`facts` in seek.js) as a `Node`."""
    x, y, width, height = row["box"]
    form = row["form"]
    return Node(
        target=target,
        id=ground.id_of(frame, row),
        role=row["role"],
        name=row["name"],
        tag=row["tag"],
        fingerprint=row["fingerprint"],
        document=frame.document,
        origin=origin_of_frame(frame),
        page_url=ground.tab.url,
        frame=frame.key,
        input_type=row["type"],
        value=row["value"],
        states=tuple(row["states"]),
        box=Box(x + offset[0], y + offset[1], width, height),
        secret=row["secret"],
        href=row["href"],
        download=row["download"],
        opens_tab=row["opensTab"],
        form=form
        and FormFacts(
            action=form["action"],
            method=form["method"],
            submits=form["submits"],
            fields=tuple((label, value) for label, value in form["fields"]),
        ),
        matched=matched,
        used=used,
    )


def origin_of_frame(frame: Frame) -> str:
    """Its origin; a document without an address of its own has that of the one around it."""
    at: Frame | None = frame
    while at is not None and at.parent is not None and not at.url.startswith(("http:", "https:")):
        at = at.parent
    return (at or frame).origin


async def verify(ground: Ground, node: Node) -> Place:
    """Where the node is now. Raises `Failure("stale")` when it is gone or another thing."""
    place = ground.place(node)
    answer = await place.frame.call("seekKey", place.key)
    if answer is None:
        return await rebind(ground, node)
    if answer["rows"][0]["fingerprint"] != node.fingerprint:
        raise stale(node)
    return place


async def rebind(ground: Ground, node: Node) -> Place:
    """Follow a node that the page drew anew: to a new element, the only one that can be seen with its fingerprint."""
    place = ground.place(node)
    if node.name:
        answer = await place.frame.call("seekRole", node.role, node.name)
    else:
        parsed = parse_target(node.target, trusted_css=True)
        if not isinstance(parsed, CssTarget):
            raise stale(node)
        answer = await place.frame.call("seekCss", parsed.css)
    rows = [row for row in answer["rows"] if row["fingerprint"] == node.fingerprint]
    if len(rows) != 1 or answer["tier"] > _SEEN or rows[0]["key"] <= place.mark:
        raise stale(node)
    new = Place(place.tab, place.frame, rows[0]["key"], rows[0]["mark"])
    ground.keep(node, new)
    return new


# --- what to say when there is none, or several ---------------------------------------------------------------------


def _ambiguous(parsed: ParsedTarget, matches: list[_Match]) -> Failure:
    what = _said(parsed)
    total = sum({id(match.frame): match.total for match in matches}.values())
    places = [match.row.get("section") or match.row["tag"] for match in matches]
    listed = "; ".join(f"{number}. {shorten(place, 70)}" for number, place in enumerate(places, 1))
    return Failure(
        "ambiguous",
        f"{total} elements are called {what}: {listed}. Name one of them by its id or by CSS.",
        matched=total,
        candidates=places,
    )


def _said(parsed: ParsedTarget) -> str:
    if isinstance(parsed, RoleTarget):
        return f"{parsed.role} “{shorten(parsed.name)}”"
    return parsed.css if isinstance(parsed, CssTarget) else parsed.id


async def _missing(ground: Ground, parsed: ParsedTarget, look: _Look) -> Failure:
    what = _said(parsed)
    if look.matches:
        return Failure("not_visible", f"{what} is on the page but cannot be seen. Open what hides it first.")
    if not isinstance(parsed, RoleTarget):
        return Failure("not_found", f"Nothing on the page matches {shorten(what)}.")
    near = await _near(ground, parsed)
    hint = f" Near it: {', '.join(near)}." if near else ""
    return Failure("not_found", f"There is no {what} on the page.{hint}", near=near)


async def _near(ground: Ground, parsed: RoleTarget) -> list[str]:
    """Things that are called something like it, best first."""
    try:
        tab = ground.tab
        frames = [frame for frame in await tab.frames() if frame.ready.is_set()]
        answers = await ask_all(frames, "nearNames", parsed.role)
    except Failure:
        return []
    return _nearest(parsed.name, [(role, name) for _, rows in answers for role, name in rows], parsed.role)


def _nearest(wanted: str, found: list[tuple[str, str]], role: str) -> list[str]:
    """Up to four of the names that are most like the one wanted, those of its role first among equals."""
    names = list(dict.fromkeys(found))
    texts = [name.casefold() for _, name in names]
    best = process.extract(wanted.casefold(), texts, scorer=fuzz.WRatio, limit=8, score_cutoff=_NEAR)
    ranked = sorted(best, key=lambda hit: (-hit[1], names[hit[2]][0] != role))
    return [f"{names[index][0]} “{shorten(names[index][1], 60)}”" for _, _, index in ranked[:4]]
