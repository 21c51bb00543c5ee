"""Going through a form with the person: one question at a time, a check, a summary, and their word before sending."""

from __future__ import annotations

from dataclasses import dataclass, field

from cobrowse.guide import replies
from cobrowse.guide.clauses import WalkForm
from cobrowse.guide.desk import Desk, Entry, Move, Question
from cobrowse.guide.fields import groups_of, has_answer, is_prompt, key_of, shown_value, title
from cobrowse.guide.kinds import is_secret
from cobrowse.guide.match import fit
from cobrowse.guide.plan_tick import pick
from cobrowse.guide.sending import put_right, send_form
from cobrowse.guide.tokens import join
from cobrowse.guide.values import convert
from cobrowse.guide.words import STOP_WORDS, fold, wordset
from cobrowse.protocol.observation import Element

_FORM_WORDS = STOP_WORDS | wordset("form fill help out field fields everything whole details questionnaire together")
_SKIP = wordset("skip next later pass empty")
_STOP = wordset("stop cancel quit enough")
_SEND, _LEAVE = "Send it", "Leave it for now"


@dataclass(slots=True)
class Walk:
    """How far the walk has come."""

    asked: set[str] = field(default_factory=set)
    at: list[Element] = field(default_factory=list)
    """The field, or the radio buttons, last asked about."""
    checked: bool = False
    complaints: dict[str, str] = field(default_factory=dict)
    """Field → what the form says about it."""
    rounds: int = 0
    words: str = ""
    """What the form, or its part, was called."""


def plan_walk(clause: WalkForm, desk: Desk) -> Move:
    """The next question; then the check, the summary and the sending."""
    walk = desk.walk = desk.walk if isinstance(desk.walk, Walk) else Walk(words=_which_form(clause, desk))
    if walk.at and (key := key_of(walk.at[0])) and _answer(key, desk) is not None:
        return _take(walk, desk, key)
    if (waiting := _next(walk, desk)) is not None:
        walk.at = waiting
        return _question(waiting, walk, desk)
    if not walk.asked and not groups_of(desk, walk.words):
        named = f" called {replies.quote(walk.words, 60)}" if walk.words else ""
        return Move(stop=f"I see no form{named} on this page that could be filled in.")
    if not walk.checked:
        walk.checked = True
        return Move(entries=({"type": "validate_form"},), more=True)
    if walk.rounds == 0 and _complaints(walk, desk):
        return plan_walk(clause, desk)
    return _summary(walk, desk)


def _which_form(clause: WalkForm, desk: Desk) -> str:
    """The words that tell which form is meant, if they stand by any field."""
    words = " ".join(word for word in fold(join(clause.target)).split() if word not in _FORM_WORDS)
    said_form = any(token.low in ("form", "questionnaire", "application") for token in clause.target)
    return "" if said_form and not groups_of(desk, words) else words


def _answer(key: str, desk: Desk) -> str | None:
    """What was said about a field; consumed by `_take`."""
    if key in desk.picks:
        chosen = desk.element(desk.picks[key])
        return chosen.name if chosen is not None else None
    return desk.answers.get(key)


def _next(walk: Walk, desk: Desk) -> list[Element] | None:
    """The first group that is not yet answered or filled."""
    for group in groups_of(desk, walk.words):
        if group[0].id not in walk.asked and (group[0].id in walk.complaints or not has_answer(group)):
            return group
    return None


def _question(group: list[Element], walk: Walk, desk: Desk) -> Move:
    """Ask about one field, with its choices when it has few."""
    first, key = group[0], key_of(group[0])
    walk.asked.add(first.id)
    label = title(group, desk)
    needed = " (needed)" if "required" in first.states else ""
    complaint = f" The form says: {walk.complaints[first.id]}" if first.id in walk.complaints else ""
    border: Entry = {"type": "border", "selector": first.id, "label": label[:80] or "this"}
    if is_secret(first):
        note = f"Please type {label} yourself, then go on."
        entries: tuple[Entry, ...] = (
            {"type": "narrate", "text": note, "about": first.id},
            {"type": "pause", "note": note[:500]},
        )
        return Move(entries=entries, more=True)
    if first.role == "radio" and 2 <= len(group) <= 6:
        options = replies.told_apart([*group]) if len({e.name for e in group}) < len(group) else [e.name for e in group]
        if all(options):
            return desk.choice(f"{label}{needed}?{complaint}", key, options, group)
    if first.role in ("checkbox", "switch", "radio"):
        move = desk.choice(f"Shall {replies.quote(label)} be ticked{needed}?{complaint}", key, ("Yes", "No"), ())
    elif 2 <= len(options := [o for o in first.options if not is_prompt(o)]) <= 6:
        move = desk.choice(f"{label}{needed}?{complaint}", key, options, ())
    else:
        some = f" For example {replies.listed(options[:4], 'or')}." if first.options else ""
        move = desk.ask(f"{label}{needed}?{some}{complaint} You can also say “skip”.", key)
    return Move(entries=(border, *move.entries), asks=move.asks)


