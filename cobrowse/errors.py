"""Errors that a person is told about in a sentence, with what to do next."""

from __future__ import annotations


class CobrowseError(Exception):
    """Something stands in the way; `hint` says what to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class NoBrowser(CobrowseError):
    """No browser could be found or started."""


class BrowserGone(CobrowseError):
    """The browser was closed or died while it was needed."""


class UsageError(CobrowseError):
    """The command line or a file given to it makes no sense."""
