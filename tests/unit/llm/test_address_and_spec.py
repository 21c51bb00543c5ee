from __future__ import annotations

import pytest

from cobrowse.llm import ModelSpec, open_model
from cobrowse.llm.address import parse_address
from cobrowse.llm.catalogue import PROVIDERS, address_of, key_variable
from cobrowse.protocol.brain import BrainError


@pytest.mark.parametrize(
    ("text", "url", "loopback"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1", True),
        ("127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1", True),
        ("localhost:1234", "http://localhost:1234", True),
        ("http://2130706433/v1", "http://127.0.0.1/v1", True),
        ("http://[::1]:5/v1", "http://[::1]:5/v1", True),
        ("HTTPS://API.OpenAI.com/v1", "https://api.openai.com/v1", False),
        ("http://localhost.evil.example/v1", "http://localhost.evil.example/v1", False),
        ("http://127.0.0.1.evil.example", "http://127.0.0.1.evil.example", False),
        ("http://192.168.1.9:8080/v1", "http://192.168.1.9:8080/v1", False),
    ],
)
def test_addresses_are_read_as_a_browser_reads_them(text: str, url: str, loopback: bool) -> None:
    address = parse_address(text)
    assert (address.url, address.loopback) == (url, loopback)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file:///etc/passwd",
        "ftp://h/",
        "javascript://x",
        "http://u:secretpw@h/v1",
        "https://h/?key=secretpw",
        "http://",
    ],
)
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(BrainError) as caught:
        parse_address(text)
    assert caught.value.kind == "network"
    assert "secretpw" not in str(caught.value)


@pytest.mark.parametrize(
    ("host", "nearby"),
    [
        ("10.1.2.3", True),
        ("printer", True),
        ("nas.local", True),
        ("127.9.9.9", True),
        ("8.8.8.8", False),
        ("a.com", False),
    ],
)
def test_what_is_nearby(host: str, nearby: bool) -> None:
    assert parse_address(f"http://{host}").nearby is nearby


def test_a_spec_is_read_and_written() -> None:
    spec = ModelSpec.parse(" OpenAI:qwen2.5:1.5b ", "http://127.0.0.1:1/v1")
    assert spec == ModelSpec("openai", "qwen2.5:1.5b", "http://127.0.0.1:1/v1")
    assert str(spec) == "openai:qwen2.5:1.5b"


@pytest.mark.parametrize("text", ["", "gpt", "openai:", ":x"])
def test_what_is_no_spec(text: str) -> None:
    with pytest.raises(BrainError, match="PROVIDER:NAME"):
        ModelSpec.parse(text)


def test_an_unknown_provider_is_told_the_known_ones() -> None:
    with pytest.raises(BrainError, match="openrouter"):
        open_model(ModelSpec("nobody", "x"))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_every_providers_own_address_is_valid(provider: str) -> None:
    spec = ModelSpec(provider, "x")
    address = address_of(spec)
    assert address.encrypted or address.loopback
    assert key_variable(spec) == PROVIDERS[provider].key_variable


def test_a_key_from_the_environment_goes_to_its_own_address_only() -> None:
    assert key_variable(ModelSpec("openai", "x")) == "OPENAI_API_KEY"
    assert key_variable(ModelSpec("openai", "x", "https://api.openai.com/v1/")) == "OPENAI_API_KEY"
    assert key_variable(ModelSpec("openai", "x", "https://api.openai.com.evil.example/v1")) == ""
    assert key_variable(ModelSpec("openai", "x", "http://api.openai.com/v1")) == ""


def test_opening_a_model_does_not_load_the_sdk() -> None:
    import subprocess
    import sys

    code = (
        "import sys, cobrowse.llm as l; l.open_model(l.ModelSpec('openai', 'x', 'http://127.0.0.1:1/v1'));"
        "print([m for m in ('pydantic_ai', 'openai', 'httpx2', 'keyring') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
