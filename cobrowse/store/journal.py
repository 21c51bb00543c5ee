"""The journal: one SQLite file a session, to which every event goes as it happens.

WAL with `synchronous=FULL` for what must survive a power cut (what was approved, what began, what came of it), NORMAL
for the rest: measured, FULL costs about 6 ms a commit, so a thread of its own writes and the loop never waits for the
disk. `flush` waits where durability comes before going on.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from cobrowse.errors import CobrowseError
from cobrowse.protocol.event import EVENT, Event

_SCHEMA = """
CREATE TABLE IF NOT EXISTS event (
    number INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
"""
VERSION = 1
_DURABLE = frozenset(["turn_started", "step_changed", "asked", "answered", "judged", "turn_ended"])


class Journal:
    """Appends events; never changes one. Raises `CobrowseError` when the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fault: str = ""
        """Why writing stopped, if it did."""
        self._queue: queue.Queue[Event | threading.Event | None] = queue.Queue()
        opened: queue.Queue[Exception | None] = queue.Queue()
        self._thread = threading.Thread(target=self._write, args=(opened,), name="journal", daemon=True)
        self._thread.start()
        if error := opened.get():
            raise CobrowseError(
                f"The journal cannot be written ({error}).", f"Make room or allow writing to {path.parent}."
            )

    def append(self, event: Event) -> None:
        """Queue an event for writing; returns at once."""
        self._queue.put(event)

    def flush(self, seconds: float = 5.0) -> bool:
        """Wait until everything queued so far is on disk; False when that took too long or writing failed."""
        done = threading.Event()
        self._queue.put(done)
        return done.wait(seconds) and not self.fault

    def close(self) -> None:
        """Write what is queued and end."""
        self._queue.put(None)
        self._thread.join(5)

    def _write(self, opened: queue.Queue[Exception | None]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            connection = sqlite3.connect(self.path, isolation_level=None)
            self.path.chmod(0o600)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA user_version={VERSION}")
            connection.executescript(_SCHEMA)
        except (OSError, sqlite3.Error) as error:
            opened.put(error)
            return
        opened.put(None)
        try:
            self._drain(connection)
        finally:
            connection.close()

    def _drain(self, connection: sqlite3.Connection) -> None:
        mode = ""
        while (item := self._queue.get()) is not None:
            if isinstance(item, threading.Event):
                item.set()
                continue
            wanted = "FULL" if item.kind in _DURABLE else "NORMAL"
            try:
                if wanted != mode:
                    connection.execute(f"PRAGMA synchronous={wanted}")
                    mode = wanted
                connection.execute(
                    "INSERT INTO event (at, kind, body) VALUES (?, ?, ?)",
                    (item.at, item.kind, EVENT.dump_json(item).decode()),
                )
            except sqlite3.Error as error:
                self.fault = str(error)


def read(path: Path) -> Iterator[Event]:
    """The events of a journal, oldest first. Raises `CobrowseError` for what is no journal of this version."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version != VERSION:
            raise CobrowseError(f"{path.name} was written by another version of Cobrowse.", "Open it with that one.")
        for (body,) in connection.execute("SELECT body FROM event ORDER BY number"):
            yield EVENT.validate_json(body)
        connection.close()
    except sqlite3.Error as error:
        raise CobrowseError(f"{path.name} cannot be read as a journal ({error}).") from error
