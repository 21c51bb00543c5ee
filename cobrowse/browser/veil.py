"""What was typed into secret fields, known by length and hash alone, so that it can be taken out of whatever we hand over.

Within its document the page scripts do that (`resources/page/secret.js`). Here it is carried on: to the documents that
come after it, and to addresses and titles, which the engine reads by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Collection, Iterable
from typing import Any

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.tab import Tab
from cobrowse.browser.world import WORLD, Frame
from cobrowse.log import logger
from cobrowse.protocol.action import VEIL
from cobrowse.protocol.result import Failure

_MODULUS, _BASES = 2147483647, (1000003, 786433)
"""As in `resources/page/elsewhere.js`."""
_MOST = 400
Mark = tuple[int, int, int]


class Veil:
    """The secrets of a session, none of which it knows."""

    def __init__(self) -> None:
        self._marks: dict[Mark, None] = {}
        self._tabs: list[Tab] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def knows(self) -> bool:
        """Whether there is anything to take out."""
        return bool(self._marks)

    def follow(self, tab: Tab) -> None:
        """Learn from this tab's scripts, and tell them."""
        self._tabs = [known for known in self._tabs if not known.closed] + [tab]
        tab.listeners.append(self._signalled)
        self._tell([tab], tuple(self._marks))

    def _signalled(self, _: Frame, payload: dict[str, Any]) -> None:
        if payload.get("kind") != "secret":
            return
        marks: list[Mark] = [(int(length), int(one), int(two)) for length, one, two in payload.get("marks", ())]
        new = [mark for mark in marks if mark not in self._marks]
        if new and len(self._marks) < _MOST:
            self._marks |= dict.fromkeys(new)
            self._tell(self._tabs, new)

    def _tell(self, tabs: Iterable[Tab], marks: Collection[Mark]) -> None:
        if not marks:
            return
        for tab in tabs:
            task = asyncio.ensure_future(_told(tab, [list(mark) for mark in marks]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def draw(self, tab: Tab) -> None:
        """Make sure that every document of a tab knows, before it is looked at: one may have come just now."""
        if self._marks:
            await _shown(tab, [list(mark) for mark in self._marks])

    def over(self, text: str) -> str:
        """The text with a mark in the place of every secret."""
        for length in {length for length, _, _ in self._marks}:
            text = _without(text, length, {one: two for size, one, two in self._marks if size == length})
        return text

    def over_all(self, value: Any, keep: Collection[str] = ()) -> Any:
        """The same in every text inside a value, at any depth; not where a text stands under a key in `keep`."""
        if not self._marks:
            return value
        if isinstance(value, str):
            return self.over(value)
        if isinstance(value, dict):
            return {
                key: inner if key in keep and isinstance(inner, str) else self.over_all(inner, keep)
                for key, inner in value.items()
            }
        if isinstance(value, list | tuple):
            return type(value)(self.over_all(inner, keep) for inner in value)
        return value


async def _told(tab: Tab, marks: list[list[int]]) -> None:
    """Tell the documents that a tab will show, and those that it shows."""
    source = f"globalThis.cobrowse?.knowSecrets({json.dumps(marks)});"
    try:
        await tab.worlds.session.send("Page.addScriptToEvaluateOnNewDocument", {"source": source, "worldName": WORLD})
    except PlaywrightError as error:
        logger.debug("a tab was not told what to keep back: %s", type(error).__name__)
    await _shown(tab, marks)


async def _shown(tab: Tab, marks: list[list[int]]) -> None:
    for frame in await tab.frames():
        if frame.context:
            with contextlib.suppress(Failure):  # it has just gone
                await frame.call("knowSecrets", marks, timeout_ms=1500)


def _hash(units: list[int], base: int) -> int:
    value = 0
    for unit in units:
        value = (value * base + unit) % _MODULUS
    return value


def _without(text: str, length: int, hashes: dict[int, int]) -> str:
    units = [int.from_bytes(pair, "little") for pair in _pairs(text)]
    if len(units) < length:
        return text
    base, power = _BASES[0], pow(_BASES[0], length - 1, _MODULUS)
    value, gone, at = _hash(units[:length], base), list[int](), 0
    while at + length <= len(units):
        if (
            value in hashes
            and hashes[value] == _hash(units[at : at + length], _BASES[1])
            and at >= (gone or [-length])[-1] + length
        ):
            gone.append(at)
        if at + length < len(units):
            value = ((value - units[at] * power) * base + units[at + length]) % _MODULUS
        at += 1
    for start in reversed(gone):
        units[start : start + length] = map(ord, VEIL)
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "replace") if gone else text


def _pairs(text: str) -> Iterable[bytes]:
    """UTF-16 units, which JavaScript counts in."""
    data = text.encode("utf-16-le", "surrogatepass")
    return (data[at : at + 2] for at in range(0, len(data), 2))
