"""Noticing that the person uses the page while we do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame


class Takeover:
    """Calls back when a trusted press or key arrives that we did not announce (`resources/page/guard.js`).

    Wheels are left out: looking around is no takeover.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.callback: Callable[[], None] | None = None
        """Called with nothing; None while nobody wants to know."""

    def follow(self, tab: Tab) -> None:
        """Listen to this tab's scripts."""
        tab.listeners.append(self._signalled)

    def _signalled(self, _: Frame, payload: dict[str, Any]) -> None:
        if payload.get("kind") != "person":
            return
        self._ground.person_at = time.monotonic()
        if self.callback is not None:
            self.callback()
