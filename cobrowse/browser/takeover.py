"""Noticing that the person uses the page while we do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame

_GRACE = 0.2
"""Seconds after our own input in which a key may still be ours."""


class Takeover:
    """Calls back when a trusted press or key arrives that is not ours. Wheels are left out: looking around is no takeover."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.callback: Callable[[], None] | None = None
        """Called with nothing; None while nobody wants to know."""

    def follow(self, tab: Tab) -> None:
        """Listen to this tab's scripts."""
        tab.listeners.append(self._signalled)

    def _signalled(self, _: Frame, payload: dict[str, Any]) -> None:
        if payload.get("kind") != "person" or self.callback is None:
            return
        ours = self._ground.working > 0 or time.monotonic() - self._ground.rested_at < _GRACE
        if payload.get("event") == "keydown" and ours:
            return
        self.callback()
