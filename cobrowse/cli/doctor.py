"""`cobrowse doctor`: what works on this machine, and the command that mends what does not."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from cobrowse import paths
from cobrowse.browser.find import find_browser
from cobrowse.browser.session import BrowserOptions, BrowserSession
from cobrowse.errors import CobrowseError

SETUP = "python3 packaging/bootstrap.py setup"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    ok: bool
    found: str
    mend: str = ""


async def doctor(options: argparse.Namespace) -> int:
    """Look at everything; exit code 0 when all of it works, 3 when the browser does not, 1 otherwise."""
    checks: list[Callable[[], Awaitable[Finding]]] = [
        _python,
        _qt,
        _screen,
        lambda: _browser(options.browser),
        _keyring,
        _folder,
    ]
    findings = [await check() for check in checks]
    for finding in findings:
        if options.json:
            print(json.dumps(asdict(finding), ensure_ascii=False))
        else:
            print(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.what:10} {finding.found}")
            if finding.mend:
                print(f"      {'mend with' if not finding.ok else 'note'}: {finding.mend}")
    if not all(finding.ok for finding in findings if finding.what == "browser"):
        return 3
    return 0 if all(finding.ok for finding in findings) else 1


async def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        "python",
        sys.version_info >= (3, 11),
        version,
        "" if sys.version_info >= (3, 11) else "Install Python 3.11 or newer",
    )


async def _qt() -> Finding:
    if importlib.util.find_spec("PySide6") is None:
        return Finding("window", False, "PySide6 is not installed", SETUP)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import PySide6.QtWidgets, PySide6; print(PySide6.__version__)",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    if process.returncode:
        return Finding("window", False, err.decode(errors="replace").strip().splitlines()[-1][:160], SETUP)
    return Finding("window", True, f"PySide6 {out.decode().strip()}")


async def _screen() -> Finding:
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return Finding("screen", True, os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or "the desktop")
    return Finding(
        "screen", True, "none: only --headless works here", "python3 packaging/bootstrap.py run starts a virtual one"
    )


async def _browser(named: str | None) -> Finding:
    try:
        found = find_browser(named)
        session = BrowserSession(BrowserOptions(headless=True, profile="temp", executable=named))
        await session.start()
        try:
            version = session.context.browser.version if session.context.browser else ""
        finally:
            await session.close()
    except CobrowseError as error:
        return Finding("browser", False, str(error), SETUP)
    note = session.warnings[0] if session.warnings else ""
    return Finding("browser", True, f"{found or 'Playwright’s own'} {version}".strip(), note)


async def _keyring() -> Finding:
    def backend() -> str:
        import keyring

        return type(keyring.get_keyring()).__module__

    name = await asyncio.to_thread(backend)
    if name.endswith(("fail", "null")):
        return Finding(
            "keyring", True, "none: keys are kept for the session only", "Install a system keyring to keep them"
        )
    return Finding("keyring", True, name)


async def _folder() -> Finding:
    try:
        folder = paths.data()
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return Finding("files", False, str(error), "Allow writing there, or set COBROWSE_HOME to a folder of yours")
    return Finding("files", True, str(folder))
