"""How long after Stop the last input of ours reaches a page, and whether a click comes late.

Run: python tests/bench/stop.py [--stops N] [--json]

A session plays clicks, typing, drags, long presses and held keys without pause; it is stopped at random moments. The page
writes down when each trusted event arrived, on the same clock as this program.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.practice import PracticeSite
from cobrowse.protocol.brain import Proposal, Thought, View
from cobrowse.protocol.command import Stop
from cobrowse.protocol.event import TurnEnded

PAGE = """<button id=b>Press</button><textarea id=t aria-label=T></textarea>
<div id=a draggable=true style='width:60px;height:40px;background:#ccc'>a</div>
<div id=z style='margin-top:200px;width:200px;height:100px;background:#eee'>zone</div>"""
LOG = """(html) => { document.body.innerHTML = html; window.seen = [];
for (const type of ['pointerdown', 'pointerup', 'pointermove', 'click', 'keydown', 'keyup', 'input', 'drop'])
  addEventListener(type, e => { if (e.isTrusted) seen.push([type, performance.timeOrigin + performance.now()]) }, true) }"""
ACTIONS: tuple[dict[str, Any], ...] = (
    {"type": "click", "selector": "#b"},
    {"type": "fill", "selector": "#t", "value": "some words that are typed key by key " * 5},
    {"type": "drag", "selector": "#a", "destination": "#z", "steps": 60},
    {"type": "long_press", "selector": "#b", "ms": 1500},
    {"type": "hold_key", "selector": "#b", "key": "ArrowDown", "ms": 1500},
    {"type": "double_click", "selector": "#b"},
)


class Busy:
    """A brain that never comes to an end; each thought is one action, in random order."""

    name = "Busy"

    def begin(self, goal: str) -> Busy:
        """The same for every request."""
        return self

    async def think(self, view: View) -> AsyncIterator[Thought]:
        """The next action."""
        yield Proposal((random.choice(ACTIONS),))


@dataclass
class Stopped:
    """One stop; times in ms after it was asked for. `last` is negative when nothing came any more."""

    ended: float
    last: float
    late_clicks: int
    late_inputs: int


async def once(session: Session, chance: random.Random) -> Stopped:
    """Let it run for a random while, stop it, and see what the page still hears."""
    page = session.browser.active.page
    await page.evaluate(LOG, PAGE)
    turn = asyncio.ensure_future(session.ask("go on"))
    await asyncio.sleep(chance.uniform(0.15, 1.2))
    asked = time.time() * 1000
    await session.send(Stop())
    await asyncio.wait([turn])
    ended = time.time() * 1000
    assert turn.cancelled() or isinstance(turn.result(), TurnEnded)
    await asyncio.sleep(0.4)
    seen = await page.evaluate("seen")
    after = [(name, at) for name, at in seen if at > ended + 1]
    return Stopped(
        ended=ended - asked,
        last=max((at for _, at in seen), default=asked) - asked,
        late_clicks=sum(name in ("click", "drop") for name, _ in after),
        late_inputs=len(after),
    )


async def run(stops: int) -> list[Stopped]:
    """All of them in one session."""
    os.environ["COBROWSE_HOME"] = tempfile.mkdtemp(prefix="cobrowse-bench-")
    chance = random.Random(7)
    options = BrowserOptions(headless=True, profile="temp")
    with PracticeSite() as site:
        async with Session(SessionOptions(url=site.url, browser=options, policy="watch"), brain=Busy()) as session:
            return [await once(session, chance) for _ in range(stops)]


def main() -> None:
    """Print the figures; leaves with 1 when one of them is not reached."""
    parser = argparse.ArgumentParser(description="How soon nothing more is sent after Stop.")
    parser.add_argument("--stops", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    seen = asyncio.run(run(options.stops))
    took = sorted(stop.ended for stop in seen)
    figures = {
        "stops": len(seen),
        "p50_ms": round(statistics.median(took), 1),
        "p95_ms": round(took[int(len(took) * 0.95) - 1], 1),
        "most_ms": round(took[-1], 1),
        "last_input_p95_ms": round(sorted(stop.last for stop in seen)[int(len(seen) * 0.95) - 1], 1),
        "late_clicks": sum(stop.late_clicks for stop in seen),
        "late_inputs": sum(stop.late_inputs for stop in seen),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{name:20} {value}" for name, value in figures.items()))
    sys.exit(figures["p95_ms"] > 200 or figures["late_clicks"] > 0)


if __name__ == "__main__":
    main()
