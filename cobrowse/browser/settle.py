"""Letting the page come to rest after an action or a navigation, without ever waiting for the network."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.result import Failure

NAVIGATION_SECONDS = 5.0
"""How long an action waits for the page that it leads to."""
_NOTE_MS = 1500
_POPUP_SECONDS = 2.0
_FILE_SECONDS = 1.0
_LOADING_SECONDS = 1.5


class Traffic:
    """Where a tab's main document stands: on its way to another one, committed, its DOM complete."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.leaving = False
        """A navigation of the main document has begun and neither committed nor ended."""
        self.commits = 0
        self.popups = 0
        """New windows asked for."""
        self.downloads = 0
        """Files asked for; a navigation may turn out to be one as well."""
        self.turned = asyncio.Event()
        """Set whenever one of these changes."""
        self.dom_ready = asyncio.Event()
        session = tab.worlds.session
        for name, handler in (
            ("Page.frameStartedNavigating", self._started),
            ("Page.frameRequestedNavigation", self._requested),
            ("Page.frameStoppedLoading", self._stopped),
            ("Page.frameNavigated", self._navigated),
            ("Page.domContentEventFired", self._dom_ready),
            ("Page.windowOpen", self._popup),
        ):
            session.on(name, handler)

    def _main(self, event: dict[str, Any]) -> bool:
        return event.get("frameId") == self.tab.worlds.root

    def _started(self, event: dict[str, Any]) -> None:
        if self._main(event) and "ameDocument" not in event.get("navigationType", "").replace("differentDocument", ""):
            self._leave()

    def _requested(self, event: dict[str, Any]) -> None:
        disposition = event.get("disposition", "currentTab")
        if disposition == "download":
            self.downloads += 1
        elif disposition != "currentTab":
            self.popups += 1
        elif self._main(event) and not event.get("url", "").startswith("javascript:"):
            self._leave()

    def _leave(self) -> None:
        self.leaving = True
        self.turned.set()

    def _stopped(self, event: dict[str, Any]) -> None:
        if self._main(event):
            self.leaving = False
            self.turned.set()

    def _navigated(self, event: dict[str, Any]) -> None:
        if "parentId" in event["frame"]:
            return
        self.commits += 1
        self.leaving = False
        self.dom_ready.clear()
        self.turned.set()

    def _dom_ready(self, _: dict[str, Any]) -> None:
        self.dom_ready.set()

    def _popup(self, _: dict[str, Any]) -> None:
        self.popups += 1

    async def arrived(self, since: int, seconds: float, ground: Ground) -> None:
        """Wait until what is under way has committed and its DOM is complete; `since` is `commits` before it began."""
        end = time.monotonic() + seconds
        while self.leaving and self.commits == since and (left := end - time.monotonic()) > 0 and not self.tab.closed:
            self.turned.clear()
            try:
                async with asyncio.timeout(min(left, 0.5)):
                    await self.turned.wait()
            except TimeoutError:
                if ground.clock.stopped:
                    end += 0.5
        if self.commits != since:
            await self.usable(max(end - time.monotonic(), 0.5))

    async def usable(self, seconds: float) -> None:
        """Wait until the present document has our world and a complete DOM; a slow one is used as it is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.tab.closed:
            if self.tab.main.ready.is_set() and (self.dom_ready.is_set() or await has_dom(self.tab)):
                return
            await asyncio.sleep(0.01)


_traffic: WeakKeyDictionary[Tab, Traffic] = WeakKeyDictionary()


def traffic_of(tab: Tab) -> Traffic:
    """The tab's traffic; followed from the first time it is asked for."""
    if tab not in _traffic:
        _traffic[tab] = Traffic(tab)
    return _traffic[tab]


@dataclass(frozen=True, slots=True)
class Before:
    """How things stood before an action, to tell afterwards what it set off."""

    traffic: Traffic
    commits: int
    popups: int
    downloads: int
    arrived: int
    inputs: int

    @classmethod
    def of(cls, ground: Ground) -> Before:
        """Now, in the active tab."""
        traffic = traffic_of(ground.tab)
        return cls(traffic, traffic.commits, traffic.popups, traffic.downloads, ground.files, ground.inputs)


async def settle(ground: Ground, before: Before, *, quick: bool = False) -> str:
    """Wait for what an action set off at once: two frames, a navigation, a new tab, a file. Keeps what was noted.

    Says why input of ours was swallowed (`Why` in guard.js), or ''; what was swallowed whole does not count as input.
    """
    traffic, tab = before.traffic, before.traffic.tab
    frames, ground.touched = list(ground.touched), {}
    why = ""
    if not tab.closed and traffic.commits == before.commits and not traffic.leaving:
        notes = await asyncio.gather(*(_note(frame, quick) for frame in frames or [tab.main]))
        ground.noted.extend(note for note in notes if note)
        why = next((note["swallowed"] for note in notes if note and note["swallowed"]), "")
        if why and not any(note["arrived"] for note in notes if note):
            ground.inputs = before.inputs
    went = traffic.leaving or traffic.commits != before.commits
    if went:
        await traffic.arrived(before.commits, NAVIGATION_SECONDS, ground)
    if traffic.popups > before.popups:
        await _new_tab(ground, tab)
    if traffic.downloads > before.downloads or (went and traffic.commits == before.commits):
        await _file(ground, before.arrived)
    return why


async def _file(ground: Ground, before: int) -> None:
    """Wait until a file that was asked for is known by its name."""
    end = time.monotonic() + _FILE_SECONDS
    while ground.files == before and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def _note(frame: Frame, quick: bool) -> dict[str, Any] | None:
    try:
        return await frame.call("noteEnd", quick, timeout_ms=_NOTE_MS)
    except Failure:
        return None


async def _new_tab(ground: Ground, opener: Tab) -> None:
    """Wait until a tab that was asked for is there and can be read."""
    end = time.monotonic() + _POPUP_SECONDS
    while time.monotonic() < end:
        tab = ground.session.active if ground.session.alive else None
        new = tab is not None and tab is not opener and tab.url not in ("", "about:blank")
        if tab is not None and new and await has_dom(tab):
            return
        await asyncio.sleep(0.02)


async def loaded(tab: Tab, seconds: float = _LOADING_SECONDS) -> None:
    """Wait a little for a page that is still loading, so that its frames can be read as well."""
    end = time.monotonic() + seconds
    try:
        while await tab.main.call("domState", timeout_ms=2000) != "complete" and time.monotonic() < end:
            await asyncio.sleep(0.04)
    except Failure:
        return


async def has_dom(tab: Tab) -> bool:
    """Whether the DOM of the tab's present document is complete."""
    if not tab.main.ready.is_set():
        return False
    try:
        return await tab.main.call("domState", timeout_ms=500) != "loading"
    except Failure:
        return False
