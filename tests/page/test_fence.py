"""The fence with a real browser: whatever a page tries, nothing reaches what is off the list."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, async_playwright

from cobrowse.agent.origins import AllowList
from cobrowse.browser.fence import FENCE_FLAGS, Fence
from cobrowse.browser.find import find_browser
from cobrowse.browser.session import FLAGS
from tests.page.fence_servers import DOWNLOAD, Datagrams, Server

WORKER = "new {kind}(URL.createObjectURL(new Blob([{code}], {{type: 'text/javascript'}})))"


def script(code: str) -> str:
    return f"<body><script>{code}</script>"


def worker(code: str, kind: str = "Worker") -> str:
    return script(WORKER.format(kind=kind, code=json.dumps(code)))


def rules(kind: str) -> str:
    return f'<script type=speculationrules>{{"{kind}":[{{"source":"list","urls":["@SAME"],"eagerness":"immediate"}}]}}</script>'


# @URL is the canary's address, @HOST its host and port, @OWN the allowed site. @SAME is the canary as another port of that
# site's host, since speculation stays within a site.
CHANNELS = {
    "redirect": "<meta http-equiv=refresh content='0;url=@OWN/redirect?to=@URL'>",
    "redirected-fetch": script("fetch('@OWN/redirect?to=@URL', {mode: 'no-cors'})"),
    "redirected-image": "<img src='@OWN/redirect?to=@URL'>",
    "meta-refresh": "<meta http-equiv=refresh content='0;url=@URL'>",
    "refresh-field": "<iframe src='@OWN/field?name=Refresh&value=0;url=@URL'></iframe>",
    "location": script("location = '@URL'"),
    "form-post": "<form method=post action='@URL'><input name=a value=b></form>" + script("document.forms[0].submit()"),
    "popup": script("window.open('@URL')"),
    "popup-noopener": script("window.open('@URL', '_blank', 'noopener')"),
    "blank-link": "<a target=_blank href='@URL'>x</a>" + script("document.querySelector('a').click()"),
    "image": "<img src='@URL'>",
    "icon": "<link rel=icon href='@URL'>",
    "script": "<script src='@URL'></script>",
    "module-preload": "<link rel=modulepreload href='@URL'>",
    "style": "<style>@import '@URL';</style>",
    "font": "<style>@font-face{font-family:f;src:url(@URL)} p{font-family:f}</style><p>text",
    "video": "<video src='@URL' preload=auto></video>",
    "iframe": "<iframe src='@URL'></iframe>",
    "object": "<object data='@URL'></object>",
    "embed": "<embed src='@URL'>",
    "fetch": script("fetch('@URL', {mode: 'no-cors'})"),
    "fetch-keepalive": script("fetch('@URL', {mode: 'no-cors', keepalive: true, method: 'POST', body: 'x'})"),
    "xhr": script("const x = new XMLHttpRequest(); x.open('GET', '@URL'); x.send()"),
    "beacon": script("navigator.sendBeacon('@URL', 'x')"),
    "event-source": script("new EventSource('@URL')"),
    "websocket": script("new WebSocket('ws://@HOST/')"),
    "websocket-tls": script("new WebSocket('wss://@HOST/')"),
    "websocket-iframe": "<iframe srcdoc=\"<script>new WebSocket('ws://@HOST/')</script>\"></iframe>",
    "websocket-worker": worker("new WebSocket('ws://@HOST/')"),
    "worker-fetch": worker("fetch('@URL', {mode: 'no-cors'})"),
    "worker-import": worker("importScripts('@URL')"),
    "shared-worker-fetch": worker("fetch('@URL', {mode: 'no-cors'})", "SharedWorker"),
    "nested-worker": worker(WORKER.format(kind="Worker", code="\"fetch('@URL', {mode: 'no-cors'})\"")),
    "prefetch": "<link rel=prefetch href='@URL'>",
    "preload-field": "<iframe src='@OWN/field?name=Link&value=<@URL>;rel=preload;as=image'></iframe>",
    "speculation-prefetch": rules("prefetch"),
    "speculation-prerender": rules("prerender"),
    "csp-report": "<iframe src=\"@OWN/field?name=Content-Security-Policy&value=style-src 'none'; report-uri @URL\"></iframe>",
    "preconnect": "<link rel=preconnect href='https://@HOST/'>",
    "https": script("fetch('https://@HOST/', {mode: 'no-cors'})"),
}
SILENT = {
    "ping": "<a ping='@URL' href='#x'>x</a>" + script("document.querySelector('a').click()"),
    "dns-prefetch": "<link rel=dns-prefetch href='//@HOST/'>",
    "preconnect-plain": "<link rel=preconnect href='@URL'>",
    "service-worker": script("navigator.serviceWorker.register('/worker.js')"),
}
"""These come to nothing before the fence hears of them."""


@dataclass(eq=False)
class Bench:
    """A browser behind a fence, the site it may reach and the canary."""

    own: Server = field(default_factory=Server)
    canary: Server = field(default_factory=Server)
    blocked: list[str] = field(default_factory=list)
    context: BrowserContext = field(init=False)
    fence: Fence = field(init=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.own.port}"

    async def visit(self, name: str, html: str) -> None:
        """Open a page that tries to reach `NAME.localhost`."""
        host = f"{name}.localhost:{self.canary.port}"
        html = html.replace("@OWN", self.url).replace("@HOST", host).replace("@URL", f"http://{host}/")
        html = html.replace("@SAME", f"http://127.0.0.1:{self.canary.port}/{name}")
        self.own.pages[f"/page/{name}"] = html
        page = await self.context.new_page()
        await page.goto(f"{self.url}/page/{name}", wait_until="commit")

    async def tidy(self) -> None:
        for page in self.context.pages[1:]:
            await page.close()


@asynccontextmanager
async def bench(
    *, fenced: bool = True, resources: Callable[[str], bool] | None = None, flags: tuple[str, ...] = ()
) -> AsyncIterator[Bench]:
    it = Bench()
    await it.own.start()
    await it.canary.start()
    it.fence = Fence(AllowList.of([it.url]).allows, resources=resources, on_blocked=it.blocked.append)
    await it.fence.start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        async with async_playwright() as playwright:
            it.context = await playwright.chromium.launch_persistent_context(
                profile,
                executable_path=find_browser(),
                headless=True,
                chromium_sandbox=False,
                args=[*FLAGS, *flags, *(FENCE_FLAGS if fenced else ())],
                proxy={"server": it.fence.address, "bypass": "<-loopback>"} if fenced else None,
                service_workers="block",
            )
            if fenced:
                await it.fence.introduce(it.context)
            yield it
            await it.context.close()
    await it.fence.close()
    await it.own.close()
    await it.canary.close()


async def until(condition: Callable[[], bool], seconds: float = 6) -> bool:
    async with asyncio.timeout(seconds + 1):
        for _ in range(int(seconds / 0.05)):
            if condition():
                return True
            await asyncio.sleep(0.05)
    return condition()


async def tried(it: Bench, seen: Callable[[str], bool]) -> list[str]:
    """Open the pages, some at a time; the names of those whose attempt was not seen. Speculation wants to be in front."""
    missed: list[str] = []
    alone = [name for name in CHANNELS if name.startswith("speculation")]
    rest = [name for name in CHANNELS if name not in alone]
    for some in [rest[start : start + 8] for start in range(0, len(rest), 8)] + [[name] for name in alone]:
        await asyncio.gather(*(it.visit(name, CHANNELS[name]) for name in some))
        await until(lambda some=some: all(map(seen, some)))
        missed += [name for name in some if not seen(name)]
        await it.tidy()
    return missed


async def test_every_way_out_is_shut_and_reported() -> None:
    async with bench() as it:
        missed = await tried(
            it, lambda name: any(f"//{name}.l" in f"//{what}" or what.endswith(f"/{name}") for what in it.blocked)
        )
        for name, html in SILENT.items():
            await it.visit(name, html)
        await asyncio.sleep(1)
        assert it.canary.connections == 0
        assert missed == []
        assert not [what for what in it.blocked if f":{it.own.port}" in what]


@pytest.mark.long
async def test_without_the_fence_the_canary_is_hit() -> None:
    """The pages above do what they say; without this, silence at the canary would prove nothing."""
    async with bench(fenced=False) as it:
        missed = await tried(
            it, lambda name: any(what.startswith(f"{name}.l") or what.endswith(f"/{name}") for what in it.canary.asked)
        )
        assert set(missed) <= {"https", "preconnect", "websocket-tls"}, "TLS ends before a host is said"
        assert it.canary.connections > len(it.canary.requests)


@pytest.mark.parametrize("fenced", [True, pytest.param(False, marks=pytest.mark.long)])
async def test_the_browser_looks_no_name_up(tmp_path: Path, fenced: bool) -> None:
    """Chromium's own record of the network shows whether it resolved anything; without the fence it does."""
    record = tmp_path / "net.json"
    tries = ("dns-prefetch", "preconnect", "preconnect-plain", "image", "websocket")
    async with bench(fenced=fenced, flags=(f"--log-net-log={record}",)) as it:
        for name in tries:
            await it.visit(name, (CHANNELS | SILENT)[name])
        await it.visit(
            "peer", script("new RTCPeerConnection({iceServers: [{urls: 'stun:stun.example'}]}).createOffer()")
        )
        await asyncio.sleep(2)
    seen = json.loads(record.read_text())
    kinds = {seen["constants"]["logEventTypes"][name] for name in ("HOST_RESOLVER_MANAGER_JOB", "DNS_TRANSACTION")}
    assert bool([event for event in seen["events"] if event["type"] in kinds]) is not fenced


