"""What models really say → entries → actions.

Three steps, each total: `read_reply` finds the JSON in a reply and lists its entries, `canonical` brings one entry into
type-first form, `read_entries` validates them against a catalogue. Nothing is ever taken from an object that is
incomplete or broken: when one does not parse, everything after its opening brace is given up, inner objects included.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue, InvalidAction
from cobrowse.protocol.action import Action

LARGEST_REPLY = 1_000_000
"""Characters of a reply that are looked at; a longer one is refused whole."""
MOST_ENTRIES = 100
DEEPEST = 32

_PROSE_BRACES = re.compile(r"\{[^\"'{}\[\]:]{0,200}\}|\[[^\"'{}\[\]:]{0,200}\]")
_FENCE = re.compile(r"```[a-zA-Z]*")
_PREFIX = re.compile(r"^(?:functions?|default_api|tools?|browser|actions?)[./:]")
_COMMENTARY = frozenset(
    ["thought", "thoughts", "reasoning", "rationale", "explanation", "comment", "description", "why", "step"]
)
"""Keys that models add for themselves; they carry no instruction."""
_ARGUMENTS = ("arguments", "args", "input", "parameters", "params")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a reply."""

    entries: tuple[Any, ...] = ()
    """Entries in any dialect, in their order."""
    prose: str = ""
    """The text around the JSON."""
    problems: tuple[str, ...] = ()
    """Why something could not be read; sentences fit for a model."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """An entry that is no action; it keeps its place in the list."""

    name: str
    message: str
    entry: dict[str, Any] = field(default_factory=dict)


class _Broken(ValueError):
    """JSON that parses but must not be used."""


def read_reply(text: str) -> Reading:
    """The entries and the prose of a model's reply. Never raises."""
    if len(text) > LARGEST_REPLY:
        return Reading(problems=(f"The reply is longer than {LARGEST_REPLY} characters.",))
    entries: list[Any] = []
    prose: list[str] = []
    problems: list[str] = []
    for value, words, problem in _pieces(text.lstrip("\ufeff")):
        prose.append(words)
        if problem:
            problems.append(problem)
        elif value is not None:
            entries += expand(value)
    if len(entries) > MOST_ENTRIES:
        problems.append(f"Only the first {MOST_ENTRIES} of {len(entries)} entries are used.")
    spoken = " ".join(_FENCE.sub(" ", "".join(prose)).split(" ")).strip()
    return Reading(tuple(entries[:MOST_ENTRIES]), spoken, tuple(problems))


def _pieces(text: str) -> Iterator[tuple[Any, str, str]]:
    """JSON values with the words before each; a problem ends the walk, for nothing inside a broken object counts."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
    at = said = 0
    while (start := _next_brace(text, at)) >= 0:
        if prose := _PROSE_BRACES.match(text, start):
            at = prose.end()
            if prose[0] not in ("[]", "{}"):
                continue
        try:
            value, at = decoder.raw_decode(text, start)
            _check_depth(value)
        except (ValueError, RecursionError) as error:
            yield None, text[said:start], f"The JSON in the reply cannot be used: {_why(error)}."
            return
        yield value, text[said:start], ""
        said = at
    yield None, text[said:], ""


def _next_brace(text: str, at: int) -> int:
    found = [place for place in (text.find("{", at), text.find("[", at)) if place >= 0]
    return min(found) if found else -1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _Broken("a key stands twice in one object")
    return result


def _constant(name: str) -> Any:
    raise _Broken(f"{name} is not a number")


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise _Broken(f"{text[:20]} is too large")
    return value


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [c for v in level if isinstance(v, dict | list) for c in (v.values() if isinstance(v, dict) else v)]
        if not level:
            return
    raise _Broken(f"it is nested deeper than {DEEPEST} levels")


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos}"
    return "it is nested too deep" if isinstance(error, RecursionError) else str(error)


def expand(value: Any) -> list[Any]:
    """The entries of a reply's value: of an envelope, a list, tool calls, or a single action."""
    if isinstance(value, list):
        return [entry for item in value for entry in (expand(item) if _is_envelope(item) else [item])]
    if not isinstance(value, dict):
        return []
    if not _is_envelope(value):
        return [value]
    for key in ("agent_turn", "agentTurn"):
        if isinstance(value.get(key), dict | list):
            return expand(value[key])
    listed = next(value[key] for key in ("actions", "tool_calls", "toolCalls") if key in value)
    entries = expand(listed) if isinstance(listed, list) else [listed]
    finish = {key: value[key] for key in ("task_finish", "is_final") if value.get(key) is True}
    return [*entries, finish] if finish else entries


def _is_envelope(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list | dict)
        for key in ("actions", "tool_calls", "toolCalls", "agent_turn", "agentTurn")
    )


