"""What the person chose, kept as JSON. A file that cannot be read is set aside; entries unknown here are kept."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from cobrowse import paths
from cobrowse.protocol.command import Policy

Protocol = Literal["json", "tools", "narrated", "choice"]
Theme = Literal["system", "light", "dark"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="allow", validate_assignment=True, allow_inf_nan=False)


class ModelChoice(_Part):
    """Which model thinks; without a provider the built-in guide does. Keys are never kept here."""

    provider: str = Field(default="", max_length=100)
    name: str = Field(default="", max_length=300)
    base_url: str = Field(default="", max_length=2000)
    """Empty for the provider's own address."""
    protocol: Protocol = "json"

    @property
    def chosen(self) -> bool:
        """Whether a model is chosen, rather than the built-in guide."""
        return bool(self.provider and self.name)


class Limits(_Part):
    """When a turn stops by itself."""

    steps: int = Field(default=30, ge=1, le=1000)
    errors: int = Field(default=3, ge=1, le=100)
    """Failed steps in a row."""
    minutes: float = Field(default=20, gt=0, le=24 * 60)
    tokens: int = Field(default=200_000, ge=1000)
    """Of a model, in and out."""


class Settings(_Part):
    """Everything that is set. `notice` has something to tell the person after a broken file."""

    model: ModelChoice = Field(default_factory=ModelChoice)
    policy: Policy = "matters"
    theme: Theme = "system"
    language: str = Field(default="", max_length=20)
    """A language tag such as `de`; empty for the system's."""
    limits: Limits = Field(default_factory=Limits)
    _notice: str = PrivateAttr(default="")

    @property
    def notice(self) -> str:
        """What went wrong when the settings were read; empty when nothing did."""
        return self._notice


def settings_path() -> Path:
    """The file that settings are kept in."""
    return paths.config() / "settings.json"


def load(path: Path | None = None) -> Settings:
    """Read the settings. Never raises: what is wrong falls back to its default and the file is kept as `.broken`."""
    path = path or settings_path()
    try:
        content: Any = json.loads(path.read_bytes())
        if not isinstance(content, dict):
            raise ValueError("not an object")
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, RecursionError):
        return _with_notice(Settings(), path, "The settings could not be read, so they start afresh.")
    try:
        return Settings.model_validate(content)
    except ValidationError as error:
        wrong = sorted({".".join(str(part) for part in entry["loc"]) for entry in error.errors()})
        return _with_notice(
            _without_wrong(content), path, f"Settings that make no sense were reset: {', '.join(wrong)}."
        )


def save(settings: Settings, path: Path | None = None) -> None:
    """Write the settings, whole or not at all, readable by their owner only. Raises `OSError`."""
    path = path or settings_path()
    text = json.dumps(settings.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _without_wrong(content: dict[str, Any]) -> Settings:
    """Settings from what is left once every value that fails is taken out."""
    while True:
        try:
            return Settings.model_validate(content)
        except ValidationError as error:
            for entry in error.errors():
                _take_out(content, entry["loc"])


def _take_out(content: dict[str, Any], place: tuple[int | str, ...]) -> None:
    *outer, last = place
    holder: Any = content
    for part in outer:
        if not isinstance(holder.get(part), dict):
            last = part
            break
        holder = holder[part]
    holder.pop(last, None)


def _with_notice(settings: Settings, path: Path, notice: str) -> Settings:
    kept = path.with_name(path.name + ".broken")
    with contextlib.suppress(OSError):
        shutil.copyfile(path, kept)
        notice = f"{notice} The old file is kept as {kept.name}."
    settings._notice = notice
    return settings
