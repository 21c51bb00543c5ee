"""How a row of a seed is stated, and the list of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.unit.actions.rehearsal import Rehearsal, action, fault, play

Check = Callable[[], Awaitable[None] | None]
ROWS: list[tuple[str, str, Check]] = []


def row(seed: str, says: str) -> Callable[[Check], Check]:
    """State a row of a seed, with its check."""

    def keep(check: Check) -> Check:
        ROWS.append((seed, says, check))
        return check

    return keep


def reads(seed: str, says: str, entry: Any, canonical: dict[str, Any]) -> None:
    """A row that says how an entry is read."""

    def check() -> None:
        read = action(entry).canonical()
        assert {key: read[key] for key in canonical} == canonical

    ROWS.append((seed, says, check))


def refuses(seed: str, says: str, entry: Any, because: str) -> None:
    """A row that says what is no action."""

    def check() -> None:
        assert because in fault(entry)

    ROWS.append((seed, says, check))


def does(seed: str, says: str, entry: Any, call: str, given: dict[str, Any], **stage: Any) -> None:
    """A row that says what a handler asks of page, overlay or person."""

    async def check() -> None:
        on = Rehearsal(**stage)
        assert (await play(entry, on)).ok
        told = on.given(call)
        assert {key: told[key] for key in given} == given

    ROWS.append((seed, says, check))


VISIBLE = {"kind": "visible", "selector": "#x"}
