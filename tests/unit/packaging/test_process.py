"""No program is left behind, and what went wrong is said."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from bringup.layout import ROOT
from bringup.process import CommandFailed, echoing, quietly, stop

posix = pytest.mark.skipif(os.name == "nt", reason="signals and process groups as POSIX has them")


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def gone(pid: int, within: float = 10) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False


def test_what_a_program_prints_is_heard_and_returned() -> None:
    heard = []
    assert quietly(python("print('one'); print('two')"), hear=heard.append) == ["one", "two"]
    assert [line.strip() for line in heard] == ["one", "two"]


def test_a_failure_tells_the_code_and_the_last_words() -> None:
    with pytest.raises(CommandFailed, match=r"(?s)ended with 3.*the reason") as failure:
        quietly(python("import sys; print('the reason'); sys.exit(3)"))
    assert failure.value.tail == ["the reason"]


def test_a_program_that_is_not_there_is_a_failure_like_any_other() -> None:
    with pytest.raises(CommandFailed, match="no-such-program"):
        quietly(["no-such-program"])


@posix
def test_a_time_out_takes_the_grandchildren_along() -> None:
    code = "import subprocess, sys; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True); p.wait()"
    heard = []
    with pytest.raises(CommandFailed, match="no end after 1 s"):
        quietly(python(code), hear=heard.append, timeout=1)
    assert gone(int(heard[0]))


@posix
def test_stopping_insists_when_asking_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bringup.process._GRACE", 0.3)
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen(python(code), stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"deaf\n"
    stop(child)
    child.stdout.close()
    assert child.returncode == -signal.SIGKILL


def test_an_echoed_program_is_shown_heard_and_judged(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    heard = []
    code = "import sys; sys.stdout.write('first\\nlast without an end'); sys.exit(4)"
    assert echoing(python(code), heard.append, env=os.environ) == 4
    assert heard == ["first", "last without an end"]
    assert capfdbinary.readouterr().out == b"first\nlast without an end"


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminated_start_ends_the_window_it_opened(number: signal.Signals) -> None:
    code = (
        "import os, sys; from bringup.process import end_cleanly_when_told, openly; end_cleanly_when_told();"
        "window = 'import os, time; print(os.getpid(), flush=True); time.sleep(60)';"
        "openly([sys.executable, '-c', window], env=os.environ)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packaging")}
    parent = subprocess.Popen(python(code), stdout=subprocess.PIPE, env=environment)
    assert parent.stdout is not None
    window = int(parent.stdout.readline())
    parent.send_signal(number)
    assert parent.wait(15) == 128 + number
    parent.stdout.close()
    assert gone(window)
