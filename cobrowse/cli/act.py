"""`cobrowse act`: a list of actions as a script on a page, with a line for each."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cobrowse.actions.dialect import Malformed, read_entries, read_reply
from cobrowse.agent.session import Session
from cobrowse.cli.setup import session_from
from cobrowse.errors import CobrowseError, UsageError
from cobrowse.protocol.event import Step
from cobrowse.protocol.result import Failure, Result

TURN = "script"


async def act(options: argparse.Namespace) -> int:
    """Perform the list. The exit code is 0 when every action succeeded."""
    entries = _read(options.actions)
    session = session_from(options, keep=False)
    if options.answers is None:
        session.people.answer_with(iter(()))  # nobody is there to ask
    async with session:
        try:
            await session.open(options.url)
        except Failure as failure:
            raise CobrowseError(failure.message) from None
        ended = await _perform(session, entries, options)
    return 0 if all(step.status == "done" for step in ended) else 1


def _read(source: str) -> list[Any]:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The actions cannot be read ({error}).") from None
    reading = read_reply(text)
    if reading.problems:
        raise UsageError(" ".join(reading.problems))
    if not reading.entries:
        raise UsageError(
            "There is no action in that.", 'Give a JSON list such as [{"type": "click", "selector": "#save"}].'
        )
    return list(reading.entries)


async def _perform(session: Session, entries: list[Any], options: argparse.Namespace) -> list[Step]:
    planned = read_entries(entries, session.options.catalogue)
    timeline = session.timeline
    rows = timeline.plan(TURN, planned, lambda target: None)
    before = session.document()
    stopped = ""
    ended: list[Step] = []
    for row, action in zip(rows, planned, strict=True):
        if stopped:
            timeline.skip([row], stopped)
        elif isinstance(action, Malformed):
            timeline.end(row.id, Result.failure("invalid", action.message))
        else:
            await session.executor.run(row, action)
        step = timeline.steps[row.id]
        ended.append(step)
        _print(step, options.json)
        if step.status not in ("done", "skipped") and not options.keep_going:
            stopped = "A step before it did not succeed."
        elif options.batch and session.document() != before:
            stopped = "The page changed."
    return ended


def _print(step: Step, as_json: bool) -> None:
    result = step.result
    line = {
        "index": step.index,
        "action": step.name,
        "status": step.status,
        "ok": bool(result and result.ok),
        "data": result.data if result else None,
        "reason": result.reason if result else None,
        "message": result.message if result else None,
        "ms": step.ms,
    }
    if as_json:
        print(json.dumps(line, ensure_ascii=False), flush=True)
        return
    told = line["message"] or (json.dumps(line["data"], ensure_ascii=False) if line["data"] else "")
    print(
        f"{step.index + 1:3}. {step.status:9} {step.label} {step.about}".rstrip() + (f"\n     {told}" if told else ""),
        flush=True,
    )
