from __future__ import annotations

import json
import traceback

import pytest

from cobrowse.llm import Keys, ModelSpec, models_at, servers_here
from cobrowse.llm.catalogue import PROVIDERS, Provider
from cobrowse.protocol.brain import BrainError
from tests.unit.llm.server import Answer, refuses, sends, serving, waits

KEY = "sk-canary-77aa88bb99"


def lists(*names: object) -> Answer:
    body = json.dumps({"object": "list", "data": [{"id": name} for name in names]})
    return sends(body.encode(), "application/json")


async def test_the_models_of_a_server_are_listed() -> None:
    with serving(lists("b", "a", "a", 5, "", "x" * 400, "c\x1bd")) as server:
        assert await models_at(ModelSpec("openai", "", server.url), Keys(environment={})) == ("a", "b")
    assert "authorization" not in server.headers[0]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refuses(401, f"wrong key {KEY}"), "key"),
        (refuses(404), "reply"),
        (refuses(500), "network"),
        (sends(b"<html>", "text/html"), "reply"),
        (sends(b'{"data": {}}', "application/json"), "reply"),
        (waits(2, lists("late")), "timeout"),
    ],
)
async def test_failures_are_sentences_without_the_key(answer: Answer, kind: str) -> None:
    with serving(answer) as server, pytest.raises(BrainError) as caught:
        keys = Keys(environment={"COBROWSE_API_KEY": KEY})
        await models_at(ModelSpec("openai", "", server.url), keys, timeout=0.5 if kind == "timeout" else 10)
    assert caught.value.kind == kind
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None


async def test_servers_on_this_machine_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lists("tiny")) as server:
        for id in [id for id, provider in PROVIDERS.items() if not provider.key_variable]:
            monkeypatch.delitem(PROVIDERS, id)
        monkeypatch.setitem(PROVIDERS, "one", Provider("one", "One", server.url))
        monkeypatch.setitem(PROVIDERS, "two", Provider("two", "Two", "http://127.0.0.1:9/v1"))
        found = await servers_here(timeout=5)
    assert [(server.provider, server.models) for server in found] == [("one", ("tiny",))]
