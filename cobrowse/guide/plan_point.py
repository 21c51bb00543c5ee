"""What to do about clauses of the mouse and of getting about."""

from __future__ import annotations

from urllib.parse import urljoin

from cobrowse.guide import replies
from cobrowse.guide.clauses import Choose, Clause, Drag, Go, History, Point, Press, Scroll, Wait
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.ground import CLEAR
from cobrowse.guide.keys import could_be_name
from cobrowse.guide.kinds import PRESS_ROLES, TICK_ROLES, is_field
from cobrowse.guide.match import fit
from cobrowse.guide.opening import open_next
from cobrowse.guide.phrase import as_page
from cobrowse.guide.tokens import Tokens, join, tokenise, undetermined
from cobrowse.guide.words import fold
from cobrowse.protocol.observation import Element

_PAST = {
    "click": "pressed", "double_click": "double-clicked", "long_press": "held down", "hover": "moved the pointer over",
    "focus": "put the cursor in", "clear": "cleared", "scroll_to": "scrolled to",
}  # fmt: skip
_CLICKABLE = PRESS_ROLES | TICK_ROLES | {"option"}
_HISTORY = {"back": "went back", "forward": "went forward", "reload": "loaded the page again"}


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


def plan_go(clause: Go, desk: Desk) -> Move:
    """To an address, or by the link that is called so."""
    text = join(clause.target)
    if address := as_address(text, desk.page.observation.url):
        return Move(entries=({"type": "navigate", "url": address},), said=f"went to {address}")
    found = desk.find(clause.target, PRESS_ROLES | {"combobox"}, as_=as_page)
    if found.one is not None:
        desk.it = found.one.id
        return Move(entries=({"type": "click", "selector": found.one.id},), said=f"opened {replies.named(found.one)}")
    if found.best:
        return desk.which(clause.target, found.best)
    if move := open_next("menu", desk, join(undetermined(clause.target)), strict=True):
        return move
    return desk.missing(clause.target, found.near, PRESS_ROLES)


def as_address(text: str, base: str) -> str:
    """The absolute address that `text` writes, or an empty string."""
    if not text or any(char.isspace() for char in text):
        return ""
    low = text.casefold()
    if "://" in low or low.startswith("about:"):
        return text
    host = low.split("/")[0].split("?")[0].split(":")[0]
    if host == "localhost" or (host.replace(".", "").isdigit() and host.count(".") == 3):
        return f"http://{text}"
    if low.startswith("/"):
        return urljoin(base, text) if base.startswith("http") else ""
    parts = host.split(".")
    whole = len(parts) > 1 and all(part and part.replace("-", "").isalnum() for part in parts)
    return f"https://{text}" if whole and parts[-1].isalpha() and len(parts[-1]) > 1 and "@" not in text else ""


def plan_history(clause: History, desk: Desk) -> Move:
    """Back, forward, reload."""
    return Move(entries=({"type": clause.step},), said=_HISTORY[clause.step])


def plan_scroll(clause: Scroll, desk: Desk) -> Move:
    """The page, or a container that is named."""
    entry: dict[str, object] = {"type": "scroll", "direction": clause.direction}
    if clause.amount:
        entry["amount"] = min(clause.amount, 1_000_000)
    where = ""
    if clause.target:
        targets = desk.find(clause.target)
        if targets.one is None:
            every = frozenset(element.role for element in desk.elements)
            targets = desk.find(clause.target, every)
        if targets.one is None:
            return (
                desk.which(clause.target, targets.best) if targets.best else desk.missing(clause.target, targets.near)
            )
        entry["selector"] = targets.one.id
        where = f" in {replies.called(targets.one)}"
    return Move(entries=(entry,), said=f"scrolled {clause.direction}{where}")


def plan_wait(clause: Wait, desk: Desk) -> Move:
    """As many waits as it takes; each lasts five seconds at most."""
    whole, rest = divmod(clause.ms, 5000)
    waits = [5000] * whole + ([rest] if rest else [])
    seconds = f"{clause.ms / 1000:g}"
    return Move(
        entries=tuple({"type": "wait", "ms": ms} for ms in waits),
        said=f"waited {seconds} second{'' if seconds == '1' else 's'}",
    )


def plan_drag(clause: Drag, desk: Desk) -> Move:
    """One thing onto another, or along its list."""
    every = frozenset(element.role for element in desk.elements)
    source = desk.find(clause.source, every)
    if source.one is None:
        return desk.which(clause.source, source.best) if source.best else desk.missing(clause.source, source.near)
    start = source.one
    if clause.to:
        others = frozenset(element.role for element in desk.elements)
        found = desk.find(clause.to, others)
        if found.one is None:
            return desk.which(clause.to, found.best) if found.best else desk.missing(clause.to, found.near)
        end: Element | None = found.one
    elif clause.shift or clause.end:
        end = _along(start, clause, desk)
        if end is None:
            return Move(stop=f"I see no list that {replies.called(start)} could be moved along.")
    else:
        return Move(stop=f"Please say where to drag {replies.called(start)}: “drag it to …”.")
    if end.id == start.id:
        return Move(said=f"left {replies.named(start)} where it already is")
    desk.it = start.id
    entry = {"type": "drag", "from": start.id, "to": end.id}
    return Move(entries=(entry,), said=f"dragged {replies.named(start)} to {replies.named(end)}")


def _along(start: Element, clause: Drag, desk: Desk) -> Element | None:
    """The one of its like at whose place it shall come to stand."""
    peers = [e for e in desk.elements if (e.role, e.tag, e.frame) == (start.role, start.tag, start.frame)]
    if len(peers) < 2:
        return None
    at = next(place for place, element in enumerate(peers) if element.id == start.id)
    goal = {"top": 0, "bottom": len(peers) - 1}.get(clause.end, at + clause.shift)
    return peers[goal] if 0 <= goal < len(peers) else None


def by_whole_name(clause: Clause, desk: Desk) -> Element | None:
    """A control that is called exactly like the whole request: “Go to checkout”."""
    said = fold(clause.text)
    if len(said.split()) < 2:
        return None
    fitting = [e for e in desk.page.of_roles(PRESS_ROLES) if fold(e.name) == said and "disabled" not in e.states]
    return fitting[0] if len(fitting) == 1 else None


__all__ = ["CLEAR", "as_address", "by_whole_name", "plan_drag", "plan_go", "plan_history", "plan_point", "plan_press",
           "plan_scroll", "plan_wait"]  # fmt: skip
