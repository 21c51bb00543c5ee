"""`cobrowse observe`: what is on a page."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from cobrowse.cli.setup import session_from
from cobrowse.errors import CobrowseError
from cobrowse.protocol.observation import Element, Observation
from cobrowse.protocol.outline import outline
from cobrowse.protocol.result import Failure


async def observe(options: argparse.Namespace) -> int:
    """Open the page, look at it, and print it as text or as one line of JSON."""
    async with session_from(options, keep=False) as session:
        try:
            await session.open(options.url)
            seen = await session.observe()
        except Failure as failure:
            raise CobrowseError(failure.message) from None
        text = outline(seen, options.budget).text
        if options.json:
            print(json.dumps(as_json(seen, text), ensure_ascii=False))
            return 0
        print(text)
        if options.frames:
            for frame in seen.frames:
                print(f"frame {frame.key or 'main'}: {frame.url} {frame.note}".rstrip())
    return 0


def as_json(seen: Observation, text: str) -> dict[str, Any]:
    """What `cobrowse observe --json` prints. `text` is the observation's outline."""
    elements = list(seen.elements)
    return {
        "url": seen.url,
        "title": seen.title,
        "viewport": list(seen.viewport),
        "elements": [_element(element) for element in elements],
        "text": text,
        "frames": [asdict(frame) for frame in seen.frames],
        "truncated": seen.truncated,
        "stats": {"nodes": seen.nodes, "elements": len(elements), "chars": len(text), "ms": round(seen.ms, 1)},
    }


def _element(element: Element) -> dict[str, Any]:
    """An element without what it does not have; id, role, name and states always."""
    row = {key: value for key, value in asdict(element).items() if value not in (None, "", (), [], False)}
    return {
        **row,
        "id": element.id,
        "role": element.role,
        "name": element.name,
        "states": list(element.states),
        "frame": element.frame,
    }
