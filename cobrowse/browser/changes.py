"""What came of an action, as far as the browser could tell."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as PlaywrightPage

from cobrowse.browser.ground import Ground
from cobrowse.browser.session import BrowserSession
from cobrowse.browser.tab import Tab
from cobrowse.protocol.result import Change, Failure

MOST_TABS = 3
"""So many tabs may one action open; the rest are closed."""


@dataclass(slots=True)
class Seen:
    """Filled in when the watch ends."""

    changes: list[Change] = field(default_factory=list)


def page_came(ground: Ground, page: PlaywrightPage) -> None:
    """Count what an action opens, and close what is too much."""
    if ground.opened < 0:
        return
    ground.opened += 1
    if ground.opened > MOST_TABS:
        ground.reported.append(Change(kind="blocked", text=f"More than {MOST_TABS} new tabs.", url=page.url or None))
        task = asyncio.ensure_future(_close(page))
        _closing.add(task)
        task.add_done_callback(_closing.discard)


_closing: set[asyncio.Task[None]] = set()


async def _close(page: PlaywrightPage) -> None:
    try:
        async with asyncio.timeout(3):
            await page.close()
    except (PlaywrightError, TimeoutError):
        return


@asynccontextmanager
async def watch(session: BrowserSession) -> AsyncIterator[Seen]:
    """Watch what happens inside the block; `changes` is complete after it, also when the action failed."""
    seen = Seen()
    ground = Ground.of(session)
    tab = ground.tab
    url, document, tabs = tab.url, _document(tab), list(ground.session.tabs)
    ground.noted, ground.reported = [], []
    ground.opened = 0
    try:
        yield seen
    finally:
        ground.opened, ground.watched_at = -1, time.monotonic()
        seen.changes = await _changes(ground, tab, url, document, tabs)


async def _changes(ground: Ground, tab: Tab, url: str, document: str, tabs: list[Tab]) -> list[Change]:
    found: list[Change] = []
    if not tab.closed and (tab.url != url or _document(tab) != document):
        found.append(Change(kind="navigated", url=tab.url))
    found += [Change(kind="tab", url=new.url) for new in ground.session.tabs if new not in tabs and not new.closed]
    found += [await _masked(ground, change) for change in ground.reported]
    if not found and ground.noted:
        changed = any(note["changes"] or note["moved"] for note in ground.noted)
        found.append(Change(kind="changed" if changed else "nothing"))
    return found


async def _masked(ground: Ground, change: Change) -> Change:
    """A page may say a secret aloud in a dialog."""
    if change.kind != "dialog" or not change.text:
        return change
    try:
        return change.model_copy(update={"text": await ground.tab.main.call("masked", change.text, timeout_ms=1000)})
    except Failure:
        return change


def _document(tab: Tab) -> str:
    return "" if tab.closed else tab.main.document
