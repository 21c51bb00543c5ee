"""What a session is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.browser.session import BrowserOptions
from cobrowse.protocol import command as commands
from cobrowse.settings import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """How a session works."""

    browser: BrowserOptions = field(default_factory=BrowserOptions)
    url: str | None = None
    """Page to begin on."""
    policy: commands.Policy = "matters"
    allow: tuple[str, ...] = ()
    """Origins that may be reached; empty for any."""
    allow_resources: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    """Files that may be uploaded."""
    sitemap: tuple[str, ...] = ()
    """Paths that `navigate` may go to; empty for any."""
    limits: Limits = field(default_factory=Limits)
    catalogue: Catalogue = CATALOGUE
    greeting: str = ""
    keep: bool = True
    """Whether events are written to a journal."""
