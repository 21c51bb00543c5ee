"""The practice shop works in a real browser: pages load clean, journeys end where they should."""

import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Dialog, Page, async_playwright, expect

SITE = Path(__file__).parents[2] / "resources" / "practice"
PAGES = sorted(path.name for path in SITE.glob("*.html"))
CONTROLS = {
    "button",
    "checkbox",
    "ColorWell",
    "combobox",
    "Date",
    "DateTime",
    "InputTime",
    "link",
    "listbox",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "textbox",
    "tab",
    "menuitem",
    "dialog",
    "radiogroup",
    "Iframe",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

pytestmark = pytest.mark.asyncio(loop_scope="module")


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the test reads failures from the browser."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the shop, served from its folder."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """An installed Chromium, or the one that Playwright brings."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(
            executable_path=path, headless=True, chromium_sandbox=not as_root, args=["--disable-background-networking"]
        )
        yield started
        await started.close()


class Visit:
    """One page, and everything that went wrong on it."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.troubles: list[str] = []
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("requestfailed", lambda request: self.troubles.append(f"failed: {request.url}"))
        page.on("response", lambda answer: self._answered(answer.status, answer.url))

    def _heard(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.troubles.append(f"{kind}: {text}")

    def _answered(self, status: int, url: str) -> None:
        if status >= 400:
            self.troubles.append(f"{status}: {url}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.site, "data:")):
            self.troubles.append(f"elsewhere: {url}")

    async def go(self, path: str) -> Page:
        await self.page.goto(self.site + path)
        return self.page


@pytest_asyncio.fixture(loop_scope="module")
async def visit(browser: Browser, site: str) -> AsyncIterator[Visit]:
    """A visitor who has answered the question about cookies; the page must have been clean to the end."""
    async with _visitor(browser) as context:
        await context.add_init_script(
            "localStorage.getItem('northern-books')"
            """ ?? localStorage.setItem('northern-books', '{"consent": "needed"}')"""
        )
        visit = Visit(await context.new_page(), site)
        yield visit
        assert visit.troubles == []


@contextlib.asynccontextmanager
async def _visitor(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context(viewport={"width": 900, "height": 800}, locale="en-GB")
    context.set_default_timeout(10_000)
    yield context
    await context.close()


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_loads_clean_and_fits(visit: Visit, name: str) -> None:
    page = await visit.go(name)
    assert "Northern Books" in await page.title()
    for width in (700, 1200):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"too wide at {width}"


@pytest.mark.parametrize("name", PAGES)
async def test_every_control_has_a_name(visit: Visit, name: str) -> None:
    page = await visit.go(name)
    if name == "playground.html":
        await expect(page.get_by_role("button", name="I came late")).to_be_visible()
    session = await page.context.new_cdp_session(page)
    await session.send("Accessibility.enable")
    tree = await session.send("Accessibility.getFullAXTree")
    shown = [node for node in tree["nodes"] if not node.get("ignored")]
    controls = [node for node in shown if node.get("role", {}).get("value") in CONTROLS]
    nameless = [node for node in controls if not node.get("name", {}).get("value", "").strip()]
    assert len(controls) >= 3
    assert [(node["role"]["value"], node.get("backendDOMNodeId")) for node in nameless] == []


async def test_search_finds_by_words(visit: Visit) -> None:
    page = await visit.go("index.html")
    await page.get_by_role("searchbox", name="Search books").fill("soup")
    await page.get_by_role("search").get_by_role("button", name="Search").click()
    await expect(page).to_have_url(re.compile(r"books\.html\?q=soup$"))
    await expect(page.get_by_role("heading", name="Soup for a Friend")).to_be_visible()
    await expect(page.locator("#result-count")).to_have_text("2 books for “soup”")


async def test_filter_and_sort(visit: Visit) -> None:
    page = await visit.go("books.html")
    await expect(page.locator("#result-count")).to_have_text("18 books")
    await page.get_by_label("Category").select_option("Hiking")
    await page.get_by_label("Sort by").select_option(label="Price low to high")
    await expect(page.locator("#result-count")).to_have_text("6 books in Hiking")
    titles = await page.locator(".card h3").all_text_contents()
    prices = [float(text.removeprefix("£")) for text in await page.locator(".card .price").all_text_contents()]
    assert titles[0] == "Small Summits"
    assert prices == sorted(prices)
    assert len(set(prices)) == len(prices)


async def test_from_the_shelf_to_the_order(visit: Visit) -> None:
    page = await visit.go("books.html?category=Hiking&sort=price-up")
    await page.get_by_role("article", name="Small Summits").get_by_role("button", name="Add to basket").click()
    await page.get_by_role("link", name="Basket (1)").click()
    await page.get_by_label("Quantity of Small Summits").fill("2")
    await page.get_by_label("Quantity of Small Summits").press("Tab")
    await expect(page.locator("#subtotal")).to_have_text("£19.60")
    await page.get_by_role("link", name="Check out").click()
    for label, value in {
        "Full name": "Ada Byron",
        "Email": "ada@example.com",
        "Phone": "+44 1904 555 010",
        "Street and number": "1 Mill Lane",
        "Town": "York",
        "Postcode": "YO1 7HU",
    }.items():
        await page.get_by_label(label, exact=True).fill(value)
    await page.get_by_label("Country").select_option("United Kingdom")
    await page.get_by_role("radio", name="Express").check()
    await page.get_by_label("Gift wrap").check()
    await page.get_by_label("Gift message").fill("Happy walking")
    await expect(page.locator("#summary-total")).to_have_text("£30.00")
    await page.get_by_role("button", name="Place order").click()
    await expect(page).to_have_url(re.compile(r"thanks\.html\?order=NB-10432$"))
    await expect(page.get_by_role("heading", name="Thank you, your order is placed")).to_be_visible()
    await expect(page.locator("#order-address")).to_have_text("Ada Byron1 Mill LaneYork YO1 7HUUnited Kingdom")
    await expect(page.locator("#order-total")).to_have_text("£30.00")
    await expect(page.get_by_role("link", name="Basket (0)")).to_be_visible()


async def test_checkout_explains_what_is_wrong(visit: Visit) -> None:
    page = await visit.go("checkout.html")
    await page.get_by_label("Postcode").fill("!")
    await page.get_by_role("button", name="Place order").click()
    await expect(page.get_by_label("Full name")).to_be_focused()
    await expect(page.get_by_label("Postcode")).to_have_accessible_description(re.compile("3 to 10 letters"))
    await page.get_by_label("Full name").fill("Ada Byron")
    await expect(page.get_by_label("Full name")).not_to_have_attribute("aria-invalid", "true")


async def test_newsletter_is_remembered(visit: Visit) -> None:
    page = await visit.go("index.html")
    await page.get_by_label("Email address").fill("ada@example.com")
    await page.get_by_role("button", name="Subscribe").click()
    thanks = page.locator("#newsletter-status")
    await expect(thanks).to_have_text("Thank you, ada@example.com is subscribed")
    await page.reload()
    await expect(thanks).to_have_text("Thank you, ada@example.com is subscribed")


async def test_account_menu_leads_to_the_address(visit: Visit) -> None:
    page = await visit.go("index.html")
    await page.get_by_role("button", name="Account").click()
    await page.get_by_role("link", name="Delivery address").click()
    await expect(page).to_have_url(re.compile(r"account\.html#delivery-address$"))
    await expect(page.get_by_role("heading", name="Delivery address")).to_be_in_viewport()


async def test_signing_in_and_out(visit: Visit) -> None:
    page = await visit.go("account.html")
    await page.get_by_label("Email", exact=True).fill("ada@example.com")
    await page.get_by_label("Password", exact=True).fill("a secret")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.locator("#signed-in")).to_contain_text("You are signed in as ada@example.com.")
    assert "a secret" not in await page.evaluate("JSON.stringify(localStorage)")
    await page.get_by_role("button", name="Sign out").click()
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()


async def test_book_page(visit: Visit) -> None:
    page = await visit.go("book.html?id=hut-to-hut")
    await page.get_by_role("tab", name="Reviews").click()
    await expect(page.get_by_role("tabpanel", name="Reviews")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("tab", name="Shipping")).to_be_focused()
    await page.get_by_role("button", name="One more").click()
    await page.get_by_role("button", name="Add to basket").click()
    await expect(page.get_by_role("link", name="Basket (2)")).to_be_visible()
    await page.get_by_role("button", name="Ask about this book").click()
    dialog = page.get_by_role("dialog", name="Ask about Hut to Hut")
    await dialog.get_by_label("Your email").fill("ada@example.com")
    await dialog.get_by_label("Your question").fill("Is there a map?")
    await dialog.get_by_role("button", name="Send question").click()
    await expect(page.locator("#question-status")).to_have_text("Thank you. We will write to ada@example.com")


@pytest.mark.parametrize(("yes", "left"), [(True, 2), (False, 3)])
async def test_deleting_a_draft_asks_first(visit: Visit, yes: bool, left: int) -> None:
    page = await visit.go("drafts.html")
    asked: list[str] = []

    async def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        await (dialog.accept() if yes else dialog.dismiss())

    page.on("dialog", answer)
    await page.get_by_role("article", name="Draft: One Pot, All Winter").get_by_role("button", name="Delete").click()
    await expect(page.get_by_role("button", name="Delete")).to_have_count(left)
    assert len(asked) == 1
    assert "One Pot, All Winter" in asked[0]


async def test_questions_unfold(visit: Visit) -> None:
    page = await visit.go("delivery.html")
    question = page.get_by_role("button", name="Can I return a gift?")
    await expect(question).to_have_attribute("aria-expanded", "false")
    await question.click()
    await expect(page.get_by_text("The slip in the parcel shows no price")).to_be_visible()


async def test_cookie_card_leaves_the_newsletter_free(browser: Browser, site: str) -> None:
    async with _visitor(browser) as context:
        page = await context.new_page()
        await page.set_viewport_size({"width": 760, "height": 700})
        await page.goto(site)
        card = page.get_by_role("dialog", name="A word about cookies")
        await expect(card).to_be_visible()
        await page.get_by_label("Email address").fill("ada@example.com")
        await page.get_by_role("button", name="Subscribe").click()
        await expect(page.locator("#newsletter-status")).to_contain_text("ada@example.com")
        await card.get_by_role("button", name="Only what is needed").click()
        await page.reload()
        await expect(page.get_by_role("search")).to_be_visible()
        await expect(card).to_have_count(0)


async def _last(page: Page) -> dict:
    return json.loads(await page.locator("#last-sent").inner_text())


async def test_playground_shows_what_was_sent(visit: Visit, tmp_path: Path) -> None:
    picture = tmp_path / "shelf.png"
    picture.write_bytes(b"not really")
    page = await visit.go("playground.html")
    form = page.locator("#every-control")
    for label, value in {
        "Text": "hello",
        "Web address": "https://example.com/",
        "Password": "hunter22",
        "Number of copies": "3",
        "Pace": "8",
        "Colour": "#ff8800",
        "Date": "2027-03-14",
        "Time": "09:30",
        "Date and time": "2027-03-14T09:30",
        "Month": "2027-03",
        "Week": "2027-W11",
        "Favourite author": "Maren Lind",
    }.items():
        await form.get_by_label(label, exact=True).fill(value)
    await form.get_by_label("Languages").select_option(["English", "Swedish"])
    await form.get_by_role("radio", name="Hardback").check()
    await form.get_by_role("checkbox", name="News").check()
    await form.get_by_role("checkbox", name="Events").check()
    await form.get_by_role("switch", name="Reminders").click()
    await form.get_by_role("radio", name="4 stars").click()
    await form.get_by_label("Picture of your shelf").set_input_files(picture)
    await form.get_by_role("textbox", name="Letter to the bookseller").fill("Dear shop")
    await form.get_by_role("button", name="Send everything").click()
    sent = await _last(page)
    assert sent["form"] == "every control"
    expected = {
        "words": "hello",
        "secret": "8 characters",
        "copies": "3",
        "pace": "8",
        "colour": "#ff8800",
        "day": "2027-03-14",
        "hour": "09:30",
        "moment": "2027-03-14T09:30",
        "month": "2027-03",
        "week": "2027-W11",
        "author": "Maren Lind",
        "languages": ["English", "Swedish"],
        "binding": "hardback",
        "send": ["news", "events"],
        "reminders": True,
        "stars": "4",
        "picture": "shelf.png",
        "letter": "Dear shop",
    }
    assert {name: sent["values"].get(name) for name in expected} == expected


async def test_playground_frame_and_dialog(visit: Visit) -> None:
    page = await visit.go("playground.html")
    frame = page.frame_locator("iframe")
    await frame.get_by_label("Your name").fill("Ada")
    await frame.get_by_label("When to call").select_option("Afternoon")
    await frame.get_by_role("button", name="Call me back").click()
    await expect(page.locator("#last-sent")).to_contain_text("call back")
    assert await _last(page) == {"form": "call back", "values": {"name": "Ada", "when": "Afternoon"}}
    await page.get_by_role("button", name="Reserve a copy").click()
    await page.get_by_label("Title of the book").fill("Hut to Hut")
    await page.get_by_role("button", name="Reserve", exact=True).click()
    assert await _last(page) == {"form": "reservation", "values": {"title": "Hut to Hut", "day": "Friday"}}


async def test_playground_list_can_be_dragged(visit: Visit) -> None:
    page = await visit.go("playground.html")
    items = page.locator("#reading-order li")
    await items.nth(0).drag_to(items.nth(2), target_position={"x": 40, "y": 36})
    await expect(page.locator("#order-status")).to_have_text("Birds by Ear, Slow Trains, Hut to Hut, Maps for Two")
    await items.nth(0).press("Alt+ArrowDown")
    await expect(page.locator("#order-status")).to_have_text("Slow Trains, Birds by Ear, Hut to Hut, Maps for Two")


async def test_playground_awkward_ones(visit: Visit) -> None:
    page = await visit.go("playground.html")
    status = page.locator("#awkward-status")
    await page.get_by_role("button", name="Sections").hover()
    await page.get_by_role("link", name="Guides").click()
    await expect(status).to_have_text("You chose Guides")
    await page.get_by_role("button", name="Hold me").click(delay=600)
    await expect(status).to_have_text("It was held long enough")
    await page.get_by_role("button", name="Press twice").dblclick()
    await expect(status).to_have_text("It was pressed twice")
    await page.get_by_label("I have read the house rules").check()
    await page.get_by_role("button", name="Agree").click()
    await expect(status).to_have_text("You agreed")
    await page.get_by_label("Voucher").press_sequentially("ab12")
    await expect(page.get_by_label("Voucher")).to_have_value("ab")
    await page.get_by_label("Member number").press_sequentially("12345678")
    await expect(page.get_by_label("Member number")).to_have_value("1234-5678")
