"""Conditions, targets, keys and strict JSON."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from cobrowse.protocol.condition import DEEPEST, MOST, AllOf, Condition, Visible
from cobrowse.protocol.faults import fault_words, faults, place
from cobrowse.protocol.keys import chord, in_one_form
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.strict_json import NotStrict, clean, decode, load, tame
from cobrowse.protocol.target import CssTarget, IdTarget, RoleTarget, parse_target

CONDITION: TypeAdapter[Any] = TypeAdapter(Condition)
VISIBLE = {"kind": "visible", "selector": "#x"}


def fault(data: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        CONDITION.validate_python(data)
    first = faults(caught.value)[0]
    return f"{place(first['loc'])} {fault_words(first)}".strip()


@pytest.mark.parametrize(
    ("data", "read"),
    [
        ({"selector": "#s", "kind": "text", "value": "Saved"}, {"selector": "#s", "kind": "text", "value": "Saved"}),
        ({"target": "#s", "kind": "text", "expected": 3}, {"selector": "#s", "kind": "text", "value": "3"}),
        ({"kind": "attribute", "selector": "a", "attribute": "rel", "value": None}, {"kind": "attribute", "selector": "a", "name": "rel"}),
        ({"kind": "property", "selector": "a", "property": "checked", "value": True},
         {"kind": "property", "selector": "a", "name": "checked", "value": True}),
        ({"kind": "value", "selector": "a", "value": ["x", "y"]}, {"kind": "value", "selector": "a", "value": ["x", "y"]}),
        ({"any": [VISIBLE]}, {"kind": "any", "conditions": [VISIBLE]}),
        ({"kind": "all", "of": [VISIBLE]}, {"kind": "all", "conditions": [VISIBLE]}),
    ],
)  # fmt: skip
def test_conditions_in_the_spellings_of_hosts(data: Any, read: Any) -> None:
    assert CONDITION.validate_python(data).model_dump(exclude_none=True) == read


@pytest.mark.parametrize(
    ("data", "because"),
    [
        ({"kind": "visible"}, "visible.selector is missing"),
        ({"kind": "count", "selector": "a", "value": True}, "count.value must be a whole number"),
        ({"kind": "count", "selector": "a", "value": "3"}, "count.value must be a whole number"),
        ({"kind": "count", "selector": "a", "value": -1}, "count.value must be at least 0"),
        ({**VISIBLE, "value": "x"}, "visible.value is not known here"),
        ({"selector": "#s"}, "needs kind"),
        ({"kind": "any", "conditions": []}, "any.conditions must not be empty"),
        ({"any": [VISIBLE], "all": [VISIBLE]}, "needs kind"),
        ({"all": [VISIBLE] * (MOST + 1)}, f"holds more than {MOST} conditions"),
        ("visible", "must be an object"),
        ({"kind": "text", "selector": "a", "value": "x" * 20_001}, "text.value has more than 20000 characters"),
    ],
)
def test_what_is_no_condition(data: Any, because: str) -> None:
    assert because in fault(data)


def test_depth_is_limited_for_data_and_models() -> None:
    deep: Any = VISIBLE
    for _ in range(DEEPEST - 1):
        deep = {"all": [deep]}
    model = CONDITION.validate_python(deep)
    assert "nested deeper" in fault({"all": [deep]})
    with pytest.raises(ValidationError, match="nested deeper"):
        CONDITION.validate_python(AllOf.model_construct(kind="all", conditions=[model]))
    looped: dict[str, Any] = {"kind": "all"}
    looped["conditions"] = [looped]
    assert "nested deeper" in fault(looped)
    assert isinstance(model, AllOf)
    assert Visible(kind="visible", selector="#x").frame is None


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("k3f9", IdTarget("k3f9")),
        ("[k3f9]", IdTarget("k3f9")),
        ("↓[k3f9]", IdTarget("k3f9")),
        ("↑ k3f9", IdTarget("k3f9")),
        ('button "Save"', RoleTarget("button", "Save")),
        (r'button "Say \"hi\""', RoleTarget("button", 'Say "hi"')),
        ("form", CssTarget("form")),
        ("ul > li:nth-child(2n+1) a.x[href='/y']", CssTarget("ul > li:nth-child(2n+1) a.x[href='/y']")),
        ('[title="a * b"]', CssTarget('[title="a * b"]')),
    ],
)
def test_targets(text: str, target: Any) -> None:
    assert parse_target(text) == target


@pytest.mark.parametrize(
    "text",
    ["", "*", "div *", "a:has(b)", "a:not(b)", "a::before", "a + b", "a ~ b", "//a", "xpath=//a", "css=a", "text=Save",
     "a >> b", ">>", "a:hover", "svg|a", "a:is(b)", "div[", "a b " * 200],
)  # fmt: skip
def test_what_is_no_target(text: str) -> None:
    with pytest.raises(Failure) as caught:
        parse_target(text)
    assert caught.value.reason == "invalid"
    assert len(caught.value.message) < 500


@pytest.mark.parametrize(
    ("key", "means"),
    [
        ("Enter", ("Enter", [])), ("return", ("Enter", [])), ("NumpadEnter", ("Enter", [])), ("ESC", ("Escape", [])),
        ("a", ("a", [])), ("A", ("A", [])), ("é", ("é", [])), ("KeyA", ("a", [])), ("Digit7", ("7", [])),
        ("Space", (" ", [])), (" ", (" ", [])), ("+", ("+", [])), ("Ctrl++", ("+", ["ctrl"])),
        ("Control+Shift+K", ("K", ["ctrl", "shift"])), ("ControlOrMeta+a", ("a", ["mod"])), ("F12", ("F12", [])),
    ],
)  # fmt: skip
def test_keys(key: str, means: tuple[str, list[str]]) -> None:
    assert chord(key) == means


@pytest.mark.parametrize("key", ["", "hello", "Hyper+a", "F13", "a+b", "Enter Enter", "+a"])
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        chord(key)


def test_modifiers_come_in_one_form() -> None:
    given = {"key": "Shift+s", "modifiers": ["Command", "shift"]}
    assert in_one_form(given) == {"key": "s", "modifiers": ["meta", "shift"]}
    assert in_one_form({"key": "s", "modifiers": "ctrl+alt"})["modifiers"] == ["ctrl", "alt"]
    assert in_one_form({"key": 5}) == {"key": 5}


@pytest.mark.parametrize(
    "text",
    ['{"a":1,"a":2}', "[NaN]", "[Infinity]", "[1e999]", "[" + "9" * 30 + "]", "[" * 40 + "]" * 40, "[" * 100_000, '["\x01"]', "{",
     "[1] x", "", "[01]", "['a']", "[1,]"],
)  # fmt: skip
def test_json_that_is_not_strict(text: str) -> None:
    with pytest.raises(NotStrict):
        load(text)


def test_strict_json_says_where_it_ends() -> None:
    assert decode('x {"a": [1.5, "é"]} y', 2) == ({"a": [1.5, "é"]}, 19)


def test_what_cannot_be_seen_goes_and_what_is_no_text_is_refused() -> None:
    assert clean({"a\u200b": ["\u202ex\u2069", 1, None]}) == {"a": ["x", 1, None]}
    assert tame("a\u202e\n b\ud800\x00") == "a b"
    for bad in ("\x00", "\x1b", "\x9b", "\ud83d"):
        with pytest.raises(NotStrict, match="control character"):
            clean([{"k": bad}])
    with pytest.raises(NotStrict, match="twice"):
        clean({"a": 1, "a\u200b": 2})


def test_a_result_is_one_or_the_other() -> None:
    assert Result.success(value=1).with_data(more=2).data == {"value": 1, "more": 2}
    assert Result.success().with_data().data is None
    assert Failure("stale", "It changed.", id="k3f9").result() == Result.failure("stale", "It changed.", id="k3f9")
    for wrong in ({"ok": True, "reason": "stale"}, {"ok": False}):
        with pytest.raises(ValidationError):
            Result.model_validate(wrong)
