"""From words to clauses: the verb decides which small grammar reads the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cobrowse.guide import parse_form, parse_move, parse_talk
from cobrowse.guide.clauses import Choose, Clause, Do, Fill, Point, Press, Search, Show, Unfold
from cobrowse.guide.keys import read_key
from cobrowse.guide.split import CONTEXT_WORDS, begins_clause, clauses, clean
from cobrowse.guide.tokens import Tokens, join, starts, trim_marks
from cobrowse.guide.words import phrases

Reader = Callable[[str, Tokens], Clause | None]
"""Reads what follows the verb: (how the person put it, the rest) → a clause, or None when it makes no sense."""


def parse(request: str) -> list[Clause]:
    """All clauses of a request, in order."""
    parts: list[Clause] = []
    for tokens in clauses(request):
        head, tail = parse_move.run_on(tokens) if starts(tokens, ("scroll",)) else (tokens, ())
        parts += [read_clause(half) for half in (head, tail) if half]
    return _merge(parts)


def read_clause(tokens: Tokens) -> Clause:
    """One clause."""
    text = join(tokens)
    if talk := parse_talk.read_talk(text, tokens):
        return talk
    tokens = trim_marks(tokens)
    context, tokens = _context(tokens)
    for words, reader in VERBS:
        if not starts(tokens, words):
            continue
        clause = reader(text, trim_marks(tokens[len(words) :]))
        if clause is not None:
            return _in_context(clause, context)
    return Do(text=text, words=tokens, context=context)


def _context(tokens: Tokens) -> tuple[Tokens, Tokens]:
    """`For the user ANNA, click …` → (the user ANNA, click …)."""
    if tokens and tokens[0].low in CONTEXT_WORDS:
        for place, token in enumerate(tokens):
            if token.mark and token.text in ",:" and begins_clause(tokens[place + 1 :]):
                return tokens[1:place], clean(tokens[place + 1 :])
            if place > 1 and token.low in ("type", "enter", "write", "put", "choose", "select", "click", "press"):
                return tokens[1:place], tokens[place:]
    return (), tokens


def _in_context(clause: Clause, context: Tokens) -> Clause:
    if context and isinstance(clause, Point):
        return replace(clause, context=context)
    if context and isinstance(clause, Fill):
        placed = tuple(tuple((value, name or context) for value, name in pairs) for pairs in clause.readings)
        return replace(clause, readings=(*placed, *clause.readings))
    if context and isinstance(clause, Choose):
        placed = tuple((value, name or context) for value, name in clause.readings)
        return replace(clause, readings=(*placed, *clause.readings))
    return clause


def _merge(parts: list[Clause]) -> list[Clause]:
    """`Find and click X` is one clause, and may be told where to look by the clause before it."""
    merged: list[Clause] = []
    seek = ""
    for part in parts:
        if isinstance(part, Press) and part.key == "Enter" and merged and isinstance(merged[-1], Search):
            continue
        if isinstance(part, Show) and not part.target:
            seek = seek or "any"
        elif isinstance(part, Point) and seek:
            if merged and _seeks(merged):
                seek = _seeks(merged)
                merged.pop()
            merged.append(
                Point(text=part.text, action=part.action, target=part.target, context=part.context, seek=seek)
            )
            seek = ""
        else:
            merged.append(part)
            seek = ""
    return merged


def _seeks(merged: list[Clause]) -> str:
    """Where `expand the sections to …`, `switch between the tabs to …`, `go through the tree` says to look."""
    last = merged[-1] if merged else None
    words = {token.low for token in last.target} if isinstance(last, Unfold) else set[str]()
    if isinstance(last, Unfold) and last.on and words & {"sections", "tabs", "folders", "tree", "menus", "between"}:
        if "tabs" in words:
            return "tab"
        return "tree" if words & {"tree", "folders"} else "section"
    return ""


def _point(action: str) -> Reader:
    def read(text: str, rest: Tokens) -> Clause | None:
        while rest and rest[0].low in ("on", "over", "into", "in", "onto", "at", "to") and len(rest) > 1:
            rest = rest[1:]
        return Point(text=text, action=action, target=rest) if rest else None  # type: ignore[arg-type]

    return read


def _press(text: str, rest: Tokens) -> Clause | None:
    """`press` means a key when a key is named, else a click."""
    for place in range(len(rest), 0, -1):
        if place < len(rest) and rest[place].low not in ("in", "inside", "on", "into", "while", "at"):
            continue
        if key := read_key(rest[:place]):
            return Press(
                text=text, key=key[0], modifiers=key[1], said_key=key[2], name=rest[:place], target=rest[place + 1 :]
            )
    return _point("click")(text, rest)


def _unfold(on: bool) -> Reader:
    def read(text: str, rest: Tokens) -> Clause | None:
        return Unfold(text=text, target=rest, on=on) if rest else None

    return read


def _verbs(table: dict[str, Reader]) -> tuple[tuple[tuple[str, ...], Reader], ...]:
    """Every phrase with its reader, the longest first."""
    pairs = [(words, reader) for spoken, reader in table.items() for words in phrases(spoken)]
    return tuple(sorted(pairs, key=lambda pair: len(pair[0]), reverse=True))


VERBS = _verbs(
    {
        "click on|click in|click into|click|tap on|tap|push on|push|activate|follow|trigger": _point("click"),
        "press on|press|hit": _press,
        "double click on|double click|double-click on|double-click|doubleclick|dblclick|click twice on": _point(
            "double_click"
        ),
        "long press on|long press|press and hold|hold down": _point("long_press"),
        "hover over|hover on|hover|mouse over|rest on|move the pointer over": _point("hover"),
        "move the mouse over|move the mouse to": _point("hover"),
        "focus into|focus on|focus in|focus|put the cursor in|put the cursor into|place the cursor in": _point("focus"),
        "clear out|clear|empty|erase": _point("clear"),
        "expand|unfold|open up|switch between|switch through|navigate through|go through|look through|browse through": (
            _unfold(True)
        ),
        "collapse|fold up|fold": _unfold(False),
        **parse_form.READERS,
        **parse_move.READERS,
        **parse_talk.READERS,
    }
)
