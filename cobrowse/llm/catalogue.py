"""The providers that are known by name, and the door through which a model is opened."""

from __future__ import annotations

from dataclasses import dataclass

from cobrowse.llm.address import Address, parse_address
from cobrowse.llm.base import ChatModel, ModelSpec, Patience
from cobrowse.llm.keys import Keys
from cobrowse.protocol.brain import BrainError


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of models that speaks the OpenAI chat completions format."""

    id: str
    label: str
    base_url: str
    key_variable: str = ""
    """Environment variable that holds its key; empty for servers that need none."""
    example: str = ""
    """A model name to show where one is asked for."""


PROVIDERS: dict[str, Provider] = {
    provider.id: provider
    for provider in (
        Provider(
            "openai", "OpenAI, or any compatible address", "https://api.openai.com/v1", "OPENAI_API_KEY", "gpt-5-mini"
        ),
        Provider("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "openai/gpt-5-mini"),
        Provider("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral-small-latest"),
        Provider("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "openai/gpt-oss-20b"),
        Provider("ollama", "Ollama on this machine", "http://127.0.0.1:11434/v1", example="qwen3:4b"),
        Provider("lmstudio", "LM Studio on this machine", "http://127.0.0.1:1234/v1", example="qwen3-4b"),
        Provider("llamacpp", "llama.cpp on this machine", "http://127.0.0.1:8080/v1", example="default"),
    )
}


def provider_of(spec: ModelSpec) -> Provider:
    """The provider that a spec names. Raises `BrainError(kind="model")`."""
    provider = PROVIDERS.get(spec.provider)
    if provider is None:
        known = ", ".join(PROVIDERS)
        raise BrainError(
            f"The provider “{spec.provider}” is not known here; known are {known}. For another one that speaks the "
            "OpenAI format, choose openai and enter its address in Settings → Model.",
            kind="model",
            retryable=False,
        )
    return provider


def address_of(spec: ModelSpec) -> Address:
    """Where the model is. Raises `BrainError`."""
    return parse_address(spec.base_url or provider_of(spec).base_url)


def key_variable(spec: ModelSpec) -> str:
    """The environment variable whose key belongs to this address; empty when the address is not the provider's own.

    A key from the environment is never sent to an address that it was not made for.
    """
    provider = provider_of(spec)
    own = parse_address(provider.base_url)
    return provider.key_variable if address_of(spec).origin == own.origin else ""


def open_model(spec: ModelSpec, keys: Keys | None = None, patience: Patience | None = None) -> ChatModel:
    """A model to talk to; nothing is sent yet. Raises `BrainError` for an unknown provider or a wrong address."""
    from cobrowse.llm.compatible import CompatibleModel

    address = address_of(spec)
    if patience is None:
        # A model on this machine may read a long page at some ten tokens a second before it says a word.
        patience = Patience(first=600, between=120, whole=1800) if address.loopback else Patience()
    return CompatibleModel(spec, address, keys or Keys(), key_variable(spec), patience)
