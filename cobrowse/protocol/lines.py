"""An observation, line by line: what each thing on a page is called in the text that a model reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from cobrowse.protocol.observation import Element, FrameView, Item, Observation, TextRun
from cobrowse.protocol.target import shorten

_ARROWS = {-1: "↑", 0: "", 1: "↓"}
_SILENT = frozenset(("offscreen-above", "offscreen-below", "new"))
_LANDMARKS = frozenset(
    [
        "banner",
        "navigation",
        "main",
        "complementary",
        "contentinfo",
        "search",
        "region",
        "form",
        "dialog",
        "alertdialog",
        "alert",
    ]
)
_TOLD_TYPES = frozenset(["date", "time", "datetime-local", "month", "week", "color", "file"])
"""Kinds of fields whose values have a form of their own."""
_MOST_OPTIONS = 12
_MOST_VALUE = 120
_MOST_SECTION = 48
_LONG_LINE = 600
"""Characters after which the next element of a line gets one of its own."""
_CLOSING = frozenset(".,;:!?)]}’”…")
"""Punctuation that stands close to what it follows."""
NOT_SHOWN = "it is not shown"
"""Note of a frame that a person cannot see either."""


@dataclass(slots=True)
class Line:
    """One line: its words without what depends on scrolling, where it lies, and what it looks like."""

    words: str
    place: int = 0
    """-1 above the viewport, 0 in it, 1 below."""
    shape: tuple[str, ...] = ()
    """Roles in it; `text` for words alone."""
    new: bool = False
    frame: str = ""
    name: str = ""
    """Of the element, when the line is one alone."""
    covered: bool = False
    """Whether all of it lies under something else."""

    @property
    def text(self) -> str:
        """The line as it is shown."""
        return f"{_ARROWS[self.place]}{self.words}{' new' if self.new else ''}"

    def take(self, piece: Line) -> None:
        """Let the next piece of the same sentence, heading or table row into this line."""
        if self.shape == ("heading",) and piece.name and self.words.lstrip("# ") == piece.name:
            self.words = f"{self.words.split(' ', 1)[0]} {piece.words}"
        else:
            self.words += piece.words if piece.words[:1] in _CLOSING else f" {piece.words}"
        self.shape += piece.shape
        self.covered = self.covered and piece.covered
        self.new = self.new or piece.new
        if not piece.place:
            self.place = 0


def lines_of(observation: Observation) -> list[Line]:
    """All lines in reading order; a row of a table is one, a frame is set off by lines of its own."""
    found = [Line(f"[other tab] {tab}", 0, ("tab",)) for tab in observation.tabs]
    found += _Reader(observation).lines()
    inside = next((index for index, line in enumerate(found) if line.place == 0), 0)
    if observation.scroll[0] > 0:
        for line in found[:inside]:
            line.place = -1
    return found


class _Reader:
    """Puts items together to lines."""

    def __init__(self, observation: Observation) -> None:
        self.items = observation.items
        self.origin = urlsplit(observation.url).netloc
        self.views = observation.frames
        self.frames = {view.key: view for view in observation.frames}
        self.twins = Counter((item.role, item.name) for item in observation.elements)

    def lines(self) -> Iterator[Line]:
        """The lines, those of frames that could not be read at the end."""
        line: Line | None = None
        frame = ""
        dropped = False  # What followed a piece that is not shown may have been joined to that alone.
        for index, item in enumerate(self.items):
            if self.skips(index, item):
                dropped = True
                continue
            piece = self.piece(item)
            if item.frame != frame:
                if line is not None:
                    yield line
                frame, line = item.frame, None
                yield Line(self.frame_words(frame), piece.place, ("frame",), False, frame)
            if line is not None and item.continues and not dropped and len(line.words) < _LONG_LINE:
                line.take(piece)
            else:
                if line is not None:
                    yield line
                line = piece
            dropped = False
        if line is not None:
            yield line
        for view in self.views:
            if view.note and view.key and view.note != NOT_SHOWN:
                yield Line(f"--- frame {_host(view.url)}{quoted(view.name)}: {view.note} ---", 0, ("frame",))

    def skips(self, index: int, item: Item) -> bool:
        """Whether the item makes no line: unseen, a frame's element, a label that the thing beside it repeats."""
        if isinstance(item, Element):
            return item.role == "iframe"
        return item.unseen or any(
            isinstance(beside, Element) and beside.name == item.text
            for beside in self.items[max(index - 1, 0) : index + 2]
        )

    def piece(self, item: Item) -> Line:
        """One item as a line, or as a part of one."""
        if isinstance(item, TextRun):
            return Line(item.text, 0 if item.in_view else 1, ("text",), False, item.frame)
        states = item.states
        place = -1 if "offscreen-above" in states else 1 if "offscreen-below" in states else 0
        words = _words(item, self.twins[item.role, item.name] > 1, self.origin)
        return Line(words, place, (item.role,), "new" in states, item.frame, item.name, "covered" in states)

    def frame_words(self, key: str) -> str:
        """The line that a change of frame begins with."""
        if not key:
            return "--- end of frame ---"
        view: FrameView | None = self.frames.get(key)
        return f"--- frame {_host(view.url)}{quoted(view.name)} ---" if view else "--- frame ---"


def _words(element: Element, has_twins: bool, host: str) -> str:
    role, name = element.role, element.name
    if role == "heading":
        return f"{'#' * min(element.level or 2, 6)} {name}"
    if role in _LANDMARKS:
        return f"[{role}{quoted(name)}]"
    if role == "image":
        return f"image{quoted(name)}"
    parts = [element.id, f"{role}{quoted(name)}"]
    if not name and (hint := _hint(element)):
        parts.append(hint)
    elif element.href and (away := _elsewhere(element.href, host)):
        parts.append(f"→ {away}")
    if element.input_type in _TOLD_TYPES:
        parts.append(f"({element.input_type})")
    if element.value:
        parts.append(f"={quoted(element.value[:_MOST_VALUE])}")
    elif element.placeholder and element.placeholder != name:
        parts.append(f"placeholder{quoted(element.placeholder)}")
    parts += [state for state in element.states if state not in _SILENT]
    if element.options:
        more = " | …" if len(element.options) > _MOST_OPTIONS else ""
        parts.append(f"({' | '.join(element.options[:_MOST_OPTIONS])}{more})")
    if element.description and not _says(name, element.description):
        parts.append(f"– {element.description}")
    if has_twins and not _says(name, element.section):
        parts.append(f"· in {shorten(element.section, _MOST_SECTION)}")
    return " ".join(parts)


def _says(name: str, words: str) -> bool:
    """Whether a name says all that these words do, so that they need not be told."""
    return _letters(words) in _letters(name)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _elsewhere(href: str, host: str) -> str:
    """The host a link leads to, when it is another one."""
    if not href.startswith(("http://", "https://")) or href.split("/", 3)[2] == host:
        return ""
    return urlsplit(href).netloc.rpartition("@")[2][:60]


def _hint(element: Element) -> str:
    """Something to know a nameless thing by."""
    if element.href:
        return f"to {urlsplit(element.href).path[-60:] or element.href[:60]}"
    return next((f"({label.removeprefix('html_')} {value})" for label, value in element.attributes), "")


def short(element: Element) -> str:
    """Id, role and name."""
    return f"{element.id} {element.role}{quoted(element.name)}"


def quoted(text: str) -> str:
    """A space and the text in quotes, as targets have it; nothing for no text."""
    if not text:
        return ""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"') if '"' in text or "\\" in text else text
    return f' "{escaped}"'


def _host(url: str) -> str:
    return urlsplit(url).netloc or url[:60] or "of its own"
