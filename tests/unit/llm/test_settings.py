from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from cobrowse import settings
from cobrowse.settings import Settings, load, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_without_a_file_there_are_defaults(path: Path) -> None:
    chosen = load(path)
    assert chosen == Settings()
    assert not chosen.model.chosen
    assert (chosen.policy, chosen.limits.steps, chosen.notice) == ("matters", 30, "")


def test_they_live_in_the_config_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COBROWSE_HOME", str(tmp_path))
    save(Settings(theme="dark"))
    assert settings.settings_path().is_relative_to(tmp_path)
    assert load().theme == "dark"


def test_what_is_saved_is_loaded(path: Path) -> None:
    chosen = Settings()
    chosen.model.provider, chosen.model.name, chosen.policy = "openai", "ä-model", "all"
    save(chosen, path)
    assert load(path) == chosen
    assert load(path).model.chosen
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_only_the_owner_can_read_them(path: Path) -> None:
    save(Settings(), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_unknown_entries_survive(path: Path) -> None:
    path.write_text('{"model": {"name": "x", "later": 1}, "future": {"a": [1]}}', encoding="utf-8")
    save(load(path), path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["future"] == {"a": [1]}
    assert kept["model"]["later"] == 1


@pytest.mark.parametrize("content", [b"{", b"", b"[1]", b"\xff\xfe", b"null", b"[" * 100_000])
def test_a_broken_file_is_set_aside(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    chosen = load(path)
    assert chosen.model_dump() == Settings().model_dump()
    assert "settings.json.broken" in chosen.notice
    assert path.with_name("settings.json.broken").read_bytes() == content


def test_one_wrong_entry_does_not_cost_the_others(path: Path) -> None:
    path.write_text(
        json.dumps({"theme": "dark", "policy": "everything", "limits": {"steps": -1, "errors": 5}, "model": "gpt"}),
        encoding="utf-8",
    )
    chosen = load(path)
    assert (chosen.theme, chosen.policy, chosen.limits.errors, chosen.limits.steps) == ("dark", "matters", 5, 30)
    assert "limits.steps" in chosen.notice
    assert path.with_name("settings.json.broken").exists()


def test_a_failed_save_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(Settings(theme="dark"), path)

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        save(Settings(theme="light"), path)
    assert load(path).theme == "dark"
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.json"]
