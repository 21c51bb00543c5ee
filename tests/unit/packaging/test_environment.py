"""The stamp that lets a second start skip the work, and the order of the installers."""

import pytest

from bringup import environment
from bringup.layout import program
from bringup.process import CommandFailed


def test_a_fingerprint_follows_every_byte_and_every_word(tmp_path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("ab")
    two.write_text("c")
    first = environment.fingerprint([one, two], "3.11")
    assert first == environment.fingerprint([one, two], "3.11")
    assert first != environment.fingerprint([one, two], "3.12")
    one.write_text("a")
    two.write_text("bc")
    assert first != environment.fingerprint([one, two], "3.11")


@pytest.mark.parametrize(("profile", "covered"), [("run", {"run"}), ("test", {"run", "test"})])
def test_what_is_needed_for_checking_covers_what_is_needed_for_running(tmp_path, profile, covered) -> None:
    stamp = tmp_path / "stamp.json"
    environment.write_stamp(stamp, profile, lambda name: f"value of {name}")
    assert environment.read_stamp(stamp) == {name: f"value of {name}" for name in covered}


def test_installing_for_running_leaves_the_stamp_for_checking_alone(tmp_path) -> None:
    stamp = tmp_path / "stamp.json"
    environment.write_stamp(stamp, "test", lambda name: "old")
    environment.write_stamp(stamp, "run", lambda name: "new")
    assert environment.read_stamp(stamp) == {"test": "old", "run": "new"}


@pytest.mark.parametrize("content", ["", "{", "[]", "\ud7ff"])
def test_a_broken_stamp_counts_as_none(tmp_path, content: str) -> None:
    stamp = tmp_path / "stamp.json"
    assert environment.read_stamp(stamp) == {}
    stamp.write_text(content, encoding="utf-8")
    assert environment.read_stamp(stamp) == {}


def test_an_environment_without_a_working_python_is_none(tmp_path) -> None:
    assert environment.venv_version(tmp_path) == ""
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.11.2\n")
    assert environment.venv_version(tmp_path) == ""
    python = program("python", tmp_path)
    python.parent.mkdir()
    python.symlink_to(tmp_path / "gone")
    assert environment.venv_version(tmp_path) == ""
    (tmp_path / "gone").touch()
    assert environment.venv_version(tmp_path) == "3.11.2"


def test_an_environment_made_by_uv_says_its_version_in_its_own_word(tmp_path) -> None:
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nversion_info = 3.12.1\n")
    python = program("python", tmp_path)
    python.parent.mkdir()
    python.touch()
    assert environment.venv_version(tmp_path) == "3.12.1"


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Records the programs that would install, and lets some of them fail."""
    failing: set[str] = set()
    used: list[list[str]] = []

    def quietly(command, **_):
        used.append(list(command))
        if command[0] in failing:
            raise CommandFailed(command, 1, [f"{command[0]} failed"])
        return []

    monkeypatch.setattr(environment, "quietly", quietly)
    monkeypatch.setattr(environment, "_STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(environment.shutil, "which", lambda name: "UV")
    return failing, used, tmp_path / "stamp.json"


def test_uv_installs_pins_by_their_hashes_and_the_project_without_looking_anything_up(installs) -> None:
    _, used, stamp = installs
    assert environment.install("run", lambda line: None) == "installed with uv"
    pins, project = used
    assert pins[0] == project[0] == "UV"
    assert "--require-hashes" in pins
    assert pins[-1].endswith("run.txt")
    assert {"--no-deps", "--no-build-isolation"} <= set(project)
    assert stamp.exists()


def test_pip_takes_over_when_uv_cannot(installs) -> None:
    failing, used, stamp = installs
    failing.add("UV")
    assert environment.install("test", lambda line: None) == "installed with pip"
    assert used[-1][0] == str(program("python"))
    assert set(environment.read_stamp(stamp)) == {"run", "test"}


def test_nothing_is_stamped_when_nothing_could_install(installs) -> None:
    failing, _, stamp = installs
    failing |= {"UV", str(program("python"))}
    with pytest.raises(CommandFailed, match="failed"):
        environment.install("run", lambda line: None)
    assert not stamp.exists()
