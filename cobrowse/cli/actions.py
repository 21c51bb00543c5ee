"""`cobrowse actions`: the catalogue."""

from __future__ import annotations

import argparse
import json

from cobrowse.actions.catalogue import CATALOGUE
from cobrowse.actions.reference import markdown


def actions(options: argparse.Namespace) -> int:
    """Print it as lines, JSON or Markdown."""
    if options.json:
        for action in CATALOGUE.actions:
            row = {
                "name": action.action_name(),
                "aliases": list(action.aliases),
                "bundle": action.bundle.value,
                "effect": action.effect.value,
                "schema": action.model_json_schema(by_alias=True),
            }
            print(json.dumps(row, ensure_ascii=False))
    elif options.markdown:
        print(markdown(CATALOGUE), end="")
    else:
        print("\n".join(CATALOGUE.prompt_lines()))
    return 0
