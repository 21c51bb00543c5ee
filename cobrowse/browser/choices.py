"""Lists, ticks and files."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.fields import fill
from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.keyboard import secret
from cobrowse.browser.locate import node_of
from cobrowse.browser.pointer import acting, aim, click, dispatch
from cobrowse.browser.ready import reach
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_OPEN_SECONDS = 3.0
_POLL = 0.05
_CHOOSER_MS = 3000


async def choose(ground: Ground, node: Node, values: Sequence[str]) -> list[str]:
    """Choose exactly these in a list, native or built from roles; returns the labels."""
    if node.secret:
        raise secret(node)
    place = ground.place(node)
    found = await place.frame.call("listOf", place.key)
    if found["native"]:
        return await _native(ground, node, place.frame, found["native"], list(values))
    return await _built(ground, node, list(values))


async def _native(ground: Ground, node: Node, frame: Frame, key: int, values: list[str]) -> list[str]:
    async with acting(ground):
        await reach(ground, node, key=key, point=False)
        try:
            result = await frame.call("chooseNative", key, values)
        except Failure as failure:
            if options := failure.data.get("options"):
                raise Failure(
                    failure.reason, f"{failure.message} There are: {', '.join(options[:20])}.", **failure.data
                ) from failure
            raise
    if sorted(result["chosen"]) != sorted(result["asked"]):
        raise Failure("not_kept", f"{node.described} holds {', '.join(result['chosen']) or 'nothing'} instead.")
    return result["chosen"]


async def _built(ground: Ground, node: Node, values: list[str]) -> list[str]:
    """Open the list if need be, then click what is to be chosen."""
    place = ground.place(node)
    offer = await place.frame.call("choicesOf", place.key)
    if not offer["list"] and not _all_there(offer, values):
        await click(ground, node)
        offer = await _offered(place, values)
        if not _all_there(offer, values) and len(values) == 1:
            offer = await _narrowed(ground, node, values[0], offer)
    chosen: list[str] = []
    for value in values:
        row = _row(offer, value)
        if row is None:
            await _close(ground)
            labels = [name for _, name, *_ in offer["rows"]][:20]
            there = f" There are: {', '.join(labels)}." if labels else ""
            raise Failure("not_found", f"There is no choice “{value[:60]}” in {node.described}.{there}", options=labels)
        chosen.append(row[1] or value)
        if not (row[3] and (offer["multiple"] or offer["list"])):
            await _click_row(ground, node, place.frame, row)
    if offer["multiple"]:
        for row in offer["rows"]:
            if row[3] and row[1] not in chosen:
                await _click_row(ground, node, place.frame, row)
    return chosen


def _row(offer: dict[str, Any], value: str) -> list[Any] | None:
    wanted = " ".join(value.split()).casefold()
    for column in (1, 2):
        for row in offer["rows"]:
            if " ".join(str(row[column]).split()).casefold() == wanted:
                return row
    return None


def _all_there(offer: dict[str, Any], values: list[str]) -> bool:
    return all(_row(offer, value) is not None for value in values)


async def _offered(place: Place, values: list[str]) -> dict[str, Any]:
    """The choices, once those wanted are among them or the time is up."""
    end = time.monotonic() + _OPEN_SECONDS
    while True:
        offer = await place.frame.call("choicesOf", place.key)
        if _all_there(offer, values) or time.monotonic() > end:
            return offer
        await asyncio.sleep(_POLL)


async def _narrowed(ground: Ground, node: Node, value: str, offer: dict[str, Any]) -> dict[str, Any]:
    """A list that offers only what was typed for."""
    try:
        await fill(ground, node, value)
    except Failure as failure:
        if failure.reason in ("not_kept", "not_interactive", "invalid"):
            return offer
        raise
    return await _offered(ground.place(node), [value])


async def _click_row(ground: Ground, node: Node, frame: Frame, row: list[Any]) -> None:
    if row[4]:
        raise Failure("not_interactive", f"The choice “{row[1]}” cannot be chosen now.")
    facts = await frame.call("seekKey", row[0])
    if facts is None:
        raise Failure("stale", f"The choices of {node.described} changed meanwhile.")
    option = node_of(ground, node.target, frame, facts["rows"][0], (0.0, 0.0))
    ground.keep(option, Place(ground.tab, frame, row[0], facts["rows"][0]["mark"]))
    await click(ground, option)


async def _close(ground: Ground) -> None:
    await dispatch(ground, ground.tab.page.keyboard.press("Escape"))


async def is_dropdown(ground: Ground, node: Node) -> bool:
    """Whether the node is a choice of a native list that unfolds, which no pointer of ours can reach."""
    place = ground.place(node)
    return (await place.frame.call("listOf", place.key))["dropdown"]


async def choose_option(ground: Ground, node: Node) -> None:
    """Choose a native choice by choosing it in its list."""
    place = ground.place(node)
    found = await place.frame.call("listOf", place.key)
    await _native(ground, node, place.frame, found["native"], [found["option"]])


# --- ticks ------------------------------------------------------------------------------------------------------------


async def tick(ground: Ground, node: Node, on: bool) -> bool:
    """Bring a checkbox, radio button or switch into a state; returns whether anything had to be done."""
    place = ground.place(node)
    box = await place.frame.call("tickOf", place.key)
    wanted = "on" if on else "off"
    if not box["state"]:
        raise Failure("invalid", f"{node.described} is nothing that can be ticked.")
    if box["radio"] and not on:
        raise Failure("invalid", f"{node.described} is a radio button: choose another one of its group instead.")
    if box["state"] == wanted:
        return False
    for _ in range(2 if box["state"] == "mixed" else 1):
        await click(ground, node, key=box["key"])
        state = await _ticked(ground, node, place, box["key"], wanted)
        if state == wanted:
            return True
    raise Failure("not_kept", f"{node.described} did not stay {'ticked' if on else 'unticked'}.")


async def _ticked(ground: Ground, node: Node, place: Place, key: int, wanted: str) -> str:
    try:
        state = await place.frame.call("tickAfter", key, wanted)
        if state:
            return state
        answer = await place.frame.call("seekRole", node.role, node.name)
    except Failure as failure:
        # The tick led to another page: it was taken.
        if failure.reason == "navigation":
            return wanted
        raise
    states = answer["rows"][0]["states"] if len(answer["rows"]) == 1 else ()
    return "on" if {"checked", "pressed", "selected"} & set(states) else "off"


# --- files ------------------------------------------------------------------------------------------------------------


async def upload(ground: Ground, node: Node, paths: Sequence[str]) -> None:
    """Give files to a file field, or to the file dialog that the node opens."""
    files = await asyncio.to_thread(_existing, paths)
    place = ground.place(node)
    field = await place.frame.handle("fileField", place.key)
    if field is None:
        await _by_dialog(ground, node, files)
        return
    facts = await field.call("fileFacts")
    if facts["disabled"]:
        raise Failure("not_interactive", f"{node.described} is disabled.")
    if len(files) > 1 and not facts["multiple"]:
        raise Failure("invalid", f"{node.described} takes one file only.")
    async with acting(ground):
        await place.frame.send("DOM.setFileInputFiles", {"files": files, "objectId": field.object_id})


def _existing(paths: Sequence[str]) -> list[str]:
    """Absolute paths. Raises `Failure("invalid")` for what is no file."""
    files = [Path(path).expanduser().resolve() for path in paths]
    for path in files:
        if not path.is_file():
            raise Failure("invalid", f"There is no file {path.name}.")
    return [str(path) for path in files]


async def _by_dialog(ground: Ground, node: Node, files: list[str]) -> None:
    async with acting(ground) as tab:
        await aim(ground, tab, node)
        try:
            async with tab.page.expect_file_chooser(timeout=_CHOOSER_MS) as waiting:
                await dispatch(ground, _press(tab.page.mouse))
            chooser = await waiting.value
            if len(files) > 1 and not chooser.is_multiple():
                raise Failure("invalid", f"{node.described} takes one file only.")
            await chooser.set_files(files)
        except PlaywrightError as error:
            raise Failure("not_interactive", f"{node.described} does not ask for a file.") from error


async def _press(mouse: Any) -> None:
    await mouse.down()
    await mouse.up()
