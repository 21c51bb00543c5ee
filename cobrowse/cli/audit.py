"""`cobrowse audit`: what was allowed and refused in a session; `cobrowse grants`: what is allowed for good."""

from __future__ import annotations

import argparse
import json
import time

from cobrowse import paths
from cobrowse.agent.audit import Decision, decisions, journal_of
from cobrowse.errors import UsageError
from cobrowse.store.grants import Grants
from cobrowse.store.journal import read


def audit(options: argparse.Namespace) -> int:
    """Print every decision. The exit code is 1 when something was done that had not been allowed."""
    path = journal_of(options.session)
    lines = decisions(read(path))
    for line in lines:
        print(line.model_dump_json() if options.json else _sentence(line))
    if not options.json:
        allowed = sum(line.verdict == "allowed" for line in lines)
        print(
            f"{path.stem}: {allowed} allowed, {len(lines) - allowed} refused, {sum(not x.sound for x in lines)} not sound"
        )
    return 0 if all(line.sound for line in lines) else 1


def _sentence(line: Decision) -> str:
    clock = time.strftime("%H:%M:%S", time.localtime(line.at))
    by = f"{line.by} ({line.where})" if line.where else line.by
    parts = [
        line.action,
        line.about,
        f"on {line.site}" if line.site else "",
        f"by {by}",
        f"→ {line.status}" if line.status else "",
    ]
    fault = "" if line.sound else "  !! not what was allowed"
    return f"{clock} {line.verdict:8} {' '.join(filter(None, parts))}{fault}\n         {line.why}".rstrip()


def grants(options: argparse.Namespace) -> int:
    """List what is always allowed, or take one of it back."""
    kept = Grants(paths.config() / "grants.json")
    if options.revoke:
        origin, action = options.revoke
        if not kept.has(origin, action):
            raise UsageError(f"{action} on {origin} is not allowed for good.", "See: cobrowse grants")
        kept.revoke(origin, action)
        return 0
    for origin, action in kept:
        print(json.dumps({"origin": origin, "action": action}) if options.json else f"{action:14} {origin}")
    return 0
