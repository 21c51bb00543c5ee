"""Filling in forms."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage

_LONGEST = 20_000


class Fill(Action):
    """Replace what a field holds; dates and times as ISO text. Password, code and card fields are left to the person.

    Dates are written 2026-05-31, times 14:30, both together 2026-05-31T14:30. The result's `value` is what the field then
    holds; when the page kept something else, the reason is `not_kept`.
    """

    type: Literal["fill"] = "fill"
    selector: Target = Field(description="The field.")
    value: str = Field(max_length=_LONGEST, description="What it shall hold.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "fill"
    title = "Fill {selector} with {value}"
    gives = ("value",)
    fills = True
    aliases = ("fill_input", "input", "input_text", "set_value")
    parameter_aliases = {"text": "value"}
    examples = ({"type": "fill", "selector": 'textbox "Email address"', "value": "ada@example.org"},)

    async def perform(self, stage: Stage) -> Result:
        """Fill it and say what it then holds."""
        node = await stage.node(self.selector)
        held = await stage.page.fill(node, self.value)
        return Result.success(value=held, **match_data(node.matched, node.used))


class Type(Action):
    """Type at the end of what a field holds.

    Where the field must not end up with anything else, `final_value` says what it shall hold.
    """

    type: Literal["type"] = "type"
    selector: Target = Field(description="The field.")
    value: str = Field(max_length=_LONGEST, description="What to add.")
    final_value: str | None = Field(None, max_length=_LONGEST, description="What the field shall hold at the end.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "type"
    title = "Type {value} into {selector}"
    gives = ("value", "final_value")
    fills = True
    aliases = ("type_text", "append")
    parameter_aliases = {"text": "value"}
    examples = ({"type": "type", "selector": 'textbox "Note"', "value": " and a torch"},)

    async def perform(self, stage: Stage) -> Result:
        """Type; with `final_value`, whatever stood there before gives way to it when appending would not lead there."""
        node = await stage.node(self.selector)
        before = node.value or ""
        if self.final_value is not None and before + self.value != self.final_value:
            held = await stage.page.fill(node, self.final_value)
        else:
            held = await stage.page.append(node, self.value)
        return Result.success(value=held, **match_data(node.matched, node.used))


class Clear(Action):
    """Empty a field."""

    type: Literal["clear"] = "clear"
    selector: Target = Field(description="The field.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "clear"
    title = "Clear {selector}"
    aliases = ("clear_input",)
    examples = ({"type": "clear", "selector": 'searchbox "Search"'},)

    async def perform(self, stage: Stage) -> Result:
        """Empty it."""
        node = await stage.node(self.selector)
        held = await stage.page.fill(node, "")
        return Result.success(value=held, **match_data(node.matched, node.used))


class Select(Action):
    """Choose one entry of a list, by its label or value."""

    type: Literal["select"] = "select"
    selector: Target = Field(description="The list.")
    value: str = Field(max_length=500, description="Label or value of the entry.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "select"
    title = "Choose {value} in {selector}"
    aliases = ("select_option", "choose")
    parameter_aliases = {"option": "value", "label": "value"}
    examples = ({"type": "select", "selector": 'combobox "Country"', "value": "Portugal"},)

    async def perform(self, stage: Stage) -> Result:
        """Choose it."""
        node = await stage.node(self.selector)
        chosen = await stage.page.choose(node, [self.value])
        return Result.success(value=chosen[0] if chosen else "", **match_data(node.matched, node.used))


class Multiselect(Action):
    """Choose exactly these entries of a list.

    Entries that were chosen before and are not among them are not chosen any more.
    """

    type: Literal["multiselect"] = "multiselect"
    selector: Target = Field(description="The list.")
    values: list[str] = Field(max_length=200, description="Labels or values of the entries.")

    bundle = Bundle.PAGE
    effect = Effect.OVERWRITE
    icon = "select"
    title = "Choose {values} in {selector}"
    aliases = ("select_options", "multi_select")
    parameter_aliases = {"value": "values"}
    examples = ({"type": "multiselect", "selector": 'listbox "Toppings"', "values": ["Onions", "Peppers"]},)

    @field_validator("values", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value

    async def perform(self, stage: Stage) -> Result:
        """Choose them."""
        node = await stage.node(self.selector)
        chosen = await stage.page.choose(node, self.values)
        return Result.success(values=chosen, **match_data(node.matched, node.used))


class _Tick(Action):
    selector: Target = Field(description="The box or button.")

    bundle = Bundle.PAGE
    effect = Effect.OVERWRITE
    icon = "check"

    async def perform(self, stage: Stage) -> Result:
        """Bring it into the wanted state, if it is not there yet."""
        node = await stage.node(self.selector)
        changed = await stage.page.tick(node, self.action_name() != "uncheck")
        return Result.success(changed=changed, **match_data(node.matched, node.used))


class Check(_Tick):
    """Tick a checkbox or turn a switch on; nothing happens when it is already."""

    type: Literal["check"] = "check"
    title = "Tick {selector}"
    aliases = ("tick",)
    examples = ({"type": "check", "selector": 'checkbox "Gift wrap"'},)


class Uncheck(_Tick):
    """Untick a checkbox or turn a switch off."""

    type: Literal["uncheck"] = "uncheck"
    icon = "uncheck"
    title = "Untick {selector}"
    aliases = ("untick",)
    examples = ({"type": "uncheck", "selector": 'checkbox "Gift wrap"'},)


class Radio(_Tick):
    """Choose a radio button.

    Nothing happens when it is chosen already.
    """

    type: Literal["radio"] = "radio"
    icon = "radio"
    title = "Choose {selector}"
    examples = ({"type": "radio", "selector": 'radio "Express"'},)
