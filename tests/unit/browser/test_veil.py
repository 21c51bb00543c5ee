"""Secrets that are known by their hashes alone are taken out of any text."""

from __future__ import annotations

import pytest

from cobrowse.browser.veil import _BASES, Veil, _hash, _pairs


def knowing(*secrets: str) -> Veil:
    veil = Veil()
    for secret in secrets:
        units = [int.from_bytes(pair, "little") for pair in _pairs(secret)]
        veil._signalled(None, {"kind": "secret", "marks": [[len(units), *(_hash(units, base) for base in _BASES)]]})  # type: ignore[arg-type]
    return veil


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hunter2!", "•••"),
        ("it is hunter2!.", "it is •••."),
        ("hunter2!hunter2!", "••••••"),
        ("xhunter2hunter2!", "xhunter2•••"),
        ("https://a.example/?p=hunter2!#hunter2!", "https://a.example/?p=•••#•••"),
        ("😀 hunter2! 😀", "😀 ••• 😀"),
        ("hunter2", "hunter2"),
        ("", ""),
    ],
)
def test_it_is_taken_out_wherever_it_stands(text: str, expected: str) -> None:
    assert knowing("hunter2!").over(text) == expected


def test_several_and_those_beyond_the_basic_plane() -> None:
    assert knowing("geheim😀s", "hunter2!").over("geheim😀s and hunter2!") == "••• and •••"


def test_what_is_ours_is_left_alone() -> None:
    veil = knowing("abcdef")
    value = {"ask": {"title": "abcdef", "digest": "abcdef"}, "url": ("abcdef",), "n": 1}
    shown = {"ask": {"title": "•••", "digest": "abcdef"}, "url": ("•••",), "n": 1}
    assert veil.over_all(value, keep=["digest", "ask"]) == shown
    assert veil.over_all({"ask": "abcdef"}, keep=["ask"]) == {"ask": "abcdef"}


def test_nothing_is_touched_where_nothing_is_known() -> None:
    value = {"a": ["b"]}
    assert Veil().over_all(value) is value and not Veil().knows