def _take(walk: Walk, desk: Desk, key: str) -> Move:
    """Put an answer where it belongs."""
    said = (_answer(key, desk) or "").strip()
    picked = desk.picks.pop(key, "")
    desk.answers.pop(key, None)
    desk.rewrites.pop(key, None)
    group, walk.at = walk.at, []
    first = group[0]
    word = fold(said)
    if word in _STOP:
        return Move(answer="All right, the form stays as it is; nothing was sent.")
    if word in _SKIP:
        return plan_walk(WalkForm(text=""), desk)
    if first.role in ("radio", "checkbox", "switch"):
        return _ticked(group, picked, said, walk, desk)
    if first.options:
        return Move(entries=({"type": "select", "selector": first.id, "value": said},), more=True)
    value = convert(said, first)
    if value.problem:
        walk.complaints[first.id] = value.problem + "."
        walk.at = group
        return _question(group, walk, desk)
    return Move(entries=({"type": "fill", "selector": first.id, "value": value.text},), more=True)


def _ticked(group: list[Element], picked: str, said: str, walk: Walk, desk: Desk) -> Move:
    if group[0].role == "radio" and len(group) > 1:
        chosen = next((e for e in group if e.id == picked), None) or max(group, key=lambda e: fit(said, e.name))
        if not picked and fit(said, chosen.name) < 0.6:
            walk.at = group
            return _question(group, walk, desk)
        return Move(entries=(pick(chosen),), more=True)
    yes = fold(said).split()[:1] in (["yes"], ["y"], ["sure"], ["ok"], ["yeah"], ["tick"])
    return Move(entries=(pick(group[0]),), more=True) if yes else plan_walk(WalkForm(text=""), desk)


def _complaints(walk: Walk, desk: Desk) -> bool:
    """Fields that the form would complain of are asked about once more."""
    walk.rounds += 1
    reports = desk.result.get("fields")
    for report in reports if isinstance(reports, list) else []:
        if not isinstance(report, dict) or report.get("valid", True):
            continue
        name = str(report.get("name") or "")
        for group in groups_of(desk, walk.words):
            if group[0].id in walk.asked and fit(name, title(group, desk)) >= 0.85:
                walk.asked.discard(group[0].id)
                walk.complaints[group[0].id] = str(report.get("message") or "this is needed.")
    return bool(walk.complaints)


def _summary(walk: Walk, desk: Desk) -> Move:
    """Everything the form holds; send it, leave it, or put something right."""
    key = "summary"
    said = desk.answers.pop(key, None)
    desk.rewrites.pop(key, None)
    if said == _SEND:
        return send_form(walk.words, desk)
    if said == _LEAVE:
        return Move(answer="The form is filled in and not sent. You can look it over and send it yourself.")
    if said is not None and (move := put_right(said, desk)) is not None:
        return move
    lines = [
        f"{title(group, desk)}: {shown_value(group)}" for group in groups_of(desk, walk.words) if has_answer(group)
    ]
    lead = "" if said is None else f"I did not understand {replies.quote(said, 60)}. Say, for example, “Name: Ada”.\n"
    text = f"{lead}This is what the form holds:\n" + "\n".join(lines)
    question = f"{text[:880]}\nShall I send it? You can also correct an answer."
    entry: Entry = {
        "type": "ask_user_choice",
        "question": question,
        "options": [_SEND, _LEAVE],
        "allow_free_text": True,
    }
    return Move(entries=(entry,), asks=Question(key))
