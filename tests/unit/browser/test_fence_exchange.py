"""The fence over plain sockets: what it answers, what it passes on, and whom it never contacts."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from cobrowse.agent.origins import AllowList
from cobrowse.browser import fence_dial
from cobrowse.browser.fence import Fence
from cobrowse.browser.fence_exchange import INTRODUCTION
from cobrowse.browser.fence_rule import Rule


@dataclass(eq=False)
class Peer:
    """A site that says what the test wants, and notes what it was told."""

    port: int = 0
    connections: int = 0
    heads: list[str] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)
    """One an answered request; an empty one hangs up."""
    got: bytearray = field(default_factory=bytearray)
    """What came after the head."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                self.heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
                answer = self.answers.pop(0)
                if not answer:
                    break
                if " chunked" in self.heads[-1] or "Content-Length" in self.heads[-1]:
                    self.got += await reader.readuntil(b"END")
                writer.write(answer)
                if answer.startswith(b"HTTP/1.1 101"):
                    while data := await reader.read(1000):
                        writer.write(data.upper())
                    break
        writer.close()


@dataclass(eq=False)
class Bench:
    fence: Fence
    peer: Peer
    blocked: list[str]
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    """Every connection that was made, to be ended with the test."""

    @property
    def site(self) -> str:
        return f"127.0.0.1:{self.peer.port}"

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(self.fence.address.rpartition(":")[2]))
        self.writers.append(writer)
        return reader, writer

    def request(self, target: str, *fields: str, method: str = "GET", host: str = "", known: bool = True) -> bytes:
        pair = base64.b64encode(f"{self.fence.username}:{self.fence.password}".encode()).decode()
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.site}"]
        lines += [f"Proxy-Authorization: Basic {pair}"] if known else []
        return "\r\n".join([*lines, *fields, "", ""]).encode()

    async def ask(self, data: bytes) -> str:
        """Send it on a connection of its own and return all that comes."""
        reader, writer = await self.connect()
        writer.write(data)
        writer.write_eof()
        answer = await reader.read()
        writer.close()
        return answer.decode("latin-1")


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    peer, blocked = Peer(), []
    server = await asyncio.start_server(peer.serve, "127.0.0.1", 0)
    peer.port = server.sockets[0].getsockname()[1]
    listed = AllowList.of([f"http://127.0.0.1:{peer.port}", "*.corp.test", f"http://wiki.corp.test:{peer.port}"])
    fence = Fence(listed.allows, on_blocked=blocked.append)
    await fence.start()
    made = Bench(fence, peer, blocked)
    yield made
    for writer in made.writers:
        writer.close()
    await fence.close()
    for writer in made.writers:
        with suppress(OSError):
            await writer.wait_closed()
    server.close()
    await asyncio.sleep(0.05)  # the peer's side of each connection hears of it


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


