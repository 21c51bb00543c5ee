"""Real web apps that nobody here wrote, installed when they are first needed and served on loopback."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "beds"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def datasette() -> Iterator[str]:
    """Datasette over a table of 500 people; skips when it cannot be installed."""
    program = install(CACHE / "datasette", "datasette==0.65.5") / "bin" / "datasette"
    database = CACHE / "people.db"
    database.unlink(missing_ok=True)
    _people(database)
    port = free_port()
    process = subprocess.Popen(
        [program, database, "-h", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        answering(f"http://127.0.0.1:{port}/", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


@contextlib.contextmanager
def jquery_ui() -> Iterator[str]:
    """The jQuery UI demos as Debian packs them; skips where they cannot be installed."""
    with debian_docs({JQUERY_UI: "libjs-jquery-ui-docs", REQUIRE: "node-requirejs"}) as address:
        yield f"{address}{JQUERY_UI}"


JQUERY_UI = "/usr/share/doc/libjs-jquery-ui-docs/examples"
REQUIRE = "/usr/share/nodejs/requirejs/require.js"
PYTHON_DOCS = "/usr/share/doc/python3.11/html"
SQLITE_DOCS = "/usr/share/doc/sqlite3"


@contextlib.contextmanager
def debian_docs(packages: dict[str, str]) -> Iterator[str]:
    """Documentation that Debian packs, by its paths: what has to be there, and the package that brings it.

    Skips where it cannot be installed.
    """
    missing = [package for path, package in packages.items() if not Path(path).exists()]
    if missing:
        _apt(missing)
    root = CACHE / "docroot"
    for name, target in {
        "usr/share/doc": "/usr/share/doc",
        "usr/share/javascript": "/usr/share/javascript",
        "usr/share/nodejs/require.js": REQUIRE,
    }.items():
        link = root / name
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(target)
    with served(root) as address:
        yield address


def _apt(packages: list[str]) -> None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        pytest.skip(f"this needs Debian's {', '.join(packages)}")
    done = subprocess.run(
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages],
        capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, timeout=300, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"{', '.join(packages)} could not be installed: {done.stderr.decode(errors='replace')[-200:]}")


@contextlib.contextmanager
def todomvc() -> Iterator[str]:
    """TodoMVC's React example; skips where npm cannot bring it."""
    root = CACHE / "todomvc" / "node_modules"
    if not (root / "todomvc" / "package.json").is_file():
        npm = shutil.which("npm")
        if not npm:
            pytest.skip("TodoMVC needs npm")
        root.parent.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--no-save", "--no-package-lock", "--ignore-scripts", "todomvc@0.1.1"]
        done = subprocess.run(command, cwd=root.parent, capture_output=True, timeout=300, check=False)
        if done.returncode:
            pytest.skip(f"TodoMVC could not be installed: {done.stderr.decode(errors='replace')[-200:]}")
    with served(root) as address:
        yield f"{address}/todomvc/examples/react/index.html"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on loopback."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Keep the output clean."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def install(environment: Path, *packages: str) -> Path:
    """An environment of its own with these packages; skips when it cannot be made."""
    if (environment / "made").exists():
        return environment
    environment.parent.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", environment], check=True, capture_output=True, timeout=120)
        pip = environment / "bin" / "pip"
        subprocess.run([pip, "install", "-q", *packages], check=True, capture_output=True, timeout=900)
        (environment / "made").touch()
    except (subprocess.SubprocessError, OSError) as error:
        shutil.rmtree(environment, ignore_errors=True)
        pytest.skip(f"{packages[0]} could not be installed: {error}")
    return environment


def _people(path: Path) -> None:
    chance = random.Random(1)
    names, cities = ["Ada", "Bob", "Cid", "Dee", "Eve"], ["Oslo", "Rome", "Lima", "Kyiv", "Baku"]
    rows = [(f"{chance.choice(names)}{n}", chance.choice(cities), chance.randint(18, 90)) for n in range(500)]
    connection = sqlite3.connect(path)
    connection.execute("create table people(id integer primary key, name text, city text, age int)")
    connection.executemany("insert into people(name, city, age) values (?, ?, ?)", rows)
    connection.commit()
    connection.close()


def answering(url: str, process: subprocess.Popen[bytes]) -> None:
    """Wait until the app that runs there answers; skips when it does not."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.2)
    pytest.skip("the app was installed but did not start")
