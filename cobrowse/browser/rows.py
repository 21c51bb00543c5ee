"""From the compact rows of observe.js to the items of an observation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
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


def element_keys(report: Report) -> list[int]:
    """The keys of the elements in a report, in reading order."""
    return [row[0] for row in report["rows"] if row.__class__ is list and len(row) > 1]


def element_facts(report: Report) -> list[tuple[str, str, str]]:
    """Role, name and section of each."""
    words = report["words"]
    sections = [words[index] for index in report["sections"]]
    rows = (row for row in report["rows"] if row.__class__ is list and len(row) > 1)
    return [(words[row[1]], row[2], sections[row[5]]) for row in rows]


def build(report: Report, ids: dict[int, str], spot: Spot, is_new: Callable[[str], bool] | None) -> Built:
    """The items of one frame. `ids` has one for every key; `is_new` says which get the state `new`."""
    words = report["words"]
    sections = [words[index] for index in report["sections"]]
    states_of = [tuple(word.split()) for word in words]
    base, url, frame = report["base"], report["url"], spot.frame
    in_view = not any(state.startswith("offscreen") for state in spot.states)
    items: list[Item] = []
    add = items.append
    holders: dict[int, Holder] = {}
    joins = False
    for row in report["rows"]:
        if row == 1:
            joins = True
            continue
        continues, joins = joins, False
        if row.__class__ is str:
            add(_run(row, frame, in_view, continues))
            continue
        if len(row) == 1:
            add(_run(row[0], frame, False, continues))
            continue
        key, role, name, tag, marks, section, extra, *at = row
        href = None
        if not extra:
            extra = _NOTHING
        elif extra.__class__ is str:
            href, extra = absolute(extra, base, url), _NOTHING
        elif "h" in extra:
            href = absolute(extra["h"], base, url)
        if "f" in extra:
            left, top = extra["f"]
            holders[key] = Holder(len(items), left, top, name)
        states = states_of[marks]
        box = None
        if at:
            x, y, width, height = at
            box = _box(x + spot.x, y + spot.y, width, height)
            if spot.view is not None:
                states = _states_in_frame(states, box.y, height, spot)
        id = ids[key]
        if is_new is not None and is_new(id):
            states = (*states, "new")
        where = sections[section]
        add(
            _element(
                id, words[role], name, words[tag], states, box, frame, "" if where == name else where,
                href, extra, continues,
            )
        )  # fmt: skip
    return Built(items, holders)


# A page may have tens of thousands of elements. Setting the slots of the frozen dataclasses one by one takes half the
# time of their __init__, which does the same through object.__setattr__.
_NOTHING: dict[str, Any] = {}
_new = object.__new__
(
    _set_id, _set_role, _set_name, _set_tag, _set_value, _set_states, _set_box, _set_frame, _set_level, _set_href,
    _set_input_type, _set_placeholder, _set_description, _set_options, _set_section, _set_attributes, _set_continues,
) = (Element.__dict__[field.name].__set__ for field in fields(Element))  # fmt: skip
_SETTERS_TO_NONE = (_set_value, _set_level, _set_input_type, _set_placeholder, _set_description)
_set_text, _set_run_frame, _set_in_view, _set_unseen, _set_run_continues = (
    TextRun.__dict__[field.name].__set__ for field in fields(TextRun)
)
_set_x, _set_y, _set_width, _set_height = (Box.__dict__[field.name].__set__ for field in fields(Box))


def _box(x: float, y: float, width: float, height: float) -> Box:
    box = _new(Box)
    _set_x(box, x)
    _set_y(box, y)
    _set_width(box, width)
    _set_height(box, height)
    return box


def _run(text: str, frame: str, in_view: bool, continues: bool) -> TextRun:
    run = _new(TextRun)
    _set_text(run, text)
    _set_run_frame(run, frame)
    _set_in_view(run, in_view)
    _set_unseen(run, False)
    _set_run_continues(run, continues)
    return run


def _element(
    id: str,
    role: str,
    name: str,
    tag: str,
    states: tuple[str, ...],
    box: Box | None,
    frame: str,
    section: str,
    href: str | None,
    extra: dict[str, Any],
    continues: bool,
) -> Element:
    element = _new(Element)
    _set_id(element, id)
    _set_role(element, role)
    _set_name(element, name)
    _set_tag(element, tag)
    _set_states(element, states)
    _set_box(element, box)
    _set_frame(element, frame)
    _set_href(element, href)
    _set_section(element, section)
    _set_continues(element, continues)
    if not extra:
        for setter in _SETTERS_TO_NONE:
            setter(element, None)
        _set_options(element, ())
        _set_attributes(element, ())
        return element
    get = extra.get
    _set_value(element, get("v"))
    _set_level(element, get("l"))
    _set_input_type(element, get("t"))
    _set_placeholder(element, get("p"))
    _set_description(element, get("d"))
    _set_options(element, tuple(get("o") or ()))
    _set_attributes(element, _attributes(extra) if "i" in extra or "n" in extra else ())
    return element


def _attributes(extra: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    named = (("html_id", extra.get("i")), ("html_name", extra.get("n")))
    return tuple((label, value) for label, value in named if value)


def absolute(href: str, base: str, url: str) -> str:
    """The address behind a shortened one: `~` follows the base, `^` the origin, `#` the address."""
    mark = href[:1]
    if mark == "~":
        return base + href[1:]
    if mark == "^":
        return "/".join(base.split("/", 3)[:3]) + href[1:]
    return url.split("#", 1)[0] + href if mark == "#" else href


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
