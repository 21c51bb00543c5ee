"""A host's contract, run with no model: done when the success condition is seen, blocked with the reason otherwise."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cobrowse.agent.contract_runner import ContractRunner
from cobrowse.agent.session import Session, SessionOptions
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol.contract import read_contract
from cobrowse.protocol.event import Step, TurnEnded

pytestmark = pytest.mark.timeout(120)

CONTACT = """<!doctype html><title>Contact</title>
<form onsubmit="event.preventDefault(); send()">
<label>Name <input id="name" oninput="changes++"></label>
<label><input type="checkbox" id="agree"> Use test data</label>
<label>Word <input type="password" id="word"></label>
<button id="save">Save</button><button type="button" class="twin">A</button><button type="button" class="twin">B</button>
</form><p id="status"></p>
<iframe id="inner" srcdoc="<button id='tell' onclick=&quot;parent.document.getElementById('status').textContent='Told'&quot;>Tell</button>"></iframe>
<script>let changes = 0;
function send() { status_.textContent = agree.checked && document.getElementById('name').value ? 'Saved' : 'Missing'; }
const status_ = document.getElementById('status'), agree = document.getElementById('agree');</script>"""

SEED = """{
  "name": "contact-test",
  "url": "http://127.0.0.1:9000/contact",
  "allowedOrigins": ["http://127.0.0.1:9000"],
  "controls": [
    {"id":"name","op":"fill","selector":"#name","label":"Name","value":"Test Contact"},
    {"id":"agree","op":"check","selector":"#agree","label":"Use test data"},
    {"id":"save","op":"click","purpose":"submit","selector":"#save","label":"Save"}
  ],
  "success":{"selector":"#status","kind":"text","value":"Saved"}
}"""


@pytest.fixture
def contact(tmp_path: Path) -> Iterator[str]:
    """The contact page, at the seed's own port where that is free."""
    (tmp_path / "contact").write_text(CONTACT, encoding="utf-8")

    class Page(http.server.SimpleHTTPRequestHandler):
        extensions_map = {"": "text/html; charset=utf-8"}

        def log_message(self, format: str, *args: object) -> None:
            """Keep the output clean."""

    handler = functools.partial(Page, directory=str(tmp_path))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 9000), handler)
    except OSError:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


async def run(origin: str, **changes: Any) -> tuple[TurnEnded, list[Step]]:
    """The seed's task with some parts changed."""
    task = {**json.loads(SEED.replace("http://127.0.0.1:9000", origin)), **changes}
    contract = read_contract(json.dumps(task))
    options = SessionOptions(
        allow=tuple(contract.allowed_origins), policy="watch", keep=False,
        browser=BrowserOptions(headless=True, profile="temp"),
    )  # fmt: skip
    async with Session(options) as session:
        ended = await ContractRunner(session, contract).run()
        return ended, list(session.timeline.steps.values())


async def test_the_minimal_task_as_it_stands(contact: str) -> None:
    ended, steps = await run(contact)
    assert ended.outcome == "done", ended.response
    assert [(step.name, step.status) for step in steps] == [("fill", "done"), ("check", "done"), ("click", "done")]


async def test_what_is_as_wanted_already_is_left_out(contact: str) -> None:
    again = {"id": "again", "op": "fill", "selector": "#name", "label": "Name", "value": "Test Contact"}
    controls = json.loads(SEED)["controls"]
    ended, steps = await run(contact, controls=[controls[0], again, *controls[1:]])
    assert ended.outcome == "done"
    assert [step.name for step in steps] == ["fill", "check", "click"]


async def test_a_postcondition_that_does_not_come_true_blocks(contact: str) -> None:
    save = {"id": "save", "op": "click", "selector": "#save", "label": "Save",
            "postconditions": [{"kind": "text", "selector": "#status", "value": "Saved"}]}  # fmt: skip
    ended, _ = await run(contact, controls=[save])
    assert ended.outcome == "blocked"
    assert "After “Save”" in ended.response and "#status" in ended.response


async def test_success_that_is_never_seen_blocks(contact: str) -> None:
    ended, _ = await run(contact, success={"selector": "#status", "kind": "text", "value": "Never"})
    assert ended.outcome == "blocked" and "success condition" in ended.response


async def test_a_selector_that_fits_two_is_ambiguous(contact: str) -> None:
    ended, steps = await run(contact, controls=[{"id": "t", "op": "click", "selector": ".twin", "label": "Twin"}])
    assert ended.outcome == "blocked"
    assert steps[-1].result and steps[-1].result.reason == "ambiguous"


async def test_a_secret_stops_it(contact: str) -> None:
    secret = {"id": "w", "op": "fill", "selector": "#word", "label": "Word", "value": "Tulip-9"}
    ended, steps = await run(contact, controls=[secret])
    assert ended.outcome == "blocked"
    assert steps[-1].result and steps[-1].result.reason == "secret"
    assert "Tulip-9" not in ended.response + steps[-1].model_dump_json()


async def test_a_control_in_a_frame(contact: str) -> None:
    tell = {"id": "tell", "op": "click", "selector": "#tell", "frame": "#inner", "label": "Tell"}
    ended, _ = await run(contact, controls=[tell], success={"selector": "#status", "kind": "text", "value": "Told"})
    assert ended.outcome == "done", ended.response


async def test_distractors_are_never_used(contact: str) -> None:
    wrong = {"id": "wrong", "op": "click", "selector": "button.twin:nth-child(5)", "label": "A"}
    ended, steps = await run(contact, distractors=[wrong])
    assert ended.outcome == "done"
    assert all(step.about != "A" for step in steps)
