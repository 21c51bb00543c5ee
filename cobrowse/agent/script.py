"""Scripted answers, for runs that nobody watches: a JSON list, used in order; when none is left the answer is no."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from cobrowse.errors import UsageError
from cobrowse.protocol.event import Answer

_VERDICTS = frozenset(get_args(Answer.model_fields["verdict"].annotation)) - {"expired"}


def read_answers(path: Path) -> Iterator[Answer]:
    """The answers in a file. Raises `UsageError` for what is no list of answers."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"The answers in {path} cannot be read ({error}).") from None
    if not isinstance(raw, list):
        raise UsageError(f"{path} must hold a list of answers.", 'Such as ["approve", {"choice": 1}, "some text"].')
    return iter([_answer(item) for item in raw])


def _answer(item: Any) -> Answer:
    """`"approve"`, `"always"`, `"reject"`, `{"edit": {"value": "…"}}`, `{"choice": 1}` (as the number key), other text."""
    match item:
        case str() if item in _VERDICTS and item not in ("choice", "text", "edit"):
            return Answer(verdict=item)  # type: ignore[arg-type]
        case str():
            return Answer(verdict="text", text=item)
        case {"choice": int() as number} if number >= 1:
            return Answer(verdict="choice", index=number - 1)
        case {"choice": str() as text}:
            return Answer(verdict="text", text=text)
        case {"edit": {"value": value}} if isinstance(value, str | int | float):
            return Answer(verdict="edit", text=str(value))
    raise UsageError(
        f"{json.dumps(item)[:80]} is no answer.",
        'Use "approve", "reject", "always", {"edit": {"value": "…"}}, {"choice": 1} or text.',
    )
