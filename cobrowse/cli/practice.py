"""`cobrowse practice`: the practice site by itself."""

from __future__ import annotations

import argparse
import threading

from cobrowse.errors import UsageError
from cobrowse.practice import PracticeSite


def practice(options: argparse.Namespace) -> int:
    """Serve it until Ctrl+C."""
    try:
        site = PracticeSite(options.port)
    except OSError as error:
        raise UsageError(f"The site cannot be served on port {options.port} ({error.strerror}).") from None
    with site:
        print(f"The practice site is at {site.url} (Ctrl+C ends it).", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
    return 0
