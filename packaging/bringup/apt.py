"""Installing packages on Debian and its relatives, as root."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bringup.process import CommandFailed, quietly

_LISTS = Path("/var/lib/apt/lists")
_OPTIONS = ("-y", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0")
_FRESH = 24 * 3600.0
_NAME = re.compile(r"^(\S+):\n(?:\s+.*\n)*?\s+Candidate: (\S+)", re.MULTILINE)


def install(
    packages: Sequence[str], *, optional: Sequence[str] = (), hear: Callable[[str], None] | None = None
) -> None:
    """Installs the packages, and those of the optional ones that this release has."""
    updated = not lists_are_fresh(_LISTS, time.time())
    if updated:
        _update(hear)
    wanted = [*packages, *_on_offer(optional)]
    try:
        _install(wanted, hear)
    except CommandFailed:
        if updated:
            raise
        _update(hear)  # the lists were too old after all: a package they name has been replaced
        _install(wanted, hear)


def lists_are_fresh(lists: Path, now: float) -> bool:
    """Whether package lists are there and of today; installing from older ones often fails."""
    times = [path.stat().st_mtime for path in lists.glob("*_Packages*")] if lists.is_dir() else []
    if not times:
        return False
    refreshed = max([*times, lists.stat().st_mtime])
    return now - refreshed < _FRESH


def candidates(policy: str) -> list[str]:
    """The packages that `apt-cache policy` says can be installed."""
    return [name for name, version in _NAME.findall(policy) if version != "(none)"]


def _on_offer(packages: Sequence[str]) -> list[str]:
    if not packages:
        return []
    found: list[str] = []
    quietly(["apt-cache", "policy", *packages], hear=found.append, env={**os.environ, "LC_ALL": "C"})
    return candidates("".join(found))


def _update(hear: Callable[[str], None] | None) -> None:
    quietly(["apt-get", "update", *_OPTIONS], hear=hear, env=_environment(), timeout=600)


def _install(packages: Sequence[str], hear: Callable[[str], None] | None) -> None:
    command = ["apt-get", "install", *_OPTIONS, "--no-install-recommends", *packages]
    quietly(command, hear=hear, env=_environment())


def _environment() -> dict[str, str]:
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
