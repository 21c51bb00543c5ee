"""Sites on loopback for hostile pages: what they were asked for is the proof, not what we say of ourselves."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

EFFECT = "/effect"
"""Whatever is sent to a path that begins so did something; nothing but a control of the page leads there."""


@dataclass(eq=False)
class Site:
    """One origin with its pages; notes every connection and every request."""

    pages: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    """More fields of an answer, by path."""
    redirects: dict[str, str] = field(default_factory=dict)
    connections: int = 0
    requests: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        """Its origin."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def effects(self) -> list[str]:
        """The requests that did something."""
        return [line for line in self.requests if line.split()[1].startswith(EFFECT)]

    def forget(self) -> None:
        """Begin a new count."""
        self.requests.clear()
        self.connections = 0


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    site: Site

    def process_request(self, request: object, client_address: object) -> None:
        self.site.connections += 1
        super().process_request(request, client_address)  # type: ignore[arg-type]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no fault."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Keep the output clean."""

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="replace"))

    def _answer(self, body: str = "") -> None:
        assert isinstance(self.server, _Server)
        site, path = self.server.site, urlsplit(self.path).path
        site.requests.append(f"{self.command} {self.path} {body}".strip())
        if to := site.redirects.get(path):
            self.send_response(302)
            self.send_header("Location", to)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = site.pages.get(path, "<!doctype html><title>Done</title><h1>Done</h1>").encode()
        fields = {"Content-Type": "text/html; charset=utf-8", **site.headers.get(path, {})}
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving() -> Iterator[Site]:
    """A site, from here to the end of the block."""
    site = Site()
    server = _Server(("127.0.0.1", 0), _Handler)
    server.site = site
    site.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
