"""Which browser is found, and how one is got."""

import pytest

from bringup import browser
from bringup.process import CommandFailed
from tests.unit.packaging.machines import machine

DRY_RUN = """\
Chrome (playwright chromium v1)
  Install location:    /somewhere/chromium-1
  Download url:        https://one.invalid/chrome.zip
  Download fallback 1: https://two.invalid/chrome.zip

FFmpeg (playwright ffmpeg v1)
  Download url:        https://three.invalid/ffmpeg.zip
""".splitlines()


def test_a_stable_chrome_comes_before_a_chromium() -> None:
    assert browser.installed(machine(programs=("chromium", "google-chrome-stable"))) == "/usr/bin/google-chrome-stable"
    assert browser.installed(machine(programs=("chromium",))) == "/usr/bin/chromium"
    assert browser.installed(machine()) is None


@pytest.mark.parametrize(
    ("system", "environment", "file"),
    [
        ("Darwin", {"HOME": "/Users/s"}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
        ("Darwin", {"HOME": "/Users/s"}, "/Users/s/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ],
)
def test_a_mac_keeps_browsers_among_the_applications(system: str, environment: dict[str, str], file: str) -> None:
    assert browser.installed(machine("", system=system, environment=environment, files=(file,))) == file


def test_a_finished_download_of_playwright_counts_and_a_broken_one_does_not(tmp_path) -> None:
    environment = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    folder = tmp_path / "chromium-1"
    folder.mkdir()
    mark = folder / "INSTALLATION_COMPLETE"
    host = machine(environment=environment, exists=lambda path: path.exists())
    assert browser.installed(host) is None
    mark.touch()
    assert browser.installed(host) == str(mark)


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("Linux", {"HOME": "/home/s"}, "/home/s/.cache/ms-playwright"),
        ("Linux", {"HOME": "/home/s", "XDG_CACHE_HOME": "/c"}, "/c/ms-playwright"),
        ("Darwin", {"HOME": "/Users/s"}, "/Users/s/Library/Caches/ms-playwright"),
        ("Linux", {"HOME": "/home/s", "PLAYWRIGHT_BROWSERS_PATH": "/b"}, "/b"),
    ],
)
def test_where_playwright_keeps_its_browsers(system: str, environment: dict[str, str], folder: str) -> None:
    found = browser.downloads_folder(machine(system=system, environment=environment))
    assert found is not None
    assert found.as_posix() == folder


def test_ways_depend_on_the_machine() -> None:
    def names(host):
        return [name for name, _ in browser.ways(host)]

    assert names(machine(is_root=True, programs=("apt-get",))) == ["downloaded by Playwright", "installed from Debian"]
    assert names(machine(programs=("apt-get",))) == ["downloaded by Playwright"]
    assert names(machine("ubuntu", is_root=True, programs=("apt-get",))) == ["downloaded by Playwright"]


def test_the_next_way_is_tried_when_one_fails() -> None:
    said = []

    def fails(_hear):
        raise CommandFailed(["download"], 1, ["no answer"])

    def works(_hear):
        said.append("works")

    def never(_hear):
        raise AssertionError("the way before had worked")

    found = browser.provide(machine(), said.append, [("a", fails), ("b", works), ("c", never)])
    assert found == "b"
    assert said == ["not a: no answer", "works"]
    assert browser.provide(machine(), said.append, [("a", fails)]) is None


def test_the_command_to_type() -> None:
    assert browser.advice(machine("debian")) == "sudo apt-get install chromium"
    assert browser.advice(machine("ubuntu")).endswith("playwright install --with-deps chromium")
    assert browser.advice(machine("fedora")).endswith("playwright install chromium")


def test_only_the_browser_s_own_addresses_are_tried() -> None:
    assert browser.addresses(DRY_RUN) == ["https://one.invalid/chrome.zip", "https://two.invalid/chrome.zip"]
