"""Where things are in the checkout."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "packaging" / "requirements"
VENV = ROOT / ".venv"


def program(name: str, venv: Path = VENV) -> Path:
    """The path of a program inside the virtual environment, whether or not it is there yet."""
    if os.name == "nt":
        return venv / "Scripts" / f"{name}.exe"
    return venv / "bin" / name
