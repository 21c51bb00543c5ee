"""From arguments to a command, and from what became of it to an exit code."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from cobrowse.cli.arguments import COMMANDS, parser, window_parser
from cobrowse.errors import CobrowseError, NoBrowser, UsageError

DONE, FAILED, USAGE, NO_BROWSER = 0, 1, 2, 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0 done, 1 failed, blocked or refused, 2 wrong usage, 3 no browser."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words and (words[0] in COMMANDS or words[0] in ("-h", "--help", "--version")):
            return _command(words)
        return _window(words)
    except UsageError as error:
        print(f"cobrowse: {error}", file=sys.stderr)
        return USAGE
    except NoBrowser as error:
        print(f"cobrowse: {error}", file=sys.stderr)
        return NO_BROWSER
    except CobrowseError as error:
        print(f"cobrowse: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130


def _command(words: list[str]) -> int:
    """Modules are imported only when their command is used: a list of actions needs no browser."""
    options = parser().parse_args(words)
    match options.command:
        case "run":
            from cobrowse.cli.run import run

            return asyncio.run(run(options))
        case "act":
            from cobrowse.cli.act import act

            return asyncio.run(act(options))
        case "observe":
            from cobrowse.cli.observe import observe

            return asyncio.run(observe(options))
        case "actions":
            from cobrowse.cli.actions import actions

            return actions(options)
        case "audit" | "grants":
            from cobrowse.cli import audit

            return audit.audit(options) if options.command == "audit" else audit.grants(options)
        case "doctor":
            from cobrowse.cli.doctor import doctor

            return asyncio.run(doctor(options))
        case _:
            from cobrowse.cli.practice import practice

            return practice(options)


def _window(words: list[str]) -> int:
    options = window_parser().parse_args(words)
    from cobrowse.cli.window import window

    return window(options)
