"""Sites as a person knows them: the part of a host that has one owner, spelt so that it cannot be taken for another."""

from __future__ import annotations

import ipaddress
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

import ada_url

if TYPE_CHECKING:
    from tldextract import TLDExtract

_SCRIPTS_TOGETHER = (
    frozenset(["CJK", "HIRAGANA", "KATAKANA", "LATIN"]),
    frozenset(["CJK", "HANGUL", "LATIN"]),
    frozenset(["CJK", "BOPOMOFO", "LATIN"]),
)
"""Scripts that honest names mix (Unicode Technical Standard 39, “highly restrictive”)."""


@cache
def _suffixes() -> TLDExtract:
    """The Public Suffix List as it came with the library; nothing is fetched and nothing written."""
    import tldextract  # takes a third of a second, so only where a name is looked at

    return tldextract.TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)


def is_public_suffix(host: str) -> bool:
    """Whether strangers to each other may have names below this host, as below `co.uk` or `github.io`."""
    # A wildcard rule of the list makes suffixes of all children without being one itself.
    return "." not in host or any(not _suffixes()(name).domain for name in (host, f"any.{host}"))


def owner(host: str) -> str:
    """The registrable domain: `shop.co.uk` of `www.shop.co.uk`. An IP address or a bare name is its own."""
    if _is_ip(host) or "." not in host.rstrip("."):
        return host
    found = _suffixes()(host.rstrip("."))
    if found.suffix:
        return f"{found.domain}.{found.suffix}" if found.domain else host
    return ".".join(host.rstrip(".").split(".")[-2:])  # an ending that is not on the list counts as one label


def site_of(address: str) -> str:
    """The owner of an address, with a port that is not the usual one; empty for what has no host."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        return ""
    if not url.hostname or url.protocol not in ("http:", "https:"):
        return ""
    return owner(url.hostname) + (f":{url.port}" if url.port else "")


def shown(address: str) -> str:
    """The site of an address for a person to read."""
    site = site_of(address)
    host, colon, port = site.rpartition(":") if site.rpartition(":")[2].isdigit() else (site, "", "")
    return (spelt(host) + colon + port) or address[:80]


def spelt(host: str) -> str:
    """A host in its own letters beside its punycode; in punycode alone when a name mixes scripts."""
    if "xn--" not in host:
        return host
    letters = ada_url.idna_to_unicode(host)
    text = letters.decode() if isinstance(letters, bytes) else str(letters)
    if text == host or any(mixes_scripts(label) for label in text.split(".")):
        return host
    return f"{text} ({host})"


def mixes_scripts(label: str) -> bool:
    """Whether a word mixes alphabets that honest words do not mix."""
    scripts = {unicodedata.name(sign, "UNKNOWN").split()[0] for sign in label if sign.isalpha()}
    return len(scripts) > 1 and not any(scripts <= together for together in _SCRIPTS_TOGETHER)


def _is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