async def test_webrtc_and_webtransport_send_nothing() -> None:
    loop = asyncio.get_running_loop()
    async with bench() as it:
        transport, datagrams = await loop.create_datagram_endpoint(Datagrams, local_addr=("127.0.0.1", 0))
        port = transport.get_extra_info("sockname")[1]
        await it.visit(
            "webrtc",
            script(
                f"""new WebTransport('https://127.0.0.1:{port}/').ready.catch(() => 0);
                const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}},
                    {{urls: ['turn:127.0.0.1:{port}', 'turn:127.0.0.1:{it.canary.port}?transport=tcp'],
                      username: 'u', credential: 'c'}}]}});
                window.seen = []; peer.onicecandidate = e => seen.push(e.candidate && e.candidate.candidate);
                peer.createDataChannel('x'); peer.createOffer().then(o => peer.setLocalDescription(o))"""
            ),
        )
        await asyncio.sleep(4)
        seen = await it.context.pages[-1].evaluate("seen")
        transport.close()
        assert datagrams.count == 0
        assert it.canary.connections == 0
        assert [candidate for candidate in seen if candidate and " udp " in candidate.lower()] == []


async def test_what_is_allowed_works() -> None:
    async with bench() as it:
        await it.visit("echo", "<p>hello")
        page = it.context.pages[-1]
        said = """address => new Promise((done, fail) => { const socket = new WebSocket(address);
            socket.onopen = () => socket.send('ä'.repeat(9000)); socket.onmessage = e => done(e.data.length);
            socket.onerror = () => fail('refused') })"""
        assert await page.evaluate(said, f"ws://127.0.0.1:{it.own.port}/") == 9000
        size = "fetch('/download').then(r => r.blob()).then(b => b.size)"
        assert await page.evaluate(size) == DOWNLOAD
        post = "size => fetch('/upload', {method: 'POST', body: new Uint8Array(size)}).then(r => r.status)"
        assert await page.evaluate(post, DOWNLOAD) == 200
        assert it.own.uploaded == DOWNLOAD
        event = "new Promise(done => { const s = new EventSource('/events'); s.onmessage = e => { s.close(); done(e.data) } })"
        assert await page.evaluate(event) == "one"
        assert await until(lambda: "hung up" in it.own.requests)
        await page.goto(f"{it.url}/redirect?to=/page/echo")
        assert await page.inner_text("p") == "hello"
        assert it.own.connections < len(it.own.requests)


