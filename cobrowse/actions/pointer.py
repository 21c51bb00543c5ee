"""What a mouse does."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from cobrowse.protocol.action import Action, Bundle, Effect, Target, Whole
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage

_LONGEST_MS = 5_000


def match_data(matched: int, used: int) -> dict[str, Any]:
    """The hint that a target matched more than one element."""
    return {"matched": matched, "used": used} if matched > 1 else {}


class Click(Action):
    """Click an element; also to send a form.

    There is no action of its own for sending: click the form's button. The result tells what came of it (a new address,
    a tab, a dialog, a download, something changed, nothing).
    """

    type: Literal["click"] = "click"
    selector: Target = Field(description="What to click.")
    purpose: str | None = Field(None, max_length=200, description="What the click is for, in a few words.")

    bundle = Bundle.CORE
    effect = Effect.SIDE_EFFECT
    icon = "click"
    title = "Click {selector}"
    aliases = ("tap", "press_button")
    asks = (
        "Asks when the click sends a form, downloads something or leaves the site, when the control's words announce more "
        "than showing something (buy, send, delete …), and when it cannot be told."
    )
    examples = ({"type": "click", "selector": 'button "Save"'},)

    async def perform(self, stage: Stage) -> Result:
        """One press of the main button."""
        node = await stage.node(self.selector, checked=False)
        await stage.page.click(node)
        return Result.success().with_data(**match_data(node.matched, node.used))


class Open(Click):
    """Open a dropdown, menu, dialog or section by clicking its control.

    A `click` that only reveals something; it goes to no address. What it opens is seen at the next look at the page.
    """

    type: Literal["open"] = "open"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Open {selector}"
    aliases = ()
    examples = ({"type": "open", "selector": 'button "Filters"'},)


class Option(Click):
    """Choose an option of a custom dropdown by clicking it.

    A `click` on an entry of a list that is already open, where the page drew the list itself. For a native list use `select`.
    """

    type: Literal["option"] = "option"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Choose {selector}"
    aliases = ()
    examples = ({"type": "option", "selector": 'option "Large"'},)


class Add(Click):
    """Click a control that adds a row or an entry.

    A `click` on the page's own control, as in forms with any number of guests or lines; nothing is put into the page by other means.
    """

    type: Literal["add"] = "add"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Add with {selector}"
    aliases = ()
    examples = ({"type": "add", "selector": 'button "Add another guest"'},)


class Remove(Click):
    """Click a control that removes a row or an entry.

    A `click` on the page's own control; it asks like any click whose words announce a removal.
    """

    type: Literal["remove"] = "remove"  # type: ignore[assignment]
    bundle = Bundle.PAGE
    title = "Remove with {selector}"
    aliases = ()
    examples = ({"type": "remove", "selector": 'button "Remove guest 2"'},)


class DoubleClick(Action):
    """Double-click an element, for what opens, renames or expands that way.

    The page hears one double click, not two clicks.
    """

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
        node = await stage.node(self.selector, checked=False)
        await stage.page.click(node, count=2)
        return Result.success().with_data(**match_data(node.matched, node.used))


class LongPress(Action):
    """Hold the button down on an element, for menus and handles that want it.

    Half a second or so is what most pages wait for.
    """

    type: Literal["long_press"] = "long_press"
    selector: Target = Field(description="What to hold.")
    ms: Whole = Field(600, description="How long, milliseconds; more than 5000 count as 5000.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT
    icon = "long-press"
    title = "Hold {selector}"
    aliases = ("longpress",)
    parameter_aliases = {"duration": "ms"}
    examples = ({"type": "long_press", "selector": "k3f9", "ms": 800},)

    async def perform(self, stage: Stage) -> Result:
        """Press, wait, release."""
        node = await stage.node(self.selector, checked=False)
        await stage.page.click(node, hold_ms=min(self.ms, _LONGEST_MS))
        return Result.success().with_data(**match_data(node.matched, node.used))
