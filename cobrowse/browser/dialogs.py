"""The page's own dialogs: none is left open, none is agreed to without being asked about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Dialog
from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.log import logger
from cobrowse.protocol.result import Change

Question = Callable[[str, str, str], Awaitable[tuple[bool, str | None]]]
"""Given kind (`confirm`, `prompt`, `beforeunload`), message and a prompt's default text; answers yes or no, and a text."""

_LONGEST = 2000


class Dialogs:
    """Answers the dialogs of all tabs of a session. An alert is acknowledged; the others are no unless `on_question` says yes."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.on_question: Question | None = None
        self.stayed = 0
        """How often a page was kept open because nobody said that it may be left."""
        ground.session.on_dialog = self._opened

    async def _opened(self, tab: Tab, dialog: Dialog) -> None:
        kind, message = dialog.type, dialog.message[:_LONGEST]
        self._ground.reported.append(Change(kind="dialog", text=message or _WITHOUT_WORDS.get(kind, kind)))
        self._ground.clock.stop()
        try:
            yes, text = await self._answer(kind, message, dialog.default_value)
            if kind == "beforeunload" and not yes:
                self.stayed += 1
            if not yes:
                await dialog.dismiss()
            elif kind == "prompt":
                await dialog.accept(text if text is not None else dialog.default_value)
            else:
                await dialog.accept()
        except PlaywrightError:
            logger.debug("a dialog had gone before it was answered")
        finally:
            self._ground.clock.go()

    async def _answer(self, kind: str, message: str, default: str) -> tuple[bool, str | None]:
        if kind == "alert":
            return True, None
        if self.on_question is None:
            return False, None
        try:
            return await self.on_question(kind, message, default)
        except Exception:
            # Whatever goes wrong in asking, the page must not hang, and nothing is agreed to.
            logger.exception("a dialog could not be asked about")
            return False, None


_WITHOUT_WORDS = {"beforeunload": "The page asks whether it may be left."}
