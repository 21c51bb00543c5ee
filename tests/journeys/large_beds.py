"""Real web apps that take a large install: a content system, a shop, a notebook, a form of components."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .beds import CACHE, answering, free_port, install

APPS = Path(__file__).parent / "apps"
_WAGTAIL = ("wagtail==8.0.1",)
_OSCAR = ("django-oscar==4.2.1", "pycountry==26.2.16", "sorl-thumbnail==13.4.0", "Whoosh==2.7.4")


@dataclass(frozen=True)
class Bed:
    """An app that runs, and the folder that holds its data."""

    url: str
    data: Path


@contextlib.contextmanager
def wagtail(folder: Path) -> Iterator[Bed]:
    """Wagtail and Django's own admin over a fresh site; the account is admin, its password too."""
    bin = install(CACHE / "wagtail", *_WAGTAIL) / "bin"
    site = folder / "site"
    site.mkdir()
    _run([bin / "wagtail", "start", "mysite", site], folder)
    (site / "home/models.py").write_text((APPS / "wagtail_models.py").read_text())
    with (site / "mysite/settings/base.py").open("a") as settings:
        settings.write("\nWAGTAIL_ENABLE_UPDATE_CHECK = False\nWAGTAIL_GRAVATAR_PROVIDER_URL = None\n")
    manage = [bin / "python", "manage.py"]
    for words in (["makemigrations", "home"], ["migrate"], ["createsuperuser", "--noinput", "--username", "admin"]):
        _run([*manage, *words], site, DJANGO_SUPERUSER_PASSWORD="admin", DJANGO_SUPERUSER_EMAIL="a@example.org")
    port = free_port()
    with _serving([*manage, "runserver", "--noreload", f"127.0.0.1:{port}"], site, port, "/admin/login/") as url:
        yield Bed(url, site / "db.sqlite3")


@contextlib.contextmanager
def oscar(folder: Path) -> Iterator[Bed]:
    """django-oscar's stock shop with sixteen books."""
    bin = install(CACHE / "oscar", *_OSCAR) / "bin"
    _run([bin / "django-admin", "startproject", "shop", folder], folder)
    with (folder / "shop/settings.py").open("a") as settings:
        settings.write((APPS / "oscar_settings.py").read_text())
    shutil.copy(APPS / "oscar_urls.py", folder / "shop/urls.py")
    shutil.copy(APPS / "oscar_books.py", folder / "books.py")
    manage = [bin / "python", "manage.py"]
    _run([*manage, "migrate"], folder)
    _run([bin / "python", "books.py"], folder)
    _run([*manage, "rebuild_index", "--noinput"], folder)
    port = free_port()
    with _serving([*manage, "runserver", "--noreload", f"127.0.0.1:{port}"], folder, port) as url:
        yield Bed(url, folder / "db.sqlite3")


@contextlib.contextmanager
def jupyterlab(folder: Path) -> Iterator[Bed]:
    """JupyterLab over an empty folder, without a token."""
    bin = install(CACHE / "jupyterlab", "jupyterlab==4.6.6") / "bin"
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    port = free_port()
    command = [
        bin / "jupyter", "lab", "--allow-root", "--no-browser", "--ip", "127.0.0.1", f"--port={port}",
        "--IdentityProvider.token=", f"--ServerApp.root_dir={notebooks}", "--LabApp.news_url=None",
    ]  # fmt: skip
    homes = {name: str(folder / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
    with _serving(command, folder, port, "/lab", **homes) as url:
        yield Bed(f"{url}/lab?reset", notebooks)


@contextlib.contextmanager
def gradio(folder: Path) -> Iterator[Bed]:
    """A form, a table and a code editor of Gradio's."""
    bin = install(CACHE / "gradio", "gradio==6.31.0") / "bin"
    port = free_port()
    command = [bin / "python", APPS / "gradio_app.py", str(port)]
    with _serving(
        command, folder, port, GRADIO_ANALYTICS_ENABLED="False", GRADIO_TEMP_DIR=str(folder / "given")
    ) as url:
        yield Bed(url, folder / "given")


def _run(command: list[str | Path], folder: Path, **variables: str) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300, env={**os.environ, **variables})


@contextlib.contextmanager
def _serving(command: list[str | Path], folder: Path, port: int, path: str = "/", **variables: str) -> Iterator[str]:
    """The app's address while it runs."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, stdout=quiet, stderr=quiet, env={**os.environ, **variables})
    try:
        answering(f"http://127.0.0.1:{port}{path}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)
