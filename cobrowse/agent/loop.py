"""A turn: observe → think → gate → act → observe, until the brain is done, something stands in the way, or a limit."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.actions.control import Blocked, Done
from cobrowse.actions.dialect import Malformed, read_entries
from cobrowse.agent.executor import Executor
from cobrowse.agent.looking import observed
from cobrowse.agent.stream import Stream
from cobrowse.errors import BrowserGone
from cobrowse.log import logger
from cobrowse.protocol.action import Action
from cobrowse.protocol.brain import Brain, BrainError, Proposal, Spent, Thinker, View, Words
from cobrowse.protocol.event import Said, SaidPart, TurnEnded, TurnOutcome, TurnStarted, Used
from cobrowse.protocol.observation import Observation
from cobrowse.protocol.outline import changes
from cobrowse.protocol.result import Failure, Result
from cobrowse.settings import Limits

_SAME_AGAIN = 3
"""How often the very same action may be tried in one turn with the same outcome."""


class _End(Exception):
    """The turn is over."""

    def __init__(self, outcome: TurnOutcome, response: str = "", retryable: bool = False) -> None:
        super().__init__(response)
        self.outcome: TurnOutcome = outcome
        self.response = response
        self.retryable = retryable


@dataclass(slots=True)
class Loop:
    """Runs turns of one session."""

    stream: Stream
    executor: Executor
    observe: Callable[[], Awaitable[Observation]]
    document: Callable[[], str]
    """Identifies the main document that is shown now."""
    limits: Limits = field(default_factory=Limits)
    catalogue: Catalogue = CATALOGUE
    free: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the assistant may act; cleared while the person drives."""
    saw: Callable[[Observation, str], None] = lambda observation, text: None
    """Told what a page said."""
    earlier: list[tuple[str, str]] = field(default_factory=list)
    """Requests and answers of past turns."""

    async def run(self, turn: str, goal: str, brain: Brain) -> TurnEnded:
        """One turn, from the request to its end, which is also told to the stream."""
        self.stream.emit(TurnStarted(turn=turn, text=goal))
        try:
            async with asyncio.timeout(self.limits.minutes * 60):
                await _Turn(self, turn, goal, brain.begin(goal)).run()
            raise AssertionError("a turn ends by an exception")
        except _End as end:
            ended = TurnEnded(turn=turn, outcome=end.outcome, response=end.response, retryable=end.retryable)
        except TimeoutError:
            ended = TurnEnded(
                turn=turn,
                outcome="failed",
                response=f"I stopped after {self.limits.minutes:g} minutes.",
                retryable=True,
            )
        except BrowserGone as gone:
            ended = TurnEnded(turn=turn, outcome="failed", response=str(gone), retryable=True)
        except asyncio.CancelledError:
            if not self.executor.interrupted:
                self._settle(turn, "Stopped.")
                self.stream.emit(TurnEnded(turn=turn, outcome="cancelled", response="Stopped."))
                raise
            ended = TurnEnded(turn=turn, outcome="failed", response=self.executor.interrupted, retryable=True)
        except Exception as error:  # a fault of ours must still end the turn in a named state
            logger.exception("a turn failed by a fault of the program: %s", type(error).__name__)
            ended = TurnEnded(
                turn=turn,
                outcome="failed",
                response="Something went wrong inside Cobrowse. Please try again.",
                retryable=True,
            )
        self._settle(turn, "The turn ended before it.")
        self.earlier.append((goal, ended.response))
        self.stream.emit(ended)
        return ended

    def _settle(self, turn: str, why: str) -> None:
        """No row stays open when a turn has ended."""
        rows = [step for step in self.executor.timeline.steps.values() if step.turn == turn]
        self.executor.timeline.skip(rows, why)


