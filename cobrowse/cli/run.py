"""`cobrowse run`: one request from its words to its end, told line by line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from cobrowse.agent.contract_runner import ContractRunner
from cobrowse.agent.session import Session
from cobrowse.cli.setup import session_from
from cobrowse.errors import CobrowseError, UsageError
from cobrowse.protocol.command import Reply
from cobrowse.protocol.contract import Contract, ContractError, read_contract
from cobrowse.protocol.event import (
    EVENT,
    Answer,
    Ask,
    Asked,
    Event,
    Notice,
    Observed,
    Said,
    SaidPart,
    StepChanged,
    TurnEnded,
)
from cobrowse.protocol.result import Failure


async def run(options: argparse.Namespace) -> int:
    """Do what the sentence, or the contract, asks. The exit code is 0 when the turn ended `done`."""
    contract = _contract(options.task)
    if contract is not None:
        options.allow = list(contract.allowed_origins)
    session = session_from(options)
    teller = asyncio.ensure_future(_tell(session, options.json))
    try:
        async with session:
            if contract is None and options.url:
                try:
                    await session.open(options.url)
                except Failure as failure:
                    raise CobrowseError(failure.message) from None
            ended = await (session.ask(options.task) if contract is None else ContractRunner(session, contract).run())
    finally:
        await session.close()
        await teller
    return 0 if ended.outcome == "done" else 1


def _contract(task: str) -> Contract | None:
    """The contract in a file, if the task is the name of one. Raises `UsageError` for one that cannot be used."""
    path = Path(task)
    if path.suffix != ".json":
        return None
    try:
        return read_contract(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{task} cannot be read ({error}).") from None
    except ContractError as error:
        raise UsageError(f"{task} is not a contract that can be used.\n  " + "\n  ".join(error.problems)) from None


async def _tell(session: Session, as_json: bool) -> None:
    """Print events as they come, and put questions to whoever sits at the terminal."""
    async for event in session.events():
        if as_json:
            print(EVENT.dump_json(event, exclude_none=True).decode(), flush=True)
        else:
            _print(event)
        if isinstance(event, Asked) and not session.people.scripted:
            answer = await asyncio.to_thread(_question, event.ask) if sys.stdin.isatty() else Answer(verdict="reject")
            await session.send(Reply(ask=event.ask.id, answer=answer, by="terminal"))


def _print(event: Event) -> None:
    match event:
        case StepChanged(step=step) if step.status in ("done", "failed", "refused", "skipped", "cancelled"):
            told = step.result.message if step.result and step.result.message and step.status != "done" else ""
            print(f"  {step.status:9} {step.label} {step.about}".rstrip() + (f" — {told}" if told else ""), flush=True)
        case Said(text=text):
            print(text, flush=True)
        case Notice(text=text):
            print(f"! {text}", flush=True)
        case TurnEnded(outcome=outcome, response=response) if outcome != "done":
            print(f"[{outcome}] {response}", flush=True)
        case SaidPart() | Observed():
            pass


def _question(ask: Ask) -> Answer:
    """Ask at the terminal. An approval wants the word, so that no stray Return allows anything."""
    print(f"\n? {ask.title}\n  {ask.where}\n  {ask.why}".rstrip())
    for fact in ask.facts:
        print(f"  {fact.label}: {fact.value}" + (f" (instead of {fact.was})" if fact.was else ""))
    for number, option in enumerate(ask.options, 1):
        print(f"  {number}. {option}")
    if ask.kind == "approval":
        return Answer(verdict="approve" if input("  Type yes to approve: ").strip().lower() == "yes" else "reject")
    if ask.kind in ("pause", "hand_over"):
        input("  Return goes on. ")
        return Answer(verdict="continue")
    said = input("  > ").strip()
    if said.isdigit() and 1 <= int(said) <= len(ask.options):
        return Answer(verdict="choice", index=int(said) - 1)
    return Answer(verdict="text", text=said) if said else Answer(verdict="reject")
