"""Keys: in the system's keyring, in the environment, or in memory for this session; nowhere else.

A key belongs to the origin of an address (`https://api.openai.com`), so that it is never sent to another one. Asking
the keyring may block while the system asks the person to unlock it: call from a thread when a window is shown.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import SecretStr

from cobrowse.protocol.brain import BrainError

SERVICE = "cobrowse"
ANY_ADDRESS = "COBROWSE_API_KEY"
"""Environment variable whose key goes to whatever address the person set."""


class Ring(Protocol):
    """The part of a keyring that is used."""

    def get_password(self, service: str, username: str, /) -> str | None: ...
    def set_password(self, service: str, username: str, password: str, /) -> None: ...
    def delete_password(self, service: str, username: str, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it came from."""

    secret: SecretStr
    source: Literal["session", "keyring", "environment"]


class Keys:
    """Finds, keeps and forgets keys."""

    def __init__(self, ring: Ring | None = None, environment: Mapping[str, str] | None = None) -> None:
        self._ring = ring
        self._environment = os.environ if environment is None else environment
        self._session: dict[str, SecretStr] = {}

    def find(self, origin: str, variable: str = "") -> Key | None:
        """The key for an address's origin: this session's, else the keyring's, else the environment's."""
        if origin in self._session:
            return Key(self._session[origin], "session")
        if kept := self._read(origin):
            return Key(SecretStr(kept), "keyring")
        for name in (variable, ANY_ADDRESS):
            if name and (value := self._environment.get(name, "").strip()):
                return Key(SecretStr(value), "environment")
        return None

    def keep(self, origin: str, key: str, *, lasting: bool = True) -> str:
        """Keep a key, in the keyring when `lasting`; return a notice for the person, empty when all went as asked.

        Raises `BrainError(kind="key")` for what cannot be a key.
        """
        text = key.strip()
        if not text or not text.isascii() or any(not character.isprintable() or character == " " for character in text):
            raise BrainError(
                "That is not a key: it is empty or holds spaces or unusual characters. Copy it again.",
                kind="key",
                retryable=False,
            )
        self._session[origin] = SecretStr(text)
        if lasting and not self._write(origin, text):
            return "The system's keyring cannot be used, so the key is kept in memory until Cobrowse is closed."
        return ""

    def forget(self, origin: str) -> None:
        """Forget a key here and in the keyring; one in the environment stays where it is."""
        self._session.pop(origin, None)
        try:
            self._open().delete_password(SERVICE, origin)
        except Exception:
            pass  # it was not there, or there is no keyring

    def _open(self) -> Any:
        if self._ring is None:
            import keyring

            return keyring
        return self._ring

    def _read(self, origin: str) -> str | None:
        try:
            return self._open().get_password(SERVICE, origin)
        except Exception:
            return None  # backends raise whatever their system does; without one there is no key

    def _write(self, origin: str, key: str) -> bool:
        try:
            self._open().set_password(SERVICE, origin, key)
            return self._open().get_password(SERVICE, origin) == key
        except Exception:
            return False
