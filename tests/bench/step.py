"""What a whole step costs (gate, resolve, act, verify, journal), beside Playwright's bare `locator.click()` on the same page.

Run: python tests/bench/step.py [--pairs N] [--json]

Both sides take turns in one browser, so that what slows the machine slows both; the ratio of the medians counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cobrowse.actions.dialect import read_entries
from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.practice import PracticeSite
from cobrowse.protocol.action import Action

REACH = 1.5
_WARM_UP = 5
_PAGE = """rows => { document.body.innerHTML = `<p id=out>0</p><button id=go>Show more</button><ul>${Array.from({ length: rows },
  (_, at) => `<li><a href='#${at}'>Entry ${at}</a> <button>Edit ${at}</button></li>`).join('')}</ul>`;
  go.onclick = () => { out.textContent = +out.textContent + 1 } }"""


async def step(session: Session) -> float:
    """One step as a turn makes it, with its row in the timeline and its events in the journal; milliseconds."""
    action = read_entries([{"type": "click", "selector": 'button "Show more"'}])[0]
    assert isinstance(action, Action)
    began = time.perf_counter()
    row = session.timeline.plan("t", [action], lambda target: None)[0]
    done = await session.executor.run(row, action)
    took = (time.perf_counter() - began) * 1000
    assert done.status == "done", done.result
    return took


async def bare(session: Session) -> float:
    """The driver's own click on the same button; milliseconds."""
    button = session.browser.active.page.locator("#go")
    began = time.perf_counter()
    await button.click()
    return (time.perf_counter() - began) * 1000


async def run(pairs: int, rows: int) -> tuple[list[float], list[float]]:
    """The times of both sides, in turns, and which goes first changes as well."""
    os.environ["COBROWSE_HOME"] = tempfile.mkdtemp(prefix="cobrowse-bench-")
    ours: list[float] = []
    theirs: list[float] = []
    options = BrowserOptions(headless=True, profile="temp")
    with PracticeSite() as site:
        async with Session(SessionOptions(url=site.url, browser=options)) as session:
            page = session.browser.active.page
            await page.evaluate(_PAGE, rows)
            for at in range(pairs + _WARM_UP):
                both = [(ours, step), (theirs, bare)]
                for times, one in both if at % 2 else reversed(both):
                    times.append(await one(session))
            assert await page.inner_text("#out") == str(2 * (pairs + _WARM_UP))
    return ours[_WARM_UP:], theirs[_WARM_UP:]


def main() -> None:
    """Print the figures; leaves with 1 when the ratio is not reached."""
    parser = argparse.ArgumentParser(description="What a whole step costs, beside a bare click.")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--rows", type=int, default=100, help="entries of the list on the page")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ours, theirs = asyncio.run(run(options.pairs, options.rows))
    figures = {
        "pairs": len(ours),
        "step_ms": round(statistics.median(ours), 1),
        "bare_click_ms": round(statistics.median(theirs), 1),
        "ratio": round(statistics.median(ours) / statistics.median(theirs), 2),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }
    print(json.dumps(figures) if options.json else "\n".join(f"{name:14} {value}" for name, value in figures.items()))
    sys.exit(figures["ratio"] > REACH)


if __name__ == "__main__":
    main()
