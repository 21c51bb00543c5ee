"""What may be taken from a reply, decided another way than the program does: by the standard library and by brackets.

Nothing inside a broken object counts: where an opening bracket does not begin strict JSON, everything up to its closing
bracket (or the end) is out.
"""

from __future__ import annotations

import json
import re
from typing import Any

WORD = re.compile(r"zq\d{3}")
PIECES = re.compile(r"[{\[]\s*\\?\"|\"\s*:\s*[\"{\[]|\"\s*[}\]]|\"(?:type|selector|actions|value|arguments)\"")
"""What a person would call raw JSON."""


def _strict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError("twice")
    return dict(pairs)


def _refuse(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_strict, parse_constant=_refuse)


def _region(text: str, start: int) -> int:
    """Where the brackets that open at `start` are closed again, strings left aside."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        character = text[at]
        if quoted:
            at += character == "\\"
            quoted = character != '"'
        elif character == '"':
            quoted = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(text)


def allowed(text: str) -> list[Any]:
    """The values that are whole and not within anything broken."""
    values: list[Any] = []
    at = 0
    while (found := re.compile(r"[{\[]|<think>").search(text, at)) is not None:
        start = found.start()
        if found[0] == "<think>":  # what is thought aloud is no part of the reply, broken or not
            end = text.find("</think>", start)
            at = len(text) if end < 0 else end
            continue
        try:
            value, at = _DECODER.raw_decode(text, start)
            values.append(value)
        except (ValueError, RecursionError):
            at = _region(text, start)
    return values


def sources(value: Any) -> list[str]:
    """For each object: its words, those of JSON inside its texts included when that is whole itself."""
    if isinstance(value, list):
        return [words for item in value for words in sources(item)]
    if not isinstance(value, dict):
        return []
    texts = [str(item) for item in value.values() if isinstance(item, str)]
    inner = [words for text in texts for part in allowed(text) for words in sources(part)]
    nested = [words for item in value.values() for words in sources(item)]
    return [" ".join(texts), *inner, *nested, " ".join([*texts, *nested])]


def came_from_something_whole(action: dict[str, Any], text: str) -> bool:
    """Whether every word of an action stands in one whole object of the reply."""
    words = set(WORD.findall(json.dumps(action)))
    return any(words <= set(WORD.findall(source)) for value in allowed(text) for source in sources(value))
