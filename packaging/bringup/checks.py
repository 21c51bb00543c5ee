"""Everything that has to hold before a change is taken: one stage after another, all of them, then a summary."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bringup.layout import ROOT, program
from bringup.process import echoing

_CLOSING = re.compile(r"\d+ (passed|failed|error|skipped|deselected|xfailed|xpassed|warning)|no tests ran")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Who asks for one of these wants to say how the tests are spread, or to watch one process.
_ALONE = re.compile(r"-n|--numprocesses|--dist|--pdb|(-s|--capture=no|--collect-only|--co)$")

Runner = Callable[[Sequence[str], Callable[[str], None], Mapping[str, str]], int]


@dataclass(frozen=True)
class Outcome:
    """How one stage ended."""

    name: str
    code: int
    seconds: float

    def __str__(self) -> str:
        word = "ok" if self.code == 0 else f"FAILED ({self.code})"
        return f"  {self.name:<12} {word:<12} {self.seconds:6.1f} s"


def stages(arguments: Sequence[str], cores: int | None = None) -> list[tuple[str, list[str]]]:
    """The commands, quickest first."""
    ruff, pyright, arrows = (str(program(name)) for name in ("ruff", "pyright", "lint-imports"))
    return [
        ("lint", [ruff, "check", "."]),
        ("format", [ruff, "format", "--check", "."]),
        ("imports", [arrows, "--no-logo"]),
        ("types", [pyright]),
        ("tests", [str(program("python")), "-m", "pytest", *side_by_side(arguments, cores), *arguments]),
    ]


def side_by_side(arguments: Sequence[str], cores: int | None = None) -> list[str]:
    """Spreads the tests over two processes, by file so that a file's browser is started once."""
    if any(_ALONE.match(word) for word in arguments) or (cores or os.cpu_count() or 1) < 2:
        return []
    return ["-n", "2", "--dist", "loadfile"]


def run(arguments: Sequence[str], environment: Mapping[str, str], runner: Runner | None = None) -> int:
    """Runs every stage whatever the others came to, and returns 0 only when all are well."""
    runner = runner or _echoing
    outcomes: list[Outcome] = []
    closing = ""

    def hear(line: str) -> None:
        nonlocal closing
        plain = _COLOUR.sub("", line).strip()
        if is_closing(plain):
            closing = plain

    for name, command in stages(arguments):
        print(f"\n── {name} " + "─" * (70 - len(name)), flush=True)
        started = time.monotonic()
        code = runner(command, hear if name == "tests" else _ignore, environment)
        outcomes.append(Outcome(name, code, time.monotonic() - started))
    print("\n── summary " + "─" * 63)
    print("\n".join(str(outcome) for outcome in outcomes))
    if closing:
        print(closing, flush=True)  # last, where whoever reads the end of a log looks for it
    return 1 if any(outcome.code for outcome in outcomes) else 0


def is_closing(line: str) -> bool:
    """Whether this is the line in which pytest says how many tests passed and how long they took."""
    return bool(_CLOSING.search(line)) and bool(re.search(r"\bin \d+(\.\d+)?s\b", line))


def _ignore(_line: str) -> None:
    pass


def _echoing(command: Sequence[str], hear: Callable[[str], None], environment: Mapping[str, str]) -> int:
    colour = {"FORCE_COLOR": "1"} if sys.stdout.isatty() and "NO_COLOR" not in environment else {}
    return echoing(command, hear, env={**environment, **colour}, cwd=ROOT)
