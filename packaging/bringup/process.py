"""Starting other programs so that none is left behind: not after an error, a time-out, Ctrl-C or a terminate."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType

_TAIL = 25
_GRACE = 10.0


class CommandFailed(Exception):
    """A program that had to work did not; the message holds the last lines it printed."""

    def __init__(self, command: Sequence[str], code: int | str, tail: Sequence[str]) -> None:
        last = "\n".join(f"    {line}" for line in tail)
        super().__init__(f"`{' '.join(command)}` ended with {code}" + (f":\n{last}" if last else ""))
        self.tail = list(tail)


def quietly(
    command: Sequence[str],
    *,
    hear: Callable[[str], None] | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = 1800,
) -> list[str]:
    """Runs a program without showing what it prints, and returns its last lines. Raises `CommandFailed`."""
    tail: deque[str] = deque(maxlen=_TAIL)
    try:
        child = _start(command, env=env, cwd=cwd)
    except OSError as problem:
        raise CommandFailed(command, str(problem), []) from problem
    late = threading.Event()
    timer = threading.Timer(timeout, lambda: (late.set(), stop(child, group=True)))
    timer.daemon = True
    timer.start()
    try:
        assert child.stdout is not None
        with child.stdout as output:
            for line in output:
                tail.append(line.rstrip())
                if hear:
                    hear(line)
        code = child.wait()
    except BaseException:
        stop(child, group=True)
        raise
    finally:
        timer.cancel()
    if late.is_set():
        raise CommandFailed(command, f"no end after {timeout:.0f} s", tail)
    if code:
        raise CommandFailed(command, code, tail)
    return list(tail)


def _start(command: Sequence[str], *, env: Mapping[str, str] | None, cwd: Path | None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=dict(env) if env is not None else None,
        cwd=cwd,
        start_new_session=os.name != "nt",
    )


def openly(command: Sequence[str], *, env: Mapping[str, str], cwd: Path | None = None) -> int:
    """Runs a program that has the terminal to itself, and returns its exit code.

    Ctrl-C reaches it through the terminal, so here it only has to be waited for.
    """
    child = subprocess.Popen(command, env=dict(env), cwd=cwd)
    try:
        return child.wait()
    except BaseException as reason:
        _end_after(reason, child)
        raise


def _end_after(reason: BaseException, child: subprocess.Popen) -> None:
    """Ends a program whose run was cut short; after Ctrl-C, which it got too, it first has time to end by itself."""
    try:
        if isinstance(reason, KeyboardInterrupt):
            child.wait(_GRACE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        pass
    finally:
        stop(child)


def echoing(
    command: Sequence[str], hear: Callable[[str], None], *, env: Mapping[str, str], cwd: Path | None = None
) -> int:
    """Runs a program whose output is shown as it comes and told to `hear` line by line as well."""
    child = subprocess.Popen(command, env=dict(env), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert child.stdout is not None
    rest = b""
    try:
        with child.stdout as output:
            while chunk := os.read(output.fileno(), 65536):
                sys.stdout.buffer.write(chunk)
                sys.stdout.flush()
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    hear(line.decode("utf-8", "replace"))
        hear(rest.decode("utf-8", "replace"))
        return child.wait()
    except BaseException as reason:
        _end_after(reason, child)
        raise


def stop(child: subprocess.Popen, *, group: bool = False) -> None:
    """Ends one process that we started: asks first, then insists. `group` takes its own children along."""
    for insist in (False, True):
        if child.poll() is not None:
            return
        _send(child, insist=insist, group=group)
        try:
            child.wait(_GRACE)
        except subprocess.TimeoutExpired:
            continue


def _send(child: subprocess.Popen, *, insist: bool, group: bool) -> None:
    try:
        if group and sys.platform != "win32":
            os.killpg(child.pid, signal.SIGKILL if insist else signal.SIGTERM)
        elif insist:
            child.kill()
        else:
            child.terminate()
    except ProcessLookupError:
        pass  # it ended by itself in between


def end_cleanly_when_told() -> None:
    """Turns a terminate or hang-up into an ordinary exit, so that every `finally` is run."""

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)
