"""What an action acts on: the page, what is drawn into it, and the person. The executor sets the stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import JsonValue

from cobrowse.protocol.condition import Condition
from cobrowse.protocol.node import Node
from cobrowse.protocol.observation import Element
from cobrowse.protocol.result import Failure

Presence = Literal["attached", "visible"]
Modifier = Literal["ctrl", "shift", "alt", "meta", "mod"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldValidity:
    """What a form would say about one field; never its value."""

    name: str
    valid: bool
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a person picked: `index` is -1 when they wrote something of their own."""

    index: int
    value: str


class Page(Protocol):
    """The driven tab. Every method has a deadline and raises `Failure` with a reason when it cannot do its work.

    Methods that act on a node first wait until it is visible, enabled, still and uncovered (5 s unless set otherwise).
    """

    @property
    def url(self) -> str:
        """The address of the active tab."""
        ...

    async def locate(
        self, target: str, *, frame: str | None = None, presence: Presence = "visible", timeout_ms: int | None = None
    ) -> Node:
        """Find the one element a target means, waiting for it to appear."""
        ...

    async def verify(self, node: Node) -> None:
        """Raise `Failure("stale")` when the node is gone or no longer what it was when it was located."""
        ...

    async def navigate(self, url: str) -> None:
        """Go to an absolute address in the active tab."""
        ...

    async def history(self, step: Literal["back", "forward", "reload"]) -> None:
        """Go through the tab's history."""
        ...

    async def tab(self, mode: Literal["open", "return", "switch", "close"], url: str | None) -> None:
        """Open, leave, change or close a tab of this session."""
        ...

    async def click(self, node: Node, *, count: int = 1, hold_ms: int = 0) -> None:
        """Press the main mouse button on it."""
        ...

    async def hover(self, node: Node) -> None:
        """Bring the pointer over it and leave it there."""
        ...

    async def drag(self, source: Node, destination: Node, steps: int) -> None:
        """Drag with the button held, also where HTML5 drag events are wanted."""
        ...

    async def scroll(self, direction: str, amount: int | None, node: Node | None) -> dict[str, JsonValue]:
        """Scroll the page or a container by CSS pixels; says how far it went and what is left."""
        ...

    async def reveal(self, node: Node) -> None:
        """Scroll it into view."""
        ...

    async def focus(self, node: Node) -> None:
        """Give it the keyboard focus."""
        ...

    async def fill(self, node: Node, value: str) -> str:
        """Replace what a field holds; returns what it then holds."""
        ...

    async def append(self, node: Node, value: str) -> str:
        """Type at the end of a field; returns what it then holds."""
        ...

    async def field(self, name: str) -> Node:
        """The one form field that a person would call so: by target, label, name, placeholder or nearest question."""
        ...

    async def choose(self, node: Node, values: Sequence[str]) -> list[str]:
        """Choose exactly these in a list, by value or label; returns the labels chosen."""
        ...

    async def tick(self, node: Node, on: bool) -> bool:
        """Bring a checkbox, radio button or switch into a state; returns whether anything had to be done."""
        ...

    async def upload(self, node: Node, paths: Sequence[str]) -> None:
        """Give files to a file field."""
        ...

    async def press(self, key: str, modifiers: Sequence[Modifier], node: Node | None, hold_ms: int = 0) -> None:
        """Press a key or chord on a node, or on what has the focus."""
        ...

    async def read(self, node: Node, attribute: str | None) -> JsonValue:
        """A live property or attribute, secrets masked; the text when none is named."""
        ...

    async def read_page(self, query: str | None) -> str:
        """The readable text of the page, or the passages about `query`."""
        ...

    async def find(self, query: str, most: int = 8) -> list[Element]:
        """Elements and headings that match the words, best first."""
        ...

    async def validity(self, node: Node | None) -> list[FieldValidity]:
        """What the fields of a form (or of the page) would complain of."""
        ...

    async def holds(self, condition: Condition) -> bool:
        """Whether a condition holds at this moment."""
        ...

    async def sleep(self, ms: int) -> None:
        """Let time pass while the page goes on."""
        ...


class Overlay(Protocol):
    """What we draw into the page. Never raises for a page that resists: the window shows the same."""

    async def subtitle(self, text: str, *, wait: bool = False) -> None:
        """Show a sentence at the bottom; with `wait`, until the person presses Space or clicks it."""
        ...

    async def mark(
        self, nodes: Sequence[Node], *, labels: Sequence[str] = (), color: str | None = None, fill: bool = False
    ) -> None:
        """Frame the nodes (or tint them, with `fill`), replacing what was framed before."""
        ...

    async def clear(self) -> None:
        """Remove everything we drew."""
        ...


class Person(Protocol):
    """The one in front of the screen, through whatever faces are connected."""

    async def ask(self, question: str) -> str:
        """Ask for words."""
        ...

    async def choose(
        self, question: str, options: Sequence[str], *, free_text: bool, about: Sequence[Node] = ()
    ) -> Choice:
        """Ask for one of some options; `about` frames what each option means in the page."""
        ...

    async def wait_for(self, note: str) -> None:
        """Wait until the person goes on."""
        ...

    async def hand_over(self, reason: str) -> None:
        """Give the person the browser, until they hand it back."""
        ...

    async def present(self, title: str, body: str) -> None:
        """Show a card in the chat."""
        ...


@dataclass(slots=True)
class Stage:
    """Everything a handler may touch, for one action."""

    page: Page
    overlay: Overlay
    person: Person
    located: dict[str, Node] = field(default_factory=dict)
    """Nodes found, judged and, where needed, approved before the action began: target → node."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What the host set: sitemap paths, files that may be uploaded."""

    async def node(self, target: str, *, presence: Presence = "visible", checked: bool = True) -> Node:
        """The node that was approved for `target`, if it is still the same; else find it now.

        Without `checked` it is left to the page, which compares it at the last moment before a press anyway.
        """
        known = self.located.get(target)
        if known is None:
            return await self.page.locate(target, presence=presence)
        if checked:
            await self.page.verify(known)
        return known


def require(condition: object, message: str) -> None:
    """Raise `Failure("invalid")` with `message` unless `condition` is true."""
    if not condition:
        raise Failure("invalid", message)
