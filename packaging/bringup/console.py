"""Numbered lines with the time each step took; on a terminal, a pulse while a step goes on."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

_FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FIRST_SIGN = 2.0
_LATER_SIGNS = 20.0


@dataclass
class Step:
    """One line of progress. `detail` is the newest word from inside it, `outcome` what it came to."""

    label: str
    started: float
    detail: str = ""
    outcome: str = "done"

    def hear(self, line: str) -> None:
        """Takes the newest line that a command printed."""
        self.detail = line.strip() or self.detail


class Console:
    """Prints progress to one stream, in the way that stream can show it."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.count = 0
        self._stream = stream or sys.stdout
        self._clock = clock
        self._live = self._stream.isatty()

    def say(self, text: str) -> None:
        """A plain line of its own."""
        print(self._printable(text), file=self._stream, flush=True)

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """Numbers a step, shows that it is alive, and says at the end what came of it and how long it took."""
        self.count += 1
        step = Step(f"[{self.count}/{self.total}] {title}", self._clock())
        ended = threading.Event()
        pulse = threading.Thread(target=self._pulse, args=(step, ended), daemon=True)
        pulse.start()
        try:
            yield step
        except BaseException:
            step.outcome = "failed"
            raise
        finally:
            ended.set()
            pulse.join()
            self._wipe()
            self.say(f"{step.label}: {step.outcome} ({self._clock() - step.started:.1f} s)")

    def _pulse(self, step: Step, ended: threading.Event) -> None:
        if self._live:
            frame = 0
            while not ended.wait(0.12):
                self._draw(step, _FRAMES[frame % len(_FRAMES)])
                frame += 1
            return
        pause = _FIRST_SIGN
        while not ended.wait(pause):
            pause = _LATER_SIGNS
            self.say(f"{step.label} … {self._clock() - step.started:.0f} s  {step.detail[:100]}".rstrip())

    def _draw(self, step: Step, frame: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        line = f"{frame} {step.label} {self._clock() - step.started:.0f} s  {step.detail}"
        self._stream.write("\r\x1b[K" + self._printable(line[:width]))
        self._stream.flush()

    def _wipe(self) -> None:
        if self._live:
            self._stream.write("\r\x1b[K")

    def _printable(self, text: str) -> str:
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        return text.encode(encoding, "replace").decode(encoding)
