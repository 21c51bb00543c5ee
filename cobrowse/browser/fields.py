"""Filling in: text by keys, dates and the like by type."""

from __future__ import annotations

import re

from cobrowse.browser.entry import Entry, Field, not_kept, same_value
from cobrowse.browser.ground import Ground
from cobrowse.browser.input import acting
from cobrowse.browser.keyboard import secret
from cobrowse.browser.pointer import click
from cobrowse.browser.ready import reach
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

_FORMATS = {
    "date": (r"\d{4,}-\d\d-\d\d", "YYYY-MM-DD"),
    "time": (r"\d\d:\d\d(:\d\d(\.\d+)?)?", "HH:MM"),
    "datetime-local": (r"\d{4,}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?", "YYYY-MM-DDTHH:MM"),
    "month": (r"\d{4,}-\d\d", "YYYY-MM"),
    "week": (r"\d{4,}-W\d\d", "YYYY-Www"),
    "color": (r"#[0-9a-fA-F]{6}", "#rrggbb"),
    "range": (r"-?\d+(\.\d+)?", "a number"),
}


async def field_of(ground: Ground, node: Node) -> Field:
    """The field a node stands for: itself, what it labels, the only one inside it."""
    place = ground.place(node)
    return Field(frame=place.frame, **await place.frame.call("fieldOf", place.key))


async def fill(ground: Ground, node: Node, value: str) -> str:
    """Replace what a field holds; returns what it then holds. Raises `secret`, `not_kept`, `invalid` and what may be in the way."""
    field = await _writable(ground, node)
    if field.kind == "value":
        return await _set(ground, node, field, value)
    text = value if field.multiline else " ".join(value.splitlines())
    async with acting(ground) as tab:
        entry = Entry(ground, tab, node, field)
        await entry.begin()
        held = await entry.type(text, "all")
        return await entry.proven(text, held)


async def append(ground: Ground, node: Node, value: str) -> str:
    """Type at the end of a field; returns what it then holds."""
    field = await _writable(ground, node)
    if field.kind == "value":
        raise Failure("invalid", f"Nothing can be appended to {node.described}. Fill it instead.")
    text = value if field.multiline else " ".join(value.split("\n"))
    async with acting(ground) as tab:
        entry = Entry(ground, tab, node, field)
        await entry.begin()
        before = field.value or ""
        held = await entry.type(text, "end")
        return await entry.proven(before + text, held)


async def _writable(ground: Ground, node: Node) -> Field:
    field = await field_of(ground, node)
    if field.secret or node.secret:
        raise secret(node)
    if field.kind == "none" and not field.readonly:
        field = await _opened(ground, node)
    if field.kind == "tick":
        raise Failure("invalid", f"{node.described} is ticked, not filled. Use check or uncheck.")
    if field.kind == "list":
        raise Failure("invalid", f"{node.described} is a list. Use select.")
    if field.kind == "file":
        raise Failure("invalid", f"{node.described} takes files. Use upload.")
    if field.readonly:
        raise Failure("not_interactive", f"{node.described} cannot be changed (it is read-only).")
    return field


async def _opened(ground: Ground, node: Node) -> Field:
    """What looks like no field may turn into one when it is clicked, as editors do, or clicked twice, as cells of a grid do."""
    if node.role not in ("textbox", "searchbox", "combobox", "spinbutton", "clickable", "generic", "gridcell", "cell"):
        raise Failure("not_interactive", f"{node.described} is not a field that can be filled.")
    await click(ground, node)
    frame = ground.place(node).frame
    found = await frame.call("focusedField")
    if found is None and node.role in ("gridcell", "cell"):
        # Selected by the first click, it is no longer what it was; it is the same cell.
        await click(ground, node, count=2, key=ground.place(node).key)
        found = await frame.call("focusedField")
    if found is None:
        raise Failure("not_interactive", f"{node.described} is not a field that can be filled.")
    if found["secret"]:
        raise secret(node)
    return Field(frame=frame, **found)


async def _set(ground: Ground, node: Node, field: Field, value: str) -> str:
    """Dates, times, colours and sliders take their value by type, not by keys."""
    text = value.strip()
    if field.type == "datetime-local":
        text = re.sub(r"(?<=\d) +(?=\d)", "T", text)
    if field.type == "color" and re.fullmatch(r"#[0-9a-fA-F]{3}", text):
        text = "#" + "".join(digit * 2 for digit in text[1:])
    pattern, form = _FORMATS[field.type]
    if text and not re.fullmatch(pattern, text):
        raise Failure("invalid", f"{node.described} takes {form}, not “{text[:40]}”.")
    async with acting(ground):
        own = ground.place(node).key == field.key
        spot = await reach(ground, node, key=None if own else field.key, point=False)
        await field.frame.call("focusKey", field.key, spot.core)
        value = text.lower() if field.type == "color" else text
        held = await field.frame.call("setValue", field.key, value, spot.core)
    if not same_value(field.type, text, held):
        raise not_kept(node, held)
    return held
