"""How fast and how short our look at a page is, beside Playwright's `aria_snapshot(mode="ai")` of the same page.

Run: python tests/bench/observe.py [--runs N] [--json] [--page NAME=ADDRESS]... [--only WORD]

Both sides are timed end to end through Python in one browser, taking turns, so that what slows the machine slows both.
Beside the clock, which other programs push about, stands the processor time that all processes of a side took together.
Real pages are those of tests/journeys/real_pages.py; those that cannot be installed are named and left out. `--page` adds
one that is served already.
"""

from __future__ import annotations

import argparse
import asyncio
import http.server
import json
import re
import statistics
import sys
import threading
import time
from collections.abc import Awaitable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import psutil
import pytest

from cobrowse.browser.observe import observe
from cobrowse.browser.session import BrowserOptions, BrowserSession
from cobrowse.browser.tab import Tab
from cobrowse.protocol.outline import BUDGET, changes, outline
from tests.journeys.real_pages import REAL_PAGES

SNAPSHOT_MS = 120_000
SETTLE_SECONDS = 1
LARGE_NODES = 30_000
"""Pages with more nodes are looked at twice only."""


def table(rows: int) -> str:
    """A page of 8 nodes a row, two of them interactive."""
    body = "".join(
        f"<tr><td>{row}</td><td><a href='/orders/{row}'>Order {row}</a></td><td><button>Edit {row}</button></td></tr>"
        for row in range(rows)
    )
    return f"<!doctype html><title>Orders</title><h1>Orders</h1><p id=out>Nothing yet</p><table><tbody>{body}</table>"


@dataclass
class Line:
    """What was measured on one page; times in ms."""

    page: str
    nodes: int
    elements: int
    ours_ms: float
    theirs_ms: float
    ours_cpu: float
    theirs_cpu: float
    """Processor time of all processes, ms."""
    ours_chars: int
    theirs_chars: int
    budget_chars: int
    change_chars: int

    @property
    def faster(self) -> float:
        return self.theirs_ms / self.ours_ms

    @property
    def cheaper(self) -> float:
        return self.theirs_cpu / max(self.ours_cpu, 1)

    @property
    def shorter(self) -> float:
        return self.ours_chars / max(self.theirs_chars, 1)


async def timed(work: Awaitable[Any]) -> tuple[Any, tuple[float, float]]:
    """What comes of it, and the ms it took: by the clock, and of all processors together."""
    began, used = time.perf_counter(), processor_ms()
    found = await work
    return found, ((time.perf_counter() - began) * 1000, processor_ms() - used)


def processor_ms() -> float:
    """Processor time that this program and everything it started have used, ms. Its grain is 10 ms a process."""
    own = psutil.Process()
    total = 0.0
    for process in (own, *own.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system
    return total * 1000


async def measure(tab: Tab, name: str, runs: int) -> Line:
    """Both sides by turns, medians."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    snapshot = ""
    seen = await observe(tab)
    for _ in range(2 if seen.nodes > LARGE_NODES else runs):
        seen, taken = await timed(observe(tab))
        ours.append(taken)
        snapshot, taken = await timed(tab.page.aria_snapshot(mode="ai", timeout=SNAPSHOT_MS))
        theirs.append(taken)
    await tab.page.evaluate(
        "() => { (document.querySelector('#out, h1, p, a') ?? document.body).textContent = 'Saved'; }"
    )
    after = await observe(tab)
    return Line(
        name,
        seen.nodes,
        sum(element.interactive for element in seen.elements),
        statistics.median(ms for ms, _ in ours),
        statistics.median(ms for ms, _ in theirs),
        statistics.mean(cpu for _, cpu in ours),
        statistics.mean(cpu for _, cpu in theirs),
        len(outline(seen, 100_000_000).text),
        len(snapshot),
        len(outline(seen).text),
        len(changes(seen, after).text),
    )


class _Tables(http.server.BaseHTTPRequestHandler):
    """Tables of `/table/ROWS`."""

    def do_GET(self) -> None:
        if not self.path.startswith("/table/"):
            self.send_error(404)
            return
        body = table(int(self.path.removeprefix("/table/"))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep the figures readable."""


async def run(runs: int, only: str, served: dict[str, str]) -> list[Line]:
    """The tables, the real pages and those that are `served` already, in one browser."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Tables)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    session = BrowserSession(BrowserOptions(headless=True, profile="temp"))
    await session.start()
    lines: list[Line] = []
    try:
        tab = session.active
        for rows in (300, 3000):
            await tab.page.goto(f"{origin}/table/{rows}")
            lines.append(await measure(tab, f"table of {rows * 8:,} nodes", runs))
        for page in (page for page in REAL_PAGES if only in page.name):
            try:
                with page.bed() as address:
                    await page.open(tab.page, address)
                    await asyncio.sleep(SETTLE_SECONDS)
                    lines.append(await measure(tab, page.name, runs))
            except pytest.skip.Exception as why:
                print(f"left out: {page.name} ({why})", file=sys.stderr)
        for name, address in served.items():
            await tab.page.goto(address)
            await asyncio.sleep(SETTLE_SECONDS * 4)
            lines.append(await measure(tab, name, runs))
    finally:
        await session.close()
        server.shutdown()
    return lines


def report(lines: list[Line]) -> None:
    """A table for people."""
    head = (
        "page",
        "nodes",
        "elements",
        "ours ms",
        "aria ms",
        "faster",
        "cheaper",
        "ours chars",
        "aria chars",
        "part",
        "budget",
        "change",
    )
    print(("{:22} {:>7} {:>8} {:>8} {:>8} {:>7} {:>7} {:>10} {:>10} {:>5} {:>7} {:>7}").format(*head))
    for line in lines:
        print(
            f"{line.page:22} {line.nodes:7} {line.elements:8} {line.ours_ms:8.0f} {line.theirs_ms:8.0f} {line.faster:6.1f}x {line.cheaper:6.1f}x "
            f"{line.ours_chars:10} {line.theirs_chars:10} {line.shorter:5.2f} {line.budget_chars:7} {line.change_chars:7}"
        )
    small, large = lines[:2]
    print(f"cost of 10 times the nodes: {large.ours_ms / small.ours_ms:.1f} times")
    real = lines[2:]
    if real:
        print(
            f"real pages, median: {statistics.median(line.faster for line in real):.1f} times faster, "
            f"{statistics.median(line.shorter for line in real):.2f} of the characters"
        )
    over = [line.page for line in lines if line.budget_chars > BUDGET]
    print(f"over the budget of {BUDGET:,} characters: {', '.join(over) or 'none'}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=re.sub(r"\s+", " ", __doc__ or ""))
    parser.add_argument("--runs", type=int, default=5, help="rounds a page; the median counts")
    parser.add_argument("--json", action="store_true", help="one JSON object a page")
    parser.add_argument("--only", default="", help="real pages whose name has this word in it")
    parser.add_argument("--page", action="append", default=[], metavar="NAME=ADDRESS", help="one more page")
    options = parser.parse_args()
    served = dict(page.split("=", 1) for page in options.page)
    lines = asyncio.run(run(options.runs, options.only, served))
    if options.json:
        for line in lines:
            print(json.dumps({**asdict(line), "faster": line.faster, "shorter": line.shorter}))
    else:
        report(lines)


if __name__ == "__main__":
    main()
