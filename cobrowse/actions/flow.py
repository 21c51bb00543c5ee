"""Waiting."""

from __future__ import annotations

import time
from typing import Literal

from pydantic import Field

from cobrowse.protocol.action import Action, Bundle, Effect, Target, Whole
from cobrowse.protocol.condition import Condition
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Stage

_WAIT_CAP_MS = 5_000
_UNTIL_CAP_MS = 30_000
_POLL_MS = 100


class Wait(Action):
    """Wait some milliseconds, or until an element is there.

    With `selector`, `ms` has no meaning. An element that does not come is a failure with the reason `timeout`.
    """

    type: Literal["wait"] = "wait"
    ms: Whole = Field(1000, description="Milliseconds; more than 5000 count as 5000.")
    selector: Target | None = Field(None, description="Wait for this element instead.")
    timeout: Whole | None = Field(None, description="How long to wait for the element; 5000 at most and if left out.")

    bundle = Bundle.FLOW
    effect = Effect.READ
    icon = "wait"
    title = "Wait {selector}"
    parameter_aliases = {"milliseconds": "ms", "duration": "ms", "timeout_ms": "timeout"}
    examples = ({"type": "wait", "ms": 1500}, {"type": "wait", "selector": "#results"})

    async def perform(self, stage: Stage) -> Result:
        """Wait; an element that does not come is a `timeout`."""
        if self.selector is None:
            await stage.page.sleep(min(self.ms, _WAIT_CAP_MS))
            return Result.success()
        limit = min(self.timeout if self.timeout is not None else _WAIT_CAP_MS, _WAIT_CAP_MS)
        try:
            await stage.page.locate(self.selector, presence="visible", timeout_ms=limit)
        except Failure as failure:
            if failure.reason not in ("not_found", "not_visible"):
                raise
            return Result.failure("timeout", f"{self.selector} did not appear within {limit / 1000:g} s.")
        return Result.success()


class WaitUntil(Action):
    """Wait until a condition holds on the page.

    See [Conditions](#conditions). When it does not come to hold in time, the reason is `timeout`.
    """

    type: Literal["wait_until"] = "wait_until"
    condition: Condition = Field(description="What shall hold.")
    timeout: Whole = Field(10_000, description="How long at most, milliseconds; more than 30000 count as 30000.")

    bundle = Bundle.WORKFLOW
    effect = Effect.READ
    icon = "wait"
    title = "Wait until it holds"
    parameter_aliases = {"until": "condition", "timeout_ms": "timeout"}
    examples = (
        {"type": "wait_until", "condition": {"kind": "text", "selector": "#status", "value": "Saved"}, "timeout": 5000},
    )

    async def perform(self, stage: Stage) -> Result:
        """Look again and again until it holds."""
        limit = min(self.timeout, _UNTIL_CAP_MS)
        end = time.monotonic() + limit / 1000
        while True:
            try:
                if await stage.page.holds(self.condition):
                    return Result.success()
            except Failure as failure:
                # A page on its way to another one simply does not meet the condition yet.
                if failure.reason not in ("navigation", "timeout"):
                    raise
            if time.monotonic() >= end:
                return Result.failure("timeout", f"The condition did not hold within {limit / 1000:g} s.")
            await stage.page.sleep(_POLL_MS)
