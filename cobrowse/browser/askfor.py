"""From what a person calls a field to the field."""

from __future__ import annotations

import asyncio
import re
import time

from cobrowse.browser.frames import ask_all, readable_frames
from cobrowse.browser.ground import Ground
from cobrowse.browser.locate import CLOSED_LOOKS, DELAYS, keep_node, locate, merge
from cobrowse.browser.missing import ambiguous, nearest
from cobrowse.browser.roots import bring_in_closed
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure
from cobrowse.protocol.target import CssTarget, parse_target, shorten


async def field_called(ground: Ground, words: str) -> Node:
    """The one form field that a person would call so: a target, or label, placeholder, name, nearest question."""
    end = time.monotonic() + ground.wait_ms / 1000
    if _looks_like_target(words):
        return await locate(ground, words, None, "visible", None)
    looks = 0
    while True:
        tab = ground.tab
        frames = await readable_frames(tab)
        if looks in CLOSED_LOOKS:
            await bring_in_closed(frames)
        look = await merge(await ask_all(frames, "seekField", words, main=tab.main), tab.main, seen=True)
        if len(look.matches) == 1:
            return await keep_node(ground, words, look.matches[0])
        if look.matches and looks > 2:
            raise ambiguous(ground, f"“{shorten(words)}”", look.matches)
        if time.monotonic() >= end:
            answers = await ask_all(frames, "fieldNames", main=tab.main)
            near = nearest(words, [(role, name) for _, rows in answers for role, name in rows], "")
            hint = f" Near it: {', '.join(near)}." if near else ""
            raise Failure("not_found", f"No field is called “{shorten(words)}”.{hint}", near=near)
        await asyncio.sleep(DELAYS[min(looks, len(DELAYS) - 1)])
        looks += 1


def _looks_like_target(words: str) -> bool:
    """Whether the words are an id, role and name, or CSS that is no plain word."""
    try:
        parsed = parse_target(words)
    except Failure:
        return False
    return not isinstance(parsed, CssTarget) or re.search(r"[#.\[>:]", words.strip(" .:")) is not None
