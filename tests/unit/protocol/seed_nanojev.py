"""The rows of the seed “NanoJev”: browser actions and their contract."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.protocol.condition import KINDS
from cobrowse.protocol.contract import ContractError, check_contract
from tests.unit.actions.rehearsal import Rehearsal, action, play
from tests.unit.protocol.seed_rows import ROWS, VISIBLE, does, reads, row

N = "nanojev"
PLACE = {"name": "t", "url": "http://127.0.0.1:9000/", "allowedOrigins": ["http://127.0.0.1:9000"], "success": VISIBLE}


def controlled(seed: str, says: str, control: dict[str, Any], canonical: dict[str, Any]) -> None:
    """A row that says what a control of a contract stands for."""

    def check() -> None:
        contract = check_contract({**PLACE, "controls": [{"id": "c", "label": "L", **control}]})
        entry = contract.controls[0].action()
        assert entry == canonical
        assert action(entry).canonical() == canonical

    ROWS.append((seed, says, check))


S = {"selector": "#c"}
controlled(N, "fill", {"op": "fill", **S, "value": "v"}, {"type": "fill", **S, "value": "v"})
controlled(N, "type with finalValue", {"op": "type", **S, "value": "b", "finalValue": "ab"},
           {"type": "type", **S, "value": "b", "final_value": "ab"})  # fmt: skip
controlled(N, "clear", {"op": "clear", **S}, {"type": "clear", **S})
controlled(N, "select", {"op": "select", **S, "value": "v"}, {"type": "select", **S, "value": "v"})
controlled(N, "multiselect with an array", {"op": "multiselect", **S, "value": ["a", "b"]},
           {"type": "multiselect", **S, "values": ["a", "b"]})  # fmt: skip
for op in ("check", "uncheck", "radio", "hover", "focus", "link"):
    controlled(N, op, {"op": op, **S}, {"type": op, **S})
for op in ("click", "open", "option", "add", "remove"):
    controlled(N, f"{op} with a purpose", {"op": op, **S, "purpose": "p"}, {"type": op, **S, "purpose": "p"})
controlled(N, "dblclick", {"op": "dblclick", **S}, {"type": "double_click", **S})
controlled(N, "drag with destination", {"op": "drag", **S, "destination": "#d"},
           {"type": "drag", "from": "#c", "to": "#d", "steps": 16})  # fmt: skip
controlled(N, "press a key", {"op": "press", "key": "Escape"}, {"type": "press", "key": "Escape", "modifiers": []})
controlled(
    N, "press a chord", {"op": "press", "key": "Control+s"}, {"type": "press", "key": "s", "modifiers": ["ctrl"]}
)
controlled(N, "tab open with url", {"op": "tab", "mode": "open", "url": "http://127.0.0.1:9000/x"},
           {"type": "tab", "mode": "open", "url": "http://127.0.0.1:9000/x"})  # fmt: skip
controlled(N, "tab return", {"op": "tab", "mode": "return"}, {"type": "tab", "mode": "return"})
controlled(N, "upload one path", {"op": "upload", **S, "value": "a.pdf"}, {"type": "upload", **S, "value": ["a.pdf"]})
controlled(
    N, "upload several", {"op": "upload", **S, "value": ["a", "b"]}, {"type": "upload", **S, "value": ["a", "b"]}
)
reads(N, "dblclick is an alias", {"action": "dblclick", **S}, {"type": "double_click"})
reads(N, "destination is an alias", {"drag": {**S, "destination": "#d"}}, {"from": "#c", "to": "#d"})
reads(
    N, "an entry with op", {"id": "n", "op": "fill", **S, "label": "Name", "value": "v"}, {"type": "fill", "value": "v"}
)
reads(N, "finalValue is an alias", {"type": "type", **S, "value": "b", "finalValue": "ab"}, {"final_value": "ab"})
for choice, canonical in (("WAIT", "wait"), ("DONE", "done"), ("BLOCKED", "blocked")):
    reads(N, f"{choice} stands alone", choice, {"type": canonical})
    reads(N, f"{choice} as an action", {"action": choice}, {"type": canonical})


def broken(seed: str, says: str, control: dict[str, Any], because: str) -> None:
    """A row that says what a contract cannot hold."""

    def check() -> None:
        with pytest.raises(ContractError, match="Control 1") as caught:
            check_contract({**PLACE, "controls": [{"id": "c", "label": "L", **control}]})
        assert because in str(caught.value)

    ROWS.append((seed, says, check))


broken(N, "scroll is no control operation", {"op": "scroll", **S}, "op")
broken(N, "arbitrary tab discovery is not supported", {"op": "tab", "mode": "switch"}, "mode")
broken(
    N,
    "tab opens only authorised addresses",
    {"op": "tab", "mode": "open", "url": "http://other.test/"},
    "allowedOrigins",
)
broken(N, "fill needs a value", {"op": "fill", **S}, "value is missing")
broken(N, "a control needs a selector", {"op": "click"}, "selector is missing")


@row(N, "frame is context on a control, not an action")
def _frame() -> None:
    contract = check_contract({**PLACE, "controls": [{"id": "c", "op": "click", **S, "frame": "#f"}]})
    assert contract.controls[0].frame == "#f"
    assert CATALOGUE.find("frame") is None


@row(N, "preconditions and postconditions of a control")
def _conditions() -> None:
    control = {"id": "c", "op": "click", **S, "precondition": VISIBLE, "postconditions": [VISIBLE, VISIBLE]}
    read = check_contract({**PLACE, "controls": [control]}).controls[0]
    assert (len(read.preconditions), len(read.postconditions)) == (1, 2)


@row(N, "optional distractors")
def _distractors() -> None:
    more = [{"id": "wrong", "op": "click", "selector": "#w"}]
    contract = check_contract({**PLACE, "controls": [{"id": "c", "op": "click", **S}], "distractors": more})
    assert [(c.id, c.distractor) for c in contract.offered()] == [("c", False), ("wrong", True)]


for wanted in (
    "visible",
    "absent",
    "count",
    "text",
    "includes",
    "attribute",
    "property",
    "value",
    "focused",
    "any",
    "all",
):

    @row(N, f"condition {wanted}")
    def _condition(wanted: str = wanted) -> None:
        assert wanted in [get_args(kind.model_fields["kind"].annotation)[0] for kind in KINDS]


@row(N, "the minimal task")
def _minimal() -> None:
    task = {
        "name": "contact-test", "url": "http://127.0.0.1:9000/contact", "allowedOrigins": ["http://127.0.0.1:9000"],
        "controls": [
            {"id": "name", "op": "fill", "selector": "#name", "label": "Name", "value": "Test Contact"},
            {"id": "agree", "op": "check", "selector": "#agree", "label": "Use test data"},
            {"id": "save", "op": "click", "purpose": "submit", "selector": "#save", "label": "Save"},
        ],
        "success": {"selector": "#status", "kind": "text", "value": "Saved"},
    }  # fmt: skip
    contract = check_contract(task)
    assert [control.action()["type"] for control in contract.controls] == ["fill", "check", "click"]


does(N, "type moves to the end", {"type": "type", **S, "value": "b"}, "append", {"value": "b"})
does(N, "type with finalValue that appending does not reach replaces", {"type": "type", **S, "value": "b", "finalValue": "xy"},
     "fill", {"value": "xy"}, nodes={"#c": {"value": "a"}})  # fmt: skip
does(N, "type with finalValue that appending reaches appends", {"type": "type", **S, "value": "b", "finalValue": "ab"},
     "append", {"value": "b"}, nodes={"#c": {"value": "a"}})  # fmt: skip
does(N, "check sets a state", {"check": S}, "tick", {"on": True})
does(N, "uncheck sets a state", {"uncheck": S}, "tick", {"on": False})
does(N, "radio sets a state", {"radio": S}, "tick", {"on": True})


@row(N, "link clicks links only")
async def _link() -> None:
    on = Rehearsal(nodes={"#real": {"href": "https://shop.example/x"}})
    assert (await play({"link": "#real"}, on)).ok
    assert (await play({"link": "#c"}, on)).reason == "invalid"
    assert on.names().count("click") == 1


for unsupported in ("eval", "shell", "run_javascript", "download", "solve_captcha"):

    @row(N, f"{unsupported} is unsupported work")
    def _unsupported(unsupported: str = unsupported) -> None:
        assert CATALOGUE.find(unsupported) is None
