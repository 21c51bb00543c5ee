"""Connections from the fence to sites: names are resolved here, and only here."""

from __future__ import annotations

import asyncio
import socket

from cobrowse.browser.fence_rule import is_public
from cobrowse.browser.fence_stream import Link
from cobrowse.browser.fence_wire import HEAD_BYTES

_RESOLVING = 15.0
_CONNECTING = 8.0
"""Seconds for a name, and for each of its addresses."""
_TRIES = 4


class Unreachable(Exception):
    """No connection came about."""


class PrivateAddress(Unreachable):
    """The name stands for an address of this machine or its network, which it may not."""


async def dial(host: str, port: int, *, private: bool) -> Link:
    """Connect to the first address that answers. Raises `Unreachable`, or `PrivateAddress` unless `private`.

    It is the checked address that is connected to, so a name cannot change its mind in between (DNS rebinding).
    """
    addresses = await resolve(host, port)
    fit = [address for address in addresses if private or is_public(address)]
    if addresses and not fit:
        raise PrivateAddress(host)
    for address in fit[:_TRIES]:
        try:
            async with asyncio.timeout(_CONNECTING):
                return await asyncio.open_connection(address, port, limit=HEAD_BYTES)
        except (OSError, TimeoutError):
            continue
    raise Unreachable(host)


async def resolve(host: str, port: int) -> list[str]:
    """The IP addresses of a host. `localhost` is this machine, whatever the resolver says (RFC 6761 §6.3)."""
    name = host.strip("[]")
    if name.rstrip(".").rpartition(".")[2] == "localhost":
        return ["127.0.0.1", "::1"]
    try:
        async with asyncio.timeout(_RESOLVING):
            found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (OSError, TimeoutError, UnicodeError):
        return []
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
