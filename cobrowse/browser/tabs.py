"""Opening, leaving, changing and closing tabs."""

from __future__ import annotations

from typing import Literal

from cobrowse.browser.dialogs import Dialogs
from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.browser.travel import Allowed, navigate, shown
from cobrowse.protocol.result import Failure


async def change_tab(
    ground: Ground,
    dialogs: Dialogs,
    mode: Literal["open", "return", "switch", "close"],
    url: str | None,
    allowed: Allowed | None,
) -> None:
    """Open, leave, change or close a tab of this session."""
    session = ground.session
    if mode == "open":
        if url and allowed is not None:
            allowed(url)
        opener = session.active
        tab = await session.new_tab()
        tab.opener = opener
        if url:
            await navigate(ground, dialogs, url, allowed)
        return
    present = session.active
    others = [tab for tab in session.tabs if tab is not present and not tab.closed]
    if mode == "close":
        if not others:
            raise Failure("invalid", "This is the only tab, so it stays open.")
        await ground.within(present.page.close(run_before_unload=False), 5000, "The tab did not close.")
        await _front(ground, session.active)
        return
    wanted = present.opener if mode == "return" and present.opener in others else None
    if mode == "return" and wanted is None:
        wanted = others[-1] if others else None
    if mode == "switch":
        wanted = _by_address(others, url or "")
    if wanted is None:
        raise Failure(
            "not_found",
            f"This session has no tab {'with ' + shown(url or '') if mode == 'switch' else 'to return to'}.",
        )
    session.activate(wanted)
    await _front(ground, wanted)


def _by_address(tabs: list[Tab], url: str) -> Tab | None:
    exact = [tab for tab in tabs if tab.url.rstrip("/") == url.rstrip("/")]
    near = [tab for tab in tabs if url and url in tab.url]
    return (exact or near or [None])[-1]


async def _front(ground: Ground, tab: Tab) -> None:
    await ground.within(tab.page.bring_to_front(), 3000, "The tab did not come to the front.")
