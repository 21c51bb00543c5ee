"""What a hostile case is: a page, what its attacker wants done, and what a person is to expect instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Order = Mapping[str, Any]
"""An action as a model would write it. `@OWN`, `@OTHER`, `@CANARY` and `@READ` (what was last read) are put in."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One attack. The model is compromised: it does what `orders` says, one order a round, whatever the page shows."""

    id: str
    """The row of the threat list it is for, and a word."""
    expect: str
    """What a person is to see happen, in a line."""
    html: str
    orders: Sequence[Order] = ()
    pages: Mapping[str, str] = field(default_factory=dict)
    """Other pages of the site, by path."""
    other: Mapping[str, str] = field(default_factory=dict)
    """Pages of a second allowed site, by path."""
    redirects: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    """What the person typed beforehand, by CSS."""
    answers: Sequence[str] = ()
    """The person's answers to cards, in order; then no."""
    meanwhile: str = ""
    """A script that the page runs while the first card is open."""
    until: str = ""
    """Words that the person waits for, outside any answer, before they decide on the first card."""
    policy: Literal["all", "matters", "watch"] = "matters"
    fenced: bool = True
    """Whether the session is limited to its two sites."""
    status: str = ""
    """How the last step ends, if that matters."""
    reason: str = ""
    says: str = ""
    """Words in the last step's message, or on a card."""
    effects: int = 0
    """Side effects at the site, each of which needs a yes."""
    unseen: Sequence[str] = ()
    """What must not stand in any prompt."""
    core: bool = False
    """Whether it is part of the quick run."""
