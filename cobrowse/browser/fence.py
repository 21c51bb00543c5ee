"""The fence: a proxy on this machine, through which everything the browser sends must go when origins are limited.

`context.route` sees neither redirect hops nor some WebSockets; a proxy sees them all. What remains outside its sight:
inside TLS only host and port are known. So for hosts that are loosened for what is not a document, documents must be
refused in the browser too (`Fence.may_pass`), and service workers must be blocked while a list is set: one can
answer for a document without any request. Names are looked up by the fence alone, and only those that may be reached.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from typing import Any

from playwright.async_api import BrowserContext

from cobrowse.browser.fence_exchange import INTRODUCTION, NOWHERE, Exchange
from cobrowse.browser.fence_rule import DOCUMENTS, Rule
from cobrowse.browser.fence_stream import WatchedReader
from cobrowse.browser.fence_wire import HEAD_BYTES
from cobrowse.log import logger

__all__ = ["DOCUMENTS", "FENCE_FLAGS", "Fence"]

FENCE_FLAGS = (
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # the name in older releases
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # no look-up and no direct connection by name
    "--disable-quic",
    "--no-pings",
    "--disable-domain-reliability",
    "--disable-background-networking",
    "--disable-component-update",
    f"--gaia-url=https://{NOWHERE}",  # asked at every start whether somebody is signed in to the browser
)
"""What keeps the browser from going around the fence, beside `--proxy-server` and the bypass `<-loopback>`."""
_INTRODUCING = 15.0


class Fence:
    """The proxy. `allows` judges an absolute address; `resources` a host, for what is not a document.

    `on_blocked` hears every refusal: the address of a plain request, `host:port` of a tunnel. `named` says whether the
    list names a host itself: only such a host may resolve to a private address; None trusts IP addresses and
    `localhost` alone.
    """

    def __init__(
        self,
        allows: Callable[[str], bool],
        *,
        resources: Callable[[str], bool] | None = None,
        on_blocked: Callable[[str], None],
        named: Callable[[str], bool] | None = None,
    ) -> None:
        self.rule = Rule(allows, resources, named)
        self.on_blocked = on_blocked
        self.username = "cobrowse"
        self.password = secrets.token_urlsafe(24)
        self.address = ""
        """`http://127.0.0.1:PORT` once started."""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def may_pass(self, url: str, dest: str | None) -> bool:
        """Whether a request with this `Sec-Fetch-Dest` may be made; to be asked in the browser for documents too."""
        return self.rule.may_pass(url, dest)

    async def start(self) -> None:
        """Listen on a free port of 127.0.0.1. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Stop listening and end every connection."""
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._server = None

    async def introduce(self, context: BrowserContext) -> None:
        """Give the browser the fence's credential, which it keeps in memory and sends with every request from then on.

        To be done once after launch, on a tab that is still empty. Playwright's own `username` and `password` would do
        the same by holding up every request and switching the cache off. Until then nothing passes.
        Raises `PlaywrightError` or `TimeoutError`.
        """
        page = context.pages[0] if context.pages else await context.new_page()
        session = await context.new_cdp_session(page)
        loop = asyncio.get_running_loop()
        answers: set[asyncio.Task[Any]] = set()

        def send(method: str, event: dict[str, Any], **parameters: Any) -> None:
            task = loop.create_task(session.send(method, {"requestId": event["requestId"], **parameters}))
            answers.add(task)

        own = {"response": "ProvideCredentials", "username": self.username, "password": self.password}
        session.on("Fetch.requestPaused", lambda event: send("Fetch.continueRequest", event))
        session.on(
            "Fetch.authRequired",
            lambda event: send(
                "Fetch.continueWithAuth",
                event,
                authChallengeResponse=own if event["authChallenge"]["source"] == "Proxy" else {"response": "Default"},
            ),
        )
        try:
            async with asyncio.timeout(_INTRODUCING):
                await session.send(
                    "Fetch.enable", {"handleAuthRequests": True, "patterns": [{"urlPattern": f"{INTRODUCTION}*"}]}
                )
                await page.evaluate("address => fetch(address, {mode: 'no-cors'}).then(() => true)", INTRODUCTION)
        finally:
            await asyncio.gather(*answers, return_exceptions=True)
            await session.detach()

    def _protocol(self) -> asyncio.StreamReaderProtocol:
        reader = WatchedReader(limit=HEAD_BYTES)
        return asyncio.StreamReaderProtocol(reader, lambda _, writer: self._accept(reader, writer))

    def _accept(self, reader: WatchedReader, writer: asyncio.StreamWriter) -> None:
        exchange = Exchange(self.rule, self._credential(), self._blocked, reader, writer)
        task = asyncio.get_running_loop().create_task(exchange.run())
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the fence broke off a connection", exc_info=error)

    def _credential(self) -> str:
        pair = f"{self.username}:{self.password}".encode()
        return f"Basic {base64.b64encode(pair).decode()}"

    def _blocked(self, what: str) -> None:
        try:
            self.on_blocked(what)
        except Exception:
            logger.exception("a listener failed")
