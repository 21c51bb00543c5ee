"""What a field held before an action changed it, so that it can be put back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobrowse.browser import choices, fields, ticks
from cobrowse.browser.ground import Ground
from cobrowse.browser.locate import locate
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure


@dataclass(frozen=True, slots=True)
class Overwrite:
    """One field as it was. Held in memory only: it may be anything that a person typed."""

    id: str
    """The element's id: it names the same element as long as that lives."""
    kind: str
    """`text`, `choice` or `tick`; empty for what cannot be put back."""
    text: str = ""
    chosen: Sequence[str] = ()
    """Labels of what was chosen."""
    on: bool = False


async def remember(ground: Ground, node: Node) -> Overwrite:
    """The field that the node stands for, as it is now (`stateOf` in before.js)."""
    place = ground.place(node)
    state = await place.frame.call("stateOf", place.key)
    id = ground.id_of(place.frame, {"key": state["key"]})
    return Overwrite(id, state["kind"], state["text"], tuple(state["chosen"]), state["on"])


async def put_back(ground: Ground, before: Overwrite) -> None:
    """Make the field what it was. Raises `Failure` when it is gone or does not take it."""
    if not before.kind:
        raise Failure("invalid", "What it was before is not known well enough to be put back.")
    node = await locate(ground, before.id, None, "attached", None)
    if before.kind == "text":
        await fields.fill(ground, node, before.text)
    elif before.kind == "choice":
        await choices.choose(ground, node, before.chosen)
    else:
        await ticks.tick(ground, node, before.on)
