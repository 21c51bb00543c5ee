"""A display of our own where there is none: Xvfb, with a window manager so that windows get focus and a place."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bringup.process import CommandFailed, stop

SCREEN = "1920x1080x24"
_START = 20.0
_SETTLE = 0.3
_MANAGERS = (("openbox", "--sm-disable"), ("matchbox-window-manager",), ("xfwm4",), ("twm",))


@contextmanager
def virtual(environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Starts a display and gives the environment for programs on it; stops what it started at the end."""
    with ExitStack() as cleanup:
        server, number = _start_server()
        cleanup.callback(stop, server)
        result = {key: value for key, value in environment.items() if key != "WAYLAND_DISPLAY"}
        result["DISPLAY"] = f":{number}"
        if not result.get("XDG_RUNTIME_DIR"):
            result["XDG_RUNTIME_DIR"] = cleanup.enter_context(tempfile.TemporaryDirectory(prefix="cobrowse-"))
        if command := window_manager(shutil.which):
            manager = _background(command, result)
            cleanup.callback(stop, manager)
            time.sleep(_SETTLE)
        yield result


def window_manager(which: Callable[[str], str | None]) -> list[str] | None:
    """The command of the first window manager found here."""
    for name, *options in _MANAGERS:
        if path := which(name):
            return [path, *options]
    return None


def _start_server() -> tuple[subprocess.Popen, str]:
    """Lets the server pick a free number itself, so that any number of runs get along."""
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        raise CommandFailed(["Xvfb"], "not found", ["there is no display, and no Xvfb to make one"])
    read_end, write_end = os.pipe()
    command = [xvfb, "-displayfd", str(write_end), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
    try:
        server = _background(command, os.environ, keep=(write_end,))
    finally:
        os.close(write_end)
    try:
        return server, _read_number(read_end, command)
    except BaseException:
        stop(server)
        raise
    finally:
        os.close(read_end)


def _read_number(read_end: int, command: list[str]) -> str:
    deadline = time.monotonic() + _START
    text = b""
    while not text.endswith(b"\n"):
        ready, _, _ = select.select([read_end], [], [], max(0.0, deadline - time.monotonic()))
        piece = os.read(read_end, 64) if ready else b""
        if not piece:
            raise CommandFailed(command, "no display", ["the virtual display did not start"])
        text += piece
    return text.decode().strip()


def _background(command: list[str], environment: Mapping[str, str], keep: tuple[int, ...] = ()) -> subprocess.Popen:
    """In a session of its own: Ctrl-C must reach the window first, and the display only at the end."""
    return subprocess.Popen(
        command,
        env=dict(environment),
        cwd=Path(tempfile.gettempdir()),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=keep,
        start_new_session=True,
    )
