"""The fence's pure parts: targets, bodies, decisions and kinds of addresses."""

from __future__ import annotations

import asyncio

import ada_url
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cobrowse.agent.origins import AllowList
from cobrowse.browser import fence_wire as wire
from cobrowse.browser.fence_dial import resolve
from cobrowse.browser.fence_rule import DOCUMENTS, Rule, destination, is_public
from cobrowse.browser.fence_stream import pass_body, read_head
from cobrowse.browser.fence_wire import Head, Malformed, request_target

HOSTS = st.sampled_from(["ok.test", "127.0.0.1", "[::1]", "localhost", "a.b_c.test", "xn--nxasmq6b.test"])
PIECES = st.sampled_from(
    [*"/:@\\?#%. \t[]", "http://", "https:", "ok.test", "evil.test", "80", "0x7f.1", "。", "%2e", "x"]
)


def head(*fields: tuple[str, str], line: str = "GET http://ok.test/ HTTP/1.1") -> Head:
    return Head(line, fields)


async def parsed(data: bytes, *, strict: bool = True) -> Head | None:
    reader = asyncio.StreamReader(limit=wire.HEAD_BYTES)
    reader.feed_data(data)
    reader.feed_eof()
    return await read_head(reader, strict=strict)


async def body(data: bytes, framing: wire.Framing) -> bytes:
    reader = asyncio.StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    out = bytearray()

    async def write(piece: bytes) -> None:
        out.extend(piece)

    await pass_body(reader, framing, write)
    return bytes(out)


@settings(deadline=None)
@given(HOSTS, st.integers(1, 65535), st.from_regex(r"/[!-\"$-~]{0,20}", fullmatch=True))
def test_a_target_comes_back_as_it_was(host: str, port: int, path: str) -> None:
    written = host if port == 80 else f"{host}:{port}"
    target = request_target(f"GET http://{written}{path} HTTP/1.1")
    assert (target.host, target.port, target.path, target.site) == (host, port, path, written)
    assert request_target(f"CONNECT {host}:{port} HTTP/1.1").authority == f"{host}:{port}"


@settings(deadline=None)
@given(st.lists(PIECES, max_size=9).map("".join))
def test_no_target_is_read_in_two_ways(text: str) -> None:
    """What is accepted has, to the naive eye, the very host that a browser sees."""
    try:
        target = request_target(f"GET {text} HTTP/1.1")
    except Malformed:
        return
    naive = text.removeprefix("http://").split("/")[0]
    assert naive == target.site == ada_url.URL(text).host
    assert text == f"http://{naive}{target.path}"


@settings(deadline=None)
@given(st.lists(PIECES, max_size=6).map("".join), st.text("0123456789+-_ ٣", max_size=6))
def test_no_authority_is_read_in_two_ways(host: str, port: str) -> None:
    try:
        target = request_target(f"CONNECT {host}:{port} HTTP/1.1")
    except Malformed:
        return
    assert (target.host, str(target.port)) == (host, port)
    assert ada_url.URL(f"https://{host}:{port}/").hostname == host


