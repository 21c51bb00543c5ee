"""A page made ready for grounding: what each element may be called by."""

from __future__ import annotations

from cobrowse.guide.neighbours import Surroundings
from cobrowse.protocol.observation import Element, Observation


class Page:
    """An observation with what grounding needs to know of it, worked out once."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.around = Surroundings(observation)
        self.elements = list(observation.elements)
        self.place = {element.id: at for at, element in enumerate(self.elements)}

    def of_roles(self, roles: frozenset[str] | None) -> list[Element]:
        """Elements with one of these roles; all interactive ones when none are given."""
        if roles is None:
            return [element for element in self.elements if element.interactive]
        return [element for element in self.elements if element.role in roles]

    def names(self, element: Element) -> list[tuple[str, float, str]]:
        """What an element may be called by: text, how much that counts, and what it is."""
        found = [(element.name, 1.0, "name")]
        if (bare := without_count(element.name)) != element.name:
            found.append((bare, 0.97, "name"))
        if element.placeholder:
            found.append((element.placeholder, 0.97, "placeholder"))
        if label := self.around.label(element):
            found.append((label, 0.9 if element.name else 0.97, "text beside it"))
        found += [(_spaced(value), 0.88, "internal name") for _, value in element.attributes if value]
        if element.input_type in _TYPES:
            found.append((_TYPES[element.input_type], 0.9, "kind of field"))
        if element.description:
            found.append((element.description, 0.75, "description"))
        if element.role in ("button", "combobox") and element.value:
            found.append((element.value, 0.7, "value"))
        return found


_TYPES = {
    "email": "email address", "tel": "phone number", "date": "date", "time": "time", "number": "number",
    "search": "search", "url": "web address", "color": "color", "range": "range", "month": "month", "week": "week", "file": "file",
    "datetime-local": "date and time",
}  # fmt: skip


def without_count(name: str) -> str:
    """`Basket (3)` → `Basket`."""
    head, opening, tail = name.rpartition("(")
    return head.strip() if opening and head.strip() and tail.strip(") +").isdigit() else name


def _spaced(name: str) -> str:
    """`firstName` and `first_name` → `first name`."""
    return "".join(
        f" {char}" if char.isupper() and at and name[at - 1].islower() else char for at, char in enumerate(name)
    )
