"""The grammar of getting about: addresses, history, scrolling, dragging, waiting."""

from __future__ import annotations

from typing import Literal

from cobrowse.guide.clauses import Clause, Drag, Go, History, Point, Scroll, Wait
from cobrowse.guide.tokens import Token, Tokens, starts, trim_marks
from cobrowse.guide.words import number, wordset

FAR = 100_000
"""An amount, in CSS pixels, that reaches the end of any page."""
_SOME = {"little": 200, "bit": 200, "lot": 2000}
_UNITS = {"ms": 1, "millisecond": 1, "s": 1000, "sec": 1000, "second": 1000, "min": 60_000, "minute": 60_000}
_RUN_ON = wordset("hit click press tap")


def _go(text: str, rest: Tokens) -> Clause | None:
    if not rest:
        return None
    first = rest[0].low
    if first in ("back", "forward", "forwards") and len(rest) <= 3:
        return History(text=text, step="back" if first == "back" else "forward")
    while len(rest) > 1 and rest[0].low in ("to", "on", "over", "onto", "into"):
        rest = rest[1:]
    end = _edge(rest)
    if end and all(
        token.low in ("the", "very", "top", "bottom", "end", "start", "of", "page", "this") for token in rest
    ):
        return Scroll(text=text, direction=end, amount=FAR)
    return Go(text=text, target=rest)


def _history(step: Literal["back", "forward", "reload"]):
    def read(text: str, rest: Tokens) -> Clause | None:
        allowed = ("the", "this", "page", "to", "previous", "one", "again", "last", "tab", "a", "step")
        return History(text=text, step=step) if all(token.low in allowed for token in rest) else None

    return read


def _edge(rest: Tokens) -> Literal["up", "down"] | None:
    """The direction of an end that is named."""
    for token in rest:
        if token.low in ("bottom", "end"):
            return "down"
        if token.low in ("top", "beginning", "start"):
            return "up"
    return None


def _scroll(text: str, rest: Tokens) -> Clause | None:
    """`down (a bit)`, `to the bottom`, `THING to the top`, `to THING`, `until you see THING`."""
    rest = tuple(rest)
    if edge := _edge(rest):
        return Scroll(text=text, direction=edge, amount=FAR, target=_container(rest))
    direction: Literal["up", "down", "left", "right"] = "down"
    words: list[Token] = list(rest)
    for token in rest:
        if token.low in ("up", "down", "left", "right", "upwards", "downwards"):
            direction = token.low.removesuffix("wards")  # type: ignore[assignment]
            words.remove(token)
            break
    for opening in (
        ("until", "you", "see"),
        ("until", "i", "see"),
        ("until",),
        ("to",),
        ("over", "to"),
        ("into", "view"),
    ):
        if starts(words, opening) and len(words) > len(opening):
            return Point(text=text, action="scroll_to", target=tuple(words[len(opening) :]))
    amount = next((_SOME[token.low] for token in words if token.low in _SOME), None)
    digits = next((number(token.text) for token in words if token.text[:1].isdigit()), None)
    target = tuple(
        token for token in words if token.low not in ("a", "by", "page", "the", "one", "on", "this", "in", *_SOME)
    )
    if digits:
        return Scroll(text=text, direction=direction, amount=max(1, int(digits)))
    return Scroll(text=text, direction=direction, amount=amount, target=target)


def _container(rest: Tokens) -> Tokens:
    """What is to be scrolled to its end: the words before `to the bottom`, or after its `of`."""
    at = next(at for at, token in enumerate(rest) if token.low in ("bottom", "end", "top", "beginning", "start"))
    before = tuple(rest[:at])
    while before and before[-1].low in ("the", "to", "very", "all", "way", "down", "up", "right"):
        before = before[:-1]
    after = rest[at + 2 :] if at + 1 < len(rest) and rest[at + 1].low in ("of", "in") else ()
    ignore = ("the", "page", "this", "text", "website", "site", "screen")
    chosen = tuple(before) or tuple(after)
    return chosen if any(token.low not in ignore for token in chosen) else ()


def run_on(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """`scroll … to the bottom of the text hit submit` → both halves; the second may be empty."""
    seen = False
    for at, token in enumerate(tokens):
        seen = seen or token.low in ("bottom", "top", "end")
        if seen and token.low in _RUN_ON and at + 1 < len(tokens):
            return tokens[:at], tokens[at:]
    return tokens, ()


def _drag(text: str, rest: Tokens) -> Clause | None:
    """`X to Y`, `X up by two places`, `X to the top`."""
    places = [
        at for at, token in enumerate(rest) if token.low in ("to", "onto", "into", "over", "on", "inside") and at > 0
    ]
    halves = [(rest[:at], trim_marks(rest[at + 1 :])) for at in places]
    for source, target in halves:
        words = [token.low for token in target if token.low not in ("the", "very", "of", "list", "end")]
        if words in (["top"], ["bottom"]):
            return Drag(text=text, source=source, end=words[0])  # type: ignore[arg-type]
    if halves := [half for half in halves if half[1]]:
        return Drag(text=text, source=halves[0][0], to=halves[0][1], others=tuple(halves[1:]))
    way = next((at for at, token in enumerate(rest) if token.low in ("up", "down") and at > 0), -1)
    if way > 0:
        count = next((int(n) for token in rest[way + 1 :] if (n := number(token.low)) and token.low != "a"), 1)
        return Drag(text=text, source=rest[:way], shift=-count if rest[way].low == "up" else count)
    return Drag(text=text, source=rest) if rest else None


def _move(text: str, rest: Tokens) -> Clause | None:
    clause = _drag(text, rest)
    return clause if isinstance(clause, Drag) and (clause.to or clause.end or clause.shift) else None


def _wait(text: str, rest: Tokens) -> Clause | None:
    """`3 seconds`, `half a second`, `a moment`; a second when nothing is said."""
    amount, unit = 1.0, 1000
    for token in rest:
        word = token.low.rstrip(".")
        digits = "".join(char for char in word if char.isdigit() or char == ".")
        name = word.removeprefix(digits).removesuffix("s") or word
        if name in _UNITS and (digits or token.text.isalpha()):
            unit = _UNITS[name]
        if (value := number(digits or word)) is not None and (digits or word not in ("a", "an") or amount == 1.0):
            amount = value
    return Wait(text=text, ms=max(1, min(30_000, int(amount * unit))))


READERS = {
    "go|open|open the page|navigate|visit|take me|bring me|browse|get me|head|switch to|load": _go,
    "go back|back|navigate back|return": _history("back"),
    "go forward|forward|forwards|navigate forward": _history("forward"),
    "reload|refresh": _history("reload"),
    "scroll": _scroll,
    "drag and drop|drag": _drag,
    "move": _move,
    "wait for|wait|pause for|sleep for|sleep": _wait,
}
