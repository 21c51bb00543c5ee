"""Ending a turn. The loop ends it when one of these succeeds."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.protocol.action import Action, Bundle, Effect
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Done(Action):
    """Finish, with the answer for the person.

    Ends the turn: what stands after it is not done. `task_finish` and `is_final` may also be flags, alone
    (`{"task_finish": true}`), beside an action or on the whole reply; the response may then be missing.
    """

    type: Literal["done"] = "done"
    response: str = Field(max_length=20_000, description="The answer, in plain words.")

    bundle = Bundle.CORE
    effect = Effect.READ
    icon = "done"
    title = "Finish"
    aliases = ("task_finish", "is_final", "finish", "final_answer")
    parameter_aliases = {"text": "response", "answer": "response", "message": "response"}
    examples = ({"type": "done", "response": "The newsletter is ordered."},)

    async def perform(self, stage: Stage) -> Result:
        """Nothing on the page."""
        return Result.success()


class Blocked(Action):
    """Stop because the person must do or decide something first.

    Ends the turn, and says why. `escalate_to_human` waits for the person and then goes on.
    """

    type: Literal["blocked"] = "blocked"
    reason: str = Field(min_length=1, max_length=2000, description="What stands in the way, and what they can do.")

    bundle = Bundle.CORE
    effect = Effect.READ
    icon = "blocked"
    title = "Stop: {reason}"
    examples = ({"type": "blocked", "reason": "The page wants a password. Please sign in first."},)

    async def perform(self, stage: Stage) -> Result:
        """Nothing on the page."""
        return Result.success()
