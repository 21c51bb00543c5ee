"""Servers for the fence's tests: one to be reached, with a WebSocket echo, and one that must never be."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import struct
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

DOWNLOAD = 5_000_000
"""Bytes of `/download`."""


@dataclass(eq=False)
class Server:
    """HTTP/1.1 on 127.0.0.1. Notes every connection, and every request by its line."""

    pages: dict[str, str] = field(default_factory=dict)
    connections: int = 0
    requests: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """What was asked for: host and path."""
    uploaded: int = 0
    port: int = 0
    _server: asyncio.Server | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        assert self._server
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while await self._answer(reader, writer):
                    await writer.drain()
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first = await reader.readexactly(1)
        if first == b"\x16":
            return False  # TLS is not spoken here
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        self.requests.append(head[0])
        self.asked.add(fields.get("host", "") + head[0].split(" ")[1])
        if fields.get("upgrade") == "websocket":
            await _echo(fields["sec-websocket-key"], reader, writer)
            return False
        for _ in range(int(fields.get("content-length", 0)) // 65536):
            self.uploaded += len(await reader.readexactly(65536))
        self.uploaded += len(await reader.readexactly(int(fields.get("content-length", 0)) % 65536))
        address = urlsplit(head[0].split(" ")[1])
        if address.path == "/download":
            await _chunks(writer)
        elif address.path == "/events":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
            await writer.drain()
            await reader.read()  # until the other side hangs up
            self.requests.append("hung up")
            return False
        elif address.path == "/redirect":
            to = unquote(parse_qs(address.query)["to"][0])
            writer.write(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode())
        elif address.path == "/field":
            name, value = (parse_qs(address.query)[key][0] for key in ("name", "value"))
            writer.write(_page("<style>p { color: red }</style>a field", f"{name}: {value}\r\n"))
        else:
            writer.write(_page(self.pages.get(address.path, "nothing")))
        return True


def _page(body: str, more: str = "") -> bytes:
    data = f"<!doctype html><meta charset=utf-8>{body}".encode()
    return f"HTTP/1.1 200 OK\r\n{more}Content-Type: text/html\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


async def _chunks(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/octet-stream\r\n\r\n")
    for _ in range(DOWNLOAD // 50_000):
        writer.write(b"%x;part=yes\r\n%b\r\n" % (50_000, b"d" * 50_000))
        await writer.drain()
    writer.write(b"0\r\nX-Trailer: yes\r\n\r\n")


async def _echo(key: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send every text frame back (RFC 6455), up to 64 KB each."""
    seal = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
    writer.write(b"Sec-WebSocket-Accept: " + seal + b"\r\n\r\n")
    while True:
        first, second = await reader.readexactly(2)
        size = second & 127
        if size == 126:
            (size,) = struct.unpack(">H", await reader.readexactly(2))
        mask = await reader.readexactly(4)
        data = bytes(byte ^ mask[i % 4] for i, byte in enumerate(await reader.readexactly(size)))
        if first & 15 != 1:
            return
        length = bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack(">H", len(data))
        writer.write(b"\x81" + length + data)
        await writer.drain()


class Datagrams(asyncio.DatagramProtocol):
    """Counts what arrives by UDP."""

    def __init__(self) -> None:
        self.count = 0

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.count += 1
