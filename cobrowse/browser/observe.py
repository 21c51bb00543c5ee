"""Looking at a tab: all frames at once, merged in reading order, without touching anything."""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from cobrowse.browser.identity import Identities, stale
from cobrowse.browser.rows import Built, Report, Spot, build, element_facts, element_keys
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame, Handle
from cobrowse.log import logger
from cobrowse.protocol.lines import NOT_SHOWN
from cobrowse.protocol.observation import Element, FrameView, Item, Observation
from cobrowse.protocol.result import Failure

FRAME_SECONDS = 1.5
"""How long a frame inside the page may take before it is left out."""
_AFTER_MAIN_SECONDS = 0.7
"""What frames get at least once the main document is done: they often share its thread."""
_NOT_READY_SECONDS = 0.3
_MAIN_SECONDS = 10.0
_WALK_MS = 4000
_FRAME_WALK_MS = 1200
_MOST_NODES = 200_000
_ROOT_ROUNDS = 4
"""Closed shadow roots may hold hosts of further ones."""

_identities: WeakKeyDictionary[Tab, Identities] = WeakKeyDictionary()


def identities_of(tab: Tab) -> Identities:
    """The ids of a tab's elements."""
    return _identities.setdefault(tab, Identities())


@dataclass(slots=True)
class _Look:
    """One frame while it is being looked at."""

    frame: Frame
    context: str = ""
    report: Report | None = None
    note: str = ""
    owner: int | None = None
    """Key of the element that holds it, in its parent."""
    keys: list[int] = field(default_factory=list)
    ids: dict[int, str] = field(default_factory=dict)


async def observe(tab: Tab) -> Observation:
    """What is on the tab's page now. Raises `Failure` when the main document cannot be read."""
    started = time.perf_counter()
    looks = [_Look(frame) for frame in await tab.frames()]
    await _look_at_all(looks)
    main = looks[0]
    if main.report is None:
        raise Failure("timeout", f"The page could not be read: {main.note}.")
    identities = identities_of(tab)
    identities.keep_only([look.frame.context for look in looks if look.frame.context])
    for look in looks:
        if look.report is not None:
            await _name(look, identities)
    return _merge(looks, identities, started)


async def find(tab: Tab, id: str) -> tuple[Frame, int]:
    """The document and key behind an id, following a node that was drawn anew since the last look.

    Raises `Failure`: `not_found` for an id never given, `stale` for one whose node is gone.
    """
    identities = identities_of(tab)
    for attempt in range(2):
        place = identities.resolve(id)
        frame = next((frame for frame in await tab.frames() if frame.context == place.document), None)
        if frame is not None and await frame.call("isAlive", place.key):
            return frame, place.key
        if attempt == 0:
            await observe(tab)
    raise stale(id)


# --- all frames at once ---------------------------------------------------------------------------------------------


async def _look_at_all(looks: Sequence[_Look]) -> None:
    main, *others = looks
    started = time.monotonic()
    tasks = [asyncio.ensure_future(_look(look)) for look in others]
    try:
        await _look(main)
        left = max(FRAME_SECONDS - (time.monotonic() - started), _AFTER_MAIN_SECONDS)
        if tasks:
            _, slow = await asyncio.wait(tasks, timeout=left)
            for task in slow:
                others[tasks.index(task)].note = "it did not answer in time"
    finally:
        for task in tasks:
            task.cancel()


async def _look(look: _Look) -> None:
    frame = look.frame
    is_main = frame.parent is None
    try:
        if not is_main and not frame.ready.is_set():
            async with asyncio.timeout(_NOT_READY_SECONDS):
                await frame.ready.wait()
        options = {"nodes": _MOST_NODES, "ms": _WALK_MS if is_main else _FRAME_WALK_MS}
        seconds = _MAIN_SECONDS if is_main else FRAME_SECONDS
        owner = None if is_main else asyncio.ensure_future(_owner_key(frame))
        look.report = await _report(frame, options, int(seconds * 1000))
        look.context = frame.context
        if owner is not None:
            look.owner = await owner
        if look.report["nodes"] < 6 and not look.report["rows"]:
            look.note = "nothing is in it yet"
    except TimeoutError:
        look.note = "it is still loading"
    except Failure as failure:
        look.note = "it did not answer in time" if failure.reason == "timeout" else "it was changing"


async def _owner_key(frame: Frame) -> int | None:
    try:
        owner = await frame.owner()
        return None if owner is None or frame.parent is None else await frame.parent.call("keyOf", owner)
    except Failure:
        return None


async def _report(frame: Frame, options: dict[str, Any], timeout_ms: int) -> Report:
    """One frame's report, after bringing in what closed shadow roots it may have."""
    for rounds_left in range(_ROOT_ROUNDS, -1, -1):
        text = await frame.call("observe", options, timeout_ms=timeout_ms)
        with _uncollected():
            report: Report = json.loads(text)
        if not rounds_left or not report["hosts"] or not await _adopt_roots(frame, report["hosts"]):
            return report
    raise AssertionError("the last round returns")


