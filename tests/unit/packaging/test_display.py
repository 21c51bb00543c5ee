"""A display of our own: it starts, it is usable, and it is gone afterwards."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bringup import display
from bringup.command_line import utf8

needs_xvfb = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no Xvfb here")


def socket_of(number: str) -> Path:
    return Path("/tmp/.X11-unix") / f"X{number.removeprefix(':')}"


@needs_xvfb
def test_two_displays_live_side_by_side_and_end_with_their_owner() -> None:
    environment = {**os.environ, "WAYLAND_DISPLAY": "wayland-0"}
    with display.virtual(environment) as one, display.virtual(environment) as two:
        numbers = {one["DISPLAY"], two["DISPLAY"]}
        assert len(numbers) == 2
        assert all(socket_of(number).exists() for number in numbers)
        assert "WAYLAND_DISPLAY" not in one
    assert not any(socket_of(number).exists() for number in numbers)


@needs_xvfb
def test_a_display_ends_after_an_error_too() -> None:
    number = ""
    with pytest.raises(ValueError, match="inside"), display.virtual(os.environ) as environment:
        number = environment["DISPLAY"]
        raise ValueError("inside")
    assert not socket_of(number).exists()


@needs_xvfb
@pytest.mark.skipif(shutil.which("xdotool") is None, reason="no xdotool here")
def test_it_has_room_for_a_window_beside_a_browser() -> None:
    with display.virtual(os.environ) as environment:
        answer = subprocess.run(["xdotool", "getdisplaygeometry"], env=environment, capture_output=True, text=True)
    assert answer.stdout.split() == ["1920", "1080"]


def test_the_first_window_manager_that_is_here_is_taken() -> None:
    assert display.window_manager(lambda name: None) is None
    assert display.window_manager(lambda name: f"/usr/bin/{name}") == ["/usr/bin/openbox", "--sm-disable"]
    assert display.window_manager({"twm": "/x/twm"}.get) == ["/x/twm"]


def test_a_machine_without_a_locale_gets_one_that_knows_all_characters() -> None:
    assert utf8({})["LANG"] == "C.UTF-8"
    assert utf8({"LC_ALL": "de_DE.UTF-8"}) == {"LC_ALL": "de_DE.UTF-8"}
