"""Downloads: kept in a folder of the session under names that can do no harm."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from playwright.async_api import Download
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as PlaywrightPage

from cobrowse.browser.ground import Ground
from cobrowse.log import logger
from cobrowse.protocol.result import Change

_LONGEST = 120
MOST_BYTES = 500_000_000
"""Of all downloads that are under way together; whoever sends more has its downloads cancelled."""
_SOON = 3.0
"""Seconds after an action of ours, or a press of the person's, in which a download may have come of it."""
_POLL = 0.25
_DEVICES = re.compile(r"^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')


def safe_name(suggested: str) -> str:
    """A file name without folders, controls, direction marks or device names, of at most 120 characters."""
    text = unicodedata.normalize("NFC", suggested)
    text = "".join(
        " " if c in "\t\r\n" else c
        for c in text
        if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") or c in "\t\r\n"
    )
    text = _FORBIDDEN.split(text)[-1] if re.search(r"[/\\]", text) else _FORBIDDEN.sub("_", text)
    text = _FORBIDDEN.sub("_", " ".join(text.split())).strip(" .")
    stem, dot, ending = text.rpartition(".")
    if not dot or len(ending) > 20:
        stem, ending = text, ""
    if _DEVICES.match(stem.split(".")[0].strip()):
        stem = f"_{stem}"
    room = _LONGEST - len(ending) - 1
    stem = stem[:room].rstrip(" .")
    return (f"{stem}.{ending}" if ending else stem) or "download"


class Downloads:
    """Keeps what the pages of a session hand over as files, when somebody asked for it."""

    def __init__(self, ground: Ground, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._ground = ground
        self.folder = folder
        self.most_bytes = most_bytes
        self.files: list[Path] = []
        """Those that arrived whole, in order."""
        self.on_unasked: Callable[[str], None] = lambda name: None
        """A page began a download by itself; it was cancelled. Tells the safe name."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._taken: set[str] = set()

    def follow(self, page: PlaywrightPage) -> None:
        """Keep the downloads of this page from now on."""
        page.on("download", self._began)

    def _began(self, download: Download) -> None:
        name = self._free(safe_name(download.suggested_filename))
        url = download.url if download.url.startswith(("http:", "https:")) else None
        if not self._ground.asked_for(_SOON):
            self._ground.reported.append(
                Change(kind="blocked", text=f"A download that nobody asked for: {name}.", url=url)
            )
            self._keep(_cancelled(download))
            self.on_unasked(name)
            return
        self._ground.files += 1
        self._ground.reported.append(Change(kind="download", text=name, url=url))
        self._keep(self._save(download, self.folder / name))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _free(self, name: str) -> str:
        """The name, numbered when it is taken."""
        stem, dot, ending = name.rpartition(".")
        stem, dot = (stem, dot) if dot else (name, "")
        tail = f".{ending}" if dot else ""
        number, candidate = 1, name
        while candidate.casefold() in self._taken or (self.folder / candidate).exists():
            number += 1
            candidate = f"{stem} ({number}){tail}"
        self._taken.add(candidate.casefold())
        return candidate

    async def _save(self, download: Download, path: Path) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            watching = asyncio.ensure_future(self._not_endless(download))
            try:
                await download.save_as(path)
            finally:
                watching.cancel()
            await asyncio.to_thread(path.chmod, 0o600)
            self.files.append(path)
        except (PlaywrightError, OSError) as error:
            logger.debug("a download did not arrive: %s", type(error).__name__)

    async def _not_endless(self, download: Download) -> None:
        """Cancel when more is coming than there is room for."""
        arriving = self._ground.session.arriving
        while arriving is not None:
            await asyncio.sleep(_POLL)
            if await asyncio.to_thread(_size, arriving) > self.most_bytes:
                self._ground.reported.append(
                    Change(kind="blocked", text=f"A download of more than {self.most_bytes // 1_000_000} MB.")
                )
                await _cancelled(download)
                return

    async def finished(self, seconds: float = 10.0) -> None:
        """Wait until those that began are here, but not for ever."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)


async def _cancelled(download: Download) -> None:
    try:
        await download.cancel()
        await download.delete()
    except PlaywrightError as error:
        logger.debug("a download had ended before it was cancelled: %s", type(error).__name__)


def _size(folder: Path) -> int:
    """Bytes in a folder; what goes away meanwhile counts nothing."""
    total = 0
    for path in folder.iterdir():
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total
