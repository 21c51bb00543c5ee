"""A session: one browser, one person, one stream of events. What every face talks to."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from cobrowse import paths
from cobrowse.actions.dialect import Malformed, read_entries
from cobrowse.agent import origins
from cobrowse.agent.executor import Executor
from cobrowse.agent.gate import Gate
from cobrowse.agent.looking import Looking, observed
from cobrowse.agent.loop import Loop
from cobrowse.agent.options import SessionOptions
from cobrowse.agent.origins import AllowList
from cobrowse.agent.permission import Permissions
from cobrowse.agent.person import People
from cobrowse.agent.questions import Questions
from cobrowse.agent.sites import site_of, spelt
from cobrowse.agent.stream import Stream
from cobrowse.agent.timeline import Timeline
from cobrowse.agent.wording import verb
from cobrowse.browser.overlay import PageOverlay
from cobrowse.browser.page import DrivenPage
from cobrowse.browser.session import BrowserOptions, BrowserSession
from cobrowse.errors import BrowserGone, CobrowseError
from cobrowse.guide.guide import Guide
from cobrowse.log import logger
from cobrowse.protocol import command as commands
from cobrowse.protocol.brain import Brain
from cobrowse.protocol.event import (
    EVENT,
    Answer,
    ControlChanged,
    Event,
    Grant,
    GrantsChanged,
    Notice,
    PageChanged,
    Said,
    SessionStarted,
    SettingChanged,
    TurnEnded,
)
from cobrowse.protocol.observation import Observation
from cobrowse.protocol.result import Failure, Result
from cobrowse.store.grants import Grants
from cobrowse.store.journal import Journal

_OURS = frozenset(["kind", "id", "ask", "step", "turn", "digest", "session", "icon", "name", "status", "by"])
"""What the program itself writes into an event; no page has a say in it."""


class Session:
    """The engine. `start`, then `send` commands or `ask`; `events` tells everything; `close` ends the browser."""

    def __init__(
        self,
        options: SessionOptions | None = None,
        *,
        brain: Brain | None = None,
        script: Iterator[Answer] | None = None,
    ) -> None:
        self.options = options or SessionOptions()
        self.id = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        self.brain: Brain = brain or Guide()
        self.journal = Journal(paths.data() / "sessions" / f"{self.id}.db") if self.options.keep else None
        self.stream = Stream(self.journal.append if self.journal else lambda event: None, self._veiled)
        self.grants = Grants(paths.config() / "grants.json")
        self.people = People(self.stream, script=script)
        self.timeline = Timeline(self.stream)
        self.gate = Gate(
            policy=self.options.policy,
            allowed=AllowList.of(list(self.options.allow)) if self.options.allow else None,
            files=frozenset(path.expanduser().resolve() for path in self.options.files),
            sitemap=self.options.sitemap,
            granted=self.grants.has,
        )
        self._turns = itertools.count(1)
        self._turn: asyncio.Task[TurnEnded] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._last_url = ""
        self._warned: set[str] = set()
        self._build()

    def _build(self) -> None:
        """Everything that hangs on the browser; made anew when the browser is."""
        self.browser = BrowserSession(self._browser_options())
        self.page = DrivenPage(self.browser)
        self.looking = Looking(self.page, self.stream)
        self.overlay = PageOverlay(lambda: self.browser.active, self.page.handle_of)
        self.people.overlay = self.overlay
        self.people.heard = self.gate.seen.person_said
        if not self.options.browser.headless:  # nobody sees the drawn pointer otherwise
            self.page.ground.on_aim = self.overlay.cursor
        permissions = Permissions(
            self.page, self.overlay, self.people, self.gate, self.stream, self._grant, self.options.catalogue
        )
        self.executor = Executor(self.page, self.overlay, self.people, permissions, self.timeline)
        self.loop = Loop(
            self.stream, self.executor, self.observe, self.document, self.options.limits, self.options.catalogue,
            saw=self._saw,
        )  # fmt: skip
        self.loop.free.set()
        self.questions = Questions(self)

    def _browser_options(self) -> BrowserOptions:
        """With the network limited to what the gate allows."""
        if self.gate.allowed is None:
            return self.options.browser
        loose = frozenset(self.options.allow_resources)
        resources = (lambda host: "*" in loose or host in loose) if loose else None
        return dataclasses.replace(self.options.browser, allows=self.gate.allowed.allows, resources=resources)

    async def start(self) -> None:
        """Start the browser and open the first page; may be tried again. Raises `CobrowseError`."""
        await self._start_browser()
        self.stream.emit(SessionStarted(session=self.id, brain=self.brain.name, policy=self.gate.policy))
        self._tell_grants()
        if self.options.greeting:
            self.stream.emit(Said(turn="", text=self.options.greeting))
        if self.options.url:
            await self._open_typed(self.options.url)

    async def _start_browser(self) -> None:
        self.browser.on_change = lambda: self._keep(self._tell_page())
        self.browser.on_gone = self._browser_gone
        self.browser.on_crash = self._page_crashed
        self.questions.attach()
        await self.browser.start()
        for warning in self.browser.warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                self.stream.emit(Notice(tone="warning", text=warning))
        await self._tell_page()

    async def open(self, address: str) -> None:
        """Go where the person says. Raises `Failure`."""
        await self.page.navigate(self.gate.check_address(origins.typed(address)))

    def events(self) -> AsyncIterator[Event]:
        """All events of the session, past ones first."""
        return self.stream.read()

    async def observe(self) -> Observation:
        """What is on the page now. Raises `Failure`, `BrowserGone`."""
        return await self.looking.observe()

    def _veiled(self, event: Event) -> Event:
        """Without what was typed into secret fields, wherever a site may have put it: addresses, titles, dialogs."""
        if not self.page.veil.knows:
            return event
        plain = event.model_dump()
        shown = self.page.veil.over_all(plain, keep=_OURS)
        return event if shown == plain else EVENT.validate_python(shown)

    def _saw(self, seen: Observation, text: str) -> None:
        """What the page says is known again when it is given to another site."""
        self.gate.seen.read(site_of(seen.url), text)

    def document(self) -> str:
        """Identifies the main document that is shown now. Raises `BrowserGone`."""
        return self.page.document

    async def ask(self, text: str) -> TurnEnded:
        """Do what the person asks, to its end."""
        return await self._begin(text)

    async def execute(self, name: str, **parameters: Any) -> Result:
        """Perform one action, gated but without a row in the timeline."""
        action = read_entries([{"type": name, **parameters}], self.options.catalogue)[0]
        if isinstance(action, Malformed):
            return Result.failure("invalid", action.message)
        return await self.executor.perform(action)

    async def send(self, command: commands.Command) -> None:
        """Do what a face asks; returns before a turn has run."""
        match command:
            case commands.Say(text=text):
                self._say(text)
            case commands.Reply(ask=ask, answer=answer, by=by):
                self._reply(ask, answer, by)
            case commands.Stop():
                self.stop()
            case commands.TakeOver(why=why):
                self.take_over(why)
            case commands.Resume():
                self.resume()
            case commands.SetPolicy(policy=policy):
                self.gate.policy = policy
                self.stream.emit(SettingChanged(name="policy", value=policy))
            case commands.Revoke(origin=origin, action=action):
                self.grants.revoke(origin, action)
                self._tell_grants()
            case commands.OpenAddress(url=url):
                self._keep(self._open_typed(url))
            case commands.ReopenBrowser():
                self._keep(self._reopen())
            case commands.Undo(step=step):
                self._keep(self._undo(step))
            case commands.Look():
                self._keep(self._look())

    def _grant(self, origin: str, action: str) -> None:
        self.grants.add(origin, action)
        self._tell_grants()

    def _tell_grants(self) -> None:
        told = [
            Grant(origin=origin, action=name, site=spelt(origins.site(origin)), words=verb(action))
            for origin, name in self.grants
            if (action := self.options.catalogue.find(name)) is not None
        ]
        self.stream.emit(GrantsChanged(grants=tuple(told)))

    def use(self, brain: Brain) -> None:
        """Think with another brain from the next request on."""
        self.brain = brain
        self.stream.emit(SettingChanged(name="brain", value=brain.name))

    def _say(self, text: str) -> None:
        """A request; or the answer to a question that takes words; or, while another is under way, instead of it."""
        waiting = self.people.waiting
        if waiting and waiting.kind in ("choice", "text") and waiting.allow_free_text:
            self.people.reply(waiting.id, Answer(verdict="text", text=text), "window")
            return
        self._keep(self._replace(text))

    async def _replace(self, text: str) -> None:
        await self._stopped()
        self._begin(text)

    def _begin(self, text: str) -> asyncio.Task[TurnEnded]:
        turn = f"t{next(self._turns)}"
        self.people.turn = turn
        self.gate.named = origins.named_hosts(text)
        self.gate.seen.person_said(text)
        self.loop.free.set()
        self.executor.interrupted = ""
        self._turn = asyncio.ensure_future(self._run(turn, text))
        return self._turn

    async def _run(self, turn: str, text: str) -> TurnEnded:
        try:
            return await self.loop.run(turn, text, self.brain)
        finally:
            if not self._closed and self.browser.alive:
                await self.overlay.close_picker()

    def _reply(self, ask: str, answer: Answer, by: str) -> None:
        if answer.verdict == "stop":
            self.stop()
        elif not self.people.reply(ask, answer, by):  # type: ignore[arg-type]
            logger.info("an answer came for a question that is not open")

    def stop(self) -> None:
        """End the turn; nothing more is sent to the page."""
        if self._turn is not None and not self._turn.done():
            self._turn.cancel()

    async def _stopped(self) -> None:
        self.stop()
        if self._turn is not None:
            await asyncio.wait([self._turn])

    def take_over(self, why: str) -> None:
        """The person drives: the run pauses before its next step."""
        if self._turn is None or self._turn.done() or not self.loop.free.is_set():
            return
        self.loop.free.clear()
        self.executor.break_off(why or "You took over.")
        self.stream.emit(ControlChanged(who="person", why=why))
        self._keep(self.overlay.set_control(True))

    def resume(self) -> None:
        """The assistant goes on, from what is there now."""
        waiting = self.people.waiting
        if waiting and waiting.kind == "hand_over":
            self.people.reply(waiting.id, Answer(verdict="continue"), "window")
        if not self.loop.free.is_set():
            self.stream.emit(ControlChanged(who="assistant"))
            self._keep(self.overlay.set_control(False))
            self.loop.free.set()

    async def _open_typed(self, url: str) -> None:
        try:
            await self.open(url)
        except (Failure, BrowserGone) as error:
            self.stream.emit(Notice(tone="warning", text=str(error)))

    async def _reopen(self) -> None:
        last = self._last_url
        await self._stopped()
        await self.browser.close()
        self._build()
        try:
            await self._start_browser()
            self.stream.emit(Notice(tone="info", text="The browser is open again."))
            if last:
                await self._open_typed(last)
        except CobrowseError as error:
            self.stream.emit(Notice(tone="error", text=str(error), offer="reopen_browser"))

    async def _undo(self, step: str) -> None:
        undo = self.executor.undos.pop(step, None)
        if undo is None:
            return
        try:
            await undo.put_back(self.page)
        except (Failure, BrowserGone) as error:
            self.stream.emit(Notice(tone="warning", text=f"It could not be put back. {error}"))
            return
        self.timeline.change(step, undoable=False, about=f"{self.timeline.steps[step].about} — put back")

    async def _look(self) -> None:
        if self.people.waiting is not None and self.people.waiting.kind == "hand_over":
            self.stream.emit(Notice(tone="info", text="I do not look at the page while it is yours."))
            return
        try:
            seen = await self.observe()
        except (Failure, BrowserGone) as error:
            self.stream.emit(Notice(tone="warning", text=f"The page could not be read. {error}"))
            return
        self.stream.emit(observed("", seen))

    async def _tell_page(self) -> None:
        if self.browser.alive:
            tab = self.browser.active
            url = tab.url if origins.origin(tab.url) else ""  # the browser's own pages are no place to be
            self._last_url = url or self._last_url
            titles = [
                await other.title() for other in (tab, *(other for other in self.browser.tabs if other is not tab))
            ]
            self.stream.emit(PageChanged(url=url, title=titles[0], tabs=tuple(titles)))
            await self.overlay.restore()

    def _page_crashed(self, url: str) -> None:
        """Say so, and end the step that was under way; the person decides whether the page is tried again."""
        self.executor.break_off("The page crashed.")
        where = f"The page at {site_of(url)}" if site_of(url) else "The page"
        self.stream.emit(Notice(tone="error", text=f"{where} crashed.", offer="reopen_browser"))

    def _browser_gone(self, why: str) -> None:
        """Say so, and end what was under way: there is nothing left to do it on."""
        self.executor.interrupted = why
        self.stop()
        self.stream.emit(Notice(tone="error", text=f"{why} Your conversation is kept.", offer="reopen_browser"))

    def _keep(self, work: Any) -> None:
        """Run on the side, holding on to the task."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.warning("a side task failed: %s", type(error).__name__, exc_info=error)

    async def close(self) -> None:
        """Stop, end the browser, write the journal out. Safe to call twice."""
        if self._closed:
            return
        self._closed = True
        await self._stopped()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.browser.close()
        self.stream.close()
        if self.journal is not None:
            await asyncio.to_thread(self.journal.close)

    async def __aenter__(self) -> Session:
        try:
            await self.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
