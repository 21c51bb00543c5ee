"""Small pages as the guide sees them, written down as one line per item."""

from __future__ import annotations

from typing import Any

from cobrowse.protocol.observation import Box, Element, Observation, TextRun


def page(*items: Element | TextRun | str, url: str = "https://shop.example/", title: str = "A page") -> Observation:
    """An observation; plain strings are text."""
    made = tuple(TextRun(item) if isinstance(item, str) else item for item in items)
    return Observation(url=url, title=title, viewport=(1280, 800), scroll=(0, 2000), items=made)


def el(id: str, role: str, name: str = "", *states: str, **more: Any) -> Element:
    """One element; `html_id` and `html_name` become attributes."""
    attributes = tuple((key, more.pop(key)) for key in ("html_id", "html_name") if key in more)
    return Element(id=id, role=role, name=name, states=states, attributes=attributes, **more)


def at(x: float, y: float, width: float = 80, height: float = 24) -> Box:
    """A box."""
    return Box(x, y, width, height)


SHOP = page(
    el("lg01", "link", "Trail & Page", href="https://shop.example/"),
    el("sb01", "searchbox", "Search books", placeholder="Title or author", html_name="q", input_type="search"),
    el("go01", "button", "Search"),
    el("ac01", "button", "Account", "collapsed"),
    el("dl01", "link", "Delivery", href="https://shop.example/delivery"),
    el("bk01", "link", "Basket (0)", href="https://shop.example/basket"),
    el("hd01", "heading", "Hiking books", level=1),
    el("so01", "combobox", "Sort by", tag="select", value="Newest", options=("Newest", "Price: low to high", "Title")),
    el("hd02", "heading", "Trails of the North", level=2),
    "A walker's guide to the far north. Hiking. € 24.50",
    el("ad01", "button", "Add to basket", section="Trails of the North Hiking € 24.50"),
    el("hd03", "heading", "Woods and Water", level=2),
    "Canoeing for beginners. € 18.00",
    el("ad02", "button", "Add to basket", section="Woods and Water Canoeing € 18.00"),
    el("hd04", "heading", "Alpine Huts", level=2),
    "Where to sleep above the trees. Hiking. € 19.90",
    el("ad03", "button", "Add to basket", section="Alpine Huts Hiking € 19.90"),
    el("hd05", "heading", "Returns", level=2),
    "You can send anything back within 30 days, free of charge. We refund the price within a week.",
    el("hd06", "heading", "Newsletter", level=2),
    el("em01", "textbox", "E-mail address", input_type="email", section="Newsletter", tag="input"),
    el("su01", "button", "Subscribe", section="Newsletter"),
    el("ag01", "checkbox", "I agree to the terms", "unchecked", tag="input"),
    el("co01", "button", "Check out", "disabled"),
    el("ct01", "link", "Contact", "offscreen-below", href="https://shop.example/contact"),
    title="Trail & Page",
)  # fmt: skip

SHOP_MENU_OPEN = page(
    *(
        el("ac01", "button", "Account", "expanded") if isinstance(item, Element) and item.id == "ac01" else item
        for item in SHOP.items[:4]
    ),
    el("ma01", "menuitem", "Orders"),
    el("ma02", "menuitem", "Delivery addresses"),
    el("ma03", "menuitem", "Log out"),
    *SHOP.items[4:],
    title="Trail & Page",
)

FORM = page(
    el("hd01", "heading", "Book a guided walk", level=1),
    el("nm01", "textbox", "Name", "required", tag="input", html_name="name"),
    el("em01", "textbox", "Email", "required", tag="input", input_type="email"),
    el("dt01", "textbox", "Date of the walk", tag="input", input_type="date"),
    el("tm01", "textbox", "Start time", tag="input", input_type="time"),
    el("pp01", "spinbutton", "People", tag="input", input_type="number", value="2"),
    el("cy01", "combobox", "Country", tag="select", options=("Choose…", "Austria", "Germany", "Norway", "Sweden")),
    el("rd01", "radio", "Short", "unchecked", section="Length of the walk", html_name="len"),
    el("rd02", "radio", "Long", "unchecked", section="Length of the walk", html_name="len"),
    el("cb01", "checkbox", "Lunch included", "unchecked", tag="input"),
    el("pw01", "textbox", "Password", "secret", "empty", tag="input", input_type="password"),
    "Message",
    el("ms01", "textbox", "", tag="textarea", html_id="message"),
    el("sd01", "button", "Send booking"),
    el("rs01", "button", "Reset"),
    title="Book a walk",
)  # fmt: skip

