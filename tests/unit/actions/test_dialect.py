"""Shapes that models really use, and what is not one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cobrowse.actions.dialect import MOST_ENTRIES, Malformed, read_entries, read_reply
from tests.unit.actions.rehearsal import action, fault

CLICK = {"type": "click", "selector": "a1b2"}
ARGS = json.dumps({"selector": "a1b2"})


def actions(text: str, **how: Any) -> list[Any]:
    """Canonical actions, and the messages of what is none."""
    read = read_entries(read_reply(text, **how).entries)
    return [one.message if isinstance(one, Malformed) else one.canonical() for one in read]


@pytest.mark.parametrize(
    "entry",
    [
        {"click": "a1b2"},
        {"click": {"selector": "a1b2"}},
        {"action": "click", "selector": "a1b2"},
        {"action": {"type": "click", "selector": "a1b2"}},
        {"action": {"click": {"selector": "a1b2"}}},
        {"action": "click", "params": {"selector": "a1b2"}},
        {"tool": "click", "args": {"selector": "a1b2"}},
        {"tool_name": "click", "parameters": {"selector": "a1b2"}},
        {"name": "click", "arguments": {"selector": "a1b2"}},
        {"name": "click", "arguments": ARGS},
        {"name": "click", "selector": "a1b2"},
        {"name": "functions.click", "arguments": ARGS},
        {"name": "default_api.click", "args": {"selector": "a1b2"}},
        {"type": "function", "function": {"name": "click", "arguments": ARGS}},
        {"type": "function_call", "call_id": "c", "status": "completed", "name": "click", "arguments": ARGS},
        {"type": "tool_use", "id": "t", "name": "click", "input": {"selector": "a1b2"}},
        {"functionCall": {"name": "click", "args": {"selector": "a1b2"}}},
        {"function_call": {"name": "click", "arguments": ARGS}},
        {"type": "Click", "selector": "a1b2"},
        {"type": "click", "target": "a1b2"},
        {"type": "click", "selector": "a1b2", "reason": "to save", "thought": "hm", "step": 2, "purpose": None},
        {"type": "click", "selector": "\u2066a1b2\u200b"},
        {"functions.click": {"selector": "a1b2"}},
    ],
    ids=lambda entry: json.dumps(entry)[:70],
)
def test_one_action_in_many_shapes(entry: dict[str, Any]) -> None:
    assert action(entry).canonical() == CLICK


@pytest.mark.parametrize(
    ("entry", "canonical"),
    [
        ({"doubleClick": "a1b2"}, {"type": "double_click", "selector": "a1b2"}),
        ({"type": "press", "key": "ctrl+Return"}, {"type": "press", "key": "Enter", "modifiers": ["ctrl"]}),
        ({"type": "press", "key": "KeyA"}, {"type": "press", "key": "a", "modifiers": []}),
        ({"type": "press", "key": "+"}, {"type": "press", "key": "+", "modifiers": []}),
        ({"type": "press", "key": "Control++"}, {"type": "press", "key": "+", "modifiers": ["ctrl"]}),
        ({"type": "press", "key": "Space"}, {"type": "press", "key": " ", "modifiers": []}),
        ({"type": "wait", "ms": "1500"}, {"type": "wait", "ms": 1500}),
        ({"type": "fill", "selector": "#a", "value": 42}, {"type": "fill", "selector": "#a", "value": "42"}),
        ({"type": "scroll", "amount": "300"}, {"type": "scroll", "direction": "down", "amount": 300}),
        ({"scroll": "up"}, {"type": "scroll", "direction": "up"}),
        ({"multiselect": {"selector": "#a", "value": "x"}}, {"type": "multiselect", "selector": "#a", "values": ["x"]}),
        (
            {"type": "ask_user_choice", "question": "?", "choices": ["A", "B"], "allowFreeText": "false"},
            {"type": "ask_user_choice", "question": "?", "options": ["A", "B"], "allow_free_text": False},
        ),
        (
            {"fill_form": {"fields": {"Name": "Ida", "News": True, "Seats": 2}}},
            {"type": "fill_form", "values": [
                {"target": "Name", "value": "Ida"}, {"target": "News", "value": True}, {"target": "Seats", "value": "2"},
            ]},
        ),
        ({"task_finish": True}, {"type": "done", "response": ""}),
        ({"is_final": True, "response": "Yes."}, {"type": "done", "response": "Yes."}),
        ({"name": "task_finish", "arguments": {}}, {"type": "done", "response": ""}),
        ({"text": "Hi", "narrate": None, "type": "narrate"}, {"type": "narrate", "text": "Hi"}),
    ],
    ids=lambda value: json.dumps(value)[:60],
)  # fmt: skip
def test_other_spellings(entry: dict[str, Any], canonical: dict[str, Any]) -> None:
    assert action(entry).canonical() == canonical


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (json.dumps(CLICK), ""),
        (f"Sure.\n```json\n{json.dumps([CLICK])}\n```\nOk?", "Sure.\n\nOk?"),
        (f"```\n{json.dumps(CLICK)}\n```", ""),
        (f"json\n{json.dumps(CLICK)}", ""),
        (f"\ufeff {json.dumps(CLICK)}", ""),
        (f"I press [it's there] {{now}}: {json.dumps(CLICK)}", "I press [it's there] {now}:"),
        (f'<think>maybe {{"type": "wait"}}</think>{json.dumps(CLICK)}', ""),
        (f'I could {{"type": "wait"}} but no.</think>\n{json.dumps(CLICK)}', ""),
        (f"<tool_call>{json.dumps({'name': 'click', 'arguments': {'selector': 'a1b2'}})}</tool_call>", ""),
        (f"[TOOL_CALLS] {json.dumps([{'name': 'click', 'arguments': {'selector': 'a1b2'}}])}", ""),
        (json.dumps({"role": "assistant", "content": f"So: {json.dumps(CLICK)}"}), "So:"),
        (json.dumps({"name": "agent_turn", "arguments": json.dumps({"actions": [CLICK]})}), ""),
        (json.dumps({"think": "x", "actions": [CLICK]}), ""),
    ],
)
def test_where_it_may_stand(text: str, prose: str) -> None:
    assert actions(text) == [CLICK]
    assert read_reply(text).prose == prose
    assert not read_reply(text).problems


def test_several_in_a_row_keep_their_order() -> None:
    text = '{"wait": 1} {"wait": 2},\n{"wait": 3}\nand then\n[{"wait": 4}, {"wait": 5}]'
    assert [one["ms"] for one in actions(text)] == [1, 2, 3, 4, 5]


def test_the_good_ones_of_a_reply_count() -> None:
    text = json.dumps(
        {"actions": [{"dance": 1}, CLICK, "x", None, {"type": "fill", "selector": "#a"}, {}, [CLICK], CLICK]}
    )
    assert actions(text) == [
        "an entry with the keys dance names no action",
        CLICK,
        "an action must be an object, not text",
        "an action must be an object, not null",
        "fill: value is missing",
        "an empty object",
        "an action must be an object, not a list",
        CLICK,
    ]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"actions": [{**CLICK, "task_finish": True}]}),
        json.dumps({"actions": [CLICK], "is_final": True}),
        json.dumps({"actions": [CLICK, {"task_finish": True}]}),
        json.dumps({"agent_turn": {"actions": [{"click": "a1b2", "isFinal": True}]}}),
    ],
)
def test_a_flag_of_the_end_comes_after_the_action(text: str) -> None:
    assert actions(text) == [CLICK, {"type": "done", "response": ""}]
    narrated = read_reply(text, narrated=True)
    assert actions(text, narrated=True) == [CLICK]
    assert narrated.problems[0].startswith("task_finish was dropped: the result of click")


def test_a_flag_that_says_no_is_no_end() -> None:
    assert actions(json.dumps([{**CLICK, "task_finish": False}, {"is_final": False}])) == [CLICK]


def test_an_end_that_is_not_last_is_misplaced() -> None:
    text = json.dumps({"actions": [{"task_finish": True}, {"narrate": "One more thing."}]})
    assert [one["type"] for one in actions(text, narrated=True)] == ["narrate"]
    assert [one["type"] for one in actions(text)] == ["done", "narrate"]


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "click", "selector": "a1b2",}',
        "{'type': 'click', 'selector': 'a1b2'}",
        '{type: "click", selector: "a1b2"}',
        '{"type": "click", /* here */ "selector": "a1b2"}',
        '[// first\n{"type": "click", "selector": "a1b2"}]',
        '{"type": "click" "selector": "a1b2"}',
        '{"type": "click", "selector": "a1b2"',
        '[1, {"type": "click", "selector": "a1b2"}',
        '{"actions": [{"type": "click", "selector": "a1b2"}]',
        '{"type": "click", "type": "click", "selector": "a1b2"}',
        '{"type": "wait", "ms": NaN}',
        '{"type": "wait", "ms": 1e999}',
        '{"type": "wait", "ms": -Infinity}',
        '{"type": "wait", "ms": ' + "9" * 5000 + "}",
        '{"type": "fill", "selector": "#a", "value": "a\x00b"}',
        "[" * 100_000,
        '{"a":' * 50 + "1" + "}" * 50,
        '"selector": "a1b2"}, {"type": "click", "selector": "a1b2"}]}',
        '"actions": [{"type": "click", "selector": "a1b2"}]',
        "{&quot;type&quot;: &quot;click&quot;}",
        '<invoke name="click"><parameter name="selector">a1b2</parameter></invoke>',
        '{"type": "click", "selector": "a1b2"}'.encode("utf-16-le").decode("latin-1"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_broken_gives_nothing_and_is_not_repaired(text: str) -> None:
    for words in (text, f"Well then: {text}"):
        reading = read_reply(words)
        assert reading.entries == ()
        assert reading.problems
        assert reading.prose in ("", "Well then:")


@pytest.mark.parametrize(
    "text",
    [
        'The soup costs €6 [1], see [What\'s new](https://luna.example/new) and ["Menu"](/m).',
        "Use the {name} field :-]",
        "- [ ] one\n- [x] two",
        "```python\nprint(1)\n```",
        "",
        'He said "hello": I answered.',
    ],
)
def test_plain_words_stay_plain_words(text: str) -> None:
    reading = read_reply(text)
    assert (reading.entries, reading.prose, reading.problems) == ((), text, ())


@pytest.mark.parametrize(
    ("entry", "because"),
    [
        ({**CLICK, "approved": True}, "approved is no parameter of click{selector,purpose?}"),
        ({**CLICK, "risk": "low"}, "risk is no parameter"),
        ({**CLICK, "actions": [CLICK]}, "actions is no parameter"),
        ({"type": "сlick", "selector": "a1b2"}, r'there is no action "\u0441lick"'),
        ({"type": "cl\u200bick", "selector": "a1b2"}, "there is no action"),
        ({"type": "clik", "selector": "a1b2"}, "did you mean click"),
        ({"type": "fill", "selector": "#a", "value": "a\ud800"}, "control character U+D800"),
        ({"type": "fill", "selector": "#a", "value": "a\x7f"}, "control character U+007F"),
        ({"type": "fill", "selector": "#a", "value": "x" * 20_001}, "value has more than 20000 characters"),
        ({"type": "fill", "selector": "#a", "value": ["x"]}, "value must be text"),
        ({"type": "fill", "selector": "#a", "value": True}, "value must be text"),
        ({"type": "fill", "text": "x", "value": "y", "selector": "#a"}, "value is given twice"),
        ({"type": "fill", "params": {"value": "x"}, "value": "y", "selector": "#a"}, "is given twice"),
        ({"type": "wait", "ms": True}, "ms must be a whole number"),
        ({"type": "scroll", "amount": -5}, "amount must be at least 0"),
        ({"type": "scroll", "amount": 10**15}, "amount must be at most 1000000"),
        ({"type": "press", "key": "hunter2"}, "key must be a name such as Enter"),
        ({"type": "press", "key": "a", "modifiers": ["hyper"]}, "modifiers must be ctrl"),
        ({"type": "navigate", "url": "https://a.test", "path": "/b"}, "either url or path"),
        ({"type": "wait_until", "condition": {"kind": "hunter2"}}, "condition needs kind, one of visible"),
        ({"name": "click", "arguments": '{"selector": "a1b2"'}, 'the arguments of "click" are not one JSON object'),
        ({"name": "click", "arguments": "[1]"}, "are not a JSON object"),
        ({"click": {"selector": "a1b2"}, "wait": {"ms": 1}}, "give each its own"),
        ({"type": "ask_user_choice", "question": "?", "options": [{"a": 1}, {"b": 2}]}, "options.0 must be text"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_no_action_says_why_and_repeats_no_value(entry: dict[str, Any], because: str) -> None:
    message = fault(entry)
    assert because in message
    assert "hunter2" not in message


def test_a_line_about_an_entry_can_be_shown_and_stored() -> None:
    for name, shown in (("pay\u202e\ud800\x07 now", "entry"), ("pay_now", "pay_now")):
        (read,) = read_entries([{"type": name, "card\ud800": "4111"}])
        assert isinstance(read, Malformed)
        assert read.name == shown
        assert read.entry == {"type": "…", "card": "…"}
        f"{read.message}{read.entry}".encode()


def test_what_cannot_be_seen_is_taken_out_and_text_is_kept() -> None:
    entry = {"type": "fill", "selector": "#a", "value": "a\u202eb\u200b\u061cc\U000e0041 é 👩\u200d💻\nz"}
    assert action(entry).canonical()["value"] == "abc é 👩\u200d💻\nz"


def test_size_is_limited() -> None:
    reading = read_reply(json.dumps([CLICK] * 1000))
    assert len(reading.entries) == MOST_ENTRIES
    assert "100 of 1000" in reading.problems[0]
    assert read_reply("x" * 8_000_000) == read_reply("y" * 1_000_001)
    assert read_reply("x" * 8_000_000).problems


def test_entries_that_hold_themselves() -> None:
    entry: dict[str, Any] = {"type": "click"}
    entry["selector"] = entry
    (read,) = read_entries([entry])
    assert isinstance(read, Malformed)
    assert "nested" in read.message
