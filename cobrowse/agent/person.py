"""The person, as the engine sees them: questions go out as events, answers come back as commands."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from cobrowse.agent.stream import Stream
from cobrowse.protocol.event import Answer, Answered, Ask, Asked, ControlChanged, Said
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure
from cobrowse.protocol.stage import Choice, Overlay

By = Literal["window", "page", "terminal", "script", "engine"]


class People:
    """Asks the person and waits. One question at a time, so that no answer can be meant for another one."""

    def __init__(self, stream: Stream, overlay: Overlay | None = None, script: Iterator[Answer] | None = None) -> None:
        self.turn = ""
        """Id of the turn under way."""
        self.overlay = overlay
        self.picker: Callable[[Ask, Sequence[Node]], object] | None = None
        """Shows a question in the page as well."""
        self.heard: Callable[[str], object] = lambda words: None
        """Told the person's own words when they answer in words."""
        self._stream = stream
        self._script = script
        self._count = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[tuple[Answer, By]]] = {}
        self._asks: dict[str, Ask] = {}
        self._lock = asyncio.Lock()

    @property
    def scripted(self) -> bool:
        """Whether answers come from a script."""
        return self._script is not None

    def answer_with(self, script: Iterator[Answer]) -> None:
        """Take the answers from a script; one that has run out says no."""
        self._script = script

    @property
    def waiting(self) -> Ask | None:
        """The question that is open now."""
        return next(iter(self._asks.values()), None)

    def new_id(self) -> str:
        """An id for a question."""
        return f"q{next(self._count)}"

    async def put(self, ask: Ask, bind: Callable[[Answer], str] = lambda answer: "") -> Answer:
        """Ask, and wait for the answer. Scripted answers come first; a script that has run out rejects.

        `bind` tells the digest of what an answer allows, to be kept with it. Raises `Failure` when it does.
        """
        async with self._lock:
            self._stream.emit(Asked(turn=self.turn, ask=ask))
            if self._script is not None:
                answer, by = next(self._script, Answer(verdict="reject")), "script"
            else:
                answer, by = await self._wait(ask)
            if answer.text and answer.verdict in ("text", "edit"):
                self.heard(answer.text)
            digest, unfit = "", None
            try:
                digest = bind(answer)
            except Failure as failure:
                unfit = failure
            self._stream.emit(Answered(ask=ask.id, answer=answer, by=by, digest=digest))
            if unfit is not None:
                raise unfit
            return answer

    async def _wait(self, ask: Ask) -> tuple[Answer, By]:
        future: asyncio.Future[tuple[Answer, By]] = asyncio.get_running_loop().create_future()
        self._waiting[ask.id], self._asks[ask.id] = future, ask
        try:
            return await future
        except asyncio.CancelledError:
            self._stream.emit(Answered(ask=ask.id, answer=Answer(verdict="stop"), by="engine"))
            raise
        finally:
            del self._waiting[ask.id], self._asks[ask.id]

    def reply(self, ask: str, answer: Answer, by: By) -> bool:
        """Take an answer. False when nothing waits for it, or when it may not come from there."""
        future, question = self._waiting.get(ask), self._asks.get(ask)
        if future is None or question is None or future.done():
            return False
        if by == "page" and (question.consequential or question.kind == "approval"):
            return False
        if answer.verdict == "expired" or (answer.verdict == "always" and not question.grantable):
            return False
        future.set_result((answer, by))
        return True

    def withdraw(self, ask: str) -> None:
        """Close a question that no longer stands: what it is about has gone."""
        self._settle(ask, Answer(verdict="expired"))

    def hand_back(self, ask: str) -> None:
        """The person was seen to have done what the browser was handed over for."""
        self._settle(ask, Answer(verdict="continue"))

    def _settle(self, ask: str, answer: Answer) -> None:
        future = self._waiting.get(ask)
        if future is not None and not future.done():
            future.set_result((answer, "engine"))

    async def ask(self, question: str) -> str:
        """Ask for words."""
        answer = await self.put(Ask(id=self.new_id(), kind="text", title=question, allow_free_text=True))
        return self._text(answer)

    async def choose(
        self, question: str, options: Sequence[str], *, free_text: bool, about: Sequence[Node] = ()
    ) -> Choice:
        """Ask for one of the options, in the window and, with what they mean framed, in the page."""
        ask = Ask(id=self.new_id(), kind="choice", title=question, options=tuple(options), allow_free_text=free_text)
        shown = self.picker(ask, about) if self.picker else None
        try:
            if asyncio.iscoroutine(shown):
                await shown
            answer = await self.put(ask)
        finally:
            if self.overlay is not None and (about or self.picker):
                await self.overlay.clear()
        return picked(answer, ask)

    async def wait_for(self, note: str) -> None:
        """Wait until they go on."""
        self._text(await self.put(Ask(id=self.new_id(), kind="pause", title=note)), ok=("continue", "approve"))

    async def hand_over(self, reason: str) -> None:
        """Give them the browser until they hand it back."""
        self._stream.emit(ControlChanged(who="person", why=reason))
        try:
            self._text(
                await self.put(Ask(id=self.new_id(), kind="hand_over", title=reason)), ok=("continue", "approve")
            )
        finally:
            self._stream.emit(ControlChanged(who="assistant"))

    async def present(self, title: str, body: str) -> None:
        """Show a card."""
        self._stream.emit(Said(turn=self.turn, text=f"**{title}**\n\n{body}"))

    def _text(self, answer: Answer, ok: tuple[str, ...] = ("text", "choice", "edit")) -> str:
        if answer.verdict not in ok:
            raise Failure("declined", "The person did not answer.")
        return answer.text or ""


def picked(answer: Answer, ask: Ask) -> Choice:
    """The option that an answer means; an answer in other words has index -1. Raises `Failure("declined")`."""
    if answer.verdict == "choice" and answer.index is not None and 0 <= answer.index < len(ask.options):
        return Choice(index=answer.index, value=ask.options[answer.index])
    if answer.text and (answer.verdict in ("text", "choice")):
        for index, option in enumerate(ask.options):
            if option.strip().lower() == answer.text.strip().lower():
                return Choice(index=index, value=option)
        if ask.allow_free_text:
            return Choice(index=-1, value=answer.text)
    raise Failure("declined", "The person did not choose.")
