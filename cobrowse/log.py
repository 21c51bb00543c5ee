"""The log: for those who mend the program, never holding what a person typed or a page said."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler

from cobrowse import paths

logger = logging.getLogger("cobrowse")


def to_file(level: int = logging.INFO) -> None:
    """Write the log to a file of at most 1 MB, with two older ones kept."""
    handler = RotatingFileHandler(paths.logs() / "cobrowse.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(module)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(level)
