"""What a language model is to the rest of the house: messages in, a stream of text and a bill out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cobrowse.protocol.brain import BrainError, Spent

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a model."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """Which model is meant. An empty `base_url` is the provider's own address."""

    provider: str
    name: str
    base_url: str = ""

    @classmethod
    def parse(cls, text: str, base_url: str = "") -> ModelSpec:
        """Read `openai:NAME`; the name may hold further colons. Raises `BrainError(kind="model")`."""
        provider, colon, name = text.strip().partition(":")
        if not (colon and provider.strip() and name.strip()):
            raise BrainError(
                f"“{text.strip()}” does not name a model. Write PROVIDER:NAME, such as openai:gpt-5-mini.",
                kind="model",
                retryable=False,
            )
        return cls(provider.strip().lower(), name.strip(), base_url.strip())

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long to wait for a model, in seconds, and how often to ask again."""

    connect: float = 10
    first: float = 120
    """From the request to the first piece of text."""
    between: float = 45
    """From one piece to the next."""
    whole: float = 900
    """From the request to the last piece."""
    retries: int = 3
    """Further attempts after a server's own failure."""
    backoff: float = 1.0
    """Pause before the second attempt; doubled with each further one, and spread by chance."""
    longest_pause: float = 60
    """The longest pause a server may ask for (`retry-after`) that is still waited out."""


class ChatModel(Protocol):
    """A model that can be talked to."""

    @property
    def spec(self) -> ModelSpec:
        """Which model it is."""
        ...

    @property
    def local(self) -> bool:
        """Whether it runs on this machine: small, slow at reading, and helped by a schema."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        temperature: float | None = None,
        schema: dict[str, Any] | None = None,
    ) -> AsyncGenerator[str | Spent, None]:
        """Yield the reply piece by piece, then what it cost if the server says so.

        `schema` (JSON Schema) restricts the reply where the server can do that, and is let go where it cannot.
        Raises `BrainError`; after the first piece nothing is tried again.
        """
        ...

    async def test(self) -> str:
        """Ask for one word and say how it went, in a sentence. Raises `BrainError`."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...
