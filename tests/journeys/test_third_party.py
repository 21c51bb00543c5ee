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


def test_datasette_sorts_and_turns_the_page() -> None:
    with beds.datasette() as address:
        code, events = run("Click age, then click Next page", f"{address}/people/people")
        assert code == 0, last(events, "turn_ended")
        shown = last(events, "page_changed")["url"]
        assert "_sort=age" in shown and "_next=" in shown


def test_datasette_filters_without_a_question() -> None:
    """A form that only asks the site for something is not held up."""
    with beds.datasette() as address:
        task = 'Choose city in the first list, then type "Oslo" into the _filter_value field, then click Apply'
        code, events = run(task, f"{address}/people/people")
        assert code == 0, last(events, "turn_ended")
        assert "city__exact=Oslo" in last(events, "page_changed")["url"]
        assert not any(event["kind"] == "asked" for event in events)


def test_jquery_ui_picks_a_date() -> None:
    with beds.jquery_ui() as address:
        code, events = run("Click the Date field, then click 15", f"{address}/datepicker/default.html")
        assert code == 0, last(events, "turn_ended")
        seen = [event for event in events if event["kind"] == "step_changed" and event["step"]["status"] == "done"]
        assert any("15" in event["step"]["about"] for event in seen)
