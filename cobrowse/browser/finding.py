"""Where on the page something is, and what has the focus."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from cobrowse.browser.frames import ask_all, readable_frames, with_focus
from cobrowse.browser.ground import Ground, Place
from cobrowse.browser.nodes import node_of
from cobrowse.browser.observe import identities_of, observe
from cobrowse.browser.settle import loaded
from cobrowse.protocol.node import Node
from cobrowse.protocol.observation import Element
from cobrowse.protocol.result import Failure

_LEAST = 0.55
_LIKE = 82


async def find(ground: Ground, query: str, most: int) -> list[Element]:
    """Elements, headings and pieces of text that match the words, best first; elements go before text."""
    await loaded(ground.tab)
    seen = await observe(ground.tab)
    words = re.findall(r"\w+", query.casefold())
    scored = [(score(element, query.casefold(), words), index, element) for index, element in enumerate(seen.elements)]
    good = sorted((item for item in scored if item[0] >= _LEAST), key=lambda item: (-item[0], item[1]))
    found = [element for _, _, element in good[:most]]
    if len(found) < most and words:
        found += await _texts(ground, words, found, most - len(found))
    return found


async def _texts(ground: Ground, words: list[str], found: list[Element], most: int) -> list[Element]:
    """Pieces of text that hold all the words and are not told of by an element already."""
    known = {element.id for element in found}
    told = [element.name.casefold() for element in found]
    texts: list[Element] = []
    for frame, rows in await ask_all(await readable_frames(ground.tab), "textsAbout", words, main=ground.tab.main):
        ids = identities_of(ground.tab).ids_of(frame.context, [key for key, _, _ in rows])
        for key, text, section in rows:
            if ids[key] not in known and not any(text.casefold() in name for name in told):
                texts.append(Element(id=ids[key], role="text", name=text, section=section, frame=frame.key))
    return texts[:most]


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
    for frame, state in await with_focus(tab):
        if state["nothing"] or state["frame"]:
            continue
        try:
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
