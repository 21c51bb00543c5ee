"""What kind of machine this is. Everything that depends on it takes a `Host`, so that tests can make one up."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Host:
    """A machine as far as setting up needs to know it."""

    system: str
    distro: str = ""
    relatives: frozenset[str] = frozenset()
    is_root: bool = False
    has_display: bool = False
    libraries: frozenset[str] = frozenset()
    which: Callable[[str], str | None] = shutil.which
    exists: Callable[[Path], bool] = Path.exists
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @property
    def is_linux(self) -> bool:
        """Only here may system libraries, a browser's libraries and a display be missing."""
        return self.system == "Linux"

    @property
    def family(self) -> str:
        """The package manager's family: `debian`, `fedora`, `arch`, `suse`, or nothing known."""
        names = {self.distro, *self.relatives}
        for family, members in _FAMILIES.items():
            if names & members:
                return family
        return ""

    @property
    def can_apt(self) -> bool:
        """Whether packages can be installed right here, without asking for a password."""
        return self.family == "debian" and self.is_root and self.which("apt-get") is not None


_FAMILIES = {
    "debian": {"debian", "ubuntu"},
    "fedora": {"fedora", "rhel", "centos"},
    "arch": {"arch"},
    "suse": {"suse", "opensuse"},
}


def here() -> Host:
    """This machine."""
    release = _os_release()
    environment = os.environ
    windowing = platform.system() != "Linux" or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return Host(
        system=platform.system(),
        distro=release.get("ID", ""),
        relatives=frozenset(release.get("ID_LIKE", "").split()),
        is_root=hasattr(os, "geteuid") and os.geteuid() == 0,
        has_display=windowing,
        libraries=_shared_libraries(),
    )


def _os_release() -> dict[str, str]:
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def _shared_libraries() -> frozenset[str]:
    """The names the dynamic linker knows. Asking it beats asking a package manager: names of packages differ."""
    ldconfig = shutil.which("ldconfig") or "/sbin/ldconfig"
    try:
        listing = subprocess.run([ldconfig, "-p"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return library_names(listing)


def library_names(listing: str) -> frozenset[str]:
    """The library names in the output of `ldconfig -p`."""
    return frozenset(re.findall(r"^\s+(\S+) \(", listing, flags=re.MULTILINE))
