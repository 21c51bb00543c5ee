"""What to do about clauses that choose from lists and tick boxes."""

from __future__ import annotations

from collections.abc import Sequence

from cobrowse.guide import replies
from cobrowse.guide.clauses import Choose, Fill, Point, Suggest, Tick
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.ground import CLEAR
from cobrowse.guide.kinds import LIST_ROLES, OPTION_ROLES, PRESS_ROLES, TICK_ROLES, is_field
from cobrowse.guide.match import fit
from cobrowse.guide.phrase import patterns
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.plan_form import FILL_ROLES, typeable
from cobrowse.guide.tokens import Tokens, join, pieces_of, trim_marks, undetermined
from cobrowse.guide.words import ORDINALS, wordset
from cobrowse.protocol.observation import Element

_NOTHING = wordset("nothing none no")
_PICKABLE = TICK_ROLES | OPTION_ROLES
_EVERYTHING = wordset("all everything of them the boxes checkboxes these options")
_SUGGESTED = OPTION_ROLES | wordset("listitem clickable link button")


def plan_choose(clause: Choose, desk: Desk) -> Move:
    """In the field that a reading names; else by the names of the choices themselves."""
    whole = clause.readings[-1][0]
    if whole and whole[0].low in _NOTHING and len(whole) <= 2:
        return Move()
    if desk.phase == 1:
        return _from_opened(clause, desk)
    if boxes := _all_boxes(whole, desk):
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
        return _select(values, element, desk)
    if is_field(element) or element.role == "slider":
        return Move(becomes=(Fill(text=clause.text, readings=(((values, name),),)),))
    entry = {"type": "click", "selector": element.id}
    return Move(entries=(entry,), more=True) if "expanded" not in element.states else _from_opened(clause, desk)


def _options_shown(desk: Desk) -> bool:
    return any(e.role == "option" for e in desk.elements)


def _select(values: Tokens, element: Element, desk: Desk) -> Move:
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
    fitting = _fitting(label, element)
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
    fitting = _fitting(words, element)
    return fitting[0] if len(fitting) == 1 else words


def _fitting(words: str, element: Element) -> list[str]:
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
    return Move(stop=f"I typed {replies.quote(clause.begins)} but nothing that fits was suggested.")


def _all_boxes(words: Tokens, desk: Desk) -> list[Element]:
    """Every box to tick, when the words say nothing else: `all`, `everything`, `all of them`."""
    low = {token.low for token in trim_marks(words)}
    if not low & {"all", "everything"} or not low <= _EVERYTHING:
        return []
    return [e for e in desk.page.of_roles(wordset("checkbox switch")) if "disabled" not in e.states]


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
    lists = [e for e in desk.page.of_roles(LIST_ROLES) if _fitting(name, e)]
    if len(lists) == 1:
        return _select(piece, lists[0], desk)
    if not place and (pressed := desk.find(piece, PRESS_ROLES)).one is not None:
        desk.it = pressed.one.id
        return Move(entries=(pick(pressed.one),), said=f"chose {replies.named(pressed.one)}")
    return None


def pick(element: Element) -> Entry:
    """The action that chooses it."""
    if element.role in ("checkbox", "switch", "menuitemcheckbox"):
        return {"type": "check", "selector": element.id}
    if element.role == "radio":
        return {"type": "radio", "selector": element.id}
    return {"type": "click", "selector": element.id}


def _not_there(clause: Choose, desk: Desk) -> Move:
    if move := mentioned(clause.text, desk, sure=True):
        return move
    values, name = clause.readings[0]
    if name and (found := desk.find(name, FILL_ROLES)).best:
        return desk.which(name, found.best)
    pieces = pieces_of(clause.readings[-1][0]) or [values]
    wanted = next((piece for piece in pieces if not desk.find(piece, _PICKABLE).best), pieces[0])
    return desk.missing(wanted, desk.find(wanted, _PICKABLE).near, _PICKABLE | LIST_ROLES)


def plan_tick(clause: Tick, desk: Desk) -> Move:
    """Every box that is named, into the wanted state."""
    if boxes := _all_boxes(clause.target, desk):
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
