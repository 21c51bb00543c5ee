"""How fast and how short our look at a page is, beside Playwright's `aria_snapshot(mode="ai")` of the same page.

Run: python tests/bench/observe.py [--runs N] [--json]

Both sides are timed end to end through Python in one browser, taking turns, so that what slows the machine slows both.
Real pages come from Debian's documentation packages; those that are not installed are named and left out.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import http.server
import json
import re
import statistics
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cobrowse.browser.observe import observe
from cobrowse.browser.session import BrowserOptions, BrowserSession
from cobrowse.browser.tab import Tab
from cobrowse.protocol.outline import BUDGET, changes, outline

EXAMPLES = "/usr/share/doc/libjs-jquery-ui-docs/examples"
REAL = {
    "python contents": "/usr/share/doc/python3.11/html/contents.html",
    "sqlite select": "/usr/share/doc/sqlite3/lang_select.html",
    **{
        f"jquery-ui {name}": f"{EXAMPLES}/{name}/default.html"
        for name in ("datepicker", "tabs", "autocomplete", "sortable", "dialog")
    },
}
SNAPSHOT_MS = 120_000


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
    ours_chars: int
    theirs_chars: int
    budget_chars: int
    change_chars: int

    @property
    def faster(self) -> float:
        return self.theirs_ms / self.ours_ms

    @property
    def shorter(self) -> float:
        return self.ours_chars / max(self.theirs_chars, 1)


async def measure(tab: Tab, name: str, runs: int) -> Line:
    """Both sides by turns, medians."""
    ours: list[float] = []
    theirs: list[float] = []
    snapshot = ""
    seen = await observe(tab)
    for _ in range(runs):
        start = time.perf_counter()
        seen = await observe(tab)
        ours.append((time.perf_counter() - start) * 1000)
        start = time.perf_counter()
        snapshot = await tab.page.aria_snapshot(mode="ai", timeout=SNAPSHOT_MS)
        theirs.append((time.perf_counter() - start) * 1000)
    await tab.page.evaluate(
        "() => { (document.querySelector('#out, h1, p, a') ?? document.body).textContent = 'Saved'; }"
    )
    after = await observe(tab)
    return Line(
        name,
        seen.nodes,
        sum(element.interactive for element in seen.elements),
        statistics.median(ours),
        statistics.median(theirs),
        len(outline(seen, 100_000_000).text),
        len(snapshot),
        len(outline(seen).text),
        len(changes(seen, after).text),
    )


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Everything on this machine's disk that the pages need, and tables of `/table/ROWS`."""

    def do_GET(self) -> None:
        if not self.path.startswith("/table/"):
            return super().do_GET()
        body = table(int(self.path.removeprefix("/table/"))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Keep the figures readable."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.replace("nodejs/require.js", "nodejs/requirejs/require.js"))


async def run(runs: int, installed: dict[str, str]) -> list[Line]:
    """The tables and the `installed` pages, in one browser."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory="/"))
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
        for name, path in installed.items():
            await tab.page.goto(origin + path)
            await asyncio.sleep(1)
            lines.append(await measure(tab, name, max(2, runs // 2) if "contents" in name else runs))
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
        "ours chars",
        "aria chars",
        "part",
        "budget",
        "change",
    )
    print(("{:22} {:>7} {:>8} {:>8} {:>8} {:>7} {:>10} {:>10} {:>5} {:>7} {:>7}").format(*head))
    for line in lines:
        print(
            f"{line.page:22} {line.nodes:7} {line.elements:8} {line.ours_ms:8.0f} {line.theirs_ms:8.0f} {line.faster:6.1f}x "
            f"{line.ours_chars:10} {line.theirs_chars:10} {line.shorter:5.2f} {line.budget_chars:7} {line.change_chars:7}"
        )
    small, large = lines[:2]
    print(f"cost of 10 times the nodes: {large.ours_ms / small.ours_ms:.1f} times")
    real = lines[2:]
    if real:
        print(f"real pages, median: {statistics.median(line.faster for line in real):.1f} times faster")
    over = [line.page for line in lines if line.budget_chars > BUDGET]
    print(f"over the budget of {BUDGET:,} characters: {', '.join(over) or 'none'}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=re.sub(r"\s+", " ", __doc__ or ""))
    parser.add_argument("--runs", type=int, default=5, help="rounds a page; the median counts")
    parser.add_argument("--json", action="store_true", help="one JSON object a page")
    options = parser.parse_args()
    installed = {name: path for name, path in REAL.items() if Path(path).is_file()}
    for name in REAL.keys() - installed.keys():
        print(f"left out: {name} ({REAL[name]} is not installed)", file=sys.stderr)
    lines = asyncio.run(run(options.runs, installed))
    if options.json:
        for line in lines:
            print(json.dumps({**asdict(line), "faster": line.faster, "shorter": line.shorter}))
    else:
        report(lines)


if __name__ == "__main__":
    main()
