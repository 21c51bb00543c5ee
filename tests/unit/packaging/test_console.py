"""Progress that reads well on a terminal and in a log."""

import io
import time

import pytest

from bringup import console
from bringup.console import Console


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_are_numbered_and_timed() -> None:
    times = iter([0.0, 1.5, 2.0, 2.25])
    stream = io.StringIO()
    progress = Console(2, stream, clock=lambda: next(times))
    with progress.step("First") as step:
        step.outcome = "made"
    with progress.step("Second"):
        pass
    assert stream.getvalue().splitlines() == ["[1/2] First: made (1.5 s)", "[2/2] Second: done (0.2 s)"]


def test_a_failing_step_says_so_and_passes_the_error_on() -> None:
    stream = io.StringIO()
    with pytest.raises(ValueError, match="why"), Console(1, stream).step("Only"):
        raise ValueError("why")
    assert stream.getvalue().startswith("[1/1] Only: failed (")


def test_a_log_shows_signs_of_life_without_control_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "_FIRST_SIGN", 0.01)
    stream = io.StringIO()
    with Console(1, stream).step("Long") as step:
        step.hear("unpacking\n")
        wait_for(lambda: "unpacking" in stream.getvalue())
    assert stream.getvalue().startswith("[1/1] Long … 0 s  unpacking\n")
    assert "\x1b" not in stream.getvalue()


def test_a_terminal_pulses_on_one_line_and_is_wiped() -> None:
    stream = Terminal()
    with Console(1, stream).step("Long") as step:
        step.hear("a line that is far longer than any terminal is wide " * 20)
        wait_for(lambda: "far longer" in stream.getvalue())
    *_, last = stream.getvalue().split("\r\x1b[K")
    assert last.startswith("[1/1] Long: done (")
    assert stream.getvalue().count("\n") == 1


def test_a_console_that_knows_only_ascii_is_no_reason_to_fail() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    Console(1, stream).say("made … ✓")
    assert raw.getvalue().decode() == "made ? ?\n"


def wait_for(condition, within: float = 10) -> None:
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)
