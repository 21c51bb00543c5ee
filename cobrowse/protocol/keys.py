"""Keys by their W3C names, however they are spelt: `Return`, `ctrl+s`, `KeyA`.

An action holds a key in one form only, so that whoever judges it (does it type? does it send?) need not know spellings.
"""

from __future__ import annotations

import re
from typing import Any

MOST_MODIFIERS = 4
LONGEST_NAME = 40
NAMED = (
    "Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown", "ArrowUp",
    "ArrowDown", "ArrowLeft", "ArrowRight", "ContextMenu", "CapsLock", "NumLock", "ScrollLock", "Pause", "PrintScreen",
    "Shift", "Control", "Alt", "Meta", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
"""Every key that is more than one character long."""
_SPELLINGS = {name.lower(): name for name in NAMED} | {
    "return": "Enter", "numpadenter": "Enter", "esc": "Escape", "del": "Delete", "ins": "Insert", "up": "ArrowUp",
    "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "space": " ", "spacebar": " ", "pgup": "PageUp",
    "pgdn": "PageDown", "ctrl": "Control", "cmd": "Meta", "command": "Meta", "option": "Alt", "super": "Meta",
    "win": "Meta", "plus": "+", "minus": "-",
}  # fmt: skip
_MODIFIERS = {
    "ctrl": "ctrl", "control": "ctrl", "shift": "shift", "alt": "alt", "option": "alt", "meta": "meta",
    "command": "meta", "cmd": "meta", "super": "meta", "win": "meta", "mod": "mod", "controlormeta": "mod",
    "ctrlorcmd": "mod",
}  # fmt: skip
_CODE = re.compile(r"(?:key([a-z])|(?:digit|numpad)([0-9]))", re.IGNORECASE)


def chord(key: str) -> tuple[str, list[str]]:
    """Key and modifiers that `key` means: `Control+S` → `S`, `["ctrl"]`. Raises `ValueError`."""
    if len(key) == 1:
        return key, []
    parts = key.strip().split("+")
    if parts[-1] == "" and len(parts) > 1:  # `Control++`, and `+` itself
        parts = [*(part for part in parts[:-2] if part), "+"]
    return _key(parts[-1]), [modifier(part) for part in parts[:-1]]


def in_one_form(data: Any) -> Any:
    """Fields with `key` and `modifiers` in the one form in which they are judged. Raises `ValueError`.

    What is of the wrong type is left as it is, for its model to complain of.
    """
    if not isinstance(data, dict) or not isinstance(data.get("key"), str) or not 0 < len(data["key"]) <= LONGEST_NAME:
        return data
    held = data.get("modifiers") or []
    held = held.split("+") if isinstance(held, str) else held
    if not isinstance(held, list | tuple) or not all(isinstance(name, str) for name in held):
        return data
    key, more = chord(data["key"])
    return {**data, "key": key, "modifiers": list(dict.fromkeys([*map(modifier, held), *more]))}


def modifier(name: str) -> str:
    """`Control` → `ctrl`. Raises `ValueError`."""
    found = _MODIFIERS.get(name.strip().lower())
    if found is None:
        raise ValueError("modifiers must be ctrl, shift, alt, meta or mod")
    return found


def _key(name: str) -> str:
    if len(name) == 1:
        return name
    name = name.strip()
    if len(name) == 1:
        return name
    if found := _SPELLINGS.get(name.lower()):
        return found
    if code := _CODE.fullmatch(name):
        return (code[1] or code[2]).lower()
    raise ValueError("key must be a name such as Enter, ArrowDown, Escape, or one character")
