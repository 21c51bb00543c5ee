"""Which words are the value and which name the field."""

from __future__ import annotations

from cobrowse.guide.tokens import Token, Tokens, pieces_of, trim_marks, undetermined

Pair = tuple[Tokens, Tokens]
"""A value and the words for its field."""


INTO = ("into", "in", "to", "inside", "on", "under", "onto", "for", "as", "at", "using", "with", "from")


def several_pairs(rest: Tokens, words: tuple[str, ...]) -> tuple[Pair, ...]:
    """`V in FIELD, W in OTHER and …`: pairs, when every part is one."""
    parts = [splits(part, words, last=True) for part in pieces_of(rest)]
    return tuple(part[0] for part in parts) if len(parts) > 1 and all(parts) else ()


def stated(words: Tokens) -> tuple[Pair, ...]:
    """`NAME: V`, `NAME is V and OTHER is W`: values with their names, when every part is one."""
    pairs: list[Pair] = []
    for part in pieces_of(words):
        part = tuple(word for word in part if word.low not in ("should", "change", "set", "no"))
        at = next((at for at, token in enumerate(part) if _states(token) and 0 < at < len(part) - 1), -1)
        if at < 0:
            return ()
        value = part[at + 1 :]
        pairs.append((value[1:] if value[0].low == "be" and len(value) > 1 else value, part[:at]))
    return tuple(pairs)


def _states(token: Token) -> bool:
    return token.low in ("is", "=", "be", "to") or (token.mark and token.text == ":")


def bare_value(rest: Tokens) -> Pair:
    """A value without a field; a single quoted string is the value, words around it are not."""
    quoted = [token for token in rest if token.quoted]
    return ((quoted[0],) if len(quoted) == 1 and len(rest) <= 4 else rest), ()


def named_pairs(rest: Tokens) -> tuple[Pair, ...]:
    """`the user name "V" and the code "W" (into the text fields)`: every quoted string with the words before it."""
    pairs: list[Pair] = []
    words: list[Token] = []
    for place, token in enumerate(rest):
        if not token.quoted:
            words.append(token)
            continue
        name = undetermined(tuple(word for word in words if word.low not in ("and", "as", "is", "with", "of")))
        if not name:
            return ()
        pairs.append(((token,), name))
        words = []
        if len(pairs) == 1 and not any(later.quoted for later in rest[place + 1 :]) and _into(rest[place + 1 :]):
            return ()
    return tuple(pairs)


def _into(rest: Tokens) -> bool:
    return len(rest) > 1 and rest[0].low in INTO


def quoted_splits(rest: Tokens) -> list[Pair]:
    """A quoted value and the field after the next preposition."""
    place = next((at for at, token in enumerate(rest) if token.quoted), -1)
    if place < 0:
        return []
    value, after = (rest[place],), trim_marks(rest[place + 1 :])
    if after and after[0].low in INTO:
        return [(value, after[1:])] if len(after) > 1 else []
    return []


def splits(rest: Tokens, words: tuple[str, ...], *, last: bool = False) -> list[Pair]:
    """Both sides of each of these words, the likeliest split first: a quoted side settles it."""
    places = [at for at, token in enumerate(rest) if token.low in words and 0 < at < len(rest) - 1]
    places.sort(key=lambda at: (not _quote_beside(rest, at), -at if last else at))
    return [(trim_marks(rest[:at]), trim_marks(rest[at + 1 :])) for at in places]


def _quote_beside(rest: Tokens, at: int) -> bool:
    return rest[at + 1].quoted or rest[at - 1].quoted
