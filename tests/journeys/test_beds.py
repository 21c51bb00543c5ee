"""Scripts of ten and more actions on apps that nobody here wrote, through `cobrowse act`; what came of them is asked of the
page, and of the app's own data."""

from __future__ import annotations

import json
import sqlite3
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from cobrowse.browser.find import find_browser

from . import beds, large_beds

pytestmark = pytest.mark.timeout(900)
SCRIPTS = Path(__file__).parent / "scripts"


def act(script: str, url: str, folder: Path, *arguments: str) -> list[Any]:
    """Perform a script in `folder`; what its `extract` actions read. Every action must have been done."""
    profile = () if "--profile" in arguments else ("--profile", "temp")
    done = subprocess.run(
        [sys.executable, "-m", "cobrowse", "act", url, str(SCRIPTS / f"{script}.json"), "--json", "--headless",
         "--policy", "watch", *profile, *arguments],
        capture_output=True, text=True, cwd=folder, timeout=400, check=False,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) >= 10, done.stderr
    undone = [row for row in rows if row["status"] != "done"]
    assert not undone, json.dumps(undone[0], ensure_ascii=False)
    return [row["data"]["value"] for row in rows if row["action"] == "extract"]


def signed_in(folder: Path, login: str) -> str:
    """A profile in which a person has signed in, as they would have done before."""
    profile = str(folder / "profile")
    executable = find_browser(None)
    with sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            profile, executable_path=str(executable), args=["--no-sandbox", "--password-store=basic"]
        )
        page = context.pages[0]
        page.goto(login)
        page.fill("[name=username]", "admin")
        page.fill("[name=password]", "admin")
        if page.locator("[name=remember]").count():
            page.check("[name=remember]")
        page.click("[type=submit]")
        page.wait_for_url(lambda url: "login" not in url)
        context.close()
    return profile


def rows_of(database: Path, query: str) -> list[tuple[Any, ...]]:
    """What the app's own database says."""
    connection = sqlite3.connect(database)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def picture(path: Path) -> Path:
    """A small PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([60, 120, 200]) * 48 for _ in range(32))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 48, 32, 8, 2, 0, 0, 0))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def test_todomvc(tmp_path: Path) -> None:
    with beds.todomvc() as url:
        left, count = act("todomvc", url, tmp_path)
    assert left == "Call Ida about the boat" and count == "1 item left"


def test_jquery_sortable(tmp_path: Path) -> None:
    with beds.jquery_ui() as address:
        first, second, other = (
            [line.removeprefix("Item ") for line in text.split("\n") if line]
            for text in act("jquery_sortable", f"{address}/sortable/default.html", tmp_path)
        )
    assert first == ["2", "3", "4", "1", "5", "6", "7"]
    assert second == ["7", "2", "3", "4", "1", "6", "5"]
    assert sorted(other) == ["2", "2", "3", "4", "5"]


def test_jquery_datepicker(tmp_path: Path) -> None:
    with beds.jquery_ui() as address:
        dates = act("jquery_datepicker", f"{address}/datepicker/default.html", tmp_path)
    assert dates == ["03/15/2027", "03/09/2030"]


@pytest.mark.long
def test_django_admin(tmp_path: Path) -> None:
    with large_beds.wagtail(tmp_path) as bed:
        profile = signed_in(tmp_path, f"{bed.url}/django-admin/login/")
        act("django_admin", f"{bed.url}/django-admin/", tmp_path, "--profile", profile)
        groups = rows_of(bed.data, "select name from auth_group order by name")
        given = rows_of(
            bed.data,
            "select p.codename from auth_group g join auth_group_permissions gp on gp.group_id = g.id"
            " join auth_permission p on p.id = gp.permission_id where g.name = 'Editors of Oslo'",
        )
    assert groups == [("Editors",), ("Editors of Oslo",)]
    assert given == [("add_group",)]


@pytest.mark.long
def test_wagtail(tmp_path: Path) -> None:
    picture(tmp_path / "river.png")
    with large_beds.wagtail(tmp_path) as bed:
        profile = signed_in(tmp_path, f"{bed.url}/admin/login/")
        allowed = ("--profile", profile, "--allow-file", "river.png")
        (slug,) = act("wagtail", f"{bed.url}/admin/pages/add/home/homepage/3/", tmp_path, *allowed)
        ((live, own, body, day, colour, parts, related, image),) = rows_of(
            bed.data,
            "select p.live, p.slug, h.body, h.day, h.colour, h.parts, r.title, i.title from wagtailcore_page p"
            " join home_homepage h on h.page_ptr_id = p.id join wagtailcore_page r on r.id = h.related_id"
            " join wagtailimages_image i on i.id = h.picture_id where p.title = 'Spring walk in Riga'",
        )
        tags = rows_of(bed.data, "select name from taggit_tag order by name")
    assert slug == own == "spring-walk-in-riga" and live == 1
    assert (day, colour, related, image) == ("2027-03-14", "green", "Home", "The river")
    assert "We walk along the river." in body and "Bring a hat." in body
    assert "How to get there" in parts
    assert tags == [("river",), ("spring",)]


@pytest.mark.long
def test_oscar(tmp_path: Path) -> None:
    with large_beds.oscar(tmp_path) as bed:
        (heading,) = act("oscar", bed.url, tmp_path)
        orders = rows_of(
            bed.data,
            "select o.number, o.guest_email, l.title, l.quantity, a.line4 from order_order o"
            " join order_line l on l.order_id = o.id join order_shippingaddress a on a.id = o.shipping_address_id",
        )
    assert len(orders) == 1
    number, *rest = orders[0]
    assert number in heading
    assert rest == ["ida@example.org", "Blue Garden", 2, "Leeds"]


@pytest.mark.long
def test_jupyterlab(tmp_path: Path) -> None:
    with large_beds.jupyterlab(tmp_path) as bed:
        (printed,) = act("jupyterlab", bed.url, tmp_path)
        notebook = json.loads((bed.data / "sums.ipynb").read_text())
    assert printed.split("\n")[:4] == ["row 0 45", "row 1 45", "row 2 45", "end"]
    sources = ["".join(cell["source"]) for cell in notebook["cells"]]
    assert sources[0] == "total = sum(range(10))\nfor n in range(3):\n    print(\"row\", n, total)\nprint('end')"
    assert sources[1] == 'data = [1, {"a": (2, 3)}]'


@pytest.mark.long
def test_gradio(tmp_path: Path) -> None:
    picture(tmp_path / "river.png")
    with large_beds.gradio(tmp_path) as bed:
        (told,) = act("gradio", bed.url, tmp_path, "--allow-file", "river.png")
    name, age, cities, plan, options, when, file = json.loads(told)
    assert (name, age, plan, options, file) == ("Ida", 42, "B", ["z"], "river.png")
    assert sorted(cities) == ["Lima", "Rome"] and when == "2027-03-14 10:30:00"
