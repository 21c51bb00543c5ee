"""A form as a whole: filling it by the names of its fields, giving it files, asking what it would complain of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from cobrowse.protocol.action import VEIL, Action, Bundle, Effect, Target
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Stage

_LONGEST = 20_000
Path = Annotated[str, StringConstraints(min_length=1, max_length=4000)]


class FormEntry(BaseModel):
    """One field of `fill_form`: how it is called, and what it shall hold."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    target: str = Field(min_length=1, max_length=1000)
    value: Annotated[str, StringConstraints(max_length=_LONGEST)] | bool | list[str]


class FillForm(Action):
    """Fill several fields, each named by label, name, placeholder or question. Never sends the form.

    `values` is a list of `{"target", "value"}`, or an object from names to values. A value is text, `true` or `false` for
    a box, or a list of entries. What was filled stays when another field fails; the result tells of each.
    """

    type: Literal["fill_form"] = "fill_form"
    values: list[FormEntry] = Field(min_length=1, max_length=100, description="Fields and what they shall hold.")

    bundle = Bundle.PAGE
    effect = Effect.OVERWRITE
    icon = "form"
    title = "Fill the form"
    gives = ("values",)
    fills = True
    parameter_aliases = {"fields": "values"}
    examples = ({"type": "fill_form", "values": [{"target": "First name", "value": "Ida"}]},)

    @field_validator("values", mode="before")
    @classmethod
    def _a_mapping_will_do(cls, value: object) -> object:
        return [{"target": k, "value": v} for k, v in value.items()] if isinstance(value, dict) else value

    def named(self) -> tuple[str, ...]:
        """Every field is named as a person would."""
        return tuple(entry.target for entry in self.values)

    def veiled(self, only: Collection[str] | None = None) -> dict[str, Any]:
        """The values of these fields, or of all, are left out."""
        entries = [
            {"target": entry.target, "value": VEIL} if only is None or entry.target in only else entry.model_dump()
            for entry in self.values
        ]
        return self.canonical() | {"values": entries}

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
    node = await _field(stage, entry.target)
    if node.role in ("checkbox", "radio", "switch"):
        await stage.page.tick(node, str(entry.value).lower() not in ("false", "no", "off", ""))
    elif node.tag == "select" or node.role == "listbox":
        await stage.page.choose(node, entry.value if isinstance(entry.value, list) else [str(entry.value)])
    else:
        await stage.page.fill(node, str(entry.value))


async def _field(stage: Stage, name: str) -> Node:
    """The field that was judged under this name; found anew when filling another one made the page draw it again."""
    if (known := stage.located.get(name)) is not None:
        try:
            await stage.page.verify(known)
        except Failure as failure:
            if failure.reason != "stale":
                raise
        else:
            return known
    return await stage.page.field(name)


class Upload(Action):
    """Give files to a file field. Only files that the person authorised in this session.

    The result holds the names of the files, never their folders.
    """

    type: Literal["upload"] = "upload"
    selector: Target = Field(description="The file field.")
    value: list[Path] = Field(min_length=1, max_length=50, description="Path of the file, or a list of paths.")

    bundle = Bundle.PAGE
    effect = Effect.SIDE_EFFECT
    icon = "upload"
    title = "Give {value} to {selector}"
    aliases = ("upload_file",)
    asks = "Always asks."
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
    """Say which fields of a form are invalid and why.

    In the page's own words; never what a field holds.
    """

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
