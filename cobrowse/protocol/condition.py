"""States of a page that can be waited for or demanded, shared by `wait_until`, contracts and recipes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class _Base(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class _OnElement(_Base):
    selector: str = Field(min_length=1, max_length=1000)
    frame: str | None = None


class Visible(_OnElement):
    """The element is there and can be seen."""

    kind: Literal["visible"]


class Absent(_OnElement):
    """Nothing matches, or nothing that matches can be seen."""

    kind: Literal["absent"]


class Count(_OnElement):
    """Exactly `value` elements match."""

    kind: Literal["count"]
    value: int = Field(ge=0)


class Text(_OnElement):
    """The element's text, white space folded, equals `value`."""

    kind: Literal["text"]
    value: str


class Includes(_OnElement):
    """The element's text contains `value`."""

    kind: Literal["includes"]
    value: str


class Attribute(_OnElement):
    """An attribute has this value (`null`: it is not there)."""

    kind: Literal["attribute"]
    name: str
    value: str | None = None


class Property(_OnElement):
    """A live property has this value."""

    kind: Literal["property"]
    name: str
    value: JsonValue = None


class Value(_OnElement):
    """A field holds this value."""

    kind: Literal["value"]
    value: str | list[str]


class Focused(_OnElement):
    """The element has the keyboard focus."""

    kind: Literal["focused"]


class AnyOf(_Base):
    """At least one holds."""

    kind: Literal["any"]
    conditions: list[Condition] = Field(min_length=1, max_length=50)


class AllOf(_Base):
    """Every one holds."""

    kind: Literal["all"]
    conditions: list[Condition] = Field(min_length=1, max_length=50)


Condition = Annotated[
    Visible | Absent | Count | Text | Includes | Attribute | Property | Value | Focused | AnyOf | AllOf,
    Field(discriminator="kind"),
]

AnyOf.model_rebuild()
AllOf.model_rebuild()
