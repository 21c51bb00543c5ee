"""The base of every action: one frozen class that is schema, words and handler at once."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Effect(StrEnum):
    """How much an action can do to the world outside this page."""

    READ = "read"
    """Changes nothing."""
    LOCAL = "local"
    """Changes only what is shown: scrolling, hovering, our own overlay."""
    OVERWRITE = "overwrite"
    """Changes what a field holds; can be undone."""
    SIDE_EFFECT = "side_effect"
    """May reach a server, another page, or another person."""


class Bundle(StrEnum):
    """Groups in which actions are offered to a model."""

    CORE = "core"
    FORM = "form"
    FLOW = "flow"
    EXTRA = "extra"
    WORKFLOW = "workflow"
    PAGE = "page"


VEIL = "•••"
"""Stands for a text that is not shown, not kept and not told to anyone."""


class TargetMark:
    """Marks a field that names an element."""


Target = Annotated[str, TargetMark(), StringConstraints(min_length=1, max_length=1000, strip_whitespace=True)]
"""An element: an id from the latest observation, `role "name"`, or limited CSS."""


def _whole(value: object) -> object:
    """A fraction is rounded; `true` is no number."""
    if isinstance(value, bool):
        raise ValueError("must be a whole number")
    return round(value) if isinstance(value, float) and abs(value) < 1e15 else value


Whole = Annotated[int, BeforeValidator(_whole), Field(ge=0)]
"""Milliseconds, pixels, counts: what models also give as `"1500"` or `400.5`."""


class Action(BaseModel):
    """One validated thing to do.

    A subclass is the single declaration of an action. Its docstring tells model, docs and tooltip what it does; the
    class variables say how it is grouped, shown and gated; `perform` does it. Its first own field is `type`, a `Literal`
    of its name with that name as default.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, populate_by_name=True, coerce_numbers_to_str=True
    )

    bundle: ClassVar[Bundle]
    effect: ClassVar[Effect]
    icon: ClassVar[str]
    """Name of a file in `resources/icons`, without `.svg`."""
    title: ClassVar[str]
    """What the timeline shows; `{field}` is replaced, a target by the element's name."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names that parse to this action."""
    parameter_aliases: ClassVar[dict[str, str]] = {}
    """Other spelling of a parameter → its name here."""
    examples: ClassVar[tuple[dict[str, Any], ...]] = ()
    gives: ClassVar[tuple[str, ...]] = ()
    """Fields whose words the page, or the address, gets."""
    fills: ClassVar[bool] = False
    """Whether what it gives goes into a field, which may turn out to be one that only the person fills in."""
    goes: ClassVar[bool] = False
    """Whether it goes to an address of its own instead of acting on what is shown."""
    asks: ClassVar[str] = ""
    """When the person is asked, where the effect alone does not tell; a sentence for the reference."""

    async def perform(self, stage: Stage) -> Result:
        """Do it. May raise `Failure`; the executor turns that into a result."""
        raise NotImplementedError

    @classmethod
    def target_fields(cls) -> tuple[str, ...]:
        """Names of the fields that name an element."""
        return tuple(
            name
            for name, info in cls.model_fields.items()
            if any(isinstance(mark, TargetMark) for mark in _marks(info.annotation, info.metadata))
        )

    def targets(self) -> tuple[str, ...]:
        """The elements this action names, in the order of its fields."""
        return tuple(value for name in self.target_fields() if (value := getattr(self, name)) is not None)

    def given(self) -> tuple[str, ...]:
        """Every text that it hands to a page, in order."""
        return tuple(text for name in self.gives for text in _texts(self.model_dump(mode="json").get(name)))

    def named(self) -> tuple[str, ...]:
        """Names by which it looks for fields by itself, beside its targets."""
        return ()

    def veiled(self, only: Collection[str] | None = None) -> dict[str, Any]:
        """As `canonical`, with a mark in the place of the texts that fields would get.

        `only` the fields of these names, for an action that has several; None for all.
        """
        shown = self.canonical()
        return shown | {name: VEIL for name in self.gives if name in shown} if self.fills else shown

    def canonical(self) -> dict[str, Any]:
        """The action as type-first JSON, without what was left out."""
        return {"type": self.action_name(), **self.model_dump(mode="json", by_alias=True, exclude_none=True)}

    @classmethod
    def action_name(cls) -> str:
        """The canonical name: the `type` literal."""
        return cls.model_fields["type"].default


def _marks(annotation: object, metadata: list[Any]) -> list[Any]:
    """Metadata of the annotation and of the members of an optional one (`Target | None`)."""
    marks = list(metadata)
    for part in getattr(annotation, "__args__", ()):
        marks += getattr(part, "__metadata__", ())
    return marks


def _texts(value: object) -> list[str]:
    """The strings inside a value, at any depth, without the keys."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in _texts(part)]
