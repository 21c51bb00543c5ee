"""The libraries, fonts and programs that Qt and a virtual display need from the system, on Linux."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bringup import apt
from bringup.host import Host
from bringup.process import CommandFailed

# What the wheels of Qt do not bring: library → (Debian's package, Arch's package).
_LIBRARIES = {
    "libEGL.so.1": ("libegl1", "libglvnd"),
    "libGL.so.1": ("libgl1", "libglvnd"),
    "libX11-xcb.so.1": ("libx11-xcb1", "libx11"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype2"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2"),
    "libgssapi_krb5.so.2": ("libgssapi-krb5-2", "krb5"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb"),
    "libxcb-render-util.so.0": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xinerama.so.0": ("libxcb-xinerama0", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon"),
}
# What a virtual display takes: a server, a window manager (windows get focus and stand side by side), and a person's
# hand for checks. Program → (Debian, Fedora and SUSE, Arch).
_DISPLAY_PROGRAMS = {
    "Xvfb": ("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"),
    "openbox": ("openbox", "openbox", "openbox"),
    "xdotool": ("xdotool", "xdotool", "xdotool"),
}
# Nice to have: a file that shows it is there → Debian's package.
_FONTS = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf": "fonts-dejavu-core",
    "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf": "fonts-noto-color-emoji",
    "/usr/share/fonts/opentype/inter": "fonts-inter",
}


@dataclass(frozen=True)
class Missing:
    """What the machine lacks, in its own terms."""

    libraries: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    fonts: tuple[str, ...] = ()

    @property
    def essentials(self) -> bool:
        """Whether anything is missing that the window cannot do without. Fonts only make it nicer."""
        return bool(self.libraries or self.programs)


def look(host: Host, *, virtual_display: bool) -> Missing:
    """What of it is missing here. Fonts only count where they can be installed by name."""
    if not host.is_linux:
        return Missing()
    programs = _DISPLAY_PROGRAMS if virtual_display else {}
    return Missing(
        libraries=tuple(name for name in _LIBRARIES if name not in host.libraries),
        programs=tuple(name for name in programs if host.which(name) is None),
        fonts=tuple(package for file, package in _FONTS.items() if host.can_apt and not host.exists(Path(file))),
    )


def packages(missing: Missing, family: str) -> list[str]:
    """The packages to install, without repeats. Fedora and SUSE take the name of a library as it is."""
    column = {"debian": 0, "arch": 1}.get(family)
    if column is None:
        names = [f"{library}()(64bit)" for library in missing.libraries]
        names += [_DISPLAY_PROGRAMS[program][1] for program in missing.programs]
    else:
        names = [_LIBRARIES[library][column] for library in missing.libraries]
        names += [_DISPLAY_PROGRAMS[program][2 * column] for program in missing.programs]
    return list(dict.fromkeys(names))


def advice(missing: Missing, family: str) -> str:
    """The command that a person can type to get it all, or the bare names where no command is known."""
    install = {
        "debian": "sudo apt-get install",
        "fedora": "sudo dnf install",
        "suse": "sudo zypper install",
        "arch": "sudo pacman -S --needed",
    }.get(family)
    if install is None:
        return "install these with your package manager: " + ", ".join([*missing.libraries, *missing.programs])
    return f"{install} {shlex.join(packages(missing, family))}"


def provide(host: Host, missing: Missing, hear: Callable[[str], None]) -> list[str]:
    """Installs what is missing, on a machine where that can be done, and returns the packages."""
    wanted = packages(missing, host.family)
    try:
        apt.install(wanted, optional=missing.fonts, hear=hear)
    except CommandFailed:
        if not missing.fonts:
            raise
        if wanted:
            apt.install(wanted, hear=hear)
        return wanted
    return [*wanted, *missing.fonts]
