"""What all acting stands on: the session, located nodes with the place they live in, time that can stand still."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.clock import Clock
from cobrowse.browser.observe import find, identities_of
from cobrowse.browser.session import BrowserSession
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Change, Failure

T = TypeVar("T")
_MOST_HELD = 4000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a located node lives."""

    tab: Tab
    frame: Frame
    key: int
    mark: int = 0
    """Nodes with a key up to this were there when it was located, so none of them can have taken its place."""
    bound: str | None = None
    """Where its document was when the person was asked about it; such a node is never exchanged for its like."""


_grounds: WeakKeyDictionary[BrowserSession, Ground] = WeakKeyDictionary()


@dataclass(eq=False)
class Ground:
    """Shared by the acting modules; one for a session."""

    session: BrowserSession
    wait_ms: int = 5000
    trusted_css: bool = False
    """Whether any CSS may be used: a host's own contract."""
    inputs: int = 0
    """How many presses, chords and pieces of text pages have got from us."""
    person_at: float = float("-inf")
    """When the person last pressed something in the page (monotonic seconds)."""
    watched_at: float = float("-inf")
    """When the last watch of an action ended."""
    opened: int = -1
    """How many tabs the present action opened; -1 while nothing is watched."""
    files: int = 0
    """How many downloads have begun."""
    reported: list[Change] = field(default_factory=list)
    """Dialogs, downloads, blocked addresses and closed tabs since the watch began."""
    noted: list[dict[str, Any]] = field(default_factory=list)
    """What the page scripts saw of each action since the watch began."""
    on_aim: Callable[[float, float], Awaitable[None]] | None = None
    """Shows the person where the pointer goes, in the tab's viewport, before it goes there."""
    touched: dict[Frame, None] = field(default_factory=dict)
    """Frames in which the page scripts take note at present."""
    _places: dict[tuple[str, str, str], Place] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _grounds[self.session] = self

    @staticmethod
    def of(session: BrowserSession) -> Ground:
        """The ground of a session that has one."""
        return _grounds[session]

    def asked_for(self, seconds: float) -> bool:
        """Whether what happens now may have come of an action of ours, or of the person's hand."""
        return self.opened >= 0 or time.monotonic() - max(self.watched_at, self.person_at) < seconds

    @property
    def clock(self) -> Clock:
        """Time as deadlines count it."""
        return self.session.clock

    async def within(self, work: Awaitable[T], ms: float, message: str) -> T:
        """The outcome of `work`, or `Failure("timeout", message)` after `ms`; a page that went away is `navigation`."""
        try:
            async with self.clock.limit(ms / 1000):
                return await work
        except TimeoutError as error:
            raise Failure("timeout", message) from error
        except PlaywrightError as error:
            raise Failure("navigation", "The page changed or was closed meanwhile. Look at it again.") from error

    @property
    def tab(self) -> Tab:
        """The active tab."""
        return self.session.active

    def id_of(self, frame: Frame, row: dict[str, Any]) -> str:
        """The id under which the person and the model know the element."""
        key: int = row["key"]
        return identities_of(self.tab).ids_of(frame.context, [key])[key]

    async def find_id(self, id: str) -> tuple[Frame, int]:
        """The frame and key behind an id. Raises `Failure`: `not_found` or `stale`."""
        return await find(self.tab, id)

    def keep(self, node: Node, place: Place) -> None:
        """Remember where a node lives."""
        if len(self._places) > _MOST_HELD:
            for old in list(self._places)[: _MOST_HELD // 2]:
                del self._places[old]
        self._places[_name(node)] = place

    def place(self, node: Node) -> Place:
        """Where it lives. Raises `Failure("stale")` when its document is gone."""
        place = self._places.get(_name(node))
        if place is None or place.tab is not self.tab or place.tab.closed or place.frame.document != node.document:
            raise stale(node)
        return place


def _name(node: Node) -> tuple[str, str, str]:
    return node.document, node.frame, node.id


def swallowed(why: str) -> Failure:
    """What to say when the page changed so late that our input was held back from it (`Why` in guard.js)."""
    if why == "secret":
        return Failure("secret", "It became a secret field while it was typed into. Only the person types there.")
    if why == "covered":
        return Failure("covered", "Something else came under the pointer in the last moment, so nothing was pressed.")
    return Failure("stale", "It became another thing in the last moment, so it was not used. Look at the page again.")


def stale(node: Node) -> Failure:
    """What to say of a node that is gone or became another thing."""
    return Failure("stale", f"{node.described} is no longer what it was on the page. Look at the page again.")
