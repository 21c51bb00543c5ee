from __future__ import annotations

import pytest

from cobrowse.llm.keys import ANY_ADDRESS, SERVICE, Keys
from cobrowse.protocol.brain import BrainError

HERE = "https://api.openai.com"
KEY = "sk-canary-0a1b2c3d"


class Ring:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str, /) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str, /) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str, /) -> None:
        del self.kept[service, username]


class Broken(Ring):
    def get_password(self, service: str, username: str, /) -> str | None:
        raise RuntimeError("the bus is gone")

    def set_password(self, service: str, username: str, password: str, /) -> None:
        raise RuntimeError(f"cannot keep {password}")


def test_a_key_is_kept_in_the_keyring_and_found_by_the_next_start() -> None:
    ring = Ring()
    assert Keys(ring, {}).keep(HERE, f" {KEY}\n") == ""
    assert ring.kept == {(SERVICE, HERE): KEY}
    found = Keys(ring, {}).find(HERE)
    assert found is not None
    assert (found.secret.get_secret_value(), found.source) == (KEY, "keyring")


def test_a_key_belongs_to_one_origin() -> None:
    keys = Keys(Ring(), {})
    keys.keep(HERE, KEY)
    assert keys.find("https://api.openai.com:444") is None
    assert keys.find("http://api.openai.com") is None


def test_without_a_keyring_the_key_is_kept_for_the_session_and_that_is_said() -> None:
    keys = Keys(Broken(), {})
    notice = keys.keep(HERE, KEY)
    assert "keyring" in notice
    assert KEY not in notice
    found = keys.find(HERE)
    assert found is not None
    assert found.source == "session"


def test_a_session_key_never_reaches_the_keyring() -> None:
    ring = Ring()
    keys = Keys(ring, {})
    assert keys.keep(HERE, KEY, lasting=False) == ""
    assert ring.kept == {}


def test_the_order_is_session_keyring_environment() -> None:
    ring, environment = Ring(), {"OPENAI_API_KEY": "env-key", ANY_ADDRESS: "any-key"}
    keys = Keys(ring, environment)

    def found(variable: str) -> str | None:
        key = keys.find(HERE, variable)
        return key.secret.get_secret_value() if key else None

    assert found("") == "any-key"
    assert found("OPENAI_API_KEY") == "env-key"
    ring.set_password(SERVICE, HERE, "ring-key")
    assert found("OPENAI_API_KEY") == "ring-key"
    keys.keep(HERE, "session-key", lasting=False)
    assert found("OPENAI_API_KEY") == "session-key"
    keys.forget(HERE)
    assert found("OPENAI_API_KEY") == "env-key"
    keys.forget(HERE)


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "a\x00b", "a\nb"])
def test_what_cannot_be_a_key(key: str) -> None:
    with pytest.raises(BrainError) as caught:
        Keys(Ring(), {}).keep(HERE, key)
    assert caught.value.kind == "key"


def test_a_key_is_not_shown() -> None:
    keys = Keys(Broken(), {})
    keys.keep(HERE, KEY)
    assert KEY not in repr(keys.find(HERE)) + str(keys.find(HERE)) + repr(keys) + repr(vars(keys))
