"""Which models a server offers, and which servers run on this machine."""

from __future__ import annotations

import asyncio
import importlib
from dataclasses import dataclass
from typing import Any

from cobrowse.llm.address import Address
from cobrowse.llm.base import ModelSpec, Patience
from cobrowse.llm.catalogue import PROVIDERS, address_of, key_variable
from cobrowse.llm.faults import Place, Seen, explain
from cobrowse.llm.keys import Keys
from cobrowse.protocol.brain import BrainError

_MOST_MODELS = 1_000
_LONGEST_NAME = 300


@dataclass(frozen=True, slots=True)
class Found:
    """A server on this machine and the models it offers, by name."""

    provider: str
    base_url: str
    models: tuple[str, ...]


async def models_at(spec: ModelSpec, keys: Keys | None = None, *, timeout: float = 10) -> tuple[str, ...]:
    """Names of the models at a spec's address, sorted; its own name does not matter. Raises `BrainError`.

    `timeout` is in seconds, for the whole request.
    """
    address = address_of(spec)
    key = await asyncio.to_thread((keys or Keys()).find, address.origin, key_variable(spec))
    place = Place(address.shown, spec.name, key.secret if key else None, Patience(connect=timeout, first=timeout))
    if place.key is not None and not (address.encrypted or address.nearby):
        raise place.error("in_the_clear")
    try:
        return await _ask(address, place, timeout)
    except Exception as error:
        fault = error
    raise explain(fault, place)


async def servers_here(timeout: float = 1.5) -> list[Found]:
    """The known kinds of local servers that answer at their usual addresses within `timeout` seconds."""
    providers = [provider for provider in PROVIDERS.values() if not provider.key_variable]
    keys = Keys(environment={})

    async def look(id: str, url: str) -> Found | None:
        try:
            return Found(id, url, await models_at(ModelSpec(id, ""), keys, timeout=timeout))
        except BrainError:
            return None

    found = await asyncio.gather(*(look(provider.id, provider.base_url) for provider in providers))
    return [server for server in found if server is not None]


async def _ask(address: Address, place: Place, timeout: float) -> tuple[str, ...]:
    request = await asyncio.to_thread(importlib.import_module, "cobrowse.llm.http")
    headers = {"Authorization": f"Bearer {place.key.get_secret_value()}"} if place.key is not None else {}
    async with request.http_client(address, place.patience) as client:
        try:
            async with asyncio.timeout(timeout):
                answer = await client.get(f"{address.url}/models", headers=headers)
        except TimeoutError:
            raise Seen("first" if timeout >= 5 else "no_connection") from None
        if answer.status_code == 404:
            raise Seen("unclear")
        answer.raise_for_status()
        try:
            content: Any = answer.json()
        except ValueError:
            raise Seen("unclear") from None
    listed = content.get("data") if isinstance(content, dict) else None
    if not isinstance(listed, list):
        raise Seen("unclear")
    names = {
        entry["id"] for entry in listed[:_MOST_MODELS] if isinstance(entry, dict) and isinstance(entry.get("id"), str)
    }
    return tuple(sorted(name for name in names if 0 < len(name) <= _LONGEST_NAME and name.isprintable()))
