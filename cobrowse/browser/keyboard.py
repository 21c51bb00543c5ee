"""Keys, by their W3C names, with the browser's real input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from cobrowse.browser.frames import with_focus
from cobrowse.browser.ground import Ground
from cobrowse.browser.input import acting, chord
from cobrowse.browser.ready import reach
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_NAMED = [
    "Enter",
    "Tab",
    "Escape",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Space",
    "ContextMenu",
    "CapsLock",
    "NumLock",
    "ScrollLock",
    "Pause",
    "PrintScreen",
    "Shift",
    "Control",
    "Alt",
    "Meta",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
]
_SPELLINGS = {
    "return": "Enter",
    "esc": "Escape",
    "del": "Delete",
    "ins": "Insert",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "spacebar": "Space",
    " ": "Space",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "ctrl": "Control",
    "cmd": "Meta",
    "command": "Meta",
    "option": "Alt",
    "super": "Meta",
    "win": "Meta",
    "plus": "+",
} | {name.lower(): name for name in _NAMED}
_MODIFIERS = {"ctrl": "Control", "shift": "Shift", "alt": "Alt", "meta": "Meta"}


@dataclass(frozen=True, slots=True)
class Chord:
    """A key with the modifiers held meanwhile, in the driver's names."""

    key: str
    modifiers: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether it may put something into a field: a character, with or without modifiers, or a paste."""
        return len(self.key) == 1 or self.key in ("Space", "Insert")


def chord_of(key: str, modifiers: Sequence[str] = ()) -> Chord:
    """The chord meant by `key` (`Enter`, `a`, `Control+S`). Raises `Failure("invalid")` for what is no key."""
    text = key if len(key) == 1 else key.removesuffix("+")
    parts = [text] if len(text) == 1 else text.split("+")
    if len(text) > 1 and key.endswith("++"):
        parts = [*text.removesuffix("+").split("+"), "+"]
    names = [_modifier(modifier) for modifier in (*modifiers, *parts[:-1])]
    last = parts[-1]
    name = last if len(last) == 1 and last != " " else _SPELLINGS.get(last.strip().lower() or last, "")
    if not name:
        raise Failure(
            "invalid", f"There is no key “{last[:30]}”. Use names such as Enter, ArrowDown, Escape or one character."
        )
    if names and len(name) == 1:
        # `Control+S` means the key, not a capital letter.
        name = name.upper() if "Shift" in names else name.lower()
    return Chord(name, tuple(dict.fromkeys(names)))


def _modifier(name: str) -> str:
    low = name.strip().lower()
    if low == "mod":
        return "Meta" if sys.platform == "darwin" else "Control"
    found = _MODIFIERS.get(low) or _SPELLINGS.get(low)
    if found not in ("Control", "Shift", "Alt", "Meta"):
        raise Failure("invalid", f"“{name[:30]}” is no modifier. Use ctrl, shift, alt, meta or mod.")
    return found


async def press(ground: Ground, key: str, modifiers: Sequence[str], node: Node | None, hold_ms: int = 0) -> None:
    """Press a chord on a node, or on what has the focus; held keys repeat as on a real keyboard."""
    what = chord_of(key, modifiers)
    async with acting(ground) as tab:
        if node is not None:
            frame, field = await focus(ground, node, writes=what.writes)
        else:
            frame, field = await _where_keys_go(tab, what), 0
        await chord(ground, frame, what.modifiers, what.key, hold_ms, field if what.writes else 0)


async def focus(
    ground: Ground, node: Node, *, writes: bool = False, key: int | None = None, uncovered: bool = False
) -> tuple[Frame, int]:
    """Give the node the keyboard focus. With `writes`, refuse fields that only the person fills in."""
    spot = await reach(ground, node, key=key, point=uncovered, still=False, words=True)
    state = await spot.frame.call("focusKey", spot.key, spot.core)
    if writes:
        # Asked anew: a page may make a secret field of it as soon as it has the focus.
        state = await spot.frame.call("focusState", spot.key)
    if writes and state["secret"]:
        raise secret(node)
    if not state["held"]:
        raise Failure("not_interactive", f"{node.described} does not take the keyboard focus.")
    return spot.frame, spot.key


async def _where_keys_go(tab: Tab, what: Chord) -> Frame:
    """The document that has the focus. Raises `Failure("secret")` when a key that writes would reach a secret field."""
    for frame, state in await with_focus(tab):
        if not state["frame"]:
            if state["secret"] and what.writes:
                raise Failure("secret", "What has the focus is a secret field. Only the person types there.")
            return frame
    return tab.main


def secret(node: Node) -> Failure:
    """What to say of a field that only the person fills in; never what was to be typed."""
    return Failure("secret", f"{node.described} is a secret field. Only the person types there: hand over to them.")
