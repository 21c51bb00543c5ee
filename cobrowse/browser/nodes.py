"""Located nodes: their facts, whether they are still the same, and what took their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import ada_url

from cobrowse.browser.ground import Ground, Place, stale
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import FormFacts, Node
from cobrowse.protocol.observation import Box
from cobrowse.protocol.target import CssTarget, parse_target

SEEN = 3
"""Best tiers, up to which a match can be seen or brought into view (see `best` in seek.js)."""


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
        bond=row["bond"],
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
    row = answer["rows"][0]
    if row["fingerprint"] != node.fingerprint:
        raise stale(node)
    if place.bound is not None and (row["bond"] != node.bond or _where(place.frame) != place.bound):
        raise stale(node)
    return place


async def anew(ground: Ground, node: Node) -> Node:
    """A node's facts as they are now, save its box. Raises `Failure("stale")` when it is gone or another thing."""
    place = await verify(ground, node)
    answer = await place.frame.call("seekKey", place.key)
    if answer is None:
        raise stale(node)
    now = node_of(ground, node.target, place.frame, answer["rows"][0], (0.0, 0.0), node.matched, node.used)
    return replace(now, id=node.id, box=node.box)


def bind(ground: Ground, nodes: Iterable[Node]) -> None:
    """The person is asked about these: from now on each must be the very same, in the same place, or is stale."""
    for node in nodes:
        place = ground.place(node)
        ground.keep(node, replace(place, bound=_where(place.frame)))


def _where(frame: Frame) -> str:
    """Origin and path: a page may note in the rest of its address what it likes."""
    try:
        url = ada_url.URL(frame.url)
    except ValueError:
        return frame.url
    return url.origin + url.pathname


async def rebind(ground: Ground, node: Node, *, used: bool = False) -> Place:
    """Follow a node that the page drew anew: to a new element, the only one that can be seen with its fingerprint.

    One that the person was asked about is followed only once it was `used`, to see what became of it.
    """
    place = ground.place(node)
    if place.bound is not None and not used:
        raise stale(node)
    if node.name:
        answer = await place.frame.call("seekRole", node.role, node.name)
    else:
        parsed = parse_target(node.target, trusted_css=True)
        if not isinstance(parsed, CssTarget):
            raise stale(node)
        answer = await place.frame.call("seekCss", parsed.css)
    rows = [row for row in answer["rows"] if row["fingerprint"] == node.fingerprint]
    if len(rows) != 1 or answer["tier"] > SEEN or rows[0]["key"] <= place.mark:
        raise stale(node)
    new = Place(place.tab, place.frame, rows[0]["key"], rows[0]["mark"])
    ground.keep(node, new)
    return new
