"""Running a host's contract: its controls in their order, the page looked at anew before each, done only when seen done."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from pydantic import TypeAdapter

from cobrowse.actions.dialect import Malformed, read_entries
from cobrowse.agent.session import Session
from cobrowse.protocol.condition import Condition, Property
from cobrowse.protocol.contract import Contract
from cobrowse.protocol.control import Control
from cobrowse.protocol.event import Said, TurnEnded, TurnOutcome, TurnStarted
from cobrowse.protocol.result import Failure

_CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)
PATIENCE_MS = 5_000
"""How long a condition may take to come true."""
_POLL = 0.1

Chooser = Callable[[Sequence[Control]], Control]
"""Picks the next control among those that are left."""


def in_order(candidates: Sequence[Control]) -> Control:
    """The chooser that needs no model: the first."""
    return candidates[0]


class _Ended(Exception):
    def __init__(self, outcome: TurnOutcome, response: str) -> None:
        super().__init__(response)
        self.outcome: TurnOutcome = outcome
        self.response = response


class ContractRunner:
    """Runs one contract in a session that is limited to the contract's origins."""

    def __init__(self, session: Session, contract: Contract, choose: Chooser = in_order) -> None:
        self._session = session
        self._contract = contract
        self._choose = choose
        self._used: set[str] = set()
        self.turn = "contract"

    async def run(self) -> TurnEnded:
        """Run it to its end: `done` when the success condition is seen, `blocked` with the reason otherwise."""
        stream = self._session.stream
        stream.emit(TurnStarted(turn=self.turn, text=self._contract.name))
        self._session.page.trusted_css = True
        try:
            await self._all()
            raise AssertionError("a contract ends by an exception")
        except _Ended as end:
            ended = TurnEnded(turn=self.turn, outcome=end.outcome, response=end.response)
        except Failure as failure:
            ended = TurnEnded(turn=self.turn, outcome="blocked", response=failure.message)
        finally:
            self._session.page.trusted_css = False
        stream.emit(Said(turn=self.turn, text=ended.response))
        stream.emit(ended)
        return ended

    async def _all(self) -> None:
        contract = self._contract
        await self._session.open(contract.url)
        await self._demand(contract.preconditions, "Before it began")
        while True:
            if await self._holds(contract.success):
                raise _Ended("done", f"{contract.name}: the success condition was seen.")
            left = [control for control in contract.controls if not await self._settled(control)]
            if not left:
                await self._demand([contract.success], "Everything was done, but the success condition was not seen")
                continue
            await self._one(self._choose(left))

    async def _one(self, control: Control) -> None:
        """One control, from its preconditions to its postconditions."""
        await self._demand(control.preconditions, f"Before “{control.shown}”")
        session = self._session
        planned = read_entries([control.action()], session.options.catalogue)
        (row,) = session.timeline.plan(self.turn, planned, lambda target: control.shown)
        action = planned[0]
        if isinstance(action, Malformed):
            raise _Ended("blocked", f"“{control.shown}” cannot be done: {action.message}.")
        step = await session.executor.run(row, action, frame=control.frame, attended=False)
        if step.status != "done":
            why = step.result.message if step.result and step.result.message else step.status
            raise _Ended("blocked", f"“{control.shown}”: {why}")
        self._used.add(control.id)
        await self._demand(control.postconditions, f"After “{control.shown}”")

    async def _settled(self, control: Control) -> bool:
        """Whether there is nothing left to do for a control: it was used, or the page already is as it wants it."""
        if control.id in self._used:
            return True
        wanted = wanted_state(control)
        return wanted is not None and await self._holds(wanted)

    async def _demand(self, conditions: Sequence[Condition], when: str) -> None:
        """End as blocked unless all hold soon."""
        for condition in conditions:
            end = time.monotonic() + PATIENCE_MS / 1000
            while not await self._holds(condition):
                if time.monotonic() >= end:
                    where = getattr(condition, "selector", "")
                    raise _Ended(
                        "blocked", f"{when}: the condition “{condition.kind}” {where} did not hold.".replace("  ", " ")
                    )
                await asyncio.sleep(_POLL)

    async def _holds(self, condition: Condition) -> bool:
        try:
            return await self._session.page.holds(condition)
        except Failure as failure:
            # A page on its way to another one meets no condition yet.
            if failure.reason in ("navigation", "timeout", "not_found"):
                return False
            raise


def wanted_state(control: Control) -> Condition | None:
    """The state of the page that a control is after, where that can be told from the control alone."""
    entry = control.action()
    selector = entry.get("selector")
    if not isinstance(selector, str):
        return None
    match entry["type"]:
        case "fill" | "select" | "multiselect":
            value = entry.get("value", entry.get("values"))
            return _CONDITION.validate_python(
                {"kind": "value", "selector": selector, "frame": control.frame, "value": value}
            )
        case "check" | "radio" | "uncheck":
            on = entry["type"] != "uncheck"
            return Property(kind="property", selector=selector, frame=control.frame, name="checked", value=on)
    return None
