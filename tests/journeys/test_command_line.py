"""The command line, as a script uses it: no screen, a line for each event, the right exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cobrowse

ROOT = Path(__file__).resolve().parents[2]
QUIET = ["--headless", "--profile", "temp"]
pytestmark = pytest.mark.timeout(180)


def command(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cobrowse", *arguments],
        input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_run_tells_a_line_per_event_and_ends_well(practice: str) -> None:
    done = command("run", "Go to Books", "--url", practice, "--json", *QUIET)
    events = lines(done)
    assert done.returncode == 0, done.stderr
    assert events[-1]["kind"] == "turn_ended" and events[-1]["outcome"] == "done"
    assert {"turn_started", "observed", "step_changed", "said"} <= {event["kind"] for event in events}


def test_a_question_without_an_answer_is_a_no(practice: str, tmp_path: Path) -> None:
    task = "Subscribe ada@example.org to the newsletter"
    assert command("run", task, "--url", practice, *QUIET).returncode == 1
    answers = tmp_path / "answers.json"
    answers.write_text('["approve"]')
    done = command("run", task, "--url", practice, "--answers", str(answers), "--json", *QUIET)
    assert done.returncode == 0, done.stdout[-500:]


def test_act_prints_every_entry_and_stops_at_the_first_failure(practice: str) -> None:
    script = [
        {"type": "fill", "selector": 'textbox "Email address"', "value": "ada@example.org"},
        {"type": "fly", "selector": "#moon"},
        {"type": "extract", "selector": 'textbox "Email address"', "attribute": "value"},
    ]
    done = command("act", practice, "-", "--json", "--policy", "watch", *QUIET, stdin=json.dumps(script))
    rows = lines(done)
    assert done.returncode == 1
    assert [row["status"] for row in rows] == ["done", "failed", "skipped"]
    assert rows[1]["reason"] == "invalid" and "fly" in rows[1]["message"]
    done = command(
        "act", practice, "-", "--json", "--keep-going", "--policy", "watch", *QUIET, stdin=json.dumps(script)
    )
    assert lines(done)[2]["data"]["value"] == "ada@example.org"


def test_observe_has_the_promised_shape(practice: str) -> None:
    (seen,) = lines(command("observe", practice, "--json", "--budget", "3000", *QUIET))
    assert {"url", "title", "viewport", "elements", "text", "stats"} <= seen.keys()
    assert {"nodes", "elements", "chars", "ms"} <= seen["stats"].keys()
    field = next(element for element in seen["elements"] if element["name"] == "Email address")
    assert field["role"] == "textbox" and field["id"] and field["box"]
    assert len(seen["text"]) <= 3000


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["act", "http://127.0.0.1:1/", "no-such-file.json"], 2, "cannot be read"),
        (["run", "x", "--policy", "never"], 2, "--help"),
        (["run", "x", "--model", "nonsense"], 2, "PROVIDER:NAME"),
        (["run", "x", "--allow", "*", *QUIET], 2, "--allow"),
        (["run", "x", "--browser", "/no/such/browser", *QUIET], 3, "no browser"),
        (["observe", "http://127.0.0.1:1/", *QUIET], 1, "could not be opened"),
        (["observe", "file:///etc/hostname", *QUIET], 1, "not opened"),
    ],
)
def test_what_goes_wrong_is_said_with_its_exit_code(arguments: list[str], code: int, said: str) -> None:
    done = command(*arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_actions_and_doctor() -> None:
    assert "click{selector" in command("actions").stdout
    assert {"name", "schema", "effect"} <= lines(command("actions", "--json"))[0].keys()
    done = command("doctor", "--json")
    findings = {row["what"]: row for row in lines(done)}
    assert done.returncode == 0, done.stdout
    assert findings["browser"]["ok"] and findings["window"]["ok"]


def test_a_contract_ends_done_only_when_success_is_seen(practice: str, tmp_path: Path) -> None:
    origin = practice.rstrip("/")
    contract = {
        "name": "newsletter",
        "url": practice,
        "allowedOrigins": [origin],
        "controls": [
            {"id": "mail", "op": "fill", "selector": "input[type=email]", "label": "Email", "value": "ada@example.org"},
            {"id": "send", "op": "click", "selector": "footer form button", "label": "Subscribe", "purpose": "submit"},
        ],
        "success": {"selector": "#newsletter-status", "kind": "includes", "value": "ada@example.org is subscribed"},
    }
    file = tmp_path / "task.json"
    file.write_text(json.dumps(contract))
    done = command("run", str(file), "--policy", "watch", *QUIET)
    assert done.returncode == 0, done.stdout + done.stderr
    contract["success"]["value"] = "never to be seen"  # type: ignore[index]
    file.write_text(json.dumps(contract))
    done = command("run", str(file), "--policy", "watch", *QUIET)
    assert done.returncode == 1
    assert "did not hold" in done.stdout


async def test_the_library(practice: str) -> None:
    async with cobrowse.open(practice, headless=True, profile="temp", policy="watch") as session:
        result = await session.execute("click", selector='link "Books"')
        assert result.ok, result.message
        assert "books" in session.page.url
        assert (await session.execute("fly")).reason == "invalid"
        assert not session.timeline.steps
