"""What to do about clauses that choose from lists and tick boxes."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Choose, Fill, Point, Suggest
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.kinds import LIST_ROLES, OPTION_ROLES, PRESS_ROLES, TICK_ROLES, is_field
from cobrowse.guide.lists import fitting_options, select_in
from cobrowse.guide.match import fit
from cobrowse.guide.phrase import patterns
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.plan_form import FILL_ROLES, typeable
from cobrowse.guide.plan_tick import all_boxes, pick
from cobrowse.guide.tokens import Tokens, join, pieces_of, undetermined
from cobrowse.guide.words import wordset
from cobrowse.protocol.observation import Element

_NOTHING = wordset("nothing none no")
_PICKABLE = TICK_ROLES | OPTION_ROLES
_SUGGESTED = OPTION_ROLES | wordset("listitem clickable link button")


def plan_choose(clause: Choose, desk: Desk) -> Move:
    """In the field that a reading names; else by the names of the choices themselves."""
    whole = clause.readings[-1][0]
    if whole and whole[0].low in _NOTHING and len(whole) <= 2:
        return Move()
    if desk.phase == 1:
        return _from_opened(clause, desk)
    if boxes := all_boxes(whole, desk):
        return Move(entries=tuple(pick(e) for e in boxes), said="ticked all boxes")
    alone = _by_name(whole, desk)
    if alone is not None and _whole_name(whole, desk):
        return alone
    for values, name in clause.readings:
        found = desk.find(name, FILL_ROLES) if name else None
        if found is not None and found.one is not None:
            return _in_field(clause, values, name, found.one, desk)
    for values, name in reversed(clause.readings):
        if (move := _by_name(values, desk, name)) is not None:
            return move
    return _not_there(clause, desk)


def _whole_name(words: Tokens, desk: Desk) -> bool:
    name = join(undetermined(words))
    return any(fit(name, e.name) >= 0.93 for e in desk.page.of_roles(_PICKABLE | PRESS_ROLES))


def _in_field(clause: Choose, values: Tokens, name: Tokens, element: Element, desk: Desk) -> Move:
    """A native list takes the label; a made-up one is opened first; a field is typed into."""
    desk.it = element.id
    if element.options or element.tag == "select" or (element.role == "listbox" and not _options_shown(desk)):
        return select_in(values, element, desk)
    if is_field(element) or element.role == "slider":
        return Move(becomes=(Fill(text=clause.text, readings=(((values, name),),)),))
    entry = {"type": "click", "selector": element.id}
    return Move(entries=(entry,), more=True) if "expanded" not in element.states else _from_opened(clause, desk)


def _options_shown(desk: Desk) -> bool:
    return any(e.role == "option" for e in desk.elements)


def _from_opened(clause: Choose, desk: Desk) -> Move:
    """The list was opened: its choices are on the page now."""
    for values, _ in clause.readings:
        roles = wordset("option menuitem menuitemradio treeitem clickable radio button link")
        found = desk.find(values, roles, prefer=OPTION_ROLES)
        if found.one is not None:
            desk.value = found.one.name
            entry = {"type": "click", "selector": found.one.id}
            return Move(entries=(entry,), said=f"chose {replies.named(found.one)}")
        if found.best:
            return desk.which(values, found.best)
    options = [e for e in desk.elements if e.role == "option"]
    words = join(undetermined(clause.readings[0][0]))
    some = f" It offers {replies.listed([replies.named(e) for e in options[:6]])}." if options else ""
    return Move(stop=f"I opened the list but found no {replies.quote(words)} in it.{some}")


def plan_suggest(clause: Suggest, desk: Desk) -> Move:
    """Type the beginning, then take the first suggestion that is made as was said."""
    if desk.phase == 0:
        fields = typeable(desk)
        focused = [e for e in fields if "focused" in e.states]
        chosen = focused if len(focused) == 1 else fields
        if len(chosen) != 1:
            return Move(stop="I do not see which field this is about. Please name it.")
        desk.it = chosen[0].id
        entry = {"type": "fill", "selector": chosen[0].id, "value": clause.begins}
        return Move(entries=(entry,), more=True)
    found = desk.find(clause.target, _SUGGESTED, as_=patterns)
    if found.best:
        element = found.best[0].element
        desk.value = element.name
        return Move(entries=({"type": "click", "selector": element.id},), said=f"chose {replies.named(element)}")
    if desk.phase == 1:
        return Move(entries=({"type": "wait", "ms": 800},), more=True)
    return Move(stop=f"I typed {replies.quote(clause.begins)} but nothing that fits was suggested.", late=True)


def _by_name(values: Tokens, desk: Desk, place: Tokens = ()) -> Move | None:
    """Boxes, radio buttons, options and entries of native lists by their own names; None unless all are there."""
    for pieces in dict.fromkeys(((values,), tuple(pieces_of(values)))):  # the whole words may be one name
        entries: list[Entry] = []
        said: list[str] = []
        for piece in pieces:
            move = _one(piece, desk, place)
            if move is None:
                break
            if move.asks or move.becomes:
                return move
            entries += move.entries
            said.append(move.said.removeprefix("chose "))
        else:
            if pieces:
                return Move(entries=tuple(entries), said=f"chose {replies.listed(said)}")
    return None


def _one(piece: Tokens, desk: Desk, place: Tokens) -> Move | None:
    """One choice by its name."""
    if ">" in join(piece):
        return Move(becomes=(Point(text=join(piece), action="click", target=piece),))
    found = desk.find(piece, _PICKABLE, context=place)
    if found.best and not found.every and len(found.best) > 1:
        return desk.which(piece, found.best)
    if found.best:
        chosen = [candidate.element for candidate in found.best]
        desk.it, desk.value = chosen[-1].id, chosen[-1].name
        return Move(
            entries=tuple(pick(e) for e in chosen),
            said=f"chose {replies.listed([replies.named(e) for e in chosen[:6]])}",
        )
    name = join(undetermined(piece))
    lists = [e for e in desk.page.of_roles(LIST_ROLES) if fitting_options(name, e)]
    if len(lists) == 1:
        return select_in(piece, lists[0], desk)
    if not place and (pressed := desk.find(piece, PRESS_ROLES)).one is not None:
        desk.it = pressed.one.id
        return Move(entries=(pick(pressed.one),), said=f"chose {replies.named(pressed.one)}")
    return None


def _not_there(clause: Choose, desk: Desk) -> Move:
    if move := mentioned(clause.text, desk, sure=True):
        return move
    values, name = clause.readings[0]
    if name and (found := desk.find(name, FILL_ROLES)).best:
        return desk.which(name, found.best)
    pieces = pieces_of(clause.readings[-1][0]) or [values]
    wanted = next((piece for piece in pieces if not desk.find(piece, _PICKABLE).best), pieces[0])
    return desk.missing(wanted, desk.find(wanted, _PICKABLE).near, _PICKABLE | LIST_ROLES)
