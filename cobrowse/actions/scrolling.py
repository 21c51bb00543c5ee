"""Bringing things into view."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target, Whole
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Scroll(Action):
    """Scroll the page, or the container that `selector` names.

    The result tells how far it went and what is left.
    """

    type: Literal["scroll"] = "scroll"
    direction: Literal["up", "down", "left", "right"] = Field("down", description="Which way.")
    amount: Whole | None = Field(None, le=1_000_000, description="CSS pixels; about 70 % of what is shown if left out.")
    selector: Target | None = Field(None, description="The container to scroll instead of the page.")

    bundle = Bundle.PAGE
    effect = Effect.LOCAL
    icon = "scroll"
    title = "Scroll {direction}"
    examples = ({"type": "scroll", "direction": "down", "amount": 400},)

    async def perform(self, stage: Stage) -> Result:
        """Scroll, and say how far and what is left."""
        node = await stage.node(self.selector) if self.selector else None
        return Result.success().with_data(**await stage.page.scroll(self.direction, self.amount, node))


class ScrollTo(Action):
    """Scroll until an element is in view.

    For what the page's summary marks with an arrow: ↓ is further down, ↑ further up.
    """

    type: Literal["scroll_to"] = "scroll_to"
    selector: Target = Field(description="What to bring into view.")

    bundle = Bundle.CORE
    effect = Effect.LOCAL
    icon = "scroll-to"
    title = "Scroll to {selector}"
    aliases = ("scroll_into_view",)
    examples = ({"type": "scroll_to", "selector": 'heading "Reviews"'},)

    async def perform(self, stage: Stage) -> Result:
        """Bring it into view."""
        node = await stage.node(self.selector)
        await stage.page.reveal(node)
        return Result.success().with_data(**match_data(node.matched, node.used))
