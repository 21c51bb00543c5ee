"""What to do about clauses that put text into fields."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.calendar import plan_day
from cobrowse.guide.clauses import Choose, Details, Fill, Search, Subscribe, Tick
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.kinds import TICK_ROLES, is_field, is_secret
from cobrowse.guide.match import fit
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.tokens import Tokens, join, trim_marks, undetermined
from cobrowse.guide.values import as_date, convert
from cobrowse.guide.words import PRONOUNS, wordset
from cobrowse.protocol.observation import Element

FILL_ROLES = wordset("textbox searchbox combobox spinbutton slider listbox")
_NO_VALUE = wordset("me us him her them a an")
"""`write me a poem` is no wish to have “me a poem” typed."""
_YES = wordset("yes on true ticked checked")
_NO = wordset("no off false unticked unchecked")
_OWN = wordset("my your something anything text")


def plan_fill(clause: Fill, desk: Desk) -> Move:
    """The first reading whose fields are on the page."""
    for reading in clause.readings:
        fields = [_field(name, desk) for _, name in reading if name]
        if fields and all(isinstance(field, Element) for field in fields):
            return _fill_all(reading, [f for f in fields if isinstance(f, Element)], clause, desk)
    if move := mentioned(clause.text, desk, sure=True):
        return move
    if box := _yes_or_no(clause, desk):
        return box
    reading = clause.readings[0]
    if len(reading) == 1 and not reading[0][1]:
        return _fill_somewhere(reading[0][0], clause, desk)
    name = next(name for _, name in reading if not isinstance(_field(name, desk), Element))
    return _no_such_field(name, desk)


def _field(name: Tokens, desk: Desk) -> Element | Move:
    """The field that is called so; a move when it is not clear."""
    found = desk.find(name, FILL_ROLES)
    if found.one is not None:
        return found.one
    open_fields = [e for e in typeable(desk) if not is_secret(e)]
    if found.best and len({c.element.id for c in found.best} & {e.id for e in open_fields}) == 1 and _vague(name):
        return open_fields[0]
    return desk.which(name, found.best) if found.best else Move()


def _yes_or_no(clause: Fill, desk: Desk) -> Move | None:
    """`set LUNCH to yes` ticks the box."""
    for reading in clause.readings:
        for value, name in reading:
            word = join(trim_marks(value)).casefold()
            if name and word in _YES | _NO and len(reading) == 1 and desk.find(name, TICK_ROLES).one is not None:
                return Move(becomes=(Tick(text=clause.text, target=name, on=word in _YES),))
    return None


def plan_details(clause: Details, desk: Desk) -> Move:
    """Each part begins with a field's name; the longest beginning that is one counts."""
    pairs: list[tuple[Tokens, Tokens]] = []
    for part in clause.parts:
        for length in range(len(part) - 1, 0, -1):
            found = desk.find(part[:length], FILL_ROLES)
            if found.one is not None and found.score >= 0.88:
                value = part[length:]
                value = (
                    value[1:]
                    if len(value) > 1 and (value[0].mark or value[0].low in ("is", "as", "=", "to"))
                    else value
                )
                pairs.append((value, part[:length]))
                break
        else:
            return Move(
                stop=f"I see no field that {replies.quote(join(part))} begins with. Say, for example, “Name: Ada”."
            )
    return Move(becomes=(Fill(text=clause.text, readings=(tuple(pairs),)),))


def _vague(name: Tokens) -> bool:
    return " ".join(token.low for token in undetermined(name)) in (
        "field",
        "textbox",
        "text box",
        "text field",
        "input",
    )


def _no_such_field(name: Tokens, desk: Desk) -> Move:
    found = desk.find(name, FILL_ROLES)
    if found.best:
        return desk.which(name, found.best)
    return desk.missing(name, found.near, FILL_ROLES)


def typeable(desk: Desk) -> list[Element]:
    """Fields that text can be typed into now."""
    return [e for e in desk.elements if is_field(e) and not {"disabled", "readonly"} & set(e.states)]


