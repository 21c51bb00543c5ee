"""Reading without touching: properties, text, complaints of fields, conditions."""

from __future__ import annotations

import re
from typing import Any

from pydantic import JsonValue
from rapidfuzz import fuzz

from cobrowse.browser.frames import ask_all, frame_meant, readable_frames, shown
from cobrowse.browser.ground import Ground
from cobrowse.browser.settle import loaded
from cobrowse.browser.world import Frame
from cobrowse.protocol.condition import AllOf, AnyOf, Condition
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure
from cobrowse.protocol.stage import FieldValidity
from cobrowse.protocol.target import CssTarget, IdTarget, RoleTarget, parse_target

MOST_CHARACTERS = 20_000
_PASSAGES = 4000
"""Characters of passages that are given for a query."""
_LEAST_LIKE = 80
_READING_MS = 8000


async def read(ground: Ground, node: Node, attribute: str | None) -> JsonValue:
    """A live property, else an attribute; the text when none is named. Raises `secret`."""
    place = ground.place(node)
    return await place.frame.call("read", place.key, attribute)


async def read_page(ground: Ground, query: str | None) -> str:
    """The text a person can see, at most 20,000 characters; with a query the passages about it."""
    tab = ground.tab
    await loaded(tab)
    frames = await readable_frames(tab)
    texts = [text for frame, text in await _texts(frames, tab.main) if text.strip()]
    whole = "\n\n".join(texts)
    if query and query.strip():
        return passages(whole, query)
    if len(whole) <= MOST_CHARACTERS:
        return whole
    return f"{whole[:MOST_CHARACTERS]}\n… (the page goes on: {len(whole) - MOST_CHARACTERS} more characters)"


async def _texts(frames: list[Frame], main: Frame) -> list[tuple[Frame, str]]:
    found = await ask_all(frames, "readable", main=main)
    return [(frame, text) for frame, text in found if frame is main or (text and await shown(frame))]


def passages(text: str, query: str) -> str:
    """The blocks of a text that are about a query, in their order, each under its heading."""
    words = [word for word in re.findall(r"\w+", query.casefold()) if len(word) > 2 or word.isdigit()] or [
        query.casefold()
    ]
    blocks = _blocks(text)
    scored = [(_score(block, words), index) for index, (_, block) in enumerate(blocks) for block in [block]]
    best = sorted((s for s in scored if s[0] > 0), key=lambda s: -s[0])
    chosen: list[int] = []
    size = 0
    for score, index in best:
        if size > _PASSAGES or score < best[0][0] * 0.5:
            break
        chosen.append(index)
        size += len(blocks[index][1])
    lines: list[str] = []
    last = None
    for index in sorted(chosen):
        heading, block = blocks[index]
        if heading and heading != last and heading != block:
            lines.append(heading)
        last = heading
        lines.append(block)
    return "\n".join(lines)[:MOST_CHARACTERS]


def _blocks(text: str) -> list[tuple[str, str]]:
    """Lines with the heading above them; short neighbours are joined so that a passage can be understood."""
    blocks: list[tuple[str, str]] = []
    heading = ""
    for line in text.splitlines():
        if not line.strip():
            continue
        if re.match(r"#{1,6} ", line):
            heading = line
        blocks.append((heading, line))
    return blocks


def _score(block: str, words: list[str]) -> float:
    low = block.casefold()
    tokens = re.findall(r"\w+", low)
    score = 0.0
    for word in words:
        if word in tokens:
            score += 1.0
        elif word in low:
            score += 0.7
        elif any(abs(len(word) - len(token)) <= 2 and fuzz.ratio(word, token) >= _LEAST_LIKE for token in tokens[:400]):
            score += 0.6
    return score / len(words) + (0.1 if block.startswith("#") and score else 0)


async def validity(ground: Ground, node: Node | None) -> list[FieldValidity]:
    """What the fields of a form, or of the whole page, complain of."""
    if node is not None:
        place = ground.place(node)
        rows = await place.frame.call("validity", place.key)
    else:
        tab = ground.tab
        frames = await readable_frames(tab)
        rows = [row for _, found in await ask_all(frames, "validity", 0, main=tab.main) for row in found]
    return [FieldValidity(name=row["name"], valid=row["valid"], message=row["message"]) for row in rows]


async def holds(ground: Ground, condition: Condition) -> bool:
    """Whether a condition holds at this moment. Raises `ambiguous` for a host's CSS that fits several elements."""
    if isinstance(condition, AnyOf):
        for part in condition.conditions:
            if await holds(ground, part):
                return True
        return False
    if isinstance(condition, AllOf):
        for part in condition.conditions:
            if not await holds(ground, part):
                return False
        return True
    answer = await _probe(ground, condition)
    if condition.kind == "absent":
        return answer["seen"] == 0
    if condition.kind == "count":
        return answer["total"] == condition.value
    if condition.kind == "visible":
        return answer["seen"] > 0
    if answer["total"] == 0:
        return False
    if ground.trusted_css and answer["total"] > 1 and answer["css"]:
        raise Failure("ambiguous", f"{answer['total']} elements match {condition.selector}.")
    return _compare(condition, answer["value"])


def _compare(condition: Any, value: JsonValue) -> bool:
    match condition.kind:
        case "text":
            return value == _folded(condition.value)
        case "includes":
            return isinstance(value, str) and _folded(condition.value) in value
        case "focused":
            return value is True
        case "value" if isinstance(value, list):
            wanted = [condition.value] if isinstance(condition.value, str) else list(condition.value)
            return len(wanted) == len(value) and all(
                any(asked in pair for pair in value if isinstance(pair, list)) for asked in wanted
            )
        case "property":
            return (type(value) is type(condition.value) and value == condition.value) or _numbers(
                value, condition.value
            )
        case _:
            return value == condition.value


def _numbers(one: JsonValue, other: JsonValue) -> bool:
    plain = (int, float)
    return type(one) in plain and type(other) in plain and one == other


def _folded(text: str) -> str:
    return " ".join(text.split())


async def _probe(ground: Ground, condition: Any) -> dict[str, Any]:
    """Ask all frames that the condition's target may be in; the first with something to see answers."""
    parsed = parse_target(condition.selector, trusted_css=ground.trusted_css)
    tab = ground.tab
    if condition.frame is not None:
        frames = [await frame_meant(ground, condition.frame)]
    elif isinstance(parsed, CssTarget):
        frames = [tab.main]
    else:
        frames = await readable_frames(tab)
    target: dict[str, Any]
    if isinstance(parsed, IdTarget):
        try:
            frame, key = await ground.find_id(parsed.id)
        except Failure:
            return {"total": 0, "seen": 0, "value": None, "css": False}
        frames, target = [frame], {"key": key}
    elif isinstance(parsed, RoleTarget):
        target = {"role": parsed.role, "name": parsed.name}
    else:
        target = {"css": parsed.css}
    answers = await ask_all(frames, "probe", target, condition.kind, getattr(condition, "name", None))
    counted = [(frame, answer) for frame, answer in answers if answer["total"]]
    first = next((answer for _, answer in counted if answer["seen"]), counted[0][1] if counted else None)
    return {
        "total": sum(answer["total"] for _, answer in counted),
        "seen": sum(answer["seen"] for _, answer in counted),
        "value": first["value"] if first else None,
        "css": isinstance(parsed, CssTarget),
    }
