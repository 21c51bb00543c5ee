"""How an action names an element: an id, `role "name"`, or CSS within limits.

The grammar is decided here, before any page is asked, so that a selector which could freeze a renderer or reach into a
browser engine's own language never leaves this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import cssselect
from cssselect.parser import Attrib, Class, CombinedSelector, Element, Function, Hash

from cobrowse.protocol.result import Failure

# An id always holds a digit, so that it is never taken for a tag such as `main` or `form`.
_ID = re.compile(r"^[↑↓\s]*\[?([a-z](?=[a-z0-9]*[0-9])[a-z0-9]{3})\]?$")
_ROLE_NAME = re.compile(r'^([a-z][a-z-]*)\s+(["“‘\'])(.*)(["”’\'])$', re.DOTALL)
_ENGINE = re.compile(
    r"^\s*(?:xpath|css|text|id|role|internal|aria-ref|data-testid|_react|_vue)\s*[=:]|^\s*//|^\s*\.\./|>>"
)
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_STEP = re.compile(r"\s*[>,]\s*|\s+")
_MOST_STEPS = 30
"""Combinators in one target: more could keep a page's style engine busy."""
_HINT = 'Use an id from the page, role "name" such as button "Save", or plain CSS (tag, #id, .class, [attribute], > and space).'


@dataclass(frozen=True, slots=True)
class IdTarget:
    """An id from an observation."""

    id: str


@dataclass(frozen=True, slots=True)
class RoleTarget:
    """A role and a whole accessible name."""

    role: str
    name: str


@dataclass(frozen=True, slots=True)
class CssTarget:
    """CSS; the first visible match is meant."""

    css: str


ParsedTarget = IdTarget | RoleTarget | CssTarget


def parse_target(target: str, *, trusted_css: bool = False) -> ParsedTarget:
    """Parse `target`, raising `Failure("invalid")` for what is outside the grammar.

    `trusted_css` admits any CSS the browser understands: a host's own contract may use it, a model may not.
    """
    text = target.strip()
    if not text:
        raise Failure("invalid", f"The target is empty. {_HINT}")
    if match := _ROLE_NAME.match(text):
        return RoleTarget(match[1], unescape(match[3]))
    if match := _ID.match(text):
        return IdTarget(match[1])
    if trusted_css:
        return CssTarget(text)
    if _ENGINE.search(text):
        raise Failure("invalid", f"{shorten(text)} is not a target here. {_HINT}")
    check_css(text)
    return CssTarget(text)


def check_css(text: str) -> None:
    """Raise `Failure("invalid")` unless `text` is CSS made of tag, id, class, attribute, :nth-child, space and `>`."""
    try:
        selectors = cssselect.parse(text)
    except (cssselect.SelectorError, ValueError, RecursionError) as error:
        raise Failure("invalid", f"{shorten(text)} is not CSS that can be used ({error}). {_HINT}") from error
    if len(_STEP.findall(_QUOTED.sub("", text).strip())) > _MOST_STEPS:
        raise Failure("invalid", f"{shorten(text)} goes through too many elements. {_HINT}")
    for selector in selectors:
        if selector.pseudo_element is not None:
            raise Failure("invalid", f"{shorten(text)} names a pseudo-element. {_HINT}")
        _check_tree(selector.parsed_tree, text)


def _check_tree(tree: object, text: str) -> None:
    while True:
        match tree:
            case Element():
                # cssselect gives every compound a base element; only one written as `*` is refused.
                if tree.namespace is not None:
                    raise Failure("invalid", f"{shorten(text)} uses a namespace. {_HINT}")
                if tree.element is None and re.search(r"\*(?!=)", _QUOTED.sub("", text)):
                    raise Failure("invalid", f"{shorten(text)} uses *, which matches everything. {_HINT}")
                return
            case Hash() | Class() | Attrib():
                tree = tree.selector
            case Function() if tree.name == "nth-child":
                tree = tree.selector
            case CombinedSelector() if tree.combinator in (" ", ">"):
                _check_tree(tree.subselector, text)
                tree = tree.selector
            case _:
                raise Failure("invalid", f"{shorten(text)} uses CSS that is not allowed here. {_HINT}")


def unescape(name: str) -> str:
    r"""`\"` and `\\` inside a quoted name."""
    return re.sub(r"\\(.)", r"\1", name)


def shorten(text: str, most: int = 80) -> str:
    """`text` on one line, cut in the middle when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most // 2]}…{line[-most // 3 :]}"
