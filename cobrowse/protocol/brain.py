"""What proposes actions: the built-in guide and language models look the same to the conductor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cobrowse.protocol.event import Step
from cobrowse.protocol.observation import Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a brain is shown before it proposes: the request, the page now, and what was done so far in this turn."""

    goal: str
    """What the person asked, in their words."""
    observation: Observation
    changed: str = ""
    """What the page says otherwise than it did before the last actions; empty at first and on another page."""
    steps: tuple[Step, ...] = ()
    """Steps of this turn that ended, oldest first, with their results (an answer to a question is in `result.data`)."""
    earlier: tuple[tuple[str, str], ...] = ()
    """Requests and answers of earlier turns, oldest first."""
    remarks: tuple[str, ...] = ()
    """What the conductor has to say: entries that were dropped and why, a repeated action."""


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of prose for the chat, streamed."""

    text: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Actions to do next, in any shape the dialect reads; ends this thought. None at all ends the turn."""

    entries: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens that a call cost."""

    input_tokens: int
    output_tokens: int


Thought = Words | Proposal | Spent


class BrainError(Exception):
    """A brain cannot go on; the message is a plain sentence for the person."""

    def __init__(
        self,
        message: str,
        *,
        kind: Literal["key", "network", "timeout", "quota", "model", "reply"],
        retryable: bool = True,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable


class Thinker(Protocol):
    """A brain at work on one turn; it may remember where it is."""

    def think(self, view: View) -> AsyncIterator[Thought]:
        """Propose what to do next. Raises `BrainError`."""
        ...


class Brain(Protocol):
    """Proposes actions."""

    @property
    def name(self) -> str:
        """Shown to the person: `Guide`, or `openai:NAME`."""
        ...

    def begin(self, goal: str) -> Thinker:
        """Start on a request."""
        ...
