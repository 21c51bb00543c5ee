"""Finding JSON in what a model says, and the prose around it.

Two promises. Nothing is taken from an object or list that is incomplete or broken: when one does not parse, everything
from its opening bracket on is given up, inner objects included. And no piece of JSON stays in the prose, for that is
shown to the person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from cobrowse.protocol.strict_json import NotStrict, decode

_NEXT = re.compile(r"[{}\[\]]|<(/?)(?:think|thinking|thought|reasoning|scratchpad)>", re.IGNORECASE)
_CURLY_WORDS = re.compile(r"\{[^\"'{}\[\]:&\x00]{1,200}\}")
"""`{name}` in a sentence."""
_SQUARE_WORDS = re.compile(
    r"\[[^\[\]{}\"&\x00]{0,500}\]"  # [1], [ ], [What's new](…)
    r"|\[(?!\s*(?:[\"\d-]|true\b|false\b|null\b))[^\[\]{}\x00]{0,500}\](?=\()"  # [See "Returns"](…)
)
_QUOTE = r"(?:\\?[\"']|&quot;|&#34;)"
_KEYS = (
    "type|actions?|selector|value|values|final_?[vV]alue|arguments|args|parameters|params|input|name|function|"
    "functionCall|function_call|tool|tool_calls|toolCalls|tool_use|agent_turn|narrate|about|task_finish|is_final|kind|"
    "condition|response|reason|url|path|text|question|options|key|ms|direction|from|to|think|thought|content|parts"
)
_FRAGMENT = re.compile(
    rf"{_QUOTE}(?:{_KEYS}){_QUOTE}\s*:"  # a key of ours
    r"|(?<!\w)[a-z_]\w{0,40}\\?\"\s*:\s*(?:\\?[\"{\[\d-]|true\b|false\b|null\b)"  # any key with a value
    r"|\":[\"{\[]|^\s*\\?\"\s*[:,]"
)
"""A key outside any object: the rest of one whose beginning is lost."""
_RESIDUE = re.compile(r"\\?\"\s*[:,]|\\?\"\s*[}\]]")
"""What makes words JSON where it is known already that there are pieces of it."""
_WITHIN = re.compile(r"\"\s*[:,]\s*$")
"""What stands before a value inside something, so its opening bracket is lost."""
_LEFT_OVER = re.compile(r"(?:[\"'}\]\d]|true|false|null)\s*$")
"""What stands before the closing bracket of an object whose beginning is lost."""
_XML_CALL = re.compile(r"<(?:\w+:)?(?:invoke|function|parameter)\b[^<>]*=[^<>]*>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:\w+:)?(?:tools?|tool_calls?|function_calls?|tool_code|tool_use|json|actions?|agent_turn|answer|"
    r"final_answer|response|output)>|<[|｜][^<>|｜]{1,40}[|｜]>|\[/?TOOL_CALLS\]",
    re.IGNORECASE,
)
"""Marks that models put around their calls."""
_OPENING_FENCE = re.compile(r"(?:`{2,3}[\w+-]*|(?:^|(?<=\n))\s*json)\s*$", re.IGNORECASE)
_CLOSING_FENCE = re.compile(r"^\s*```")
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class Scan:
    """What was found in a text."""

    values: tuple[Any, ...]
    """Objects and lists, in their order."""
    prose: str
    problem: str = ""
    """Why the rest could not be read; nothing of it is among the values."""


def scan(text: str) -> Scan:
    """Find the JSON in `text`. Never raises."""
    return _Scanner(text).run()


@dataclass(slots=True)
class _Scanner:
    text: str
    at: int = 0
    """Where to look on."""
    said: int = 0
    """Up to where the text is dealt with."""
    values: list[Any] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    problem: str = ""

    def run(self) -> Scan:
        while not self.problem and (found := _NEXT.search(self.text, self.at)):
            mark = found[0]
            if mark in "}]":
                self._closed(found.start())
            elif mark in "{[":
                self._opened(found.start())
            elif found[1]:
                self._reasoned(found.end())
            else:
                self._skip_reasoning(found)
        if not self.problem:
            self._say(len(self.text))
        spoken = _UNSEEN.sub("", "".join(self.prose)).strip()
        return Scan(tuple(self.values), "" if set(spoken) <= {"`", ",", ";"} else spoken, self.problem)

    def _opened(self, start: int) -> None:
        """An object or list, or a bracket of a sentence."""
        words = (_CURLY_WORDS if self.text[start] == "{" else _SQUARE_WORDS).match(self.text, start)
        if words and not self._is_all(start, words.end()):
            self.at = words.end()
            return
        try:
            value, end = decode(self.text, start)
        except NotStrict as error:
            self._fail(start, f"The JSON in the reply cannot be used: {error}.")
            return
        if self.text[end : end + 1] == "(" and isinstance(value, list) and all(isinstance(v, str) for v in value):
            self.at = end  # ["Returns"](…) is a link
            return
        if _WITHIN.search(self.text, self.said, start) and not (
            self.values and self.text[self.said : start].strip() == ","
        ):
            self._fail(start, "The JSON in the reply cannot be used: its beginning is missing.")
            return
        self._say(start)
        if not self.problem:
            self.values.append(value)
            self.at = self.said = end

    def _is_all(self, start: int, end: int) -> bool:
        """Whether a bracket is the whole reply, and so no part of a sentence."""
        return not (
            _OPENING_FENCE.sub("", self.text[:start]).strip() or _CLOSING_FENCE.sub("", self.text[end:]).strip()
        )

    def _closed(self, at: int) -> None:
        """A closing bracket without its opening one: what came before may have been inside something broken."""
        if self.values or _LEFT_OVER.search(self.text, self.said, at):
            self.values.clear()
            self._fail(at, "The JSON in the reply cannot be used: a bracket is closed that was never opened.")
            # The words since then are the rest of an object, not a sentence.
            self.prose[-1:] = []
        else:
            self.at = at + 1

    def _skip_reasoning(self, tag: re.Match[str]) -> None:
        """What a model thinks aloud is neither an action nor an answer."""
        self._say(tag.start())
        closing = f"</{tag[0][1:]}"
        end = self.text.lower().find(closing.lower(), tag.end())
        self.at = self.said = len(self.text) if end < 0 else end + len(closing)

    def _reasoned(self, end: int) -> None:
        """The end of thinking aloud whose beginning the chat template swallowed."""
        self.values.clear()
        self.prose.clear()
        self.at = self.said = end

    def _fail(self, at: int, problem: str) -> None:
        self._say(at)
        self.problem = self.problem or problem

    def _say(self, end: int) -> None:
        """Take the words up to `end` as prose, without marks and fences that belong to the JSON beside them."""
        words = _TAG.sub("", self.text[self.said : end])
        if self.values:
            words = _CLOSING_FENCE.sub("", words)
        words = _OPENING_FENCE.sub("", words) if end < len(self.text) or words.count("```") % 2 else words
        broken = min((m.start() for m in (_FRAGMENT.search(words), _XML_CALL.search(words)) if m), default=None)
        if broken is not None:
            if words[:broken].strip() in ("", ","):
                self.values.clear()  # the value before it was inside the same broken object
            residue = _RESIDUE.search(words)
            words = words[: min(broken, residue.start() if residue else broken)].rstrip().rstrip(",")
            self.problem = "The reply holds pieces of actions that are not whole JSON objects."
        self.prose.append(words)
        self.said = end
