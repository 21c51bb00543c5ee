"""What a permission is bound to: one action on these elements as they are, with these values, in this document.

The digest stands on the card, in the answer and in the step that ran, so that the journal alone shows that nothing ran
but what was allowed.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ada_url

from cobrowse.protocol.action import Action
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure

APPROVAL_SECONDS = 60.0
"""An approval that was not used within this time is asked for again."""


def digest(action: Action, nodes: Mapping[str, Node], place: Place, address: str | None = None) -> str:
    """SHA-256, as hex, over everything that makes this doing this one. Two that differ in anything differ here."""
    parts: dict[str, Any] = {
        "action": action.canonical(),
        "nodes": [[target, *_bound(node)] for target, node in sorted(nodes.items())],
        "document": place.document,
        "page": place.page,
        "address": address,
        "files": [_file(Path(path)) for path in getattr(action, "value", ()) if action.action_name() == "upload"],
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Place:
    """Where the person was when they were asked."""

    document: str
    """Identifies the main document; another one, even of the same address, is another place."""
    page: str
    """Its origin and path: a page may change its query as it likes, but not go elsewhere."""

    @classmethod
    def of(cls, document: str, url: str) -> Place:
        """The place a tab shows."""
        try:
            parsed = ada_url.URL(url)
        except ValueError:
            return cls(document, "")
        return cls(document, f"{parsed.origin}{parsed.pathname}")


@dataclass(slots=True)
class Approval:
    """The person's yes to one digest, good for one use."""

    digest: str
    ask: str
    """Id of the question that it answers."""
    clock: Callable[[], float] = time.monotonic
    given: float = field(init=False)
    used: bool = False

    def __post_init__(self) -> None:
        self.given = self.clock()

    def use(self, now: str) -> None:
        """Spend it on what is about to be done. Raises `Failure("stale")` when that is not what was approved."""
        if self.used:
            raise Failure("stale", "That was approved once, and done once. Ask again.")
        self.used = True
        if self.clock() - self.given > APPROVAL_SECONDS:
            raise Failure("stale", "The approval was given too long ago. Ask again.")
        if now != self.digest:
            raise Failure("stale", "It is no longer what was approved: the page changed meanwhile. Look at it again.")


def _bound(node: Node) -> tuple[Any, ...]:
    form = node.form
    sent = (form.action, form.method, form.submits, form.fields) if form else None
    return node.fingerprint, node.document, node.origin, node.frame, node.href, node.value, sent


def _file(path: Path) -> tuple[str, int, int]:
    """Which file, and which state of it: one that is exchanged after the approval is another."""
    try:
        known = path.expanduser().resolve().stat()
    except OSError:
        return str(path), -1, -1
    return str(path), known.st_size, known.st_mtime_ns
