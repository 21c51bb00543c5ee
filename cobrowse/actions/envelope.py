"""What actions come wrapped in: lists, `{"actions": […]}`, an `agent_turn`, and the answers of model providers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cobrowse.protocol.strict_json import NotStrict, load

Known = Callable[[str], bool]
"""Whether a name is that of an action."""

_LISTS = ("actions", "tool_calls", "toolCalls")
_TURNS = ("agent_turn", "agentTurn")
_INNER = (*_TURNS, "message", "choices", "candidates", "output", "parts")
_WRAPPED = frozenset([*_LISTS, *_INNER])
_FINISH = ("task_finish", "taskFinish", "is_final", "isFinal")
_CALLS = ("function", "functionCall", "function_call")
ARGUMENTS = ("arguments", "args", "input", "parameters", "params")
"""Where the parameters of a call stand."""
_UNSPOKEN = frozenset(["thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary_text"])
_ROLES = ("assistant", "model")
_ANSWER = ("response", "final_answer", "finalAnswer", "answer")


class Spoken(str):
    """Words for the person that stood inside the JSON."""


def unfold(value: Any, known: Known) -> Iterator[Any]:
    """The entries in a value, in their order, and what is `Spoken` between them. Idempotent for a single action."""
    if isinstance(value, list):
        for item in value:
            yield from _unfold_object(item, known) if isinstance(item, dict) else [item]
    elif isinstance(value, dict):
        yield from _unfold_object(value, known)


def _unfold_object(item: dict[Any, Any], known: Known) -> Iterator[Any]:
    kind = item.get("type")
    if isinstance(kind, str) and known(kind):
        yield from _finished(item)
    elif (turn := _turn_call(item)) is not None:
        yield from unfold(turn, known)
    elif (isinstance(kind, str) and kind in _UNSPOKEN) or item.get("thought") is True:
        return
    elif isinstance(words := item.get("text"), str) and (set(item) == {"text"} or kind in ("text", "output_text")):
        yield Spoken(words)
    elif _is_envelope(item):
        yield from _open(item, known)
    else:
        yield from _finished(item)


def _is_envelope(item: dict[Any, Any]) -> bool:
    if any(isinstance(item[key], list | dict) for key in _WRAPPED & item.keys()):
        return True
    content = item.get("content")
    # Actions may hold a `role` or `content` of their own; a message says whose it is or what its blocks are.
    return (
        item.get("role") in _ROLES
        or isinstance(content, dict)
        or (isinstance(content, list) and all(map(_is_block, content)))
    )


def _is_block(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("type"), str)


def _open(item: dict[Any, Any], known: Known) -> Iterator[Any]:
    """Everything in an envelope, in the order in which it would be said and done."""
    found: list[Any] = []
    content = item.get("content")
    if isinstance(content, str):
        found.append(Spoken(content))
    elif isinstance(content, list | dict):
        found += unfold(content, known)
    for key in (*_INNER, *_LISTS):
        if isinstance(item.get(key), list | dict):
            found += unfold(item[key], known)
    found += [{key: item[key]} for key in _CALLS if isinstance(item.get(key), dict)]
    yield from found
    answer = next((item[key] for key in _ANSWER if isinstance(item.get(key), str)), "")
    if any(item.get(key) is True for key in _FINISH):
        yield {"task_finish": True, **({"response": answer} if answer else {})}
    elif answer and not found:
        yield {"type": "done", "response": answer}


def _finished(item: dict[Any, Any]) -> Iterator[Any]:
    """An entry, and after it the end of the turn when its flag stands beside an action."""
    flags = [key for key in _FINISH if isinstance(item.get(key), bool)]
    if not flags:
        yield item
        return
    finish = any(item[key] for key in flags)
    rest = {key: value for key, value in item.items() if key not in flags}
    if not finish:
        if rest:
            yield rest
    elif set(rest) <= {*_ANSWER, "message", "text", "summary"}:
        yield {"task_finish": True, **rest}
    else:
        answer = {key: rest.pop(key) for key in ("response",) if isinstance(rest.get(key), str) and len(rest) > 1}
        if rest.get("type") in ("done", "finish", "final_answer") or "done" in rest:
            yield {**rest, **answer}
        else:
            yield rest
            yield {"task_finish": True, **answer}


def _turn_call(item: dict[Any, Any]) -> Any:
    """The arguments of a call whose tool is the whole turn; None for anything else."""
    for key in _CALLS:
        if isinstance(item.get(key), dict):
            item = item[key]
            break
    name = item.get("name")
    if not isinstance(name, str) or name.rsplit(".", 1)[-1] not in _TURNS:
        return None
    arguments = next((item[key] for key in ARGUMENTS if key in item), None)
    if isinstance(arguments, str):
        try:
            arguments = load(arguments)
        except NotStrict:
            return None
    return arguments if isinstance(arguments, dict | list) else None
