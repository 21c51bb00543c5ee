"""The guide at work on one turn: one clause at a time, looking anew before each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from cobrowse.guide import clauses as c
from cobrowse.guide import replies
from cobrowse.guide.desk import Desk, Entry, Last, Move, Question
from cobrowse.guide.ground import Page
from cobrowse.guide.parse import parse
from cobrowse.guide.plans import plan
from cobrowse.guide.tokens import tokenise
from cobrowse.guide.words import fold, wordset
from cobrowse.protocol.brain import Proposal, Thought, View
from cobrowse.protocol.event import Step

_MOST_CLAUSES = 60
_LARGE = 1500
"""Items of a page that is read in a thread, so that the window never waits."""


_NO = frozenset(
    ("none of these", "none", "no", "never mind", "nevermind", "cancel", "stop", "nothing", "leave it", "neither")
)


_MOMENT_MS = 700
_ASIDE = wordset("narrate border highlight clear_overlays")
"""Actions whose failure matters to nobody: the window says the same."""


class GuideThinker:
    """The guide at work on one turn."""

    def __init__(self, goal: str, last: Last | None = None) -> None:
        self.goal = goal
        self.last = last or Last()
        self.clauses: list[c.Clause] = parse(goal)[:_MOST_CLAUSES]
        self.said: list[str] = []
        self.answers: list[str] = []
        self.move: Move | None = None
        self.seen = 0
        self.retried = False
        self.waited = False
        """Whether the present clause has already been given a moment."""
        self.desk: Desk | None = None

    async def think(self, view: View) -> AsyncIterator[Thought]:
        """Propose what to do next."""
        large = len(view.observation.items) > _LARGE
        yield Proposal(await asyncio.to_thread(self.next, view) if large else self.next(view))

    def next(self, view: View) -> tuple[Entry, ...]:
        """The entries to do next; the last ones end the turn."""
        desk = self._look(view)
        steps, self.seen = view.steps[self.seen :], len(view.steps)
        if ending := self._take_in(steps, desk):
            return ending
        for _ in range(_MOST_CLAUSES * 2):
            if not self.clauses:
                return (self._done(),)
            move = plan(self.clauses[0], desk)
            if move.stop:
                return ((move.late and self._wait_once(view)) or self._blocked(move.stop),)
            if move.becomes:
                self.clauses[:1] = list(move.becomes)
                self._fresh(desk)
                continue
            self.move = move
            if move.entries:
                return self._with_ending(move)
            self._settle(desk)
        return (self._blocked("This request leads me in a circle. Please say it in smaller steps."),)

    def _wait_once(self, view: View) -> Entry | None:
        """What is not there yet may be on its way when something was just done: menus glide, suggestions are fetched."""
        if self.waited or not any(step.status == "done" and step.name not in _ASIDE for step in view.steps):
            return None
        self.waited, self.move = True, None
        return {"type": "wait", "ms": _MOMENT_MS}

    def _look(self, view: View) -> Desk:
        page = Page(view.observation)
        if self.desk is None:
            self.desk = Desk(page=page, last=self.last)
        self.desk.page = page
        return self.desk

    def _with_ending(self, move: Move) -> tuple[Entry, ...]:
        """A last answer goes out with what is framed for it."""
        if move.answer and len(self.clauses) == 1 and all(entry["type"] in _ASIDE for entry in move.entries):
            self.answers.append(move.answer)
            self.clauses = []
            return (*move.entries, self._done())
        return move.entries

    def _take_in(self, steps: tuple[Step, ...], desk: Desk) -> tuple[Entry, ...]:
        """What became of the last move; entries that end the turn, if it must end."""
        if self.move is None:
            return ()
        failed = next((step for step in steps if step.status != "done" and step.name not in _ASIDE), None)
        result = next((step.result for step in reversed(steps) if step.result is not None), None)
        desk.result = dict(result.data or {}) if result is not None else {}
        if left := self._left_out(steps, desk):
            return left
        if failed is not None:
            return self._failed(failed, desk)
        if self.move.asks is not None:
            return self._answered(self.move.asks, desk)
        self._settle(desk)
        return ()

    def _left_out(self, steps: tuple[Step, ...], desk: Desk) -> tuple[Entry, ...]:
        """Entries of several like ones that a change of the page cut off, as far as they still can be done."""
        move = self.move
        if move is None or len(move.entries) < 2 or move.asks is not None:
            return ()
        done = [step for step in steps if step.status == "done"]
        if not done or any(step.status not in ("done", "skipped") for step in steps) or len(done) >= len(move.entries):
            return ()
        left = tuple(e for e in move.entries[len(done) :] if "selector" not in e or desk.element(e["selector"]))
        self.move = replace(move, entries=left)
        return left

    def _settle(self, desk: Desk) -> None:
        """The move was made: on to the next one or the next clause."""
        move, self.move = self.move, None
        if move is None:
            return
        if move.said:
            self.said.append(move.said)
        if move.answer:
            self.answers.append(move.answer)
        if move.more and move.entries:
            desk.phase += 1
            return
        self.clauses = self.clauses[1:]
        self._fresh(desk)

    def _fresh(self, desk: Desk) -> None:
        desk.phase = 0
        desk.tried = set()
        if not any(isinstance(clause, c.WalkForm) for clause in self.clauses):
            desk.walk = None
        self.retried = False
        self.waited = False

    def _answered(self, question: Question, desk: Desk) -> tuple[Entry, ...]:
        """Take in the person's answer; the clause is planned again with it."""
        self.move = None
        index, value = desk.result.get("index"), str(desk.result.get("value") or "").strip()
        if isinstance(index, int) and 0 <= index < len(question.ids):
            desk.picks[question.key] = question.ids[index]
            return ()
        if not value or (fold(value) in _NO and desk.walk is None):
            return ({"type": "done", "response": replies.let_be(self.said)},)
        other = parse(value)
        commands = not isinstance(index, int) or index < 0
        if commands and index is not None and desk.walk is None and other and not isinstance(other[0], c.Do | c.Ask):
            self.clauses[:1] = other
            self._fresh(desk)
            return ()
        desk.answers[question.key] = value
        desk.rewrites[question.key] = tokenise(value)
        return ()

    def _failed(self, step: Step, desk: Desk) -> tuple[Entry, ...]:
        """A sensible alternative once; then say what happened."""
        move, self.move = self.move, None
        reason = step.result.reason if step.result is not None else None
        if step.status == "cancelled" and self.clauses:
            return ()  # the person used the page and handed it back: planned again on what is there now
        if step.status == "failed" and not self.retried and self.clauses:
            self.retried = True
            if reason in ("stale", "not_found", "ambiguous"):
                return ()
            if reason in ("not_interactive", "not_kept") and step.name in ("check", "uncheck", "radio"):
                self.move = Move(
                    entries=({"type": "click", "selector": step.action["selector"]},), said=move.said if move else ""
                )
                return self.move.entries
        return (self._blocked(replies.failed(step)),)

    def _done(self) -> Entry:
        parts = [replies.finished(self.said)] if self.said or not self.answers else []
        return {"type": "done", "response": " ".join([*parts, *self.answers])}

    def _blocked(self, reason: str) -> Entry:
        return {"type": "blocked", "reason": replies.stopped(self.said, reason)[:2000]}
