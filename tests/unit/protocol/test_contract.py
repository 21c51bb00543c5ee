"""Contracts: what a host may write, and what it is told when it wrote something else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cobrowse.protocol.contract import ContractError, check_contract, origin_of, read_contract

TASK: dict[str, Any] = {
    "name": "t", "url": "http://127.0.0.1:9000/contact", "allowedOrigins": ["http://127.0.0.1:9000"],
    "controls": [{"id": "save", "op": "click", "selector": "#save", "label": "Save"}],
    "success": {"selector": "#status", "kind": "text", "value": "Saved"},
}  # fmt: skip


def told(**changes: Any) -> list[str]:
    with pytest.raises(ContractError) as caught:
        check_contract({**TASK, **changes})
    return caught.value.problems


def controls(*some: Any) -> list[str]:
    return told(controls=list(some))


def control(**more: Any) -> dict[str, Any]:
    return {"id": "x", "op": "click", "selector": "#x", **more}


def test_a_contract_from_its_text() -> None:
    contract = read_contract("\ufeff" + json.dumps(TASK))
    assert contract.controls[0].shown == "Save"
    assert contract.control("save") == contract.controls[0]
    assert contract.control("other") is None


@pytest.mark.parametrize(
    ("some", "problem"),
    [
        (control(op="eval"), "Control 1 (“x”): needs op, one of fill"),
        (control(op="fill"), "Control 1 (“x”): value is missing."),
        ({"op": "click", "selector": "#x"}, "Control 1: id is missing."),
        (control(id="a b"), "Control 1 (“a b”): id has not the form that is wanted."),
        (control(selector=""), "Control 1 (“x”): selector must not be empty."),
        (control(hunter2=1), "Control 1 (“x”): hunter2 is not known here."),
        (control(op="drag"), "Control 1 (“x”): destination is missing."),
        (control(op="press", key="nokey"), "Control 1 (“x”): key must be a name such as Enter"),
        (control(op="multiselect", value="a"), "Control 1 (“x”): value must be a list."),
        (
            control(postcondition={"kind": "text", "selector": "#s"}),
            "Control 1 (“x”): postcondition.0.text.value is missing.",
        ),
        (control(precondition={"kind": "nope"}), "Control 1 (“x”): precondition.0 needs kind"),
        ({"id": "x", "op": "tab", "mode": "open"}, "Control 1 (“x”): needs url with mode open"),
        (
            {"id": "x", "op": "tab", "mode": "open", "url": "no address"},
            "Control 1 (“x”): url must be a whole web address",
        ),
        ({"id": "x", "op": "tab", "mode": "open", "url": "https://u:p@a.test"}, "must not hold a user name"),
        (7, "Control 1: must be an object."),
    ],
)
def test_an_error_names_control_and_field(some: Any, problem: str) -> None:
    assert any(problem in line for line in controls(some)), controls(some)


def test_every_fault_is_told_at_once_and_no_value() -> None:
    lines = controls(
        control(op="fill", value={"hunter2": 1}), control(id="y", op="hover", selector=5, purpose="hunter2" * 99)
    )
    assert [line.split(":")[0] for line in lines] == ["Control 1 (“x”)", "Control 2 (“y”)"]
    assert "hunter2" not in "".join(lines)


def test_ids_are_unique_also_among_distractors() -> None:
    assert told(distractors=[control(id="save")]) == ["Distractor 1 (“save”): id is taken by another control."]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"url": "http://other.test/"}, "url is not on one of the allowedOrigins."),
        ({"url": "javascript:alert(1)"}, "url must be a web address with http or https."),
        ({"allowedOrigins": []}, "allowedOrigins must not be empty."),
        ({"allowedOrigins": ["http://127.0.0.1:9000/path"]}, "allowedOrigins.0 must be an origin only"),
        ({"allowedOrigins": ["*"]}, "allowedOrigins.0 must be a whole web address"),
        ({"controls": []}, "controls must not be empty."),
        ({"success": {"kind": "text"}}, "success.text.selector is missing."),
        ({"successs": 1}, "successs is not known here."),
        ({"name": "a\x00b"}, "The contract cannot be used: a text holds the control character U+0000."),
    ],
)
def test_the_whole_must_fit(changes: dict[str, Any], problem: str) -> None:
    assert any(line.startswith(problem.rstrip(".")) for line in told(**changes)), told(**changes)


@pytest.mark.parametrize("text", ['{"name": 1, "name": 2}', "{", "[] []", '{"url": NaN}', "x" * 1_000_001, "[" * 5000])
def test_text_that_is_no_contract(text: str) -> None:
    with pytest.raises(ContractError, match="The contract"):
        read_contract(text)


def test_origins_are_a_browsers() -> None:
    assert origin_of("HTTPS://Shop.Example:443/x?y") == "https://shop.example"
    assert check_contract({**TASK, "allowedOrigins": ["HTTP://127.1:9000/"]}).allowed_origins == [
        "http://127.0.0.1:9000"
    ]
