"""Getting an action allowed: by the gate, by what was granted, or by the person's yes to this very thing.

Each decision is an event of its own (`Judged`), told before anything is done. A yes is bound to a digest of what was on
the card; right before it is used, the page is asked again, and what differs is asked about anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from cobrowse.actions.catalogue import CATALOGUE, Catalogue, InvalidAction
from cobrowse.agent import sites, wording
from cobrowse.agent.binding import Approval, Place, digest
from cobrowse.agent.gate import Gate, Verdict
from cobrowse.agent.person import People
from cobrowse.agent.stream import Stream
from cobrowse.browser.overlay import PageOverlay
from cobrowse.browser.page import DrivenPage
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.event import Answer, Ask, Authority, Judged
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

Located = dict[str, Node]
_MOST_ASKS = 3
"""So often is one step asked about while its page keeps changing under the card."""
_LOOK_SECONDS = 0.2
"""Between two looks at whether the page under an open card is still there."""
_CHANGED = "The page changed after you were asked. "


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit:
    """What may be done now, once."""

    action: Action
    nodes: Located
    verdict: Verdict
    digest: str
    waited: float
    """Seconds that the person took."""


@dataclass(slots=True)
class Permissions:
    """Decides on the actions of one session."""

    page: DrivenPage
    overlay: PageOverlay
    people: People
    gate: Gate
    stream: Stream
    grant: Callable[[str, str], None] = lambda origin, action: None
    """Keeps the person's “always on this site”."""
    catalogue: Catalogue = CATALOGUE

    async def of(
        self,
        step: str,
        action: Action,
        locate: Callable[[Action], Awaitable[Located]],
        show: Callable[[Action, Located, bool], None],
    ) -> Permit:
        """The permit to do the action, as it stands after the person's edit. Raises `Failure` where there is none.

        `show` is told what was located, and whether the person is waited for.
        """
        waited, again = 0.0, ""
        for asks in range(1, _MOST_ASKS + 1):
            nodes = await locate(action)
            show(action, nodes, False)
            verdict, place = self._judged(step, action, nodes), self.place()
            if verdict.kind == "allow":
                seal = digest(action, nodes, place, verdict.address)
                self._tell(step, action, nodes, "allowed", verdict.by, verdict.why, seal)
                break
            show(action, nodes, True)
            began = time.monotonic()
            action, approval = await self._ask(step, action, nodes, verdict, place, again)
            waited += time.monotonic() - began
            show(action, nodes, False)
            try:
                await self._still(action, nodes, verdict, approval)
            except Failure as failure:
                self._tell(step, action, nodes, "refused", "rule", failure.message, approval.digest, approval.ask)
                # A script's answers are meant for the questions its writer foresaw, so it is asked nothing twice.
                if failure.reason != "stale" or self.people.scripted or asks == _MOST_ASKS:
                    raise
                again = _CHANGED
                continue
            seal = approval.digest
            self._tell(step, action, nodes, "allowed", "person", verdict.why, seal, approval.ask)
            break
        else:
            raise AssertionError("the last round ends the loop or raises")
        self.gate.gave(action, nodes, verdict, self.page.url)
        return Permit(action=action, nodes=nodes, verdict=verdict, digest=seal, waited=waited)

    def place(self) -> Place:
        """What the tab shows now."""
        return Place.of(self.page.document, self.page.url)

    def _judged(self, step: str, action: Action, nodes: Located) -> Verdict:
        try:
            return self.gate.judge(action, nodes, self.page.url)
        except Failure as failure:
            self._tell(step, action, nodes, "refused", "rule", failure.message)
            raise

    async def _still(self, action: Action, nodes: Located, verdict: Verdict, approval: Approval) -> None:
        """Spend the approval on what the page is now. Raises `Failure("stale")` when that is something else."""
        now = {target: await self._anew(target, node) for target, node in nodes.items()}
        approval.use(digest(action, now, self.place(), verdict.address))

    async def _anew(self, target: str, node: Node) -> Node:
        if target:
            return await self.page.anew(node)
        focused = await self.page.focused()  # a key goes to what has the focus when it is pressed
        if focused is None:
            raise Failure("stale", f"{node.described} has lost the keyboard focus. Look at the page again.")
        return focused

    async def _ask(
        self, step: str, action: Action, nodes: Located, verdict: Verdict, place: Place, again: str
    ) -> tuple[Action, Approval]:
        """Ask the person; the action as approved. Raises `Failure("declined")` for a no."""
        ask = wording.approval(self.people.new_id(), step, action, nodes, verdict, self.page.url)
        seal = digest(action, nodes, place, verdict.address)
        ask = ask.model_copy(update={"digest": seal, "why": again + ask.why})

        def bind(answer: Answer) -> str:
            if answer.verdict != "edit":  # what stood on the card, not what it may have become by now
                return seal if answer.verdict in ("approve", "always") else ""
            return digest(self._as_answered(action, answer), nodes, place, verdict.address)

        self.page.bind(nodes.values())
        await self.overlay.mark(list(nodes.values()), labels=[wording.plain(node.name, 40) for node in nodes.values()])
        await self.overlay.subtitle("This needs your word: look at it, then decide in the Cobrowse window.")
        try:
            answer = await self._answer(ask, place, bind)
        finally:
            await self.overlay.clear()
        if answer.verdict not in ("approve", "always", "edit"):
            why = _NO.get(answer.verdict, "You said no to this.")
            self._tell(step, action, nodes, "refused", "person", why, seal, ask.id)
            raise Failure("stale" if answer.verdict == "expired" else "declined", why)
        if answer.verdict == "always" and ask.grantable:
            self.grant(verdict.origin, action.action_name())
        wanted = self._as_answered(action, answer)
        return wanted, Approval(bind(answer), ask.id)

    async def _answer(self, ask: Ask, place: Place, bind: Callable[[Answer], str]) -> Answer:
        """The person's answer; `expired` as soon as the page that the card is about has gone."""
        answering = asyncio.ensure_future(self.people.put(ask, bind))
        try:
            while not answering.done():
                await asyncio.wait([answering], timeout=_LOOK_SECONDS)
                if not answering.done() and self.place() != place:
                    self.people.withdraw(ask.id)
            return answering.result()
        finally:
            answering.cancel()

    def _as_answered(self, action: Action, answer: Answer) -> Action:
        """The same action on the same element, with the value that the person gave it."""
        if answer.verdict != "edit":
            return action
        try:
            return self.catalogue.validate({**action.canonical(), "value": answer.text or ""})
        except InvalidAction as error:
            raise Failure("invalid", f"The edited value cannot be used: {error}.") from None

    def _tell(
        self,
        step: str,
        action: Action,
        nodes: Mapping[str, Node],
        verdict: Literal["allowed", "refused"],
        by: Authority,
        why: str,
        seal: str = "",
        ask: str = "",
    ) -> None:
        """Write the decision down. What only looks is told when it is refused."""
        if verdict == "allowed" and action.effect in (Effect.READ, Effect.LOCAL):
            return
        node = next(iter(nodes.values()), None)
        self.stream.emit(
            Judged(
                turn=self.people.turn,
                step=step,
                action=action.action_name(),
                about=wording.plain(node.described, 120) if node else "",
                site=sites.shown(node.origin if node and node.origin else self.page.url),
                verdict=verdict,
                by=by,
                why=why,
                digest=seal,
                ask=ask,
            )
        )


_NO = {
    "skip": "You skipped this.",
    "expired": "The page changed before you answered, so the question no longer stands. Look at the page again.",
}
