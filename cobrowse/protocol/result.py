"""What became of an action: `Result`, its reasons, and the exception that carries a failure to the executor."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, JsonValue, model_validator

Reason = Literal[
    "not_found",
    "not_visible",
    "not_interactive",
    "timeout",
    "navigation",
    "unknown",
    "ambiguous",
    "stale",
    "covered",
    "refused",
    "declined",
    "cancelled",
    "secret",
    "invalid",
    "not_kept",
]
REASONS: tuple[Reason, ...] = get_args(Reason)

ChangeKind = Literal["navigated", "tab", "dialog", "download", "blocked", "changed", "nothing"]


class Change(BaseModel):
    """One thing that an action brought about, as far as the browser could tell."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ChangeKind
    text: str | None = None
    """The words of a dialog, the safe name of a download, why something was blocked."""
    url: str | None = None
    """The address gone to, opened in a tab, or blocked."""


class Result(BaseModel):
    """Success with `data`, or failure with a `reason` for machines and a `message` that says what to do next."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ok: bool
    data: dict[str, JsonValue] | None = None
    reason: Reason | None = None
    message: str | None = None

    @model_validator(mode="after")
    def _failure_has_a_reason(self) -> Result:
        if self.ok == (self.reason is not None):
            raise ValueError("a success has no reason, a failure has one")
        return self

    @classmethod
    def success(cls, message: str | None = None, **data: Any) -> Result:
        """A success; `data` must be JSON values."""
        return cls(ok=True, data=data or None, message=message)

    @classmethod
    def failure(cls, reason: Reason, message: str, **data: Any) -> Result:
        """A failure; `message` is a sentence for the person and the model."""
        return cls(ok=False, reason=reason, message=message, data=data or None)

    def with_data(self, **data: Any) -> Result:
        """This result with further data."""
        return self.model_copy(update={"data": {**(self.data or {}), **data} or None})


class Failure(Exception):
    """Raised inside a handler or the browser; the executor turns it into a `Result`, so it never reaches the loop."""

    def __init__(self, reason: Reason, message: str, **data: Any) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.message = message
        self.data = data

    def result(self) -> Result:
        """The failure as a result."""
        return Result.failure(self.reason, self.message, **self.data)
