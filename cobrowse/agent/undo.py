"""Putting back what a step overwrote."""

from __future__ import annotations

from dataclasses import dataclass

from cobrowse.browser.overwrite import Overwrite
from cobrowse.browser.page import DrivenPage
from cobrowse.protocol.action import Action, Effect


@dataclass(frozen=True, slots=True)
class Undo:
    """The fields of a step as they were before it, in the order in which they were changed."""

    before: tuple[Overwrite, ...]

    async def put_back(self, page: DrivenPage) -> None:
        """Restore them, the last one first. Raises `Failure` when one is gone or does not take it."""
        for overwrite in reversed(self.before):
            await page.put_back(overwrite)


def undo_for(action: Action, page: DrivenPage) -> Undo | None:
    """How to undo what the action has just overwritten; None when that cannot be undone as a whole."""
    before = tuple(page.overwrites)
    undoable = action.effect is Effect.OVERWRITE and before and all(overwrite.kind for overwrite in before)
    return Undo(before) if undoable else None
