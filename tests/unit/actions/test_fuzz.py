"""Replies that are cut, flipped and spliced: nothing escapes, and nothing is read from what is not whole."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cobrowse.actions.dialect import Malformed, read_entries, read_reply
from tests.unit.actions.oracle import PIECES, WORD, came_from_something_whole
from tests.unit.actions.replies import replies

VALID = replies()
TEXTS = [text for _, text, _ in VALID]
QUICK = settings(
    max_examples=int(os.environ.get("COBROWSE_FUZZ", "300")), deadline=None, database=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)  # fmt: skip
WHOLE = settings(QUICK, max_examples=10_000, derandomize=False)

SPLINTERS = [
    "{", "}", "[", "]", '"', ",", ":", "\\", "\x00", "\ud800", "\u202e", "\u200b", "NaN", "1e999", "-Infinity", "null",
    '"type":"click",', '"approved":true,', "```", "```json\n", "<think>", "</think>", "//", "/* */", "'", "\ufeff", "&quot;",
    '{"type":"click","selector":"#zq999"', '"type":"click","selector":"#zq998"}', "[" * 60, '{"a":' * 60, "9" * 5000, "é", "😀",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        match draw(st.sampled_from(["cut", "behead", "flip", "insert", "delete", "splice", "double", "nest"])):
            case "cut":
                text = text[:at]
            case "behead":
                text = text[at:]
            case "flip":
                code = ord(text[at]) ^ (1 << draw(st.integers(0, 6))) if at < len(text) else 0
                text = text[:at] + chr(code) + text[at + 1 :]
            case "insert":
                text = text[:at] + draw(st.sampled_from(SPLINTERS) | st.text(max_size=6)) + text[at:]
            case "delete":
                text = text[:at] + text[at + draw(st.integers(1, 30)) :]
            case "splice":
                other = draw(st.sampled_from(TEXTS))
                text = text[:at] + other[draw(st.integers(0, len(other))) :]
            case "double":
                end = draw(st.integers(at, min(len(text), at + 60)))
                text = text[:end] + text[at:end] + text[end:]
            case _:
                text = f'{{"actions":[{text}]}}'
    return text


def check(text: str) -> None:
    reading = read_reply(text)
    for action in read_entries(reading.entries):
        if isinstance(action, Malformed):
            assert not WORD.search(action.message), "a message repeats a value"
        elif WORD.search(str(action.canonical())):
            assert came_from_something_whole(action.canonical(), text), action
    assert not PIECES.search(reading.prose), reading.prose
    assert not any(WORD.search(problem) for problem in reading.problems)


@QUICK
@given(mutated())
def test_a_damaged_reply_gives_nothing_that_is_not_whole(text: str) -> None:
    check(text)
    read_reply(text, narrated=True)


@pytest.mark.long
@pytest.mark.timeout(1200)
@WHOLE
@given(mutated())
def test_ten_thousand_damaged_replies_give_nothing_that_is_not_whole(text: str) -> None:
    check(text)


@QUICK
@given(st.text(max_size=400) | st.lists(st.sampled_from(SPLINTERS), max_size=40).map("".join))
def test_no_text_at_all_makes_it_stumble(text: str) -> None:
    check(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(
        st.sampled_from(["type", "action", "actions", "click", "fill", "selector", "value", "task_finish", "content", "role",
                         "function", "arguments", "name", "text", "parts", "agent_turn", "condition", "kind", "values"])
        | st.text(max_size=8), inner, max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip


@QUICK
@given(st.lists(JSON | st.just({1: {2: 3}}) | st.just(("a", object())), max_size=4))
def test_no_entry_makes_it_stumble(entries: list[object]) -> None:
    assert len(read_entries(entries)) >= len(entries)


@pytest.mark.parametrize(("text", "actions"), [(t, a) for _, t, a in VALID], ids=[name for name, _, _ in VALID])
def test_every_beginning_of_a_reply_gives_only_what_is_whole(text: str, actions: list[dict[str, object]]) -> None:
    assert [a.canonical() for a in read_entries(read_reply(text).entries) if not isinstance(a, Malformed)] == actions
    for end in range(len(text)):
        check(text[:end])
        got = read_entries(read_reply(text[:end]).entries)
        assert len(got) <= len(actions)
        assert not any(isinstance(action, Malformed) for action in got), end


ONE_VALUE = [(name, text) for name, text, _ in VALID if not name.startswith(("several", "tags", "key-first"))]


@pytest.mark.parametrize("text", [text for _, text in ONE_VALUE], ids=[name for name, _ in ONE_VALUE])
def test_no_end_of_a_reply_gives_an_action(text: str) -> None:
    for start in range(1, len(text)):
        reading = read_reply(text[start:])
        assert not reading.entries, text[start:]
        assert not PIECES.search(reading.prose), reading.prose
