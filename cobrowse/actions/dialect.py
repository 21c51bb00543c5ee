"""What models really say → entries → actions.

Three steps, each total: `read_reply` finds the JSON in a reply (`json_scan`) and lists its entries (`envelope`),
`canonical` brings one entry into type-first form (`shapes`), `read_entries` validates them against a catalogue. Nothing
is ever taken from an object that is incomplete or broken, and nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue, InvalidAction
from cobrowse.actions.envelope import Known, Spoken, unfold
from cobrowse.actions.json_scan import scan
from cobrowse.actions.shapes import canonical, entry_name, snake
from cobrowse.protocol.action import Action
from cobrowse.protocol.strict_json import NotStrict, check_depth, tame

__all__ = ["LARGEST_REPLY", "MOST_ENTRIES", "Malformed", "Reading", "canonical", "read_entries", "read_reply"]

LARGEST_REPLY = 1_000_000
"""Characters of a reply that are looked at; a longer one is refused whole."""
MOST_ENTRIES = 100
_CHOICES = frozenset(["WAIT", "DONE", "BLOCKED"])
_NO_LOOK_NEEDED = frozenset(
    ["narrate", "border", "highlight", "clear_overlays", "scroll_to", "pause", "wait", "track_intent", "present"]
)
"""Actions after which a narrated turn may end at once: nothing comes of them that has to be seen first."""
_NESTED = 3
"""How often the words inside a reply's JSON are read as a reply again."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a reply."""

    entries: tuple[Any, ...] = ()
    """Entries in any dialect, in their order."""
    prose: str = ""
    """The text around the JSON, without any of it."""
    problems: tuple[str, ...] = ()
    """Why something could not be read; sentences fit for a model."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """An entry that is no action; it keeps its place in the list."""

    name: str
    """What it calls itself, fit to be shown."""
    message: str
    """What is wrong with it. Never repeats a value."""
    entry: dict[str, Any] = field(default_factory=dict)
    """Its keys; the values were never judged and are left out."""


def read_reply(text: str, catalogue: Catalogue = CATALOGUE, *, narrated: bool = False) -> Reading:
    """The entries and the prose of a model's reply. Never raises.

    In the `narrated` protocol an end of the turn is dropped, with a problem, when it stands beside an action whose
    result is not known yet.
    """
    if len(text) > LARGEST_REPLY:
        return Reading(problems=(f"The reply is longer than {LARGEST_REPLY} characters.",))
    if (choice := text.strip()) in _CHOICES:
        return Reading(entries=({"type": choice},))
    entries, prose, problems = _read(text.lstrip("\ufeff"), _knows(catalogue), _NESTED)
    if narrated:
        entries, misplaced = _without_misplaced_finish(entries, catalogue)
        problems += misplaced
    if len(entries) > MOST_ENTRIES:
        problems.append(f"Only the first {MOST_ENTRIES} of {len(entries)} entries are used.")
    return Reading(tuple(entries[:MOST_ENTRIES]), prose, tuple(problems))


def _read(text: str, known: Known, levels: int) -> tuple[list[Any], str, list[str]]:
    """Entries, prose and problems, also of what is said inside the JSON."""
    found = scan(text)
    entries: list[Any] = []
    prose = [found.prose]
    problems = [found.problem] if found.problem else []
    for item in (item for value in found.values for item in unfold(value, known)):
        if not isinstance(item, Spoken):
            entries.append(item)
        elif levels:
            inner, words, faults = _read(item, known, levels - 1)
            entries += inner
            prose.append(words)
            problems += faults
    return entries, "\n\n".join(words for words in prose if words), problems


def _knows(catalogue: Catalogue) -> Known:
    return lambda name: bool(catalogue.find(name) or catalogue.find(snake(name)))


def _without_misplaced_finish(entries: Sequence[Any], catalogue: Catalogue) -> tuple[list[Any], list[str]]:
    names = [_action_name(entry, catalogue) for entry in entries]
    if "done" not in names:
        return list(entries), []
    pending = [name for name in names if name != "done" and name not in _NO_LOOK_NEEDED]
    kept = [entry for entry, name in zip(entries, names, strict=True) if name != "done"]
    if pending:
        why = f"the result of {pending[0] or 'another entry'} in the same turn is not known yet"
    elif names.index("done") < len(names) - 1:
        why = "it must be the last entry"
    else:
        return list(entries), []
    return kept, [f"task_finish was dropped: {why}. Finish in a turn of its own, when everything is done."]


def _action_name(entry: Any, catalogue: Catalogue) -> str:
    try:
        return canonical(entry, catalogue)["type"]
    except InvalidAction:
        return ""


def read_entries(entries: Iterable[Any], catalogue: Catalogue = CATALOGUE) -> list[Action | Malformed]:
    """Entries as actions, each at its place; what is none becomes `Malformed`. Never raises.

    An entry that wraps several actions gives as many; none gives nothing.
    """
    return [_read_entry(part, catalogue) for entry in entries for part in _parts(entry, catalogue)]


def _parts(entry: Any, catalogue: Catalogue) -> list[Any]:
    if not isinstance(entry, dict):
        return [entry]
    try:
        check_depth(entry)
    except NotStrict:
        return [entry]
    return [part for part in unfold(entry, _knows(catalogue)) if not isinstance(part, Spoken)] or [entry]


def _read_entry(entry: Any, catalogue: Catalogue) -> Action | Malformed:
    if isinstance(entry, Action):
        return entry
    try:
        return catalogue.validate(canonical(entry, catalogue))
    except InvalidAction as error:
        keys = list(entry)[:20] if isinstance(entry, dict) else []
        return Malformed(entry_name(entry), str(error), {tame(str(key)): "…" for key in keys})
