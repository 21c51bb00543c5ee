"""What is on a page at one moment.

Plain frozen dataclasses rather than pydantic models: a page can hold tens of thousands of elements, they are built by
us from our own page script, and nothing in them is taken on trust from a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels, relative to the top left of the tab's viewport (also for elements in frames)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One addressable thing. `id` is what an action's target names."""

    id: str
    role: str
    """ARIA role as Chromium's accessibility tree has it; `clickable` for what only a mouse reveals."""
    name: str
    tag: str = ""
    value: str | None = None
    """What a field holds; never of a secret field."""
    states: tuple[str, ...] = ()
    """Of: checked unchecked mixed selected expanded collapsed pressed disabled required invalid readonly focused
    filled empty (secret fields) secret covered offscreen-above offscreen-below new multiple."""
    box: Box | None = None
    frame: str = ""
    """Key of the frame it is in; empty for the main frame."""
    level: int | None = None
    """Of a heading."""
    href: str | None = None
    input_type: str | None = None
    placeholder: str | None = None
    description: str | None = None
    """Accessible description, an invalid field's message, or what covers it."""
    options: tuple[str, ...] = ()
    """Labels of a native list's choices, at most 30."""
    section: str = ""
    """The words that tell it apart from its like: nearest heading, row or list-item text, group or landmark label."""
    attributes: tuple[tuple[str, str], ...] = ()
    """Names a person or a form might call it by: `html_id` and `html_name`."""
    continues: bool = False
    """Whether it stands in the same line as the item before it: of one sentence, heading or table row."""

    @property
    def interactive(self) -> bool:
        """Whether a person can act on it (headings, images and landmarks are listed but not interactive)."""
        return self.role not in NOT_INTERACTIVE

    @property
    def in_view(self) -> bool:
        """Whether it is inside the viewport, at least in part."""
        return "offscreen-above" not in self.states and "offscreen-below" not in self.states


NOT_INTERACTIVE = frozenset(
    [
        "heading",
        "img",
        "image",
        "table",
        "row",
        "cell",
        "rowheader",
        "columnheader",
        "list",
        "listitem",
        "article",
        "region",
        "navigation",
        "main",
        "banner",
        "contentinfo",
        "complementary",
        "search",
        "form",
        "group",
        "dialog",
        "alertdialog",
        "alert",
        "status",
        "log",
        "figure",
        "paragraph",
        "note",
    ]
)


@dataclass(frozen=True, slots=True)
class TextRun:
    """Text in reading order between the elements. `unseen` marks what a person cannot see (left out of outlines)."""

    text: str
    frame: str = ""
    in_view: bool = True
    unseen: bool = False
    continues: bool = False
    """As for an element."""


Item = Element | TextRun


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """One frame; `note` says why it could not be read, if so (still loading, too slow, not a page)."""

    key: str
    url: str
    origin: str
    name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A page at one moment: items in reading order, frames, and how it was taken."""

    url: str
    title: str
    viewport: tuple[int, int]
    """Width and height in CSS pixels."""
    scroll: tuple[int, int] = (0, 0)
    """Pixels scrolled from the top, and the document's whole height."""
    items: tuple[Item, ...] = ()
    frames: tuple[FrameView, ...] = ()
    document: str = ""
    """Identifies the main document; another value means the page was changed."""
    nodes: int = 0
    """DOM nodes walked."""
    ms: float = 0.0
    """How long it took, milliseconds."""
    truncated: bool = False
    """Whether the walk itself stopped early (node or time cap)."""
    tabs: tuple[str, ...] = ()
    """Title and address of each other open tab of this session."""
    _index: dict[str, Element] = field(default_factory=dict, repr=False, compare=False)

    @property
    def elements(self) -> Iterator[Element]:
        """The elements among the items."""
        return (item for item in self.items if isinstance(item, Element))

    def element(self, id: str) -> Element | None:
        """The element with this id, if it is on the page."""
        if not self._index:
            self._index.update((element.id, element) for element in self.elements)
        return self._index.get(id)

    def frame(self, key: str) -> FrameView | None:
        """The frame with this key."""
        return next((frame for frame in self.frames if frame.key == key), None)
