"""What the window remembers between starts: how it was divided; its theme stands among the settings."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSettings

from cobrowse import paths, settings
from ui.theme.theme import Mode


class WindowStore:
    """The split in a small file of its own, beside the other settings."""

    def __init__(self) -> None:
        self._file = QSettings(str(paths.config() / "window.ini"), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """Light, dark or system."""
        return settings.load().theme

    @mode.setter
    def mode(self, mode: Mode) -> None:
        chosen = settings.load()
        chosen.theme = mode
        settings.save(chosen)

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
