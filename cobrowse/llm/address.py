"""Where a model server is: a checked http or https address."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

import ada_url

from cobrowse.protocol.brain import BrainError

_HINT = "Write it like http://127.0.0.1:8080/v1 in Settings → Model."


@dataclass(frozen=True, slots=True)
class Address:
    """A model server's address, as a browser would read it."""

    url: str
    """Without a slash at the end."""
    origin: str
    host: str

    @property
    def shown(self) -> str:
        """Host and port, for sentences."""
        return self.origin.split("://", 1)[1]

    @property
    def encrypted(self) -> bool:
        """Whether what is sent there is encrypted."""
        return self.origin.startswith("https:")

    @property
    def loopback(self) -> bool:
        """Whether it is this machine."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        number = _number(self.host)
        return number is not None and (number.is_loopback or number.is_unspecified)

    @property
    def nearby(self) -> bool:
        """Whether it is this machine or one in the same house."""
        number = _number(self.host)
        if number is not None:
            return self.loopback or number.is_private or number.is_link_local
        return (
            self.loopback or "." not in self.host or self.host.endswith((".local", ".lan", ".home.arpa", ".internal"))
        )


def parse_address(text: str) -> Address:
    """Read an address; `127.0.0.1:8080` is taken as http. Raises `BrainError(kind="network")`."""
    written = text.strip()
    if written and "://" not in written:
        written = f"http://{written}"
    try:
        url = ada_url.URL(written)
    except ValueError:
        raise _wrong(f"“{_cut(text)}” is not an address. {_HINT}") from None
    if url.protocol not in ("http:", "https:"):
        raise _wrong(f"Only http and https addresses can be used, not “{_cut(url.protocol)}”. {_HINT}")
    if url.username or url.password:
        raise _wrong("The address holds a user name or password. Enter the key in its own field in Settings → Model.")
    if url.search or url.hash:
        raise _wrong(f"The address must end before “?” and “#”. {_HINT}")
    return Address(f"{url.origin}{url.pathname}".rstrip("/"), url.origin, url.hostname.rstrip(".").strip("[]"))


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _wrong(message: str) -> BrainError:
    return BrainError(message, kind="network", retryable=False)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:57]}…"
