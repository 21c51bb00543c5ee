"""One text being entered into one field, until the field is proven to hold it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

from cobrowse.browser.ground import Ground
from cobrowse.browser.input import insert, strike, type_text
from cobrowse.browser.keyboard import focus, secret
from cobrowse.browser.nodes import rebind
from cobrowse.browser.pointer import click
from cobrowse.browser.tab import Tab
from cobrowse.browser.world import Frame
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

TYPED = 200
"""So many characters are typed with real keys; the rest is inserted at once."""
_PAIRS = frozenset("()[]{}<>\"'`")


@dataclass(frozen=True, slots=True)
class Field:
    """The field that a node stands for (`fieldOf` in act.js)."""

    frame: Frame
    key: int
    kind: str
    type: str
    secret: bool
    readonly: bool
    multiline: bool
    value: str | None


@dataclass(slots=True)
class Entry:
    """One text being entered into one field."""

    ground: Ground
    tab: Tab
    node: Node
    field: Field

    async def begin(self) -> None:
        """Give the field the focus; click it where a page gives the focus only then."""
        try:
            own = self.ground.place(self.node).key == self.field.key
            await focus(self.ground, self.node, writes=True, key=None if own else self.field.key, uncovered=True)
        except Failure as failure:
            if failure.reason != "not_interactive" or "focus" not in failure.message:
                raise
            await click(self.ground, self.node, key=self.field.key)

    async def type(self, text: str, what: Literal["all", "end"]) -> dict[str, Any]:
        """Type over everything, or at the end; returns what is then held (`heldNow` in act.js)."""
        await self._prepare(what)
        if text and not (self._has_lines(text) and await self.field.frame.call("pasteText", text)):
            await self._keys(text)
        elif not text and what == "all" and self.field.value != "":
            await self._strike("Delete")
        return await self._finish()

    async def paste(self, text: str) -> dict[str, Any]:
        """Put the whole text in at once, as a paste does: no key that a page could make something else of."""
        await self._prepare("all")
        if text:
            await insert(self.ground, text)
        else:
            await self._strike("Delete")
        return await self._finish()

    async def _prepare(self, what: str) -> None:
        state = await self.field.frame.call("prepare", self.field.key, what)
        if state["secret"]:
            raise secret(self.node)
        if not state["held"]:
            raise Failure(
                "not_interactive", f"{self.node.described} lost the keyboard focus before anything was typed."
            )
        if what == "end" and self.field.type in ("number", "email"):
            await self._strike("End")

    async def _keys(self, text: str) -> None:
        typed, rest = text[:TYPED], text[TYPED:]
        for number, line in enumerate(typed.split("\n")):
            if number:
                await self._new_line()
            if line:
                await type_text(self.ground, self.field.frame, line, self.field.key)
        if rest:
            await insert(self.ground, rest)

    def _has_lines(self, text: str) -> bool:
        """Whether keys will not do: an editor may send or run what it holds at Enter, with or without Shift."""
        return self.field.kind == "editor" and "\n" in text

    async def _new_line(self) -> None:
        """Never by a key, by which many pages send."""
        if self.field.kind == "editor":
            await self.field.frame.call("breakLine")
        else:
            await insert(self.ground, "\n")

    async def _strike(self, chord: str) -> None:
        await strike(self.ground, self.field.frame, chord, into=self.field.key)

    async def _finish(self) -> dict[str, Any]:
        result = await self.field.frame.call("finish", self.field.key, True)
        if result["secret"]:
            raise secret(self.node)
        return result

    async def proven(self, asked: str, held: dict[str, Any]) -> str:
        """What the field holds, once it is what was asked for; else other ways are tried. Raises `not_kept`."""
        if held["gone"]:
            held = await self._again()
        if held["value"] != asked and await self.field.frame.call("hasTail", self.field.key, asked):
            await self._strike("Delete")
            held = await self._finish()
        if self._suits(asked, held):
            return held["value"] or held["around"]
        if self.field.type == "number":
            value = await self.field.frame.call("setValue", self.field.key, asked)
            if same_value("number", asked, value):
                return value
            raise not_kept(self.node, value)
        pasted = await self.paste(asked)
        if kept(asked, pasted):
            return pasted["value"] or pasted["around"]
        if self.field.kind == "editor":
            pasted = await self._replaced(asked)
            if kept(asked, pasted):
                return pasted["value"]
        raise not_kept(self.node, pasted["value"])

    async def _again(self) -> dict[str, Any]:
        """The field was drawn anew while it was filled: read the one that stands there now."""
        place = await rebind(self.ground, self.node, used=True)
        field = await place.frame.call("fieldOf", place.key)
        self.field = Field(frame=place.frame, **field)
        return await place.frame.call("heldNow", self.field.key)

    async def _replaced(self, text: str) -> dict[str, Any]:
        """For editors that keep a selection of their own: select and delete by keys, then insert."""
        await self._strike("ControlOrMeta+a")
        await self._strike("Backspace")
        await insert(self.ground, text)
        return await self._finish()

    def _suits(self, asked: str, held: dict[str, Any]) -> bool:
        if held["value"] == asked:
            return True
        if self.field.type == "number":
            return same_value("number", asked, held["value"])
        # A page that closes brackets or indents by itself leaves more than was asked for.
        return kept(asked, held) and not (_PAIRS & set(asked)) and not re.search(r"\n[ \t]", asked)


def kept(asked: str, held: dict[str, Any]) -> bool:
    """Whether nothing but punctuation, case and white space differs."""
    wanted, got = _bare(asked), _bare(held["value"])
    if held["around"] and not held["value"]:
        return wanted in _bare(held["around"])
    if not wanted and asked.strip():
        return bool(held["value"].strip())
    return wanted == got


def _bare(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def not_kept(node: Node, value: str) -> Failure:
    """What to say when the page changed or dropped what was entered."""
    now = f"it holds “{value[:60]}”" if value else "it is empty"
    return Failure("not_kept", f"{node.described} did not keep what was entered: {now}.", value=value)


def same_value(kind: str, asked: str, held: str) -> bool:
    """Whether a field of this type holds the same, however it writes it."""
    if kind in ("range", "number"):
        try:
            return float(asked) == float(held)
        except ValueError:
            return asked == held
    if kind in ("time", "datetime-local"):
        return held.startswith(asked) or (asked.startswith(held) and bool(held))
    return asked.lower() == held.lower()