async def read_ok(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    assert await reader.readexactly(2) == b"ok"
    return head


async def test_requests_follow_each_other_on_one_connection(bench: Bench) -> None:
    bench.peer.answers = [OK, OK, OK]
    reader, writer = await bench.connect()
    for _ in range(3):
        writer.write(bench.request(f"http://{bench.site}/a?b", "Connection: X-Own", "X-Own: 1", "Cookie: c=d"))
        assert "Connection: keep-alive" in await read_ok(reader)
    writer.close()
    assert bench.peer.connections == 1
    assert bench.peer.heads[0] == f"GET /a?b HTTP/1.1\r\nHost: {bench.site}\r\nCookie: c=d\r\n\r\n"


async def test_a_connection_that_ended_meanwhile_is_opened_again(bench: Bench) -> None:
    bench.peer.answers = [OK, b"", OK]
    reader, writer = await bench.connect()
    for _ in range(2):
        writer.write(bench.request(f"http://{bench.site}/"))
        await read_ok(reader)
    writer.close()
    assert bench.peer.connections == 2


async def test_a_post_is_never_sent_twice(bench: Bench) -> None:
    bench.peer.answers = [OK, b"", OK]
    reader, writer = await bench.connect()
    writer.write(bench.request(f"http://{bench.site}/"))
    await read_ok(reader)
    writer.write(bench.request(f"http://{bench.site}/", method="POST"))
    assert b" 502 " in await reader.readline()
    writer.close()
    assert len(bench.peer.heads) == 2


async def test_off_the_list_is_refused_and_never_contacted(bench: Bench) -> None:
    other = f"localhost:{bench.peer.port}"
    body = "<p>Cobrowse: this session may not reach localhost</p>"
    for target, method in ((f"http://{other}/x", "GET"), (f"http://{other}/x", "POST"), (other, "CONNECT")):
        answer = await bench.ask(bench.request(target, method=method, host=other))
        assert answer.startswith("HTTP/1.1 403 ")
        assert body in answer
    assert bench.blocked == [f"http://{other}/x", f"http://{other}/x", other]
    assert bench.peer.connections == 0


async def test_the_refusal_of_an_upload_leaves_the_connection_usable(bench: Bench) -> None:
    bench.peer.answers = [OK]
    reader, writer = await bench.connect()
    writer.write(bench.request("http://evil.test/", "Content-Length: 90000", method="POST", host="evil.test"))
    writer.write(b"x" * 90_000 + bench.request(f"http://{bench.site}/"))
    assert b" 403 " in await reader.readline()
    await reader.readuntil(b"</p>\n")
    await read_ok(reader)
    writer.close()


@pytest.mark.parametrize("field", ["Host: evil.test", "Content-Length: 1", "Transfer-Encoding: gzip", "Bad field: x"])
async def test_what_is_not_as_it_should_be_goes_nowhere(bench: Bench, field: str) -> None:
    request = bench.request(f"http://{bench.site}/", field, *(["Transfer-Encoding: chunked"] if "Len" in field else []))
    assert (await bench.ask(request)).split("\r\n")[0] in ("", "HTTP/1.1 400 Bad Request")
    assert bench.peer.connections == 0


async def test_strangers_get_nothing(bench: Bench) -> None:
    for method, target in (("GET", f"http://{bench.site}/"), ("CONNECT", bench.site), ("GET", "http://evil.test/")):
        host = "evil.test" if "evil" in target else ""
        answer = await bench.ask(bench.request(target, method=method, host=host, known=False))
        assert answer.startswith("HTTP/1.1 407 ")
        assert "Proxy-Authenticate: Basic" in answer
    assert (bench.peer.connections, bench.blocked) == (0, [])


async def test_the_introduction_is_answered_by_the_fence(bench: Bench) -> None:
    host = INTRODUCTION.split("/")[2]
    assert (await bench.ask(bench.request(INTRODUCTION, host=host))).startswith("HTTP/1.1 200 ")
    tunnel = bench.request(f"{host}:443", method="CONNECT", host=f"{host}:443")
    assert (await bench.ask(tunnel)).startswith("HTTP/1.1 403 ")
    assert bench.blocked == []


async def test_chunks_go_both_ways(bench: Bench) -> None:
    bench.peer.answers = [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\ngood\r\n0\r\nX: y\r\n\r\n"]
    reader, writer = await bench.connect()
    writer.write(bench.request(f"http://{bench.site}/", "Transfer-Encoding: chunked", method="PUT"))
    # The peer answers at END, and an answered connection may be closed: nothing may be written after that.
    for piece in (b"3;x=y\r\nabc\r\n", b"3\r\nEND\r\n0\r\nTrailer: z\r\n\r\n"):
        writer.write(piece)
        await asyncio.sleep(0.01)
    head = await reader.readuntil(b"\r\n\r\n")
    assert b"Transfer-Encoding: chunked" in head
    assert await reader.readuntil(b"0\r\n\r\n") == b"4\r\ngood\r\n0\r\n\r\n"
    assert bytes(bench.peer.got) == b"3\r\nabc\r\n3\r\nEND"
    writer.close()


async def test_sites_cannot_pose_as_the_proxy(bench: Bench) -> None:
    for answer in (
        b"HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"",
    ):
        bench.peer.answers = [answer]
        assert (await bench.ask(bench.request(f"http://{bench.site}/", method="DELETE"))).startswith("HTTP/1.1 502 ")


async def test_websockets_by_upgrade_and_by_tunnel(bench: Bench) -> None:
    bench.peer.answers = [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"] * 2
    asked = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: x")
    for tunnel in (False, True):
        reader, writer = await bench.connect()
        if tunnel:
            writer.write(bench.request(bench.site, method="CONNECT"))
            assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(bench.request("/" if tunnel else f"http://{bench.site}/", *asked))
        assert b"Upgrade: websocket" in await reader.readuntil(b"\r\n\r\n")
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"HELLO"
        writer.close()
    assert bench.blocked == []


async def test_a_tunnel_to_a_plain_origin_carries_no_tls(bench: Bench) -> None:
    reader, writer = await bench.connect()
    writer.write(bench.request(bench.site, method="CONNECT"))
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"\x16\x03\x01")
    assert await reader.read() == b""
    writer.close()
    assert (bench.blocked, bench.peer.heads) == ([bench.site], [])


async def test_a_tunnel_to_a_tls_origin_carries_nothing_else(bench: Bench) -> None:
    bench.fence.rule = Rule(AllowList.of([f"https://{bench.site}"]).allows)
    bench.peer.answers = [OK]
    for first, passes in ((b"\x16 hello\r\n\r\n", True), (b"GET / HTTP/1.1\r\n\r\n", False)):
        reader, writer = await bench.connect()
        writer.write(bench.request(bench.site, method="CONNECT"))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(first)
        assert (await reader.read(1000) == OK) is passes
        writer.close()
    assert (bench.peer.heads, bench.blocked) == (["\x16 hello\r\n\r\n"], [bench.site])


async def test_names_that_turn_out_private_are_refused(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    async def rebound(_host: str, _port: int) -> list[str]:
        return ["127.0.0.1", "10.0.0.1", "::ffff:127.0.0.1"]

    monkeypatch.setattr(fence_dial, "resolve", rebound)
    host = f"wiki.corp.test:{bench.peer.port}"
    assert (await bench.ask(bench.request(f"http://{host}/", host=host))).startswith("HTTP/1.1 403 ")
    assert (await bench.ask(bench.request("a.corp.test:443", method="CONNECT", host="a.corp.test:443"))).startswith(
        "HTTP/1.1 403 "
    )
    assert bench.blocked == [f"http://{host}/", "a.corp.test:443"]
    assert bench.peer.connections == 0


async def test_a_slow_reader_slows_the_site(bench: Bench) -> None:
    """The fence holds pieces, not files."""
    sent = 0

    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999000000\r\n\r\n")
        with suppress(OSError):
            while True:
                writer.write(b"x" * 100_000)
                await writer.drain()
                sent += 100_000
        writer.close()

    server = await asyncio.start_server(flood, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    bench.fence.rule = Rule(lambda _: True)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(bench.fence.address.rpartition(":")[2]), limit=1000)
    writer.write(bench.request(f"http://127.0.0.1:{port}/", host=f"127.0.0.1:{port}"))
    await reader.readuntil(b"\r\n\r\n")
    await asyncio.sleep(0.5)
    before = sent
    await asyncio.sleep(0.5)
    assert sent == before < 60_000_000
    writer.transport.abort()
    server.close()


async def test_it_ends_with_everything_it_started(bench: Bench) -> None:
    before = asyncio.all_tasks()
    links = [await bench.connect() for _ in range(5)]
    links[0][1].write(bench.request(bench.site, method="CONNECT"))
    await links[0][0].readline()
    await bench.fence.close()
    for reader, writer in links:
        with suppress(OSError):
            await reader.read()
        writer.close()
    await asyncio.sleep(0.05)
    names = {task.get_coro().__qualname__ for task in asyncio.all_tasks() - before}  # type: ignore[union-attr]
    assert not {name for name in names if "Exchange" in name or "_pump" in name}
