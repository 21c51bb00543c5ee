"""What we draw into the page, seen from the engine: subtitle, marks, pointer, picker, the frame of control.

The drawing itself is `resources/page/overlay*.js`. Nothing here raises for a page that resists or has just gone: the
window shows the same, and after a navigation `restore` draws again what is still wanted.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from cobrowse.browser.drawing import Drawing
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame, Handle
from cobrowse.protocol.node import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """What the person answered in the page: `index` is -1 for their own words; `cancelled` when they pressed Esc."""

    index: int = -1
    text: str = ""
    cancelled: bool = False


@dataclass(slots=True, kw_only=True)
class _Wanted:
    """What should be on show, whatever the page does."""

    text: str = ""
    wait: bool = False
    typed: bool = False
    token: int = 0
    question: tuple[str, list[str], dict[str, Any]] | None = None
    control: bool = False


class PageOverlay:
    """`protocol.stage.Overlay` on the active tab.

    `active` gives that tab (or raises `BrowserGone`), `handle_of` a handle to a located node in its own frame, None
    when it has gone.
    """

    def __init__(
        self,
        active: Callable[[], Tab],
        handle_of: Callable[[Node], Awaitable[Handle | None]],
        words: dict[str, str] | None = None,
    ) -> None:
        self.on_pick: Callable[[Pick], None] = lambda _: None
        """The person answered the picker in the page."""
        self.on_go_on: Callable[[], None] = lambda: None
        """The person went on from a waiting subtitle in the page."""
        self.on_resisted: Callable[[], None] = lambda: None
        """The page keeps removing our drawing; nothing is drawn into this document any more."""
        self._drawing = Drawing(active, handle_of, self._signal, words)
        self._wanted = _Wanted()
        self._tokens = itertools.count(1)
        self._gone_on = asyncio.Event()
        self._quiet = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def subtitle(self, text: str, *, wait: bool = False, typed: bool = False) -> None:
        """Show a sentence; with `wait`, return when the person goes on, in the page or through `go_on`.

        An empty text takes the subtitle away. `typed` lets it appear letter by letter, unless the person wants less
        motion.
        """
        self._gone_on.set()
        gone_on = self._gone_on = asyncio.Event()
        wanted = self._wanted
        wanted.text, wanted.typed, wanted.token = text, typed, next(self._tokens)
        token, wanted.wait = wanted.token, wait and bool(text.strip())
        await self._draw_subtitle()
        if not wanted.wait or token != wanted.token:
            return
        self._keep(self._drawing.relay(token))
        try:
            await gone_on.wait()
        finally:
            self._keep(self._drawing.relay(0))
            self._keep(self._drawing.draw("subtitleDone", token))
            if token == wanted.token:
                wanted.wait = False

    def go_on(self) -> None:
        """The person went on elsewhere, such as in the window."""
        self._gone_on.set()

    async def mark(
        self,
        nodes: Sequence[Node],
        *,
        labels: Sequence[str] = (),
        color: str | None = None,
        fill: bool = False,
        numbered: bool = False,
    ) -> None:
        """Frame or tint the nodes, replacing what was marked; `numbered` matches them to a picker's options."""
        places = await asyncio.gather(*(self._drawing.place(node) for node in nodes))
        texts = [*labels, *[""] * len(places)]
        found = [(place or {}, text) for place, text in zip(places, texts, strict=False) if place or numbered]
        items = [{**place, "label": text} for place, text in found]
        options: dict[str, Any] = {"fill": fill, "numbered": numbered}
        if color:
            options["color"] = color
        await self._drawing.draw("mark", items, options)

    async def cursor(self, x: float, y: float, *, press: bool = False) -> None:
        """Glide the drawn pointer to a point of the tab's viewport, CSS pixels; does not wait until it is there."""
        await self._drawing.draw("cursor", x, y, press)

    async def picker(self, question: str, options: Sequence[str], free_text: bool = False) -> None:
        """Ask in the page; the answer comes through `on_pick`. Ask the same elsewhere: a page may resist."""
        token = next(self._tokens)
        self._wanted.question = (question, list(options), {"freeText": free_text, "token": token})
        await self._drawing.draw("picker", *self._wanted.question)

    async def close_picker(self) -> None:
        """Ask no longer: the answer came from elsewhere, or is not needed."""
        self._wanted.question = None
        await self._drawing.draw("closePicker")

    async def set_control(self, on: bool) -> None:
        """Frame the page while the person has the browser to themselves."""
        self._wanted.control = on
        await self._drawing.draw("control", on)

    async def clear(self) -> None:
        """Remove what we drew, save the frame of control, which goes with `set_control`; nothing waits any more."""
        self._wanted = _Wanted(control=self._wanted.control)
        self._gone_on.set()
        await self._drawing.draw("clear")

    async def rects(self) -> list[dict[str, float]]:
        """Where a click would answer us: `x y width height` in the viewport, CSS pixels."""
        found = await self._drawing.draw("rects")
        return found if isinstance(found, list) else []

    @asynccontextmanager
    async def quiet(self) -> AsyncIterator[None]:
        """While the assistant sends input of its own, nothing in the page answers for the person."""
        self._quiet += 1
        if self._quiet == 1:
            await self._drawing.draw("quiet", True, next(self._tokens))
        try:
            yield
        finally:
            self._quiet -= 1
            if self._quiet == 0:
                # Not waited for: our input may have opened a dialog, behind which the page answers nothing.
                self._keep(self._drawing.draw("quiet", False, next(self._tokens)))

    async def restore(self) -> None:
        """Draw again in a new document or another tab. Marks are dropped: what they were about has gone."""
        wanted = self._wanted
        if self._quiet:
            await self._drawing.draw("quiet", True, next(self._tokens))
        if wanted.control:
            await self._drawing.draw("control", True)
        if wanted.text:
            await self._draw_subtitle()
            if wanted.wait:
                self._keep(self._drawing.relay(wanted.token))
        if wanted.question:
            await self._drawing.draw("picker", *wanted.question)

    async def _draw_subtitle(self) -> None:
        wanted = self._wanted
        options = {"wait": wanted.wait, "typed": wanted.typed, "token": wanted.token}
        await self._drawing.draw("subtitle", wanted.text, options)

    def _signal(self, frame: Frame, payload: dict[str, Any]) -> None:
        """What the page scripts say; only an answer to what is asked now counts."""
        wanted = self._wanted
        match payload:
            case {"kind": "subtitle-done", "token": token} if wanted.wait and token == wanted.token:
                self._gone_on.set()
                self.on_go_on()
            case {"kind": "picked" | "picker-cancelled" as kind, "token": token}:
                self._picked(kind, token, payload)
            case {"kind": "overlay-gone"} if frame.parent is None:
                self.on_resisted()

    def _picked(self, kind: str, token: object, payload: dict[str, Any]) -> None:
        question = self._wanted.question
        if question is None or question[2]["token"] != token:
            return
        self._wanted.question = None
        if kind == "picker-cancelled":
            self.on_pick(Pick(cancelled=True))
            return
        index, options = payload.get("index"), question[1]
        if isinstance(index, int) and 0 <= index < len(options):
            self.on_pick(Pick(index=index, text=options[index]))
        elif question[2]["freeText"]:
            self.on_pick(Pick(text=str(payload.get("text", ""))[:500]))

    def _keep(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
