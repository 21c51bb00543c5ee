"""Checkboxes, radio buttons, switches."""

from __future__ import annotations

from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.pointer import click
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure


async def tick(ground: Ground, node: Node, on: bool) -> bool:
    """Bring a checkbox, radio button or switch into a state; returns whether anything had to be done."""
    place = ground.place(node)
    box = await place.frame.call("tickOf", place.key)
    wanted = "on" if on else "off"
    if not box["state"]:
        raise Failure("invalid", f"{node.described} is nothing that can be ticked.")
    if box["radio"] and not on:
        raise Failure("invalid", f"{node.described} is a radio button: choose another one of its group instead.")
    if box["state"] == wanted:
        return False
    for _ in range(2 if box["state"] == "mixed" else 1):
        await click(ground, node, key=box["key"])
        state = await _ticked(ground, node, place, box["key"], wanted)
        if state == wanted:
            return True
    raise Failure("not_kept", f"{node.described} did not stay {'ticked' if on else 'unticked'}.")


async def _ticked(ground: Ground, node: Node, place: Place, key: int, wanted: str) -> str:
    try:
        state = await place.frame.call("tickAfter", key, wanted)
        if state:
            return state
        answer = await place.frame.call("seekRole", node.role, node.name)
    except Failure as failure:
        # The tick led to another page: it was taken.
        if failure.reason == "navigation":
            return wanted
        raise
    states = answer["rows"][0]["states"] if len(answer["rows"]) == 1 else ()
    return "on" if {"checked", "pressed", "selected"} & set(states) else "off"
