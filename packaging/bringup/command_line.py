"""The commands `run`, `test`, `setup` and `pins`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from bringup import browser, checks, display, environment, system
from bringup.console import Console
from bringup.host import Host, here
from bringup.layout import program
from bringup.process import CommandFailed, end_cleanly_when_told, openly

_USAGE = """\
usage: python3 packaging/bootstrap.py COMMAND [ARGUMENTS]

  run [ARGUMENTS]     set up what is missing, then open Cobrowse on the practice site
                      (ARGUMENTS go to `cobrowse`; `run --demo` plays the tour and leaves cobrowse-demo.png)
  test [ARGUMENTS]    set up what is missing, then run every check (ARGUMENTS go to pytest)
  setup               only set up, for both
  pins [ARGUMENTS]    make packaging/requirements/*.txt anew from *.in (--upgrade takes newer versions)
"""
_STOPPED = 130


def main(arguments: Sequence[str]) -> int:
    """Does what the first word says; the rest goes to the program that it starts."""
    command, *rest = arguments or [""]
    commands = {"run": _run, "test": _test, "setup": _setup, "pins": _pins}
    if command not in commands:
        asked = command in ("-h", "--help", "help")
        print(_USAGE, end="", file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    end_cleanly_when_told()
    try:
        return commands[command](rest)
    except CommandFailed as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return _STOPPED


def _run(arguments: Sequence[str]) -> int:
    host = here()
    set_up(host, "run", virtual_display=not host.has_display)
    with _screen(host, private=False) as variables:
        return openly([str(program("python")), "-m", "cobrowse", *arguments], env=variables)


def _test(arguments: Sequence[str]) -> int:
    host = here()
    set_up(host, "test", virtual_display=host.is_linux)
    with _screen(host, private=True) as variables:
        return checks.run(arguments, variables)


def _setup(_arguments: Sequence[str]) -> int:
    host = here()
    set_up(host, "test", virtual_display=not host.has_display)
    return 0


def _pins(arguments: Sequence[str]) -> int:
    console = Console(total=2)
    with console.step("Python environment") as step:
        step.outcome = environment.make(here(), step.hear)
    with console.step("Pins") as step:
        environment.pin(arguments, step.hear)
    return 0


def set_up(host: Host, profile: str, *, virtual_display: bool) -> None:
    """Makes sure of everything that a profile needs. With nothing to do it is over in well under a second."""
    console = Console(total=4)
    current = environment.is_current(profile)
    with console.step("Python environment") as step:
        step.outcome = environment.make(host, step.hear)
    with console.step("Pinned requirements") as step:
        step.outcome = "already there" if current else environment.install(profile, step.hear)
    _set_up_system(console, host, first=not current, virtual_display=virtual_display)
    _set_up_browser(console, host)


def _set_up_system(console: Console, host: Host, *, first: bool, virtual_display: bool) -> None:
    missing = system.look(host, virtual_display=virtual_display)
    lacking = missing.essentials
    with console.step("System libraries") as step:
        step.outcome = "already there"
        if host.can_apt and (lacking or (first and missing.fonts)):
            step.outcome = "installed " + " ".join(system.provide(host, missing, step.hear))
        elif lacking:
            step.outcome = "some are missing"
    if lacking and not host.can_apt:
        console.say(f"      To open the window, type: {system.advice(missing, host.family)}")


def _set_up_browser(console: Console, host: Host) -> None:
    with console.step("Browser") as step:
        found = browser.installed(host)
        step.outcome = found or browser.provide(host, step.hear) or "none"
    if step.outcome == "none":
        console.say(f"      To get a browser, type: {browser.advice(host)}")


@contextmanager
def _screen(host: Host, *, private: bool) -> Iterator[Mapping[str, str]]:
    """The environment with a display in it. Checks get one of their own, away from the person's windows."""
    variables = utf8(dict(os.environ))
    can_make_one = host.is_linux and shutil.which("Xvfb") is not None
    if host.has_display and not (private and can_make_one):
        yield variables
        return
    with display.virtual(variables) as result:
        if not private:
            print(f"There is no display here: the window opens on a virtual one, {result['DISPLAY']}.", flush=True)
        yield result


def utf8(variables: dict[str, str]) -> dict[str, str]:
    """A bare machine has no locale, and Qt then complains and takes file names for ASCII."""
    if not any(variables.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")):
        variables["LANG"] = "C.UTF-8"
    return variables


# Output with lines and boxes must not fail on a console that cannot show them.
for _stream in (sys.stdout, sys.stderr):
    with suppress(AttributeError, ValueError):
        _stream.reconfigure(errors="replace")  # type: ignore[union-attr]
