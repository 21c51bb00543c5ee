"""How well words fit a name: exact, whole words, a beginning, a part, or a slip of the keyboard."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import DamerauLevenshtein

from cobrowse.guide.words import STOP_WORDS, core, fold

CLEAR = 0.6
"""From here on a fit is good enough to act on, if it is the only one."""
NEAR = 0.3
"""From here on a name is close enough to be offered."""

_SAME = {
    word: words.split()[0]
    for words in (
        "basket cart bag trolley", "add put", "remove delete discard", "login signin logon", "register signup join",
        "logout signout logoff", "email e-mail mail", "phone telephone mobile", "submit send", "search find",
        "ok okay", "continue proceed", "next forward", "previous prev back", "settings preferences options",
        "decline reject refuse deny", "accept agree allow", "photo picture image", "buy purchase", "close dismiss",
        "username user", "zip postcode postal", "delivery shipping", "checkout", "edit change modify", "help support",
        "firstname forename", "lastname surname", "country nation", "return refund",
    )
    for word in words.split()
}  # fmt: skip
_PAIRS = {
    ("log", "in"): "login", ("sign", "in"): "login", ("log", "on"): "login", ("sign", "up"): "register",
    ("log", "out"): "logout", ("sign", "out"): "logout", ("log", "off"): "logout", ("check", "out"): "checkout",
    ("user", "name"): "username", ("first", "name"): "firstname", ("last", "name"): "lastname",
    ("family", "name"): "lastname", ("given", "name"): "firstname", ("e", "mail"): "email", ("post", "code"): "zip",
}  # fmt: skip


@lru_cache(maxsize=100_000)
def meaning(text: str) -> tuple[str, ...]:
    """The words of `text` with one word for each group of synonyms."""
    words = fold(text).split()
    joined: list[str] = []
    for word in words:
        if joined and (pair := _PAIRS.get((joined[-1], word))):
            joined[-1] = pair
        else:
            joined.append(word)
    return tuple(_SAME.get(word, word) for word in core(" ".join(joined)))


@lru_cache(maxsize=100_000)
def fit(words: str, name: str) -> float:
    """How well `words` name what is called `name`, from 0 to 1."""
    if not words or not name:
        return 0.0
    if words.strip() == name.strip():
        return 1.0
    asked, called = fold(words), fold(name)
    if asked == called:
        return 0.98
    if len(asked) < 2 or all(word in STOP_WORDS for word in asked.split()):
        return 0.0  # such words say nothing, unless they are the whole name
    return max(_by_words(asked, called, words, name), _by_letters(asked, called))


def _by_words(asked: str, called: str, words: str, name: str) -> float:
    some, other = meaning(words), meaning(name)
    if core(words) == core(name):
        return 0.93
    if some == other:
        return 0.88
    share = len(some) / max(1, len(other))
    if asked and f" {called} ".startswith(f" {asked} "):
        return 0.8 + 0.06 * min(1.0, share)
    if asked and f" {asked} " in f" {called} ":
        return 0.76 + 0.06 * min(1.0, share)
    matched = sum(1 for word in some if _has(word, other))
    if matched == len(some):
        return 0.66 + 0.1 * min(1.0, share)
    named = sum(1 for word in other if _has(word, some))
    if named == len(other):
        return 0.4 + 0.25 * len(other) / len(some)
    return 0.45 * 2 * matched / (len(some) + len(other))


def _has(word: str, words: tuple[str, ...]) -> bool:
    if word in words:
        return True
    return len(word) >= 4 and any(
        len(other) >= 4 and (fuzz.ratio(word, other) >= 86 or (len(word) >= 5 and other.startswith(word)))
        for other in words
    )


def _by_letters(asked: str, called: str) -> float:
    """A slip of the keyboard in an otherwise whole name; a word begun."""
    if len(asked) < 3 or abs(len(asked) - len(called)) > max(3, len(asked)):
        return 0.0
    if asked.isdigit() or called.isdigit():
        return 0.0
    slips = DamerauLevenshtein.distance(asked, called)
    if slips <= max(1, len(asked) // 5) and len(asked) >= 4:
        return 0.72 - 0.04 * slips
    if len(asked) >= 4 and called.startswith(asked):
        return 0.62
    return min(0.58, fuzz.ratio(asked, called) / 100 * 0.6)


@lru_cache(maxsize=100_000)
def holds(words: str, text: str) -> float:
    """How much of the meaning of `words` stands in a longer `text`, from 0 to 1; the phrase itself counts fully."""
    asked, long = fold(words), fold(text)
    if not asked or not long:
        return 0.0
    if f" {asked} " in f" {long} ":
        return 1.0
    some, other = meaning(words), meaning(text)
    return 0.95 * sum(1 for word in some if _has(word, other)) / len(some) if some else 0.0
