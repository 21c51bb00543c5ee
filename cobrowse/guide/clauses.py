"""What a request can ask for, one dataclass per kind of clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cobrowse.guide.tokens import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One thing asked for; `text` is how the person put it."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(Clause):
    """Do one thing with the mouse to an element: click, double click, hover, focus, clear."""

    action: Literal["click", "double_click", "long_press", "hover", "focus", "clear", "scroll_to"]
    target: Tokens
    context: Tokens = ()
    """Words such as `for the user ANNA` that say where on the page."""
    seek: str = ""
    """What may be opened to find it: `section`, `tab`, `tree`, `menu`, or `any`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Clause):
    """Put values into fields. Each reading is a list of (value, field); the first that the page bears out is meant."""

    readings: tuple[tuple[tuple[Tokens, Tokens], ...], ...]
    append: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Details(Clause):
    """Field names with their values, only the page can tell where one ends: `name Ada and email a@b.org`."""

    parts: tuple[Tokens, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Clause):
    """Clauses that share a verb."""

    parts: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Clause):
    """Something that shall not be done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Clause):
    """Type into the search field and send."""

    value: Tokens
    place: Tokens = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscribe(Clause):
    """Type an address into a section's e-mail field and press its button."""

    value: Tokens
    to: Tokens = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Clause):
    """Choose from a list, a group of radio buttons, or tick boxes. Readings are (values, field)."""

    readings: tuple[tuple[Tokens, Tokens], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggest(Clause):
    """Type the beginning of something and take what is suggested: `enter an item that starts with X`."""

    begins: str
    target: Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Clause):
    """Bring checkboxes, radio buttons or switches into a state."""

    target: Tokens
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Go(Clause):
    """Go to an address, or to a page by the name of its link."""

    target: Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class History(Clause):
    """Back, forward or reload."""

    step: Literal["back", "forward", "reload"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll(Clause):
    """Scroll the page or a container, some way or to its end."""

    direction: Literal["up", "down", "left", "right"]
    amount: int | None = None
    target: Tokens = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Clause):
    """Press a key; `said_key` when the person said it is a key."""

    key: str
    modifiers: tuple[str, ...] = ()
    target: Tokens = ()
    name: Tokens = ()
    said_key: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(Clause):
    """Drag one thing to another, or along its list."""

    source: Tokens
    to: Tokens = ()
    others: tuple[tuple[Tokens, Tokens], ...] = ()
    """Further ways to divide the words into what is dragged and where to."""
    shift: int = 0
    """Places along the list: negative is up."""
    end: Literal["", "top", "bottom"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Clause):
    """Let time pass."""

    ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfold(Clause):
    """Expand or collapse a section, menu or tree node."""

    target: Tokens
    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Clause):
    """Point something out; `question` when asked where it is or how to get there."""

    target: Tokens
    question: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Clause):
    """A question that the page's text may answer."""

    topic: Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Clause):
    """Read the page out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkForm(Clause):
    """Go through a form with the person, field by field."""

    target: Tokens = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Greet(Clause):
    """A greeting, thanks, or a question about what can be done."""

    kind: Literal["hello", "thanks", "help"] = "hello"


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Clause):
    """Words that are no command of ours, but may name a control: `delete the draft`, `log in`."""

    words: Tokens
    context: Tokens = field(default=())
