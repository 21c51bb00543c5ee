"""Going places: addresses, history, tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.dialogs import Dialogs
from cobrowse.browser.ground import Ground
from cobrowse.browser.settle import traffic_of
from cobrowse.browser.tab import Tab
from cobrowse.protocol.result import Change, Failure

Allowed = Callable[[str], None]
"""Raises `Failure` for an address that may not be gone to."""

_NAVIGATION_MS = 20_000
_DOM_SECONDS = 5.0
_WHY = {
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_NAME_NOT_RESOLVED": "there is no such host",
    "ERR_INTERNET_DISCONNECTED": "this computer is offline",
    "ERR_CONNECTION_TIMED_OUT": "it does not answer",
    "ERR_TIMED_OUT": "it does not answer",
    "ERR_CONNECTION_RESET": "the connection was cut",
    "ERR_CONNECTION_CLOSED": "the connection was cut",
    "ERR_EMPTY_RESPONSE": "it sent nothing",
    "ERR_ADDRESS_UNREACHABLE": "it cannot be reached",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_PROXY_CONNECTION_FAILED": "the proxy does not answer",
    "ERR_TUNNEL_CONNECTION_FAILED": "the connection was refused on the way",
    "ERR_BLOCKED_BY_CLIENT": "it is blocked",
    "ERR_UNSAFE_PORT": "that port is not used for pages",
    "ERR_INVALID_RESPONSE": "it sent something that is no page",
    "ERR_SSL_PROTOCOL_ERROR": "no secure connection could be made",
    "ERR_HTTP_RESPONSE_CODE_FAILURE": "it answered with an error and no page",
}


async def navigate(ground: Ground, dialogs: Dialogs, url: str, allowed: Allowed | None) -> None:
    """Go to an address; done when the new document can be used. An error page of the site itself is no failure."""
    check_scheme(url)
    if allowed is not None:
        allowed(url)
    tab, stayed, files = ground.tab, dialogs.stayed, ground.files
    await _go(ground, tab, tab.page.goto(url, wait_until="commit", timeout=0), url)
    if dialogs.stayed > stayed:
        raise Failure("navigation", "The page asked not to be left, and nobody said that it may be. It is still open.")
    if ground.files == files:
        await landed(ground, tab, allowed)


def check_scheme(url: str) -> None:
    """Raise `Failure("refused")` for what is no web address, whoever asks for it."""
    if not re.match(r"https?://", url, re.IGNORECASE) and url != "about:blank":
        scheme = url.split(":", 1)[0][:20]
        raise Failure("refused", f"Addresses of the kind {scheme}: are never opened here.")


async def history(
    ground: Ground, dialogs: Dialogs, step: Literal["back", "forward", "reload"], allowed: Allowed | None
) -> None:
    """Go through the tab's history. Raises `invalid` when there is nothing in that direction."""
    tab, stayed = ground.tab, dialogs.stayed
    page = tab.page
    if step == "reload":
        await _go(ground, tab, page.reload(wait_until="commit", timeout=0), tab.url)
    else:
        entries = await tab.main.send("Page.getNavigationHistory")
        at = entries["currentIndex"] + (1 if step == "forward" else -1)
        known = entries["entries"]
        if not 0 <= at < len(known) or known[at]["url"] in ("", "about:blank"):
            raise Failure("invalid", f"There is no page to go {step} to.")
        if allowed is not None:
            allowed(known[at]["url"])
        move = page.go_forward if step == "forward" else page.go_back
        await _go(ground, tab, move(wait_until="commit", timeout=0), known[at]["url"])
    if dialogs.stayed > stayed:
        raise Failure("navigation", "The page asked not to be left, and nobody said that it may be. It is still open.")
    await landed(ground, tab, allowed)


async def _go(ground: Ground, tab: Tab, work: object, url: str) -> None:
    async def gone() -> None:
        try:
            await work  # type: ignore[misc]
        except PlaywrightError as error:
            _explain(str(error), url)

    try:
        await ground.within(gone(), _NAVIGATION_MS, f"{shown(url)} did not answer within {_NAVIGATION_MS // 1000} s.")
    except Failure as failure:
        if failure.reason == "timeout":
            raise Failure("navigation", failure.message) from failure
        raise


def _explain(text: str, url: str) -> None:
    """Raise what is wrong; nothing when the page merely went on elsewhere, or the address was a file."""
    if "interrupted by another navigation" in text or "ERR_ABORTED" in text or "Download is starting" in text:
        return
    code = re.search(r"net::(ERR_[A-Z0-9_]+)", text)
    why = _WHY.get(code[1], "") if code else ""
    if code and ("CERT" in code[1] or "SSL" in code[1]) and not why:
        why = "its certificate is not valid"
    raise Failure("navigation", f"{shown(url)} could not be opened: {why or (code[1] if code else 'the tab is gone')}.")


def shown(url: str) -> str:
    """An address as it may be shown: without user information, and not endless."""
    return shown_whole(url)[:200]


async def landed(ground: Ground, tab: Tab, allowed: Allowed | None) -> None:
    """Wait until the document can be used, and leave it when one may not be there."""
    await traffic_of(tab).usable(_DOM_SECONDS)
    await check_place(ground, tab, allowed)


async def check_place(ground: Ground, tab: Tab, allowed: Allowed | None) -> None:
    """Raise `Failure("refused")` and leave the page when its address is not allowed."""
    if allowed is None or tab.closed or not tab.url.startswith(("http:", "https:")):
        return
    try:
        allowed(tab.url)
    except Failure as failure:
        ground.reported.append(Change(kind="blocked", text=failure.message, url=shown(tab.url)))
        await _leave(ground, tab)
        raise


def shown_whole(url: str) -> str:
    """An address without user information, which can pretend to be a host."""
    return re.sub(r"^(\w+://)[^/?#@]*@", r"\1", url)


async def leave(ground: Ground, allowed: Allowed | None) -> None:
    """Leave the present page: back to one that may be shown, else to an empty one."""
    tab = ground.tab
    entries = await tab.main.send("Page.getNavigationHistory")
    at = entries["currentIndex"] - 1
    back = entries["entries"][at] if at >= 0 else None
    if back is not None and back["url"].startswith(("http:", "https:")) and _passes(back["url"], allowed):
        before = traffic_of(tab).commits
        await tab.main.send("Page.navigateToHistoryEntry", {"entryId": back["id"]})
        await traffic_of(tab).arrived(before, _DOM_SECONDS, ground)
        if tab.url == back["url"]:
            return
    await _leave(ground, tab)


def _passes(url: str, allowed: Allowed | None) -> bool:
    try:
        if allowed is not None:
            allowed(url)
    except Failure:
        return False
    return True


async def _leave(ground: Ground, tab: Tab) -> None:
    try:
        await ground.within(tab.page.goto("about:blank", wait_until="commit", timeout=0), 3000, "It did not go.")
    except Failure:
        await tab.page.close()
