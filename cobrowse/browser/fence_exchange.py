"""One connection of the browser to the fence: request after request, each judged before anybody is contacted."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field

from cobrowse.browser.fence_dial import PrivateAddress, Unreachable
from cobrowse.browser.fence_rule import Rule, destination
from cobrowse.browser.fence_site import UPGRADE, SiteLink, wants_websocket
from cobrowse.browser.fence_stream import WatchedReader, pass_body, read_head, splice
from cobrowse.browser.fence_wire import (
    PIECE,
    Framing,
    Head,
    Malformed,
    Target,
    page,
    request_framing,
    request_target,
    response_framing,
    status_of,
    written,
)

NOWHERE = "fence.cobrowse.invalid"
"""The fence's own host, for what the browser would say to its maker; `.invalid` belongs to nobody (RFC 2606)."""
INTRODUCTION = f"http://{NOWHERE}/"
"""Answered by the fence itself."""
_IDLE = 90.0
"""Seconds that a connection may wait for its next request, and a new tunnel for its first byte."""
_ENDING = 5.0
"""Seconds that are spent on what is left of a refused request."""
_DISCARDED = 8_000_000
"""Bytes of a refused request that are read away, so that the refusal arrives."""
_REPEATABLE = frozenset({"GET", "HEAD"})


@dataclass(eq=False)
class Exchange:
    """The talk over one connection."""

    rule: Rule
    credential: str
    """The value of `Proxy-Authorization` that is demanded."""
    on_blocked: Callable[[str], None]
    reader: WatchedReader
    writer: asyncio.StreamWriter
    _site: SiteLink = field(default_factory=SiteLink)

    async def run(self) -> None:
        """Until either side ends it. Raises nothing but a cancellation."""
        try:
            while await self._next():
                pass
        except (Malformed, Unreachable, OSError, TimeoutError):
            pass  # the browser learns of it by the connection's end
        finally:
            self._site.close()
            self.writer.close()

    async def _next(self) -> bool:
        """One request; whether another may follow."""
        async with asyncio.timeout(_IDLE):
            head = await read_head(self.reader, strict=True)
        if head is None:
            return False
        try:
            target, framing = request_target(head.line), request_framing(head)
            if not target.agrees(head):
                raise Malformed("the host")
        except Malformed as fault:
            await self._write(page("400 Bad Request", f"Cobrowse: {fault} is not as it should be", keep=False))
            return False
        if not hmac.compare_digest(" ".join(head.all("proxy-authorization")).encode(), self.credential.encode()):
            challenge = ("Proxy-Authenticate", 'Basic realm="Cobrowse"')
            return await self._answer(framing, "407 Proxy Authentication Required", "Cobrowse: not for you", challenge)
        if target.url == INTRODUCTION:
            return await self._answer(framing, "200 OK", "Cobrowse")
        try:
            return await (self._plain(head, target, framing) if target.url else self._tunnel(target))
        except PrivateAddress:
            return await self._refuse(target, framing)
        except Unreachable:
            return await self._answer(framing, "502 Bad Gateway", f"Cobrowse: {target.host} cannot be reached")

    async def _refuse(self, target: Target, framing: Framing) -> bool:
        if target.host != NOWHERE:
            self.on_blocked(target.url or target.authority)
        text = f"Cobrowse: this session may not reach {target.host}"
        return await self._answer(framing, "403 Forbidden", text)

    async def _answer(self, framing: Framing, status: str, text: str, *fields: tuple[str, str]) -> bool:
        """Answer from here; whether the connection can go on."""
        await self._write(page(status, text, *fields))
        left = _DISCARDED

        async def discard(data: bytes) -> None:
            nonlocal left
            left -= len(data)
            if left < 0:
                raise Malformed("the size of the body")

        async with asyncio.timeout(_ENDING):
            await pass_body(self.reader, framing, discard)
        return True

    async def _tunnel(self, target: Target) -> bool:
        """CONNECT: the first byte tells TLS from a plain WebSocket, and so which of two origins is meant."""
        may = {tls: self.rule.may_tunnel(target, tls=tls) for tls in (True, False)}
        if not any(may.values()):
            return await self._refuse(target, 0)
        await self._open(target)
        await self._write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        async with asyncio.timeout(_IDLE):
            first = await self.reader.read(PIECE)
        if first and not may[first[:1] == b"\x16"]:
            self.on_blocked(target.authority)
        elif first:
            self._site.link[1].write(first)
            await splice((self.reader, self.writer), self._site.link)
        return False

    async def _plain(self, head: Head, target: Target, framing: Framing) -> bool:
        """A request with an absolute address. What was kept open may have ended meanwhile: then once more."""
        if not self.rule.may_pass(target.url, destination(head)):
            return await self._refuse(target, framing)
        while True:
            kept = await self._open(target)
            upload = asyncio.ensure_future(self._site.send(head, target, framing, self.reader))
            self.reader.on_end = self._site.abort
            try:
                answer = await self._site.answer(websocket=wants_websocket(head))
                if answer is not None:
                    again = await self._pass_on(answer, head, target)
                    return again and upload.done() and upload.exception() is None
            finally:
                self.reader.on_end = None
                upload.cancel()
                await asyncio.gather(upload, return_exceptions=True)
            self._site.close()
            if not kept or framing != 0 or target.method not in _REPEATABLE:
                await self._write(page("502 Bad Gateway", f"Cobrowse: no answer from {target.host}", keep=False))
                return False

    async def _pass_on(self, answer: Head, head: Head, target: Target) -> bool:
        """Pass an answer on; whether the browser's connection can go on."""
        status = status_of(answer.line)
        framing = response_framing(target.method, status, answer)
        leaving = head.tokens("connection") | head.tokens("proxy-connection")
        keep = head.line.endswith("1.1") and "close" not in leaving and framing != "close" and status != 101
        own = UPGRADE if status == 101 else [("Connection", "keep-alive" if keep else "close")]
        await self._write(written(f"HTTP/1.1 {answer.line[9:]}", [*answer.passed_on(framing), *own]))
        if status == 101:
            await splice((self.reader, self.writer), self._site.link)
            return False
        await pass_body(self._site.link[0], framing, self._write)
        if framing == "close" or answer.line.startswith("HTTP/1.0") or "close" in answer.tokens("connection"):
            self._site.close()
        return keep

    async def _open(self, target: Target) -> bool:
        return await self._site.open(target, private=self.rule.may_be_private(target))

    async def _write(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()
