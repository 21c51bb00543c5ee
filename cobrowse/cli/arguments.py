"""The command line's grammar."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from cobrowse import __version__
from cobrowse.errors import UsageError

COMMANDS = ("run", "observe", "act", "actions", "doctor", "practice", "audit", "grants")


class _Parser(argparse.ArgumentParser):
    """Wrong usage is exit code 2, told in a sentence."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[0].upper()}{message[1:]}.", f"See: {self.prog} --help")


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = _Parser(
        prog="cobrowse",
        description="An assistant that browses with you.",
        epilog="Without a command it opens the window.",
    )
    top.add_argument("--version", action="version", version=f"cobrowse {__version__}")
    commands = top.add_subparsers(dest="command", required=True, parser_class=_Parser)

    run = commands.add_parser("run", help="do what a sentence asks")
    run.add_argument("task", help="what to do, in your words; or a contract (FILE.json)")
    run.add_argument("--url", help="page to begin on")
    _brain(run)
    _common(run)

    observe = commands.add_parser("observe", help="print what is on a page")
    observe.add_argument("url", help="address of the page")
    observe.add_argument(
        "--budget", type=_positive, default=15_000, metavar="N", help="characters of text at most (15000)"
    )
    observe.add_argument("--frames", action="store_true", help="list the page's frames, too")
    _common(observe)

    act = commands.add_parser("act", help="perform a list of actions on a page")
    act.add_argument("url", help="address of the page")
    act.add_argument("actions", help="JSON file with the actions, in any dialect; - reads standard input")
    act.add_argument("--keep-going", action="store_true", help="go on after a failure")
    act.add_argument("--batch", action="store_true", help="a page change drops the rest, as for a model's batch")
    _common(act)

    actions = commands.add_parser("actions", help="list the actions there are")
    form = actions.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON schemas")
    form.add_argument("--markdown", action="store_true", help="as the reference in docs/ACTIONS.md")

    audit = commands.add_parser("audit", help="list what was allowed and refused in a session, by whom")
    audit.add_argument("session", nargs="?", help="the session's id, its beginning, or a file (the latest session)")
    audit.add_argument("--json", action="store_true", help="one JSON object a line")

    grants = commands.add_parser("grants", help="list what is always allowed, and take it back")
    grants.add_argument("--json", action="store_true", help="one JSON object a line")
    grants.add_argument("--revoke", nargs=2, metavar=("ORIGIN", "ACTION"), help="ask about it again")

    doctor = commands.add_parser("doctor", help="say what works here, and the command that mends what does not")
    doctor.add_argument("--json", action="store_true", help="one JSON object a line")
    doctor.add_argument("--browser", metavar="PATH", help="the browser to look at")

    practice = commands.add_parser("practice", help="serve the practice site until Ctrl+C")
    practice.add_argument("--port", type=int, default=0, help="port (a free one)")
    return top


def window_parser() -> argparse.ArgumentParser:
    """Options of the window."""
    window = _Parser(prog="cobrowse", description="Open the window, with a browser beside it.")
    window.add_argument("url", nargs="?", help="page to begin on (the practice site)")
    window.add_argument(
        "--demo", action="store_true", help="play the guided tour by itself and leave cobrowse-demo.png"
    )
    _brain(window)
    _common(window)
    return window


def _brain(command: argparse.ArgumentParser) -> None:
    command.add_argument("--mode", choices=("co-browse",), default="co-browse", help="how it works (co-browse)")
    command.add_argument(
        "--model", metavar="PROVIDER:NAME", help="a language model, such as openai:gpt-5-mini; the guide if left out"
    )
    command.add_argument("--base-url", metavar="URL", help="address of an OpenAI-compatible server")
    command.add_argument("--protocol", choices=("json",), help="how to talk with the model (json)")


def _common(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--json", action="store_true", help="one JSON object a line")
    add("--headless", action="store_true", help="no browser window")
    add("--browser", metavar="PATH", help="the browser to start")
    add(
        "--profile",
        default="default",
        metavar="DIR|temp",
        help="browser profile: a folder, or temp for one that is thrown away",
    )
    add("--connect", metavar="CDP_URL", help="drive a browser that is running already")
    add("--allow", action="append", default=[], metavar="ORIGIN", help="reach these origins only")
    add(
        "--allow-resource",
        action="append",
        default=[],
        metavar="HOST",
        help="with --allow: hosts that pictures and scripts may come from; * for any",
    )
    add("--sitemap", type=Path, metavar="FILE", help="paths that navigate may go to, one a line")
    add(
        "--policy",
        choices=("all", "matters", "watch"),
        default=None,
        help="what is asked for: everything, what matters (usual), nothing",
    )
    add("--allow-file", action="append", default=[], type=Path, metavar="PATH", help="files that may be uploaded")
    add("--answers", type=Path, metavar="FILE", help="scripted answers, used in order; none left means no")


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value
