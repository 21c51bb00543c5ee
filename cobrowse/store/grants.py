"""What a person allowed for good: an action on a site. Kept as JSON, listed and revoked in the settings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

_SHAPE = TypeAdapter(list[tuple[str, str]])


class Grants:
    """Pairs of origin and action. A file that cannot be read grants nothing.

    The file is read anew each time, so that what is taken back in one window or on the command line holds in all.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._here: set[tuple[str, str]] = set()
        """What is granted where there is no file."""

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(sorted(self._kept()))

    def has(self, origin: str, action: str) -> bool:
        """Whether the action was allowed on the origin."""
        return bool(origin) and (origin, action) in self._kept()

    def add(self, origin: str, action: str) -> None:
        """Allow it from now on."""
        if origin:
            self._save(self._kept() | {(origin, action)})

    def revoke(self, origin: str, action: str) -> None:
        """Ask again from now on."""
        self._save(self._kept() - {(origin, action)})

    def _kept(self) -> set[tuple[str, str]]:
        if self._path is None:
            return self._here
        try:
            return set(_SHAPE.validate_json(self._path.read_bytes()))
        except (OSError, ValidationError):
            return set()

    def _save(self, pairs: set[tuple[str, str]]) -> None:
        self._here = pairs
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps(sorted(pairs), indent=1), encoding="utf-8")
            part.chmod(0o600)
            part.replace(self._path)
