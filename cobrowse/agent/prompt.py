"""What a language model is told: the `json` protocol's rules, worked examples, the page, and what was done so far.

Everything that a website wrote stands between marks that carry a token drawn anew for each request, so that a page
cannot write the mark that ends it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

from cobrowse.llm.base import Message
from cobrowse.llm.handles import Handles
from cobrowse.protocol.brain import View
from cobrowse.protocol.event import Step
from cobrowse.protocol.observation import Observation
from cobrowse.protocol.target import shorten

Outline = Callable[[Observation, int], str]
"""Writes a page as text, in at most so many characters."""

BUDGET = 15_000
"""Characters of page text, unless told otherwise."""
LOCAL_BUDGET = 6_000
"""The same for a model on this machine, which reads some ten to a hundred tokens a second."""
_STEPS_SHOWN = 12
_EARLIER_SHOWN = 3
_RESULT_LENGTH = 600
_CHANGED_LENGTH = 1200


class JsonPrompt:
    """Writes the messages of the `json` protocol.

    The first ones, rules and examples, are the same for every request, so that a server can keep them in its cache.
    """

    def __init__(self, action_lines: Sequence[str], outline: Outline, *, examples: bool = True) -> None:
        self._outline = outline
        rules = _read("json.md").replace("{{actions}}", "\n".join(action_lines))
        self._opening = (Message("system", rules), *(_examples() if examples else ()))

    def messages(self, view: View, *, budget: int = BUDGET, token: str | None = None) -> list[Message]:
        """The conversation to send. `budget` bounds the page's text, in characters; `token` is for tests."""
        page = _page(view.observation, self._outline(view.observation, budget))
        steps = _steps(view)
        mark = token or _token(page + steps + view.changed)
        parts = [
            *_earlier(view),
            _fence("page", page, mark),
            *([_fence("changed", changed, mark)] if (changed := view.changed[:_CHANGED_LENGTH]) else []),
            f"Request: {view.goal.strip()}",
            _fence("steps", steps, mark) if steps else "Steps: none yet",
            *(f"Note: {remark}" for remark in view.remarks),
        ]
        return [*self._opening, Message("user", "\n".join(parts))]


def _page(observation: Observation, text: str) -> str:
    where = f"{shorten(observation.title, 80)} at {shorten(observation.url.partition('#')[0], 120)}"
    return f"{where}\n{text.strip()}"


def _fence(name: str, text: str, mark: str) -> str:
    return f"<<<{name} {mark}\n{text}\n>>>{name} {mark}"


def _steps(view: View) -> str:
    """The steps of this turn with their results, the newest at the end."""
    handles = Handles(view.observation)
    lines = [f"{number}. {_step(step, handles)}" for number, step in enumerate(view.steps, start=1)]
    left_out = len(lines) - _STEPS_SHOWN
    if left_out > 0:
        lines = [f"({left_out} earlier steps)", *lines[left_out:]]
    return "\n".join(lines)


def _step(step: Step, handles: Handles) -> str:
    values = [value for key, value in step.action.items() if key != "type" and value is not None]
    given = ", ".join(shorten(handles.shown(v) if isinstance(v, str) else _json(v), 100) for v in values)
    return f"{step.name} {given}".rstrip() + f": {_outcome(step)}"


def _outcome(step: Step) -> str:
    """`ok` or why not, with what the action brought to light."""
    result = step.result
    if result is None:
        return step.status
    said = [result.message] if result.message else []
    data = dict(result.data or {})
    changes = data.pop("changes", None)
    for change in changes if isinstance(changes, list) else ():
        if isinstance(change, dict):
            said.append(" ".join(str(change[key]) for key in ("kind", "text", "url") if change.get(key)))
    told = list(step.action.values())
    said += [v if isinstance(v, str) else _json(v) for v in data.values() if v is not None and v not in told]
    head = "ok" if result.ok else f"failed ({result.reason})"
    return f"{head}, {shorten('; '.join(said), _RESULT_LENGTH)}" if said else head


def _earlier(view: View) -> list[str]:
    return [
        f"Earlier request: {shorten(goal, 200)}\nYour answer: {shorten(answer, 300)}"
        for goal, answer in view.earlier[-_EARLIER_SHOWN:]
    ]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _token(text: str) -> str:
    while (token := secrets.token_hex(4)) in text:
        pass
    return token


@cache
def _read(name: str) -> str:
    return (files("resources") / "prompts" / name).read_text(encoding="utf-8").strip()


@cache
def _examples() -> tuple[Message, ...]:
    """Worked examples from a page of their own, as turns of a conversation."""
    messages = []
    for part in _read("json_examples.md").split("=== ")[1:]:
        who, _, text = part.partition("\n")
        messages.append(Message("assistant" if who.strip() == "assistant" else "user", text.strip()))
    return tuple(messages)
