"""What to do about searching and subscribing."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Search, Subscribe
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.kinds import is_secret
from cobrowse.guide.match import fit
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.plan_form import FILL_ROLES, typeable
from cobrowse.guide.tokens import join, undetermined
from cobrowse.protocol.observation import Element


def plan_search(clause: Search, desk: Desk) -> Move:
    """Into the search field, then Enter."""
    fields = [e for e in typeable(desk) if not is_secret(e)]
    searching = [e for e in fields if e.role == "searchbox" or e.input_type == "search"]
    searching = searching or [e for e in fields if _says_search(e)]
    if clause.place and (found := desk.find(clause.place, FILL_ROLES)).one is not None:
        searching = [found.one]
    searching = searching or (fields if len(fields) == 1 else [])
    picked = desk.element(desk.picks.get("search field", ""))
    searching = [picked] if picked is not None else searching
    visible = [e for e in searching if "covered" not in e.states]
    searching = visible if len(visible) == 1 else searching
    if not searching:
        if move := mentioned(clause.text, desk, sure=True):
            return move
        return Move(stop=f"I see no search field on this page. {replies.CONNECT}")
    if len(searching) > 1:
        return desk.choice(
            "Which search field do you mean?", "search field", replies.told_apart(searching[:6]), searching[:6]
        )
    field, value = searching[0], join(clause.value)
    desk.it, desk.value = field.id, value
    entries: tuple[Entry, ...] = (
        {"type": "fill", "selector": field.id, "value": value},
        {"type": "press", "key": "Enter", "selector": field.id},
    )
    return Move(entries=entries, said=f"searched for {replies.quote(value, 60)}")


def _says_search(element: Element) -> bool:
    words = " ".join([element.name, element.placeholder or "", *(value for _, value in element.attributes)]).casefold()
    return "search" in words or words.split() == ["q"]


def plan_subscribe(clause: Subscribe, desk: Desk) -> Move:
    """Fill the section's e-mail field; then press its button."""
    near = join(undetermined(clause.to))
    if desk.phase == 0:
        fields = [
            e for e in typeable(desk) if e.input_type == "email" or fit("email", e.name or e.placeholder or "") > 0.6
        ]
        fields = _before_button(_by(near, fields, desk), desk)
        picked = desk.element(desk.picks.get("email field", ""))
        fields = [picked] if picked is not None else fields
        if not fields:
            return Move(stop="I see no field for an e-mail address here.")
        if len(fields) > 1:
            shown = fields[:6]
            return desk.choice(
                "Which field shall the address go into?", "email field", replies.told_apart(shown), shown
            )
        value = join(clause.value)
        desk.it, desk.value = fields[0].id, value
        entry = {"type": "fill", "selector": fields[0].id, "value": value}
        return Move(entries=(entry,), said=f"put {replies.quote(value)} in {replies.called(fields[0])}", more=True)
    return _press_beside(desk, near)


def _by(near: str, elements: list[Element], desk: Desk) -> list[Element]:
    """Those that stand by the words, all of them when the words tell nothing."""
    if not near or len(elements) < 2:
        return elements
    measured = desk.page.around.near(near, elements)
    best = max(measured)
    return [e for e, well in zip(elements, measured, strict=True) if well >= best - 0.05] if best >= 0.5 else elements


def _before_button(fields: list[Element], desk: Desk) -> list[Element]:
    """Those that a button to subscribe follows closely, all when none does."""
    close = [e for e in fields if any(fit("subscribe", b.name) >= 0.8 for b in _buttons_after(e, desk)[:1])]
    return close or fields


def _buttons_after(field: Element, desk: Desk) -> list[Element]:
    place = desk.page.place.get(field.id, -1)
    return [e for e in desk.elements[place + 1 :] if e.role in ("button", "clickable", "link")][:6]


def _press_beside(desk: Desk, near: str) -> Move:
    """The button that belongs to the field just filled: the first one after it that says so."""
    field = desk.element(desk.it)
    buttons = _buttons_after(field, desk) if field is not None else []
    wanted = ("subscribe", "sign up", "join", "submit", "send", "ok", "go", near)
    fitting = [e for e in buttons if e.name and any(fit(word, e.name) >= 0.7 for word in wanted if word)]
    if not fitting:
        return Move(stop="I filled the address in, but see no button beside it to send it with.")
    desk.it = fitting[0].id
    return Move(entries=({"type": "click", "selector": fitting[0].id},), said=f"pressed {replies.named(fitting[0])}")