def _fill_somewhere(value: Tokens, clause: Fill, desk: Desk) -> Move:
    """No field was named: the focused one, the last one, the only one; else ask."""
    fields = typeable(desk)
    focused = [e for e in fields if "focused" in e.states or e.id == desk.it]
    picked = desk.element(desk.picks.get(join(trim_marks(value)), ""))
    if picked is not None:
        return _fill_all(((value, ()),), [picked], clause, desk)
    chosen = focused if len(focused) == 1 else fields
    if len(chosen) == 1 and value[0].low not in _NO_VALUE:
        return _fill_all(((value, ()),), chosen, clause, desk)
    if not chosen or value[0].low in _NO_VALUE:
        if value[0].low in _NO_VALUE:
            return Move(stop=replies.not_understood(clause.text, desk.samples(most=12)))
        return Move(stop="I see no field here that could be typed into.")
    question = f"Which field shall I type {replies.quote(join(value), 40)} into?"
    shown = chosen[:6]
    return desk.choice(question, join(trim_marks(value)), replies.told_apart(shown), shown)


def _fill_all(reading: tuple[tuple[Tokens, Tokens], ...], fields: list[Element], clause: Fill, desk: Desk) -> Move:
    """All pairs of one reading; secret fields are the person's."""
    entries: list[Entry] = []
    said: list[str] = []
    for (words, _), element in zip(reading, fields, strict=True):
        value = _value(words, element, desk)
        if isinstance(value, Move):
            return value
        if is_secret(element):
            return _then_person(entries, said, element, desk)
        if element.input_type == "file":
            return Move(stop=f"Please choose the file yourself in {replies.called(element)}.")
        if not is_field(element) and (element.options or element.role in ("combobox", "listbox")):
            return Move(becomes=(Choose(text=clause.text, readings=((words, _ or words),)),))
        converted = convert(value, element)
        if converted.problem:
            return Move(
                stop=f"I cannot put {replies.quote(value)} into {replies.called(element)}: {converted.problem}."
            )
        if "readonly" in element.states and as_date(value, element.placeholder or ""):
            return plan_day(value, element, desk)
        if "readonly" in element.states:
            return Move(
                stop=f"{replies.capital(replies.called(element))} cannot be typed into; it may want a click first."
            )
        desk.it, desk.value = element.id, value
        entries.append({"type": "type" if clause.append else "fill", "selector": element.id, "value": converted.text})
        said.append(
            f"{'added' if clause.append else 'put'} {replies.quote(converted.text, 60)} in {replies.called(element)}"
        )
    return Move(entries=tuple(entries), said=replies.listed(said))


def _then_person(entries: list[Entry], said: list[str], element: Element, desk: Desk) -> Move:
    """Do what comes before the secret field, then leave that to the person."""
    if entries and desk.phase == 0:
        return Move(entries=tuple(entries), said=replies.listed(said), more=True)
    return Move(stop=replies.secret(element))


def _value(words: Tokens, element: Element, desk: Desk) -> str | Move:
    """What to type: as written; `it` is the last value; `my name` has to be asked for."""
    words = trim_marks(words)
    text = join(words)
    if len(words) == 1 and words[0].low in PRONOUNS and desk.value:
        return desk.value
    if text in desk.answers:
        return desk.answers[text]
    if words and words[0].low in _OWN and len(words) <= 3 and not is_secret(element):
        return desk.ask(f"What shall I put into {replies.called(element)}?", text)
    return text


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
        fields = _by(near, fields, desk)
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


def _press_beside(desk: Desk, near: str) -> Move:
    """The button that belongs to the field just filled: the first one after it that says so."""
    place = desk.page.place.get(desk.it, -1)
    buttons = [e for e in desk.elements[place + 1 :] if e.role in ("button", "clickable", "link")][:6]
    wanted = ("subscribe", "sign up", "join", "submit", "send", "ok", "go", near)
    fitting = [e for e in buttons if e.name and any(fit(word, e.name) >= 0.7 for word in wanted if word)]
    if not fitting:
        return Move(stop="I filled the address in, but see no button beside it to send it with.")
    desk.it = fitting[0].id
    return Move(entries=({"type": "click", "selector": fitting[0].id},), said=f"pressed {replies.named(fitting[0])}")