async def test_the_refusal_is_a_page() -> None:
    async with bench() as it:
        page = it.context.pages[0]
        answer = await page.goto("http://evil.example/<b>")
        assert answer and answer.status == 403
        assert await page.inner_text("body") == "Cobrowse: this session may not reach evil.example"
        assert "http://evil.example/%3Cb%3E" in it.blocked


async def test_loosened_hosts_give_resources_but_no_documents() -> None:
    """Loopback stays shut even for them: what is loosened may not lie in this machine."""
    async with bench(resources=lambda host: host == "cdn.example") as it:
        page = it.context.pages[0]
        await page.goto(f"{it.url}/")
        reach = "address => fetch(address, {mode: 'no-cors'}).then(() => 'answered', () => 'failed')"
        await page.evaluate(reach, "http://cdn.example/a.js")
        assert it.blocked == [] or "cdn.example" not in it.blocked[-1]
        await page.evaluate(
            "address => { document.body.append(Object.assign(document.createElement('iframe'), {src: address})) }",
            "http://cdn.example/frame",
        )
        assert await until(lambda: "http://cdn.example/frame" in it.blocked)


async def test_no_other_program_may_use_it() -> None:
    async with bench() as it:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(it.fence.address.rpartition(":")[2]))
        writer.write(f"GET {it.url}/ HTTP/1.1\r\nHost: 127.0.0.1:{it.own.port}\r\n\r\n".encode())
        assert b" 407 " in await reader.readline()
        writer.close()
        assert it.own.connections == 0


async def test_it_ends_cleanly_while_busy() -> None:
    async with bench() as it:
        await it.visit("busy", script("new EventSource('/events'); new WebSocket(`ws://${location.host}/`)"))
        assert await until(lambda: len(it.own.requests) >= 3)
        before = asyncio.all_tasks()
        await it.fence.close()
        assert len(asyncio.all_tasks()) < len(before)
        assert not it.fence._tasks
