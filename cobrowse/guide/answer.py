"""Finding what the page says about something: the passage, and the element beside it that can be framed."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace

from cobrowse.guide.match import meaning
from cobrowse.guide.values import amount
from cobrowse.guide.words import fold, wordset
from cobrowse.protocol.observation import Element, Observation, TextRun

LONGEST = 320
"""Characters of a quotation."""
_MONEY = wordset("cost costs price prices much charge fee pay expensive cheap")
_TIME = wordset("when time long hour hours opening open date day days deadline")
_ASIDE = wordset(
    "much many cost say tell mean happen work get got have has there any anything something about know find "
    "give info information explain read describe page site website want need use using us them through ask "
    "question answer"
)
_NAMED = wordset("cell rowheader columnheader listitem paragraph note status alert log article")


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the page's text."""

    text: str
    about: str
    """Id of the element to frame; empty when there is none."""
    score: float
    """How much of the question it covers: 1 is all; what is likelier the answer gets a little more."""
    heading: str = ""
    label: bool = False
    """Whether it is only the name of a control."""


def wanted(topic: str) -> list[str]:
    """The words of a question that its answer should hold."""
    words = list(dict.fromkeys(meaning(topic)))
    kept = [word for word in words if word not in _ASIDE and word not in _TIME and word not in _MONEY]
    return kept or [word for word in words if word not in _ASIDE] or words


def passages(topic: str, observation: Observation) -> list[Passage]:
    """Passages that answer, the best first."""
    words = wanted(topic)
    blocks = _blocks(observation)
    spread = Counter(word for block in blocks for word in set(words) if _in(word, block.words | block.above))
    weigh = {word: 1.0 + math.log((1 + len(blocks)) / (1 + spread[word])) for word in words}
    total = sum(weigh.values()) or 1.0
    asked = set(fold(topic).split())
    found: list[Passage] = []
    for block in blocks:
        own = sum(weigh[word] for word in words if _in(word, block.words))
        lent = sum(weigh[word] for word in words if not _in(word, block.words) and _in(word, block.above))
        score = (own + 0.7 * lent) / total
        if score > 0:
            bonus = 0.4 if asked & _MONEY and amount(block.text) is not None else 0.0
            bonus += 0.08 if asked & _TIME and any(char.isdigit() for char in block.text) else 0.0
            bonus -= 0.12 if block.label else 0.0
            bonus -= 0.35 if block.row and not (asked & _MONEY and amount(block.text) is not None) else 0.0
            if block.above and not block.label:
                bonus += 0.15 * sum(1 for word in block.above if _in(word, frozenset(words))) / len(block.above)
            found.append(Passage(excerpt(block.text, words), block.about, score + bonus, block.heading, block.label))
    return sorted(found, key=lambda passage: -passage.score)


def in_text(topic: str, text: str) -> Passage | None:
    """The best passage of plain text, when it covers enough of the question."""
    words = wanted(topic)
    best: tuple[float, str] = (0.0, "")
    for line in text.splitlines():
        here = frozenset(meaning(line))
        score = sum(1 for word in words if _in(word, here)) / max(1, len(words))
        best = max(best, (score, line), key=lambda pair: pair[0])
    return Passage(excerpt(best[1], words), "", best[0]) if best[0] >= 0.5 else None


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    words: frozenset[str]
    above: frozenset[str]
    heading: str
    about: str
    label: bool = False
    """Whether it is only the name of a control."""
    row: bool = False
    """Whether it is the words around a control, which the text itself holds too."""


def _blocks(observation: Observation) -> list[_Block]:
    """All text of the page with the heading it stands under and the element that marks its place."""
    blocks: list[_Block] = []
    heading: Element | None = None
    last, fresh = "", False  # fresh: no text has come since the heading
    for item in observation.items:
        if isinstance(item, TextRun):
            if not item.unseen and item.text.strip():
                block = _block(item.text, heading, heading.id if heading else last)
                blocks.append(replace(block, words=block.words | block.above) if fresh else block)
                fresh = False
            continue
        if item.role == "heading":
            heading, fresh = item, True
        last = item.id
        if not item.name:
            continue
        label = item.role not in _NAMED
        blocks.append(_block(item.name, heading if item is not heading else None, item.id, label))
        if item.section and label and item.role != "heading":
            blocks.append(replace(_block(item.section, heading, item.id), row=True))
    return blocks


def _block(text: str, heading: Element | None, about: str, label: bool = False) -> _Block:
    above = heading.name if heading else ""
    return _Block(
        text, frozenset(meaning(text)), frozenset(meaning(above)) if above else frozenset(), above, about, label
    )


def _in(word: str, words: frozenset[str]) -> bool:
    return word in words or (len(word) >= 5 and any(len(other) >= 5 and other[:5] == word[:5] for other in words))


def excerpt(text: str, words: list[str]) -> str:
    """The sentences around the first that holds the words, not longer than a quotation may be."""
    line = " ".join(text.split())
    if len(line) <= LONGEST:
        return line
    sentences = [
        part.strip() for part in line.replace("? ", "?\n").replace("! ", "!\n").replace(". ", ".\n").split("\n")
    ]
    held = [sum(1 for word in words if _in(word, frozenset(meaning(sentence)))) for sentence in sentences]
    at = held.index(max(held))
    taken = sentences[at]
    while at + 1 < len(sentences) and len(taken) + len(sentences[at + 1]) < LONGEST:
        at += 1
        taken += f" {sentences[at]}"
    return taken if len(taken) <= LONGEST else taken[: LONGEST - 1] + "…"


def outline(observation: Observation, most: int = 8) -> str:
    """What a page is about, in a sentence or two: its title, its headings, its first text."""
    heads = list(dict.fromkeys(e.name.strip() for e in observation.elements if e.role == "heading" and e.name.strip()))
    texts = [i.text for i in observation.items if isinstance(i, TextRun) and not i.unseen and len(i.text.split()) > 5]
    parts = [f"This page is “{observation.title}”." if observation.title else "This page has no title."]
    if heads:
        parts.append("Its headings: " + "; ".join(heads[:most]) + ("; and more." if len(heads) > most else "."))
    if texts:
        parts.append(f"It begins: “{excerpt(texts[0], [])}”")
    return " ".join(parts)
