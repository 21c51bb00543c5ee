"""What a mouse does, with the browser's real input."""

from __future__ import annotations

import asyncio
import time

from pydantic import JsonValue

from cobrowse.browser.ground import Ground, stale
from cobrowse.browser.input import abandon, acting, dispatch, press
from cobrowse.browser.ready import Core, Spot, reach
from cobrowse.browser.tab import Tab
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_DRAG_HOLD = 0.1
"""Seconds that the button is held before the first move of a drag; some pages tell a drag from a click by it."""
_DRAG_STEPS = (12, 20)
_PAST = 4
"""CSS pixels past the middle of another place in a list; at the very middle many lists leave the order as it was."""


async def aim(
    ground: Ground, tab: Tab, node: Node, key: int | None = None, *, count: int = 1, core: Core | None = None
) -> Spot:
    """Bring the pointer over the node; returns once it stands still under it and a press would reach it.

    Then `count` presses are announced; 0 for none. `core` is what it was when it was decided upon.
    """
    end = time.monotonic() + ground.wait_ms / 1000
    while True:
        spot = await reach(ground, node, key=key, still=False)
        _, still = await asyncio.gather(
            dispatch(ground, tab.page.mouse.move(spot.x, spot.y)), spot.frame.call("standsStill", spot.key)
        )
        # Asked when the page has had its say on being pointed at: things change under a pointer.
        why = await spot.frame.call("announcePress", spot.key, *spot.inner, core or spot.core, count if still else 0)
        if still and not why:
            return spot
        if why == "changed" or (why == "gone" and key is not None):
            raise stale(node)
        if time.monotonic() >= end:
            break
    if not why:
        raise Failure("not_interactive", f"{node.described} does not stop moving.")
    by = await spot.frame.call("coverAt", spot.key, *spot.inner)
    raise Failure("covered", f"{by or 'Something'} comes over {node.described} as soon as the pointer is there.", by=by)


async def click(
    ground: Ground,
    node: Node,
    *,
    count: int = 1,
    hold_ms: int = 0,
    key: int | None = None,
    core: Core | None = None,
) -> None:
    """Press the main button `count` times, the last time held for `hold_ms`."""
    async with acting(ground) as tab:
        spot = await aim(ground, tab, node, key, count=count, core=core)
        await press(ground, tab, count, hold_ms, frame=spot.frame)


async def hover(ground: Ground, node: Node) -> None:
    """Bring the pointer over it and leave it there."""
    async with acting(ground) as tab:
        await aim(ground, tab, node, count=0)


async def drag(ground: Ground, source: Node, destination: Node, steps: int) -> None:
    """Press on one node, move to the other in steps, release. One that is given up is put back first."""
    if ground.place(source).frame.worlds is not ground.place(destination).frame.worlds:
        # The browser hands a driven drag to one process only; a person's own goes on to the next.
        raise Failure(
            "not_interactive",
            f"{destination.described} is in a frame of another site. Only the person can drag something over there.",
        )
    async with acting(ground) as tab:
        await reach(ground, destination, point=False)
        past = _PAST if await _in_one_list(ground, source, destination) else 0
        start = await aim(ground, tab, source)
        mouse = tab.page.mouse
        try:
            ground.inputs += 1
            await dispatch(ground, mouse.down())
            await asyncio.sleep(_DRAG_HOLD)
            await _carry(ground, tab, start, destination, max(_DRAG_STEPS[0], min(steps, 100)), past)
            await asyncio.sleep(_DRAG_HOLD / 2)
        except BaseException:
            await _put_back(ground, tab, start)
            raise
        await dispatch(ground, mouse.up())


async def _in_one_list(ground: Ground, source: Node, destination: Node) -> bool:
    """Whether the one is to take the other's place in the order of a list."""
    one, other = ground.place(source), ground.place(destination)
    return one.frame is other.frame and await one.frame.call("inOneList", one.key, other.key)


async def _carry(ground: Ground, tab: Tab, start: Spot, destination: Node, steps: int, past: int) -> None:
    """Move to a node, wherever it goes meanwhile, and `past` CSS pixels beyond its middle."""
    x, y = start.x, start.y
    for left in range(steps, 0, -1):
        end = await _spot_of(ground, destination)
        x, y = x + (end[0] - x) / left, y + (end[1] - y) / left
        await _move_to(ground, tab, x, y)
    if past:
        across, down = x - start.x, y - start.y
        far = max(abs(across), abs(down), 1)
        await _move_to(ground, tab, x + past * across / far, y + past * down / far)


async def _put_back(ground: Ground, tab: Tab, start: Spot) -> None:
    """End a drag where it began, so that nothing is moved."""
    await abandon(start.frame)
    await tab.page.mouse.move(start.x, start.y)
    await tab.page.mouse.up()


async def scroll(ground: Ground, direction: str, amount: int | None, node: Node | None) -> dict[str, JsonValue]:
    """Scroll the page or a container; says how far it went and what is left, CSS pixels."""
    place = ground.place(node) if node is not None else None
    frame = place.frame if place else ground.tab.main
    return await frame.call("scrollIt", place.key if place else 0, direction, amount)


async def _spot_of(ground: Ground, node: Node) -> tuple[float, float]:
    """The middle of what can be seen of a node, wherever it is now; it may lie under what is dragged."""
    place = ground.place(node)
    x, y = await place.frame.call("middle", place.key)
    left, top = await place.frame.offset() if place.frame.parent is not None else (0.0, 0.0)
    return x + left, y + top


async def _move_to(ground: Ground, tab: Tab, x: float, y: float) -> None:
    await dispatch(ground, tab.page.mouse.move(x, y))
    await asyncio.sleep(0.008)
