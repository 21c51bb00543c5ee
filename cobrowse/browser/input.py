"""Our own mouse and keyboard: each press and key is announced to the document it goes to, then sent.

What was not announced is the person's (`resources/page/guard.js`), and a press that would land on something else than was
meant is swallowed there. Whatever ends an action, no button and no key stays down.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager

from cobrowse.browser.ground import Ground, swallowed
from cobrowse.browser.settle import Before, settle, traffic_of
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.result import Failure

HOLD_MOST_MS = 5000
_INPUT_MS = 6000
_NOWHERE = (-10, -10)
"""Outside of the page: what is released there is released on nothing."""
_ABANDON_MS = 120
"""A page that does not answer within this is let go of without being told first."""
_BEHIND_SECONDS = 0.4
_REPEAT_AFTER = 0.4
_REPEAT_EVERY = 0.035
_AT_ONCE = 16
"""So many characters are typed before it is asked anew whether the field may still be typed into."""


@asynccontextmanager
async def acting(ground: Ground, *, quick: bool = False) -> AsyncIterator[Tab]:
    """Around our own input: the page settles afterwards. Raises what the page's last-moment changes made of it."""
    before = Before.of(ground)
    yield before.traffic.tab
    if why := await settle(ground, before, quick=quick):
        raise swallowed(why)


async def dispatch(ground: Ground, work: Awaitable[object], ms: float = _INPUT_MS) -> None:
    """Send input; while a dialog of the page is open no time passes. A page that never comes back is stopped."""
    try:
        await ground.within(work, ms, "The page did not take the input in time; it may have arrived or not.")
    except Failure as failure:
        if failure.reason == "timeout":
            await free(ground.tab)
        raise


async def free(tab: Tab) -> None:
    """Stop the scripts of a page that keeps its process busy for ever."""
    try:
        await tab.main.send("Runtime.terminateExecution", timeout_ms=1000)
    except Failure:
        return


# --- the mouse --------------------------------------------------------------------------------------------------------


async def press(ground: Ground, tab: Tab, count: int = 1, hold_ms: int = 0, *, frame: Frame | None = None) -> None:
    """Press the main button `count` times where the pointer is, the last time held for `hold_ms`.

    A tab that a new one comes before may never say that it took the input; the new one says enough.
    """
    traffic = traffic_of(tab)
    popups, seen = traffic.popups, False
    hold_ms = min(hold_ms, HOLD_MOST_MS)
    ground.inputs += 1
    work = _presses(tab, count, hold_ms, frame or tab.main)
    task = asyncio.ensure_future(dispatch(ground, work, _INPUT_MS + hold_ms))
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_BEHIND_SECONDS)
            if seen and not task.done():
                return
            seen = traffic.popups > popups
        await task
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _presses(tab: Tab, count: int, hold_ms: int, frame: Frame) -> None:
    mouse = tab.page.mouse
    for number in range(1, count + 1):
        try:
            await mouse.down(click_count=number)
            if hold_ms and number == count:
                await asyncio.sleep(hold_ms / 1000)
        except asyncio.CancelledError:
            await abandon(frame)
            await mouse.move(*_NOWHERE)  # as a person does who thinks better of it
            await mouse.up(click_count=number)
            raise
        await mouse.up(click_count=number)


async def abandon(frame: Frame) -> None:
    """Before a button is released that should not have been pressed: make no click of it."""
    try:
        await frame.call("abandon", timeout_ms=_ABANDON_MS)
    except Failure:
        return


# --- the keyboard -----------------------------------------------------------------------------------------------------


async def announce(ground: Ground, frame: Frame, names: Sequence[str], *, repeated: str = "", into: int = 0) -> None:
    """Say which keys come. Raises `Failure` when they may not be sent any more."""
    ground.touched[frame] = None
    ground.inputs += 1
    if why := await frame.call("announceKeys", list(names), repeated, into):
        raise swallowed(why)


async def strike(ground: Ground, frame: Frame, chord: str, *, into: int = 0) -> None:
    """Press one chord in the driver's spelling, such as `Shift+Enter`, in the document that has the focus."""
    await announce(ground, frame, chord_names(chord), into=into)
    await dispatch(ground, ground.tab.page.keyboard.press(chord))


def chord_names(chord: str) -> list[str]:
    """What a page hears of a chord: the modifiers, then the key; with Shift that may be any character."""
    *modifiers, key = chord.split("+") if len(chord) > 1 else [chord]
    return [*("" if name == "ControlOrMeta" else name for name in modifiers), "" if modifiers else key]


async def type_text(ground: Ground, frame: Frame, text: str, into: int) -> None:
    """Type with real keys; stops when the document goes, or the field becomes one that only the person fills in."""
    keyboard = ground.tab.page.keyboard
    for at in range(0, len(text), _AT_ONCE):
        part = text[at : at + _AT_ONCE]
        # The driver inserts what is on no key of its layout; nothing is heard of a key then.
        await announce(ground, frame, [c for c in part if " " <= c <= "~"], into=into)
        await dispatch(ground, keyboard.type(part))


async def insert(ground: Ground, text: str) -> None:
    """Put a text in where the caret is, as a paste does."""
    ground.inputs += 1
    await dispatch(ground, ground.tab.page.keyboard.insert_text(text))


async def chord(ground: Ground, frame: Frame, modifiers: Sequence[str], key: str, hold_ms: int, into: int) -> None:
    """Press a key with modifiers held; one that is held repeats as on a real keyboard."""
    hold_ms = min(hold_ms, HOLD_MOST_MS)
    heard = "" if modifiers else key
    if len(key) == 1 and not key.isascii():
        await announce(ground, frame, list(modifiers), into=into)
    else:
        await announce(ground, frame, [*modifiers, heard], repeated=heard if hold_ms else "", into=into)
    await dispatch(ground, _strike(ground.tab, frame, modifiers, key, hold_ms), _INPUT_MS + hold_ms)


async def _strike(tab: Tab, frame: Frame, modifiers: Sequence[str], key: str, hold_ms: int) -> None:
    keyboard = tab.page.keyboard
    held: list[str] = []
    try:
        for name in modifiers:
            held.append(name)
            await keyboard.down(name)
        if len(key) == 1 and not key.isascii():
            await keyboard.insert_text(key)
        elif hold_ms:
            await _hold(tab, frame, key, hold_ms)
        else:
            await keyboard.press(key)
    finally:
        for name in reversed(held):
            await keyboard.up(name)


async def _hold(tab: Tab, frame: Frame, key: str, hold_ms: int) -> None:
    keyboard = tab.page.keyboard
    end = time.monotonic() + hold_ms / 1000
    document = frame.document
    try:
        await keyboard.down(key)
        await asyncio.sleep(min(_REPEAT_AFTER, hold_ms / 1000))
        while time.monotonic() < end and frame.document == document:
            await keyboard.down(key)
            await asyncio.sleep(_REPEAT_EVERY)
    finally:
        await keyboard.up(key)
