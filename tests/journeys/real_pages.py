"""Real pages that nobody here wrote: what observing is judged and timed on."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Page

from . import beds, large_beds

READY_MS = 20_000


@dataclass(frozen=True)
class RealPage:
    """One page of a bed."""

    name: str
    bed: Callable[[], AbstractContextManager[str]]
    """Serves it; gives the address that `path` is added to."""
    path: str
    ready: str = "true"
    """JavaScript that is true once the page has drawn itself."""
    least: int = 1
    """So many interactive elements with a role are there at least."""
    large: bool = False
    """Whether its bed takes long to install, or it long to judge."""
    explained: str = "(?!)"
    """Expression for the faults that docs/OBSERVING.md gives the reason of."""
    login: str = ""
    """Where to sign in first, as admin with the password admin."""

    @property
    def marks(self) -> list[pytest.MarkDecorator]:
        """For a test of this page."""
        return [pytest.mark.long] if self.large else []

    async def open(self, page: Page, address: str) -> None:
        """Go there and wait until it is drawn."""
        if self.login:
            await page.goto(address + self.login)
            await page.fill("[name=username]", "admin")
            await page.fill("[name=password]", "admin")
            await page.click("[type=submit]")
            await page.wait_for_url(lambda url: "login" not in url)
        await page.goto(address + self.path)
        await page.wait_for_function(self.ready, timeout=READY_MS)


@contextlib.contextmanager
def served(page: RealPage) -> Iterator[str]:
    """The page's bed, running."""
    with page.bed() as address:
        yield address


_python = partial(beds.debian_docs, {f"{beds.PYTHON_DOCS}/index.html": "python3.11-doc"})
_sqlite = partial(beds.debian_docs, {f"{beds.SQLITE_DOCS}/index.html": "sqlite3-doc"})
_WIDGET = "window.jQuery && document.querySelector('[class*=ui-], .ui-widget') !== null"


@contextlib.contextmanager
def _large(bed: Callable[[Path], AbstractContextManager[large_beds.Bed]]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, bed(Path(folder)) as running:
        yield running.url


_gradio, _jupyterlab = partial(_large, large_beds.gradio), partial(_large, large_beds.jupyterlab)
_oscar, _wagtail = partial(_large, large_beds.oscar), partial(_large, large_beds.wagtail)


def _widget(name: str, least: int = 0) -> RealPage:
    return RealPage(f"jquery-ui-{name}", beds.jquery_ui, f"/{name}/default.html", _WIDGET, least)


REAL_PAGES = [
    RealPage("python-contents", _python, f"{beds.PYTHON_DOCS}/contents.html", least=10_000, large=True),
    RealPage("python-index", _python, f"{beds.PYTHON_DOCS}/index.html", least=40),
    RealPage("python-functions", _python, f"{beds.PYTHON_DOCS}/library/functions.html", least=400, large=True),
    RealPage("python-search", _python, f"{beds.PYTHON_DOCS}/search.html", least=10),
    RealPage("sqlite-select", _sqlite, f"{beds.SQLITE_DOCS}/lang_select.html", least=100),
    RealPage("sqlite-index", _sqlite, f"{beds.SQLITE_DOCS}/index.html", least=40),
    RealPage("datasette-home", beds.datasette, "/", least=4),
    RealPage("datasette-table", beds.datasette, "/people/people", least=100),
    RealPage("todomvc", beds.todomvc, "", "document.querySelector('#new-todo, .new-todo') !== null", least=10),
    RealPage(
        "gradio",
        _gradio,
        "",
        "document.querySelector('[type=radio]') && /Submit/.test(document.body.innerText)",
        least=10,
        large=True,
    ),
    RealPage(
        "jupyterlab", _jupyterlab, "", "document.querySelector('.jp-LauncherCard') !== null", least=20, large=True
    ),
    RealPage("oscar", _oscar, "/", "document.querySelector('article') !== null", least=40, large=True),
    RealPage("wagtail-pages", _wagtail, "/admin/pages/", least=20, large=True, login="/admin/login/"),
    RealPage(
        "django-user",
        _wagtail,
        "/django-admin/auth/user/1/change/",
        explained="link 'Choose a (Date|Time)'",
        least=50,
        large=True,
        login="/django-admin/login/",
    ),
    *(_widget(name) for name in ("accordion", "datepicker", "menu", "selectmenu", "tabs")),
    *(
        replace(_widget(name), large=True)
        for name in ("autocomplete", "button", "checkboxradio", "controlgroup", "dialog", "slider", "spinner")
    ),
]
