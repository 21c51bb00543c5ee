"""One action, from its targets to its result: locate → gate → act → verify → report.

Handlers raise `Failure`; nothing leaves here but a settled step, save the cancellation of the whole run.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue, InvalidAction
from cobrowse.agent import wording
from cobrowse.agent.gate import Gate, Verdict
from cobrowse.agent.person import People
from cobrowse.agent.timeline import Timeline
from cobrowse.agent.undo import Undo, undo_for
from cobrowse.browser.changes import watch
from cobrowse.browser.overlay import PageOverlay
from cobrowse.browser.page import DrivenPage
from cobrowse.errors import BrowserGone
from cobrowse.log import logger
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.event import Answer, Step
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Change, Failure, Result
from cobrowse.protocol.stage import Stage

_ATTACHED_IS_ENOUGH = frozenset(["extract", "upload", "validate_form"])
"""Actions whose element need not be seen."""
_LOCATES_ITSELF = frozenset(["wait"])
"""Actions whose element may not be there yet."""


@dataclass(slots=True)
class Executor:
    """Performs actions of one session."""

    page: DrivenPage
    overlay: PageOverlay
    people: People
    gate: Gate
    timeline: Timeline
    catalogue: Catalogue = CATALOGUE
    grant: Callable[[str, str], None] = lambda origin, action: None
    """Keeps the person's “always on this site”."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What the host set, for the handlers."""
    interrupted: str = ""
    """Why the run is being ended from outside, when it is not the person who stops it."""
    undos: dict[str, Undo] = field(default_factory=dict)
    """How to put back what a step overwrote, by step id."""

    async def run(self, step: Step, action: Action, *, frame: str | None = None) -> Step:
        """Do it, and tell the timeline at every turn. `frame` is a target that names the frame its elements are in.

        Never raises but for a cancelled run.
        """
        started = time.monotonic()
        try:
            result, extra = await self._attempt(step, action, frame)
        except asyncio.CancelledError:
            self.timeline.end(
                step.id,
                Result.failure("navigation", self.interrupted)
                if self.interrupted
                else Result.failure("cancelled", "Stopped before it was finished."),
            )
            raise
        except Failure as failure:
            result, extra = failure.result(), {}
        except BrowserGone as gone:
            result, extra = Result.failure("navigation", str(gone)), {}
        except Exception as error:  # handlers must never raise into the loop, not even by a fault of ours
            logger.exception("an action failed by a fault of the program: %s", type(error).__name__)
            result, extra = Result.failure("unknown", "Something went wrong inside Cobrowse while doing this."), {}
        waited = extra.pop("waited", 0.0)
        ms = round((time.monotonic() - started - waited) * 1000)
        return self.timeline.end(step.id, result, ms, **extra)

    async def perform(self, action: Action) -> Result:
        """Do it without a row in the timeline, but gated all the same."""
        try:
            nodes = await self._locate(action)
            verdict = self.gate.judge(action, nodes, self.page.url)
            if verdict.kind == "ask":
                action = await self._ask("", action, nodes, verdict)
            return await self._act(action, nodes, verdict)
        except Failure as failure:
            return failure.result()

    async def _attempt(self, step: Step, action: Action, frame: str | None) -> tuple[Result, dict[str, Any]]:
        self.timeline.change(step.id, status="running")
        nodes = await self._locate(action, frame)
        self._relabel(step, action, nodes)
        verdict = self.gate.judge(action, nodes, self.page.url)
        waited = 0.0
        if verdict.kind == "ask":
            asked = time.monotonic()
            self.timeline.change(step.id, status="waiting")
            action = await self._ask(step.id, action, nodes, verdict)
            waited = time.monotonic() - asked
            self.timeline.change(step.id, status="running", action=action.canonical())
            self._relabel(step, action, nodes)
        undo = undo_for(action, nodes)
        result = await self._act(action, nodes, verdict)
        if result.ok and undo is not None:
            self.undos[step.id] = undo
        return result, {"waited": waited, "undoable": result.ok and undo is not None}

    async def _locate(self, action: Action, frame: str | None = None) -> dict[str, Node]:
        """Find every element the action names, so that it can be judged before anything is done."""
        name = action.action_name()
        if name in _LOCATES_ITSELF:
            return {}
        presence = "attached" if name in _ATTACHED_IS_ENOUGH else "visible"
        nodes = {target: await self.page.locate(target, frame=frame, presence=presence) for target in action.targets()}
        if not nodes and action.effect is Effect.SIDE_EFFECT and name in ("press", "hold_key"):
            focused = await self.page.focused()
            return {"": focused} if focused else {}
        return nodes

    def _relabel(self, step: Step, action: Action, nodes: Mapping[str, Node]) -> None:
        """The element's own name, once it is known."""
        secret = any(node.secret for node in nodes.values())
        if not nodes and not secret:
            return
        label, about = wording.label(action, wording.naming(nodes), hidden=secret)
        changes: dict[str, Any] = {"label": label, "about": about}
        if secret:
            changes["action"] = {
                key: "•••" if key in ("value", "final_value") else value for key, value in step.action.items()
            }
        self.timeline.change(step.id, **changes)

    async def _ask(self, step: str, action: Action, nodes: Mapping[str, Node], verdict: Verdict) -> Action:
        """Ask the person; returns the action as approved. Raises `Failure("declined")` for a no."""
        ask = wording.approval(self.people.new_id(), step, action, nodes, verdict, self.page.url)
        await self.overlay.mark(list(nodes.values()), labels=[wording.plain(node.name, 40) for node in nodes.values()])
        await self.overlay.subtitle("This needs your word: look at it, then decide in the Cobrowse window.")
        try:
            answer = await self.people.put(ask)
        finally:
            await self.overlay.clear()
        if answer.verdict == "always" and ask.grantable:
            origin = next((node.origin for node in nodes.values()), "")
            self.grant(origin, action.action_name())
            return action
        if answer.verdict in ("approve", "always"):
            return action
        if answer.verdict == "edit":
            return self._edited(action, answer)
        raise Failure("declined", "You skipped this." if answer.verdict == "skip" else "You said no to this.")

    def _edited(self, action: Action, answer: Answer) -> Action:
        """The same action on the same element with another value."""
        try:
            return self.catalogue.validate({**action.canonical(), "value": answer.text or ""})
        except InvalidAction as error:
            raise Failure("invalid", f"The edited value cannot be used: {error}.") from None

    async def _act(self, action: Action, nodes: dict[str, Node], verdict: Verdict) -> Result:
        """Perform, watching what comes of it. Elements are compared with what was judged right before input is sent."""
        located = {target: node for target, node in nodes.items() if target}
        facts = {**self.facts, "address": verdict.address}
        stage = Stage(self.page, self.overlay, self.people, located, facts)
        if action.effect is Effect.READ:
            return await action.perform(stage)
        async with self.overlay.quiet(), watch(self.page.session) as seen:
            result = await action.perform(stage)
        changes = [*seen.changes, *await self._landed()]
        return result.with_data(changes=[change.model_dump(exclude_none=True) for change in changes])

    async def _landed(self) -> list[Change]:
        """After the fact: a page off the list is left at once, unread."""
        allowed = self.gate.allowed
        url = self.page.url
        if allowed is None or not url.startswith("http") or allowed.allows(url):
            return []
        await self.page.leave()
        return [Change(kind="blocked", url=url, text="It led to a site that this session may not reach.")]
