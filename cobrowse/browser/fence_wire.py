"""HTTP/1.1 as the fence reads and writes it: heads and bodies, strict towards the browser, lenient towards sites."""

from __future__ import annotations

import html
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import ada_url

HEAD_BYTES = 256 * 1024
"""The longest head that is read, as in Chromium."""
PIECE = 64 * 1024
"""Bytes that are passed on at a time."""

Framing = int | Literal["chunked", "close"]
"""How a body ends: after so many bytes, after the last chunk, or with the connection."""
Write = Callable[[bytes], Awaitable[None]]
Fields = list[tuple[str, str]]

_METHOD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TARGET = re.compile(r"[\x21-\x7e]+")
_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"}
    | {"te", "trailer", "transfer-encoding", "upgrade", "expect"}
)


class Malformed(Exception):
    """What arrived is not HTTP/1.1 as it must be."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line and the fields of a message."""

    line: str
    fields: tuple[tuple[str, str], ...]

    def all(self, name: str) -> list[str]:
        """The values of a field, in order; `name` in lower case."""
        return [value for key, value in self.fields if key.lower() == name]

    def tokens(self, name: str) -> set[str]:
        """The comma-separated words of a field, in lower case."""
        return {word.strip().lower() for value in self.all(name) for word in value.split(",")}

    def passed_on(self, framing: Framing) -> Fields:
        """The fields for the other side: without what concerns one connection alone (RFC 9110 §7.6.1)."""
        dropped = (_HOP_BY_HOP | self.tokens("connection")) - {"content-length"}
        if not isinstance(framing, int):
            dropped |= {"content-length"}
        fields = [(name, value) for name, value in self.fields if name.lower() not in dropped]
        return [*fields, ("Transfer-Encoding", "chunked")] if framing == "chunked" else fields


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes, in the very spelling that was judged."""

    method: str
    host: str
    """Canonical; IPv6 in brackets."""
    port: int
    url: str = ""
    """The absolute address; empty for CONNECT, whose scheme is not said."""
    path: str = ""

    @property
    def authority(self) -> str:
        return f"{self.host}:{self.port}"

    @property
    def site(self) -> str:
        """Host, and the port unless it is the usual one: a `Host` field."""
        return self.host if self.port == 80 else self.authority

    def agrees(self, head: Head) -> bool:
        """Whether the `Host` field names this target; there must be exactly one."""
        named = [value.lower() for value in head.all("host")]
        return named in ([self.authority], [self.site]) or (not self.url and named == [self.host])


def request_target(line: str) -> Target:
    """The target of a request line. Raises `Malformed` unless the host is spelt as the WHATWG rules write it."""
    method, _, rest = line.partition(" ")
    target, _, version = rest.partition(" ")
    if not _METHOD.fullmatch(method) or not _TARGET.fullmatch(target) or version not in ("HTTP/1.0", "HTTP/1.1"):
        raise Malformed("the request line")
    return _authority(target) if method == "CONNECT" else _absolute(method, target)


def _absolute(method: str, target: str) -> Target:
    """`http://host:port/path`: the text must begin with the origin that a browser sees in it, and go on with a path."""
    url = _parsed(target)
    path = target[len(url.origin) :]
    if url.protocol != "http:" or not target.startswith(url.origin) or not path.startswith("/") or "#" in path:
        raise Malformed("the request target")
    return Target(method, url.hostname, int(url.port or 80), target, path)


def _authority(target: str) -> Target:
    """`host:port` of CONNECT."""
    host, _, port = target.rpartition(":")
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port, re.ASCII) or int(port) > 65535:
        raise Malformed("the port")
    if _parsed(f"https://{host}/").hostname != host:
        raise Malformed("the host")
    return Target("CONNECT", host, int(port))


def _parsed(address: str) -> ada_url.URL:
    try:
        return ada_url.URL(address)
    except ValueError:
        raise Malformed("the request target") from None


def status_of(line: str) -> int:
    """The status of a response line. Raises `Malformed`."""
    found = re.match(r"HTTP/1\.[01] ([1-5][0-9]{2})(?: |$)", line)
    if not found:
        raise Malformed("the status line")
    return int(found[1])


def request_framing(head: Head) -> Framing:
    """How the body of a request ends. Raises `Malformed` when two readers could disagree about that."""
    coded, lengths = head.all("transfer-encoding"), head.all("content-length")
    if len(coded) + len(lengths) > 1:
        raise Malformed("the length of the body")
    return _chunked(coded) if coded else _length(lengths)


def response_framing(method: str, status: int, head: Head) -> Framing:
    """How the body of a response ends (RFC 9112 §6.3)."""
    if method == "HEAD" or status < 200 or status in (204, 304):
        return 0
    coded, lengths = head.all("transfer-encoding"), head.all("content-length")
    if coded:
        return _chunked(coded)
    return _length(lengths) if lengths else "close"


def _chunked(coded: list[str]) -> Framing:
    if [value.strip().lower() for value in coded] != ["chunked"]:
        raise Malformed("the transfer coding")
    return "chunked"


def _length(lengths: list[str]) -> int:
    if not lengths:
        return 0
    said = {part.strip() for value in lengths for part in value.split(",")}
    if len(said) != 1 or not re.fullmatch(r"[0-9]{1,18}", text := said.pop(), re.ASCII):
        raise Malformed("the length of the body")
    return int(text)


def written(line: str, fields: Iterable[tuple[str, str]]) -> bytes:
    """A head as bytes."""
    return "\r\n".join([line, *(f"{name}: {value}" for name, value in fields), "", ""]).encode("latin-1")


def page(status: str, text: str, *fields: tuple[str, str], keep: bool = True) -> bytes:
    """A small answer of our own, which runs nothing and is not kept."""
    body = f"<!doctype html><meta charset=utf-8><title>Cobrowse</title><p>{html.escape(text)}</p>\n".encode()
    own = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ("Cache-Control", "no-store"),
        ("Connection", "keep-alive" if keep else "close"),
    ]
    return written(f"HTTP/1.1 {status}", [*own, *fields]) + body