async def _adopt_roots(frame: Frame, hosts: Sequence[int]) -> int:
    """Make the closed shadow roots of these elements known to the frame's world; returns how many there were."""
    return sum(await asyncio.gather(*(_adopt_root(frame, key) for key in hosts)))


async def _adopt_root(frame: Frame, key: int) -> bool:
    try:
        host = await frame.handle("nodeOf", key)
        if host is None:
            return False
        node = (await frame.send("DOM.describeNode", {"objectId": host.object_id, "depth": 0, "pierce": True}))["node"]
        for root in node.get("shadowRoots", ()):
            if root["shadowRootType"] == "closed":
                inner: Handle | None = await frame.resolve(root["backendNodeId"])
                if inner is not None:
                    await frame.call("adoptRoot", host, inner)
                    return True
    except Failure as failure:
        logger.debug("a shadow root was not read: %s", failure.reason)
    return False


# --- ids and order --------------------------------------------------------------------------------------------------


async def _name(look: _Look, identities: Identities) -> None:
    """Give every listed element its id, letting re-drawn nodes keep theirs."""
    assert look.report is not None
    look.keys = element_keys(look.report)
    facts = functools.partial(element_facts, look.report)
    rivals = identities.rivals(look.context, look.keys, facts)
    if rivals:
        await _inherit(look, identities, rivals)
    look.ids = identities.ids_of(look.context, look.keys)
    identities.note(look.context, look.keys, facts)


async def _inherit(look: _Look, identities: Identities, rivals: dict[int, str]) -> None:
    old = {id: identities.resolve(id).key for id in rivals.values()}
    try:
        alive = set(await look.frame.call("aliveAmong", list(old.values())))
    except Failure:
        return
    identities.inherit(look.context, {key: id for key, id in rivals.items() if old[id] not in alive})


def _merge(looks: Sequence[_Look], identities: Identities, started: float) -> Observation:
    main = looks[0]
    report = main.report
    assert report is not None
    fresh = identities.newcomers(main.context, (id for look in looks for id in look.ids.values()))
    width, height, _, scroll = report["view"]
    with _uncollected():
        items, frames = _Assembly(looks, fresh, (width, height)).all()
    return Observation(
        url=report["url"],
        title=report["title"],
        viewport=(width, height),
        scroll=(scroll, report["height"]),
        items=tuple(items),
        frames=tuple(frames),
        document=main.frame.document,
        nodes=sum(look.report["nodes"] for look in looks if look.report),
        ms=(time.perf_counter() - started) * 1000,
        truncated=any(look.report["truncated"] for look in looks if look.report),
    )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Tens of thousands of new objects, none of them garbage: collecting meanwhile only costs time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Assembly:
    """Frames put into the place of their elements."""

    def __init__(self, looks: Sequence[_Look], fresh: set[str], view: tuple[float, float]) -> None:
        self.looks = looks
        self.is_new = fresh.__contains__ if fresh else None
        self.view = view
        self.names: dict[str, str] = {}
        self.shown: set[str] = {""}

    def all(self) -> tuple[list[Item], list[FrameView]]:
        items = self.of(self.looks[0], Spot())
        return items, [self.view_of(look) for look in self.looks]

    def view_of(self, look: _Look) -> FrameView:
        frame = look.frame
        note = look.note or ("" if frame.key in self.shown else NOT_SHOWN)
        url = look.report["url"] if look.report else frame.url
        return FrameView(key=frame.key, url=url, origin=frame.origin, name=self.names.get(frame.key, ""), note=note)

    def of(self, look: _Look, spot: Spot) -> list[Item]:
        if look.report is None:
            return []
        built = build(look.report, look.ids, spot, self.is_new)
        inner = [child for child in self.looks if child.frame.parent is look.frame and child.owner in built.holders]
        if not inner:
            return built.items
        return self.with_frames(built, inner, spot)

    def with_frames(self, built: Built, inner: Sequence[_Look], spot: Spot) -> list[Item]:
        at: dict[int, list[Item]] = {}
        for child in inner:
            assert child.owner is not None
            holder = built.holders[child.owner]
            element = built.items[holder.at]
            assert isinstance(element, Element)
            hidden = tuple(state for state in element.states if state.startswith("offscreen") or state == "covered")
            key = child.frame.key
            self.names[key] = holder.name
            self.shown.add(key)
            at[holder.at] = self.of(child, Spot(key, spot.x + holder.x, spot.y + holder.y, self.view, hidden))
        items: list[Item] = []
        for index, item in enumerate(built.items):
            items.append(item)
            items.extend(at.get(index, ()))
        return items
