"""Sixty everyday requests: what is asked about, and what is just done.

Each group is a page with what a person might want there, one action each, in order. `matters` says whether it reaches
beyond the page and so wants one yes; everything else must want none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Wish:
    """One request, the action it comes to, and whether it matters."""

    words: str
    action: Mapping[str, Any]
    matters: bool = False


@dataclass(frozen=True)
class Group:
    """A page and what is wanted on it."""

    name: str
    html: str
    wishes: tuple[Wish, ...]
    core: bool = False


def click(words: str, target: str, *, matters: bool = False) -> Wish:
    """Something pressed."""
    return Wish(words, {"type": "click", "selector": target}, matters)


def does(type: str, words: str, *, matters: bool = False, **parameters: Any) -> Wish:
    """Another action."""
    return Wish(words, {"type": type, **parameters}, matters)


SEND = "fetch('/effect/' + this.textContent.replace(/\\W+/g, '-'), {method: 'POST'})"


def buttons(*names: str, does: str = "this.nextElementSibling.hidden = false") -> str:
    """Buttons outside any form."""
    return "".join(f'<button type=button onclick="{does}">{name}</button><i hidden>ok</i>' for name in names)


SHOP = (
    "<h1>Tents</h1><form action=/search><input type=search name=q aria-label='Search tents'><button>Search</button></form>"
    "<select aria-label='Sort by'><option>Newest</option><option>Price</option></select>"
    "<label><input type=checkbox> In stock only</label><label><input type=radio name=size> Two persons</label>"
    + buttons("Show filters", "Add to basket", "Add to wish list", "Next picture", "Load more", "Compare", "Close")
    + "<a href='/tents/2'>Trail tent</a><a href='#reviews'>Reviews</a><h2 id=reviews>Reviews</h2>"
)
GROUPS = (
    Group(
        "looking around a shop",
        SHOP,
        (
            click("Show me the filters", 'button "Show filters"'),
            does("select", "Sort by price", selector='combobox "Sort by"', value="Price"),
            does("check", "Only what is in stock", selector='checkbox "In stock only"'),
            does("radio", "For two persons", selector='radio "Two persons"'),
            click("Put it into the basket", 'button "Add to basket"'),
            click("Remember it for later", 'button "Add to wish list"'),
            click("The next picture, please", 'button "Next picture"'),
            click("Load more of them", 'button "Load more"'),
            click("Compare the first two", 'button "Compare"'),
            click("Jump to the reviews", 'link "Reviews"'),
            does("fill", "Type what I look for", selector='searchbox "Search tents"', value="light tent"),
            does("press", "And search", key="Enter", selector='searchbox "Search tents"'),
        ),
        core=True,
    ),
    Group(
        "reading",
        "<h1>Handbook</h1><nav><a href='/handbook/1'>Chapter 1</a></nav><details><summary>More about it</summary><p>Text</p></details>"
        "<p id=p>Thirty days.</p><div style='height:3000px'></div><p id=end>The end</p>"
        + buttons("Expand all", "Print view"),
        (
            does("read_page", "What does this page say?"),
            does("find", "Where is it about the end?", query="end"),
            does("extract", "What does that paragraph say?", selector="#p"),
            does("scroll", "Scroll down a bit", direction="down"),
            does("scroll_to", "Go to the end", selector="#end"),
            does("hover", "Point at the first chapter", selector='link "Chapter 1"'),
            does("highlight", "Show me the paragraph", selector="#p"),
            click("Open the fold", 'text "More about it"'),
            click("Open everything", 'button "Expand all"'),
            does("wait", "Give it a moment", ms=50),
            click("Open chapter 1", 'link "Chapter 1"'),
            does("back", "Back again"),
        ),
        core=True,
    ),
    Group(
        "filling in a form",
        "<h1>Newsletter</h1><form method=post action=/effect/join><label>Name <input name=n></label><label>Email <input type=email name=e></label>"
        "<label>Country <select name=c><option>Norway</option><option>Italy</option></select></label><label>Born <input type=date name=d></label>"
        "<label><input type=checkbox name=t> Also by post</label><label>Note <textarea name=o></textarea></label>"
        "<button type=button>Check what I wrote</button><button>Join</button></form>",
        (
            does("fill", "My name is Ada", selector='textbox "Name"', value="Ada"),
            does("fill", "My address is ada@example.org", selector='textbox "Email"', value="ada@example.org"),
            does("select", "I live in Italy", selector='combobox "Country"', value="Italy"),
            does("fill", "Born on the last of May", selector="input[name=d]", value="1990-05-31"),
            does("check", "By post, too", selector='checkbox "Also by post"'),
            does("uncheck", "No, not by post", selector='checkbox "Also by post"'),
            does("fill", "Note: mornings only", selector='textbox "Note"', value="Mornings only"),
            does("type", "And not on Mondays", selector='textbox "Note"', value=", not on Mondays"),
            does("clear", "Leave the note out", selector='textbox "Note"'),
            does("fill_form", "Name and note anew", values={"Name": "Ada Fjeld", "Note": "Thanks"}),
            does("validate_form", "Is anything missing?"),
            click("Check it", 'button "Check what I wrote"'),
            click("Join", 'button "Join"', matters=True),
        ),
    ),
    Group(
        "an account",
        "<h1>Account</h1>"
        + buttons(
            "Delete photo",
            "Send message",
            "Sign out",
            "Publish",
            "Cancel order",
            "Confirm",
            "Share",
            "Remove card",
            does=SEND,
        )
        + buttons("Cancel", "Edit", "Show details", "Copy", "Refresh"),
        (
            click("Show the details", 'button "Show details"'),
            click("Edit it", 'button "Edit"'),
            click("Never mind", 'button "Cancel"'),
            click("Copy it", 'button "Copy"'),
            click("Refresh the list", 'button "Refresh"'),
            click("Delete the photo", 'button "Delete photo"', matters=True),
            click("Send the message", 'button "Send message"', matters=True),
            click("Publish it", 'button "Publish"', matters=True),
            click("Cancel my order", 'button "Cancel order"', matters=True),
            click("Confirm it", 'button "Confirm"', matters=True),
            click("Share it", 'button "Share"', matters=True),
            click("Remove the card", 'button "Remove card"', matters=True),
            click("Sign me out", 'button "Sign out"', matters=True),
        ),
    ),
    Group(
        "an app",
        "<h1>Board</h1><div role=tablist><button role=tab>Week</button><button role=tab>Month</button></div>"
        "<button aria-haspopup=menu onclick='m.hidden = false'>Menu</button><div role=menu id=m hidden><div role=menuitem tabindex=0>Zoom in</div></div>"
        "<div role=switch aria-checked=false tabindex=0 aria-label='Dark mode' style='width:40px;height:20px' onclick=\"this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')\"></div>"
        "<input type=range aria-label=Volume><dialog open><form method=dialog><button>Got it</button></form></dialog>"
        "<div role=textbox contenteditable aria-label='Message' style='min-height:20px'></div>"
        f'<button type=button onclick="{SEND}">Send</button>',
        (
            click("Close the hint", 'button "Got it"'),
            click("Show the month", 'tab "Month"'),
            click("Open the menu", 'button "Menu"'),
            click("Zoom in", 'menuitem "Zoom in"'),
            click("Dark, please", 'switch "Dark mode"'),
            does("press", "A little louder", key="ArrowRight", selector='slider "Volume"'),
            does("press", "Close what is open", key="Escape"),
            does("fill", "Write: see you at eight", selector='textbox "Message"', value="See you at eight"),
            does("long_press", "Hold the week tab", selector='tab "Week"', ms=80),
            does("double_click", "Double-click the month tab", selector='tab "Month"'),
            click("Send it", 'button "Send"', matters=True),
        ),
    ),
    Group(
        "going places",
        "<h1>Start</h1><a href='/help'>Help</a><a href='@OTHER/partner'>Partner shop</a><a href='/list.csv' download>Price list</a>",
        (
            does("navigate", "Go to the help page", path="/help"),
            does("back", "Back"),
            does("forward", "And forward"),
            does("reload", "Load it again"),
            does("back", "Back to the start"),
            does("link", "Follow the help link", selector='link "Help"'),
            does("back", "Back once more"),
            does("tab", "Open help in a new tab", mode="open", url="/help"),
            does("tab", "Close that tab", mode="close"),
            click("To the partner shop", 'link "Partner shop"', matters=True),
        ),
    ),
)


def table() -> str:
    """All of it as a Markdown table, for docs/SAFETY.md."""
    rows = ["| on a page for | a person says | asks |", "|---|---|---|"]
    for group in GROUPS:
        rows += [f"| {group.name} | {wish.words} | {'once' if wish.matters else '–'} |" for wish in group.wishes]
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
