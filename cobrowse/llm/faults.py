"""What went wrong between us and a model server, as a `BrainError` for the person, and whether to ask again."""

from __future__ import annotations

import random
import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from cobrowse.llm.base import Patience
from cobrowse.llm.sentences import SENTENCES
from cobrowse.protocol.brain import BrainError

_LOOKS_LIKE_KEY = re.compile(
    r"\b(?:sk|pk|rk|gsk|key|xai|ghp)[-_][A-Za-z0-9_*-]{6,}|\bBearer\s+\S+|\bAIza[\w-]{20,}", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"context.{0,20}(?:size|length|window)|too many tokens|prompt is too long|exceed.{0,20}context", re.IGNORECASE
)
_STREAM_ENDED = "without a `finish_reason`"


class PromptTooLong(BrainError):
    """The model cannot take in that much; ask again with less."""

    def __init__(self, message: str) -> None:
        super().__init__(message, kind="model", retryable=False)


class AnswerTooLong(BrainError):
    """The model was stopped before it had finished its answer."""

    def __init__(self, message: str) -> None:
        super().__init__(message, kind="reply", retryable=True)


class Seen(Exception):
    """A fault that we noticed ourselves; `what` names its sentence."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Place:
    """What a sentence about a fault needs to know."""

    shown: str
    model: str
    key: SecretStr | None
    patience: Patience

    def scrub(self, text: str, most: int = 200) -> str:
        """`text` on one line, without the key or anything that looks like one, at most `most` characters."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text[:20_000]).split())
        if self.key is not None and self.key.get_secret_value():
            line = line.replace(self.key.get_secret_value(), "•••")
        line = _LOOKS_LIKE_KEY.sub("•••", line)
        return line if len(line) <= most else f"{line[: most - 1]}…"

    def error(self, what: str, **facts: Any) -> BrainError:
        """The error that a sentence of `SENTENCES` makes here."""
        sentence, patience = SENTENCES[what], self.patience
        known = {
            "connect": patience.connect,
            "first": patience.first,
            "between": patience.between,
            "whole": patience.whole,
        }
        text = sentence.text.format(at=self.shown, model=self.model, **known, **facts)
        if what == "too_long":
            return PromptTooLong(text)
        return BrainError(text, kind=sentence.kind, retryable=sentence.retryable)


def explain(error: BaseException, place: Place) -> BrainError:
    """The `BrainError` for any failure of a request; never holds a key."""
    if isinstance(error, BrainError):
        return error
    causes = list(chain(error))
    seen = next((e for e in causes if isinstance(e, Seen)), None)
    if seen is not None:
        return place.error(seen.what)
    status = status_of(error)
    said = _said(causes, place)
    if status is None:
        return place.error(_transport_fault(causes, said), said=f": “{said}”")
    what = _status_fault(status, causes, said, place)
    return place.error(what, status=status, wait=_wanted(causes) or 0, said=f", “{said}”" if said else "")


def pause_before_retry(error: BaseException, attempt: int, patience: Patience) -> float | None:
    """Seconds to wait before asking again (`attempt` counts from 1), or None when asking again is of no use.

    A 429 that does not say when to come back is a spent limit; a refused key stays refused.
    """
    if attempt > patience.retries:
        return None
    causes, status = list(chain(error)), status_of(error)
    wanted = _wanted(causes)
    if status == 429:
        return wanted if wanted is not None and wanted <= patience.longest_pause and not _is_spent(causes) else None
    dropped = status is None and any(
        isinstance(e, ConnectionResetError) or _named(e, "RemoteProtocolError") for e in causes
    )
    if dropped or (status is not None and status >= 500 and status != 501):
        usual = patience.backoff * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
        return usual if wanted is None else min(wanted, patience.longest_pause)
    return None


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and the members of groups among them."""
    seen: set[int] = set()
    rest = [error]
    while rest:
        current = rest.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        rest += [cause for cause in (current.__cause__, current.__context__) if cause is not None]
        if isinstance(current, BaseExceptionGroup):
            rest += current.exceptions


def status_of(error: BaseException) -> int | None:
    """The HTTP status behind an error, if there is one."""
    for e in chain(error):
        for holder in (e, getattr(e, "response", None)):
            if isinstance(status := getattr(holder, "status_code", None), int):
                return status
    return None


def _status_fault(status: int, causes: list[BaseException], said: str, place: Place) -> str:
    if status in (401, 403):
        return "no_key" if place.key is None else "forbidden" if status == 403 else "wrong_key"
    if status == 402 or _is_spent(causes) or (status == 429 and _wanted(causes) is None):
        return "spent"
    if status == 429:
        return "pause"
    long = any(_named(e, "ModelContextWindowExceededError") for e in causes) or _TOO_LONG.search(said)
    if status == 413 or (status in (400, 422) and long):
        return "too_long"
    if status == 404:
        return "no_model"
    return "failed" if status >= 500 else "refused"


def _transport_fault(causes: list[BaseException], said: str) -> str:
    """Which fault it was, the more telling ones first; httpx's errors are told by name, without importing it."""
    for what, kinds, names in (
        ("untrusted", (ssl.SSLError,), ()),
        ("no_name", (socket.gaierror,), ()),
        ("no_connection", (), ("ConnectTimeout", "PoolTimeout")),
        ("between", (), ("ReadTimeout", "WriteTimeout")),
        ("nobody", (ConnectionRefusedError,), ("ConnectError",)),
        ("broken", (), ("ReadError", "WriteError", "RemoteProtocolError")),
        ("blocked", (), ("ContentFilterError",)),
    ):
        if any(isinstance(e, kinds) or _named(e, *names) for e in causes):
            return what
    if any(_STREAM_ENDED in str(e) for e in causes):
        return "broken"
    return "reported" if said else "unclear"


def _wanted(causes: list[BaseException]) -> float | None:
    """The pause that the server asked for, in seconds."""
    return next((wait for e in causes if (wait := getattr(e, "retry_after", None)) is not None), None)


def _is_spent(causes: list[BaseException]) -> bool:
    return any(_named(e, "ModelQuotaExceededError") for e in causes)


def _named(error: BaseException, *names: str) -> bool:
    return any(cls.__name__ in names for cls in type(error).__mro__)


def _said(causes: list[BaseException], place: Place) -> str:
    """The server's own words, scrubbed."""
    body: Any = next((b for e in causes if (b := getattr(e, "body", None)) is not None), None)
    if isinstance(body, dict):
        inner = body.get("error", body)
        body = inner.get("message", "") if isinstance(inner, dict) else inner
    return place.scrub(body) if isinstance(body, str) else ""
