"""Where Cobrowse keeps its files, following each platform's customs."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP = "cobrowse"


def _home(default: str, kind: str) -> Path:
    """`default`, or a folder inside `COBROWSE_HOME` when that is set (tests, portable installs); private to the user."""
    override = os.environ.get("COBROWSE_HOME")
    path = Path(override) / kind if override else Path(default)
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def data() -> Path:
    """Journals, the browser profile, downloads."""
    return _home(platformdirs.user_data_dir(APP), "data")


def config() -> Path:
    """Settings."""
    return _home(platformdirs.user_config_dir(APP), "config")


def cache() -> Path:
    """What can be made again."""
    return _home(platformdirs.user_cache_dir(APP), "cache")


def logs() -> Path:
    """Log files."""
    return _home(platformdirs.user_log_dir(APP), "log")
