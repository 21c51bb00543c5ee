"""Opening what may hide a thing: menus, sections, tabs, tree nodes; one at a time, never the same twice."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.clauses import Unfold
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.match import CLEAR, fit, meaning
from cobrowse.guide.tokens import Tokens, join, undetermined
from cobrowse.protocol.observation import Element

_ROOMS = (
    ("account profile me settings user my", "address password name email delivery order orders invoice payment profile "
     "newsletter language subscription personal data login logout phone"),
    ("menu more navigation browse overview", ""),
    ("help support service contact faq", "return returns refund question phone contact complaint shipping warranty"),
    ("settings preferences options tools", "theme language privacy notifications dark font download security"),
    ("categories shop products departments catalogue", "book books shoes product hiking category sale"),
)  # fmt: skip
"""What menus are called, and what people look for in them; stems of both are compared."""


def collapsed(desk: Desk) -> list[Element]:
    """Everything that could be unfolded, without lists of choices."""
    return [
        e
        for e in desk.elements
        if "collapsed" in e.states and "disabled" not in e.states and e.role not in ("combobox", "listbox", "textbox")
    ]


def promise(element: Element, wish: str) -> float:
    """How likely what is looked for is inside this, from 0 to 1."""
    direct = fit(wish, element.name)
    if direct >= CLEAR:
        return direct
    names, wanted = set(meaning(element.name)), set(meaning(wish))
    if names & wanted:
        return 0.5
    for at, (rooms, things) in enumerate(_ROOMS):
        if names & set(meaning(rooms)):
            if wanted & set(meaning(things)):
                return 0.55
            if at == 1:
                return 0.35
    return 0.1


def open_next(
    seek: str, desk: Desk, wish: str, *, strict: bool = False, most: int = 12, least: float = 0.35
) -> Move | None:
    """Open the likeliest thing not opened yet; None when there is nothing left. `strict` opens only what promises."""
    if len(desk.tried) >= most:
        return None
    doors = [e for e in _doors(seek, desk) if e.id not in desk.tried]
    if strict:
        doors = [e for e in doors if promise(e, wish) >= least]
    if not doors:
        return None
    best = max(doors, key=lambda e: (promise(e, wish), -desk.page.place[e.id]))
    desk.tried.add(best.id)
    return Move(entries=({"type": "click", "selector": best.id},), more=True)


def _doors(seek: str, desk: Desk) -> list[Element]:
    tabs = [e for e in desk.elements if e.role == "tab" and "selected" not in e.states and "disabled" not in e.states]
    if seek == "tab" and tabs:
        return tabs
    shut = collapsed(desk)
    if seek == "tree":
        return [e for e in shut if e.role == "treeitem"] or shut or _plain_doors(desk)
    if seek == "section" and not shut:
        return tabs or _plain_doors(desk)
    if seek == "menu":
        return shut
    return shut or tabs


def _plain_doors(desk: Desk) -> list[Element]:
    """What only a mouse reveals may unfold too; where that is asked for it is worth a try."""
    return [e for e in desk.elements if e.role == "clickable" and e.name and len(e.name) <= 40]


def plan_unfold(clause: Unfold, desk: Desk) -> Move:
    """Expand or collapse what is named; `the section below` is the only one there is."""
    state = "collapsed" if clause.on else "expanded"
    past = "expanded" if clause.on else "collapsed"
    found = desk.find(clause.target)
    if found.one is not None and state in found.one.states:
        return _click(found.one, past, desk)
    if found.one is not None and ("expanded" if clause.on else "collapsed") in found.one.states:
        return Move(said=f"found {replies.named(found.one)} already {past}")
    shut = [e for e in desk.elements if state in e.states and e.role not in ("combobox", "listbox")]
    words = {token.low for token in undetermined(clause.target)}
    if words & {"all", "every"} and shut:
        entries = tuple({"type": "click", "selector": element.id} for element in shut)
        return Move(entries=entries, said=f"{past} {len(shut)} sections")
    vague = words <= {
        "section",
        "sections",
        "below",
        "above",
        "menu",
        "panel",
        "it",
        "accordion",
        "the",
        "tree",
        "here",
    }
    if vague and len(shut) == 1:
        return _click(shut[0], past, desk)
    if vague and not shut and found.one is None:
        return _likely_section(clause, desk, past)
    targets = desk.resolve(_name(clause.target))
    return targets if isinstance(targets, Move) else _click(targets[0], past, desk)


def _likely_section(clause: Unfold, desk: Desk, past: str) -> Move:
    """Nothing says that it can be unfolded: a lone heading or tab that a mouse can use is meant."""
    likely = [e for e in desk.elements if e.role in ("clickable", "tab") and "disabled" not in e.states]
    likely = likely or [e for e in desk.elements if e.role == "heading"]
    return _click(likely[0], past, desk) if len(likely) == 1 else desk.missing(clause.target, ())


def _click(element: Element, past: str, desk: Desk) -> Move:
    desk.it = element.id
    return Move(entries=({"type": "click", "selector": element.id},), said=f"{past} {replies.named(element)}")


def _name(target: Tokens) -> Tokens:
    words = undetermined(target)
    return words if join(words) else target
