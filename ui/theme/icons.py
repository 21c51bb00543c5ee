"""Icons from `resources/icons`, drawn in the colour that is wanted."""

from __future__ import annotations

import importlib.resources
from functools import lru_cache
from typing import cast

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton

from ui.theme.theme import theme

FALLBACK = "action"
"""Shown for a name that has no file: a new action must not break the list."""


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    folder = importlib.resources.files("resources").joinpath("icons")
    file = folder.joinpath(f"{name}.svg")
    if "/" in name or "\\" in name or not file.is_file():
        file = folder.joinpath(f"{FALLBACK}.svg")
    return file.read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _pixmap(name: str, colour: str, size: int, ratio: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def pixmap(name: str, colour: QColor, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """The icon as a picture of `size` logical pixels."""
    return _pixmap(name, colour.name(), size, ratio)


def icon(name: str, colour: QColor, size: int = 16) -> QIcon:
    """The icon for a button, sharp on dense screens too."""
    made = QIcon()
    for ratio in (1.0, 2.0, 3.0):
        made.addPixmap(pixmap(name, colour, size, ratio))
    return made


class _Tint(QObject):
    """Keeps a button's icon in the theme's colours; lives and dies with the button."""

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button)
        self.setObjectName("tint")
        self._button = button
        self.name, self.role = FALLBACK, "soft"
        theme().changed.connect(self.paint)

    def paint(self) -> None:
        size = self._button.iconSize().width()
        self._button.setIcon(icon(self.name, theme().colour(self.role), size))


def set_icon(button: QAbstractButton, name: str, role: str = "soft", size: int = 16) -> None:
    """Give a button an icon that follows the theme; calling it again replaces the icon."""
    tint = cast(_Tint | None, button.findChild(_Tint, "tint")) or _Tint(button)
    tint.name, tint.role = name, role
    button.setIconSize(QSize(size, size))
    tint.paint()
