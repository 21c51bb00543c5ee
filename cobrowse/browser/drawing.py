"""The way to `resources/page/overlay*.js` in the tab that is active: commands in, signals out, and nothing raised.

A page may be gone, busy or unwilling at any moment; then nothing is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.tab import Listener, Tab
from cobrowse.browser.world import Frame, Handle, send
from cobrowse.errors import BrowserGone
from cobrowse.log import logger
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_DRAW_MS = 1500
_NOBODY = (Failure, BrowserGone, PlaywrightError, KeyError)


class Drawing:
    """Draws in whatever tab is active, and hears what is signalled from there."""

    def __init__(
        self,
        active: Callable[[], Tab],
        handle_of: Callable[[Node], Awaitable[Handle | None]],
        on_signal: Listener,
        words: dict[str, str] | None = None,
    ) -> None:
        self._active = active
        self._handle_of = handle_of
        self._on_signal = on_signal
        self._words = words
        self._tab: Tab | None = None
        self._document = ""

    async def draw(self, name: str, *args: Any) -> Any:
        """`cobrowse.draw(name, …args)` in the top document; None when there is nobody to draw it."""
        try:
            main = self._main()
            if self._words and self._document != main.context:
                self._document = main.context
                await main.call("draw", "words", self._words, timeout_ms=_DRAW_MS)
            return await main.call("draw", name, *args, timeout_ms=_DRAW_MS)
        except _NOBODY as error:
            logger.debug("nothing drawn for %s: %s", name, error)
            return None

    async def relay(self, token: int) -> None:
        """Let Space go on from sub-frames too, whose keys never reach the top document; 0 ends it."""
        try:
            main = self._main()
            frames = [frame for frame in await self._active().frames() if frame is not main and frame.context]
        except _NOBODY:
            return
        calls = (frame.call("draw", "relay", token, timeout_ms=_DRAW_MS) for frame in frames)
        await asyncio.gather(*calls, return_exceptions=True)

    async def place(self, node: Node) -> dict[str, Any] | None:
        """What a mark needs to follow a node; None when it is gone."""
        try:
            handle = await self._handle_of(node)
            return None if handle is None else await place_of(handle, self._main())
        except _NOBODY as error:
            logger.debug("not marked: %s", error)
            return None

    def _main(self) -> Frame:
        tab = self._active()
        if tab is not self._tab:
            if self._tab is not None and self._on_signal in self._tab.listeners:
                self._tab.listeners.remove(self._on_signal)
            tab.listeners.append(self._on_signal)
            self._tab = tab
        return tab.main


async def place_of(handle: Handle, main: Frame) -> dict[str, Any]:
    """The node's key; for one in a sub-frame the key of the frame's element in the top document, and its box therein.

    The box is relative to the content of that element, CSS pixels, as it is now: it follows the scrolling of the top
    document, not of the sub-frame. Raises `Failure` when the page changed.
    """
    frame = handle.frame
    if frame is main:
        return {"key": await handle.call("keyOf")}
    box = await handle.call("boxOf")
    while frame.parent is not None and frame.parent is not main:
        left, top = await frame.parent.worlds.owner_offset(frame.id)
        box["x"], box["y"], frame = box["x"] + left, box["y"] + top, frame.parent
    owner = await send(main.session, "DOM.getFrameOwner", {"frameId": frame.id})
    where = {"backendNodeId": owner["backendNodeId"], "executionContextId": main.context_id}
    resolved = await send(main.session, "DOM.resolveNode", where)
    return {"key": await Handle(main, resolved["object"]["objectId"]).call("keyOf"), "box": box}
