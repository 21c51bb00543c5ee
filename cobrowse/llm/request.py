"""The SDK's part of a request. Importing this module takes seconds: do it in a thread, on the first request."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx2
from openai import AsyncOpenAI
from pydantic import SecretStr
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    SystemPromptPart,
    TextPart,
    TextPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import StreamedResponse
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from cobrowse.llm.address import Address
from cobrowse.llm.base import Message, Patience
from cobrowse.llm.faults import Seen

_LARGEST_LENGTH = 20_000_000
"""Bytes that a server may announce."""


def http_client(address: Address, patience: Patience) -> httpx2.AsyncClient:
    """A client that follows no redirects, asks for nothing compressed, and uses no proxy for this machine."""
    silence = max(patience.first, patience.between)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(connect=patience.connect, read=silence, write=30, pool=patience.connect),
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,
        trust_env=not address.loopback,
        event_hooks={"response": [_check_answer]},
    )


def open_stream(
    client: httpx2.AsyncClient,
    address: Address,
    model: str,
    key: SecretStr | None,
    messages: Sequence[Message],
    settings: dict[str, Any],
) -> AbstractAsyncContextManager[StreamedResponse]:
    """Send a conversation; entering the result waits for the first event."""
    sdk = AsyncOpenAI(
        base_url=address.url,
        api_key=key.get_secret_value() if key is not None else "none",
        http_client=client,
        timeout=client.timeout,
        max_retries=0,
    )
    profile = OpenAIModelProfile(
        # The older name of the limit is the one that every compatible server knows; OpenAI itself wants the newer.
        openai_chat_supports_max_completion_tokens=address.host == "api.openai.com",
        openai_chat_streaming_requires_finish_reason=True,
    )
    provider = OpenAICompatibleProvider(address.host, openai_client=sdk, profile=profile)
    return model_request_stream(
        OpenAIChatModel(model, provider=provider),
        [_message(message) for message in messages],
        model_settings=ModelSettings(**settings),
        instrument=False,
    )


async def texts(stream: StreamedResponse) -> AsyncGenerator[str, None]:
    """The pieces of text in a stream; an empty one for a sign of life, such as a model's private reasoning."""
    async for event in stream:
        match event:
            case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                yield text
            case _:
                yield ""


def _message(message: Message) -> ModelMessage:
    match message.role:
        case "system":
            return ModelRequest(parts=[SystemPromptPart(message.text)])
        case "user":
            return ModelRequest(parts=[UserPromptPart(message.text)])
        case "assistant":
            return ModelResponse(parts=[TextPart(message.text)])


async def _check_answer(response: httpx2.Response) -> None:
    """Refuse what cannot be a model's stream before any of it is read."""
    if 300 <= response.status_code < 400:
        raise Seen("redirect")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    length = response.headers.get("content-length", "")
    if (length.isdigit() and int(length) > _LARGEST_LENGTH) or response.headers.get(
        "content-encoding", "identity"
    ) != "identity":
        raise Seen("flood")
    if response.status_code == 200 and kind != "text/event-stream":
        raise Seen("page" if kind in ("text/html", "application/xhtml+xml") else "unstreamed")
