"""Cutting a request into clauses: at `then`, `;`, the ends of sentences, and before a verb after `and` or a comma."""

from __future__ import annotations

from collections.abc import Iterable

from cobrowse.guide.tokens import Token, Tokens, starts, tokenise, trim_marks
from cobrowse.guide.words import phrases, wordset

FILLERS = phrases(
    "please|kindly|now|just|ok|okay|hey|hi|hello|so|well|first|firstly|next|finally|lastly|also|and|then|to|but|simply"
    "|can you|could you|would you|will you|can you please|could you please|would you please|would you mind"
    "|i want to|i want you to|i would like to|i would like you to|i'd like to|i'd like you to|i need to|i need you to"
    "|i wish to|let's|let us|you can|you should|you may|go ahead and|try to|after that|afterwards|once done|when done"
    "|i have to|please help me to|for me|i also want to|proceed to|be sure to|make sure to"
    "|make sure you|use the mouse to"
)
_TAILS = phrases("please|now|for me|thanks|thank you|when done|if you can|again|as well|too|right now|instead")
_THEN = phrases("and then|then|and after that|after that|afterwards|and afterwards|before you|followed by")

COMMAND_VERBS = wordset(
    "click press tap hit push type enter write put input insert fill set change append add clear empty erase "
    "choose select pick tick check untick uncheck unselect deselect go open navigate visit scroll hover focus "
    "drag move wait show highlight find locate search look subscribe expand unfold collapse fold read double- "
    "click doubleclick double reload refresh turn switch use drop unmark mark toggle right-click follow "
    "summarise summarize"
)
"""Verbs that begin a clause of their own after `and` or a comma."""

CONTROL_VERBS = wordset(
    "submit save send close confirm continue finish cancel delete remove accept decline login log sign order "
    "buy checkout proceed download upload publish post reply apply dismiss sort filter share book pay edit"
)
"""Verbs that are no commands of ours but that controls are often named after."""

QUESTION_WORDS = wordset("what what's whats where where's when who who's which how why whose")


CONTEXT_WORDS = wordset("for in on under at within inside from with")
"""A clause that begins so says where, up to the comma: `for the user ANNA, click …`."""


def clauses(request: str) -> list[Tokens]:
    """The clauses of a request, cleaned of fillers; a question keeps its final question mark."""
    tokens = tokenise(request)
    parts: list[list[Token]] = [[]]
    place = 0
    while place < len(tokens):
        taken = _boundary(tokens, place, parts[-1])
        if not taken:
            parts[-1].append(tokens[place])
            place += 1
            continue
        if tokens[place].text == "?" and not tokens[place].quoted:
            parts[-1].append(tokens[place])
        parts.append([])
        place += taken
    return [clause for part in parts if (clause := clean(part))]


def _boundary(tokens: Tokens, place: int, so_far: list[Token]) -> int:
    """How many tokens at `place` separate two clauses; 0 when they do not."""
    rest, token = tokens[place:], tokens[place]
    if token.mark and token.text in ";.!?\n":
        return 1
    if not trim_marks(so_far):
        return 0
    for words in _THEN:
        if starts(rest, words) and len(rest) > len(words) and (words != ("then",) or _then_divides(rest)):
            return len(words)
    if starts(rest, ("to", "find", "and")) or (starts(rest, ("to", "find")) and so_far[0].low in ("expand", "switch")):
        return 1
    if token.mark and so_far[0].low in CONTEXT_WORDS:
        return 0
    joint = 1 if token.low in ("and", "&") or (token.text == "," and token.mark) else 0
    if token.mark and token.text == "," and starts(rest[1:], ("and",)):
        joint = 2
    return joint if joint and begins_clause(rest[joint:]) else 0


def _then_divides(rest: Tokens) -> bool:
    return not rest[1].mark


def begins_clause(tokens: Tokens) -> bool:
    """Whether the tokens begin with a verb, perhaps after fillers."""
    tokens = _strip(tokens, FILLERS)
    if not tokens or tokens[0].mark:
        return False
    if tokens[0].low in CONTROL_VERBS:
        return True
    return (tokens[0].low in COMMAND_VERBS and len(trim_marks(tokens)) > 1 and not tokens[1].mark) or (
        tokens[0].low in ("reload", "refresh")
    )


def clean(tokens: Iterable[Token]) -> Tokens:
    """Without fillers and marks around; a question mark at the end stays."""
    kept = tuple(tokens)
    asked = bool(kept) and any(token.mark and token.text == "?" for token in kept[-2:])
    kept = tuple(token for token in kept if token.text != "\n" or token.quoted)
    previous: Tokens | None = None
    while kept != previous:
        previous = kept
        kept = trim_marks(kept)
        kept = _strip(kept, FILLERS)
        for words in _TAILS:
            if len(kept) > len(words) and all(t.low == w for t, w in zip(kept[-len(words) :], words, strict=True)):
                kept = kept[: -len(words)]
                break
    return (*kept, Token("?", "?", spaced=False)) if asked and kept else kept


def _strip(tokens: Tokens, openings: tuple[tuple[str, ...], ...]) -> Tokens:
    """Without leading filler phrases, unless nothing would be left."""
    while found := next((words for words in openings if starts(tokens, words) and len(tokens) > len(words)), None):
        tokens = trim_marks(tokens[len(found) :])
    return tokens
