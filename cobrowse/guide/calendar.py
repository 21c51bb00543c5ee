"""Choosing a day in a calendar that a page drew itself: open it, turn to the month, press the day."""

from __future__ import annotations

import re
from datetime import date

from cobrowse.guide import replies
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.kinds import PRESS_ROLES
from cobrowse.guide.values import MONTH_NAMES, MONTHS, as_date
from cobrowse.guide.words import fold, wordset
from cobrowse.protocol.observation import Element, TextRun

_MONTH_AND_YEAR = re.compile(r"\b([^\W\d_]{3,9})\.?,?\s+(\d{4})\b")
_NEXT = wordset("next nextmonth > » › → ▶ forward")
_PREVIOUS = wordset("prev previous prevmonth previousmonth < « ‹ ← ◀ back")
_MOST_TURNS = 60


def plan_day(value: str, field: Element, desk: Desk) -> Move:
    """The next move towards the day `value` names."""
    day = date.fromisoformat(as_date(value, field.placeholder or "") or "0001-01-01")
    name = f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"
    shown = _shown(desk)
    if shown is None:
        if desk.phase == 0:
            return Move(entries=({"type": "click", "selector": field.id},), more=True)
        return Move(stop=f"I opened {replies.called(field)} but see no calendar there. Please choose {name} yourself.")
    year, month, place = shown
    turns = (day.year - year) * 12 + day.month - month
    if turns:
        turn = _turner(_NEXT if turns > 0 else _PREVIOUS, place, desk)
        if turn is None or desk.phase > _MOST_TURNS or abs(turns) > _MOST_TURNS:
            return Move(
                stop=f"I cannot turn this calendar to {MONTH_NAMES[day.month - 1]} {day.year}. Please choose {name} yourself."
            )
        return Move(entries=({"type": "click", "selector": turn.id},), more=True)
    cell = _cell(day, place, desk)
    if cell is None:
        return Move(stop=f"I see no {name} in this calendar that could be pressed.", late=True)
    desk.it, desk.value = field.id, value
    return Move(entries=({"type": "click", "selector": cell.id},), said=f"chose {name} in {replies.called(field)}")


def _shown(desk: Desk) -> tuple[int, int, int] | None:
    """Year, month and place of the calendar's title."""
    items = desk.page.around.items
    texts = [item.text if isinstance(item, TextRun) else item.name for item in items]
    for place in range(len(items)):
        found = _MONTH_AND_YEAR.search(" ".join(texts[place : place + 2])[:60])
        if found and found[1].casefold() in MONTHS and _has_days(place, desk):
            return int(found[2]), MONTHS[found[1].casefold()], place
    return None


def _after(place: int, desk: Desk) -> list[Element]:
    """What a mouse can use after a place."""
    return [
        item
        for item in desk.page.around.items[place:]
        if isinstance(item, Element) and (item.interactive or item.role == "gridcell") and "disabled" not in item.states
    ]


def _has_days(place: int, desk: Desk) -> bool:
    """Whether what follows looks like the days of a month."""
    numbers = {element.name.strip() for element in _after(place, desk)}
    return {"10", "15", "20"} <= numbers or any("15" in fold(name).split() for name in numbers if len(name) < 40)


def _turner(words: frozenset[str], place: int, desk: Desk) -> Element | None:
    """The control that turns the page of the calendar: the nearest to its title."""
    named = [
        e
        for e in desk.page.of_roles(PRESS_ROLES)
        if "disabled" not in e.states and {e.name.strip().casefold(), *fold(e.name).split()[:1]} & words
    ]
    return min(named, key=lambda e: abs(desk.page.around.at[e.id] - place), default=None)


def _cell(day: date, place: int, desk: Desk) -> Element | None:
    """The day itself; days of the months beside it may be shown too."""
    whole = [e for e in _after(place, desk) if as_date(e.name) == day.isoformat()]
    cells = whole or [e for e in _after(place, desk) if e.name.strip() == str(day.day)]
    if not cells:
        return None
    return cells[0] if day.day < 15 else cells[-1]
