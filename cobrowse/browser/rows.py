"""From the compact rows of observe.js to the items of an observation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cobrowse.protocol.observation import Box, Element, Item, TextRun

Report = dict[str, Any]
"""What one frame said of itself, see resources/page/observe.js."""


class Spot(NamedTuple):
    """Where a frame's viewport lies in the tab's, and what holds for all that is in it."""

    frame: str = ""
    x: float = 0
    y: float = 0
    view: tuple[float, float] | None = None
    """Size of the tab's viewport; None for the main frame, whose own script has judged that."""
    states: tuple[str, ...] = ()
    """Of `offscreen-above`, `offscreen-below` and `covered`: those of the frame's element."""


class Holder(NamedTuple):
    """A frame element: where it is listed and where its content begins, in its own frame's viewport."""

    at: int
    x: float
    y: float
    name: str


class Built(NamedTuple):
    """The items of one frame."""

    items: list[Item]
    holders: dict[int, Holder]
    """Frame elements by key."""


def element_rows(report: Report) -> tuple[list[int], list[tuple[str, str, str]]]:
    """Keys, and (role, name, section), of the elements in a report."""
    words, sections = report["words"], report["sections"]
    rows = [row for row in report["rows"] if row.__class__ is list and len(row) > 1]
    return [row[0] for row in rows], [(words[row[1]], row[2], sections[row[5]]) for row in rows]


def build(report: Report, ids: dict[int, str], spot: Spot, is_new: Callable[[str], bool] | None) -> Built:
    """The items of one frame. `ids` has one for every key; `is_new` says which get the state `new`."""
    words, sections = report["words"], report["sections"]
    states_of = [tuple(word.split()) for word in words]
    frame = spot.frame
    items: list[Item] = []
    holders: dict[int, Holder] = {}
    for row in report["rows"]:
        if row.__class__ is str:
            items.append(TextRun(row, frame, not spot.states or spot.states == ("covered",)))
            continue
        if len(row) == 1:
            items.append(TextRun(row[0], frame, False))
            continue
        key, role, name, tag, marks, section, x, y, width, height, *more = row
        states = states_of[marks]
        extra = more[0] if more else None
        if spot.view is not None:
            x, y = x + spot.x, y + spot.y
            states = _states_in_frame(states, y, height, spot)
        id = ids[key]
        if is_new is not None and is_new(id):
            states = (*states, "new")
        if extra is None:
            element = Element(
                id=id, role=words[role], name=name, tag=words[tag], states=states, box=Box(x, y, width, height),
                frame=frame, section=_section(sections[section], name),
            )  # fmt: skip
        else:
            if "f" in extra:
                left, top = extra["f"]
                holders[key] = Holder(len(items), left, top, name)
            element = _with_extra(id, words[role], words[tag], row, states, (x, y), frame, sections[section], report)
        items.append(element)
    return Built(items, holders)


def _section(words: str, name: str) -> str:
    return "" if words == name else words


def _with_extra(
    id: str,
    role: str,
    tag: str,
    row: list[Any],
    states: tuple[str, ...],
    corner: tuple[float, float],
    frame: str,
    section: str,
    report: Report,
) -> Element:
    extra = row[10]
    get = extra.get
    href = get("h")
    attributes = tuple((label, value) for label, value in (("html_id", get("i")), ("html_name", get("n"))) if value)
    return Element(
        id=id,
        role=role,
        name=row[2],
        tag=tag,
        value=get("v"),
        states=states,
        box=Box(*corner, row[8], row[9]),
        frame=frame,
        level=get("l"),
        href=None if href is None else absolute(href, report["base"], report["url"]),
        input_type=get("t"),
        placeholder=get("p"),
        description=get("d"),
        options=tuple(get("o", ())),
        section=_section(section, row[2]),
        attributes=attributes,
    )


def absolute(href: str, base: str, url: str) -> str:
    """The address behind a shortened one: `~` follows the base, `^` the origin, `#` the address."""
    match href[:1]:
        case "~":
            return base + href[1:]
        case "^":
            return "/".join(base.split("/", 3)[:3]) + href[1:]
        case "#":
            return url.split("#", 1)[0] + href
        case _:
            return href


def _states_in_frame(states: tuple[str, ...], y: float, height: float, spot: Spot) -> tuple[str, ...]:
    """States of an element in a frame, which may itself be out of view or covered."""
    if "offscreen-above" in states or "offscreen-below" in states:
        return states
    above = "offscreen-above" in spot.states or y + height <= 0
    below = "offscreen-below" in spot.states or (spot.view is not None and y >= spot.view[1])
    if above or below:
        kept = tuple(state for state in states if state != "covered")
        return (*kept, "offscreen-above" if above else "offscreen-below")
    if "covered" in spot.states and "covered" not in states:
        return (*states, "covered")
    return states