@pytest.mark.parametrize(
    "line",
    [
        "",
        "GET",
        "GET / HTTP/1.1",
        "GET http://ok.test/ HTTP/2.0",
        "GET http://ok.test/",
        "GET http://ok.test/ HTTP/1.1 ",
        "GET  http://ok.test/ HTTP/1.1",
        "GET https://ok.test/ HTTP/1.1",
        "GET ftp://ok.test/ HTTP/1.1",
        "GET http://ok.test HTTP/1.1",
        "GET http://ok.test?x HTTP/1.1",
        "GET http://OK.test/ HTTP/1.1",
        "GET http://ok.test:80/ HTTP/1.1",
        "GET http://ok.test@evil.test/ HTTP/1.1",
        "GET http://evil.test@evil.test/ HTTP/1.1",
        "GET http://ok.test\\@evil.test/ HTTP/1.1",
        "GET http:evil.test/ HTTP/1.1",
        "GET http:///evil.test/ HTTP/1.1",
        "GET http://2130706433/ HTTP/1.1",
        "GET http://ok.test/# HTTP/1.1",
        "GET http://ok.test/\u00e4 HTTP/1.1",
        "G@T http://ok.test/ HTTP/1.1",
        "CONNECT ok.test HTTP/1.1",
        "CONNECT ok.test:0 HTTP/1.1",
        "CONNECT ok.test:65536 HTTP/1.1",
        "CONNECT ok.test:0443 HTTP/1.1",
        "CONNECT ok.test:443/ HTTP/1.1",
        "CONNECT :443 HTTP/1.1",
        "CONNECT ::1:443 HTTP/1.1",
        "CONNECT 127.1:443 HTTP/1.1",
        "CONNECT u@ok.test:443 HTTP/1.1",
        "CONNECT https://ok.test:443 HTTP/1.1",
    ],
)
def test_refused_request_lines(line: str) -> None:
    with pytest.raises(Malformed):
        request_target(line)


def test_the_host_field_must_agree() -> None:
    target = request_target("GET http://ok.test:8080/ HTTP/1.1")
    assert target.agrees(head(("Host", "OK.test:8080")))
    assert not target.agrees(head(("Host", "ok.test")))
    assert not target.agrees(head(("Host", "evil.test:8080")))
    assert not target.agrees(head())
    assert not target.agrees(head(("Host", "ok.test:8080"), ("host", "ok.test:8080")))
    assert request_target("CONNECT ok.test:443 HTTP/1.1").agrees(head(("Host", "ok.test")))


async def test_heads() -> None:
    assert await parsed(b"") is None
    assert await parsed(b"\r\nGET / HTTP/1.1\r\nA:  b \r\n\r\n") == Head("GET / HTTP/1.1", (("A", "b"),))
    lenient = await parsed(b"HTTP/1.1 200 OK\nA: b\n c\nnonsense\nB : c\n\n", strict=False)
    assert lenient == Head("HTTP/1.1 200 OK", (("A", "b c"),))


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nA: b",
        b"GET / HTTP/1.1\nA: b\n\n",
        b"GET / HTTP/1.1\r\nA : b\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\0\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 60_000 + b"\r\n",
        b"GET /" + b"a" * 300_000,
    ],
)
async def test_refused_heads(data: bytes) -> None:
    with pytest.raises(Malformed):
        await parsed(data)


def test_how_bodies_end() -> None:
    assert wire.request_framing(head()) == 0
    assert wire.request_framing(head(("Content-Length", "7"))) == 7
    assert wire.request_framing(head(("Transfer-Encoding", "Chunked"))) == "chunked"
    assert wire.response_framing("GET", 200, head()) == "close"
    assert wire.response_framing("GET", 200, head(("Content-Length", "5, 5"))) == 5
    assert wire.response_framing("HEAD", 200, head(("Content-Length", "5"))) == 0
    assert wire.response_framing("GET", 304, head(("Content-Length", "5"))) == 0
    both = head(("Content-Length", "5"), ("Transfer-Encoding", "chunked"))
    assert wire.response_framing("GET", 200, both) == "chunked"
    assert both.passed_on("chunked") == [("Transfer-Encoding", "chunked")]
    with pytest.raises(Malformed):
        wire.request_framing(both)
    for bad in ("-1", "+1", "1,2", "0x1", "", "٣", "9" * 19):
        with pytest.raises(Malformed):
            wire.request_framing(head(("Content-Length", bad)))


