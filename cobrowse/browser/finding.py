"""Where on the page something is, and what has the focus."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.nodes import node_of
from cobrowse.browser.observe import observe
from cobrowse.browser.settle import loaded
from cobrowse.protocol.node import Node
from cobrowse.protocol.observation import Element
from cobrowse.protocol.result import Failure

_LEAST = 0.55
_LIKE = 82


async def find(ground: Ground, query: str, most: int) -> list[Element]:
    """Elements and headings that match the words, best first."""
    await loaded(ground.tab)
    seen = await observe(ground.tab)
    words = re.findall(r"\w+", query.casefold())
    scored = [(score(element, query.casefold(), words), index, element) for index, element in enumerate(seen.elements)]
    good = sorted((item for item in scored if item[0] >= _LEAST), key=lambda item: (-item[0], item[1]))
    return [element for _, _, element in good[:most]]


def score(element: Element, query: str, words: list[str]) -> float:
    """How well an element fits the words, 0 to about 2: its name counts most, then what else is said of it."""
    name = element.name.casefold()
    if not words:
        return 0.0
    if name == query:
        return 2.0
    own = re.findall(r"\w+", name)
    rest = " ".join(filter(None, (element.description, element.placeholder, element.section, element.role))).casefold()
    rest += (
        " " + " ".join(value for _, value in element.attributes).casefold() + " " + " ".join(element.options).casefold()
    )
    total = sum(1.0 if word in own else 0.85 if _like(word, own) else 0.5 if word in rest else 0.0 for word in words)
    fit = total / len(words)
    # Of two that hold all the words the shorter one is meant.
    return fit + (0.3 * len(words) / max(len(own), len(words)) if fit > _LEAST else 0.0)


def _like(word: str, own: list[str]) -> bool:
    return any(
        (len(word) > 3 and (token.startswith(word) or (word.startswith(token) and len(token) > 3)))
        or (len(word) > 3 and fuzz.ratio(word, token) >= _LIKE)
        for token in own
    )


async def focused(ground: Ground) -> Node | None:
    """The node that has the focus, in whatever frame; None when nothing has."""
    tab = ground.tab
    for frame in await tab.frames():
        if not frame.ready.is_set():
            continue
        try:
            state = await frame.call("focusNow", timeout_ms=1500)
            if state["nothing"] or state["frame"] or not state["document"]:
                continue
            answer = await frame.call("seekKey", state["key"])
        except Failure:
            continue
        if answer is None:
            continue
        row = answer["rows"][0]
        node = node_of(ground, "", frame, row, await frame.offset() if frame.parent else (0.0, 0.0))
        ground.keep(node, Place(tab, frame, row["key"], row["mark"]))
        return node
    return None
