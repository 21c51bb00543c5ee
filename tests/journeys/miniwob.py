"""MiniWoB++ tasks (PyPI package `miniwob`, MIT) served on loopback, and someone who plays them through a session.

The task pages are small puzzles with widgets of all kinds; each says by itself, as a reward, whether it was solved.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from cobrowse.actions.dialect import read_entries
from cobrowse.agent.session import Session
from cobrowse.protocol.action import Action
from cobrowse.protocol.result import Result

from . import beds

PACKAGE = "miniwob==1.1.0"
_BEGIN = """seed => { core.EPISODE_MAX_TIME = 600000; Math.seedrandom(String(seed)); core.startEpisodeReal();
  const style = document.createElement('style');
  style.textContent = '#reward-display, #click-canvas, #sync-task-cover { display: none !important }';
  document.head.append(style) }"""
_PATH = """([css, text, visible]) => {
  const seen = one => { const box = one.getBoundingClientRect(); return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility === 'visible' };
  const one = [...document.querySelectorAll(css)].find(one => (text === null || one.textContent.trim() === text) && (!visible || seen(one)));
  const path = one => one === document.body ? 'body' : `${path(one.parentElement)} > ${one.localName}:nth-child(${[...one.parentElement.children].indexOf(one) + 1})`;
  return one ? path(one) : null }"""


@contextlib.contextmanager
def pages() -> Iterator[str]:
    """The address of the folder with the task pages; skips when the package cannot be had."""
    folder = beds.CACHE / "miniwob"
    html = folder / "miniwob" / "html"
    if not html.is_dir():
        command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder), PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            pytest.skip(f"{PACKAGE} could not be installed: {done.stderr[-200:]}")
    with beds.served(Path(html)) as address:
        yield f"{address}/miniwob"


class Player:
    """Plays one task: reads the page as a person would, and acts through the session only."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.task = ""
        """The instruction, as the page shows it."""

    @property
    def quoted(self) -> list[str]:
        """What stands in quotation marks in the instruction."""
        return re.findall(r'"([^"]*)"', self.task)

    async def look(self, script: str, *given: Any) -> Any:
        """What the page shows, by a script that only reads."""
        return await self.session.browser.active.page.evaluate(script, list(given) if len(given) != 1 else given[0])

    async def at(self, css: str, text: str | None = None, *, visible: bool = True) -> str | None:
        """A target for the first such element that shows this text; None when there is none."""
        return await self.look(_PATH, css, text, visible)

    async def do(self, type: str, **parameters: Any) -> Result:
        """One action, which must succeed."""
        action = read_entries([{"type": type, **parameters}])[0]
        assert isinstance(action, Action), action
        row = self.session.timeline.plan("t", [action], lambda target: None)[0]
        step = await self.session.executor.run(row, action)
        assert step.status == "done" and step.result, (parameters, step.result)
        return step.result

    async def click(self, css: str, text: str | None = None) -> None:
        """Click the first such element that shows this text."""
        target = await self.at(css, text)
        assert target, f"there is no {css} {text}"
        await self.do("click", selector=target)

    async def submit(self) -> None:
        """Press the button that ends the task."""
        await self.do("click", selector="#subbtn")

    async def reward(self) -> float:
        """What the page gives for it, once it says that it is over; 0 when it is not."""
        page = self.session.browser.active.page
        with contextlib.suppress(Exception):
            await page.wait_for_function("WOB_DONE_GLOBAL", timeout=3000)
        return float(await page.evaluate("WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0"))


@contextlib.asynccontextmanager
async def episode(session: Session, address: str, task: str, seed: int) -> AsyncIterator[Player]:
    """One episode of a task, always the same for a seed."""
    await session.page.navigate(f"{address}/{task}.html")
    page = session.browser.active.page
    await page.wait_for_function("document.readyState === 'complete' && typeof core === 'object'")
    player = Player(session)
    await player.look(_BEGIN, seed)
    player.task = await player.look(
        "core.getUtterance ? core.getUtterance() : document.querySelector('#query').textContent"
    )
    player.task = " ".join(str(player.task).split())
    yield player
