"""The end of a form: putting an answer right, and the button that sends."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Fill, WalkForm
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.fields import groups_of, sends
from cobrowse.guide.pairs import stated
from cobrowse.guide.parse import parse
from cobrowse.guide.tokens import tokenise


def put_right(said: str, desk: Desk) -> Move | None:
    """`NAME: VALUE`, `NAME is VALUE`, or a command."""
    clauses = parse(said)
    if len(clauses) == 1 and isinstance(clauses[0], Fill):
        return Move(becomes=(clauses[0], WalkForm(text="the form")))
    if pairs := stated(tokenise(said)):
        return Move(becomes=(Fill(text=said, readings=(pairs,)), WalkForm(text="the form")))
    return None


def send_form(words: str, desk: Desk) -> Move:
    """The button that sends: the first after the fields that is called so."""
    groups = groups_of(desk, words)
    last = max((desk.page.place[e.id] for group in groups for e in group), default=-1)
    buttons = [e for e in desk.elements if e.role == "button" and "disabled" not in e.states]
    after = [e for e in buttons if desk.page.place[e.id] > last] or buttons
    found = [e for e in after if sends(e)] or after[:1]
    if not found:
        return Move(stop="I see no button that would send the form.")
    return Move(entries=({"type": "click", "selector": found[0].id},), said=f"pressed {replies.named(found[0])}")