@dataclass(slots=True)
class _Turn:
    """What one turn remembers."""

    loop: Loop
    turn: str
    goal: str
    thinker: Thinker
    remarks: list[str] = field(default_factory=list)
    failures: int = 0
    """Rounds in a row in which something failed."""
    tried: dict[str, int] = field(default_factory=dict)
    tokens: int = 0
    said: str = ""
    before: Observation | None = None
    """The page as it was when the brain last thought."""

    async def run(self) -> None:
        """Think and act until `_End`."""
        done = 0
        while True:
            await self.loop.free.wait()
            observation = await self._look()
            entries = await self._think(observation)
            if not entries:
                raise _End("done", self.said)
            planned = read_entries(entries, self.loop.catalogue)
            await self._do(planned, observation)
            done += len(planned)
            if done >= self.loop.limits.steps:
                raise _End("failed", f"I stopped after {done} steps. Say “go on” if I should continue.", True)

    async def _look(self) -> Observation:
        """The page now. One that cannot be read at once gets a second chance: it may be between two pages."""
        try:
            observation = await self.loop.observe()
        except Failure:
            await asyncio.sleep(0.5)
            try:
                observation = await self.loop.observe()
            except Failure as failure:
                raise _End("failed", f"The page could not be read. {failure.message}", True) from None
        told = observed(self.turn, observation)
        self.loop.saw(observation, told.text)
        self.loop.stream.emit(told)
        return observation

    async def _think(self, observation: Observation) -> Sequence[Any]:
        told = None if self.before is None else changes(self.before, observation)
        self.before = observation
        view = View(
            goal=self.goal,
            observation=observation,
            changed="" if told is None or told.whole else told.text,
            steps=self.loop.executor.timeline.of_turn(self.turn),
            earlier=tuple(self.loop.earlier[-6:]),
            remarks=tuple(self.remarks),
        )
        self.remarks.clear()
        words: list[str] = []
        entries: Sequence[Any] = ()
        try:
            async with aclosing(self.thinker.think(view)) as thoughts:  # type: ignore[type-var]
                async for thought in thoughts:
                    match thought:
                        case Words(text):
                            words.append(text)
                            self.loop.stream.emit(SaidPart(turn=self.turn, text=text))
                        case Spent(read, written):
                            self._spend(read, written)
                        case Proposal(proposed):
                            entries = proposed
        except BrainError as error:
            self._say("".join(words))
            raise _End("failed", str(error), error.retryable) from None
        self._say("".join(words))
        return entries

    def _say(self, text: str) -> None:
        if text.strip():
            self.said = text.strip()
            self.loop.stream.emit(Said(turn=self.turn, text=self.said))

    def _spend(self, read: int, written: int) -> None:
        self.tokens += read + written
        self.loop.stream.emit(Used(turn=self.turn, input_tokens=read, output_tokens=written))
        if self.tokens > self.loop.limits.tokens:
            raise _End("failed", f"I stopped after {self.tokens} tokens, the limit of one request.", True)

    async def _do(self, planned: Sequence[Action | Malformed], observation: Observation) -> None:
        """Perform a batch: it stops at the first failure, and a page change drops the rest.

        What ends the turn has no row of its own: the chat says it.
        """
        timeline = self.loop.executor.timeline
        shown = [entry for entry in planned if not isinstance(entry, Done | Blocked)]
        rows = timeline.plan(self.turn, shown, _names(observation))
        failed = False
        for at, (row, action) in enumerate(zip(rows, shown, strict=True)):
            await self.loop.free.wait()
            if isinstance(action, Malformed):
                timeline.end(row.id, Result.failure("invalid", action.message))
                self.remarks.append(f"Entry {at + 1} was dropped: {action.message}.")
                failed = True
                continue
            self._repeats(action)
            step = await self.loop.executor.run(row, action)
            if step.status != "done":
                timeline.skip(rows[at + 1 :], "The step before it did not succeed.")
                failed = self.loop.free.is_set()  # what the person broke off is no failure
                break
            if self.loop.document() != observation.document:
                timeline.skip(rows[at + 1 :], "The page changed.")
                break
        else:
            self._finish(planned, failed)
        self._give_up(failed)

    def _finish(self, planned: Sequence[Action | Malformed], failed: bool) -> None:
        """End the turn when the batch says so and all of it could be read and done."""
        end = next((entry for entry in planned if isinstance(entry, Done | Blocked)), None)
        if end is None or failed:
            return
        text = end.response if isinstance(end, Done) else end.reason
        if text.strip() and text.strip() != self.said:
            self._say(text)
        raise _End("done" if isinstance(end, Done) else "blocked", text or self.said)

    def _give_up(self, failed: bool) -> None:
        self.failures = self.failures + 1 if failed else 0
        if self.failures >= self.loop.limits.errors:
            ended = self.loop.executor.timeline.of_turn(self.turn)
            last = next((step.result.message for step in reversed(ended) if step.result and step.result.message), "")
            raise _End("failed", f"I tried {self.failures} times and did not get on. {last or ''}".strip(), True)

    def _repeats(self, action: Action) -> None:
        """An action that was tried some times already leads nowhere."""
        key = json.dumps(action.canonical(), sort_keys=True)
        self.tried[key] = self.tried.get(key, 0) + 1
        if self.tried[key] == _SAME_AGAIN:
            self.remarks.append(
                f"You have done {action.action_name()} on the same target {_SAME_AGAIN} times. Do something else."
            )
        if self.tried[key] > _SAME_AGAIN + 1:
            raise _End(
                "failed", "I kept doing the same thing without getting on, so I stopped. Tell me how to go on.", True
            )


def _names(observation: Observation) -> Callable[[str], str | None]:
    """What targets are called on the page that the batch was planned for."""

    def name_of(target: str) -> str | None:
        element = observation.element(target.strip("[]↑↓ "))
        return (element.name or element.role) if element else None

    return name_of
