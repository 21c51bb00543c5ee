"""Reading a request: tokens that keep quoted strings whole, and the small words of English."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

MARKS = ",.;:!?"
_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "`": "`", "‘": "’", "'": "'"}
_ABBREVIATIONS = frozenset(
    ["a.m.", "p.m.", "e.g.", "i.e.", "etc.", "mr.", "mrs.", "ms.", "dr.", "st.", "no.", "inc.", "ltd.", "vs."]
)

DETERMINERS = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "my",
        "your",
        "our",
        "its",
        "their",
        "any",
        "some",
        "his",
        "her",
    ]
)
STOP_WORDS = DETERMINERS | frozenset(
    [
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "from",
        "with",
        "by",
        "and",
        "or",
        "is",
        "are",
        "was",
        "be",
        "do",
        "does",
        "did",
        "i",
        "me",
        "you",
        "it",
        "we",
        "they",
        "there",
        "here",
        "as",
        "into",
        "about",
        "please",
        "can",
        "could",
        "would",
        "will",
        "what",
        "which",
        "who",
        "where",
        "when",
        "how",
        "why",
        "than",
        "so",
        "if",
        "not",
        "page",
        "say",
        "says",
        "tell",
    ]
)
PRONOUNS = frozenset(["it", "that", "this", "them", "those", "these"])
ORDINALS = {
    word: number
    for number, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th",
         "ninth 9th", "tenth 10th", "eleventh 11th", "twelfth 12th"), start=1,
    )
    for word in words.split()
} | {"last": -1, "final": -1, "bottommost": -1, "topmost": 1}  # fmt: skip
NUMBERS = {
    word: number
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
} | {"a": 1, "an": 1, "half": 0.5, "fifteen": 15, "twenty": 20, "thirty": 30}


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


def undetermined(tokens: Sequence[Token]) -> Tokens:
    """Without articles and the like in front."""
    tokens = trim_marks(tokens)
    while len(tokens) > 1 and tokens[0].low in DETERMINERS:
        tokens = tokens[1:]
    return tuple(tokens)


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Letters and digits in lower case without accents, single spaces; symbols only when there is nothing else."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else "" if c in "'’" else " " for c in plain).split()
    return " ".join(words) or " ".join(plain.split())


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its commonest endings, so that `deliveries` meets `delivery`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        return word[:-3]
    if len(word) > 5 and word.endswith("ed"):
        return word[:-2]
    return word


@lru_cache(maxsize=20_000)
def core(text: str) -> tuple[str, ...]:
    """The stems of the words that carry meaning, in order; all words when none does."""
    words = fold(text).split()
    return tuple(stem(word) for word in words if word not in STOP_WORDS) or tuple(stem(word) for word in words)


def number(word: str) -> float | None:
    """The number a word or digits stand for."""
    if word in NUMBERS:
        return NUMBERS[word]
    try:
        value = float(word.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) < 1e9 else None
