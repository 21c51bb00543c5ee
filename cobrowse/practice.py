"""The practice site, served on loopback from the program's own files."""

from __future__ import annotations

import functools
import http.server
import threading
from importlib import resources
from pathlib import Path


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files of the practice site, never kept in a cache and never logged."""

    def log_message(self, format: str, *args: object) -> None:
        """A served page is no news."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up early is no news either."""


class PracticeSite:
    """Serves until closed. `url` is its home page."""

    def __init__(self, port: int = 0) -> None:
        folder = Path(str(resources.files("resources") / "practice"))
        self._server = _Server(("127.0.0.1", port), functools.partial(_Handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/"
        threading.Thread(target=self._server.serve_forever, name="practice", daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> PracticeSite:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
