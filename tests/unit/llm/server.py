"""A model server on loopback that answers what a test tells it to, in the OpenAI streaming format."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Server:
    url: str
    answers: list[Answer]
    """One a request, in order; the last one is given again and again."""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def asked(self) -> int:
        return len(self.bodies)


def chunk(text: str | None = None, *, finish: str | None = None, **more: Any) -> bytes:
    delta = {} if text is None else {"content": text}
    event = {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
        **more,
    }
    return b"data: " + json.dumps(event).encode() + b"\n\n"


def _begin(handler: BaseHTTPRequestHandler, status: int, kind: str, **headers: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Connection", "close")
    handler.end_headers()


def says(*pieces: str, finish: str = "stop", usage: tuple[int, int] | None = (7, 3), pause: float = 0) -> Answer:
    """A whole stream; `pause` seconds between the pieces."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        _begin(handler, 200, "text/event-stream")
        for piece in pieces:
            handler.wfile.write(chunk(piece))
            time.sleep(pause)
        handler.wfile.write(chunk(finish=finish))
        if usage:
            counts = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
            handler.wfile.write(chunk(choices=[], usage=counts))
        handler.wfile.write(b"data: [DONE]\n\n")

    return answer


def refuses(status: int, message: str = "no", *, code: str | None = None, **headers: str) -> Answer:
    """An error in the OpenAI format."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        _begin(handler, status, "application/json", **headers)
        handler.wfile.write(json.dumps({"error": {"message": message, "type": "error", "code": code}}).encode())

    return answer


def sends(body: bytes, kind: str = "text/html", status: int = 200, **headers: str) -> Answer:
    """Any body at all."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        _begin(handler, status, kind, **headers)
        handler.wfile.write(body)

    return answer


def breaks_off(*pieces: str, reset: bool = False) -> Answer:
    """A stream that ends in the middle: cleanly closed, or reset."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        _begin(handler, 200, "text/event-stream")
        for piece in pieces:
            handler.wfile.write(chunk(piece))
        handler.wfile.flush()
        if reset:
            time.sleep(0.1)
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    return answer


def waits(seconds: float, then: Answer) -> Answer:
    """Nothing at all for a while."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        then(handler)

    return answer


@contextmanager
def serving(*answers: Answer) -> Iterator[Server]:
    """A server for the time of a test."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            turn = server.asked
            server.bodies.append(json.loads(self.rfile.read(length) or b"{}"))
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            try:
                server.answers[min(turn, len(server.answers) - 1)](self)
            except OSError:
                pass  # the client has gone, as it should have

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def shutdown_request(self, request: Any) -> None:
            self.close_request(request)

        def handle_error(self, request: Any, client_address: Any) -> None:
            pass

    web = Quiet(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{web.server_port}/v1", list(answers))
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        web.shutdown()
        web.server_close()
        thread.join()
