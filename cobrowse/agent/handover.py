"""What only the person types: the browser is theirs until it is done, and nobody looks meanwhile.

Of the field nothing is asked but whether it holds something and has the focus. So the run goes on by itself once the
person has filled it and gone on, or sent it; or when they say so.
"""

from __future__ import annotations

import asyncio

from cobrowse.agent.person import People
from cobrowse.browser.overlay import PageOverlay
from cobrowse.browser.page import DrivenPage
from cobrowse.errors import BrowserGone
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure, Result

_LOOK_SECONDS = 0.3


async def let_them_type(page: DrivenPage, overlay: PageOverlay, people: People, node: Node) -> Result:
    """Hand the browser over for one field; the result says only that it is filled.

    Raises `Failure`: `declined` when the person would not, `secret` when they handed back with the field still empty.
    """
    if await _state(page, node) == "filled":
        return Result.success("The person has filled this in already.", by="person")
    await overlay.mark([node])
    reason = f"Type into {node.described} yourself. I look away until you have moved on, or press “Hand back”."
    noticing = asyncio.ensure_future(_notice(page, people, node))
    try:
        await people.hand_over(reason)
    finally:
        noticing.cancel()
        await overlay.clear()
    if await _state(page, node) == "empty":
        raise Failure(
            "secret", f"{node.described} is still empty. Only the person can fill it in; ask them how to go on."
        )
    return Result.success("The person filled this in themselves.", by="person")


async def _notice(page: DrivenPage, people: People, node: Node) -> None:
    """Hand back by itself when the field was filled and left, or has gone with its page."""
    seen_in_it = False
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        state = await _state(page, node)
        seen_in_it = seen_in_it or state in ("typing", "empty")
        waiting = people.waiting
        if waiting is None or waiting.kind != "hand_over":
            continue
        if state == "gone" or (state == "filled" and seen_in_it):
            people.hand_back(waiting.id)
            return


async def _state(page: DrivenPage, node: Node) -> str:
    """`empty`, `typing`, `filled` or `gone`; never what it holds."""
    try:
        states = (await page.anew(node)).states
    except (Failure, BrowserGone):
        return "gone"
    if "focused" in states:
        return "typing"
    return "filled" if "filled" in states else "empty"
