"""Made-up machines."""

from pathlib import Path
from typing import Any

from bringup.host import Host


def machine(
    distro: str = "debian", *, programs: tuple[str, ...] = (), files: tuple[str, ...] = (), **more: Any
) -> Host:
    """A Linux machine with just these programs and files on it."""
    return Host(
        **{
            "system": "Linux",
            "distro": distro,
            "which": lambda name: f"/usr/bin/{name}" if name in programs else None,
            "exists": lambda path: path in {Path(file) for file in files},
            "environment": {"HOME": "/home/somebody"},
            **more,
        }
    )
