"""The small words of English, and words brought into one form for comparing."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


def wordset(text: str) -> frozenset[str]:
    """The words of `text` as a set."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Phrases separated by `|`, each as its words, the longest first."""
    return tuple(sorted((tuple(phrase.split()) for phrase in text.split("|")), key=len, reverse=True))


DETERMINERS = wordset("the a an this that these those my your our its their any some his her")
STOP_WORDS = DETERMINERS | wordset(
    "of to in on at for from with by and or is are was be do does did i me you it we they there here as into "
    "about please can could would will what which who where when how why than so if not"
)
PRONOUNS = wordset("it that this them those these")
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


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """Letters and digits in lower case without accents, single spaces; symbols only when there is nothing else."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else "" if c in "'’" else " " for c in plain).split()
    return " ".join(words) or " ".join(plain.split())


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word without its commonest endings, so that `deliveries` meets `delivery`."""
    if len(word) > 4 and word.endswith(("ies", "ie")):
        return word.removesuffix("s")[:-2] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        return word[:-3]
    if len(word) > 5 and word.endswith("ed"):
        return word[:-2]
    return word


@lru_cache(maxsize=100_000)
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
