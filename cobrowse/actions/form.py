"""Filling in forms."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Stage

Text = str
_LONGEST = 20_000


class Fill(Action):
    """Replace what a field holds; dates and times as ISO text. Password, code and card fields are left to the person."""

    type: Literal["fill"] = "fill"
    selector: Target = Field(description="The field.")
    value: Text = Field(max_length=_LONGEST, description="What it shall hold.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "fill"
    title = "Fill {selector} with {value}"
    aliases = ("fill_input", "input", "input_text", "set_value")
    parameter_aliases = {"text": "value"}
    examples = ({"type": "fill", "selector": 'textbox "Email address"', "value": "ada@example.org"},)

    async def perform(self, stage: Stage) -> Result:
        """Fill it and say what it then holds."""
        node = await stage.node(self.selector)
        return Result.success(value=await stage.page.fill(node, self.value))


class Type(Action):
    """Type at the end of what a field holds."""

    type: Literal["type"] = "type"
    selector: Target = Field(description="The field.")
    value: Text = Field(max_length=_LONGEST, description="What to add.")
    final_value: str | None = Field(None, max_length=_LONGEST, description="What the field shall hold at the end.")

    bundle = Bundle.FORM
    effect = Effect.OVERWRITE
    icon = "type"
    title = "Type {value} into {selector}"
    aliases = ("type_text", "append")
    parameter_aliases = {"text": "value"}
    examples = ({"type": "type", "selector": 'textbox "Note"', "value": " and a torch"},)

    async def perform(self, stage: Stage) -> Result:
        """Type; with `final_value`, whatever stood there before gives way to it when appending would not lead there."""
        node = await stage.node(self.selector)
        before = node.value or ""
        if self.final_value is not None and before + self.value != self.final_value:
            return Result.success(value=await stage.page.fill(node, self.final_value))
        return Result.success(value=await stage.page.append(node, self.value))


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
        return Result.success(value=await stage.page.fill(await stage.node(self.selector), ""))


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
        chosen = await stage.page.choose(await stage.node(self.selector), [self.value])
        return Result.success(value=chosen[0] if chosen else "")


class Multiselect(Action):
    """Choose exactly these entries of a list."""

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
        chosen = await stage.page.choose(await stage.node(self.selector), self.values)
        return Result.success(values=chosen)


class _Tick(Action):
    selector: Target = Field(description="The box or button.")

    bundle = Bundle.PAGE
    effect = Effect.OVERWRITE
    icon = "check"

    async def perform(self, stage: Stage) -> Result:
        """Bring it into the wanted state, if it is not there yet."""
        changed = await stage.page.tick(await stage.node(self.selector), self.action_name() != "uncheck")
        return Result.success(changed=changed)


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
    """Choose a radio button."""

    type: Literal["radio"] = "radio"
    icon = "radio"
    title = "Choose {selector}"
    examples = ({"type": "radio", "selector": 'radio "Express"'},)


class FormEntry(BaseModel):
    """One field of `fill_form`: how it is called, and what it shall hold."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    target: str = Field(min_length=1, max_length=1000)
    value: str | bool | list[str]


class FillForm(Action):
    """Fill several fields, each named by label, name, placeholder or question. Never sends the form."""

    type: Literal["fill_form"] = "fill_form"
    values: list[FormEntry] = Field(min_length=1, max_length=100, description="Fields and what they shall hold.")

    bundle = Bundle.PAGE
    effect = Effect.OVERWRITE
    icon = "form"
    title = "Fill the form"
    parameter_aliases = {"fields": "values"}
    examples = ({"type": "fill_form", "values": [{"target": "First name", "value": "Ida"}]},)

    @field_validator("values", mode="before")
    @classmethod
    def _a_mapping_will_do(cls, value: object) -> object:
        return [{"target": k, "value": v} for k, v in value.items()] if isinstance(value, dict) else value

    async def perform(self, stage: Stage) -> Result:
        """Fill what can be filled; what was filled stays when another fails."""
        reports: list[dict[str, object]] = []
        for entry in self.values:
            try:
                await _enter(stage, entry)
                reports.append({"target": entry.target, "ok": True})
            except Failure as failure:
                reports.append(
                    {"target": entry.target, "ok": False, "reason": failure.reason, "message": failure.message}
                )
        failed = [report for report in reports if not report["ok"]]
        if not failed:
            return Result.success(fields=reports)
        names = ", ".join(str(report["target"]) for report in failed)
        return Result.failure(failed[0]["reason"], f"Not filled: {names}. {failed[0]['message']}", fields=reports)  # type: ignore[arg-type]


async def _enter(stage: Stage, entry: FormEntry) -> None:
    """Put one value where it belongs, by the kind of the field."""
    node = await stage.page.field(entry.target)
    if node.role in ("checkbox", "radio", "switch"):
        await stage.page.tick(node, str(entry.value).lower() not in ("false", "no", "off", ""))
    elif node.tag == "select" or node.role == "listbox":
        await stage.page.choose(node, entry.value if isinstance(entry.value, list) else [str(entry.value)])
    else:
        await stage.page.fill(node, str(entry.value))


class Upload(Action):
    """Give files to a file field. Only files that the person authorised in this session."""

    type: Literal["upload"] = "upload"
    selector: Target = Field(description="The file field.")
    value: list[str] = Field(min_length=1, max_length=50, description="Path of the file, or a list of paths.")

    bundle = Bundle.PAGE
    effect = Effect.SIDE_EFFECT
    icon = "upload"
    title = "Give {value} to {selector}"
    aliases = ("upload_file",)
    parameter_aliases = {"files": "value", "path": "value", "paths": "value"}
    examples = ({"type": "upload", "selector": "#cv", "value": "cv.pdf"},)

    @field_validator("value", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value

    async def perform(self, stage: Stage) -> Result:
        """Hand over the files; the gate has checked that they are authorised."""
        node = await stage.node(self.selector, presence="attached")
        await stage.page.upload(node, stage.facts.get("files") or self.value)
        return Result.success(files=[path.replace("\\", "/").rsplit("/", 1)[-1] for path in self.value])


class ValidateForm(Action):
    """Say which fields of a form are invalid and why."""

    type: Literal["validate_form"] = "validate_form"
    selector: Target | None = Field(None, description="The form; all of the page if left out.")

    bundle = Bundle.WORKFLOW
    effect = Effect.READ
    icon = "validate"
    title = "Check the form"
    examples = ({"type": "validate_form"},)

    async def perform(self, stage: Stage) -> Result:
        """Ask the page's own validity, never a value."""
        node = await stage.node(self.selector, presence="attached") if self.selector else None
        fields = [
            {"name": field.name, "valid": field.valid, "message": field.message}
            for field in await stage.page.validity(node)
        ]
        return Result.success(valid=all(field["valid"] for field in fields), fields=fields)
