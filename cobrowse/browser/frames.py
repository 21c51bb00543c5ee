"""Asking several documents at once, and telling which of them a person can see."""

from __future__ import annotations

import asyncio
from typing import Any

from cobrowse.browser.ground import Ground
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.result import Failure
from cobrowse.protocol.target import CssTarget, RoleTarget, parse_target, shorten

_FRAME_MS = 1500
"""A frame that does not answer within this holds up nobody."""


async def readable_frames(tab: Tab) -> list[Frame]:
    """The documents that can be asked now, the main one first; it is among them even while it is on its way."""
    return [frame for frame in await tab.frames() if frame is tab.main or frame.ready.is_set()]


async def ask_all(frames: list[Frame], name: str, *args: Any, main: Frame | None = None) -> list[tuple[Frame, Any]]:
    """`cobrowse.NAME` in all frames; those that do not answer in time are left out, unless it is `main`."""
    if len(frames) == 1:
        return [(frames[0], await frames[0].call(name, *args))]
    tasks = {asyncio.ensure_future(frame.call(name, *args)): frame for frame in frames}
    try:
        done, _ = await asyncio.wait(tasks, timeout=_FRAME_MS / 1000)
        answers: list[tuple[Frame, Any]] = []
        for task, frame in tasks.items():
            if task in done and task.exception() is None:
                answers.append((frame, task.result()))
            elif frame is main:
                answers.append((frame, await task))
            elif task in done and isinstance(error := task.exception(), Failure) and error.reason == "invalid":
                raise error
        return answers
    finally:
        for task in tasks:
            task.cancel()


async def shown(frame: Frame) -> bool:
    """Whether the element that holds the frame can be seen, and all those around it."""
    at: Frame | None = frame
    while at is not None and at.parent is not None:
        try:
            owner = await at.owner()
            if owner is None or not await at.parent.call("present", owner):
                return False
        except Failure:
            return False
        at = at.parent
    return True


async def with_focus(tab: Tab) -> list[tuple[Frame, dict[str, Any]]]:
    """The documents that keys go to, outermost first, each with what has the focus in it (`focusNow` in act.js)."""
    found: list[tuple[Frame, dict[str, Any]]] = []
    for frame in await tab.frames():
        if not frame.ready.is_set():
            continue
        try:
            state = await frame.call("focusNow", timeout_ms=_FRAME_MS)
        except Failure:
            continue
        if state["document"]:
            found.append((frame, state))
    return found


async def frame_meant(ground: Ground, target: str) -> Frame:
    """The document inside the frame element that a target names; a frame's key will do as well."""
    tab = ground.tab
    for frame in await tab.frames():
        if target in (frame.key, frame.id) and target:
            return frame
    parsed = parse_target(target, trusted_css=ground.trusted_css)
    for known in [tab.main, *(f for f in await tab.frames() if f is not tab.main)]:
        css = parsed.css if isinstance(parsed, CssTarget) else None
        if css is None and isinstance(parsed, RoleTarget):
            css = f'iframe[title="{parsed.name}"]'
        if css is None or not known.ready.is_set():
            continue
        answer = await known.call("seekCss", css)
        for row in answer["rows"]:
            if (inner := await _document_in(tab, known, row["key"])) is not None:
                return inner
    raise Failure("not_found", f"There is no frame {shorten(target)} on the page.")


async def _document_in(tab: Tab, holder: Frame, key: int) -> Frame | None:
    """The frame whose element has this key."""
    for frame in await tab.frames():
        owner = await frame.owner() if frame.parent is holder else None
        if owner is not None and await holder.call("keyOf", owner) == key:
            return frame
    return None
