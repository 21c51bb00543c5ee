"""What a mouse does."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


def match_data(matched: int, used: int) -> dict[str, int]:
    """The hint that a target matched more than one element."""
    return {"matched": matched, "used": used} if matched > 1 else {}


class Click(Action):
    """Click an element; also to send a form."""

    type: Literal["click"] = "click"
    selector: Target = Field(description="What to click.")
    purpose: str | None = Field(None, max_length=200, description="What the click is for, in a few words.")

    bundle = Bundle.CORE
    effect = Effect.SIDE_EFFECT
    icon = "click"
    title = "Click {selector}"
    aliases = ("tap", "press_button")
    examples = ({"type": "click", "selector": 'button "Save"'},)

    async def perform(self, stage: Stage) -> Result:
        """One press of the main button."""
        node = await stage.node(self.selector)
        await stage.page.click(node)
        return Result.success().with_data(**match_data(node.matched, node.used))


class Open(Click):
    """Open a dropdown, menu, dialog or section by clicking its control."""

    type: Literal["open"] = "open"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Open {selector}"
    aliases = ()
    examples = ({"type": "open", "selector": 'button "Filters"'},)


class Option(Click):
    """Choose an option of a custom dropdown by clicking it."""

    type: Literal["option"] = "option"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Choose {selector}"
    aliases = ()
    examples = ({"type": "option", "selector": 'option "Large"'},)


class Add(Click):
    """Click a control that adds a row or an entry."""

    type: Literal["add"] = "add"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Add with {selector}"
    aliases = ()
    examples = ({"type": "add", "selector": 'button "Add another guest"'},)


class Remove(Click):
    """Click a control that removes a row or an entry."""

    type: Literal["remove"] = "remove"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Remove with {selector}"
    aliases = ()
    examples = ({"type": "remove", "selector": 'button "Remove guest 2"'},)


class DoubleClick(Action):
    """Double-click an element, for what opens, renames or expands that way."""

    type: Literal["double_click"] = "double_click"
    selector: Target = Field(description="What to double-click.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT
    icon = "double-click"
    title = "Double-click {selector}"
    aliases = ("dblclick", "doubleclick")
    examples = ({"type": "double_click", "selector": "k3f9"},)

    async def perform(self, stage: Stage) -> Result:
        """Two presses that the page hears as one double click."""
        node = await stage.node(self.selector)
        await stage.page.click(node, count=2)
        return Result.success().with_data(**match_data(node.matched, node.used))


class LongPress(Action):
    """Hold the button down on an element, for menus and handles that want it."""

    type: Literal["long_press"] = "long_press"
    selector: Target = Field(description="What to hold.")
    ms: int = Field(600, ge=0, description="How long, milliseconds; at most 5000.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT
    icon = "long-press"
    title = "Hold {selector}"
    aliases = ("longpress",)
    examples = ({"type": "long_press", "selector": "k3f9", "ms": 800},)

    async def perform(self, stage: Stage) -> Result:
        """Press, wait, release."""
        await stage.page.click(await stage.node(self.selector), hold_ms=min(self.ms, 5000))
        return Result.success()


class Hover(Action):
    """Bring the pointer over an element and leave it there."""

    type: Literal["hover"] = "hover"
    selector: Target = Field(description="Where to.")

    bundle = Bundle.PAGE
    effect = Effect.LOCAL
    icon = "hover"
    title = "Point at {selector}"
    examples = ({"type": "hover", "selector": 'button "Products"'},)

    async def perform(self, stage: Stage) -> Result:
        """Move the pointer there."""
        await stage.page.hover(await stage.node(self.selector))
        return Result.success()


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
        await stage.page.focus(await stage.node(self.selector))
        return Result.success()


class Drag(Action):
    """Drag an element onto another: sortable lists, boards, sliders, drop areas."""

    type: Literal["drag"] = "drag"
    from_: Target = Field(alias="from", description="What to drag.")
    to: Target = Field(description="Where to drop it.")
    steps: int = Field(16, ge=1, le=100, description="Moves on the way.")

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


class Scroll(Action):
    """Scroll the page, or the container that `selector` names."""

    type: Literal["scroll"] = "scroll"
    direction: Literal["up", "down", "left", "right"] = Field("down", description="Which way.")
    amount: int | None = Field(
        None, ge=0, le=1_000_000, description="CSS pixels; about 70 % of what is shown if left out."
    )
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
    """Scroll until an element is in view."""

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
        await stage.page.reveal(await stage.node(self.selector))
        return Result.success()
