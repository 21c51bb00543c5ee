#!/usr/bin/env python3
"""Cobrowse on a fresh machine: `python3 packaging/bootstrap.py run`, or `… test`.

Needs Python 3.11 or newer and nothing else; see `bringup/` beside this file for the parts.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said before anything that an older Python cannot read
    sys.exit("Cobrowse needs Python 3.11 or newer; this one is {}.{}.".format(*sys.version_info[:2]))

from bringup.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
