"""A Chromium to drive: one that is here, else Playwright's, else the distribution's, else the command to type."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bringup import apt
from bringup.host import Host
from bringup.layout import program
from bringup.process import CommandFailed, quietly

_ON_PATH = (
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "chromium",
    "chromium-browser",
)
_MAC_APPS = ("Google Chrome", "Microsoft Edge", "Chromium")
_WINDOWS_PROGRAMS = (r"Google\Chrome\Application\chrome.exe", r"Microsoft\Edge\Application\msedge.exe")
_PROBE = 4.0
_DOWNLOAD = 900.0
_DONE_MARK = "INSTALLATION_COMPLETE"


def installed(host: Host) -> str | None:
    """The browser that is already here, by path."""
    for name in _ON_PATH:
        if path := host.which(name):
            return path
    for candidate in (*_usual_places(host), *_downloads(host)):
        if host.exists(candidate):
            return str(candidate)
    return None


def _usual_places(host: Host) -> list[Path]:
    if host.system == "Darwin":
        roots = [Path("/Applications"), Path(host.environment.get("HOME", "/")) / "Applications"]
        return [root / f"{app}.app" / "Contents" / "MacOS" / app for root in roots for app in _MAC_APPS]
    if host.system == "Windows":
        names = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        roots = [Path(host.environment[name]) for name in names if host.environment.get(name)]
        return [root / relative for root in roots for relative in _WINDOWS_PROGRAMS]
    return []


def _downloads(host: Host) -> Iterable[Path]:
    """The marks of Playwright's finished downloads; which revision fits is for Playwright to say."""
    cache = downloads_folder(host)
    return sorted(cache.glob(f"chromium-*/{_DONE_MARK}")) if cache else []


def downloads_folder(host: Host) -> Path | None:
    """Where Playwright keeps the browsers it downloads."""
    environment = host.environment
    told = environment.get("PLAYWRIGHT_BROWSERS_PATH")
    if told and told != "0":
        return Path(told)
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or "/")
    if host.system == "Darwin":
        return home / "Library" / "Caches" / "ms-playwright"
    if host.system == "Windows":
        local = environment.get("LOCALAPPDATA")
        return Path(local) / "ms-playwright" if local else None
    return Path(environment.get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"


Way = tuple[str, Callable[[Callable[[str], None]], None]]


def ways(host: Host) -> list[Way]:
    """The ways to get a browser here, best first: what each is called and how it is done."""
    found: list[Way] = [("downloaded by Playwright", lambda hear: _download(host, hear))]
    # Ubuntu's package of that name only fetches a snap, which does not run where we would need it.
    if host.can_apt and host.distro == "debian":
        found.append(("installed from Debian", lambda hear: apt.install(["chromium"], hear=hear)))
    return found


def provide(host: Host, hear: Callable[[str], None], choices: Sequence[Way] | None = None) -> str | None:
    """Gets a browser in the first way that works, and says in which; nothing when none does."""
    for name, get in choices if choices is not None else ways(host):
        try:
            get(hear)
        except CommandFailed as problem:
            hear(f"not {name}: {problem.tail[-1] if problem.tail else problem}")
            continue
        return name
    return None


def advice(host: Host) -> str:
    """The command that gets a browser."""
    if host.family == "debian" and host.distro == "debian":
        return "sudo apt-get install chromium"
    dependencies = " --with-deps" if host.is_linux and host.family == "debian" else ""
    return f"{program('playwright')} install{dependencies} chromium"


def _download(host: Host, hear: Callable[[str], None]) -> None:
    playwright = str(program("playwright"))
    plan = quietly([playwright, "install", "--dry-run", "chromium"], timeout=60)
    if not any(_answers(address) for address in addresses(plan)):
        raise CommandFailed([playwright, "install", "chromium"], "nothing", ["its download server does not answer"])
    quietly([playwright, "install", "chromium"], hear=hear, timeout=_DOWNLOAD)
    if host.can_apt:
        quietly([playwright, "install-deps", "chromium"], hear=hear)


def addresses(plan: Iterable[str]) -> list[str]:
    """Where the browser itself would come from, as Playwright's dry run says; first for the first thing listed."""
    found: list[str] = []
    for line in plan:
        if match := re.search(r"https?://\S+", line):
            found.append(match.group())
        elif found and not line.strip():
            break
    return found


def _answers(address: str) -> bool:
    """Whether a download can be started, found out in seconds instead of in its many retries."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method="HEAD"), timeout=_PROBE):
            return True
    except (OSError, urllib.error.URLError, ValueError):
        return False
