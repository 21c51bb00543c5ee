"""An observation as text for a model: one stable line a thing, what is on the screen first when it must be short.

    k3f9 button "Save" disabled          an element: id, role, name, value, states
    a2c4 textbox "Email" = "x" required · in Newsletter
    ↓b7d1 link "Terms"                   below the viewport; ↑ is above
    3 | k0e5 link "Row 3" | City 3       a row of a table
    # Heading, [main], plain text        structure and words between

A text stays the same for the same page, so two looks can be compared line by line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cobrowse.protocol.lines import Line, lines_of, short
from cobrowse.protocol.observation import Observation

BUDGET = 15_000
"""Characters."""
_LEAST_REPEATS = 6
"""A run of like lines this long is folded when space is short."""
_SHOWN_OF_RUN = (80, 30, 10, 3)
"""How many of a run are kept: the most that fit."""
_WHOLESALE = 0.6
"""A change of more than this part is told as a new outline."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Text of at most the budget, and whether something had to be left out."""

    text: str
    truncated: bool
    whole: bool = True
    """Whether it is the page rather than what changed on it."""


def outline(observation: Observation, budget: int = BUDGET) -> Outline:
    """The page in at most `budget` characters."""
    lines = lines_of(observation)
    chosen, left_out = _choose(lines, budget - 200)
    text = "\n".join(line.text for line in chosen)
    truncated = left_out > 0 or observation.truncated
    if len(text) > budget - 160:
        text, truncated = text[: budget - 160].rsplit("\n", 1)[0], True
    if truncated:
        text += "\n" + _truncation(left_out, observation.truncated)
    return Outline(text or "The page is empty.", truncated)


def changes(previous: Observation, current: Observation, budget: int = BUDGET) -> Outline:
    """What a reader of `previous`'s outline has to learn; the whole outline when the page is another one."""
    if previous.document != current.document or previous.url.split("#")[0] != current.url.split("#")[0]:
        return outline(current, budget)
    before = Counter(line.words for line in _choose(lines_of(previous), budget - 200)[0])
    chosen, left_out = _choose(lines_of(current), budget - 200)
    fresh: list[str] = []
    for line in chosen:
        if before[line.words] > 0:
            before[line.words] -= 1
        else:
            fresh.append(line.text)
    lost = () if current.truncated else previous.elements
    gone = [short(element) for element in lost if current.element(element.id) is None]
    size = sum(map(len, fresh))
    if size > _WHOLESALE * sum(len(line.words) for line in chosen) and size > 400:
        return outline(current, budget)
    parts = [f"+ {text}" for text in fresh]
    parts += [f"- {text}" for text in gone[:40]]
    if len(gone) > 40:
        parts.append(f"- … {len(gone) - 40} more are gone")
    if previous.scroll != current.scroll:
        parts.insert(0, f"scrolled to {current.scroll[0]} of {current.scroll[1]} px")
    text = "\n".join(parts) or "Nothing changed."
    truncated = len(text) > budget or left_out > 0
    return Outline(text[:budget], truncated, whole=False)


# --- what to show when not everything fits --------------------------------------------------------------------------


def _size(lines: Iterable[Line]) -> int:
    return sum(len(line.words) + 2 for line in lines)


def _choose(lines: list[Line], budget: int) -> tuple[list[Line], int]:
    """The lines to show and how many were left out: all, else repeats folded, else what is nearest to the viewport."""
    if _size(lines) <= budget:
        return lines, 0
    folded, hidden = lines, 0
    for most in _SHOWN_OF_RUN:
        folded, hidden = _fold(lines, most)
        if _size(folded) <= budget:
            return folded, hidden
    return _nearest(folded, hidden, budget)


def _fold(lines: list[Line], most: int) -> tuple[list[Line], int]:
    """Runs of like lines outside of the viewport, cut to their first few."""
    kept: list[Line] = []
    hidden = 0
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and _alike(lines[start], lines[end]):
            end += 1
        run = lines[start:end]
        extra = len(run) - most
        if run[0].place and len(run) >= _LEAST_REPEATS and extra > 1:
            shape = run[0].shape
            what = f"{shape[0]}s" if len(shape) == 1 and shape != ("text",) else "rows"
            folded = Line(f"… {extra} more {what} like this", run[0].place, ("fold",), False, run[0].frame)
            kept += [folded, *run[-most:]] if run[0].place < 0 else [*run[:most], folded]
            hidden += extra
        else:
            kept += run
        start = end
    return kept, hidden


def _alike(one: Line, other: Line) -> bool:
    return (
        one.shape == other.shape and one.place == other.place and one.frame == other.frame and one.shape != ("frame",)
    )


def _nearest(lines: list[Line], hidden: int, budget: int) -> tuple[list[Line], int]:
    """All that is in view, then what follows it, then what precedes it, as long as there is room.

    What lies under something else, such as all of a page under a dialog, comes after what is in front.
    """
    inside = [index for index, line in enumerate(lines) if line.place == 0]
    first, last = (inside[0], inside[-1]) if inside else (0, -1)
    between = [index for index in range(first, last + 1) if lines[index].place]
    front = [index for index in inside if not lines[index].covered]
    order = [
        *front,
        *(index for index in inside if lines[index].covered),
        *range(last + 1, len(lines)),
        *between,
        *range(first - 1, -1, -1),
    ]
    room = budget - 400
    taken: set[int] = set()
    for index in order:
        room -= len(lines[index].words) + 2
        if room < 0:
            break
        taken.add(index)
    return _with_gaps(lines, taken), hidden + len(lines) - len(taken)


def _with_gaps(lines: list[Line], taken: set[int]) -> list[Line]:
    """The lines taken, with a word on what is missing between them."""
    shown: list[Line] = []
    missing: list[Line] = []
    for index, line in enumerate(lines):
        if index not in taken:
            missing.append(line)
            continue
        if missing:
            shown.append(_gap(missing))
            missing = []
        shown.append(line)
    if missing:
        shown.append(_gap(missing))
    return shown


def _gap(missing: Sequence[Line]) -> Line:
    counts = Counter(role for line in missing for role in line.shape if role not in ("text", "fold", "frame"))
    told = ", ".join(f"{count} {role}{'s' if count > 1 else ''}" for role, count in counts.most_common(4))
    heads = [line.words.lstrip("# ")[:40] for line in missing if line.shape == ("heading",)]
    about = f"; headings: {' · '.join(heads[:4])}{' …' if len(heads) > 4 else ''}" if heads else ""
    return Line(f"… {len(missing)} lines{f' with {told}' if told else ''}{about}", missing[0].place, ("gap",))


def _truncation(left_out: int, walk_stopped: bool) -> str:
    if walk_stopped:
        return (
            "truncated: the page is larger than what is read at once; scroll, or use find with words to reach the rest."
        )
    return f"truncated: {left_out} lines are not shown; scroll, or use find with words to reach them."
