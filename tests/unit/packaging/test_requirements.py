"""The pinned requirements: whole, hashed, in agreement with each other and silent on where they come from."""

import re
import tomllib

import pytest

from bringup.layout import REQUIREMENTS, ROOT

PROFILES = ["run", "test", "tools"]
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)(?:\[[a-z0-9,-]+\])?==(?P<version>[^ ;\\]+)")


def pins(profile: str) -> dict[str, tuple[str, list[str]]]:
    """Name → (version, hashes), from the lines of a requirements file with their continuations joined."""
    text = (REQUIREMENTS / f"{profile}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = PIN.match(line)
        assert match, f"not a pin: {line[:80]}"
        found[match["name"]] = (match["version"], re.findall(r"--hash=sha256:([0-9a-f]{64})\b", line))
    return found


def inputs(profile: str) -> set[str]:
    """The requirements of a `.in` file, without comments and references to other files."""
    lines = (REQUIREMENTS / f"{profile}.in").read_text(encoding="utf-8").splitlines()
    bare = (line.split("#")[0].strip() for line in lines)
    return {line for line in bare if line and not line.startswith("-")}


@pytest.mark.parametrize("profile", PROFILES)
def test_every_pin_has_hashes(profile: str) -> None:
    found = pins(profile)
    assert found
    assert not [name for name, (_, hashes) in found.items() if not hashes]


@pytest.mark.parametrize("file", sorted(path.name for path in REQUIREMENTS.iterdir()))
def test_no_file_says_where_packages_come_from(file: str) -> None:
    text = (REQUIREMENTS / file).read_text(encoding="utf-8")
    assert "://" not in text
    assert str(ROOT) not in text
    assert not re.findall(r"^\s*(?:-i|-f|--(?:extra-)?index-url|--find-links|--trusted-host)\b", text, re.MULTILINE)
    assert not re.findall(r"@ |file:|(?<![\w.])/(?:home|root|opt|usr|tmp|work)/", text)


def test_checking_uses_the_very_versions_that_running_does() -> None:
    run, test = pins("run"), pins("test")
    assert {name: test.get(name) for name in run} == run


def test_the_project_and_the_pins_ask_for_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["dependencies"]) == inputs("run") - {"setuptools"}
    assert set(project["optional-dependencies"]["test"]) == inputs("test")


@pytest.mark.parametrize("profile", PROFILES)
def test_everything_asked_for_is_pinned(profile: str) -> None:
    names = {re.split(r"[\[<>=~! ]", line)[0].lower() for line in inputs(profile)}
    assert names <= pins(profile).keys()


def test_qt_stays_below_the_version_that_aborts() -> None:
    version = pins("run")["pyside6-essentials"][0]
    assert (6, 10) <= tuple(int(part) for part in version.split(".")[:2]) < (6, 12)


def test_the_folder_does_not_hide_the_package_of_the_same_name() -> None:
    import packaging.version

    assert not (ROOT / "packaging" / "__init__.py").exists()
    assert not str(packaging.version.__file__).startswith(str(ROOT / "packaging"))
