"""The fields of a form as a person goes through them."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.desk import Desk
from cobrowse.guide.kinds import is_field, is_secret
from cobrowse.guide.match import fit, holds
from cobrowse.guide.words import fold
from cobrowse.protocol.observation import Element

_SENDS = (
    "submit", "send", "register", "order", "save", "continue", "sign up", "sign in", "book", "apply", "create", "finish",
    "subscribe", "pay", "search",
)  # fmt: skip


def key_of(element: Element) -> str:
    """What questions about a field are kept under."""
    return f"field {element.id}"


def groups_of(desk: Desk, words: str = "") -> list[list[Element]]:
    """The fields of one form in order, radio buttons of one group together.

    Of several forms on a page it is the one whose fields stand under `words`, or else the longest.
    """
    forms: list[list[list[Element]]] = [[]]
    for element in desk.elements:
        if _asks(element):
            groups = forms[-1]
            if element.role == "radio" and groups and _together(groups[-1][-1], element):
                groups[-1].append(element)
            else:
                groups.append([element])
        elif element.role == "button" and forms[-1] and sends(element):
            forms.append([])
    if words:
        forms = [
            [group for group in form if holds(words, f"{group[0].section} {group[0].name}") >= 0.6] for form in forms
        ]
    return max(forms, key=len)


def _asks(element: Element) -> bool:
    """Whether a person has to answer it: no search, nothing that cannot be changed."""
    if {"disabled", "readonly"} & set(element.states) or element.role == "searchbox" or element.input_type == "search":
        return False
    kinds = ("combobox", "listbox", "checkbox", "switch", "radio")
    return is_field(element) or element.role in kinds or is_secret(element)


def sends(element: Element) -> bool:
    """Whether a button is called as if it sent a form."""
    return any(fit(word, element.name) >= 0.7 for word in _SENDS)


def _together(one: Element, other: Element) -> bool:
    if one.role != "radio":
        return False
    names = dict(one.attributes).get("html_name"), dict(other.attributes).get("html_name")
    return names[0] == names[1] if all(names) else one.section == other.section


def has_answer(group: list[Element]) -> bool:
    """Whether it is filled in already."""
    first = group[0]
    if first.role == "radio":
        return any("checked" in element.states for element in group)
    if first.role in ("checkbox", "switch"):
        return "checked" in first.states
    if is_secret(first):
        return "filled" in first.states
    value = (first.value or "").strip()
    return (bool(value) and value not in first.options[:1]) or (bool(value) and not is_prompt(value))


def is_prompt(option: str) -> bool:
    """Whether an entry of a list only asks to choose one."""
    words = fold(option).split()
    return not words or words[0] in ("choose", "select", "please", "pick", "none")


def title(group: list[Element], desk: Desk) -> str:
    """What a field is called; for radio buttons, what their group is."""
    first = group[0]
    if first.role == "radio":
        return first.section or "Which one"
    return (
        first.name
        or desk.page.around.label(first)
        or first.placeholder
        or first.section
        or replies.kind(first)
        or "This"
    )


def shown_value(group: list[Element]) -> str:
    """What it holds, for reading back; never of a secret field."""
    first = group[0]
    if is_secret(first):
        return "(typed by you)"
    if first.role == "radio":
        return next(element.name for element in group if "checked" in element.states)
    return "yes" if first.role in ("checkbox", "switch") else first.value or ""