DRAFTS = page(
    el("hd01", "heading", "Drafts", level=1),
    el("rw01", "row", "Letter to Ada yesterday"), "Letter to Ada",
    el("de01", "button", "Delete", section="Letter to Ada, yesterday"),
    el("rw02", "row", "Rain in May monday"), "Rain in May",
    el("de02", "button", "Delete", section="Rain in May, monday"),
    el("rw03", "row", "Untitled"), "Untitled",
    el("de03", "button", "Delete", section="Untitled, last week"),
    el("nw01", "button", "New draft"),
    title="Drafts",
)  # fmt: skip

CARDS = page(
    "Trails of the North", "€ 24.50", el("ad01", "button", "Add to basket"),
    "Woods and Water", "€ 18.00", el("ad02", "button", "Add to basket"),
    title="Cards without sections",
)  # fmt: skip

TINY_BUTTONS = page(
    el("bt01", "button", "ONE"), el("bt02", "button", "TWO"), el("bt03", "button", "No"), el("bt04", "button", "Maybe"),
    el("bt05", "button", "previous"), el("bt06", "button", "Submit"),
)  # fmt: skip
TINY_CHECKS = page(
    el("ck01", "checkbox", "Gl8", "unchecked"), el("ck02", "checkbox", "cs58", "unchecked"),
    el("ck03", "checkbox", "vrD", "unchecked"), el("ck04", "checkbox", "YT0peP", "unchecked"),
    el("bt06", "button", "Submit"),
)  # fmt: skip
TINY_FIELDS = page(
    el("tx01", "textbox", "", tag="input"), el("tx02", "textbox", "", tag="input"), el("tx03", "textbox", "", tag="input"),
    el("ra01", "radio", ""), el("ra02", "radio", ""), el("ra03", "radio", ""),
    el("li01", "combobox", "", tag="select", options=("5ft 9in", "5ft 10in", "5ft 11in", "6ft 1in")),
    el("bt06", "button", "Submit"),
)  # fmt: skip
TINY_TIME = page("Time:", el("tm01", "textbox", "", tag="input", input_type="time"), el("bt06", "button", "Submit"))
LOGIN = page(
    el("us01", "textbox", "Username", tag="input"), el("pw01", "textbox", "Password", "secret", tag="input"),
    el("bt01", "button", "Login"),
)  # fmt: skip
FOLDED = page(
    el("sc01", "button", "Section #1", "collapsed"), el("sc02", "button", "Section #2", "collapsed"),
    el("bt06", "button", "Submit"),
)  # fmt: skip
POSTS = page(
    "Ann @ann", "Hello there", el("lk01", "button", "Like", section="Ann @ann Hello there"),
    el("sh01", "button", "Share", section="Ann @ann Hello there"),
    "Bo @bo", "Good day", el("lk02", "button", "Like", section="Bo @bo Good day"),
    el("sh02", "button", "Share", section="Bo @bo Good day"),
    "Ann @ann", "Again", el("lk03", "button", "Like", section="Ann @ann Again"),
    el("bt06", "button", "Submit"),
)  # fmt: skip
LISTED = page(
    el("it01", "listitem", "Olwen"), el("it02", "listitem", "Ada"), el("it03", "listitem", "Colleen"),
    el("it04", "listitem", "Mo"),
)  # fmt: skip
BOOKS = page(
    el("ti01", "heading", "The Long Ridge", level=3), el("lk01", "link", "The Long Ridge", href="/ridge"),
    "Callum Reyes", "Hiking", "£22.00", el("ad01", "button", "Add to basket", section="The Long Ridge"),
    el("ti02", "heading", "Small Summits", level=3), el("lk02", "link", "Small Summits", href="/summits"),
    "Ann Berg", "Hiking", "£9.50", el("ad02", "button", "Add to basket", "covered", section="Small Summits"),
    el("ti03", "heading", "One Pot", level=3), el("lk03", "link", "One Pot", href="/pot"),
    "Tomas Hale", "Cookbooks", "£8.00", el("ad03", "button", "Add to basket", section="One Pot"),
    el("qu01", "heading", "Can I return a gift?", level=3), el("qu02", "button", "Can I return a gift?", "collapsed"),
    el("em01", "textbox", "Email address", tag="input", input_type="email"), el("su01", "button", "Subscribe"),
    el("dg01", "dialog", "A word about cookies"),
    el("ok01", "button", "Accept all", section="A word about cookies"),
    el("no01", "button", "Only what is needed", section="A word about cookies"),
    title="Books whose prices stand beside them",
)  # fmt: skip
EMPTY = page()
