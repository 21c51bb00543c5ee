"""The HTTP client for model servers: no redirects, nothing compressed, no proxy for this machine."""

from __future__ import annotations

import httpx2

from cobrowse.llm.address import Address
from cobrowse.llm.base import Patience
from cobrowse.llm.faults import Seen

_LARGEST_LENGTH = 20_000_000
"""Bytes that a server may announce."""


def http_client(address: Address, patience: Patience) -> httpx2.AsyncClient:
    """A client for one address; every answer is checked before any of it is read."""
    silence = max(patience.first, patience.between)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(connect=patience.connect, read=silence, write=30, pool=patience.connect),
        headers={"Accept-Encoding": "identity"},
        follow_redirects=False,
        trust_env=not address.loopback,
        event_hooks={"response": [_check_answer]},
    )


async def _check_answer(response: httpx2.Response) -> None:
    """Refuse what cannot be a model's stream before any of it is read."""
    if 300 <= response.status_code < 400:
        raise Seen("redirect")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    streamed = response.request.method == "POST"
    length = response.headers.get("content-length", "")
    packed = response.headers.get("content-encoding", "identity") != "identity"
    if packed or (length.isdigit() and int(length) > _LARGEST_LENGTH):
        raise Seen("flood")
    if response.status_code == 200 and streamed and kind != "text/event-stream":
        raise Seen("page" if kind in ("text/html", "application/xhtml+xml") else "unstreamed")
