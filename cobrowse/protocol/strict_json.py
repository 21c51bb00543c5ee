"""JSON as strict as it must be where actions and contracts are read from it: nothing is repaired, nothing is guessed."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 32
"""Levels of nesting that are read."""
_MOST_DIGITS = 20
_WIDEST = 1_000_000

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile(
    "[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_NAME_LIKE = re.compile(r"[^\W\d][\w.:-]{0,39}")


class NotStrict(ValueError):
    """JSON that must not be used. The message says why and quotes nothing of it."""


def decode(text: str, at: int = 0) -> tuple[Any, int]:
    """The JSON value that begins at `at`, and where it ends. Raises `NotStrict`.

    Stricter than the standard library: no key twice in an object, no NaN or infinity (however written), no numbers of
    more than some twenty digits, no nesting beyond `DEEPEST`.
    """
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise NotStrict(f"{error.msg[0].lower()}{error.msg[1:].rstrip(': ')} at character {error.pos}") from None
    except RecursionError:
        raise NotStrict(_TOO_DEEP) from None
    check_depth(value)
    return value, end


def load(text: str) -> Any:
    """The one JSON value that `text` is. Raises `NotStrict`."""
    start = len(text) - len(text.lstrip(" \t\r\n\ufeff"))
    value, end = decode(text, start)
    if text[end:].strip():
        raise NotStrict(f"something follows the JSON at character {end}")
    return value


def check_depth(value: Any) -> None:
    """Raise `NotStrict` for what is nested too deep, also for a structure that holds itself."""
    level = [value]
    for _ in range(DEEPEST):
        level = [c for v in level if isinstance(v, dict | list) for c in (v.values() if isinstance(v, dict) else v)]
        if not level:
            return
        if len(level) > _WIDEST:
            break
    raise NotStrict(_TOO_DEEP)


def clean(value: Any) -> Any:
    """`value` without characters that cannot be seen, in texts and keys at any depth.

    Raises `NotStrict` for control characters and broken surrogates, and for keys that become one by the cleaning.
    """
    if isinstance(value, str):
        if found := _CONTROL.search(value):
            raise NotStrict(f"a text holds the control character U+{ord(found[0]):04X}")
        return _INVISIBLE.sub("", value)
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        result = {clean(key): clean(item) for key, item in value.items()}
        if len(result) != len(value):
            raise NotStrict(_TWICE)
        return result
    return value


def tame(text: str, most: int = 60) -> str:
    """A foreign name, fit to be shown, sent and stored: on one line, without what hides or turns text."""
    return " ".join(_INVISIBLE.sub("", _CONTROL.sub("", text)).split())[:most]


def name_like(text: str) -> bool:
    """Whether `text` could be the name of something. What is not may be a value in the wrong place: it is not repeated."""
    return _NAME_LIKE.fullmatch(text) is not None


_TOO_DEEP = f"it is nested deeper than {DEEPEST} levels"
_TWICE = "a key stands twice in one object"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise NotStrict(_TWICE)
    return result


def _constant(name: str) -> Any:
    raise NotStrict(f"{name} is not a number")


def _float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotStrict("a number is too large")
    return value


def _int(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise NotStrict("a number is too large")
    return int(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int)
