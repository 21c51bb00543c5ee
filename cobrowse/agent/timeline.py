"""The steps of a session: planned, changed, and told to the faces each time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cobrowse.actions.dialect import Malformed
from cobrowse.agent import wording
from cobrowse.agent.stream import Stream
from cobrowse.protocol.action import Action
from cobrowse.protocol.event import Step, StepChanged
from cobrowse.protocol.result import Result


class Timeline:
    """Every step so far, by id."""

    def __init__(self, stream: Stream) -> None:
        self.steps: dict[str, Step] = {}
        self._stream = stream
        self._count = itertools.count(1)

    def plan(
        self, turn: str, planned: Sequence[Action | Malformed], name_of: Callable[[str], str | None]
    ) -> list[Step]:
        """Add a row for each entry, malformed ones too; `name_of` tells what a target is called on the page."""
        first = sum(step.turn == turn for step in self.steps.values())
        steps = [self._row(turn, first + at, entry, name_of) for at, entry in enumerate(planned)]
        for step in steps:
            self._put(step)
        return steps

    def _row(self, turn: str, index: int, entry: Action | Malformed, name_of: Callable[[str], str | None]) -> Step:
        id = f"s{next(self._count)}"
        if isinstance(entry, Malformed):
            return Step(
                id=id, turn=turn, index=index, name=entry.name, action=_tame(entry.entry), icon="blocked",
                label="Could not be read", about=wording.plain(entry.name),
            )  # fmt: skip
        # Which field it is for is not known yet, and it may be one whose text must be kept nowhere.
        label, about = wording.label(entry, name_of, hidden=entry.fills)
        return Step(
            id=id, turn=turn, index=index, name=entry.action_name(), action=entry.veiled(), icon=entry.icon,
            label=label, about=about,
        )  # fmt: skip

    def change(self, id: str, **changes: Any) -> Step:
        """Change a step and tell."""
        step = self.steps[id].model_copy(update=changes)
        self._put(step)
        return step

    def end(self, id: str, result: Result, ms: int | None = None, **changes: Any) -> Step:
        """Settle a step by its result: a person's no and a policy's no are `refused`."""
        if result.ok:
            status = "done"
        elif result.reason in ("declined", "refused", "secret"):
            status = "refused"
        else:
            status = "cancelled" if result.reason == "cancelled" else "failed"
        return self.change(id, status=status, result=result, ms=ms, **changes)

    def skip(self, steps: Sequence[Step], why: str) -> None:
        """Mark what will not be done any more."""
        for step in steps:
            if not self.steps[step.id].ended:
                self.change(step.id, status="skipped", result=Result.failure("cancelled", why))

    def of_turn(self, turn: str) -> tuple[Step, ...]:
        """The ended steps of a turn, oldest first."""
        return tuple(step for step in self.steps.values() if step.turn == turn and step.ended)

    def _put(self, step: Step) -> None:
        self.steps[step.id] = step
        self._stream.emit(StepChanged(step=step))


def _tame(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A malformed entry as it may be shown and kept: keys only, for its values were never judged."""
    return {str(key)[:60]: "…" for key in list(entry)[:20]}
