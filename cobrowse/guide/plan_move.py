"""What to do about getting about: addresses, history, scrolling, dragging, waiting."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from cobrowse.guide import replies
from cobrowse.guide.clauses import Drag, Go, History, Scroll, Wait
from cobrowse.guide.desk import Desk, Move
from cobrowse.guide.kinds import PRESS_ROLES
from cobrowse.guide.opening import open_next
from cobrowse.guide.phrase import as_page
from cobrowse.guide.tokens import Tokens, join, undetermined
from cobrowse.protocol.observation import Element

_HISTORY = {"back": "went back", "forward": "went forward", "reload": "loaded the page again"}


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
    if clause.others:
        halves = max(((clause.source, clause.to), *clause.others), key=lambda half: _both(half, every, desk))
        clause = replace(clause, source=halves[0], to=halves[1], others=())
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


def _both(half: tuple[Tokens, Tokens], roles: frozenset[str], desk: Desk) -> float:
    """How well both sides of a division name something."""
    found = [desk.find(side, roles) for side in half]
    return min(side.score if side.one is not None else 0.0 for side in found)


def _along(start: Element, clause: Drag, desk: Desk) -> Element | None:
    """The one of its like at whose place it shall come to stand."""
    peers = [e for e in desk.elements if (e.role, e.tag, e.frame) == (start.role, start.tag, start.frame)]
    if len(peers) < 2:
        return None
    at = next(place for place, element in enumerate(peers) if element.id == start.id)
    goal = {"top": 0, "bottom": len(peers) - 1}.get(clause.end, at + clause.shift)
    return peers[goal] if 0 <= goal < len(peers) else None
