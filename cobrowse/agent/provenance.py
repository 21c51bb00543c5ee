"""Where text came from: what was read on one site is noticed when it is about to be given to another.

A page can ask a model to carry what it reads elsewhere. So the words of every page that was read are remembered by site,
and a value or an address that repeats a run of them on another site is named on the card. Nothing of it is written down.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote_plus

RUN = 12
"""So many letters and digits in a row, in whatever spelling, are no coincidence."""
_MOST = 2_000_000
"""Characters remembered of one site; the oldest half goes when there are more."""
_GAP = "\n"


def normal(text: str) -> str:
    """Letters and digits alone, in one spelling: full-width ones, capitals, spaces and dashes make no difference."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum())


class Provenance:
    """What was read in this session, by site."""

    def __init__(self) -> None:
        self._read: dict[str, str] = {}
        self._lines: set[tuple[str, int]] = set()
        self._own: str = ""
        self._written: dict[str, str] = {}

    def person_said(self, text: str) -> None:
        """The person's own words may go anywhere they are sent."""
        self._own += _GAP + normal(text)

    def read(self, site: str, text: str) -> None:
        """Remember what a page of a site said. A line that is known is not kept twice."""
        if not site:
            return
        new: list[str] = []
        for line in text.splitlines():
            mark = (site, hash(line))
            if mark not in self._lines:
                self._lines.add(mark)
                new.append(normal(line))
        kept = self._read.get(site, "") + _GAP + "".join(new) if new else self._read.get(site, "")
        self._read[site] = kept if len(kept) <= _MOST else kept[len(kept) // 2 :]

    def wrote(self, values: Iterable[str], to: str) -> None:
        """A site was given these, so that what comes in pieces is known as well."""
        self._written[to] = (self._written.get(to, "") + "".join(map(normal, values)))[-RUN:]

    def sources(self, values: Iterable[str], to: str) -> tuple[str, ...]:
        """Sites other than `to` whose text one of the values repeats, or goes on with."""
        others = {site: text for site, text in self._read.items() if site != to}
        if not others:
            return ()
        before = self._written.get(to, "")
        runs = {
            run for value in values for form in _forms(value) for run in _runs(before + form) if run not in self._own
        }
        return tuple(site for site, text in others.items() if runs and _holds(text, runs))


def _forms(value: str) -> tuple[str, ...]:
    """A value as it is, and as an address would spell it."""
    plain, decoded = normal(value), normal(unquote_plus(value))
    return (plain,) if plain == decoded else (plain, decoded)


def _runs(text: str) -> Iterable[str]:
    return (text[at : at + RUN] for at in range(len(text) - RUN + 1))


def _holds(text: str, runs: set[str]) -> bool:
    if len(runs) <= 64:
        return any(run in text for run in runs)
    return any(text[at : at + RUN] in runs for at in range(len(text) - RUN + 1))
