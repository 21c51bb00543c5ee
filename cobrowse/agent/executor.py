"""One action, from its targets to its result: locate → gate → act → verify → report.

Handlers raise `Failure`; nothing leaves here but a settled step, save the cancellation of the whole run.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cobrowse.agent import wording
from cobrowse.agent.handover import let_them_type
from cobrowse.agent.permission import Permissions, Permit
from cobrowse.agent.person import People
from cobrowse.agent.sites import site_of
from cobrowse.agent.timeline import Timeline
from cobrowse.agent.undo import Undo, undo_for
from cobrowse.browser.changes import watch
from cobrowse.browser.overlay import PageOverlay
from cobrowse.browser.page import DrivenPage
from cobrowse.errors import BrowserGone
from cobrowse.log import logger
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.event import Step
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Change, Failure, Result
from cobrowse.protocol.stage import Stage

_ATTACHED_IS_ENOUGH = frozenset(["extract", "upload", "validate_form"])
"""Actions whose element need not be seen."""
_ROUNDS = 2
"""So often is an action tried while its element keeps turning into something else right before it is used."""
_LOCATES_ITSELF = frozenset(["wait"])
"""Actions whose element may not be there yet."""


@dataclass(slots=True)
class Executor:
    """Performs actions of one session."""

    page: DrivenPage
    overlay: PageOverlay
    people: People
    permissions: Permissions
    timeline: Timeline
    facts: dict[str, Any] = field(default_factory=dict)
    """What the host set, for the handlers."""
    interrupted: str = ""
    """Why the run is being ended from outside, when it is not the person who stops it."""
    undos: dict[str, Undo] = field(default_factory=dict)
    """How to put back what a step overwrote, by step id."""
    _work: asyncio.Task[tuple[Result, dict[str, Any]]] | None = None
    _broken_off: str = ""

    async def run(self, step: Step, action: Action, *, frame: str | None = None, attended: bool = True) -> Step:
        """Do it, and tell the timeline at every turn. `frame` is a target that names the frame its elements are in.

        Unless the run is `attended`, nobody is asked to fill in a secret field: it is refused.

        Never raises but for a cancelled run.
        """
        started = time.monotonic()
        work = self._work = asyncio.ensure_future(self._attempt(step, action, frame, attended))
        self._broken_off = ""
        try:
            result, extra = await work
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._broken_off and task is not None and not task.cancelling():
                return self.timeline.end(step.id, Result.failure("cancelled", self._broken_off))
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
        if self.page.veil.knows:  # a brain is told of this step by its result
            result = Result.model_validate(self.page.veil.over_all(result.model_dump(), keep=("reason",)))
        return self.timeline.end(step.id, result, ms, **extra)

    def break_off(self, why: str) -> None:
        """End the action under way, but not the run: nothing more of it is sent to the page."""
        if self._work is not None and not self._work.done():
            self._broken_off = why
            self._work.cancel()

    async def perform(self, action: Action) -> Result:
        """Do it without a row in the timeline, but gated all the same."""
        try:
            permit = await self.permissions.of("", action, self._locate, lambda *_: None)
            return await self._act(permit)
        except Failure as failure:
            return failure.result()

    async def _attempt(
        self, step: Step, action: Action, frame: str | None, attended: bool
    ) -> tuple[Result, dict[str, Any]]:
        located: list[Node] = []

        def show(wanted: Action, nodes: Mapping[str, Node], waits: bool) -> None:
            located[:] = nodes.values()
            row = _row(wanted, nodes, veiled=wanted.fills)
            self.timeline.change(step.id, status="waiting" if waits else "running", **row)

        waited = 0.0
        for left in reversed(range(_ROUNDS)):
            try:
                permit = await self.permissions.of(step.id, action, lambda wanted: self._locate(wanted, frame), show)
            except Failure as failure:
                if failure.reason != "secret" or not located or self.people.scripted or not attended:
                    raise
                began = time.monotonic()
                result = await let_them_type(self.page, self.overlay, self.people, located[0])
                return result, {"waited": waited + time.monotonic() - began}
            waited += permit.waited
            inputs = self.page.inputs
            result, extra = await self._permitted(step, permit)
            # It became another thing before anything was done to it: that is to be judged, and asked about, anew.
            again = result.reason == "stale" and left and self.page.inputs == inputs
            if not again or (permit.verdict.kind == "ask" and self.people.scripted):
                return result, {**extra, "waited": waited}
        raise AssertionError("the last round returns or raises")

    async def _permitted(self, step: Step, permit: Permit) -> tuple[Result, dict[str, Any]]:
        """Do what is permitted; the result, and what the row shows of it."""
        self.timeline.change(step.id, digest=permit.digest)
        self.page.overwrites.clear()
        try:
            result = await self._act(permit)
        except Failure as failure:
            result = failure.result()
        undo = undo_for(permit.action, self.page)
        if result.ok and undo is not None:
            self.undos[step.id] = undo
        # Only now is it known that no field turned into a secret one, so that its text may be shown and kept.
        row = _row(permit.action, permit.nodes, veiled=permit.action.fills and result.reason == "secret")
        return result, {"undoable": result.ok and undo is not None, **row}

    async def _locate(self, action: Action, frame: str | None = None) -> dict[str, Node]:
        """Find every element the action names, so that it can be judged before anything is done."""
        name = action.action_name()
        if name in _LOCATES_ITSELF:
            return {}
        presence = "attached" if name in _ATTACHED_IS_ENOUGH else "visible"
        nodes = {target: await self.page.locate(target, frame=frame, presence=presence) for target in action.targets()}
        for wanted in action.named():  # one that is not there is told of when it is its turn
            with contextlib.suppress(Failure):
                nodes[wanted] = await self.page.field(wanted)
        if not nodes and action.effect is Effect.SIDE_EFFECT and name in ("press", "hold_key"):
            focused = await self.page.focused()
            return {"": focused} if focused else {}
        return nodes

    async def _act(self, permit: Permit) -> Result:
        """Perform, watching what comes of it. Elements are compared with what was judged right before input is sent."""
        action = permit.action
        located = {target: node for target, node in permit.nodes.items() if target}
        facts = {**self.facts, "address": permit.verdict.address}
        stage = Stage(self.page, self.overlay, self.people, located, facts)
        if action.effect is Effect.READ:
            return self._read(await action.perform(stage))
        async with self.overlay.quiet(), watch(self.page.session) as seen:
            result = await action.perform(stage)
        changes = [*seen.changes, *await self._landed()]
        return result.with_data(changes=[change.model_dump(exclude_none=True) for change in changes])

    def _read(self, result: Result) -> Result:
        """What was read here is known again should it be given to another site."""
        if result.ok and result.data:
            self.permissions.gate.seen.read(site_of(self.page.url), json.dumps(result.data, ensure_ascii=False))
        return result

    async def _landed(self) -> list[Change]:
        """After the fact: a page off the list is left at once, unread."""
        allowed = self.permissions.gate.allowed
        url = self.page.url
        if allowed is None or not url.startswith("http") or allowed.allows(url):
            return []
        await self.page.leave()
        return [Change(kind="blocked", url=url, text="It led to a site that this session may not reach.")]


def _row(action: Action, nodes: Mapping[str, Node], *, veiled: bool) -> dict[str, Any]:
    """What the timeline shows of it: the element's own name once it is known, and nothing meant for a secret field."""
    hidden = {*nodes, *action.named()} - {target for target, node in nodes.items() if not node.secret}
    veil = veiled or (action.fills and bool(hidden))
    shown = action.veiled(hidden if action.named() and not veiled else None) if veil else action.canonical()
    if not nodes:
        return {"action": shown}
    label, about = wording.label(action, wording.naming(nodes), hidden=veil)
    return {"action": shown, "label": label, "about": about}
