"""Addresses: parsed as a browser parses them, and judged against the list of allowed origins."""

from __future__ import annotations

import re
from dataclasses import dataclass

import ada_url

from cobrowse.agent.sites import is_public_suffix
from cobrowse.protocol.result import Failure

SCHEMES = ("http:", "https:")


def parse(address: str, base: str | None = None) -> ada_url.URL:
    """The address by the WHATWG rules, which Chromium follows and `urllib` does not.

    Raises `Failure`: `invalid` when it cannot be parsed, `refused` for another scheme than http(s) or for user information.
    """
    try:
        url = ada_url.URL(address.strip(), base) if base else ada_url.URL(address.strip())
    except ValueError:
        raise Failure(
            "invalid", f"“{address[:80]}” is not an address. Give a full one, such as https://example.org."
        ) from None
    if url.protocol not in SCHEMES:
        raise Failure("refused", f"Addresses of the kind {url.protocol} are not opened, only http and https.")
    if url.username or url.password:
        raise Failure(
            "refused", "An address with a user name in front of the site is not opened: it can mislead about the site."
        )
    return url


def typed(address: str) -> str:
    """What a person types into the address line, with a scheme. Raises as `parse` does."""
    text = address.strip()
    if "://" not in text and not text.lower().startswith(("javascript:", "data:", "file:", "about:", "chrome:")):
        host = text.split("/")[0].split(":")[0]
        local = host in ("localhost", "127.0.0.1", "[", "::1") or host.startswith(("127.", "192.168.", "10."))
        text = f"{'http' if local else 'https'}://{text}"
    return parse(text).href


def origin(address: str) -> str:
    """Scheme, host and port; empty for what has none."""
    try:
        value = ada_url.URL(address).origin
    except ValueError:
        return ""
    return "" if value == "null" else value


def path(address: str) -> str:
    """The path, without query and fragment."""
    try:
        return ada_url.URL(address).pathname
    except ValueError:
        return ""


def host(address: str) -> str:
    """The host alone, as the browser reads it."""
    try:
        return ada_url.URL(address).hostname
    except ValueError:
        return ""


def site(address: str) -> str:
    """The host (with a port that is not the usual one) as it is shown to a person; punycode stays as it is."""
    try:
        return ada_url.URL(address).host
    except ValueError:
        return address[:80]


@dataclass(frozen=True, slots=True)
class AllowList:
    """The origins that a session may reach. An entry is an origin, or a host pattern `*.example.org`."""

    origins: frozenset[str]
    suffixes: frozenset[str] = frozenset()
    """Host endings with their dot, of `*.` entries."""

    @classmethod
    def of(cls, entries: list[str]) -> AllowList:
        """Parse the entries. Raises `ValueError` for one that is too wide or no origin."""
        origins: set[str] = set()
        suffixes: set[str] = set()
        for entry in entries:
            text = entry.strip()
            if text.startswith("*."):
                suffixes.add(f".{_pattern_host(entry, text[2:])}")
                continue
            origins.add(_exact(entry, text))
        return cls(frozenset(origins), frozenset(suffixes))

    def allows(self, address: str) -> bool:
        """Whether the address is of an allowed origin."""
        try:
            url = ada_url.URL(address)
        except ValueError:
            return False
        if url.protocol not in SCHEMES:
            return False
        if url.origin in self.origins:
            return True
        host = url.hostname
        return (
            url.protocol == "https:" and not url.port and any(host == s[1:] or host.endswith(s) for s in self.suffixes)
        )


def _exact(entry: str, text: str) -> str:
    """The origin that an entry names. Raises `ValueError`."""
    if "://" not in text and re.match(r"^[a-z][a-z0-9+-]*:", text, re.IGNORECASE):
        raise ValueError(f"{entry} is not an origin")
    try:
        url = parse(text if "://" in text else f"https://{text}")
    except Failure as failure:
        raise ValueError(f"{entry} is not an origin: {failure.message}") from None
    if "*" in url.host:
        raise ValueError(f"{entry}: a star is only allowed in front, as in *.example.org")
    return url.origin


def _pattern_host(entry: str, text: str) -> str:
    """The host below which a pattern allows everything, on the usual port. Raises `ValueError` for one too wide."""
    try:
        url = ada_url.URL(f"https://{text}")
    except ValueError:
        raise ValueError(f"{entry} is not an origin") from None
    host = url.hostname
    labels = host.split(".")
    if len(labels) < 2 or not all(labels) or "*" in host or labels[-1].isdigit() or host.startswith("["):
        raise ValueError(f"{entry} allows too much; name a site, such as *.example.org")
    if is_public_suffix(host):
        raise ValueError(f"{entry} allows too much: strangers share {host}. Name a site, such as *.example.org")
    if url.port or url.pathname != "/" or url.search or url.hash or url.username:
        raise ValueError(f"{entry}: give the host only, as in *.example.org")
    return host


def named_hosts(text: str) -> frozenset[str]:
    """Hosts that a person named in their own words; going there needs no further question."""
    hosts: set[str] = set()
    for word in text.split():
        token = word.strip("\"'“”‘’.,;:!?()<>")
        if "." in token or token.startswith(("http://", "https://", "localhost")):
            try:
                hosts.add(site(typed(token)).split(":")[0])
            except Failure:
                continue
    return frozenset(hosts)
