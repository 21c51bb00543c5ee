"""The colours of the window, by role, light and dark."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from PySide6.QtGui import QColor


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """One colour per role; widgets name roles, never colours."""

    bg: str
    card: str
    line: str
    edge: str
    """Outline of what can be pressed or typed into."""
    text: str
    soft: str
    faint: str
    accent: str
    accent_hover: str
    accent_soft: str
    on: str
    """Text on the accent."""
    ok: str
    wait: str
    wait_soft: str
    bad: str
    bad_soft: str
    hover: str

    def colour(self, role: str) -> QColor:
        """The colour of a role."""
        return QColor(getattr(self, role))

    def values(self) -> dict[str, str]:
        """All of them, for the style sheet."""
        return asdict(self)


LIGHT = Tokens(
    bg="#f6f6f4",
    card="#ffffff",
    line="#e4e3df",
    edge="#d3d2cd",
    text="#1f2023",
    soft="#5d5f66",
    faint="#6b6d75",
    accent="#3657d8",
    accent_hover="#2b49bd",
    accent_soft="#e9eefc",
    on="#ffffff",
    ok="#1f7a4d",
    wait="#945200",
    wait_soft="#fff4e2",
    bad="#b3261e",
    bad_soft="#fdecea",
    hover="#ececea",
)
DARK = Tokens(
    bg="#17181b",
    card="#1f2125",
    line="#303338",
    edge="#43474e",
    text="#ecedef",
    soft="#aeb1b9",
    faint="#979ba4",
    accent="#8ea6ff",
    accent_hover="#a6b9ff",
    accent_soft="#263056",
    on="#10131f",
    ok="#67c799",
    wait="#f0b35a",
    wait_soft="#37290f",
    bad="#ff8f86",
    bad_soft="#3d1e1c",
    hover="#2a2d32",
)
