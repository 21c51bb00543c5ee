"""What was allowed and refused in a session, by whom and when, read from its events; and whether what ran was allowed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from cobrowse import paths
from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.errors import UsageError
from cobrowse.protocol.action import Effect
from cobrowse.protocol.event import Answered, Event, Judged, StepChanged

_LOOKING = frozenset(kind.action_name() for kind in CATALOGUE.actions if kind.effect in (Effect.READ, Effect.LOCAL))


class Decision(BaseModel):
    """One decision, with what became of it."""

    model_config = ConfigDict(frozen=True)

    at: float
    """Seconds since the epoch."""
    turn: str
    step: str
    action: str
    about: str
    site: str
    verdict: str
    by: str
    """`policy`, `grant`, `person` or `rule`."""
    where: str = ""
    """Where the person answered: `window`, `terminal`, `script`."""
    why: str
    digest: str
    status: str = ""
    """How the step ended."""
    sound: bool = True
    """False when a person's yes is missing, is to something else, or was used before: a fault of the program."""


def decisions(events: Iterable[Event]) -> list[Decision]:
    """Every decision of a session, oldest first; what ran without one stands at the end, not sound."""
    past = list(events)
    answered = {event.ask: event for event in past if isinstance(event, Answered)}
    status: dict[str, str] = {}
    ran: dict[str, set[str]] = defaultdict(set)
    for event in past:
        if isinstance(event, StepChanged):
            status[event.step.id] = event.step.status
            if event.step.digest:
                ran[event.step.id].add(event.step.digest)
    judged = [event for event in past if isinstance(event, Judged)]
    used: set[str] = set()
    lines = [_line(event, answered.get(event.ask), status, ran, used) for event in judged]
    allowed = {(event.step, event.digest) for event in judged if event.verdict == "allowed"}
    return [*lines, *_undecided(past, allowed)]


def _line(
    event: Judged, answer: Answered | None, status: dict[str, str], ran: dict[str, set[str]], used: set[str]
) -> Decision:
    sound = True
    if event.verdict == "allowed" and event.by == "person" and event.digest:
        given = answer.digest if answer is not None else ""
        done = event.digest in ran[event.step] or not event.step
        sound = given == event.digest and done and event.ask not in used
        used.add(event.ask)
    return Decision(
        **event.model_dump(include=set(Decision.model_fields) & set(Judged.model_fields)),
        where=answer.by if answer is not None else "",
        status=status.get(event.step, ""),
        sound=sound,
    )


def _undecided(past: list[Event], allowed: set[tuple[str, str]]) -> Iterator[Decision]:
    last = {event.step.id: event for event in past if isinstance(event, StepChanged) and event.step.status == "done"}
    for event in last.values():
        step = event.step
        if step.digest and step.name not in _LOOKING and (step.id, step.digest) not in allowed:
            yield Decision(
                at=event.at, turn=step.turn, step=step.id, action=step.name, about=step.about, site="",
                verdict="allowed", by="", why="It was done without a decision.", digest=step.digest,
                status=step.status, sound=False,
            )  # fmt: skip


def journal_of(session: str | None) -> Path:
    """The journal of a session by its id, the beginning of it, or a file; the latest for None. Raises `UsageError`."""
    if session and Path(session).is_file():
        return Path(session)
    found = sorted((paths.data() / "sessions").glob("*.db"))
    fit = [path for path in found if path.stem.startswith(session or "")]
    if not fit:
        raise UsageError(f"There is no session {session}." if session else "There is no session yet.")
    if session and len(fit) > 1:
        raise UsageError(f"{session} is the beginning of {len(fit)} sessions.", "Give more of its id.")
    return fit[-1]
