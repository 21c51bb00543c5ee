"""The driven tab as actions and the engine see it; every method hands on to the module that knows how."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from pydantic import JsonValue

from cobrowse.browser import choices, fields, files, finding, input, keyboard, pointer, reading, tabs, ticks, travel
from cobrowse.browser.askfor import field_called
from cobrowse.browser.changes import page_came
from cobrowse.browser.dialogs import Dialogs, Question
from cobrowse.browser.downloads import Downloads
from cobrowse.browser.ground import Ground
from cobrowse.browser.keyboard import chord_of
from cobrowse.browser.locate import locate
from cobrowse.browser.nodes import anew, bind, verify
from cobrowse.browser.overwrite import Overwrite, put_back, remember
from cobrowse.browser.ready import in_words
from cobrowse.browser.session import BrowserSession
from cobrowse.browser.settle import loaded, traffic_of
from cobrowse.browser.tab import Tab
from cobrowse.browser.takeover import Takeover
from cobrowse.browser.veil import Veil
from cobrowse.browser.world import Handle
from cobrowse.protocol.condition import Condition
from cobrowse.protocol.node import Node
from cobrowse.protocol.observation import Element
from cobrowse.protocol.result import Failure
from cobrowse.protocol.stage import FieldValidity, Modifier, Presence


class DrivenPage:
    """Implements `cobrowse.protocol.stage.Page` on a real browser. May be made before the browser has started."""

    def __init__(
        self,
        session: BrowserSession,
        *,
        wait_ms: int = 5000,
        allowed: Callable[[str], None] | None = None,
        downloads: Path | None = None,
    ) -> None:
        """`allowed` raises `Failure` for an address that may not be gone to; `downloads` is the session's folder."""
        self.session = session
        self.allowed = allowed
        self.ground = Ground(session, wait_ms)
        self._dialogs = Dialogs(self.ground)
        self._takeover = Takeover(self.ground)
        self.overwrites: list[Overwrite] = []
        """Fields that were changed, as they were, since this was last emptied."""
        self.veil = Veil()
        """Takes out of any text what was typed into secret fields of this session."""
        self.downloads = Downloads(
            self.ground, downloads or Path(tempfile.gettempdir()) / f"cobrowse-downloads-{id(self):x}"
        )
        session.on_page = self._page_came
        session.on_tab = self._tab_came
        for tab in session.tabs:
            self.downloads.follow(tab.page)
            self._tab_came(tab)

    def _page_came(self, page: object) -> None:
        self.downloads.follow(page)  # type: ignore[arg-type]
        page_came(self.ground, page)  # type: ignore[arg-type]

    def _tab_came(self, tab: Tab) -> None:
        traffic_of(tab)
        self._takeover.follow(tab)
        self.veil.follow(tab)

    # --- for the engine -----------------------------------------------------------------------------------------------

    @property
    def on_question(self) -> Question | None:
        """Asked about a page's `confirm`, `prompt` and `beforeunload`; without it all are answered with no."""
        return self._dialogs.on_question

    @on_question.setter
    def on_question(self, ask: Question | None) -> None:
        self._dialogs.on_question = ask

    @property
    def on_person_input(self) -> Callable[[], None] | None:
        """Called when the person presses or types in the page."""
        return self._takeover.callback

    @on_person_input.setter
    def on_person_input(self, call: Callable[[], None] | None) -> None:
        self._takeover.callback = call

    @property
    def trusted_css(self) -> bool:
        """Whether any CSS may be used as a target: a host's own contract."""
        return self.ground.trusted_css

    @trusted_css.setter
    def trusted_css(self, on: bool) -> None:
        self.ground.trusted_css = on

    async def handle_of(self, node: Node) -> Handle | None:
        """The node itself, for drawing around it; None when it has gone."""
        try:
            place = self.ground.place(node)
            return await place.frame.handle("nodeOf", place.key)
        except Failure:
            return None

    @property
    def document(self) -> str:
        """Identifies the main document that is shown now. Raises `BrowserGone`."""
        return self.session.active.main.document

    async def anew(self, node: Node) -> Node:
        """The same node with its facts as they are now. Raises `Failure("stale")` when it is gone or another thing."""
        return await anew(self.ground, node)

    async def free(self) -> None:
        """Stop the scripts of a page that keeps its process busy without end."""
        await input.free(self.ground.tab)

    async def _remember(self, node: Node) -> None:
        """Keep what a field holds before it is changed for the first time."""
        before = await remember(self.ground, node)
        if all(known.id != before.id for known in self.overwrites):
            self.overwrites.append(before)

    async def put_back(self, before: Overwrite) -> None:
        """Make a field what it was. Raises `Failure` when it is gone or does not take it."""
        await put_back(self.ground, before)

    @property
    def inputs(self) -> int:
        """How many presses and keys of ours pages have got so far; what was held back in time does not count."""
        return self.ground.inputs

    def bind(self, nodes: Iterable[Node]) -> None:
        """The person is asked about these elements: what becomes of them or their page meanwhile makes them stale."""
        bind(self.ground, nodes)

    async def focused(self) -> Node | None:
        """What has the keyboard focus, in whatever frame; None when nothing has."""
        return await finding.focused(self.ground)

    async def leave(self) -> None:
        """Leave a page that may not be shown: back to where it was come from, else to an empty one."""
        await travel.leave(self.ground, self.allowed)

    # --- cobrowse.protocol.stage.Page -----------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The address of the active tab."""
        return travel.shown_whole(self.session.active.url)

    async def locate(
        self, target: str, *, frame: str | None = None, presence: Presence = "visible", timeout_ms: int | None = None
    ) -> Node:
        return await locate(self.ground, target, frame, presence, timeout_ms)

    async def verify(self, node: Node) -> None:
        await verify(self.ground, node)

    async def field(self, name: str) -> Node:
        return await field_called(self.ground, name)

    async def navigate(self, url: str) -> None:
        await travel.navigate(self.ground, self._dialogs, url, self.allowed)

    async def history(self, step: Literal["back", "forward", "reload"]) -> None:
        await travel.history(self.ground, self._dialogs, step, self.allowed)

    async def tab(self, mode: Literal["open", "return", "switch", "close"], url: str | None) -> None:
        await tabs.change_tab(self.ground, self._dialogs, mode, url, self.allowed)

    async def click(self, node: Node, *, count: int = 1, hold_ms: int = 0) -> None:
        if node.tag == "option" and count == 1 and await choices.is_dropdown(self.ground, node):
            await self.verify(node)
            await choices.choose_option(self.ground, node)
        else:
            await pointer.click(self.ground, node, count=count, hold_ms=hold_ms)

    async def hover(self, node: Node) -> None:
        await pointer.hover(self.ground, node)

    async def drag(self, source: Node, destination: Node, steps: int) -> None:
        await pointer.drag(self.ground, source, destination, steps)

    async def scroll(self, direction: str, amount: int | None, node: Node | None) -> dict[str, JsonValue]:
        return await pointer.scroll(self.ground, direction, amount, node)

    async def reveal(self, node: Node) -> None:
        place = self.ground.place(node)
        try:
            await place.frame.call("reveal", place.key)
        except Failure as failure:
            raise in_words(node, failure) from failure

    async def focus(self, node: Node) -> None:
        async with input.acting(self.ground, quick=True):
            await keyboard.focus(self.ground, node)

    async def fill(self, node: Node, value: str) -> str:
        await self._remember(node)
        return await fields.fill(self.ground, node, value)

    async def append(self, node: Node, value: str) -> str:
        await self._remember(node)
        return await fields.append(self.ground, node, value)

    async def choose(self, node: Node, values: Sequence[str]) -> list[str]:
        await self._remember(node)
        return await choices.choose(self.ground, node, values)

    async def tick(self, node: Node, on: bool) -> bool:
        await self._remember(node)
        return await ticks.tick(self.ground, node, on)

    async def upload(self, node: Node, paths: Sequence[str]) -> None:
        await files.upload(self.ground, node, paths)

    async def press(self, key: str, modifiers: Sequence[Modifier], node: Node | None, hold_ms: int = 0) -> None:
        chord_of(key, modifiers)
        await keyboard.press(self.ground, key, modifiers, node, hold_ms)

    async def read(self, node: Node, attribute: str | None) -> JsonValue:
        return await reading.read(self.ground, node, attribute)

    async def read_page(self, query: str | None) -> str:
        return await reading.read_page(self.ground, query)

    async def find(self, query: str, most: int = 8) -> list[Element]:
        return await finding.find(self.ground, query, most)

    async def validity(self, node: Node | None) -> list[FieldValidity]:
        return await reading.validity(self.ground, node)

    async def holds(self, condition: Condition) -> bool:
        return await reading.holds(self.ground, condition)

    async def steady(self) -> None:
        """Give a page that is still loading a moment to become what a person would look at."""
        await loaded(self.ground.tab)

    async def sleep(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)
