"""The built-in brain: reads plain commands and turns them into actions, one clause at a time."""

from __future__ import annotations

from cobrowse.guide.desk import Last
from cobrowse.guide.thinker import GuideThinker


class Guide:
    """The default brain: no key, no network, instant."""

    @property
    def name(self) -> str:
        """Shown to the person."""
        return "Guide"

    def __init__(self) -> None:
        self._last = Last()

    def begin(self, goal: str) -> GuideThinker:
        """Start on a request; “it” may be what the last one was about."""
        return GuideThinker(goal, self._last)
