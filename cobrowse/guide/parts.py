"""Small parts of a phrase: ordinals, how many, what a name is made of."""

from __future__ import annotations

from cobrowse.guide.tokens import Tokens, starts, undetermined
from cobrowse.guide.words import NUMBERS, ORDINALS, phrases, wordset

_BEGINS = phrases(
    "that starts with|that begins with|starting with|beginning with|starts with|begins with|which starts with"
)
_ENDS = phrases("that ends with|ending with|ends with|which ends with|ending in")
_HOLDS = phrases("that contains|containing|contains|which contains|with the word")
EVERY = wordset("all every each both")
ONE_OF = wordset("a an any some")


def made_of(words: Tokens) -> tuple[dict[str, str], int]:
    """What a name is said to begin with, end with and hold, and where that is said first."""
    parts: dict[str, str] = {}
    first = len(words)
    for name, openings in (("begins", _BEGINS), ("ends", _ENDS), ("holds", _HOLDS)):
        for at in range(len(words)):
            opening = next((phrase for phrase in openings if starts(words[at:], phrase)), ())
            if opening and at + len(opening) < len(words) and name not in parts:
                parts[name] = words[at + len(opening)].text
                first = min(first, at)
    return parts, first


def how_many(right: Tokens) -> tuple[int, Tokens]:
    """`all posts by ANNA`, `2 posts by ANNA` → how many (0 is all, -1 is not said), and ANNA."""
    most = -1
    if right and right[0].low in EVERY:
        most, right = 0, undetermined(right[1:])
    elif len(right) > 2 and (right[0].text.isdecimal() or right[0].low in NUMBERS) and right[0].low not in ONE_OF:
        count = int(right[0].text[:4]) if right[0].text.isdecimal() else int(NUMBERS[right[0].low])
        if right[2].low in ("by", "of", "from", "in", "for"):
            most, right = max(1, count), right[1:]
    if most >= 0 and len(right) > 2 and right[1].low in ("by", "of", "from", "in", "for"):
        right = right[2:]
    return most, undetermined(right)


def ordinal_of(words: Tokens) -> tuple[int | None, Tokens]:
    """An ordinal among the first two words (`2nd`, `number 2`), and the other words."""
    for at, token in enumerate(words[:2]):
        if token.low in ORDINALS:
            return ORDINALS[token.low], undetermined((*words[:at], *words[at + 1 :]))
        if token.low in ("number", "no.", "nr.") and at + 1 < len(words) and words[at + 1].text.isdecimal():
            if at == 0 and len(words) == 2:
                return None, words
            return min(int(words[at + 1].text[:6]), 9999), undetermined((*words[:at], *words[at + 2 :]))
    return None, words
