"""The record of what was allowed: who said so, and whether what ran is what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from cobrowse import paths
from cobrowse.agent.audit import decisions
from cobrowse.cli.main import main
from cobrowse.protocol.event import Answer, Answered, Event, Judged, Step, StepChanged
from cobrowse.store.grants import Grants
from cobrowse.store.journal import Journal

DIGEST = "d" * 64


def judged(**more: object) -> Judged:
    values = {
        "turn": "t1", "step": "s1", "action": "click", "about": "button “Pay”", "site": "shop.example",
        "verdict": "allowed", "by": "person", "why": "It sends a form.", "digest": DIGEST, "ask": "q1",
    }  # fmt: skip
    return Judged.model_validate({**values, **more})


def ran(status: str = "done", digest: str = DIGEST, id: str = "s1", name: str = "click") -> StepChanged:
    step = Step(id=id, turn="t1", index=0, name=name, action={}, icon="click", label="Click", digest=digest)
    return StepChanged(step=step.model_copy(update={"status": status}))


def yes(digest: str = DIGEST, ask: str = "q1") -> Answered:
    return Answered(ask=ask, answer=Answer(verdict="approve"), by="window", digest=digest)


def test_what_was_asked_answered_and_done_is_one_line() -> None:
    (line,) = decisions([yes(), judged(), ran()])
    assert (line.verdict, line.by, line.where, line.status, line.sound) == ("allowed", "person", "window", "done", True)


@pytest.mark.parametrize(
    "events",
    [
        [judged(), ran()],
        [yes("e" * 64), judged(), ran()],
        [yes(), judged(), ran(digest="e" * 64)],
        [yes(), judged(), ran(), judged(step="s2"), ran(id="s2")],
        [ran()],
    ],
    ids=["no answer", "another yes", "another deed", "one yes used twice", "no decision at all"],
)
def test_what_was_not_allowed_shows(events: list[Event]) -> None:
    assert not all(line.sound for line in decisions(events))


def test_looking_needs_no_decision() -> None:
    assert decisions([ran(name="read_page")]) == []


def test_the_command_line_lists_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))
    assert main(["audit"]) == 2
    journal = Journal(paths.data() / "sessions" / "20260101-000000-abc.db")
    for event in (yes(), judged(), ran(), judged(step="s2", verdict="refused", by="rule", why="Off the list.", ask="")):
        journal.append(event)
    journal.close()
    assert main(["audit", "20260101"]) == 0
    told = capsys.readouterr().out
    assert "button “Pay” on shop.example by person (window) → done" in told and "Off the list." in told
    assert "1 allowed, 1 refused, 0 not sound" in told
    assert main(["audit", "--json"]) == 0
    assert f'"digest":"{DIGEST}"' in capsys.readouterr().out


def test_grants_are_listed_and_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))
    running = Grants(paths.config() / "grants.json")
    running.add("https://shop.example", "click")
    assert main(["grants"]) == 0
    assert "https://shop.example" in capsys.readouterr().out
    assert main(["grants", "--revoke", "https://shop.example", "click"]) == 0
    assert not running.has("https://shop.example", "click"), "also where it runs already"
    assert main(["grants", "--revoke", "https://shop.example", "click"]) == 2
