"""The HTTP client for model servers: no redirects, nothing compressed, no proxy for this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from cobrowse.llm.address import Address
from cobrowse.llm.base import Patience
from cobrowse.llm.faults import Seen

_MOST_BYTES = 8_000_000
"""An answer with more bytes than this, announced or sent, is none."""


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
    """Refuse what cannot be a model's stream before any of it is read, and measure the rest while it comes."""
    if 300 <= response.status_code < 400:
        raise Seen("redirect")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    streamed = response.request.method == "POST"
    length = response.headers.get("content-length", "")
    packed = response.headers.get("content-encoding", "identity") != "identity"
    if packed or (length.isdigit() and int(length) > _MOST_BYTES):
        raise Seen("flood")
    if response.status_code == 200 and streamed and kind != "text/event-stream":
        raise Seen("page" if kind in ("text/html", "application/xhtml+xml") else "unstreamed")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Measured(response.stream)


class _Measured(httpx2.AsyncByteStream):
    """A body that raises `Seen("flood")` when it gets too large."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        total = 0
        async for part in self._stream:
            total += len(part)
            if total > _MOST_BYTES:
                raise Seen("flood")
            yield part

    async def aclose(self) -> None:
        """Close what is underneath."""
        await self._stream.aclose()
