"""What may pass the fence: pure decisions about addresses, destinations and the kinds of network an address lies in."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

import ada_url

from cobrowse.browser.fence_wire import Head, Target

DOCUMENTS = frozenset({"document", "iframe", "frame", "fencedframe", "object", "embed"})
"""Values of `Sec-Fetch-Dest` (W3C Fetch Metadata) that stand for a document."""
_AS_HTTP = {"http:": "http:", "https:": "https:", "ws:": "http:", "wss:": "https:"}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Rule:
    """The list of allowed origins, as the network needs it."""

    allows: Callable[[str], bool]
    """Judges an absolute http(s) address."""
    resources: Callable[[str], bool] | None = None
    """Judges a host whose addresses may be reached for anything but a document."""
    named: Callable[[str], bool] | None = None
    """Whether the list names this host itself, not by a pattern; None takes IP addresses and `localhost` as named."""

    def may_pass(self, url: str, dest: str | None) -> bool:
        """Whether a request may be made.

        `dest` is its `Sec-Fetch-Dest`; None where it cannot be seen (CONNECT): then a document cannot be told from a
        picture, and documents of loosened hosts must be refused in the browser as well, by this very function.
        """
        try:
            parsed = ada_url.URL(url)
        except ValueError:
            return False
        scheme = _AS_HTTP.get(parsed.protocol)
        if scheme is None:
            return False
        if self.allows(f"{scheme}//{parsed.host}{parsed.pathname}{parsed.search}"):
            return True
        loosened = self.resources is not None and (dest or "").lower() not in DOCUMENTS
        return loosened and self.resources is not None and self.resources(parsed.hostname)

    def may_tunnel(self, target: Target, *, tls: bool) -> bool:
        """Whether a tunnel may carry TLS, or a plain WebSocket."""
        return self.may_pass(f"{'https' if tls else 'http'}://{target.authority}/", None)

    def may_be_private(self, target: Target) -> bool:
        """Whether the host may lie in this machine or its network: only if it is on the list, and by its own name."""
        urls = [target.url] if target.url else [f"{scheme}://{target.authority}/" for scheme in ("http", "https")]
        named = self.named or _named_by_nature
        return any(self.allows(url) for url in urls) and named(target.host)


def destination(head: Head) -> str:
    """What a plain request is for: its `Sec-Fetch-Dest`, else guessed.

    Chromium sends that field to trustworthy addresses only. Elsewhere documents are told by the fields of a navigation,
    which a page can add to other requests but not take away. A prefetched answer may become a document without another
    request, so it counts as one.
    """
    if "prefetch" in " ".join(head.all("sec-purpose") + head.all("purpose")).lower():
        return "document"
    if said := head.all("sec-fetch-dest"):
        return said[-1].strip().lower()
    accept = ",".join(head.all("accept")).lower()
    return "document" if head.all("upgrade-insecure-requests") or "text/html" in accept or not accept else "empty"


def is_public(address: str) -> bool:
    """Whether an IP address lies in the open internet, also when it is wrapped into an IPv6 one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is None and ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast


def _named_by_nature(host: str) -> bool:
    """An IP address or `localhost`: no pattern stands for these."""
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
