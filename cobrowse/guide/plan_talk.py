"""What to do about questions and wishes to be shown something: point, open a menu at most, quote."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.answer import Passage, in_text, outline, passages
from cobrowse.guide.clauses import Ask, Greet, Leave, Read, Show
from cobrowse.guide.desk import Desk, Entry, Move
from cobrowse.guide.ground import MARGIN, Candidate, distinct
from cobrowse.guide.kinds import is_secret
from cobrowse.guide.match import CLEAR, fit, meaning
from cobrowse.guide.opening import collapsed, open_next, promise
from cobrowse.guide.tokens import join, undetermined
from cobrowse.guide.words import wordset
from cobrowse.protocol.observation import Element

_ENOUGH = 0.55
"""How much of a question a passage has to cover."""


def plan_show(clause: Show, desk: Desk) -> Move:
    """Frame what is meant; open what is folded up over it, and nothing else."""
    wish = join(undetermined(clause.target))
    if not wish:
        return Move(stop=replies.not_understood(clause.text, desk.samples(most=12)))
    if desk.phase == 0:
        desk.known = frozenset(element.id for element in desk.elements)
    if desk.phase == 0:
        desk.known = frozenset(element.id for element in desk.elements)
    found = _fitting(clause, wish, desk)
    if (
        clause.question
        and found
        and found[0].score < 0.78
        and (move := open_next("menu", desk, wish, strict=True, most=2, least=0.45))
    ):
        return move
    if len(found) == 1:
        return _point_out(found[0], desk)
    if len(found) > 1:
        return desk.which(clause.target, found)
    if (said := _passage(wish, desk)) is not None and (said.score >= 0.95 or not collapsed(desk)):
        return _quote(said, desk)
    if move := open_next("menu", desk, wish, strict=True, most=3):
        return move
    if said is not None:
        return _quote(said, desk)
    return _nowhere(clause, wish, desk)


def _fitting(clause: Show, wish: str, desk: Desk) -> list[Candidate]:
    """The best things to point at; names may cover the wish only in part, as `change my address` and “Address”."""
    every = frozenset(element.role for element in desk.elements)
    found = desk.find(clause.target, every, prefer=frozenset(e.role for e in desk.elements if e.interactive))
    if found.best:
        return list(found.best)
    scored = [(_covers(element.name, wish), element) for element in desk.elements if element.name]
    best = max((score for score, _ in scored), default=0.0)
    if best < CLEAR:
        return []
    top = [Candidate(e, score, "covers the wish") for score, e in scored if score >= best - MARGIN]
    live = [c for c in top if c.element.interactive]
    return distinct(live or top)


def _covers(name: str, wish: str) -> float:
    """How well a name says what a longer wish is about: all its words are in the wish, and most of the wish in it."""
    called, wished = meaning(name), meaning(wish)
    if not called or not wished or not set(called) <= set(wished):
        return 0.0
    return 0.5 + 0.3 * len(set(called)) / len(set(wished))


def _point_out(found: Candidate, desk: Desk) -> Move:
    element = found.element
    desk.it = element.id
    where = "" if element.in_view or not desk.page.observation.scroll[1] else " I have scrolled to it."
    opened = "I opened the menu it is in. " if desk.tried and element.id not in desk.known else ""
    holds = f" It holds {replies.quote(element.value)}." if element.value and not is_secret(element) else ""
    text = f"{opened}Here it is: {replies.called(element)}{_section(element)}.{holds}{where}"
    return Move(entries=(_narrate(text, element.id),), answer=text)


def _section(element: Element) -> str:
    section = " ".join(element.section.split())
    return f", under {replies.quote(section, 60)}" if section and fit(element.name, section) < 0.6 else ""


def _narrate(text: str, about: str) -> Entry:
    return {"type": "narrate", "text": text[:2000]} | ({"about": about} if about else {})


def _passage(topic: str, desk: Desk) -> Passage | None:
    found = passages(topic, desk.page.observation)
    return found[0] if found and found[0].score >= _ENOUGH else None


def _quote(passage: Passage, desk: Desk) -> Move:
    under = (
        f" (under {replies.quote(passage.heading, 60)})" if passage.heading and passage.heading != passage.text else ""
    )
    text = f"The page says{under}: {replies.quote(passage.text, 400)}"
    desk.it = passage.about or desk.it
    return Move(entries=(_narrate(text, passage.about),), answer=text)


def _nowhere(clause: Show, wish: str, desk: Desk) -> Move:
    """Not here; the likeliest way on is framed, but not taken."""
    doors = [e for e in desk.page.of_roles(wordset("link button tab menuitem")) if e.id not in desk.tried]
    doors = [e for e in doors if promise(e, wish) >= 0.4]
    if doors:
        best = max(doors, key=lambda e: promise(e, wish))
        text = f"I do not see {replies.quote(wish, 60)} here. It may be behind {replies.called(best)}: say “open it”."
        desk.it = best.id
        return Move(entries=(_narrate(text, best.id),), answer=text)
    if desk.tried:
        return Move(stop=f"I could not find {replies.quote(wish, 60)} on this page, nor in the menu that I opened.")
    return desk.missing(clause.target, ())


def plan_ask(clause: Ask, desk: Desk) -> Move:
    """Quote the passage that answers; look in the whole text when the outline does not hold it."""
    topic = join(clause.topic)
    if (said := _passage(topic, desk)) is not None:
        control = desk.element(said.about) if said.label else None
        if desk.phase == 0 and control is not None and (shut := _folded(control, desk)) is not None:
            return Move(entries=({"type": "click", "selector": shut.id},), more=True)
        return _quote(said, desk) if control is None else _point_out(Candidate(control, said.score, "name"), desk)
    if desk.phase == 0:
        return Move(entries=({"type": "read_page", "query": topic[:300]},), more=True)
    text = str(desk.result.get("value") or "")
    if (said := in_text(topic, text)) is not None:
        return _quote(said, desk)
    fitting = [e for e in desk.elements if e.name and _covers(e.name, topic) >= CLEAR]
    if fitting:
        return _point_out(Candidate(fitting[0], CLEAR, "covers the wish"), desk)
    answer = f"I found nothing about {replies.quote(topic, 60)} on this page. {replies.CONNECT}"
    return Move(answer=answer)


def _folded(label: Element, desk: Desk) -> Element | None:
    """The folded-up answer under a question of the page that was asked in its very words."""
    same = [e for e in desk.elements if "collapsed" in e.states and fit(label.name, e.name) >= 0.98]
    return same[0] if len(same) == 1 and len(label.name.split()) >= 3 else None


def plan_read(clause: Read, desk: Desk) -> Move:
    """The page in a few sentences."""
    return Move(answer=outline(desk.page.observation))


def plan_leave(clause: Leave, desk: Desk) -> Move:
    """What shall not be done is not done."""
    return Move(answer=f"As you said, {replies.quote(clause.text, 60)}: I left that alone.")


def plan_greet(clause: Greet, desk: Desk) -> Move:
    """Small talk, briefly."""
    if clause.kind == "thanks":
        return Move(answer="You are welcome.")
    hello = "Hello. " if clause.kind == "hello" else ""
    return Move(answer=f"{hello}{replies.can_do(desk.samples(most=12))} {replies.CONNECT}")
