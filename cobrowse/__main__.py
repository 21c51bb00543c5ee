"""`python -m cobrowse` and the command `cobrowse`."""

from __future__ import annotations

import sys

from cobrowse.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
