"""What the window remembers between starts: its theme and how it was divided."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QByteArray, QSettings

from cobrowse import paths
from ui.theme.theme import MODES, Mode


class WindowStore:
    """A small file beside the other settings."""

    def __init__(self) -> None:
        self._file = QSettings(str(paths.config() / "window.ini"), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """Light, dark or system."""
        value = self._file.value("theme", "system")
        return cast(Mode, value) if value in MODES else "system"

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._file.setValue("theme", mode)

    def split(self, shape: str) -> QByteArray | None:
        """How the window was divided in this shape (`narrow`, `wide`)."""
        value = self._file.value(f"split/{shape}")
        return value if isinstance(value, QByteArray) else None

    def keep_split(self, shape: str, state: QByteArray) -> None:
        """Remember it."""
        self._file.setValue(f"split/{shape}", state)

    def write(self) -> None:
        """Put it on disk now."""
        self._file.sync()
