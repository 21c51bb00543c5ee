"""From options to a session."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from cobrowse import settings
from cobrowse.agent.brains import choose_brain
from cobrowse.agent.options import SessionOptions
from cobrowse.agent.origins import AllowList
from cobrowse.agent.script import read_answers
from cobrowse.agent.session import Session
from cobrowse.browser.session import BrowserOptions
from cobrowse.errors import UsageError
from cobrowse.protocol.event import Answer


def session_from(options: argparse.Namespace, *, keep: bool = True) -> Session:
    """A session as the options ask for it, not yet started. Raises `UsageError` for options that make no sense."""
    chosen = settings.load()
    # A model is used from the command line only when it is named there: a script must not depend on what a dialog set.
    brain = choose_brain(
        chosen, model=getattr(options, "model", None), base_url=getattr(options, "base_url", None), explicit=True
    )
    return Session(options_from(options, chosen, keep=keep), brain=brain, script=script_from(options))


def options_from(options: argparse.Namespace, chosen: settings.Settings, *, keep: bool = True) -> SessionOptions:
    """The options of a session. Raises `UsageError`."""
    try:
        AllowList.of(options.allow)
    except ValueError as error:
        raise UsageError(f"--allow: {error}.") from None
    return SessionOptions(
        browser=BrowserOptions(
            headless=options.headless, executable=options.browser, profile=options.profile, connect=options.connect
        ),
        policy=options.policy or chosen.policy,
        allow=tuple(options.allow),
        allow_resources=tuple(options.allow_resource),
        files=tuple(options.allow_file),
        sitemap=_sitemap(options),
        limits=chosen.limits,
        keep=keep,
    )


def script_from(options: argparse.Namespace) -> Iterator[Answer] | None:
    """The scripted answers, if there are any."""
    return read_answers(options.answers) if options.answers else None


def _sitemap(options: argparse.Namespace) -> tuple[str, ...]:
    if options.sitemap is None:
        return ()
    try:
        lines = options.sitemap.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"--sitemap: {error.strerror}: {options.sitemap}.") from None
    return tuple(line.strip() for line in lines if line.strip() and not line.startswith("#"))