def test_what_concerns_one_connection_stays_behind() -> None:
    given_head = head(
        ("Connection", "keep-alive, X-Own, Content-Length"),
        ("X-Own", "1"),
        ("Proxy-Authorization", "Basic x"),
        ("TE", "trailers"),
        ("Content-Length", "3"),
        ("Cookie", "a=b"),
    )
    assert given_head.passed_on(3) == [("Content-Length", "3"), ("Cookie", "a=b")]


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=200), max_size=5))
async def test_chunks_keep_what_they_hold(pieces: list[bytes]) -> None:
    chunks = b"".join(b"%X ;x=y\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    expected = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    assert await body(chunks + b"0\r\nTrailer: x\r\n\r\nnext", "chunked") == expected + b"0\r\n\r\n"


@pytest.mark.parametrize(
    "data", [b"", b"3\r\nab", b"3\r\nabcd\r\n", b"-3\r\nabc\r\n", b"0x3\r\nabc\r\n", b"g\r\n", b"\r\n"]
)
async def test_refused_chunks(data: bytes) -> None:
    with pytest.raises(Malformed):
        await body(data, "chunked")


def test_who_may_pass() -> None:
    rule = Rule(AllowList.of(["https://ok.test", "http://dev.test:8000"]).allows, lambda host: host == "cdn.test")
    assert rule.may_pass("https://ok.test/a?b", "document")
    assert rule.may_pass("wss://ok.test/", None)
    assert rule.may_pass("ws://dev.test:8000/", None)
    assert not rule.may_pass("ws://ok.test/", None)
    assert not rule.may_pass("http://ok.test/", "image")
    assert rule.may_pass("https://cdn.test/a.js", "script")
    assert rule.may_pass("https://cdn.test/", None)
    for dest in DOCUMENTS:
        assert not rule.may_pass("https://cdn.test/", dest.upper())
    for other in (
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://ok.test/",
        "about:blank",
        "//ok.test",
        "",
        "https://",
    ):
        assert not rule.may_pass(other, None)
    tunnel = request_target("CONNECT dev.test:8000 HTTP/1.1")
    assert rule.may_tunnel(tunnel, tls=False)
    assert not rule.may_tunnel(tunnel, tls=True)


def test_what_a_plain_request_is_for() -> None:
    assert destination(head(("Sec-Fetch-Dest", "Image"))) == "image"
    assert destination(head(("Sec-Fetch-Dest", "empty"), ("Sec-Purpose", "prefetch;prerender"))) == "document"
    assert destination(head(("Accept", "text/html,*/*"))) == "document"
    assert destination(head(("Upgrade-Insecure-Requests", "1"), ("Accept", "*/*"))) == "document"
    assert destination(head()) == "document"
    assert destination(head(("Accept", "*/*"))) == "empty"


def test_who_may_lie_in_this_machine() -> None:
    listed = AllowList.of(["http://127.0.0.1:8000", "https://wiki.corp.test", "*.corp.test"])
    by_nature, by_name = Rule(listed.allows), Rule(listed.allows, named=lambda host: host == "wiki.corp.test")
    loose = Rule(listed.allows, lambda _: True)
    assert by_nature.may_be_private(request_target("GET http://127.0.0.1:8000/ HTTP/1.1"))
    assert not by_nature.may_be_private(request_target("CONNECT wiki.corp.test:443 HTTP/1.1"))
    assert by_name.may_be_private(request_target("CONNECT wiki.corp.test:443 HTTP/1.1"))
    assert not by_name.may_be_private(request_target("CONNECT evil.corp.test:443 HTTP/1.1"))
    assert not loose.may_be_private(request_target("GET http://127.0.0.1:631/ HTTP/1.1"))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("::ffff:93.184.216.34", True),
        ("127.0.0.1", False),
        ("127.8.9.10", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.31.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("198.18.0.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:169.254.169.254", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("2002:7f00:1::", False),
    ],
)
def test_kinds_of_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


async def test_localhost_is_never_looked_up() -> None:
    for name in ("localhost", "a.localhost", "localhost.", "a.localhost."):
        assert await resolve(name, 80) == ["127.0.0.1", "::1"]
    assert await resolve("[::1]", 80) == ["::1"]
