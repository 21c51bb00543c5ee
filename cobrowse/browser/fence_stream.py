"""Reading heads and passing bodies on: never more than a piece at a time, and only as fast as the receiver takes it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

from cobrowse.browser.fence_wire import HEAD_BYTES, PIECE, Framing, Head, Malformed, Write

_LINGER = 10.0
"""Seconds that one direction of a tunnel may go on after the other has ended."""
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNWANTED = re.compile(r"[\0\r]")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?")

Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class WatchedReader(asyncio.StreamReader):
    """A stream that tells at once when the other side hangs up, also while nobody reads."""

    on_end: Callable[[], None] | None = None

    def feed_eof(self) -> None:
        super().feed_eof()
        if self.on_end is not None:
            self.on_end()


async def read_head(reader: asyncio.StreamReader, *, strict: bool) -> Head | None:
    """The next head; None when the stream ends before it. Raises `Malformed`.

    Strict reading refuses what a browser never sends; otherwise folded fields are joined and nameless ones dropped.
    """
    lines = await _lines(reader, strict)
    if not lines:
        return None
    fields: list[tuple[str, str]] = []
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        value = value.strip(" \t")
        if colon and _NAME.fullmatch(name) and not _UNWANTED.search(value):
            fields.append((name, value))
        elif strict:
            raise Malformed("a field")
        elif line[0] in " \t" and fields:
            fields[-1] = (fields[-1][0], " ".join((fields[-1][1], _UNWANTED.sub("", line.strip()))))
    return Head(lines[0], tuple(fields))


async def _lines(reader: asyncio.StreamReader, strict: bool) -> list[str]:
    lines: list[str] = []
    left = HEAD_BYTES
    while True:
        raw = await _line(reader, left)
        left -= len(raw)
        if not raw and not lines:
            return []
        if not raw.endswith(b"\r\n" if strict else b"\n"):
            raise Malformed("the end of a line")
        text = raw[:-1].removesuffix(b"\r").decode("latin-1")
        if text:
            lines.append(text)
        elif lines:
            return lines


async def _line(reader: asyncio.StreamReader, most: int) -> bytes:
    """One line with its end, which is missing where the stream ends. Raises `Malformed` when it is too long."""
    try:
        line = await reader.readline()
    except ValueError:
        raise Malformed("the length of a line") from None
    if len(line) > most:
        raise Malformed("the length of the head")
    return line


async def pass_body(reader: asyncio.StreamReader, framing: Framing, write: Write) -> None:
    """Pass a body on as it arrives. Raises `Malformed` when it is cut off."""
    if framing == "chunked":
        await _pass_chunks(reader, write)
    elif framing == "close":
        while data := await reader.read(PIECE):
            await write(data)
    else:
        await _pass_bytes(reader, framing, write)


async def _pass_bytes(reader: asyncio.StreamReader, count: int, write: Write) -> None:
    while count:
        data = await reader.read(min(count, PIECE))
        if not data:
            raise Malformed("the end of the body")
        count -= len(data)
        await write(data)


async def _pass_chunks(reader: asyncio.StreamReader, write: Write) -> None:
    """Chunks keep their size and lose their extensions; trailers are dropped, as a proxy may (RFC 9112 §7.1.2)."""
    while True:
        found = _CHUNK.fullmatch((await _line(reader, 4096)).rstrip(b"\r\n"))
        if not found:
            raise Malformed("a chunk")
        size = int(found[1], 16)
        if size == 0:
            break
        await write(b"%x\r\n" % size)
        await _pass_bytes(reader, size, write)
        if (await _line(reader, 2)).rstrip(b"\r\n"):
            raise Malformed("a chunk")
        await write(b"\r\n")
    left = HEAD_BYTES
    while (line := await _line(reader, left)).rstrip(b"\r\n"):
        left -= len(line)
    await write(b"0\r\n\r\n")


async def splice(one: Link, other: Link) -> None:
    """Pass bytes both ways until both have ended, or one has and the other does not follow."""
    ways = [
        asyncio.ensure_future(_pump(one[0], other[1])),
        asyncio.ensure_future(_pump(other[0], one[1])),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait(ways, timeout=_LINGER)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(PIECE):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
