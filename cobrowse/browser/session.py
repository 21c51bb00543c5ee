"""The browser itself: started or connected to, its tabs followed, ended without leaving anything behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Dialog, Playwright, Route, async_playwright
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page as PlaywrightPage

from cobrowse import paths
from cobrowse.browser.clock import Clock
from cobrowse.browser.fence import FENCE_FLAGS, Fence
from cobrowse.browser.find import find_browser
from cobrowse.browser.permissions import deny_prompts
from cobrowse.browser.tab import Tab
from cobrowse.errors import BrowserGone, NoBrowser
from cobrowse.log import logger
from cobrowse.protocol.result import Failure

FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication",
    "--password-store=basic",
    "--disable-search-engine-choice-screen",
    "--hide-crash-restore-bubble",
)
_CLOSING_SECONDS = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserOptions:
    """How to start the browser."""

    headless: bool = False
    executable: str | None = None
    profile: str = "default"
    """`default` (kept between starts), `temp` (thrown away), or a folder."""
    connect: str | None = None
    """DevTools address of a running browser to drive instead of starting one."""
    window: tuple[int, int, int, int] | None = None
    """Left, top, width and height of the window on the screen, CSS pixels."""
    viewport: tuple[int, int] = (1280, 800)
    """Page size when headless, CSS pixels."""
    allows: Callable[[str], bool] | None = None
    """Judges an absolute address; when set, nothing else is reached, by whatever way."""
    resources: Callable[[str], bool] | None = None
    """With `allows`: hosts that may be reached for what is not a document."""


@dataclass(eq=False)
class BrowserSession:
    """A running browser with the tabs that belong to this session."""

    options: BrowserOptions = field(default_factory=BrowserOptions)
    tabs: list[Tab] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    """Time as deadlines count it."""
    warnings: list[str] = field(default_factory=list)
    """What the person should know about how the browser was started."""
    on_change: Callable[[], None] = lambda: None
    """An address, a title or the set of tabs changed."""
    on_gone: Callable[[str], None] = lambda _: None
    """The browser was closed or died; says so in a sentence."""
    on_dialog: Callable[[Tab, Dialog], Awaitable[None]] | None = None
    """Answers a page's dialog; without one it is dismissed."""
    on_crash: Callable[[str], None] = lambda _: None
    """A page crashed and its tab was closed; tells its address."""
    on_blocked: Callable[[str], None] = lambda _: None
    """A request off the list was refused; tells its address, or host and port."""
    on_tab: Callable[[Tab], None] = lambda _: None
    """A tab came and is ready."""
    on_page: Callable[[PlaywrightPage], None] = lambda _: None
    """A page came, before anything else is done with it."""
    _active: Tab | None = None
    _playwright: Playwright | None = None
    _browser: Browser | None = None
    _context: BrowserContext | None = None
    _fence: Fence | None = None
    _temporary: Path | None = None
    _arriving: Path | None = None
    _closing: bool = False
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def active(self) -> Tab:
        """The tab the assistant works in. Raises `BrowserGone` when there is none."""
        if self._active is None or self._active.closed:
            raise BrowserGone("The browser window is closed.", "Open it again to go on.")
        return self._active

    @property
    def alive(self) -> bool:
        """Whether there is a tab to work in."""
        return self._active is not None and not self._active.closed

    @property
    def context(self) -> BrowserContext:
        """Playwright's context; raises `BrowserGone` while there is none."""
        if self._context is None:
            raise BrowserGone("The browser is not running.", "Open it again to go on.")
        return self._context

    async def start(self) -> None:
        """Start or connect. Raises `NoBrowser` with what to do about it."""
        self._closing = False
        self._playwright = await async_playwright().start()
        try:
            if self.options.connect:
                await self._connect(self.options.connect)
            else:
                await self._launch()
        except PlaywrightError as error:
            await self.close()
            raise NoBrowser(*_why_not(str(error))) from error
        self.context.on("page", self._page_opened)
        self.context.on("close", lambda _: self._gone("The browser was closed."))
        for page in self.context.pages or [await self.context.new_page()]:
            self.on_page(page)
            await self._adopt(page)
        self.activate(self.tabs[-1])

    async def _launch(self) -> None:
        assert self._playwright
        flags: list[str] = list(FLAGS)
        root = sys.platform == "linux" and os.geteuid() == 0
        if root:
            self.warnings.append(
                "Chromium cannot use its sandbox for the user root, so it runs without one. Use an ordinary account for your own browsing."
            )
            flags.append("--test-type")  # the window says the warning above; Chromium's own would push the page down
        if self.options.window:
            left, top, width, height = self.options.window
            flags += [f"--window-position={left},{top}", f"--window-size={width},{height}"]
        found = find_browser(self.options.executable)
        arguments: dict[str, Any] = {
            "executable_path": str(found) if found else None,
            "headless": self.options.headless,
            "args": flags,
            "chromium_sandbox": not root,
            "accept_downloads": True,
            "downloads_path": self._arrivals(),
        }
        if self.options.allows is not None:
            fence = await self._raise_fence(self.options.allows)
            flags += FENCE_FLAGS
            arguments |= {"proxy": {"server": fence.address, "bypass": "<-loopback>"}, "service_workers": "block"}
        if self.options.headless:
            arguments["viewport"] = dict(zip(("width", "height"), self.options.viewport, strict=True))
        else:
            arguments["no_viewport"] = True
        chromium = self._playwright.chromium
        self._context = await chromium.launch_persistent_context(str(self._profile()), **arguments)
        self._browser = self._context.browser
        if self._browser is not None:
            await deny_prompts(self._browser)
        if self._fence is not None:
            await self._fence.introduce(self._context)
            await self._context.route("**/*", self._judge_document)

    async def _raise_fence(self, allows: Callable[[str], bool]) -> Fence:
        self._fence = Fence(allows, resources=self.options.resources, on_blocked=lambda url: self.on_blocked(url))
        await self._fence.start()
        return self._fence

    async def _judge_document(self, route: Route) -> None:
        """Inside TLS the fence sees no addresses, so documents are judged here as well."""
        allows = self.options.allows
        request = route.request
        if allows is not None and request.is_navigation_request() and not allows(request.url):
            self.on_blocked(request.url)
            await route.abort("blockedbyclient")
            return
        await route.continue_()

    async def _connect(self, address: str) -> None:
        assert self._playwright
        self._browser = await self._playwright.chromium.connect_over_cdp(address)
        self._context = self._browser.contexts[0] if self._browser.contexts else await self._browser.new_context()

    @property
    def arriving(self) -> Path | None:
        """Where the browser puts files while they arrive; None for one that was connected to."""
        return self._arriving

    def _arrivals(self) -> Path:
        self._arriving = Path(tempfile.mkdtemp(prefix="cobrowse-arriving-"))
        return self._arriving

    def _profile(self) -> Path:
        if self.options.profile == "temp":
            self._temporary = Path(tempfile.mkdtemp(prefix="cobrowse-profile-"))
            return self._temporary
        folder = paths.data() / "profile" if self.options.profile == "default" else Path(self.options.profile)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder

    async def new_tab(self) -> Tab:
        """Open an empty tab and make it the active one."""
        page = await self.context.new_page()
        tab = await self._adopt(page)
        self.activate(tab)
        return tab

    def activate(self, tab: Tab) -> None:
        """Work in this tab from now on."""
        self._active = tab
        self.on_change()

    async def _adopt(self, page: PlaywrightPage) -> Tab:
        """Follow a page; once, however many ask."""
        for tab in self.tabs:
            if tab.page is page:
                await tab.started.wait()
                return tab
        tab = Tab(page, self.clock)
        self.tabs.append(tab)
        page.on("dialog", lambda dialog: self._keep(self._dialog(tab, dialog)))
        page.on("close", lambda _: self._tab_closed(tab))
        page.on("crash", lambda _: self._keep(self._crashed(tab)))
        page.on("framenavigated", lambda frame: self.on_change() if frame is page.main_frame else None)
        await tab.start()
        self.on_tab(tab)
        return tab

    def _page_opened(self, page: PlaywrightPage) -> None:
        self.on_page(page)
        self._keep(self._follow(page))

    async def _follow(self, page: PlaywrightPage) -> None:
        """A new tab is worked in at once when the tab in use opened it."""
        try:
            tab = await self._adopt(page)
            opener = await page.opener()
        except (Failure, PlaywrightError):
            return
        tab.opener = next((known for known in self.tabs if known.page is opener), None)
        if tab.opener is not None and tab.opener is self._active:
            self.activate(tab)

    def _tab_closed(self, tab: Tab) -> None:
        """Go back to the tab that opened it, else to the newest one."""
        if tab in self.tabs:
            self.tabs.remove(tab)
        if self._closing or tab is not self._active:
            return
        if tab.opener in self.tabs:
            self._active = tab.opener
        elif self.tabs:
            self._active = self.tabs[-1]
        else:
            self._gone("The browser window was closed.")
        self.on_change()

    async def _crashed(self, tab: Tab) -> None:
        """A crashed page never answers again, so its tab is closed; the last one is replaced by an empty one."""
        url = tab.url
        self.on_crash(url)
        try:
            if self.tabs == [tab]:
                await self.new_tab()
            await _within(tab.page.close())
        except (Failure, PlaywrightError, BrowserGone) as error:
            logger.debug("after a crash: %s", error)

    async def _dialog(self, tab: Tab, dialog: Dialog) -> None:
        """A dialog that nobody answers would hold up the page for ever."""
        try:
            if self.on_dialog is not None:
                await self.on_dialog(tab, dialog)
            else:
                await dialog.dismiss()
        except PlaywrightError:
            logger.debug("a dialog had gone before it was answered")

    def _gone(self, why: str) -> None:
        if not self._closing:
            self._closing = True
            self._active = None
            self.on_gone(why)

    def _keep(self, work: Any) -> None:
        """Run on the side; the loop alone would let a task be collected."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End the browser and Playwright, each with a deadline, and remove a temporary profile."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        if self._context is not None and not self.options.connect:
            await _within(self._context.close())
        if self._browser is not None:
            await _within(self._browser.close())
        if self._playwright is not None:
            await _within(self._playwright.stop())
        self._context = self._browser = self._playwright = self._active = None
        self.tabs.clear()
        if self._fence is not None:
            await self._fence.close()
            self._fence = None
        for folder in filter(None, (self._temporary, self._arriving)):
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        self._temporary = self._arriving = None


async def _within(work: Awaitable[Any]) -> None:
    """Wait for an ending, but not for ever; what is already gone is no error."""
    try:
        async with asyncio.timeout(_CLOSING_SECONDS):
            await work
    except (TimeoutError, PlaywrightError) as error:
        logger.debug("while closing: %s", error)


def _why_not(text: str) -> tuple[str, str]:
    """A sentence and a hint for a browser that would not start."""
    first = text.strip().splitlines()[0] if text.strip() else "no reason given"
    if "Executable doesn't exist" in text:
        return "No browser was found.", "Install Chrome, Edge or Chromium, or run: python3 packaging/bootstrap.py setup"
    if "ProcessSingleton" in text or "SingletonLock" in text or "already in use" in text:
        return "The browser profile is in use by another window.", "Close that one, or use --profile temp."
    if "DISPLAY" in text or "ozone" in text.lower() or "X server" in text:
        return "There is no screen to show a browser on.", "Use --headless, or start Xvfb."
    if "ECONNREFUSED" in text:
        return (
            "No browser answers at that address.",
            "Start it with --remote-debugging-port and give that address to --connect.",
        )
    return "The browser did not start.", first
