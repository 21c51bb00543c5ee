"""Which browser to drive: the one named, else what is installed."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from cobrowse.errors import NoBrowser

_COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
    "chrome",
)
_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")


def find_browser(named: str | None = None) -> Path | None:
    """The executable to start; None leaves the choice to Playwright's own download.

    `named` (or the variable `COBROWSE_BROWSER`) wins; raises `NoBrowser` when it does not exist.
    """
    named = named or os.environ.get("COBROWSE_BROWSER")
    if named:
        found = shutil.which(named)
        if not found:
            raise NoBrowser(f"There is no browser at {named}.", "Give the path of Chrome, Edge or Chromium.")
        return Path(found)
    if playwright_browser() is not None:
        return None
    return next(iter(installed_browsers()), None)


def installed_browsers() -> list[Path]:
    """Chrome, Edge and Chromium installations on this machine, in order of preference."""
    places = [found for command in _COMMANDS if (found := shutil.which(command))]
    if sys.platform == "darwin":
        places += _MAC
    if sys.platform == "win32":
        roots = [os.environ.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        places += [str(Path(root) / tail) for root in roots if root for tail in _WINDOWS]
    return [Path(place) for place in dict.fromkeys(places) if Path(place).exists()]


def playwright_browser() -> Path | None:
    """Playwright's own downloaded Chromium, if there is one."""
    root = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if root and root != "0":
        roots = [Path(root)]
    elif sys.platform == "win32":
        roots = [Path(os.environ.get("LOCALAPPDATA", "")) / "ms-playwright"]
    elif sys.platform == "darwin":
        roots = [Path.home() / "Library/Caches/ms-playwright"]
    else:
        roots = [Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ms-playwright"]
    return next((path for base in roots for path in sorted(base.glob("chromium-*"), reverse=True)), None)
