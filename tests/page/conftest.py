"""A real browser and a real loopback site for the tests in this folder."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
import time
import urllib.parse
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from cobrowse.browser.changes import watch
from cobrowse.browser.page import DrivenPage
from cobrowse.browser.session import BrowserOptions, BrowserSession
from cobrowse.protocol.result import Change

PAGES = Path(__file__).parent / "pages"


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files of `pages/`, pages given as text, `/slow/SECONDS/PATH`, and `/endless`."""

    inline: dict[str, str] = {}  # one site a test run

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output clean."""

    def do_GET(self) -> None:
        if self.path.startswith("/slow/"):
            _, _, seconds, rest = self.path.split("/", 3)
            time.sleep(min(float(seconds), 20))
            self.path = "/" + rest
        if self.path == "/endless":
            self._endless()
            return
        text = self.inline.get(urllib.parse.urlsplit(self.path).path)
        if text is None:
            super().do_GET()
            return
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with contextlib.suppress(ConnectionError):  # a page that was left has no use for it
            self.wfile.write(body)

    def _endless(self) -> None:
        """Zeros for as long as the other side wants them."""
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.end_headers()
        with contextlib.suppress(OSError):
            while True:
                self.wfile.write(bytes(65536))
                time.sleep(0.02)


class Site:
    """A site on loopback; 127.0.0.1 and localhost are two origins of it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.other = f"http://localhost:{port}"

    def page(self, html: str, name: str = "page.html") -> str:
        """Serve `html` and return its address. `{other}` and `{url}` in it become the two origins."""
        html = html.replace("{other}", self.other).replace("{url}", self.url)
        _Handler.inline["/" + name] = (
            html if "<!doctype" in html.lower() else f"<!doctype html><meta charset=utf-8>{html}"
        )
        return f"{self.url}/{name}"


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The site."""
    handler = functools.partial(_Handler, directory=str(PAGES))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(server.server_address[1])
    server.shutdown()
    server.server_close()


@pytest.fixture
async def browser() -> AsyncIterator[BrowserSession]:
    """A headless browser with a temporary profile."""
    session = BrowserSession(BrowserOptions(headless=True, profile="temp"))
    await session.start()
    yield session
    await session.close()


class Driver:
    """A driven page with shorthands: open some HTML, do things by target, read what became of it."""

    def __init__(self, session: BrowserSession, site: Site, downloads: Path) -> None:
        self.session = session
        self.site = site
        self.page = DrivenPage(session, wait_ms=1500, downloads=downloads)
        self.changes: list[Change] = []

    async def open(self, html: str, name: str = "page.html") -> None:
        """Show this page in a tab of its own, the only one."""
        old = list(self.session.tabs)
        await self.session.new_tab()
        for tab in old:
            await tab.page.close()
        await self.page.navigate(self.site.page(html, name))

    async def click(self, target: str, **how: int) -> None:
        """Locate, watch, verify, click."""
        node = await self.page.locate(target)
        async with watch(self.session) as seen:
            await self.page.verify(node)
            await self.page.click(node, **how)
        self.changes = seen.changes

    async def fill(self, target: str, value: str) -> str:
        """Fill the field; what it then holds."""
        return await self.page.fill(await self.page.locate(target), value)

    async def text(self, target: str = "#out") -> object:
        """What the element says."""
        return await self.page.read(await self.page.locate(target, presence="attached"), None)

    async def script(self, source: str) -> object:
        """Run something in the page itself, as its own scripts would."""
        return await self.session.active.page.evaluate(source)

    @property
    def kinds(self) -> list[str]:
        """Kinds of what the last click brought about."""
        return [change.kind for change in self.changes]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def driver(site: Site, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Driver]:
    """One browser for all tests of a file; these run in the module's loop."""
    session = BrowserSession(BrowserOptions(headless=True, profile="temp"))
    await session.start()
    yield Driver(session, site, tmp_path_factory.mktemp("downloads"))
    await session.close()
