"""Reading a request: words, marks, and quoted strings kept whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cobrowse.guide.words import DETERMINERS, wordset

MARKS = ",.;:!?"
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "`": "`", "‘": "’", "'": "'"}
_ABBREVIATIONS = wordset("a.m. p.m. e.g. i.e. etc. mr. mrs. ms. dr. st. no. inc. ltd. vs.")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a mark, or a whole quoted string."""

    text: str
    """Without its quotes."""
    raw: str = ""
    """As written, with its quotes."""
    quoted: bool = False
    spaced: bool = True
    """Whether white space came before it."""

    @property
    def low(self) -> str:
        """For comparing with words of the grammar: never equal to one when quoted."""
        return "\0" if self.quoted else self.text.casefold().replace("’", "'")

    @property
    def mark(self) -> bool:
        """Whether it is punctuation or a line's end."""
        return not self.quoted and (self.text in MARKS or self.text == "\n")


Tokens = tuple[Token, ...]


def tokenise(text: str) -> Tokens:
    """Cut `text` into words, marks and quoted strings."""
    tokens: list[Token] = []
    place, spaced = 0, True
    while place < len(text):
        char = text[place]
        if char.isspace():
            if char == "\n" and tokens and tokens[-1].text != "\n":
                tokens.append(Token("\n", "\n"))
            place, spaced = place + 1, True
            continue
        end = _quote_end(text, place) if char in _QUOTES and (spaced or not tokens or tokens[-1].mark) else -1
        if end > 0:
            tokens.append(Token(text[place + 1 : end], text[place : end + 1], quoted=True, spaced=spaced))
            place = end + 1
        else:
            end = place + 1
            while end < len(text) and not text[end].isspace():
                end += 1
            tokens += _word(text[place:end], spaced)
            place = end
        spaced = False
    return tuple(tokens)


def _quote_end(text: str, start: int) -> int:
    """Where the quote that opens at `start` closes, or -1."""
    closers = _QUOTES[text[start]]
    for place in range(start + 1, len(text)):
        if text[place] in closers and (text[start] not in "'‘" or _ends_word(text, place + 1)):
            return place
    return -1


def _ends_word(text: str, place: int) -> bool:
    return place >= len(text) or text[place].isspace() or text[place] in MARKS + ")"


def _word(chunk: str, spaced: bool) -> list[Token]:
    """A word and the marks that trail it."""
    if chunk.casefold() in _ABBREVIATIONS:
        return [Token(chunk, chunk, spaced=spaced)]
    word = chunk.rstrip(MARKS)
    tokens = [Token(word, word, spaced=spaced)] if word else []
    return tokens + [
        Token(mark, mark, spaced=spaced and not word and not at) for at, mark in enumerate(chunk[len(word) :])
    ]


def join(tokens: Sequence[Token]) -> str:
    """The tokens as written; a single quoted string without its quotes."""
    if len(tokens) == 1:
        return tokens[0].text
    return "".join((" " if token.spaced and at else "") + (token.raw or token.text) for at, token in enumerate(tokens))


def starts(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether the tokens begin with these words."""
    return len(tokens) >= len(words) and all(token.low == word for token, word in zip(tokens, words, strict=False))


def trim_marks(tokens: Sequence[Token]) -> Tokens:
    """Without marks at either end."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].mark:
        start += 1
    while end > start and tokens[end - 1].mark:
        end -= 1
    return tuple(tokens[start:end])


def pieces_of(words: Tokens) -> list[Tokens]:
    """`a, b and c` → its three parts; a part ends at a comma, `and` or `&`."""
    pieces: list[Tokens] = []
    current: list[Token] = []
    for token in words:
        if (token.mark and token.text in ",;") or token.low in ("and", "&", "plus"):
            pieces.append(tuple(current))
            current = []
        else:
            current.append(token)
    pieces.append(tuple(current))
    return [piece for piece in pieces if trim_marks(piece)]


def undetermined(tokens: Sequence[Token]) -> Tokens:
    """Without articles and the like in front."""
    tokens = trim_marks(tokens)
    while len(tokens) > 1 and tokens[0].low in DETERMINERS:
        tokens = tokens[1:]
    return tuple(tokens)
