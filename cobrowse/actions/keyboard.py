"""Keys."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Modifier, Stage

_MODIFIERS = {"control": "ctrl", "command": "meta", "cmd": "meta", "option": "alt", "super": "meta", "win": "meta"}


class _Key(Action):
    key: str = Field(
        min_length=1, max_length=40, description="W3C key name: Enter, Escape, ArrowDown, a single character."
    )
    modifiers: list[Modifier] = Field(
        default=[], max_length=4, description="Held meanwhile; mod is Ctrl, on a Mac Cmd."
    )
    selector: Target | None = Field(None, description="Where; what has the focus if left out.")

    bundle = Bundle.FORM
    effect = Effect.SIDE_EFFECT

    @field_validator("modifiers", mode="before")
    @classmethod
    def _spellings(cls, value: object) -> object:
        if not isinstance(value, list):
            return value
        return [_MODIFIERS.get(v.lower(), v.lower()) if isinstance(v, str) else v for v in value]


class Press(_Key):
    """Press a key or a chord such as Control+S."""

    type: Literal["press"] = "press"
    icon = "press"
    title = "Press {modifiers}{key}"
    aliases = ("press_key", "key")
    examples = ({"type": "press", "key": "Enter", "selector": 'searchbox "Search"'},)

    async def perform(self, stage: Stage) -> Result:
        """Down and up."""
        node = await stage.node(self.selector) if self.selector else None
        await stage.page.press(self.key, self.modifiers, node)
        return Result.success()


class HoldKey(_Key):
    """Hold a key down."""

    type: Literal["hold_key"] = "hold_key"
    ms: int = Field(1000, ge=0, description="How long, milliseconds; at most 5000.")
    icon = "press"
    title = "Hold {modifiers}{key}"
    examples = ({"type": "hold_key", "key": "ArrowRight", "ms": 1500},)

    async def perform(self, stage: Stage) -> Result:
        """Down, wait with the key repeating, up."""
        node = await stage.node(self.selector) if self.selector else None
        await stage.page.press(self.key, self.modifiers, node, min(self.ms, 5000))
        return Result.success()
