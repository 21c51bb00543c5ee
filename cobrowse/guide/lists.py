"""Choosing in a native list: by label, by ordinal, several, or by asking which."""

from __future__ import annotations

from collections.abc import Sequence

from cobrowse.guide import replies
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.ground import CLEAR
from cobrowse.guide.match import fit
from cobrowse.guide.tokens import Tokens, join, pieces_of, undetermined
from cobrowse.guide.words import ORDINALS
from cobrowse.protocol.observation import Element


def select_in(values: Tokens, element: Element, desk: Desk) -> Move:
    """One label, or several in a list that takes several."""
    pieces = pieces_of(values)
    if "multiple" in element.states and len(pieces) > 1:
        labels = [_label(join(undetermined(piece)), element) for piece in pieces]
        entry: Entry = {"type": "multiselect", "selector": element.id, "values": labels}
        said = f"chose {replies.listed([replies.quote(label, 40) for label in labels])} in {replies.called(element)}"
        return Move(entries=(entry,), said=said)
    words = undetermined(values)
    if words and words[0].low in ORDINALS and element.options:
        at = ORDINALS[words[0].low]
        at = at - 1 if at > 0 else len(element.options) + at
        label = element.options[at] if 0 <= at < len(element.options) else join(words)
    else:
        label = _label(join(words) if words else join(values), element)
    fitting = fitting_options(label, element)
    if (answer := desk.answers.get(label, "")) in element.options:
        fitting = [answer]
    if len(fitting) > 1:
        return _ask_option(f"Several entries fit {replies.quote(label)}. Which one?", label, fitting, element, desk)
    if not fitting and element.options and len(element.options) < 30:
        question = (
            f"{replies.capital(replies.called(element))} has no entry {replies.quote(label)}. Which one shall I take?"
        )
        return _ask_option(question, label, element.options, element, desk)
    desk.value = label
    value = fitting[0] if fitting else label
    entry = {"type": "select", "selector": element.id, "value": value}
    return Move(entries=(entry,), said=f"chose {replies.quote(value, 60)} in {replies.called(element)}")


def _label(words: str, element: Element) -> str:
    """The list's own label for these words, the words when it is not clear."""
    fitting = fitting_options(words, element)
    return fitting[0] if len(fitting) == 1 else words


def fitting_options(words: str, element: Element) -> list[str]:
    """Labels that fit about equally well, none when none fits."""
    scored = [(fit(words, option), option) for option in element.options]
    best = max((score for score, _ in scored), default=0.0)
    return [option for score, option in scored if score >= max(CLEAR, best - 0.02)]


def _ask_option(question: str, label: str, options: Sequence[str], element: Element, desk: Desk) -> Move:
    shown = list(dict.fromkeys(option for option in options if option.strip()))[:6]
    if len(shown) < 2 or label in desk.answers:
        return Move(stop=f"{replies.capital(replies.called(element))} has no entry {replies.quote(label)}.")
    move = desk.choice(question, label, shown, ())
    return Move(entries=({"type": "border", "selector": element.id}, *move.entries), asks=move.asks)
