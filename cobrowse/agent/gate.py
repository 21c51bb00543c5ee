"""Allow, ask, or refuse: decided from the action and the element, never from what a model says about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from cobrowse.actions.keyboard import HoldKey, Press
from cobrowse.agent import origins, sites
from cobrowse.agent.gravity import grave, leads_to
from cobrowse.agent.origins import AllowList
from cobrowse.agent.provenance import Provenance
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.command import Policy
from cobrowse.protocol.event import Authority
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure, Reason

_TYPING = frozenset(["fill", "type"])
PRINTABLE = 1
"""Length of a key's name when it types a character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the gate says. `why` is a sentence for the person."""

    kind: Literal["allow", "ask", "refuse"]
    why: str = ""
    reason: Reason = "refused"
    leads_to: str = ""
    """Where it would send or go, for the card."""
    address: str | None = None
    """The whole address that a navigation means."""
    grantable: bool = True
    """Whether “always on this site” may be offered."""
    origin: str = ""
    """The origin that “always on this site” would be for."""
    by: Authority = "policy"
    """On whose authority it is allowed."""
    carries: tuple[str, ...] = ()
    """Other sites whose text it would hand over."""


@dataclass(slots=True)
class Gate:
    """The rules of one session."""

    policy: Policy = "matters"
    allowed: AllowList | None = None
    """When set, nothing else may be reached."""
    files: frozenset[Path] = frozenset()
    """Files that the person authorised for upload, resolved."""
    sitemap: tuple[str, ...] = ()
    """When set, the only paths that `navigate` may go to on the present site."""
    granted: Callable[[str, str], bool] = lambda origin, action: False
    """Whether the person said “always” for an action on an origin."""
    named: frozenset[str] = field(default_factory=frozenset)
    """Hosts that the person named in this turn's request."""
    seen: Provenance = field(default_factory=Provenance)
    """What was read in this session, by site."""

    def judge(self, action: Action, nodes: Mapping[str, Node], page_url: str) -> Verdict:
        """The verdict on an action whose targets were located. Raises `Failure` for what is refused outright."""
        self._secrets(action, nodes)
        verdict = self._place(action, page_url) if action.goes else self._act(action, nodes, page_url)
        carries = self.seen.sources(action.given(), destination(action, nodes, verdict, page_url))
        if not carries:
            return verdict
        told = " and ".join(sites.spelt(site) for site in carries)
        return replace(
            verdict, kind="ask", why=f"It contains text from {told}.", carries=carries, grantable=False, by="policy"
        )

    def gave(self, action: Action, nodes: Mapping[str, Node], verdict: Verdict, page_url: str) -> None:
        """An action is done: what it hands over counts together with what comes next."""
        if words := action.given():
            self.seen.wrote(words, destination(action, nodes, verdict, page_url))

    def _act(self, action: Action, nodes: Mapping[str, Node], page_url: str) -> Verdict:
        """The verdict on what is done to the page that is shown."""
        name = action.action_name()
        if name == "upload":
            self._files(action)
        for node in nodes.values():
            self._destination(action, node)
        if action.effect in (Effect.READ, Effect.LOCAL) or self.policy == "watch":
            return Verdict(kind="allow")
        origin = next((node.origin for node in nodes.values()), origins.origin(page_url))
        ask = Verdict(kind="ask", leads_to=leads_to(nodes), origin=origin, grantable=name != "upload")
        if self.policy == "all":
            return replace(ask, why="You asked to be asked for everything.")
        why = "" if action.effect is Effect.OVERWRITE else grave(action, nodes)
        if not why:
            return Verdict(kind="allow")
        if ask.grantable and self.granted(origin, name):
            return Verdict(kind="allow", why="You allowed this on this site.", by="grant")
        return replace(ask, why=why)

    def check_address(self, address: str, base: str | None = None) -> str:
        """The whole address, if it may be reached at all. Raises `Failure`."""
        url = origins.parse(address, base)
        if self.allowed is not None and not self.allowed.allows(url.href):
            raise Failure("refused", f"{sites.spelt(url.host)} is not among the sites that this session may reach.")
        return url.href

    def _place(self, action: Action, page_url: str) -> Verdict:
        url, path = getattr(action, "url", None), getattr(action, "path", None)
        # A model may write `example.org` for an address, and `/help` under either name.
        wanted = origins.typed(url) if url and not url.startswith(("/", "?", "#", ".")) else url or path
        if wanted is None or getattr(action, "mode", "") in ("return", "close", "switch"):
            return Verdict(kind="allow", address=wanted)
        base = page_url if origins.origin(page_url) else None
        address = self.check_address(wanted, base)
        origin = origins.origin(address)
        same = origin == origins.origin(page_url)
        if same and self.sitemap and origins.path(address) not in self.sitemap:
            raise Failure("refused", f"There is no such page here. The pages are: {', '.join(self.sitemap[:40])}.")
        known = self.allowed is not None or origins.host(address) in self.named
        if self.policy == "watch" or (self.policy == "matters" and (same or known)):
            return Verdict(kind="allow", address=address)
        if self.granted(origin, action.action_name()):
            return Verdict(kind="allow", address=address, why="You allowed this on this site.", by="grant")
        why = "You asked to be asked for everything." if same or known else "It goes to another site."
        return Verdict(kind="ask", why=why, leads_to=address, address=address, origin=origin)

    def _secrets(self, action: Action, nodes: Mapping[str, Node]) -> None:
        if action.named() or not any(node.secret for node in nodes.values()):
            return  # an action on several fields leaves those out by itself
        typing = action.action_name() in _TYPING
        if isinstance(action, Press | HoldKey):
            typing = len(action.key) == PRINTABLE and not set(action.modifiers) - {"shift"}
        if typing:
            raise Failure(
                "secret",
                "Passwords, codes and card numbers are typed by the person only. Ask them to fill this field in themselves.",
            )

    def _files(self, action: Action) -> None:
        for path in getattr(action, "value", ()):
            if Path(path).expanduser().resolve() not in self.files:
                raise Failure(
                    "refused",
                    "That file was not authorised in this session. Only files the person picked can be given away.",
                )

    def _destination(self, action: Action, node: Node) -> None:
        """Where activating an element leads must be allowed, whatever its text says."""
        if action.effect is not Effect.SIDE_EFFECT:
            return
        for address in filter(None, (node.href, node.form.action if node.form and node.form.submits else None)):
            scheme = address.split(":", 1)[0].lower()
            if scheme in ("javascript", "blob", "about"):
                continue
            if scheme not in ("http", "https"):
                raise Failure(
                    "refused", f"{node.described} opens another program ({scheme}:). That is left to the person."
                )
            if self.allowed is not None and not self.allowed.allows(address):
                raise Failure(
                    "refused", f"{node.described} leads to {sites.shown(address)}, which this session may not reach."
                )


def destination(action: Action, nodes: Mapping[str, Node], verdict: Verdict, page_url: str) -> str:
    """The site that gets the words an action hands over."""
    if action.goes and verdict.address:
        return sites.site_of(verdict.address)
    return sites.site_of(next((node.origin for node in nodes.values() if node.origin), page_url))
