"""Checkboxes, radio buttons, switches."""

from __future__ import annotations

from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.pointer import click
from cobrowse.browser.ready import Core
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure
from cobrowse.protocol.target import CssTarget, parse_target


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
    core: Core | None = box["core"]
    for _ in range(2 if box["state"] == "mixed" else 1):
        await click(ground, node, key=box["key"], core=core)
        core = None  # it was another thing before it was ticked
        state = await _ticked(ground, node, place, box["key"], wanted)
        if state == wanted:
            return True
    raise Failure("not_kept", f"{node.described} did not stay {'ticked' if on else 'unticked'}.")


async def _ticked(ground: Ground, node: Node, place: Place, key: int, wanted: str) -> str:
    try:
        state = await place.frame.call("tickAfter", key, wanted)
        if state:
            return state
        again = await _drawn_anew(ground, node, place)
    except Failure as failure:
        # The tick led to another page: it was taken.
        if failure.reason == "navigation":
            return wanted
        raise
    return (await again.frame.call("tickOf", again.key))["state"]


async def _drawn_anew(ground: Ground, node: Node, place: Place) -> Place:
    """What stands where the box stood: its state is another one now, so its fingerprint cannot tell."""
    answer = None
    if node.name:
        answer = await place.frame.call("seekRole", node.role, node.name)
    elif isinstance(parsed := parse_target(node.target, trusted_css=True), CssTarget):
        answer = await place.frame.call("seekCss", parsed.css)
    if answer is not None and len(answer["rows"]) == 1:
        return Place(place.tab, place.frame, answer["rows"][0]["key"])
    try:
        frame, key = await ground.find_id(node.id)
    except Failure as failure:
        raise Failure(
            "stale", f"{node.described} was drawn anew when it was clicked; look whether it is ticked."
        ) from failure
    return Place(place.tab, frame, key)
