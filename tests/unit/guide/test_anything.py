"""Whatever is said, the guide answers with valid entries and does not raise."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cobrowse.guide import shortlist
from cobrowse.guide.parse import parse
from cobrowse.protocol.observation import Observation
from tests.unit.guide import pages
from tests.unit.guide.conversing import Conversation

WORDS = [
    "click",
    "press",
    "type",
    "enter",
    "fill",
    "set",
    "choose",
    "select",
    "tick",
    "untick",
    "go",
    "open",
    "back",
    "scroll",
    "drag",
    "hover",
    "wait",
    "show",
    "find",
    "search",
    "read",
    "what",
    "where",
    "how",
    "is",
    "does",
    "the",
    "a",
    "button",
    "link",
    "field",
    "second",
    "last",
    "all",
    "every",
    "it",
    "to",
    "into",
    "in",
    "from",
    "with",
    "for",
    "on",
    "next",
    "under",
    "and",
    "then",
    ",",
    ";",
    ".",
    "?",
    "!",
    '"',
    "'",
    "“",
    "”",
    ">",
    "@",
    "5",
    "2nd",
    "Name",
    "Country",
    "Delete",
    "draft",
    "basket",
    "Norway",
    "form",
    "help",
    "me",
    "password",
    "subscribe",
    "expand",
    "section",
    "tab",
    "that",
    "starts",
    "ends",
    "page",
    "bottom",
    "up",
    "Enter",
    "Ctrl+S",
    "key",
    "cheapest",
    "price",
    "8:22",
    "04/18/2026",
    "a@b.org",
    "example.org",
]
PAGES = [value for value in vars(pages).values() if isinstance(value, Observation)]
requests = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))
answers = st.one_of(st.text(max_size=20), st.sampled_from(["skip", "stop", "yes", "Name: Ada", "click Submit", "none"]))


async def talk(request: str, page: Observation, index: int, answer: str) -> None:
    """Some thoughts, every question answered."""
    conversation = Conversation(request, page)
    for _ in range(8):
        entries = await conversation.think()
        assert entries, "a proposal always has entries: the last ones end the turn"
        last = entries[-1]
        if last["type"] in ("done", "blocked"):
            return
        data: dict[str, Any] = {}
        if last["type"] == "ask_user_choice":
            at = index if index < len(last["options"]) else -1
            data = {"index": at, "value": last["options"][at] if at >= 0 else answer}
        elif last["type"] in ("ask_user", "read_page"):
            data = {"value": answer}
        conversation.did(entries, **data)


@settings(max_examples=120, deadline=None)
@given(requests, st.sampled_from(PAGES), st.integers(-1, 5), answers)
def test_anything_can_be_said(request: str, page: Observation, index: int, answer: str) -> None:
    asyncio.run(talk(request, page, index, answer))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_parsed(text: str) -> None:
    parse(text)


@settings(max_examples=60, deadline=None)
@given(requests, st.sampled_from(PAGES), st.sampled_from([None, "button", "field", "no such kind"]))
def test_any_phrase_has_a_shortlist(phrase: str, page: Observation, kind: str | None) -> None:
    found = shortlist(phrase, page, kind, most=5)
    assert len(found) <= 5
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)
