"""A JSON Schema for replies that holds a small model to actions and elements that exist."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cobrowse.llm.handles import Handles
from cobrowse.protocol.observation import Element, Observation

MOST_ELEMENTS = 60
"""Pages with more elements than this get no list of them."""

_TEXT = {"type": "string"}
_THOUGHT = {"type": "string", "maxLength": 100}
"""A few words before it decides help a small model more than they cost."""
_TYPING = frozenset({"textbox", "searchbox", "spinbutton"})
_PICKING = frozenset({"combobox", "listbox"})
_TICKING = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_CHOOSING = frozenset({"radio", "menuitemradio"})
_ROLES: dict[str, frozenset[str] | None] = {
    "fill": _TYPING | {"combobox"},
    "select": _PICKING,
    "check": _TICKING,
    "uncheck": _TICKING,
    "radio": _CHOOSING,
    "click": None,
}
_POINTLESS = {"check": "checked", "uncheck": "unchecked", "radio": "checked"}
"""The state in which an action would change nothing."""
_WITH_VALUE = frozenset({"fill", "select"})
_PLAIN: dict[str, dict[str, Any]] = {
    "press": {"key": _TEXT},
    "scroll": {"direction": {"enum": ["down", "up"]}},
    "navigate": {"url": _TEXT},
    "back": {},
    "find": {"query": _TEXT},
    "ask_user": {"question": _TEXT},
    "done": {"response": _TEXT},
    "blocked": {"reason": _TEXT},
}

SMALL_SET = frozenset(_ROLES) | frozenset(_PLAIN)
"""Names of the actions that a schema can offer."""


def reply_schema(observation: Observation, names: Collection[str], handles: Handles | None = None) -> dict[str, Any]:
    """`{"actions": [one action]}` with the actions among `names`, and the page's elements when they are few."""
    known = list(handles or Handles(observation))
    listed = len(known) <= MOST_ELEMENTS
    shapes = []
    for name, roles in _ROLES.items():
        if name not in names:
            continue
        fitting = [handle for handle, element in known if _fits(element, name, roles)]
        if fitting:
            fields: dict[str, Any] = {"selector": {"enum": fitting} if listed else _TEXT}
            shapes.append(_shape(name, {**fields, "value": _TEXT} if name in _WITH_VALUE else fields))
    shapes += [_shape(name, fields) for name, fields in _PLAIN.items() if name in names]
    return _object(
        {"think": _THOUGHT, "actions": {"type": "array", "items": {"anyOf": shapes}, "minItems": 1, "maxItems": 1}}
    )


def _fits(element: Element, name: str, roles: frozenset[str] | None) -> bool:
    if "disabled" in element.states or "secret" in element.states or _POINTLESS.get(name) in element.states:
        return False
    if roles is None:
        return element.role not in _TYPING | _TICKING | _CHOOSING and not (element.role in _PICKING and element.options)
    if name == "fill" and "readonly" in element.states:
        return False
    if name == "fill" and element.options:
        return False
    return element.role in roles


def _shape(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return _object({"type": {"const": name}, **fields})


def _object(fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
