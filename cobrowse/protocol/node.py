"""One located element with everything that decides whether and how it may be acted on."""

from __future__ import annotations

from dataclasses import dataclass

from cobrowse.protocol.observation import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFacts:
    """The form that acting on an element would send."""

    action: str
    """Where it would be sent: an absolute address."""
    method: str = ""
    """`get` or `post` where the page says so, else empty: a form without a method is mostly one that a script sends."""
    submits: bool = False
    """Whether activating this very element submits the form."""
    fields: tuple[tuple[str, str], ...] = ()
    """Label and value of each filled field, secrets masked; at most 40."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An element as it was when found: what the gate decides on and what an approval card shows.

    `fingerprint` covers tag, role, name, type, destination, form, state, frame and document; acting on a node whose
    fingerprint has changed since fails as `stale`.
    """

    target: str
    id: str
    role: str
    name: str
    tag: str
    fingerprint: str
    bond: str = ""
    """Digest of what using it sends or chooses from: an approval is bound to that, too."""
    document: str
    origin: str
    """Origin of the frame the element is in."""
    page_url: str
    frame: str = ""
    input_type: str | None = None
    value: str | None = None
    """Current value; None for secret fields."""
    states: tuple[str, ...] = ()
    box: Box | None = None
    secret: bool = False
    href: str | None = None
    """Absolute destination of a link (or of the link it is in)."""
    download: bool = False
    opens_tab: bool = False
    form: FormFacts | None = None
    matched: int = 1
    """How many elements the target matched."""
    used: int = 0
    """Index among them of the one meant."""

    @property
    def described(self) -> str:
        """`button “Save”`: how the person is told about it."""
        return f"{self.role} “{self.name}”" if self.name else self.role
