"""States of a page that can be waited for or demanded, shared by `wait_until`, contracts and recipes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints

DEEPEST = 8
"""Levels of `any` and `all` within each other."""
MOST = 100
"""Conditions in one, itself included."""
_LONGEST = 20_000

_Words = Annotated[str, StringConstraints(max_length=_LONGEST)]
_Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
_Place = Annotated[str, StringConstraints(min_length=1, max_length=1000, strip_whitespace=True)]


class _Base(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, allow_inf_nan=False, coerce_numbers_to_str=True
    )


class _OnElement(_Base):
    selector: _Place
    frame: _Place | None = None


class Visible(_OnElement):
    """The element is there and can be seen."""

    kind: Literal["visible"]


class Absent(_OnElement):
    """Nothing matches, or nothing that matches can be seen."""

    kind: Literal["absent"]


class Count(_OnElement):
    """Exactly `value` elements match."""

    kind: Literal["count"]
    value: int = Field(ge=0, le=1_000_000, strict=True)


class Text(_OnElement):
    """The element's text, white space folded, equals `value`."""

    kind: Literal["text"]
    value: _Words


class Includes(_OnElement):
    """The element's text contains `value`."""

    kind: Literal["includes"]
    value: _Words


class Attribute(_OnElement):
    """An attribute has this value (`null`: it is not there)."""

    kind: Literal["attribute"]
    name: _Name
    value: _Words | None = None


class Property(_OnElement):
    """A live property has this value."""

    kind: Literal["property"]
    name: _Name
    value: JsonValue = None


class Value(_OnElement):
    """A field holds this value; several for a list of which several are chosen."""

    kind: Literal["value"]
    value: _Words | list[_Words]


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


KINDS: tuple[type[_Base], ...] = (
    Visible, Absent, Count, Text, Includes, Attribute, Property, Value, Focused, AnyOf, AllOf,
)  # fmt: skip
"""Every kind of condition, for documents and tests."""


def _one_form(data: Any) -> Any:
    """Other spellings of a condition, and the limits of size: `{"all": […]}`, `target`, `attribute` beside its kind."""
    _measure(data)
    if not isinstance(data, dict):
        return data
    for kind in ("any", "all"):
        if "kind" not in data and set(data) == {kind}:
            return {"kind": kind, "conditions": data[kind]}
    spelt = dict(data)
    kind = spelt.get("kind")
    for other, name in (("target", "selector"), ("expected", "value"), (str(kind), "name"), ("of", "conditions")):
        wanted = name != "name" or kind in ("attribute", "property")
        if wanted and other in spelt and name not in spelt:
            spelt[name] = spelt.pop(other)
    return spelt


def _measure(data: Any) -> None:
    """Raise `ValueError` for a condition that is nested too deep or holds too many."""
    level, count = [data], 1
    for _ in range(DEEPEST):
        level = [part for item in level for part in _members(item)]
        count += len(level)
        if count > MOST:
            raise ValueError(f"holds more than {MOST} conditions")
        if not level:
            return
    raise ValueError(f"is nested deeper than {DEEPEST} levels")


def _members(item: Any) -> list[Any]:
    if isinstance(item, AnyOf | AllOf):
        return item.conditions
    if not isinstance(item, dict):
        return []
    found = next((item[key] for key in ("conditions", "of", "any", "all") if isinstance(item.get(key), list)), [])
    return found[: MOST + 1]


Condition = Annotated[
    Annotated[
        Visible | Absent | Count | Text | Includes | Attribute | Property | Value | Focused | AnyOf | AllOf,
        Field(discriminator="kind"),
    ],
    BeforeValidator(_one_form),
]

AnyOf.model_rebuild()
AllOf.model_rebuild()
