"""The virtual environment: made once, filled with the pinned requirements, and left alone while nothing changed."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bringup import apt
from bringup.host import Host
from bringup.layout import REQUIREMENTS, ROOT, VENV, program
from bringup.process import CommandFailed, quietly

Hear = Callable[[str], None]
_STAMP = VENV / "cobrowse-stamp.json"
_PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
_COVERS = {"run": ("run",), "test": ("test", "run")}  # the test requirements hold the others


def fingerprint(files: Iterable[Path], *extra: str) -> str:
    """One value that changes when any of the files or words does."""
    digest = hashlib.sha256()
    for part in (*(file.read_bytes() for file in files), *(word.encode() for word in extra)):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def read_stamp(stamp: Path) -> dict[str, str]:
    """What was installed: profile → fingerprint. A stamp that cannot be read counts as none."""
    try:
        content = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write_stamp(stamp: Path, profile: str, value: Callable[[str], str]) -> None:
    """Notes that a profile, and every profile that it covers, is installed."""
    content = read_stamp(stamp) | {covered: value(covered) for covered in _COVERS[profile]}
    stamp.write_text(json.dumps(content), encoding="utf-8")


def wanted(profile: str) -> str:
    """The fingerprint of what a profile needs in this checkout, with this Python."""
    files = [REQUIREMENTS / f"{profile}.txt", ROOT / "pyproject.toml"]
    return fingerprint(files, str(ROOT), venv_version(VENV))


def venv_version(venv: Path) -> str:
    """The Python of a virtual environment, without starting it; empty when there is none that works."""
    try:
        text = (venv / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        return ""
    match = re.search(r"^version(?:_info)?\s*=\s*(\S+)", text, flags=re.MULTILINE)
    return match.group(1) if match and program("python", venv).exists() else ""


def is_current(profile: str) -> bool:
    """Whether there is nothing to do."""
    return bool(venv_version(VENV)) and read_stamp(_STAMP).get(profile) == wanted(profile)


def make(host: Host, hear: Hear) -> str:
    """Makes the virtual environment if it is missing or broken, and says what was done."""
    version = venv_version(VENV)
    if version and tuple(int(part) for part in version.split(".")[:2]) >= (3, 11):
        return f"Python {version} is there"
    if importlib.util.find_spec("ensurepip") is None:
        if uv := shutil.which("uv"):
            quietly([uv, "venv", "--clear", "--python", sys.executable, str(VENV)], hear=hear)
            return f"made with uv, Python {venv_version(VENV)}"
        _get_ensurepip(host, hear)
    quietly([sys.executable, "-m", "venv", "--clear", str(VENV)], hear=hear)
    return f"made, Python {venv_version(VENV)}"


def _get_ensurepip(host: Host, hear: Hear) -> None:
    """Debian leaves out the part of Python that puts pip into a virtual environment."""
    package = f"python3.{sys.version_info.minor}-venv"
    if not host.can_apt:
        raise CommandFailed(["python3", "-m", "venv"], "no pip", [f"type: sudo apt-get install {package}"])
    apt.install([package], hear=hear)


def install(profile: str, hear: Hear) -> str:
    """Installs a profile's pins and the project itself, and says with what."""
    pins = ["--require-hashes", "-r", str(REQUIREMENTS / f"{profile}.txt")]
    project = ["--no-deps", "--no-build-isolation", "-e", str(ROOT)]
    problem: CommandFailed | None = None
    for name, command in installers(hear):
        try:
            for arguments in (pins, project):
                quietly([*command, *arguments], hear=hear, env=_patient(), cwd=ROOT)
        except CommandFailed as failure:
            problem = failure  # the other one may be set up for this network
            continue
        write_stamp(_STAMP, profile, wanted)
        return f"installed with {name}"
    assert problem is not None
    raise problem


def installers(hear: Hear) -> Iterable[tuple[str, Sequence[str]]]:
    """What can install here, fastest first; the next one is only prepared when it is asked for."""
    python = str(program("python"))
    if uv := _uv(hear):
        yield "uv", (uv, "pip", "install", "--python", python)
    yield "pip", (python, *_PIP, "install")


def _uv(hear: Hear) -> str | None:
    """The uv on this machine, else one put into the virtual environment, which costs seconds and saves minutes."""
    if uv := shutil.which("uv"):
        return uv
    own = program("uv")
    if not own.exists():
        pins = ["--require-hashes", "-r", str(REQUIREMENTS / "tools.txt")]
        try:
            quietly([str(program("python")), *_PIP, "install", *pins], hear=hear, timeout=300)
        except CommandFailed:
            return None
    return str(own) if own.exists() else None


def _patient() -> dict[str, str]:
    """Slow networks are no reason to give up on the largest of the wheels."""
    return {"UV_HTTP_TIMEOUT": "180", "PIP_DEFAULT_TIMEOUT": "180", **os.environ}


def pin(arguments: Sequence[str], hear: Hear) -> None:
    """Resolves the `.in` files into pins with hashes for every platform, without a word on where they come from."""
    uv = _uv(hear)
    if uv is None:
        raise CommandFailed(["uv"], "not found", ["pins are made with uv, which could not be installed"])
    command = [uv, "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"]
    command += ["--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
    command += ["--custom-compile-command", "python3 packaging/bootstrap.py pins", *arguments]
    for name in ("tools", "run", "test"):
        agree = ["-c", "run.txt"] if name == "test" else []
        quietly([*command, *agree, f"{name}.in", "-o", f"{name}.txt"], hear=hear, cwd=REQUIREMENTS)
