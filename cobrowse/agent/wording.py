"""What the person reads about an action: the timeline's label and the approval card.

Both are made from the action and the element. What a page wrote is shown as a quotation, on one line, without the
characters that turn text around.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Mapping

from cobrowse.agent import origins, sites
from cobrowse.agent.gate import Verdict
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.event import Ask, Fact
from cobrowse.protocol.node import Node
from cobrowse.protocol.target import shorten

_UNSEEN = frozenset(["Cc", "Cf", "Co", "Cs", "Cn"])
"""Unicode categories of signs that show nothing: controls, direction marks, tags, zero-width and private ones."""
_SELECTORS = range(0xE0100, 0xE01F0)
"""Variation selectors that no font needs, and in which whole messages have been hidden."""
_VALUES = ("value", "values", "text", "question", "query", "url", "path", "key", "reason", "intent", "heading", "note")


def plain(text: str, most: int = 80) -> str:
    """Text of a page or a model, safe to show on one line: cut in the middle, its direction kept to itself."""
    shown = "".join(sign if sign.isspace() else "" if _unseen(sign) else sign for sign in text)
    line = shorten(shown, most)
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in line)
    return f"\u2068{line}\u2069" if turns else line


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN or ord(sign) in _SELECTORS


def label(action: Action, name_of: Callable[[str], str | None], hidden: bool = False) -> tuple[str, str]:
    """What the timeline shows: the verb, and what it is about in a softer colour.

    `name_of` tells what a target is called on the page; with `hidden` values are masked, for a secret field.
    """
    _, slot, tail = action.title.partition("{")
    return verb(type(action)), " ".join(_fill(slot + tail, action, name_of, hidden).split())


def verb(action: type[Action]) -> str:
    """What an action is called, without what it is done to."""
    return action.title.partition("{")[0].rstrip(" :")


def _fill(template: str, action: Action, name_of: Callable[[str], str | None], hidden: bool) -> str:
    parts: list[str] = []
    for text, name, _, _ in string.Formatter().parse(template):
        parts.append(text)
        if name:
            parts.append(_shown(name, action, name_of, hidden))
    return "".join(parts)


def _shown(name: str, action: Action, name_of: Callable[[str], str | None], hidden: bool) -> str:
    value = getattr(action, name)
    if value is None or value == []:
        return ""
    if name in action.target_fields():
        return plain(name_of(value) or str(value))
    if name == "modifiers":
        return "".join(f"{part.capitalize()}+" for part in value)
    if hidden:
        return "•••"
    if isinstance(value, list):
        return plain(", ".join(map(str, value)))
    return f"“{plain(str(value))}”" if name in ("value", "text") else plain(str(value))


def naming(nodes: Mapping[str, Node]) -> Callable[[str], str | None]:
    """Names of located targets."""
    return lambda target: (node.name or node.role) if (node := nodes.get(target)) else None


def approval(id: str, step: str, action: Action, nodes: Mapping[str, Node], verdict: Verdict, page_url: str) -> Ask:
    """The card that asks whether an action may be done."""
    node = next(iter(nodes.values()), None)
    head, about = label(action, naming(nodes), hidden=any(node.secret for node in nodes.values()))
    where = [node.described if node else "", sites.shown(node.page_url if node else page_url)]
    if node and node.origin and origins.origin(node.page_url) != node.origin:
        where.append(f"in a frame of {sites.shown(node.origin)}")
    if verdict.leads_to:
        sends = bool(node and node.form and node.form.submits)
        where.append(f"{'sends the form' if sends else 'leads'} to {sites.shown(verdict.leads_to)}")
    editable = getattr(action, "value", None)
    return Ask(
        id=id,
        kind="approval",
        title=f"{head} {about}?".replace(" ?", "?"),
        where=" · ".join(plain(part, 120) for part in where if part),
        why=verdict.why,
        facts=tuple(_facts(action, nodes, verdict)),
        editable=editable if isinstance(editable, str) and not (node and node.secret) else None,
        consequential=True,
        grantable=verdict.grantable,
        step=step,
    )


def _facts(action: Action, nodes: Mapping[str, Node], verdict: Verdict) -> list[Fact]:
    node = next(iter(nodes.values()), None)
    facts = [Fact(label="Text from", value=sites.spelt(site)) for site in verdict.carries]
    facts += _entries(action, nodes) if action.named() else _values(action, node)
    if node and node.form and node.form.submits:
        facts += [Fact(label=plain(name, 40), value=plain(value, 200)) for name, value in node.form.fields]
        if node.form.method:
            facts.append(Fact(label="Method", value=node.form.method.upper()))
    if verdict.leads_to:
        facts.append(Fact(label="To", value=plain(verdict.leads_to, 200)))
    return facts


def _values(action: Action, node: Node | None) -> list[Fact]:
    """What the action says beside its target, and what that replaces."""
    if node and node.secret:
        return []
    was = plain(node.value, 300) if node and node.value and action.effect is Effect.OVERWRITE else ""
    facts = []
    for name in _VALUES:
        value = getattr(action, name, None)
        if value and name not in action.target_fields():
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            facts.append(Fact(label=name.replace("_", " ").capitalize(), value=plain(text, 300), was=was))
    return facts


def _entries(action: Action, nodes: Mapping[str, Node]) -> list[Fact]:
    """One line a field; nothing of what is meant for one that is secret, or that was not found."""
    hidden = [name for name in action.named() if name not in nodes or nodes[name].secret]
    facts = []
    for entry in action.veiled(hidden)["values"]:
        node = nodes.get(entry["target"])
        was = plain(node.value, 300) if node and node.value else ""
        facts.append(Fact(label=plain(entry["target"], 40), value=plain(str(entry["value"]), 300), was=was))
    return facts
