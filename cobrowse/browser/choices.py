"""Lists of choices, native and built from roles."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Sequence
from typing import Any

from cobrowse.browser.fields import fill
from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.input import acting, strike
from cobrowse.browser.keyboard import secret
from cobrowse.browser.nodes import node_of
from cobrowse.browser.pointer import click
from cobrowse.browser.ready import reach
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_OPEN_SECONDS = 3.0
_POLL = 0.05
_REDRAWN_TRIES = 5


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
        own = ground.place(node).key == key
        spot = await reach(ground, node, key=None if own else key, point=False)
        try:
            result = await frame.call("chooseNative", key, values, spot.core)
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
    opened = not offer["list"] and not _all_there(offer, values)
    if opened:
        await click(ground, node)
        offer = await _offered(place, values)
        if not _all_there(offer, values) and len(values) == 1:
            offer = await _narrowed(ground, node, values[0], offer)
    chosen: dict[int, str] = {}
    for value in values:
        row = _row(offer, value)
        if row is None:
            await _escape(ground, place)
            labels = [name for _, name, *_ in offer["rows"]][:20]
            there = f" There are: {', '.join(labels)}." if labels else ""
            raise Failure("not_found", f"There is no choice “{value[:60]}” in {node.described}.{there}", options=labels)
        if not (row[3] and (offer["multiple"] or offer["list"])):
            row = await _take(ground, node, place, value, row)
        chosen[row[0]] = _label(row[1]) or value
    beside = next(reversed(chosen), offer["rows"][0][0] if offer["rows"] else 0)
    await _just_these(ground, node, place, chosen, beside)
    if opened and not await _after(place, "closeList", beside):
        await _escape(ground, place)
    return list(chosen.values())


async def _just_these(ground: Ground, node: Node, place: Place, chosen: dict[int, str], beside: int) -> None:
    """Put right a list that lets several be chosen and still shows which are. Raises `not_kept`.

    `chosen` are keys and labels, `beside` is the key of any of its choices. Many a list does not say that it takes several:
    it shows when more than one is chosen, or when a click took the only one away.
    """
    labels = set(chosen.values())
    for last in (False, True):
        offer = await _after(place, "choicesBeside", beside) or {"rows": [], "multiple": False, "marks": False}
        rows = offer["rows"]
        on = [row[1] for row in rows if row[3]]
        # A tick may have become part of the label, or the choice been drawn anew.
        wrong = [row for row in rows if row[3] != (row[0] in chosen or row[1] in labels)]
        several = offer["multiple"] or len(on) > 1 or len(chosen) != 1
        if not wrong or not offer["marks"] or not (several or not on):
            return
        if last:
            raise Failure("not_kept", f"{node.described} holds {', '.join(on) or 'nothing'} instead.")
        for row in wrong:
            await _click_row(ground, node, place.frame, row)


async def _after(place: Place, name: str, key: int) -> Any:
    """An answer of a list that may have gone with a choice, or led to another page; None when it did."""
    try:
        return await place.frame.call(name, key)
    except Failure as failure:
        if failure.reason in ("stale", "navigation"):
            return None
        raise


async def _take(ground: Ground, node: Node, place: Place, value: str, row: list[Any]) -> list[Any]:
    """Click a choice and say which; lists that are drawn anew while they are narrowed down are asked again."""
    for _ in range(_REDRAWN_TRIES):
        try:
            await _click_row(ground, node, place.frame, row)
            return row
        except Failure as failure:
            found = _row(await _offered(place, [value]), value) if failure.reason == "stale" else None
            if found is None:
                raise
            row = found
    raise Failure("stale", f"The choices of {node.described} do not come to rest.")


def _label(text: str) -> str:
    """Without the tick that some lists draw before what is chosen."""
    return re.sub(r"^[✓✔☑✅]\s*", "", text)


def _row(offer: dict[str, Any], value: str) -> list[Any] | None:
    wanted = " ".join(value.split()).casefold()
    for column in (1, 2):
        for row in offer["rows"]:
            if " ".join(_label(row[column]).split()).casefold() == wanted:
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


async def _escape(ground: Ground, place: Place) -> None:
    await strike(ground, place.frame, "Escape")


async def is_dropdown(ground: Ground, node: Node) -> bool:
    """Whether the node is a choice of a native list that unfolds, which no pointer of ours can reach."""
    place = ground.place(node)
    return (await place.frame.call("listOf", place.key))["dropdown"]


async def choose_option(ground: Ground, node: Node) -> None:
    """Choose a native choice by choosing it in its list."""
    place = ground.place(node)
    found = await place.frame.call("listOf", place.key)
    await _native(ground, node, place.frame, found["native"], [found["option"]])
