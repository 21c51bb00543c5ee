"""Putting back what a step overwrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cobrowse.protocol.action import Action
from cobrowse.protocol.node import Node
from cobrowse.protocol.stage import Page

_TEXT = frozenset(["fill", "type", "clear"])
_TICK = frozenset(["check", "uncheck"])


@dataclass(frozen=True, slots=True)
class Undo:
    """How a field was before."""

    kind: str
    target: str
    """The element's id: it names the same element as long as that lives."""
    value: str = ""
    on: bool = False

    async def put_back(self, page: Page) -> None:
        """Restore it. Raises `Failure` when the element is gone or does not take it."""
        node = await page.locate(self.target)
        if self.kind == "text":
            await page.fill(node, self.value)
        elif self.kind == "choice":
            await page.choose(node, [self.value])
        else:
            await page.tick(node, self.on)


def undo_for(action: Action, nodes: Mapping[str, Node]) -> Undo | None:
    """How to undo an action on these elements, as they are before it; None when it overwrites nothing that is known."""
    node = next(iter(nodes.values()), None)
    if node is None or node.secret:
        return None
    name = action.action_name()
    if name in _TEXT and node.value is not None:
        return Undo("text", node.id, node.value)
    if name == "select" and node.value:
        return Undo("choice", node.id, node.value)
    if name in _TICK:
        return Undo("tick", node.id, on="checked" in node.states)
    return None