def canonical(entry: Any, catalogue: Catalogue = CATALOGUE) -> dict[str, Any]:
    """One entry in type-first form, parameters by their names here. Raises `InvalidAction`."""
    if not isinstance(entry, dict):
        raise InvalidAction(f"an action must be an object, not {type(entry).__name__}")
    name, parameters = _named(entry, catalogue)
    name = _PREFIX.sub("", name.strip())
    action = catalogue.find(name) or catalogue.find(_snake(name))
    if action is None:
        raise InvalidAction(f"there is no action {json.dumps(name, ensure_ascii=False)[:60]}")
    clean: dict[str, Any] = {"type": action.action_name()}
    for key, value in parameters.items():
        known = _parameter(key, action)
        if value is None or (known is None and key.lower() in _COMMENTARY):
            continue
        if (known or key) in clean:
            raise InvalidAction(f"{name}: {key} is given twice")
        clean[known or key] = _clean(value)
    return clean


def _named(entry: dict[str, Any], catalogue: Catalogue) -> tuple[str, dict[str, Any]]:
    """Name and parameters, whatever the shape."""
    for key in ("function", "functionCall", "function_call"):
        if isinstance(entry.get(key), dict):
            return _named(entry[key], catalogue)
    if entry.get("task_finish") is True or entry.get("is_final") is True:
        rest = {k: v for k, v in entry.items() if k not in ("task_finish", "is_final")}
        return "done", rest or {"response": ""}
    kind = entry.get("type")
    if kind in ("tool_use", "function", "function_call", "tool_call") or (kind is None and "name" in entry):
        return _tool_call(entry)
    if isinstance(kind, str):
        return kind, _merged({k: v for k, v in entry.items() if k != "type"}, catalogue.find(kind))
    for key in ("action", "tool", "tool_name"):
        inner = entry.get(key)
        if isinstance(inner, dict):
            return _named(inner, catalogue)
        if isinstance(inner, str):
            return inner, _merged({k: v for k, v in entry.items() if k != key}, catalogue.find(inner))
    return _key_first(entry, catalogue)


def _tool_call(entry: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    name = entry.get("name")
    arguments = next((entry[key] for key in _ARGUMENTS if key in entry), {})
    if isinstance(arguments, str):
        reading = list(_pieces(arguments)) if arguments.strip() else []
        values = [value for value, _, _ in reading if value is not None]
        if any(problem for _, _, problem in reading) or len(values) > 1:
            raise InvalidAction(f"the arguments of {json.dumps(name)[:60]} are not one JSON object")
        arguments = values[0] if values else {}
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise InvalidAction("a tool call needs a name and an object of arguments")
    return name, arguments


def _merged(parameters: dict[str, Any], action: type[Action] | None) -> dict[str, Any]:
    """Parameters that stand in an object of their own are brought up beside the rest."""
    known = action.model_fields if action else {}
    for key in _ARGUMENTS:
        if key not in known and isinstance(parameters.get(key), dict):
            rest = {k: v for k, v in parameters.items() if k != key}
            return {**parameters[key], **rest}
    return parameters


def _key_first(entry: dict[str, Any], catalogue: Catalogue) -> tuple[str, dict[str, Any]]:
    """`{"click": {…}}`, `{"click": "k3f9"}`, `{"narrate": "…", "about": "k3f9"}`."""
    for key, value in entry.items():
        action = catalogue.find(_PREFIX.sub("", key))
        if action is None:
            continue
        rest = {k: v for k, v in entry.items() if k != key}
        if isinstance(value, dict):
            return key, {**value, **rest}
        first = next((n for n in action.model_fields if n != "type"), None)
        return key, rest if first is None or value is None or value is True else {first: value, **rest}
    keys = ", ".join(list(entry)[:4])
    raise InvalidAction(f"an entry with the keys {keys or 'none'} names no action" if keys else "an empty object")


def _parameter(key: str, action: type[Action]) -> str | None:
    """What a parameter is called here, by name, alias or in camel case."""
    names = {info.alias or name: info.alias or name for name, info in action.model_fields.items() if name != "type"}
    for spelling in (key, _snake(key)):
        if spelling in names:
            return names[spelling]
        if spelling in action.parameter_aliases:
            return action.parameter_aliases[spelling]
    return None


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def _clean(value: Any) -> Any:
    """Strings without what cannot be seen. Raises `InvalidAction` for control characters and broken surrogates."""
    if isinstance(value, str):
        for character in value:
            if unicodedata.category(character) == "Cs" or (ord(character) < 32 and character not in "\n\t\r"):
                raise InvalidAction(f"a text holds the control character U+{ord(character):04X}")
        return _INVISIBLE.sub("", value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return value


def read_entries(entries: Iterable[Any], catalogue: Catalogue = CATALOGUE) -> list[Action | Malformed]:
    """Entries as actions, each at its place; what is none becomes `Malformed`. Never raises."""
    return [_read_entry(entry, catalogue) for entry in entries]


def _read_entry(entry: Any, catalogue: Catalogue) -> Action | Malformed:
    if isinstance(entry, Action):
        return entry
    try:
        return catalogue.validate(canonical(entry, catalogue))
    except InvalidAction as error:
        shown = entry if isinstance(entry, dict) else {}
        name = next((str(shown[key]) for key in ("type", "action", "name") if isinstance(shown.get(key), str)), "")
        return Malformed(name[:60] or next(iter(map(str, shown)), "entry")[:60], str(error), shown)
