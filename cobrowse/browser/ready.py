"""Waiting until a node can be used, and where to press it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from cobrowse.browser.ground import Ground, stale
from cobrowse.browser.nodes import rebind
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_DELAYS = (0.03, 0.06, 0.1, 0.2)
_MOVE_TRIES = frozenset([0, 3, 8, 14, 20])
"""Tries at which scrolling may be used to uncover the node; at the others the page is left as it is."""
Core = dict[str, Any]
"""What must not change between the last look and the press (`Core` in same.js)."""
_PASSING = ("not_visible", "not_interactive", "covered")


@dataclass(frozen=True, slots=True)
class Spot:
    """A node that is ready: its place, and the point to press in the tab's viewport and in its own frame's."""

    frame: Frame
    key: int
    x: float
    y: float
    inner: tuple[float, float]
    core: Core


async def reach(
    ground: Ground, node: Node, *, key: int | None = None, point: bool = True, still: bool = True, words: bool = False
) -> Spot:
    """Wait until the node is visible, enabled, still and, if `point`, uncovered.

    `key` is another element that stands for the node in the same frame (the field of a label). Raises what stands in
    the way after the time is up: `not_visible`, `not_interactive`, `covered`; or `stale` at once. Without `still` the
    caller makes sure of that itself; with `words` a field's own label may lie over it.
    """
    how = {"point": point, "still": still, "words": words}
    end = time.monotonic() + ground.wait_ms / 1000
    tries = 0
    while True:
        place = ground.place(node)
        must = {
            "fingerprint": node.fingerprint if key is None else None,
            "bond": node.bond if key is None and place.bound is not None else None,
            "where": place.bound,
        }
        try:
            return await _once(
                ground, place.frame, place.key if key is None else key, {**how, **must, "move": tries in _MOVE_TRIES}
            )
        except Failure as failure:
            if failure.reason == "stale" and (key is not None or failure.data.get("changed")):
                raise stale(node) from failure
            if failure.reason == "stale":
                await rebind(ground, node)
            elif failure.reason not in _PASSING:
                raise
            if time.monotonic() >= end:
                raise in_words(node, failure) from failure
        await asyncio.sleep(_DELAYS[min(tries, len(_DELAYS) - 1)])
        tries += 1


async def _once(ground: Ground, frame: Frame, key: int, how: dict[str, Any]) -> Spot:
    ground.touched[frame] = None
    at = await frame.call("reach", key, how)
    inner = x, y = at["x"], at["y"]
    part = frame
    while part.parent is not None:
        owner = await part.owner()
        if owner is None:
            raise Failure("stale", "The frame that held it has gone.")
        ground.touched[part.parent] = None
        outer = await part.parent.call("reachThrough", owner, x, y, how["point"] and how["move"])
        x, y, part = outer["x"], outer["y"], part.parent
    return Spot(frame, key, x, y, inner, at["core"])


def in_words(node: Node, failure: Failure) -> Failure:
    """The failure as a sentence about the node, saying what to do next."""
    text = failure.message
    if text.startswith("It is "):
        text = f"{node.described} is {text.removeprefix('It is ')}"
    elif not text.startswith(node.described):
        text = f"{node.described}: {text}"
    if failure.reason == "covered":
        text += " Close or scroll away what covers it first."
    return Failure(failure.reason, text, **failure.data)
