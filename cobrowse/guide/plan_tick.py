"""What to do about boxes to tick, radio buttons and switches."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Tick
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.kinds import PRESS_ROLES, TICK_ROLES
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.tokens import Tokens, pieces_of, trim_marks
from cobrowse.guide.words import wordset
from cobrowse.protocol.observation import Element

_EVERYTHING = wordset("all everything of them the boxes checkboxes these options")


def all_boxes(words: Tokens, desk: Desk) -> list[Element]:
    """Every box to tick, when the words say nothing else: `all`, `everything`, `all of them`."""
    low = {token.low for token in trim_marks(words)}
    if not low & {"all", "everything"} or not low <= _EVERYTHING:
        return []
    return [e for e in desk.page.of_roles(wordset("checkbox switch")) if "disabled" not in e.states]


def pick(element: Element) -> Entry:
    """The action that chooses it."""
    if element.role in ("checkbox", "switch", "menuitemcheckbox"):
        return {"type": "check", "selector": element.id}
    if element.role == "radio":
        return {"type": "radio", "selector": element.id}
    return {"type": "click", "selector": element.id}


def plan_tick(clause: Tick, desk: Desk) -> Move:
    """Every box that is named, into the wanted state."""
    if boxes := all_boxes(clause.target, desk):
        boxes = [e for e in boxes if ("checked" in e.states) != clause.on]
        entries = [pick(e) if clause.on else _unpick(e) for e in boxes]
        return Move(entries=tuple(entries), said=f"{'ticked' if clause.on else 'unticked'} all boxes")
    entries = []
    said: list[str] = []
    whole = desk.find(clause.target, TICK_ROLES)
    pieces = [clause.target] if whole.best or len(pieces_of(clause.target)) < 2 else pieces_of(clause.target)
    for piece in pieces:
        targets = desk.resolve(piece, TICK_ROLES | {"option"})
        if isinstance(targets, Move):
            pressed = desk.find(piece, PRESS_ROLES)
            if (
                len(pieces) == 1
                and not desk.find(piece, TICK_ROLES).best
                and pressed.one is not None
                and pressed.score > 0.9
            ):
                targets = [pressed.one]
            else:
                return mentioned(clause.text, desk, sure=True) or targets
        for element in targets:
            desk.it = element.id
            entries.append(pick(element) if clause.on else _unpick(element))
            said.append(replies.named(element))
    return Move(entries=tuple(entries), said=f"{'ticked' if clause.on else 'unticked'} {replies.listed(said[:8])}")


def _unpick(element: Element) -> Entry:
    kind = "uncheck" if element.role in ("checkbox", "switch", "menuitemcheckbox") else "click"
    return {"type": kind, "selector": element.id}
