"""A stand-in for the conductor: feeds what was proposed back as steps that ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.guide import Guide
from cobrowse.protocol.brain import Proposal, View
from cobrowse.protocol.event import Step
from cobrowse.protocol.observation import Observation
from cobrowse.protocol.result import Result


class Conversation:
    """One turn with the guide."""

    def __init__(self, goal: str, page: Observation) -> None:
        self.goal, self.page = goal, page
        self.thinker = Guide().begin(goal)
        self.steps: list[Step] = []

    async def think(self) -> list[dict[str, Any]]:
        """The entries of the next proposal."""
        view = View(goal=self.goal, observation=self.page, steps=tuple(self.steps))
        thoughts = [thought async for thought in self.thinker.think(view)]
        assert isinstance(thoughts[-1], Proposal)
        entries = list(thoughts[-1].entries)
        for entry in entries:
            CATALOGUE.validate(entry)
        return entries

    def did(self, entries: Sequence[dict[str, Any]], **data: Any) -> None:
        """Everything went well; `data` is the result of the last entry."""
        for at, entry in enumerate(entries):
            result = Result.success(**(data if at == len(entries) - 1 else {}))
            self._step(entry, "done", result)

    def failed(
        self, entry: dict[str, Any], reason: Any, message: str = "It did not work.", status: Any = "failed"
    ) -> None:
        """One entry came to nothing."""
        self._step(entry, status, Result.failure(reason, message))

    def _step(self, entry: dict[str, Any], status: Any, result: Result) -> None:
        index = len(self.steps)
        self.steps.append(
            Step(
                id=f"s{index}", turn="t1", index=index, name=str(entry["type"]), action=entry, icon="dot",
                label=str(entry["type"]), status=status, result=result,
            )
        )  # fmt: skip

    async def through(self, most: int = 40) -> list[dict[str, Any]]:
        """All entries until the turn ends or a question is asked."""
        everything: list[dict[str, Any]] = []
        for _ in range(most):
            entries = await self.think()
            everything += entries
            if not entries or entries[-1]["type"] in ("done", "blocked", "ask_user", "ask_user_choice"):
                return everything
            self.did(entries)
        raise AssertionError("the turn did not end")


def short(entry: dict[str, Any]) -> str:
    """An entry as a few words: `fill nm01 'Ada'`."""
    rest = [repr(value) if key in ("value", "values") else str(value) for key, value in entry.items() if key != "type"]
    return " ".join([entry["type"], *rest]) if entry["type"] not in ("done", "blocked") else entry["type"]
