"""What stands around an element: the text that labels a field, and the row or card a button belongs to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from cobrowse.guide.kinds import TICK_ROLES, is_field
from cobrowse.guide.match import holds
from cobrowse.guide.words import STOP_WORDS, fold, wordset
from cobrowse.protocol.observation import Element, Item, Observation, TextRun

_BLOCKS = wordset("table row list navigation main banner contentinfo complementary form search group region")
ENOUGH = 0.6
"""From here on an element stands by the words."""
_MOST_ANCHORS = 300
_REACH = 14
"""How many items away a neighbour may stand."""


class Surroundings:
    """An observation seen as a sequence: what comes before and after each element."""

    def __init__(self, observation: Observation) -> None:
        self.title = observation.title
        self.items: tuple[Item, ...] = tuple(
            item for item in observation.items if not (isinstance(item, TextRun) and item.unseen)
        )
        self.at = {item.id: place for place, item in enumerate(self.items) if isinstance(item, Element)}

    def label(self, element: Element) -> str:
        """Text just before a field, or just after (else before) a box to tick; empty for other elements."""
        ticks = element.role in TICK_ROLES
        if not ticks and not is_field(element) and element.role not in ("combobox", "listbox", "slider"):
            return ""
        place = self.at.get(element.id, -1)
        if place < 0:
            return ""
        for step in (1, -1) if ticks else (-1,):
            if text := self._text(place + step, element.frame, plain=bool(element.name)):
                return text
        return ""

    def _text(self, place: int, frame: str, *, plain: bool) -> str:
        """Short text at a place; `plain`: not a heading or cell. Empty for a control or another frame."""
        if not 0 <= place < len(self.items) or self.items[place].frame != frame:
            return ""
        item = self.items[place]
        if isinstance(item, TextRun):
            text = item.text
        else:
            text = item.name if not plain and item.role in ("heading", "cell", "rowheader") else ""
        return text.strip(" :*\n") if len(text) <= 80 else ""

    def near(self, words: str, elements: Sequence[Element], relation: str = "") -> list[float]:
        """For each of these like elements, from 0 to 1, how much it stands by `words`."""
        if not elements:
            return []
        whole = self._near(words, elements, relation)
        parts = list(dict.fromkeys(word for word in fold(words).split() if word not in STOP_WORDS))
        if max(whole, default=0.0) >= ENOUGH or not 2 <= len(parts) <= 6:
            return whole
        each = [self._near(word, elements, relation) for word in parts]
        if any(max(well) < ENOUGH for well in each):
            return whole
        telling = [well for well in each if min(well) < ENOUGH] or each
        return [sum(well[at] for well in telling) / len(telling) for at in range(len(elements))]

    def cards(self, elements: Sequence[Element]) -> list[str]:
        """For each of these like elements its section and the text that belongs to it alone: its row or card."""
        places = sorted(self.at[element.id] for element in elements if element.id in self.at)
        return [self._card(element, places) for element in elements]

    def _card(self, element: Element, peers: list[int]) -> str:
        """From the item that names its section, or else its peer before it, up to the element."""
        place = self.at.get(element.id, -1)
        before = peers[: bisect_left(peers, place)]
        first = max(0, place - _REACH, before[-1] + 1 if before else 0)
        own = [at for at in range(first, place) if element.section and self._names_section(at, element.section)]
        if not own:
            return element.section
        words = [item.text if isinstance(item, TextRun) else item.name for item in self.items[own[0] : place]]
        return " ".join([element.section, *words])

    def _names_section(self, at: int, section: str) -> bool:
        item = self.items[at]
        return isinstance(item, Element) and section in (item.name, item.section) and item.role not in _BLOCKS

    def _near(self, words: str, elements: Sequence[Element], relation: str) -> list[float]:
        by_section = [holds(words, card) for card in self.cards(elements)]
        if max(by_section, default=0.0) >= 0.9 and min(by_section) < 0.9:
            return by_section
        peers = sorted(self.at[element.id] for element in elements if element.id in self.at)
        spots = [
            (anchor, well, self._chosen(anchor, peers, relation))
            for anchor, well in self._anchors(words, plain=not relation)
        ]
        by_place = [self._by_place(element, spots) for element in elements]
        return [max(one, other) for one, other in zip(by_section, by_place, strict=True)]

    def _anchors(self, words: str, *, plain: bool) -> list[tuple[int, float]]:
        """Places where the words stand, with how well; `plain`: not on controls, which are what is looked for."""
        found = []
        for place, item in enumerate(self.items):
            if plain and isinstance(item, Element) and item.interactive:
                continue
            text = item.text if isinstance(item, TextRun) else item.name
            if text and len(text) <= 600 and (well := holds(words, text)) >= ENOUGH:
                found.append((place, well))
        best = max((well for _, well in found), default=0.0)
        return [(place, well) for place, well in found if well >= best - 0.05][:_MOST_ANCHORS]

    def _chosen(self, anchor: int, peers: list[int], relation: str) -> frozenset[int]:
        """Which of like elements stand by an anchor: the first after it, all under a heading, the last before."""
        before = peers[: bisect_left(peers, anchor)][-1:]
        if relation in ("above", "left of", "before"):
            return frozenset(before)
        ahead = self._under(anchor, peers)
        return frozenset(ahead) if self._is_heading(anchor) else frozenset(ahead[:1] or before)

    def _by_place(self, element: Element, spots: list[tuple[int, float, frozenset[int]]]) -> float:
        """How well one of the places where the words stand belongs to an element."""
        place = self.at.get(element.id, -1)
        best = 0.0
        for anchor, well, chosen in spots:
            distance = abs(place - anchor)
            if distance and distance <= _REACH * 4 and (place in chosen or self._same_row(element, anchor)):
                best = max(best, well * (1.0 if distance <= _REACH else 0.8))
        return best

    def _is_heading(self, place: int) -> bool:
        item = self.items[place]
        return isinstance(item, Element) and item.role == "heading"

    def _under(self, anchor: int, peers: list[int]) -> list[int]:
        """Peers after an anchor; under a heading those up to the next heading of its rank."""
        ahead = peers[bisect_right(peers, anchor) :]
        item = self.items[anchor]
        if not isinstance(item, Element) or item.role != "heading":
            return ahead
        rank = item.level or 6
        for place in range(anchor + 1, ahead[-1] if ahead else anchor):
            other = self.items[place]
            if isinstance(other, Element) and other.role == "heading" and (other.level or 6) <= rank:
                return [peer for peer in ahead if peer < place]
        return ahead

    def says(self, word: str) -> bool:
        """Whether a word stands anywhere on the page."""
        return holds(word, self.title) >= ENOUGH or any(
            holds(word, item.text if isinstance(item, TextRun) else f"{item.name} {item.section}") >= ENOUGH
            for item in self.items
        )

    def _same_row(self, element: Element, anchor: int) -> bool:
        """Whether an anchor that has a box stands at the element's height."""
        item = self.items[anchor]
        if not isinstance(item, Element) or item.box is None or element.box is None or item.role in _BLOCKS:
            return False
        return abs(item.box.centre[1] - element.box.centre[1]) < max(8.0, element.box.height / 2)
