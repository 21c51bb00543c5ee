"""The journal keeps every event, also when the program is killed."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cobrowse.errors import CobrowseError
from cobrowse.protocol.event import Notice, Said, Step, StepChanged, TurnStarted
from cobrowse.protocol.result import Result
from cobrowse.store.journal import Journal, read

WRITER = """
import sys, time
from pathlib import Path
from cobrowse.protocol.event import TurnStarted
from cobrowse.store.journal import Journal
journal = Journal(Path(sys.argv[1]))
for n in range(100_000):
    journal.append(TurnStarted(turn=f"t{n}", text="x"))
    assert journal.flush()
    print(n, flush=True)
"""


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    path = tmp_path / "session ünicode" / "s.db"
    journal = Journal(path)
    step = Step(
        id="s1",
        turn="t1",
        index=0,
        name="click",
        action={"type": "click"},
        icon="click",
        label="Click",
        result=Result.success(a=1),
    )
    events = [
        TurnStarted(turn="t1", text="Grüße"),
        StepChanged(step=step),
        Said(turn="t1", text="ok"),
        Notice(tone="info", text="n"),
    ]
    for event in events:
        journal.append(event)
    journal.close()
    assert list(read(path)) == events
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_acknowledged_event_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    last = -1
    end = time.monotonic() + 20
    while last < 30 and time.monotonic() < end:
        last = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.read().split()
    process.stdout.close()
    process.wait()
    acknowledged = int(rest[-1]) if rest else last
    assert acknowledged >= 30
    assert len(list(read(path))) >= acknowledged + 1


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CobrowseError, match="cannot be written"):
        Journal(tmp_path / "file" / "s.db")


def test_another_file_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    with pytest.raises(CobrowseError):
        list(read(path))
