"""Names of keys as people say them, and the W3C names that `press` wants."""

from __future__ import annotations

from cobrowse.guide.tokens import Tokens
from cobrowse.guide.words import wordset

KEYS = {
    "enter": "Enter", "return": "Enter", "escape": "Escape", "esc": "Escape", "tab": "Tab", "space": "Space",
    "spacebar": "Space", "space bar": "Space", "backspace": "Backspace", "delete": "Delete", "del": "Delete",
    "home": "Home", "end": "End", "insert": "Insert", "page up": "PageUp", "pageup": "PageUp", "page down": "PageDown",
    "pagedown": "PageDown", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "up arrow": "ArrowUp", "down arrow": "ArrowDown", "left arrow": "ArrowLeft", "right arrow": "ArrowRight",
    "arrow up": "ArrowUp", "arrow down": "ArrowDown", "arrow left": "ArrowLeft", "arrow right": "ArrowRight",
} | {f"f{number}": f"F{number}" for number in range(1, 13)}  # fmt: skip
MODIFIERS = {
    "ctrl": "ctrl", "control": "ctrl", "strg": "ctrl", "shift": "shift", "alt": "alt", "option": "alt", "cmd": "meta",
    "command": "meta", "meta": "meta", "win": "meta",
}  # fmt: skip
_UNSURE = wordset("Delete Home End Insert Space ArrowUp ArrowDown ArrowLeft ArrowRight Tab")
"""Keys whose names buttons bear too."""


def could_be_name(key: str) -> bool:
    """Whether a control may well be called like this key."""
    return key in _UNSURE or len(key) == 1


def read_key(tokens: Tokens) -> tuple[str, tuple[str, ...], bool] | None:
    """Key, modifiers and whether the word `key` was said; None when the words name no key."""
    words = [token.text.casefold() for token in tokens if not token.mark]
    words = [word for word in words if word not in ("the", "on", "your", "keyboard")]
    said = any(word in ("key", "keys") for word in words)
    words = [word for word in words if word not in ("key", "keys")]
    chord = [part for part in " ".join(words).replace("+", " ").replace("-", " ").split() if part != "and"]
    modifiers: list[str] = []
    while len(chord) > 1 and chord[0] in MODIFIERS:
        modifiers.append(MODIFIERS[chord.pop(0)])
    name = " ".join(chord)
    if name in KEYS:
        return KEYS[name], tuple(modifiers), said or bool(modifiers)
    if len(name) == 1 and name.isalnum():
        return name, tuple(modifiers), said or bool(modifiers)
    return None
