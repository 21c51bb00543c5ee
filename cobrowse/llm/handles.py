"""Names by which a model tells a page's elements apart: `button "Save"`, with the section where several are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cobrowse.protocol.observation import Element, Observation

_LONGEST_NAME = 80


class Handles:
    """The handles of the elements that can be acted on, in reading order."""

    def __init__(self, observation: Observation) -> None:
        elements = [element for element in observation.elements if element.interactive]
        plain = Counter(_plain(element) for element in elements)
        placed = Counter(_placed(element) for element in elements)
        self._elements: dict[str, Element] = {}
        for element in elements:
            name = _plain(element)
            if not name or plain[name] > 1:
                name = _placed(element) if element.section and placed[_placed(element)] == 1 else element.id
            self._elements[name] = element
        self._by_id = {element.id: name for name, element in self._elements.items()}

    def __iter__(self) -> Iterator[tuple[str, Element]]:
        return iter(self._elements.items())

    def target(self, handle: str) -> str:
        """What an action must say for a handle: itself where it is a target, else the element's id."""
        element = self._elements.get(handle)
        if element is None or handle == _plain(element):
            return handle
        return element.id

    def shown(self, target: str) -> str:
        """The handle of an element given by id; anything else unchanged."""
        return self._by_id.get(target, target)


def _plain(element: Element) -> str:
    if not element.name or len(element.name) > _LONGEST_NAME or "\n" in element.name:
        return ""
    escaped = element.name.replace("\\", "\\\\").replace('"', '\\"')
    return f'{element.role} "{escaped}"'


def _placed(element: Element) -> str:
    return f"{_plain(element) or element.role} · in {element.section}"
