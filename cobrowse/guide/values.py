"""Putting a value into the form that a field wants: times, dates, numbers, colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from cobrowse.protocol.observation import Element

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
MONTHS = {
    form: number for number, name in enumerate(MONTH_NAMES, start=1) for form in (name.casefold(), name[:3].casefold())
} | {"sept": 9}
_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}
_CLOCK = re.compile(
    r"^\s*(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2}))?\s*(a\.?m\.?|p\.?m\.?)?\s*(?:o'clock)?\s*$", re.IGNORECASE
)
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Converted:
    """A value for a field, or why it cannot be one."""

    text: str
    problem: str = ""


def convert(value: str, element: Element) -> Converted:
    """`value` in the field's own format; as it is where the field takes any text."""
    match element.input_type:
        case "time":
            return _or_problem(as_time(value), "a time such as 8:30 or 6:15 PM")
        case "date":
            return _or_problem(as_date(value, element.placeholder or ""), "a date such as 24 December 2026")
        case "month":
            found = as_date(f"1 {value}")
            return _or_problem(
                found[:7] if found else value if re.fullmatch(r"\d{4}-\d{2}", value) else None, "a month"
            )
        case "datetime-local":
            return _or_problem(_as_moment(value), "a date and a time")
        case "number" | "range":
            return _or_problem(as_number(value), "a number")
        case _ if element.role in ("slider", "spinbutton"):
            return _or_problem(as_number(value), "a number")
        case _:
            return Converted(value)


def _or_problem(text: str | None, wanted: str) -> Converted:
    return Converted(text) if text is not None else Converted("", f"it wants {wanted}")


def as_time(value: str) -> str | None:
    """`8:22 AM` → `08:22`; None when it is no time of day."""
    if value.strip().casefold() in ("noon", "midday"):
        return "12:00"
    if value.strip().casefold() == "midnight":
        return "00:00"
    found = _CLOCK.match(value)
    if not found:
        return None
    hour, minute, second, half = int(found[1]), int(found[2] or 0), found[3], (found[4] or "").casefold()
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if hour > 23 or minute > 59 or int(second or 0) > 59:
        return None
    return f"{hour:02}:{minute:02}" + (f":{second}" if second else "")


def as_date(value: str, format_hint: str = "") -> str | None:
    """ISO form of a written date. With slashes the month comes first unless it cannot or the field says otherwise."""
    words = value.casefold().replace(",", " ").split()
    if len(words) == 1 and words[0] in _DAYS:
        return (date.today() + timedelta(days=_DAYS[words[0]])).isoformat()
    month = next((MONTHS[word.rstrip(".")] for word in words if word.rstrip(".") in MONTHS), None)
    numbers = [int(n) for n in re.findall(r"\d+", value)[:4]]
    if month is not None and len(numbers) == 2:
        numbers.sort()
        return _iso(numbers[1], month, numbers[0])
    if month is not None or len(numbers) != 3:
        return None
    first, second, third = numbers
    if first > 31:
        return _iso(first, second, third)
    day_first = "." in value or format_hint.casefold().lstrip().startswith(("d", "t", "j")) or first > 12
    day, month = (first, second) if day_first and second <= 12 else (second, first)
    return _iso(third if third > 99 else 2000 + third, month, day)


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except (ValueError, OverflowError):
        return None


def _as_moment(value: str) -> str | None:
    """A date and a time of day, in either order."""
    words = value.replace(",", " ").replace("T", " ").split()
    for cut in range(1, len(words)):
        for day, clock in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            clock = [word for word in clock if word.casefold() != "at"]
            day = [word for word in day if word.casefold() != "at"]
            when, on = as_time(" ".join(clock)), as_date(" ".join(day))
            if when and on:
                return f"{on}T{when}"
    return None


def as_number(value: str) -> str | None:
    """The only number in `value`, with a point for decimals."""
    found = _NUMBER.findall(value)
    if len(found) != 1:
        return None
    text = found[0]
    if "," in text and "." not in text and len(text.rsplit(",", 1)[1]) != 3:
        return text.replace(",", ".")
    return text.replace(",", "")


def amount(text: str) -> float | None:
    """The first sum of money in `text`."""
    found = re.search(
        r"(?:[€$£]|eur|usd|gbp)\s*(\d+(?:[.,]\d+)*)|(\d+(?:[.,]\d+)*)\s*(?:[€$£]|eur\b|usd\b|gbp\b)", text, re.I
    )
    number = as_number(found[1] or found[2]) if found else None
    return float(number) if number and number.count(".") <= 1 else None
