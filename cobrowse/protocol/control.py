"""The controls of a contract: one model for each operation, and the action it stands for."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator
from pydantic.alias_generators import to_camel

from cobrowse.protocol.condition import Condition
from cobrowse.protocol.keys import LONGEST_NAME, MOST_MODIFIERS, in_one_form
from cobrowse.protocol.stage import Modifier

_LONGEST = 20_000

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.:-]{0,99}$")]
Css = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=300, strip_whitespace=True)]
Words = Annotated[str, StringConstraints(max_length=_LONGEST)]
Path = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Conditions = Annotated[list[Condition], Field(max_length=20)]


class Host(BaseModel):
    """What a host writes: keys in camel case, nothing unknown, nothing changed later."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, populate_by_name=True, alias_generator=to_camel,
        coerce_numbers_to_str=True,
    )  # fmt: skip


class _Control(Host):
    action_type: ClassVar[str]
    """Canonical name of the action."""

    id: Id
    """What a model chooses; unique in its contract."""
    label: Line | None = None
    purpose: Line | None = None
    frame: Css | None = None
    """The frame that the element is in; the main one if left out."""
    preconditions: Conditions = Field(default=[], validation_alias=AliasChoices("preconditions", "precondition"))
    """What must hold before it may be done."""
    postconditions: Conditions = Field(default=[], validation_alias=AliasChoices("postconditions", "postcondition"))
    """What must hold once it is done; it is then not offered any more."""
    distractor: bool = False
    """Offered only so that a wrong choice can be measured."""

    @field_validator("preconditions", "postconditions", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return [value] if isinstance(value, dict) else value

    @property
    def shown(self) -> str:
        """What the control is called for person and model."""
        return self.label or self.purpose or self.id

    def action(self) -> dict[str, Any]:
        """The canonical action. Frame and conditions stay with the control: whoever runs it sees to them."""
        return {"type": self.action_type, **self.parameters()}

    def parameters(self) -> dict[str, Any]:
        """The action's parameters."""
        return {}


class _OnElement(_Control):
    selector: Css

    def parameters(self) -> dict[str, Any]:
        return {"selector": self.selector}


class Fill(_OnElement):
    """Replace what a field holds, or choose one entry of a native list."""

    op: Literal["fill", "select"]
    value: Words

    def action(self) -> dict[str, Any]:
        return {"type": self.op, "selector": self.selector, "value": self.value}


class Type(_OnElement):
    """Type at the end of what a field holds; `finalValue` is what it shall hold then."""

    op: Literal["type"]
    action_type = "type"
    value: Words
    final_value: Words | None = None

    def parameters(self) -> dict[str, Any]:
        final = {} if self.final_value is None else {"final_value": self.final_value}
        return {"selector": self.selector, "value": self.value, **final}


class Multiselect(_OnElement):
    """Choose exactly these entries of a native list."""

    op: Literal["multiselect"]
    action_type = "multiselect"
    value: list[Words] = Field(max_length=200, validation_alias=AliasChoices("value", "values"))

    def parameters(self) -> dict[str, Any]:
        return {"selector": self.selector, "values": list(self.value)}


class Plain(_OnElement):
    """What needs nothing but its element."""

    op: Literal["clear", "check", "uncheck", "radio", "hover", "focus", "link", "dblclick"]

    def action(self) -> dict[str, Any]:
        return {"type": "double_click" if self.op == "dblclick" else self.op, "selector": self.selector}


class Click(_OnElement):
    """A click with a purpose: on what opens, chooses, adds or removes something, too."""

    op: Literal["click", "open", "option", "add", "remove"]

    def action(self) -> dict[str, Any]:
        purpose = {"purpose": self.purpose[:200]} if self.purpose else {}
        return {"type": self.op, "selector": self.selector, **purpose}


class Drag(_OnElement):
    """Drag the element to a destination."""

    op: Literal["drag"]
    action_type = "drag"
    destination: Css
    steps: int = Field(16, ge=1, le=100, strict=True)

    def parameters(self) -> dict[str, Any]:
        return {"from": self.selector, "to": self.destination, "steps": self.steps}


class Key(_Control):
    """Send a key or chord to the element, or to what has the focus."""

    op: Literal["press"]
    action_type = "press"
    key: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
    modifiers: list[Modifier] = Field(default=[], max_length=MOST_MODIFIERS)
    selector: Css | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_form(cls, data: Any) -> Any:
        return in_one_form(data)

    def parameters(self) -> dict[str, Any]:
        where = {"selector": self.selector} if self.selector else {}
        return {"key": self.key, "modifiers": list(self.modifiers), **where}


class Tab(_Control):
    """Open an authorised address in a tab, or return to the tab before."""

    op: Literal["tab"]
    action_type = "tab"
    mode: Literal["open", "return"]
    url: Annotated[str, StringConstraints(min_length=1, max_length=4000)] | None = None

    @model_validator(mode="after")
    def _open_needs_an_address(self) -> Tab:
        if (self.mode == "open") != (self.url is not None):
            raise ValueError("needs url with mode open, and only with it")
        return self

    def parameters(self) -> dict[str, Any]:
        return {"mode": self.mode, **({"url": self.url} if self.url else {})}


class Upload(_OnElement):
    """Give files to a file field; that the contract names them does not authorise them."""

    op: Literal["upload"]
    action_type = "upload"
    value: list[Path] = Field(min_length=1, max_length=50)

    @field_validator("value", mode="before")
    @classmethod
    def _one_path_is_a_list(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value

    def parameters(self) -> dict[str, Any]:
        return {"selector": self.selector, "value": list(self.value)}


Control = Annotated[Fill | Type | Multiselect | Plain | Click | Drag | Key | Tab | Upload, Field(discriminator="op")]
