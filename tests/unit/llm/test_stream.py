"""What comes out of a model server, well or not, over real HTTP."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from contextlib import aclosing

import pytest

from cobrowse.llm import AnswerTooLong, Keys, Message, ModelSpec, Patience, PromptTooLong, open_model
from cobrowse.protocol.brain import BrainError, Spent
from tests.unit.llm.server import Answer, Server, breaks_off, chunk, refuses, says, sends, serving, waits

KEY = "sk-canary-5f2b9c7d1e"
QUICK = Patience(connect=2, first=5, between=5, whole=20, backoff=0.01, longest_pause=1)
SCHEMA = {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}


class _NoRing:
    def get_password(self, *_: str) -> None:
        raise RuntimeError("no keyring here")

    set_password = delete_password = get_password


def keys_for(url: str) -> Keys:
    keys = Keys(_NoRing(), {})
    keys.keep(url.removesuffix("/v1"), KEY, lasting=False)
    return keys


async def ask(url: str, *, patience: Patience = QUICK, keys: Keys | None = None, **more) -> tuple[str, Spent | None]:
    model = open_model(ModelSpec("openai", "scripted", url), keys or keys_for(url), patience)
    text, spent = "", None
    try:
        async for piece in model.stream([Message("system", "Be brief."), Message("user", "hi")], **more):
            if isinstance(piece, Spent):
                spent = piece
            else:
                text += piece
    finally:
        await model.close()
    return text, spent


async def fails(*answers: Answer, **more) -> tuple[BrainError, Server]:
    """The error that these answers lead to; checked to hold no key, neither in itself nor in what it came from."""
    with serving(*answers) as server:
        with pytest.raises(BrainError) as caught:
            await ask(server.url, **more)
    written = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert KEY not in written
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return caught.value, server


async def test_text_and_cost_are_streamed() -> None:
    with serving(says("Hel", "lo", " there")) as server:
        assert await ask(server.url, max_tokens=50, temperature=0) == ("Hello there", Spent(7, 3))
    body = server.bodies[0]
    assert body["stream"] is True
    assert body["max_tokens"] == 50
    assert body["temperature"] == 0
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_pieces_arrive_while_the_model_still_speaks() -> None:
    with serving(says("one", "two", pause=0.4)) as server:
        model = open_model(ModelSpec("openai", "scripted", server.url), keys_for(server.url), QUICK)
        async with aclosing(model.stream([Message("user", "hi")])) as pieces:
            assert await anext(pieces) == "one"
            started = time.monotonic()
            assert await anext(pieces) == "two"
            assert time.monotonic() - started > 0.2
        await model.close()


async def test_a_loopback_server_needs_no_key_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(says("ok")) as server:
        text, _ = await ask(server.url, keys=Keys(_NoRing(), {"OPENAI_API_KEY": KEY}))
    assert text == "ok"
    assert KEY not in str(server.headers)


async def test_reasoning_is_not_shown() -> None:
    thought = chunk(choices=[{"index": 0, "delta": {"reasoning_content": "hmm"}, "finish_reason": None}])
    with serving(sends(thought + chunk("yes") + chunk(finish="stop"), "text/event-stream")) as server:
        assert (await ask(server.url))[0] == "yes"


@pytest.mark.parametrize(("status", "words"), [(401, "did not accept the key"), (403, "does not allow this key")])
async def test_a_refused_key_is_not_tried_again(status: int, words: str) -> None:
    error, server = await fails(refuses(status, f"Incorrect API key provided: {KEY}"))
    assert error.kind == "key"
    assert not error.retryable
    assert words in str(error)
    assert "Settings → Model" in str(error)
    assert server.url.removeprefix("http://").removesuffix("/v1") in str(error)
    assert server.asked == 1


async def test_a_missing_key_is_asked_for() -> None:
    error, _ = await fails(refuses(401), keys=Keys(_NoRing(), {}))
    assert "wants a key" in str(error)


async def test_429_with_retry_after_is_waited_out() -> None:
    with serving(refuses(429, retry_after="1"), says("ok")) as server:
        started = time.monotonic()
        assert (await ask(server.url))[0] == "ok"
    assert time.monotonic() - started >= 1
    assert server.asked == 2


async def test_429_that_asks_for_too_long_a_pause_is_not_waited_out() -> None:
    error, server = await fails(refuses(429, retry_after="600"))
    assert error.kind == "quota"
    assert "600 seconds" in str(error)
    assert server.asked == 1


@pytest.mark.parametrize(
    "answer", [refuses(429), refuses(429, code="insufficient_quota", retry_after="0"), refuses(402)]
)
async def test_a_spent_limit_is_not_tried_again(answer: Answer) -> None:
    error, server = await fails(answer)
    assert (error.kind, error.retryable, server.asked) == ("quota", False, 1)


@pytest.mark.parametrize("status", [500, 502, 503, 529])
async def test_a_servers_own_failure_is_tried_again(status: int) -> None:
    with serving(refuses(status), refuses(status), says("ok")) as server:
        assert (await ask(server.url))[0] == "ok"
    assert server.asked == 3


async def test_but_not_for_ever() -> None:
    error, server = await fails(refuses(500, f"trace with {KEY}"))
    assert error.kind == "network"
    assert "HTTP 500" in str(error)
    assert server.asked == 4


async def test_an_unknown_model() -> None:
    error, server = await fails(refuses(404, code="model_not_found"))
    assert error.kind == "model"
    assert "“scripted”" in str(error)
    assert server.asked == 1


async def test_a_refused_request_repeats_the_servers_words_without_the_key() -> None:
    error, _ = await fails(refuses(400, f"bad \x1b[31mtemperature\n{KEY} and sk-other-secret99"))
    assert error.kind == "model"
    assert "temperature" in str(error)
    assert "secret99" not in str(error)
    assert "\x1b" not in str(error)


@pytest.mark.parametrize(
    "answer",
    [
        refuses(400, "too long", code="context_length_exceeded"),
        refuses(400, "the request exceeds the available context size (4096 tokens)"),
        refuses(413),
    ],
)
async def test_too_long_a_prompt_is_told_apart(answer: Answer) -> None:
    error, server = await fails(answer)
    assert isinstance(error, PromptTooLong)
    assert server.asked == 1


async def test_a_schema_is_sent_and_let_go_where_it_is_not_understood() -> None:
    with serving(refuses(400, "response_format is not supported"), says("{}"), says("{}")) as server:
        model = open_model(ModelSpec("openai", "scripted", server.url), keys_for(server.url), QUICK)
        for _ in range(2):
            assert (
                "".join([p async for p in model.stream([Message("user", "hi")], schema=SCHEMA) if isinstance(p, str)])
                == "{}"
            )
        await model.close()
    assert server.bodies[0]["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "response_format" not in server.bodies[1]
    assert "response_format" not in server.bodies[2]


@pytest.mark.parametrize("reset", [False, True])
async def test_a_stream_that_breaks_off_is_an_error(reset: bool) -> None:
    error, server = await fails(breaks_off('{"actions":[{"ty', reset=reset))
    assert error.kind == "network"
    assert error.retryable
    assert "broke off" in str(error)
    assert server.asked == 1


async def test_an_answer_that_hits_the_limit_is_an_error() -> None:
    error, _ = await fails(says('{"actions":[', finish="length"))
    assert isinstance(error, AnswerTooLong)


async def test_an_error_inside_the_stream() -> None:
    body = chunk("a") + b'data: {"error": {"message": "worker died", "type": "server_error", "code": 500}}\n\n'
    error, _ = await fails(sends(body, "text/event-stream"))
    assert error.kind == "network"


async def test_a_slow_first_piece() -> None:
    patience = Patience(first=0.3, between=5, backoff=0.01)
    error, server = await fails(waits(2, says("late")), patience=patience)
    assert error.kind == "timeout"
    assert "did not begin" in str(error)
    assert server.asked == 1


async def test_silence_in_the_middle() -> None:
    error, _ = await fails(says("a", "b", pause=2), patience=Patience(first=5, between=0.3))
    assert error.kind == "timeout"
    assert "fell silent" in str(error)


async def test_a_drip_that_never_ends() -> None:
    error, _ = await fails(says(*"abcdefghij" * 4, pause=0.1), patience=Patience(first=5, between=5, whole=0.6))
    assert error.kind == "timeout"
    assert "still answering" in str(error)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (sends(b"<html>Sign in to the hotel network</html>"), "web page"),
        (sends(b"", status=302, Location="https://login.example/"), "another address"),
        (sends(b'{"choices": []}', "application/json"), "does not stream"),
        (sends(b"data: {}", "text/event-stream", Content_Encoding="gzip"), "cannot be a model"),
    ],
)
async def test_what_is_no_model_server(answer: Answer, words: str) -> None:
    error, server = await fails(answer)
    assert error.kind == "reply"
    assert words in str(error)
    assert "hotel" not in str(error)
    assert server.asked == 1


@pytest.mark.parametrize("lines", [b"x" * 9_000_000, b": still here\n" * 900_000])
async def test_a_flood_is_dammed(lines: bytes) -> None:
    error, _ = await fails(sends(lines, "text/event-stream"))
    assert "cannot be a model's answer" in str(error)


@pytest.mark.parametrize("body", [b"", b"data: not json\n\n", b"data: [DONE]\n\n", b"data: 5\n\n", b"\xff\xfe\x00"])
async def test_nonsense_in_the_stream(body: bytes) -> None:
    error, _ = await fails(sends(body, "text/event-stream"))
    assert error.kind in ("reply", "network")


async def test_nothing_answers() -> None:
    with serving(says("ok")) as server:
        url = server.url
    with pytest.raises(BrainError) as caught:
        await ask(url)
    assert caught.value.kind == "network"
    assert "Nothing answers at 127.0.0.1:" in str(caught.value)
    assert "Start the model server" in str(caught.value)


async def test_a_name_that_does_not_exist() -> None:
    with pytest.raises(BrainError) as caught:
        await ask("http://no-such-host.invalid/v1", keys=Keys(_NoRing(), {}))
    assert caught.value.kind == "network"


async def test_a_key_is_not_sent_in_the_clear_to_the_world() -> None:
    with pytest.raises(BrainError, match="not encrypted") as caught:
        await ask("http://models.example.com/v1", keys=keys_for("http://models.example.com/v1"))
    assert caught.value.kind == "key"


async def test_the_providers_own_address_wants_a_key_before_anything_is_sent() -> None:
    model = open_model(ModelSpec("openai", "gpt"), Keys(_NoRing(), {}))
    with pytest.raises(BrainError, match="OPENAI_API_KEY"):
        await model.test()


async def test_the_test_says_how_it_went() -> None:
    with serving(says("ready")) as server:
        model = open_model(ModelSpec("openai", "scripted", server.url), keys_for(server.url), QUICK)
        assert "answered in" in await model.test()
        await model.close()


async def test_a_reader_who_leaves_ends_the_request() -> None:
    with serving(says(*"abcdefgh", pause=0.3)) as server:
        model = open_model(ModelSpec("openai", "scripted", server.url), keys_for(server.url), QUICK)

        async def read() -> None:
            async for _ in model.stream([Message("user", "hi")]):
                pass

        task = asyncio.create_task(read())
        await asyncio.sleep(0.6)
        task.cancel()
        started = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - started < 0.3
        await model.close()


async def test_no_key_in_any_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(refuses(500), says("ok")) as server:
        await ask(server.url)
        model = open_model(ModelSpec("openai", "scripted", server.url), keys_for(server.url), QUICK)
        assert KEY not in repr(model) + str(vars(model))
    assert KEY not in caplog.text
