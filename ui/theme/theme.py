"""The theme in force: palette and style sheet from the tokens, changed while the window is open."""

from __future__ import annotations

import importlib.resources
from string import Template
from typing import Literal, cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from ui.theme.tokens import DARK, LIGHT, Tokens

Mode = Literal["system", "light", "dark"]
MODES: tuple[Mode, ...] = ("system", "light", "dark")
SMALL = 0.92
"""Size of secondary text against the system's text size."""


class Theme(QObject):
    """Light, dark, or as the system has it. There is one per application; `theme()` gives it."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._mode: Mode = "system"
        self._sheet, self._size = "", 0.0
        self.tokens: Tokens = LIGHT
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._on_system_changed)
        self.refresh()

    @property
    def mode(self) -> Mode:
        """What the person picked."""
        return self._mode

    @property
    def dark(self) -> bool:
        """Whether the dark tokens are in force."""
        return self.tokens is DARK

    def set_mode(self, mode: Mode) -> None:
        """Pick light, dark or the system's."""
        if mode != self._mode:
            self._mode = mode
            self.refresh()

    def colour(self, role: str) -> QColor:
        """The colour of a role now."""
        return self.tokens.colour(role)

    def font(self, *, small: bool = False, bold: bool = False) -> QFont:
        """The system's font, in one of the window's two sizes."""
        font = QFont(self._app.font())
        if small:
            font.setPointSizeF(text_size(font) * SMALL)
        font.setBold(bold)
        return font

    def refresh(self) -> None:
        """Put tokens, palette and style sheet in force."""
        dark = self._mode == "dark" or (self._mode == "system" and system_is_dark(self._app))
        self.tokens = DARK if dark else LIGHT
        self._app.setPalette(palette_of(self.tokens))
        self._size = text_size(self._app.font())
        sheet = style_sheet(self.tokens, self._size)
        if sheet != self._sheet:
            self._sheet = sheet
            self._app.setStyleSheet(sheet)
            self.changed.emit()

    def follow_font(self) -> None:
        """The system's text size may have changed."""
        if text_size(self._app.font()) != self._size:
            self.refresh()

    def _on_system_changed(self) -> None:
        if self._mode == "system":
            self.refresh()


def theme() -> Theme:
    """The application's theme, made when first asked for."""
    app = cast(QApplication, QApplication.instance())
    known = app.findChild(Theme, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return cast(Theme, known) if known is not None else Theme(app)


def system_is_dark(app: QApplication) -> bool:
    """Whether the desktop asks for dark."""
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def text_size(font: QFont) -> float:
    """The size in points, also of a font that is set in pixels."""
    return font.pointSizeF() if font.pointSizeF() > 0 else QFontInfo(font).pointSizeF()


def style_sheet(tokens: Tokens, size: float) -> str:
    """The style sheet filled in."""
    source = importlib.resources.files("resources").joinpath("style", "window.qss").read_text(encoding="utf-8")
    return Template(source).substitute(tokens.values(), small=f"{size * SMALL:.2f}")


def palette_of(tokens: Tokens) -> QPalette:
    """The palette for what the style sheet does not reach."""
    role = QPalette.ColorRole
    palette = QPalette(tokens.colour("bg"))
    for which, name in (
        (role.Window, "bg"),
        (role.WindowText, "text"),
        (role.Base, "card"),
        (role.AlternateBase, "bg"),
        (role.Text, "text"),
        (role.Button, "card"),
        (role.ButtonText, "text"),
        (role.ToolTipBase, "card"),
        (role.ToolTipText, "text"),
        (role.PlaceholderText, "faint"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.Accent, "accent"),
        (role.Mid, "line"),
        (role.Dark, "line"),
    ):
        palette.setColor(which, tokens.colour(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, tokens.colour("faint"))
    return palette
