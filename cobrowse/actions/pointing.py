"""Pointing at things and dragging them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target, Whole
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Hover(Action):
    """Bring the pointer over an element and leave it there.

    For menus and hints that show themselves under the pointer.
    """

    type: Literal["hover"] = "hover"
    selector: Target = Field(description="Where to.")

    bundle = Bundle.PAGE
    effect = Effect.LOCAL
    icon = "hover"
    title = "Point at {selector}"
    examples = ({"type": "hover", "selector": 'button "Products"'},)

    async def perform(self, stage: Stage) -> Result:
        """Move the pointer there."""
        node = await stage.node(self.selector, checked=False)
        await stage.page.hover(node)
        return Result.success().with_data(**match_data(node.matched, node.used))


class Focus(Action):
    """Give an element the keyboard focus."""

    type: Literal["focus"] = "focus"
    selector: Target = Field(description="What to focus.")

    bundle = Bundle.PAGE
    effect = Effect.LOCAL
    icon = "focus"
    title = "Focus {selector}"
    examples = ({"type": "focus", "selector": 'textbox "Search"'},)

    async def perform(self, stage: Stage) -> Result:
        """Focus it without clicking."""
        node = await stage.node(self.selector)
        await stage.page.focus(node)
        return Result.success().with_data(**match_data(node.matched, node.used))


class Drag(Action):
    """Drag an element onto another: sortable lists, boards, sliders, drop areas.

    The pointer moves with the button held, and the page gets the drag events of HTML too.
    """

    type: Literal["drag"] = "drag"
    from_: Target = Field(alias="from", description="What to drag.")
    to: Target = Field(description="Where to drop it.")
    steps: Whole = Field(16, ge=1, le=100, description="Moves of the pointer on the way.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT
    icon = "drag"
    title = "Drag {from_} to {to}"
    aliases = ("drag_and_drop", "drag_to")
    parameter_aliases = {"selector": "from", "destination": "to", "source": "from", "target": "to"}
    examples = ({"type": "drag", "from": "k3f9", "to": "m2d1"},)

    async def perform(self, stage: Stage) -> Result:
        """Press, move in steps, release."""
        source = await stage.node(self.from_)
        await stage.page.drag(source, await stage.node(self.to), self.steps)
        return Result.success()
