"""What no page gets: whatever a browser would ask the person for in a bubble of its own.

The bubble would stand outside of what we see and of what the person approves here, so the answer is no beforehand.
"""

from __future__ import annotations

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from cobrowse.log import logger

DENIED = (
    "geolocation",
    "notifications",
    "camera",
    "microphone",
    "clipboard-read",
    "display-capture",
    "midi",
    "idle-detection",
    "local-fonts",
    "window-management",
    "nfc",
    "payment-handler",
    "speaker-selection",
    "captured-surface-control",
    "keyboard-lock",
    "pointer-lock",
    "web-app-installation",
    "local-network-access",
    "local-network",
    "loopback-network",
)
"""By their names in the Permissions specification and its registry."""


async def deny_prompts(browser: Browser) -> None:
    """Deny these to every site for as long as the browser runs; a browser that does not know one has nothing to give.

    The connection by which they are denied stays open: what was set ends with it.
    """
    session = await browser.new_browser_cdp_session()
    for name in DENIED:
        try:
            await session.send("Browser.setPermission", {"permission": {"name": name}, "setting": "denied"})
        except PlaywrightError as error:
            logger.debug("no permission %s in this browser: %s", name, error)
