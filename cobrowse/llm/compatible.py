"""Any server that speaks the OpenAI chat completions format, through pydantic-ai's direct requests."""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing
from typing import Any

from cobrowse.llm.address import Address
from cobrowse.llm.base import Message, ModelSpec, Patience
from cobrowse.llm.faults import AnswerTooLong, Place, PromptTooLong, Seen, explain, pause_before_retry, status_of
from cobrowse.llm.keys import Keys
from cobrowse.protocol.brain import Spent

_LONGEST_ANSWER = 400_000
"""Characters; a model's answer to us is a thousandth of that."""


class CompatibleModel:
    """One model at one address. Connections are opened on the first request and reused."""

    def __init__(self, spec: ModelSpec, address: Address, keys: Keys, key_variable: str, patience: Patience) -> None:
        self._spec = spec
        self._address = address
        self._keys = keys
        self._key_variable = key_variable
        self._patience = patience
        self._client: Any = None
        self._takes_schema = True

    @property
    def spec(self) -> ModelSpec:
        """Which model it is."""
        return self._spec

    @property
    def local(self) -> bool:
        """Whether it runs on this machine."""
        return self._address.loopback

    def __repr__(self) -> str:
        return f"CompatibleModel({self._spec} at {self._address.shown})"

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        temperature: float | None = None,
        schema: dict[str, Any] | None = None,
    ) -> AsyncGenerator[str | Spent, None]:
        """Yield the reply piece by piece, then its cost. See `ChatModel.stream`."""
        place = await self._place()
        settings: dict[str, Any] = {"max_tokens": max_tokens, "max_retries": 0}
        if temperature is not None:
            settings["temperature"] = temperature
        attempt, shaped = 0, schema is not None and self._takes_schema
        while True:
            attempt += 1
            begun = False
            extra = _format(schema) if shaped and schema is not None else {}
            fault: BaseException
            try:
                async with aclosing(self._once(messages, {**settings, **extra}, place)) as pieces:
                    async for piece in pieces:
                        begun = True
                        yield piece
                if schema is not None and not shaped:
                    self._takes_schema = False
                return
            except Exception as error:
                fault = error
            # Outside the handler, so that what is raised carries no trace of the request and its headers.
            problem = explain(fault, place)
            if shaped and not begun and status_of(fault) in (400, 422) and not isinstance(problem, PromptTooLong):
                shaped = False
                continue
            pause = None if begun else pause_before_retry(fault, attempt, self._patience)
            if pause is None:
                raise problem
            await asyncio.sleep(pause)

    async def test(self) -> str:
        """Ask for one word and say how it went. Raises `BrainError`."""
        started = time.monotonic()
        try:
            async for _ in self.stream([Message("user", "Answer with the word: ready")], max_tokens=256):
                pass
        except AnswerTooLong:
            pass  # it answers, and that is what was asked
        return f"{self._spec.name} at {self._address.shown} answered in {time.monotonic() - started:.1f} s."

    async def close(self) -> None:
        """Let go of the connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _place(self) -> Place:
        key = await asyncio.to_thread(self._keys.find, self._address.origin, self._key_variable)
        secret = key.secret if key else None
        place = Place(self._address.shown, self._spec.name, secret, self._patience)
        if secret is None and self._key_variable:
            raise place.error("missing_key", variable=self._key_variable)
        if secret is not None and not (self._address.encrypted or self._address.nearby):
            raise place.error("in_the_clear")
        return place

    async def _once(
        self, messages: Sequence[Message], settings: dict[str, Any], place: Place
    ) -> AsyncGenerator[str | Spent, None]:
        """One request, without retries; raises whatever the SDK raises, `Seen` or `AnswerTooLong`."""
        request = await asyncio.to_thread(importlib.import_module, "cobrowse.llm.request")
        if self._client is None:
            self._client = request.http_client(self._address, self._patience)
        clock = asyncio.get_running_loop()
        begun = clock.time()
        until, phase, length = begun + self._patience.first, "first", 0
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout_at(until):
                    stream = await stack.enter_async_context(
                        request.open_stream(self._client, self._address, self._spec.name, place.key, messages, settings)
                    )
                pieces = await stack.enter_async_context(aclosing(request.texts(stream)))
                while True:
                    async with asyncio.timeout_at(min(until, begun + self._patience.whole)):
                        text = await anext(pieces, None)
                    if text is None:
                        break
                    length += len(text)
                    if length > _LONGEST_ANSWER:
                        raise Seen("flood")
                    if text:
                        yield text
                    until, phase = clock.time() + self._patience.between, "between"
            except TimeoutError:
                raise Seen("whole" if clock.time() >= begun + self._patience.whole else phase) from None
            yield Spent(stream.usage.input_tokens, stream.usage.output_tokens)
            if stream.finish_reason == "length":
                limit = settings["max_tokens"]
                raise AnswerTooLong(
                    f"{self._spec.name} was cut off after {limit} tokens, before its answer was complete."
                )


def _format(schema: dict[str, Any]) -> dict[str, Any]:
    named = {"name": "reply", "strict": True, "schema": schema}
    return {"extra_body": {"response_format": {"type": "json_schema", "json_schema": named}}}
