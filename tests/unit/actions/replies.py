"""Fifty valid replies in every dialect. Each action carries words of its own (`zq001` …), so that it can be told where in
a reply an action that was read came from."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

Actions = list[dict[str, Any]]


def batches() -> list[Actions]:
    """Lists of actions in type-first form, every one with a word that stands nowhere else."""
    count = itertools.count(1)

    def word() -> str:
        return f"zq{next(count):03}"

    return [
        [{"type": "click", "selector": f"#{word()}"}],
        [{"type": "fill", "selector": "#email", "value": f"{word()} \"quoted\" {{braces}} [x]"}],
        [{"type": "narrate", "text": f"Here it is: {word()}.", "about": "k3f9"}, {"type": "click", "selector": f"#{word()}"}],
        [{"type": "click", "selector": f"#{word()}"}, {"type": "done", "response": f"It is done, {word()}."}],
        [{"type": "fill", "selector": "#note", "value": f"```json\n{{\"type\": \"click\", \"selector\": \"{word()}\"}}\n```"}],
    ]  # fmt: skip


def rest(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "type"}


def call(action: dict[str, Any]) -> dict[str, Any]:
    return {"name": f"functions.{action['type']}", "arguments": json.dumps(rest(action))}


SHAPES: dict[str, Callable[[Actions], str]] = {
    "type-first": lambda a: json.dumps({"actions": a}),
    "a bare list": lambda a: json.dumps(a, separators=(",", ":")),
    "key-first, in prose and a fence": lambda a: (
        f"I'll do that [now].\n```json\n{json.dumps([{x['type']: rest(x)} for x in a], indent=2)}\n```\nAll right?"
    ),
    "several objects in a row": lambda a: "\n".join(json.dumps({"action": x["type"], **rest(x)}) for x in a),
    "chat completion": lambda a: json.dumps(
        {"choices": [{"message": {
            "role": "assistant", "content": "One moment.",
            "tool_calls": [{"id": f"c{i}", "type": "function", "function": call(x)} for i, x in enumerate(a)],
        }}]}
    ),
    "responses": lambda a: json.dumps(
        {"output": [{"type": "reasoning", "summary": []}, *({"type": "function_call", "call_id": "c", **call(x)} for x in a)]}
    ),
    "content blocks": lambda a: json.dumps(
        {"role": "assistant", "content": [
            {"type": "text", "text": "Let me see."},
            *({"type": "tool_use", "id": "toolu_1", "name": x["type"], "input": rest(x)} for x in a),
        ]}
    ),
    "candidates": lambda a: json.dumps(
        {"candidates": [{"content": {"role": "model", "parts": [
            {"text": "Well."}, *({"functionCall": {"name": f"default_api.{x['type']}", "args": rest(x)}} for x in a)
        ]}}]}
    ),
    "agent turn": lambda a: json.dumps(
        {"agent_turn": {"memory": "m", "todos": ["t"], "actions": [{"tool": x["type"], "params": rest(x)} for x in a]}},
        ensure_ascii=False,
    ),
    "tags": lambda a: "<think>Is {this} right?</think>\n" + "\n".join(
        f"<tool_call>\n{json.dumps({'name': x['type'], 'arguments': rest(x)})}\n</tool_call>" for x in a
    ),
}  # fmt: skip


def replies() -> list[tuple[str, str, Actions]]:
    """Name, text and the actions it means."""
    return [
        (f"{name} {index}", shape(actions), actions)
        for name, shape in SHAPES.items()
        for index, actions in enumerate(batches())
    ]
