"""What a person allowed for good: an action on a site. Kept as JSON, listed and revoked in the settings."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

_SHAPE = TypeAdapter(list[tuple[str, str]])


class Grants:
    """Pairs of origin and action. A file that cannot be read grants nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._pairs: set[tuple[str, str]] = set()
        if path is not None:
            with contextlib.suppress(OSError, ValidationError):
                self._pairs = set(_SHAPE.validate_json(path.read_bytes()))

    def __iter__(self):
        return iter(sorted(self._pairs))

    def has(self, origin: str, action: str) -> bool:
        """Whether the action was allowed on the origin."""
        return bool(origin) and (origin, action) in self._pairs

    def add(self, origin: str, action: str) -> None:
        """Allow it from now on."""
        if origin:
            self._pairs.add((origin, action))
            self._save()

    def revoke(self, origin: str, action: str) -> None:
        """Ask again from now on."""
        self._pairs.discard((origin, action))
        self._save()

    def _save(self) -> None:
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps(sorted(self._pairs), indent=1), encoding="utf-8")
            part.replace(self._path)
