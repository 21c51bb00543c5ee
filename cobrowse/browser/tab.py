"""One tab: its page, the DevTools sessions that reach its frames, and what its scripts signal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame as PlaywrightFrame
from playwright.async_api import Page as PlaywrightPage

from cobrowse.browser.clock import Clock
from cobrowse.browser.world import Frame, Worlds, send
from cobrowse.protocol.result import Failure

Listener = Callable[[Frame, dict[str, Any]], None]


class Tab:
    """A page of the browser as the other modules of this package use it."""

    def __init__(self, page: PlaywrightPage, clock: Clock | None = None) -> None:
        self.page = page
        self.clock = clock or Clock()
        """Of the whole session: it stands still while a dialog is open."""
        self.opener: Tab | None = None
        self.listeners: list[Listener] = []
        """Called with what the page scripts signal."""
        self.worlds: Worlds
        self._remote: dict[PlaywrightFrame, Worlds] = {}
        """Frames that live in a process of their own."""
        self._local: set[PlaywrightFrame] = set()
        """Frames known to share a process with their parent, until they navigate."""
        self._suspect: set[PlaywrightFrame] = set()
        """Remote frames that navigated since they were last looked at."""
        self._keys: dict[str, str] = {}
        self._attaching = asyncio.Lock()
        self.started = asyncio.Event()
        """Set once our scripts are in."""

    async def start(self) -> None:
        """Put our scripts into the tab. Raises `Failure` when it has already gone."""
        try:
            session = await self.page.context.new_cdp_session(self.page)
            self.worlds = Worlds(session, self._signal, self.clock)
            await self.worlds.start()
        except PlaywrightError as error:
            raise Failure("navigation", "The tab was closed before it could be used.") from error
        self.page.on("framenavigated", self._navigated)
        self.page.on("framedetached", self._detached)
        self.started.set()

    @property
    def url(self) -> str:
        """The address it shows."""
        return self.page.url

    @property
    def closed(self) -> bool:
        """Whether it is gone."""
        return self.page.is_closed()

    async def title(self) -> str:
        """Its title, or its address while it does not answer."""
        try:
            async with asyncio.timeout(1):
                return await self.page.title()
        except (TimeoutError, PlaywrightError):
            return self.url

    @property
    def main(self) -> Frame:
        """The top document."""
        return self.worlds.frames[self.worlds.root]

    async def frames(self) -> list[Frame]:
        """All documents of the tab, the main one first, each with its key and parent."""
        await self._attach_remote()
        sessions = [self.worlds, *self._remote.values()]
        found = [frame for worlds in sessions for frame in worlds.frames.values()]
        found.sort(key=lambda frame: frame is not self.main)
        for frame in found:
            frame.key = "" if frame is self.main else self._keys.setdefault(frame.id, f"f{len(self._keys) + 1}")
        self._join(found)
        return found

    def _join(self, frames: list[Frame]) -> None:
        """Give each frame its parent, also across processes."""
        by_id = {frame.id: frame for frame in frames}
        attached: dict[str, str] = {}
        for worlds in (self.worlds, *self._remote.values()):
            attached |= worlds.attached
        for frame in frames:
            if frame is self.main:
                continue
            parent = by_id.get(frame.parent_id or "") or by_id.get(attached.get(frame.id, ""))
            frame.parent = parent or self._parent_by_page(frame, frames) or self.main

    def _parent_by_page(self, frame: Frame, frames: list[Frame]) -> Frame | None:
        """The parent of a remote frame that was there before we were: as Playwright has it."""
        ours = next((known for known, worlds in self._remote.items() if worlds is frame.worlds), None)
        parent = ours.parent_frame if ours else None
        if parent is None:
            return None
        if worlds := self._remote.get(parent):
            return worlds.frames.get(worlds.root)
        return next((other for other in frames if other.url == parent.url and other is not frame), None)

    async def frame(self, key: str) -> Frame:
        """The document with this key; raises `Failure("stale")` when it has gone."""
        for frame in await self.frames():
            if frame.key == key:
                return frame
        raise Failure("stale", "The frame that held it has gone. Look at the page again.")

    async def _attach_remote(self) -> None:
        """Open a session for each frame that has a process of its own (found out by trying: only those allow it)."""
        async with self._attaching:
            suspect, self._suspect = self._suspect, set()
            await asyncio.gather(*(self._check(frame) for frame in suspect))
            unknown = [
                frame
                for frame in self.page.frames
                if frame.parent_frame and frame not in self._remote and frame not in self._local
            ]
            await asyncio.gather(*(self._try_attach(frame) for frame in unknown))

    async def _try_attach(self, frame: PlaywrightFrame) -> None:
        try:
            async with asyncio.timeout(2):
                session = await self.page.context.new_cdp_session(frame)
                worlds = Worlds(session, self._signal, self.clock)
                await worlds.start()
            self._remote[frame] = worlds
        except PlaywrightError:
            self._local.add(frame)
        except TimeoutError:
            return

    def _navigated(self, frame: PlaywrightFrame) -> None:
        """A navigation may move a frame to another process, so its session is looked at anew."""
        self._local.discard(frame)
        if frame in self._remote:
            self._suspect.add(frame)

    def _detached(self, frame: PlaywrightFrame) -> None:
        self._local.discard(frame)
        self._remote.pop(frame, None)

    async def _check(self, frame: PlaywrightFrame) -> None:
        """Drop a session whose frame went back to its parent's process."""
        try:
            await send(self._remote[frame].session, "Page.getFrameTree", timeout_ms=1000)
        except (Failure, KeyError):
            self._remote.pop(frame, None)

    def _signal(self, frame: Frame, payload: dict[str, Any]) -> None:
        for listener in list(self.listeners):
            listener(frame, payload)
