"""The fence's side towards a site: one connection, kept for the next request to the same place."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from cobrowse.browser.fence_dial import dial
from cobrowse.browser.fence_stream import Link, pass_body, read_head
from cobrowse.browser.fence_wire import Framing, Head, Malformed, Target, status_of, written

_SILENCE = 600.0
"""Seconds that a site may take to begin its answer."""
UPGRADE = [("Connection", "Upgrade"), ("Upgrade", "websocket")]


def wants_websocket(head: Head) -> bool:
    """Whether a request asks to go on as a WebSocket."""
    return "upgrade" in head.tokens("connection") and head.tokens("upgrade") == {"websocket"}


class SiteLink:
    """The connection to the site that was asked last."""

    def __init__(self) -> None:
        self._link: Link | None = None
        self._authority = ""

    @property
    def link(self) -> Link:
        """The open connection."""
        assert self._link is not None
        return self._link

    async def open(self, target: Target, *, private: bool) -> bool:
        """Connect, or find the connection still standing; whether it was. Raises `Unreachable`."""
        link = self._link
        if link and self._authority == target.authority and not link[0].at_eof() and not link[1].is_closing():
            return True
        self.close()
        self._link = await dial(target.host, target.port, private=private)
        self._authority = target.authority
        return False

    def abort(self) -> None:
        """Cut the connection at once, whoever waits for it."""
        if self._link is not None:
            self._link[1].transport.abort()

    def close(self) -> None:
        """End the connection."""
        if self._link is not None:
            with suppress(OSError):
                self._link[1].close()
            self._link = None

    async def send(self, head: Head, target: Target, framing: Framing, body: asyncio.StreamReader) -> None:
        """Send a request on, in origin form. Raises `Malformed` for a body that ends too early, `OSError`."""
        writer = self.link[1]
        fields = [item for item in head.passed_on(framing) if item[0].lower() != "host"]
        upgrade = UPGRADE if wants_websocket(head) else []
        writer.write(written(f"{target.method} {target.path} HTTP/1.1", [("Host", target.site), *fields, *upgrade]))

        async def write(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        try:
            await pass_body(body, framing, write)
        except Malformed:
            writer.transport.abort()
            raise

    async def answer(self, *, websocket: bool) -> Head | None:
        """The head of the final answer; interim ones are dropped.

        None when there is no proper one: a site is no proxy that could ask for credentials (407), and does not change
        the protocol unasked (101).
        """
        try:
            while True:
                async with asyncio.timeout(_SILENCE):
                    head = await read_head(self.link[0], strict=False)
                status = status_of(head.line) if head else 407
                if status == 407 or (status == 101 and not websocket):
                    return None
                if status == 101 or status >= 200:
                    return head
        except (Malformed, OSError):
            return None
