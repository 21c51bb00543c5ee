"""What to do about clauses that put text into fields."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.calendar import plan_day
from cobrowse.guide.clauses import Choose, Details, Fill, Tick
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.kinds import TICK_ROLES, is_field, is_secret
from cobrowse.guide.plan_do import mentioned
from cobrowse.guide.tokens import Tokens, join, pieces_of, trim_marks, undetermined
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
    if move := _field_first(value, clause, desk):
        return move
    fields = [e for e in typeable(desk) if not is_secret(e)]
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


def _field_first(value: Tokens, clause: Fill, desk: Desk) -> Move | None:
    """`enter your name` has to be asked for; `enter the name Ada` begins with its field, `put 3 people` ends with it."""
    rest = trim_marks(value[1:])
    if value[0].quoted or not rest:
        return None
    named = desk.find(rest, FILL_ROLES)
    if named.one is not None and named.score >= 0.88:
        if value[0].low in ("my", "your"):
            return _fill_all(((value, rest),), [named.one], clause, desk)
        if value[0].text.isdecimal():
            return _fill_all(((value[:1], rest),), [named.one], clause, desk)
    details = plan_details(
        Details(text=clause.text, parts=tuple(undetermined(part) for part in pieces_of(value))), desk
    )
    return details if details.becomes else None


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
