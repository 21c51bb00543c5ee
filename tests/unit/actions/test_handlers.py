"""What handlers ask of page, overlay and person, beyond what the seeds say."""

from __future__ import annotations

from typing import Any

import pytest

from cobrowse.protocol.result import Failure
from tests.unit.actions.rehearsal import Rehearsal, play

MATCHED = {"matched": 3, "used": 1}


@pytest.mark.parametrize(
    "entry",
    [
        {"click": ".x"}, {"open": ".x"}, {"double_click": ".x"}, {"long_press": ".x"}, {"hover": ".x"}, {"focus": ".x"},
        {"scroll_to": ".x"}, {"fill": ".x", "value": "v"}, {"type": "type", "selector": ".x", "value": "v"}, {"clear": ".x"},
        {"select": ".x", "value": "v"}, {"multiselect": ".x", "values": ["v"]}, {"check": ".x"}, {"extract": ".x"},
        {"border": ".x"}, {"highlight": ".x"}, {"press": "a", "selector": ".x"}, {"hold_key": "a", "selector": ".x"},
        {"link": ".x"},
    ],
    ids=lambda entry: next(iter(entry)),
)  # fmt: skip
async def test_several_matches_are_always_told(entry: dict[str, Any]) -> None:
    result = await play(entry, Rehearsal(nodes={".x": {**MATCHED, "href": "https://shop.example/x"}}))
    assert {key: (result.data or {})[key] for key in MATCHED} == MATCHED


async def test_a_form_is_filled_by_the_kind_of_its_fields_and_tells_of_each() -> None:
    on = Rehearsal(
        nodes={
            "Name": {"role": "textbox"},
            "News": {"role": "checkbox"},
            "Size": {"role": "combobox", "tag": "select"},
        },
        missing=frozenset(["Fax"]),
    )
    result = await play({"fill_form": {"values": {"Name": "Ida", "Fax": "hunter2", "News": False, "Size": "L"}}}, on)
    assert on.given("fill")["value"] == "Ida"
    assert on.given("tick")["on"] is False
    assert on.given("choose")["values"] == ["L"]
    assert "click" not in on.names()
    assert (result.ok, result.reason) == (False, "not_found")
    assert [row["ok"] for row in (result.data or {})["fields"]] == [True, False, True, True]  # type: ignore[index, union-attr]
    assert "hunter2" not in result.model_dump_json()


async def test_files_are_named_without_their_folders() -> None:
    result = await play({"upload": {"selector": "#f", "value": ["/home/ada/cv.pdf", "C:\\x\\a.txt"]}}, Rehearsal())
    assert result.data == {"files": ["cv.pdf", "a.txt"]}


async def test_a_validation_tells_words_and_no_values() -> None:
    result = await play({"validate_form": {}}, Rehearsal())
    assert (result.data or {})["valid"] is False


async def test_waiting_until_looks_again_also_after_a_change_of_page() -> None:
    on = Rehearsal(holding=[False, False, True])
    condition = {"kind": "visible", "selector": "#x"}
    assert (await play({"wait_until": {"condition": condition}}, on)).ok
    assert on.names().count("holds") == 3
    lost = Rehearsal(faults={"holds": Failure("navigation", "Gone.")})
    assert (await play({"wait_until": {"condition": condition, "timeout": 0}}, lost)).reason == "timeout"
    odd = Rehearsal(faults={"holds": Failure("invalid", "No.")})
    assert (await play({"wait_until": {"condition": condition}}, odd)).reason == "invalid"


async def test_narrating_waits_where_the_host_wants_it() -> None:
    on = Rehearsal()
    await play({"narrate": "Hi"}, on, wait_after_narration=True)
    assert on.given("subtitle") == {"text": "Hi", "wait": True}


async def test_going_goes_where_the_gate_found_it_leads() -> None:
    on = Rehearsal()
    await play({"navigate": {"path": "/x"}}, on, address="https://shop.example/x")
    assert on.given("navigate") == {"url": "https://shop.example/x"}


async def test_nothing_found_says_what_to_do() -> None:
    result = await play({"find": "fax"}, Rehearsal(missing=frozenset(["fax"])))
    assert (result.reason, "scroll" in (result.message or "")) == ("not_found", True)


async def test_options_are_framed_with_what_they_mean() -> None:
    on = Rehearsal()
    await play({"ask_user_choice": {"question": "?", "options": ["A", "B"], "about": ["#a", "#b"]}}, on)
    assert [node.target for node in on.given("ask_choice")["about"]] == ["#a", "#b"]
