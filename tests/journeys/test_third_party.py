"""Two-step requests on pages that nobody here wrote, through the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from . import beds

pytestmark = pytest.mark.timeout(420)
ROOT = Path(__file__).resolve().parents[2]


def run(task: str, url: str) -> tuple[int, list[dict[str, Any]]]:
    """`cobrowse run`, and the events it told."""
    done = subprocess.run(
        [sys.executable, "-m", "cobrowse", "run", task, "--url", url, "--headless", "--profile", "temp", "--json"],
        capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def last(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in reversed(events) if event["kind"] == kind)


def test_datasette_sorts_and_opens_a_row() -> None:
    with beds.datasette() as address:
        code, events = run("Click the link age, then click the first link in the table", f"{address}/people/people")
        assert code == 0, last(events, "turn_ended")
        shown = last(events, "page_changed")["url"]
        assert shown.startswith(f"{address}/people/people/"), shown
        clicked = [e["step"]["about"] for e in events if e["kind"] == "step_changed" and e["step"]["status"] == "done"]
        assert clicked[0] == "age"


def test_datasette_filters() -> None:
    with beds.datasette() as address:
        code, events = run(
            'Choose city in the list "- column -", then type "Oslo" into the field next to it and press Enter',
            f"{address}/people/people",
        )
        assert code == 0, last(events, "turn_ended")
        assert "Oslo" in last(events, "page_changed")["url"]


def test_jquery_ui_picks_a_date() -> None:
    with beds.jquery_ui() as address:
        code, events = run("Click the Date field, then click 15", f"{address}/datepicker/default.html")
        assert code == 0, last(events, "turn_ended")
        seen = [event for event in events if event["kind"] == "step_changed" and event["step"]["status"] == "done"]
        assert any("15" in event["step"]["about"] for event in seen)
