"""Closed shadow roots, brought into our worlds: the page cannot tell, and our scripts walk on inside them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from cobrowse.browser.world import Frame
from cobrowse.log import logger
from cobrowse.protocol.result import Failure

_ROUNDS = 4
"""Closed roots may hold hosts of further ones."""


async def bring_in_closed(frames: Sequence[Frame]) -> int:
    """Make the closed roots of these documents known to their worlds; returns how many were new."""
    counts = await asyncio.gather(*(_of_frame(frame) for frame in frames if frame.ready.is_set()))
    return sum(counts)


async def _of_frame(frame: Frame) -> int:
    total = 0
    try:
        for _ in range(_ROUNDS):
            hosts = await frame.call("likelyHosts")
            found = sum(await asyncio.gather(*(_adopt(frame, key) for key in hosts)))
            total += found
            if not found:
                break
    except Failure as failure:
        logger.debug("closed roots were not read: %s", failure.reason)
    return total


async def _adopt(frame: Frame, key: int) -> int:
    host = await frame.handle("nodeOf", key)
    if host is None:
        return 0
    node = (await frame.send("DOM.describeNode", {"objectId": host.object_id, "depth": 0, "pierce": True}))["node"]
    for root in node.get("shadowRoots", ()):
        if root["shadowRootType"] == "closed" and (inner := await frame.resolve(root["backendNodeId"])) is not None:
            return 1 if await frame.call("adoptNew", host, inner) else 0
    return 0
