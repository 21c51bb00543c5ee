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
from cobrowse.llm.base import Message
from cobrowse.llm.http import http_client

__all__ = ["http_client", "open_stream", "texts"]


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
