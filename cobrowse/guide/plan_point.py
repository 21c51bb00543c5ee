"""What to do about clauses of the mouse and of getting about."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Choose, Clause, Point, Press
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.keys import could_be_name
from cobrowse.guide.kinds import PRESS_ROLES, TICK_ROLES, is_field
from cobrowse.guide.match import fit
from cobrowse.guide.opening import open_next
from cobrowse.guide.tokens import Tokens, join, tokenise, undetermined
from cobrowse.guide.words import fold
from cobrowse.protocol.observation import Element

_PAST = {
    "click": "pressed", "double_click": "double-clicked", "long_press": "held down", "hover": "moved the pointer over",
    "focus": "put the cursor in", "clear": "cleared", "scroll_to": "scrolled to",
}  # fmt: skip
_CLICKABLE = PRESS_ROLES | TICK_ROLES | {"option"}


def plan_point(clause: Point, desk: Desk) -> Move:
    """Click and its like on one element, or on all that were meant."""
    if clause.action == "click" and (path := _path(clause.target)):
        return Move(becomes=tuple(Point(text=join(part), action="click", target=part, seek="menu") for part in path))
    prefer = _CLICKABLE if clause.action != "focus" else None
    if clause.action == "clear":
        prefer = frozenset(e.role for e in desk.elements if is_field(e))
    found = desk.find(clause.target, context=clause.context, prefer=prefer)
    if not found.best or (clause.seek and found.score < 0.85):
        if clause.seek and (move := open_next(clause.seek, desk, join(undetermined(clause.target)))):
            return move
        if clause.action == "click" and (chosen := _native_option(clause.target, desk)):
            return Move(becomes=(chosen,))
    targets = desk.resolve(clause.target, context=clause.context, prefer=prefer)
    if isinstance(targets, Move):
        return _plain_target(clause, desk) or targets
    entries = tuple({"type": clause.action, "selector": element.id} for element in targets)
    desk.it = targets[-1].id
    return Move(entries=entries, said=f"{_PAST[clause.action]} {_all(targets)}")


def _all(targets: list[Element]) -> str:
    named = [replies.named(element) for element in targets]
    same = len(set(named)) == 1 and len(named) > 1
    return f"{named[0]} {len(named)} times" if same else replies.listed(named[:6])


def _plain_target(clause: Point, desk: Desk) -> Move | None:
    """What is not interactive may still be clicked, hovered or scrolled to: a heading, an image, a cell."""
    roles = frozenset(element.role for element in desk.elements if not element.interactive)
    found = desk.find(clause.target, roles, context=clause.context)
    if found.one is None or clause.action in ("clear", "focus"):
        return None
    desk.it = found.one.id
    entry = {"type": clause.action, "selector": found.one.id}
    return Move(entries=(entry,), said=f"{_PAST[clause.action]} {replies.named(found.one)}")


def _path(target: Tokens) -> list[Tokens]:
    """`File > Save as` → its parts, when it is such a path."""
    text = join(target)
    parts = [part.strip() for sign in (">", "→", "»") if sign in text for part in text.split(sign)]
    return [tokenise(part) for part in parts] if len(parts) > 1 and all(parts) else []


def _native_option(target: Tokens, desk: Desk) -> Choose | None:
    """A click on what is only a choice of a native list chooses it."""
    name = join(undetermined(target))
    holders = [e for e in desk.elements if any(fold(option) == fold(name) for option in e.options)]
    return Choose(text=name, readings=((undetermined(target), ()),)) if holders else None


def plan_press(clause: Press, desk: Desk) -> Move:
    """A key; or the control that is called like it, when nobody said `key`."""
    if not clause.said_key and (could_be_name(clause.key) or any(token.quoted for token in clause.name)):
        name = join(undetermined(clause.name))
        if any(fit(name, e.name) >= 0.93 for e in desk.page.of_roles(_CLICKABLE)):
            return Move(becomes=(Point(text=clause.text, action="click", target=clause.name),))
    entry: dict[str, object] = {"type": "press", "key": clause.key}
    if clause.modifiers:
        entry["modifiers"] = list(clause.modifiers)
    if clause.target:
        targets = desk.resolve(clause.target)
        if isinstance(targets, Move):
            return targets
        entry["selector"] = targets[0].id
    name = "+".join([*(word.capitalize() for word in clause.modifiers), clause.key])
    return Move(entries=(entry,), said=f"pressed the {name} key")


def by_whole_name(clause: Clause, desk: Desk) -> Element | None:
    """A control that is called exactly like the whole request: “Go to checkout”."""
    said = fold(clause.text)
    if len(said.split()) < 2:
        return None
    fitting = [e for e in desk.page.of_roles(PRESS_ROLES) if fold(e.name) == said and "disabled" not in e.states]
    return fitting[0] if len(fitting) == 1 else None
