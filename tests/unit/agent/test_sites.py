"""The site a person is told: whose it is, in letters that cannot be mistaken."""

from __future__ import annotations

import socket

import pytest

from cobrowse.agent.sites import _suffixes, is_public_suffix, owner, shown


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://www.shop.co.uk/basket", "shop.co.uk"),
        ("https://paypal.com.account-check.example/login", "account-check.example"),
        ("https://ada.github.io/", "ada.github.io"),
        ("https://shop.example:8443/", "shop.example:8443"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://2130706433/", "127.0.0.1"),
        ("http://a.localhost/", "a.localhost"),
        ("https://MÜNCHEN.example/", "münchen.example (xn--mnchen-3ya.example)"),
        ("https://пример.рф/", "пример.рф (xn--e1afmkfd.xn--p1ai)"),
        ("https://аррӏе.com/", "аррӏе.com (xn--80ak6aa92e.com)"),
        ("https://раypal.com/", "xn--ypal-43d9g.com"),
        ("https://ok.test@evil.test/", "evil.test"),
    ],
)
def test_what_a_person_reads(address: str, expected: str) -> None:
    assert shown(address) == expected


@pytest.mark.parametrize("host", ["com", "co.uk", "github.io", "localhost", "kawasaki.jp"])
def test_what_strangers_share(host: str) -> None:
    assert is_public_suffix(host)
    assert not is_public_suffix(f"ours.{host}" if host != "kawasaki.jp" else f"ours.any.{host}")


def test_the_list_is_here_and_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    _suffixes.cache_clear()
    assert owner("a.b.shop.co.uk") == "shop.co.uk"
