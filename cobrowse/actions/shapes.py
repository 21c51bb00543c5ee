"""One entry, in whatever shape a model gives it → type-first form with parameters by their names here."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue, InvalidAction, no_action
from cobrowse.actions.envelope import ARGUMENTS
from cobrowse.protocol.action import Action
from cobrowse.protocol.strict_json import NotStrict, check_depth, clean, load, name_like

_PREFIX = re.compile(r"^(?:functions?|default_api|tools?|browser|actions?)[./:]")
_COMMENTARY = frozenset(
    [
        "thought", "thoughts", "thinking", "think", "reasoning", "rationale", "reason", "explanation", "justification",
        "comment", "description", "why", "step", "confidence",
    ]
)  # fmt: skip
"""Keys that models add for themselves; they carry no instruction."""
_WRAPPERS = ("function", "functionCall", "function_call")
_CALL_TYPES = frozenset(["tool_use", "function", "function_call", "tool_call", "custom_tool_call"])
_NAMES = ("action", "tool", "tool_name", "toolName", "name", "op")
_OF_A_CALL = frozenset(["id", "call_id", "callId", "status", "index", "type"])
_OF_A_CONTROL = frozenset(["id", "label", "purpose"])
_ELEMENT = frozenset(["target", "element", "ref", "locator"])
"""Other names for `selector`, where an action has no parameter of that name."""
_BARE = {"WAIT": {}, "DONE": {"response": ""}, "BLOCKED": {"reason": "This needs you."}}
"""Choices that stand alone, and what they mean where they say no more."""
_IMPLIED = _BARE | {"task_finish": {"response": ""}, "is_final": {"response": ""}}
_NESTED = 4


def canonical(entry: Any, catalogue: Catalogue = CATALOGUE) -> dict[str, Any]:
    """One entry in type-first form. Raises `InvalidAction`."""
    if isinstance(entry, str) and entry in _BARE:
        entry = {"type": entry}
    if not isinstance(entry, dict):
        raise InvalidAction(f"an action must be an object, not {_kind(entry)}")
    try:
        check_depth(entry)
        spelt, parameters = _named(entry, catalogue, _NESTED)
        action, name = _find(spelt, catalogue), _bare(spelt)
        if action is None:
            raise no_action(name, catalogue)
        return {"type": action.action_name(), **_IMPLIED.get(name, {}), **_parameters(parameters, action)}
    except NotStrict as error:
        raise InvalidAction(f"{entry_name(entry)}: {error}") from None


def entry_name(entry: Any) -> str:
    """What an entry calls itself, for a line about it."""
    for _ in range(_NESTED):
        if not isinstance(entry, dict):
            break
        for key in ("type", *_NAMES):
            if isinstance(entry.get(key), str) and entry[key] not in _CALL_TYPES:
                return _plain(_bare(entry[key]))
        inner = next((entry[key] for key in (*_WRAPPERS, *_NAMES) if isinstance(entry.get(key), dict)), None)
        if inner is None:
            return _plain(str(next(iter(entry), "entry")))
        entry = inner
    return "entry"


def _kind(entry: Any) -> str:
    return {str: "text", list: "a list", bool: "true or false", type(None): "null"}.get(type(entry), "a number")


def _bare(name: str) -> str:
    return _PREFIX.sub("", name.strip())


def _find(name: str, catalogue: Catalogue) -> type[Action] | None:
    bare = _bare(name)
    return catalogue.find(bare) or catalogue.find(snake(bare))


def _named(entry: dict[Any, Any], catalogue: Catalogue, levels: int) -> tuple[str, dict[Any, Any]]:
    """Name and parameters."""
    for key in _WRAPPERS:
        if isinstance(entry.get(key), dict) and levels:
            return _named(entry[key], catalogue, levels - 1)
    kind = entry.get("type")
    if isinstance(kind, str) and kind not in _CALL_TYPES and (_find(kind, catalogue) or not _names_another(entry)):
        return kind, _merged(entry, {"type"}, _find(kind, catalogue))
    for key in _NAMES:
        inner = entry.get(key)
        if isinstance(inner, dict) and levels and key not in ("name", "op"):
            return _named(inner, catalogue, levels - 1)
        if isinstance(inner, str):
            spare = {"name": _OF_A_CALL, "op": _OF_A_CONTROL}.get(key, frozenset())
            return inner, _called(entry, key, spare, _find(inner, catalogue))
    return _key_first(entry, catalogue)


def _names_another(entry: dict[Any, Any]) -> bool:
    return any(isinstance(entry.get(key), str | dict) for key in _NAMES)


def _called(entry: dict[Any, Any], key: str, spare: frozenset[str], action: type[Action] | None) -> dict[Any, Any]:
    """The parameters beside a name, or inside an object or JSON text of arguments."""
    own = _spellings(action) if action else {}
    drop = {key, *(name for name in spare if name not in own), *({"type"} & spare)}
    for place in ARGUMENTS:
        if isinstance(entry.get(place), str) and place not in own:
            return _arguments(entry[place], str(entry[key]))
    return _merged(entry, drop, action)


def _arguments(text: str, name: str) -> dict[str, Any]:
    try:
        found = load(text) if text.strip() else {}
    except NotStrict as error:
        raise InvalidAction(f"the arguments of {_shown(name)} are not one JSON object: {error}") from None
    if not isinstance(found, dict):
        raise InvalidAction(f"the arguments of {_shown(name)} are not a JSON object")
    return found


def _merged(entry: dict[Any, Any], drop: set[str], action: type[Action] | None) -> dict[Any, Any]:
    """Parameters that stand in an object of their own are brought up beside the rest."""
    rest = {key: value for key, value in entry.items() if key not in drop}
    own = _spellings(action) if action else {}
    for key in ARGUMENTS:
        inner = rest.get(key)
        if key not in own and isinstance(inner, dict):
            del rest[key]
            if twice := next((name for name in inner if name in rest), None):
                raise InvalidAction(f"{_shown(str(twice))} is given twice")
            return {**inner, **{k: v for k, v in rest.items() if k not in _OF_A_CALL}}
    return rest


def _key_first(entry: dict[Any, Any], catalogue: Catalogue) -> tuple[str, dict[Any, Any]]:
    """`{"click": {…}}`, `{"click": "k3f9"}`, `{"narrate": "…", "about": "k3f9"}`."""
    found = {key: action for key in entry if isinstance(key, str) and (action := _find(key, catalogue))}
    if len(found) > 1:
        found = {
            key: action
            for key, action in found.items()
            if isinstance(entry[key], dict) or not any(key in _spellings(a) for k, a in found.items() if k != key)
        }
    if len(found) > 1:
        raise InvalidAction(f"one object names {' and '.join(map(_shown, found))}; give each its own")
    if not found:
        keys = ", ".join(_plain(str(key), "…") for key in list(entry)[:4])
        raise InvalidAction(f"an entry with the keys {keys} names no action" if keys else "an empty object")
    key, action = next(iter(found.items()))
    value, rest = entry[key], {name: inner for name, inner in entry.items() if name != key}
    if isinstance(value, dict):
        if twice := next((name for name in value if name in rest), None):
            raise InvalidAction(f"{_shown(key)}: {_shown(str(twice))} is given twice")
        return key, {**value, **rest}
    first = next(iter(_spellings(action)), None)
    return key, rest if first is None or value is None or value is True else {first: value, **rest}


def _parameters(given: dict[Any, Any], action: type[Action]) -> dict[str, Any]:
    """The parameters by their names here, without commentary and what is null."""
    result: dict[str, Any] = {}
    for key, value in given.items():
        known = parameter(str(key), action)
        if value is None or (known is None and str(key).lower() in _COMMENTARY):
            continue
        name = known or str(key)
        if name in result:
            raise InvalidAction(f"{action.action_name()}: {_plain(name, 'a parameter')} is given twice")
        result[name] = clean(value)
    return result


def parameter(key: str, action: type[Action]) -> str | None:
    """What a parameter is called here, by name, alias or in camel case."""
    own = _spellings(action)
    found = own.get(key) or own.get(snake(key))
    return found or ("selector" if key in _ELEMENT and "selector" in own else None)


@lru_cache(maxsize=512)
def _spellings(action: type[Action]) -> dict[str, str]:
    """Every spelling of every parameter, the first one first."""
    own = {info.alias or name: info.alias or name for name, info in action.model_fields.items() if name != "type"}
    return own | {key: name for key, name in action.parameter_aliases.items() if key not in own}


def snake(name: str) -> str:
    """`fillInput`, `fill-input`, `FILL_INPUT` → `fill_input`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def _shown(name: str) -> str:
    return json.dumps(_plain(name))


def _plain(name: str, otherwise: str = "entry") -> str:
    """A name that may be shown: what is no name may be a value in the wrong place."""
    return name if name_like(name) else otherwise
