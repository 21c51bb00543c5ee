"""Keys."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target, Whole
from cobrowse.protocol.keys import LONGEST_NAME, MOST_MODIFIERS, in_one_form
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Modifier, Stage

_LONGEST_MS = 5_000


class _Key(Action):
    key: str = Field(
        min_length=1,
        max_length=LONGEST_NAME,
        description="W3C key name: Enter, Escape, ArrowDown, a single character; or a chord such as Control+S.",
    )
    modifiers: list[Modifier] = Field(
        default=[], max_length=MOST_MODIFIERS, description="Held meanwhile; mod is Ctrl, on a Mac Cmd."
    )
    selector: Target | None = Field(None, description="Where; what has the focus if left out.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT
    gives = ("key",)
    asks = "Asks when the key sends a form or presses a control that would ask when clicked."

    @model_validator(mode="before")
    @classmethod
    def _one_form(cls, data: Any) -> Any:
        """Key and modifiers in the one form in which they are judged, however they were spelt."""
        return in_one_form(data)

    def given(self) -> tuple[str, ...]:
        """A character; other keys hand nothing over."""
        return (self.key,) if len(self.key) == 1 else ()

    @property
    def shown_key(self) -> str:
        """The key as it is told to the person."""
        return "Space" if self.key == " " else self.key


class Press(_Key):
    """Press a key or a chord such as Control+S.

    The key goes to what has the focus, or to `selector`, which then gets the focus.
    """

    type: Literal["press"] = "press"
    icon = "press"
    title = "Press {modifiers}{shown_key}"
    aliases = ("press_key", "key")
    examples = (
        {"type": "press", "key": "Enter", "selector": 'searchbox "Search"'},
        {"type": "press", "key": "s", "modifiers": ["mod"]},
    )

    async def perform(self, stage: Stage) -> Result:
        """Down and up."""
        node = await stage.node(self.selector) if self.selector else None
        await stage.page.press(self.key, self.modifiers, node)
        return Result.success().with_data(**(match_data(node.matched, node.used) if node else {}))


class HoldKey(_Key):
    """Hold a key down.

    It repeats meanwhile, as on a keyboard.
    """

    type: Literal["hold_key"] = "hold_key"
    ms: Whole = Field(1000, description="How long, milliseconds; more than 5000 count as 5000.")
    icon = "press"
    title = "Hold {modifiers}{shown_key}"
    parameter_aliases = {"duration": "ms"}
    examples = ({"type": "hold_key", "key": "ArrowRight", "ms": 1500},)

    async def perform(self, stage: Stage) -> Result:
        """Down, wait with the key repeating, up."""
        node = await stage.node(self.selector) if self.selector else None
        await stage.page.press(self.key, self.modifiers, node, min(self.ms, _LONGEST_MS))
        return Result.success().with_data(**(match_data(node.matched, node.used) if node else {}))
