"""The fields of a form as a person goes through them."""

from __future__ import annotations

from cobrowse.guide import replies
from cobrowse.guide.desk import Desk
from cobrowse.guide.kinds import is_field, is_secret
from cobrowse.protocol.observation import Element


def key_of(element: Element) -> str:
    """What questions about a field are kept under."""
    return f"field {element.id}"


def groups_of(desk: Desk) -> list[list[Element]]:
    """The fields of the page in order; radio buttons of one group together."""
    groups: list[list[Element]] = []
    for element in desk.elements:
        if (
            {"disabled", "readonly"} & set(element.states)
            or element.role == "searchbox"
            or element.input_type == "search"
        ):
            continue
        if element.role == "radio":
            if groups and groups[-1][0].role == "radio" and _together(groups[-1][-1], element):
                groups[-1].append(element)
            else:
                groups.append([element])
        elif is_field(element) or element.role in ("combobox", "listbox", "checkbox", "switch") or is_secret(element):
            groups.append([element])
    return groups


def _together(one: Element, other: Element) -> bool:
    names = dict(one.attributes).get("html_name"), dict(other.attributes).get("html_name")
    return names[0] == names[1] if all(names) else one.section == other.section


def has_answer(group: list[Element]) -> bool:
    """Whether it is filled in already."""
    first = group[0]
    if first.role == "radio":
        return any("checked" in element.states for element in group)
    if first.role in ("checkbox", "switch"):
        return "checked" in first.states
    return "filled" in first.states if is_secret(first) else bool((first.value or "").strip())


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
