"""The one explicit list of actions, and everything that is made from it: parser, schemas, prompt lines, docs."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from cobrowse.actions import (
    control,
    dialogue,
    flow,
    form,
    keyboard,
    navigation,
    overlay,
    pointer,
    pointing,
    reading,
    scrolling,
    whole_form,
)  # fmt: skip
from cobrowse.protocol.action import Action, Bundle
from cobrowse.protocol.faults import fault_words, faults, place
from cobrowse.protocol.strict_json import name_like

BUILT_IN: tuple[type[Action], ...] = (
    navigation.Navigate,
    navigation.Back,
    navigation.Forward,
    navigation.Reload,
    navigation.Tab,
    navigation.Link,
    pointer.Click,
    pointer.Open,
    pointer.Option,
    pointer.Add,
    pointer.Remove,
    pointer.DoubleClick,
    pointer.LongPress,
    pointing.Hover,
    pointing.Focus,
    pointing.Drag,
    scrolling.Scroll,
    scrolling.ScrollTo,
    form.Fill,
    form.Type,
    form.Clear,
    form.Select,
    form.Multiselect,
    form.Check,
    form.Uncheck,
    form.Radio,
    whole_form.FillForm,
    whole_form.Upload,
    whole_form.ValidateForm,
    keyboard.Press,
    keyboard.HoldKey,
    reading.Extract,
    reading.ReadPage,
    reading.Find,
    overlay.Narrate,
    overlay.Border,
    overlay.Highlight,
    overlay.ClearOverlays,
    dialogue.AskUser,
    dialogue.AskUserChoice,
    dialogue.Pause,
    dialogue.TrackIntent,
    dialogue.EscalateToHuman,
    dialogue.Present,
    flow.Wait,
    flow.WaitUntil,
    control.Done,
    control.Blocked,
)


HIDDEN_WHEN_NARRATED = frozenset(["border", "pause"])
"""What `narrate` with `about`, and the wait after it, do by themselves."""


class InvalidAction(Exception):
    """An entry that is no action of the catalogue; the message names the entry and what is wrong with it."""


@dataclass(frozen=True)
class Catalogue:
    """A set of actions that may be used."""

    actions: tuple[type[Action], ...] = BUILT_IN

    def __post_init__(self) -> None:
        names: dict[str, type[Action]] = {}
        for action in self.actions:
            for name in (action.action_name(), *action.aliases):
                if name in names:
                    raise ValueError(f"{action.__name__} and {names[name].__name__} are both called {name}")
                names[name] = action
        object.__setattr__(self, "_names", names)

    @classmethod
    def of(
        cls,
        bundles: Iterable[Bundle] = tuple(Bundle),
        *,
        custom: Sequence[type[Action]] = (),
        exclude: Iterable[str] = (),
    ) -> Catalogue:
        """The actions of some bundles, with custom ones added and single ones left out by name.

        Raises `ValueError` for a name to leave out that is no action, and for two actions of one name.
        """
        wanted = set(bundles)
        chosen = [action for action in BUILT_IN if action.bundle in wanted]
        chosen += [action for action in custom if action not in chosen]
        left_out = set()
        for name in exclude:
            found = next((a for a in (*BUILT_IN, *custom) if name in (a.action_name(), *a.aliases)), None)
            if found is None:
                raise ValueError(f"there is no action {name} to leave out")
            left_out.add(found)
        return cls(tuple(action for action in chosen if action not in left_out))

    def find(self, name: str) -> type[Action] | None:
        """The action of this name or alias."""
        return self._names.get(name)  # type: ignore[attr-defined]

    def validate(self, entry: dict[str, Any]) -> Action:
        """An entry in canonical form as an action. Raises `InvalidAction`."""
        name = entry.get("type")
        action = self.find(name) if isinstance(name, str) else None
        if action is None:
            raise no_action(name if isinstance(name, str) else "", self)
        try:
            return action.model_validate({**entry, "type": action.action_name()})
        except ValidationError as error:
            raise InvalidAction(f"{action.action_name()}: {_first_fault(error, action)}") from None

    def prompt_lines(self, *, narrated: bool = False) -> list[str]:
        """One compact line an action, for a model: `click{selector} — Click an element; also to send a form.`

        A `narrated` turn frames and pauses by itself, so the actions for that are not offered there.
        """
        hidden = HIDDEN_WHEN_NARRATED if narrated else frozenset()
        shown = [action for action in self.actions if action.action_name() not in hidden]
        return [f"{signature(action)} — {summary(action)}" for action in shown]

    def schema(self) -> dict[str, Any]:
        """JSON schema of one action of any kind, by name."""
        return {action.action_name(): action.model_json_schema(by_alias=True) for action in self.actions}


def summary(action: type[Action]) -> str:
    """First line of what an action says it does."""
    return " ".join((action.__doc__ or "").strip().split("\n\n")[0].split())


def signature(action: type[Action]) -> str:
    """`fill{selector,value}`; optional parameters end with `?`."""
    parameters = [
        f"{info.alias or name}{'' if info.is_required() else '?'}"
        for name, info in action.model_fields.items()
        if name != "type"
    ]
    return f"{action.action_name()}{{{','.join(parameters)}}}"


def no_action(name: str, catalogue: Catalogue) -> InvalidAction:
    """What to raise for a name that is none. Letters that only look alike are shown as what they are."""
    close = difflib.get_close_matches(
        name[:40].lower(), [action.action_name() for action in catalogue.actions], 2, 0.75
    )
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    shown = json.dumps(name) if name_like(name) else "of that name"
    return InvalidAction(f"there is no action {shown}{hint}")


def _first_fault(error: ValidationError, action: type[Action]) -> str:
    """What is wrong, without repeating the value: it may be meant for a secret field."""
    fault = faults(error)[0]
    where = place(fault["loc"])
    if fault["type"] == "extra_forbidden" and len(fault["loc"]) == 1:
        return f"{where} is no parameter of {signature(action)}"
    return f"{where} {fault_words(fault)}" if where else fault_words(fault)


CATALOGUE = Catalogue()
"""Every built-in action."""
