"""From a target to the one node it means, in whatever frame or shadow root that is."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from cobrowse.browser.frames import ask_all, frame_meant, readable_frames, shown
from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.input import free
from cobrowse.browser.missing import Match, ambiguous, interchangeable, missing, said
from cobrowse.browser.nodes import SEEN, node_of
from cobrowse.browser.roots import bring_in_closed
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure
from cobrowse.protocol.stage import Presence
from cobrowse.protocol.target import CssTarget, IdTarget, ParsedTarget, parse_target

DELAYS = (0.03, 0.06, 0.1, 0.15, 0.2)
"""Seconds between looks; the last one repeats."""
CLOSED_LOOKS = (1, 5, 15)
"""The looks for which closed shadow roots are brought in first; that is slow on large pages."""
_NOTHING = 9
_AMBIGUOUS_SECONDS = 0.25
"""Twins that are gone after this were a passing moment of a page being drawn."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What one look at all frames found: the matches of the best tier."""

    tier: int
    matches: list[Match]


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
            look = await _look(ground, parsed, frame, closed_too=looks in CLOSED_LOOKS)
        except Failure as raised:
            if raised.reason not in ("navigation", "timeout", "not_found") or isinstance(parsed, IdTarget):
                raise
            failure = raised
            if raised.reason == "timeout":
                await free(ground.tab)
        now = time.monotonic()
        if len(look.matches) > 1 and not interchangeable(look.matches):
            twins_since = twins_since or now
            if now - twins_since >= _AMBIGUOUS_SECONDS or now >= end:
                raise ambiguous(ground, said(parsed), look.matches)
        else:
            twins_since = None
            if look.matches and (look.tier <= SEEN or presence == "attached"):
                if ground.trusted_css and isinstance(parsed, CssTarget) and look.matches[0].total > 1:
                    raise Failure(
                        "ambiguous",
                        f"{look.matches[0].total} elements match {parsed.css}; a contract must name exactly one.",
                    )
                return await keep_node(ground, target, look.matches[0])
        if now >= end and looks > 0:
            raise failure or await missing(ground, parsed, bool(look.matches))
        await asyncio.sleep(DELAYS[min(looks, len(DELAYS) - 1)])
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
        frames = await readable_frames(tab)
    if closed_too:
        await bring_in_closed(frames)
    call = ("seekCss", parsed.css) if isinstance(parsed, CssTarget) else ("seekRole", parsed.role, parsed.name)
    found = await ask_all(frames, *call, main=tab.main)
    return await merge(found, tab.main)


async def _by_id(ground: Ground, parsed: IdTarget) -> _Look:
    frame, key = await ground.find_id(parsed.id)
    answer = await frame.call("seekKey", key)
    if answer is None:
        raise Failure("stale", f"What had the id {parsed.id} is gone from the page. Look at the page again.")
    return _Look(answer["tier"], [Match(frame, answer["rows"][0], 1, 0)])


async def merge(found: list[tuple[Frame, dict[str, Any]]], main: Frame, *, seen: bool = False) -> _Look:
    """The best tier over all frames; what is in a frame that cannot be seen cannot be seen either."""
    graded: list[tuple[int, Frame, dict[str, Any]]] = []
    for frame, answer in found:
        tier = answer["tier"]
        if tier < _NOTHING and frame is not main and (seen or tier <= SEEN) and not await shown(frame):
            tier = _NOTHING if seen else 4 + tier % 2
        if tier < _NOTHING:
            graded.append((tier, frame, answer))
    if not graded:
        return _Look(_NOTHING, [])
    best = min(tier for tier, _, _ in graded)
    matches = [
        Match(frame, row, answer["total"], answer.get("used", 0))
        for tier, frame, answer in graded
        if tier == best
        for row in answer["rows"]
    ]
    return _Look(best, matches)


async def keep_node(ground: Ground, target: str, match: Match) -> Node:
    """The match as a node, kept so that it can be acted on."""
    frame = match.frame
    left, top = await frame.offset() if frame.parent is not None else (0.0, 0.0)
    node = node_of(ground, target, frame, match.row, (left, top), match.total, match.used)
    ground.keep(node, Place(ground.tab, frame, match.row["key"], match.row["mark"]))
    return node
