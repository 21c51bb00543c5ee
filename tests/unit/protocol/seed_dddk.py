"""The rows of the seed “dddk”: its catalogue of actions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cobrowse.actions import flow
from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.actions.custom import action as custom_action
from cobrowse.actions.dialect import Malformed, read_entries, read_reply
from cobrowse.protocol.action import Bundle
from cobrowse.protocol.result import REASONS, Failure, Result
from cobrowse.protocol.stage import Choice
from cobrowse.protocol.target import CssTarget, IdTarget, parse_target
from tests.unit.actions.rehearsal import Rehearsal, action, play
from tests.unit.protocol.seed_rows import ROWS, VISIBLE, does, reads, refuses, row

D = "dddk"
CORE = ("narrate", "navigate", "click", "border", "scroll_to")
BUNDLES = {
    Bundle.CORE: CORE,
    Bundle.FORM: (
        "fill_input", "select_option", "clear_input", "press_key", "hold_key", "double_click", "long_press", "drag",
    ),
    Bundle.FLOW: ("wait", "pause", "ask_user", "ask_user_choice"),
    Bundle.EXTRA: ("highlight", "track_intent", "escalate_to_human"),
    Bundle.WORKFLOW: ("validate_form", "wait_until"),
}  # fmt: skip
for bundle, members in BUNDLES.items():
    for member in members:

        def in_bundle(member: str = member, bundle: Bundle = bundle) -> None:
            found = CATALOGUE.find(member)
            assert found is not None
            assert found.bundle is bundle

        ROWS.append((D, f"{bundle} holds {member}", in_bundle))


@row(D, "core holds nothing else that acts")
def _core() -> None:
    assert {a.action_name() for a in CATALOGUE.actions if a.bundle is Bundle.CORE} == {*CORE, "done", "blocked"}


reads(D, "navigate {path}", {"navigate": {"path": "/help"}}, {"type": "navigate", "path": "/help"})
does(D, "navigate changes the page", {"navigate": {"path": "/help"}}, "navigate", {"url": "/help"})
does(D, "scroll_to {selector} brings into view", {"scroll_to": {"selector": "a1b2"}}, "reveal", {})
does(D, "wait sleeps ms", {"wait": {"ms": 700}}, "sleep", {"ms": 700})
does(D, "wait is capped at 5 s", {"wait": {"ms": 60_000}}, "sleep", {"ms": 5000})
does(D, "wait polls for selector with timeout", {"wait": {"selector": "#x", "timeout": 900}}, "locate",
     {"target": "#x", "timeout_ms": 900})  # fmt: skip
does(
    D,
    "wait for selector is capped at 5 s",
    {"wait": {"selector": "#x", "timeout": 60_000}},
    "locate",
    {"timeout_ms": 5000},
)
does(D, "wait for selector without timeout has 5 s", {"wait": {"selector": "#x"}}, "locate", {"timeout_ms": 5000})


@row(D, "wait: what does not appear is a timeout")
async def _wait_timeout() -> None:
    assert (await play({"wait": {"selector": "#x"}}, Rehearsal(missing=frozenset(["#x"])))).reason == "timeout"


does(D, "click {selector}", {"click": {"selector": "a1b2"}}, "click", {"count": 1, "hold_ms": 0})


@row(D, "there is no submit_form")
def _no_submit() -> None:
    assert CATALOGUE.find("submit_form") is None


does(D, "double_click is one double click", {"double_click": {"selector": "a1b2"}}, "click", {"count": 2})
does(D, "long_press holds 600 ms", {"long_press": {"selector": "a1b2"}}, "click", {"hold_ms": 600})
does(D, "long_press takes ms", {"long_press": {"selector": "a1b2", "ms": 900}}, "click", {"hold_ms": 900})
does(D, "long_press is capped at 5 s", {"long_press": {"selector": "a1b2", "ms": 9000}}, "click", {"hold_ms": 5000})
reads(D, "drag {from, to}", {"drag": {"from": "a1b2", "to": "c3d4"}}, {"from": "a1b2", "to": "c3d4"})
does(D, "drag takes steps", {"drag": {"from": "a1b2", "to": "c3d4", "steps": 5}}, "drag", {"steps": 5})
does(D, "fill_input {selector, value}", {"fill_input": {"selector": "a1b2", "value": "x"}}, "fill", {"value": "x"})
does(
    D,
    "select_option {selector, value}",
    {"select_option": {"selector": "a1b2", "value": "x"}},
    "choose",
    {"values": ["x"]},
)
does(D, "clear_input {selector}", {"clear_input": {"selector": "a1b2"}}, "fill", {"value": ""})
does(D, "press_key without selector goes to the focus", {"press_key": {"key": "Escape"}}, "press",
     {"key": "Escape", "node": None, "modifiers": []})  # fmt: skip
for key in ("Enter", "Escape", "ArrowDown", " ", "a"):
    reads(D, f"press_key knows {key!r}", {"press_key": {"key": key}}, {"type": "press", "key": key})
for modifier in ("ctrl", "shift", "alt", "meta"):
    does(
        D,
        f"press_key with {modifier}",
        {"press_key": {"key": "s", "modifiers": [modifier]}},
        "press",
        {"modifiers": [modifier]},
    )
does(D, "hold_key {key, ms}", {"hold_key": {"key": "a", "ms": 300}}, "press", {"key": "a", "hold_ms": 300})
does(D, "hold_key {selector, modifiers}", {"hold_key": {"key": "a", "ms": 1, "selector": "a1b2", "modifiers": ["ctrl"]}},
     "press", {"modifiers": ["ctrl"]})  # fmt: skip
does(D, "hold_key is capped at 5 s", {"hold_key": {"key": "a", "ms": 9000}}, "press", {"hold_ms": 5000})
does(D, "border {selector, color, label}", {"border": {"selector": "a1b2", "color": "#f00", "label": "Here"}}, "mark",
     {"color": "#f00", "labels": ["Here"], "fill": False})  # fmt: skip
does(D, "highlight {selector, color, label} fills", {"highlight": {"selector": "a1b2", "color": "red", "label": "L"}}, "mark",
     {"color": "red", "labels": ["L"], "fill": True})  # fmt: skip
does(D, "narrate {text} goes to the subtitle", {"narrate": {"text": "Hi"}}, "subtitle", {"text": "Hi"})


@row(D, "narrate.about frames the element before the words")
async def _about() -> None:
    on = Rehearsal()
    await play({"narrate": "Hi", "about": "a1b2"}, on)
    assert on.names() == ["locate", "reveal", "mark", "subtitle"]


@row(D, "border and pause are hidden in a narrated turn")
def _hidden() -> None:
    shown = {line.split("{")[0] for line in CATALOGUE.prompt_lines(narrated=True)}
    assert {line.split("{")[0] for line in CATALOGUE.prompt_lines()} - shown == {"border", "pause"}


does(D, "pause {note} waits for the person", {"pause": {"note": "Look."}}, "wait_for", {"note": "Look."})
does(D, "pause needs no note", {"pause": {}}, "wait_for", {})
does(D, "ask_user {question}", {"ask_user": {"question": "Who?"}}, "ask", {"question": "Who?"})
TWO = {"question": "Which?", "options": ["A", "B"]}
does(D, "ask_user_choice {question, options}", {"ask_user_choice": TWO}, "ask_choice", TWO)
does(D, "allowFreeText is true unless said", {"ask_user_choice": TWO}, "ask_choice", {"free_text": True})
does(D, "allowFreeText false", {"ask_user_choice": {**TWO, "allowFreeText": False}}, "ask_choice", {"free_text": False})
refuses(D, "at least 2 options", {"ask_user_choice": {"question": "?", "options": ["A"]}}, "options needs at least 2")
refuses(
    D,
    "at most 6 options",
    {"ask_user_choice": {"question": "?", "options": list("ABCDEFG")}},
    "options has more than 6",
)


@row(D, "words of their own come back as they are, with index -1")
async def _free_text() -> None:
    on = Rehearsal(choice=Choice(index=-1, value="neither"))
    assert (await play({"ask_user_choice": TWO}, on)).data == {"index": -1, "value": "neither"}


for spelling in ("a1b2", "[a1b2]", "↓[a1b2]"):

    @row(D, f"{spelling} is an id")
    def _id(spelling: str = spelling) -> None:
        assert parse_target(spelling) == IdTarget("a1b2")


for css in ("main", "#id", ".class", "[data-webagent-id='x']", "li:nth-child(2)"):

    @row(D, f"{css} is CSS that may be used")
    def _css(css: str = css) -> None:
        assert parse_target(css) == CssTarget(css)


for css in ("div:has(a)", "a:not(.x)", "*"):

    @row(D, f"{css} is refused")
    def _no_css(css: str = css) -> None:
        with pytest.raises(Failure, match=r".") as caught:
            parse_target(css)
        assert caught.value.reason == "invalid"


@row(D, "several matches: data carries matched and used")
async def _matched() -> None:
    on = Rehearsal(nodes={".row": {"matched": 4, "used": 0}})
    assert (await play({"click": ".row"}, on)).data == {"matched": 4, "used": 0}


@row(D, "task_finish last ends the turn after the others")
def _finish() -> None:
    reading = read_reply('{"agent_turn":{"actions":[{"narrate":"Hi"},{"task_finish":true}]}}', narrated=True)
    assert [a.canonical()["type"] for a in read_entries(reading.entries) if not isinstance(a, Malformed)] == [
        "narrate",
        "done",
    ]
    assert not reading.problems


for misplaced in (
    {"ask_user_choice": TWO},
    {"navigate": "/x"},
    {"click": "a1b2"},
    {"fill_input": "a1b2", "value": "x"},
):

    @row(D, f"task_finish beside {next(iter(misplaced))} is dropped with a warning")
    def _misplaced(misplaced: dict[str, Any] = misplaced) -> None:
        turn = {"agent_turn": {"actions": [misplaced, {"task_finish": True}]}}
        reading = read_reply(json.dumps(turn), narrated=True)
        assert reading.entries == (misplaced,)
        assert "task_finish was dropped" in reading.problems[0]


@row(D, "empty actions: nothing to do")
def _empty() -> None:
    assert read_reply('{"agent_turn":{"actions":[]}}').entries == ()


reads(
    D,
    "an item {narrate, about}",
    {"narrate": "Hi", "about": "[a1b2]"},
    {"type": "narrate", "text": "Hi", "about": "[a1b2]"},
)
for reason in ("not_found", "not_visible", "not_interactive", "timeout", "navigation", "unknown"):

    @row(D, f"a failure may be {reason}")
    def _reason(reason: str = reason) -> None:
        assert reason in REASONS


@row(D, "a result is ok with data, or a reason with a message")
def _result() -> None:
    assert Result.success(value=1).data == {"value": 1}
    with pytest.raises(ValueError, match="reason"):
        Result(ok=False)


@row(D, "a custom action of one's own, with optional parameters")
async def _custom() -> None:
    @custom_action
    def open_chat_panel(initialMessage: str | None = None) -> None:
        "Open the chat panel on the right side."

    catalogue = Catalogue.of([Bundle.CORE], custom=[open_chat_panel])
    assert action({"open_chat_panel": {"initialMessage": "Hi"}}, catalogue).canonical()["initialMessage"] == "Hi"


@row(D, "excludeTools trims single ones out of a bundle, by any of their names")
def _exclude() -> None:
    left = Catalogue.of([Bundle.FORM], exclude=["select_option", "clear_input"])
    assert {"select", "clear"}.isdisjoint(a.action_name() for a in left.actions)
    assert left.find("fill_input")
    assert left.find("select_option") is None


for missing in ("eval_js", "fetch", "localStorage_set", "localStorage_get", "screenshot"):

    @row(D, f"{missing} is not shipped")
    def _absent(missing: str = missing) -> None:
        assert CATALOGUE.find(missing) is None


does(D, "validate_form reads validity", {"validate_form": {}}, "validity", {"node": None})


@row(D, "track_intent {intent} is noted")
async def _intent() -> None:
    assert (await play({"track_intent": {"intent": "compare"}}, Rehearsal())).data == {"intent": "compare"}


does(
    D,
    "escalate_to_human hands over",
    {"escalate_to_human": {"reason": "Sign in."}},
    "hand_over",
    {"reason": "Sign in."},
)
does(
    D,
    "present_surface shows a card",
    {"present_surface": {"title": "T", "body": "B"}},
    "present",
    {"title": "T", "body": "B"},
)
does(D, "wait_until {condition}", {"wait_until": {"condition": VISIBLE}}, "holds", {})


@row(D, "wait_until is capped at 30 s")
async def _until() -> None:
    clock = iter(range(0, 1000, 7))
    real, flow.time.monotonic = flow.time.monotonic, lambda: float(next(clock))
    try:
        result = await play({"wait_until": {"condition": VISIBLE, "timeout": 600_000}}, Rehearsal(holding=[False]))
    finally:
        flow.time.monotonic = real
    assert result.reason == "timeout"
    assert "30 s" in (result.message or "")
