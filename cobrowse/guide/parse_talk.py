"""The grammar of showing and asking: what changes nothing on the page."""

from __future__ import annotations

from cobrowse.guide.clauses import Ask, Clause, Greet, Leave, Read, Show, WalkForm
from cobrowse.guide.tokens import Tokens, starts, trim_marks
from cobrowse.guide.words import phrases, wordset

_HELLO = wordset("hi hello hey moin hallo")
_PAGE = wordset("the this page it site website document article me about text everything aloud out whole to")
_LEAD = phrases(
    "what does this page say about|what does the page say about|what does it say about"
    "|what does this site say about|what does the site say about|what do they say about"
    "|does this page say anything about|does the page say anything about|does it say anything about"
    "|is there anything about|is there something about|what is said about|what is written about|tell me about"
    "|tell me what it says about|tell me what this page says about|tell me|can you tell me"
    "|read me what it says about|read about|i want to know|do you know|what about|explain|find out about|find out"
    "|information about|check whether|check if"
)
_NOT = phrases("don't|do not|dont|never|not|without|avoid")
_WHERE = phrases(
    "where do i|where can i|where would i|where should i|where could i|where is|where are|where's|where|how do i"
    "|how can i|how would i|how could i|how should i|how to|how do you|show me how to|show me where to"
    "|show me where i can|show me where the|show me where|show me how|tell me where to|tell me where i can"
    "|tell me where|tell me how to|tell me how i can|tell me how|point me to|i cannot find|i can't find"
    "|i am looking for|i'm looking for|which button|i don't see|do you see|can you see|is there a|is there an"
)
_QUESTION = wordset(
    "what what's whats who who's when when's which why whose is are does do did can could may must will should has have"
)
_HELP = frozenset(
    ["help what can you do", "what can you do", "what can i say", "what can i ask", "who are you", "how does this work"]
)
_FORM = wordset("form questionnaire application fields registration")


def read_talk(text: str, tokens: Tokens) -> Clause | None:
    """A greeting, a question, or a wish to be shown or told something."""
    asked = bool(tokens) and tokens[-1].mark and tokens[-1].text == "?"
    words = trim_marks(tokens)
    if not words:
        return None
    if small := _small_talk(text, words):
        return small
    if any(starts(words, phrase) for phrase in _NOT):
        return Leave(text=text)
    if starts(words, ("help", "me", "with")) or (starts(words, ("help", "me")) and _names_form(words)):
        return WalkForm(text=text, target=words)
    for phrase in _WHERE:
        if starts(words, phrase) and len(words) > len(phrase):
            return Show(text=text, target=_without_tail(words[len(phrase) :]), question=True)
    for phrase in _LEAD:
        if starts(words, phrase) and len(words) > len(phrase):
            return _about(text, words[len(phrase) :])
    if (words[0].low in _QUESTION and (asked or words[0].low.startswith(("wh", "how")))) or words[0].low == "how":
        return _about(text, words)
    return _about(text, words) if asked and words[0].low not in _COMMAND_LIKE else None


_COMMAND_LIKE = wordset("click press type open go show scroll select choose fill find search read")


def _names_form(words: Tokens) -> bool:
    return any(token.low in _FORM for token in words)


def _about(text: str, topic: Tokens) -> Clause:
    """A question; about nothing but the page it is a wish to have it read."""
    words = [token.low for token in trim_marks(topic)]
    bare = [word for word in words if word not in _PAGE]
    if not bare or bare in (
        ["what", "is", "on"],
        ["what", "is"],
        ["what's", "on"],
        ["what", "does", "say"],
        ["what's"],
    ):
        return Read(text=text)
    return Ask(text=text, topic=trim_marks(topic))


def _without_tail(words: Tokens) -> Tokens:
    """`the basket is`, `it on this page` → the thing itself."""
    words = trim_marks(words)
    while len(words) > 1 and words[-1].low in ("is", "are", "here", "located", "found", "at"):
        words = words[:-1]
    for tail in (("on", "this", "page"), ("on", "the", "page"), ("on", "here")):
        if len(words) > len(tail) and starts(words[-len(tail) :], tail):
            return words[: -len(tail)]
    return words


def _small_talk(text: str, words: Tokens) -> Clause | None:
    said = " ".join(token.low for token in words)
    if words[0].low in _HELLO and len(words) <= 2:
        return Greet(text=text)
    if words[0].low in ("thanks", "thank", "cheers") and len(words) <= 5:
        return Greet(text=text, kind="thanks")
    if said in _HELP or said in ("help", "help me"):
        return Greet(text=text, kind="help")
    return None


def _show(text: str, rest: Tokens) -> Clause | None:
    return Show(text=text, target=_without_tail(rest) if rest else ())


def _read(text: str, rest: Tokens) -> Clause | None:
    if all(token.low in _PAGE for token in rest):
        return Read(text=text)
    return Ask(text=text, topic=rest)


def _walk(text: str, rest: Tokens) -> Clause | None:
    return WalkForm(text=text, target=rest) if _names_form(rest) else None


READERS = {
    "show me|show|highlight|point out|point at|point to|frame|mark up|find me|find|locate|look for": _show,
    "read out|read|summarise|summarize|describe": _read,
    "walk me through|guide me through|take me through|help with": _walk,
}
