"""Allow, ask, or refuse: decided from the action and the element, never from what a model says about them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from cobrowse.actions.keyboard import HoldKey, Press
from cobrowse.agent import origins
from cobrowse.agent.origins import AllowList
from cobrowse.protocol.action import Action, Effect
from cobrowse.protocol.command import Policy
from cobrowse.protocol.node import Node
from cobrowse.protocol.result import Failure, Reason

_GRAVE = re.compile(
    r"\b(delete|erase|remove|discard|wipe|destroy|buy|pay|purchase|order|checkout now|book now|subscribe|unsubscribe|"
    r"send|submit|publish|post|share|transfer|confirm|approve|deactivate|close (my )?account|sign ?out|log ?out|sign up|"
    r"register|donate|place bid|withdraw|invite|cancel (my )?(order|subscription|booking|account)|reset|revoke|install)\b",
    re.IGNORECASE,
)
"""Words on a control, or in the address of its form, that announce something which reaches beyond the page."""
_SEARCH = re.compile(r"^(q|query|search|s|keywords?|term|find)$", re.IGNORECASE)
_TYPING = frozenset(["fill", "type", "fill_form"])
_ACTIVATING = frozenset(["Enter", "NumpadEnter", " ", "Space"])
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

    def judge(self, action: Action, nodes: Mapping[str, Node], page_url: str) -> Verdict:
        """The verdict on an action whose targets were located. Raises `Failure` for what is refused outright."""
        self._secrets(action, nodes)
        name = action.action_name()
        if name in ("navigate", "tab"):
            return self._place(action, page_url)
        if name == "upload":
            self._files(action)
        for node in nodes.values():
            self._destination(action, node)
        if action.effect in (Effect.READ, Effect.LOCAL):
            return Verdict(kind="allow")
        if self.policy == "watch":
            return Verdict(kind="allow")
        if self.policy == "all":
            return Verdict(kind="ask", why="You asked to be asked for everything.", leads_to=_leads_to(action, nodes))
        if action.effect is Effect.OVERWRITE:
            return Verdict(kind="allow")
        why = self._grave(action, nodes)
        if not why:
            return Verdict(kind="allow")
        if self.granted(origins.origin(page_url), name):
            return Verdict(kind="allow", why="You allowed this on this site.")
        return Verdict(kind="ask", why=why, leads_to=_leads_to(action, nodes), grantable=name != "upload")

    def check_address(self, address: str, base: str | None = None) -> str:
        """The whole address, if it may be reached at all. Raises `Failure`."""
        url = origins.parse(address, base)
        if self.allowed is not None and not self.allowed.allows(url.href):
            raise Failure("refused", f"{url.host} is not among the sites that this session may reach.")
        return url.href

    def _place(self, action: Action, page_url: str) -> Verdict:
        url, path = getattr(action, "url", None), getattr(action, "path", None)
        # A model may write `example.org` for an address, and `/help` under either name.
        wanted = origins.typed(url) if url and not url.startswith(("/", "?", "#", ".")) else url or path
        if wanted is None or getattr(action, "mode", "") in ("return", "close", "switch"):
            return Verdict(kind="allow", address=wanted)
        base = page_url if origins.origin(page_url) else None
        address = self.check_address(wanted, base)
        same = origins.origin(address) == origins.origin(page_url)
        if same and self.sitemap and origins.path(address) not in self.sitemap:
            raise Failure("refused", f"There is no such page here. The pages are: {', '.join(self.sitemap[:40])}.")
        known = self.allowed is not None or origins.site(address).split(":")[0] in self.named
        if self.policy == "watch" or (self.policy == "matters" and (same or known)):
            return Verdict(kind="allow", address=address)
        if self.granted(origins.origin(address), action.action_name()):
            return Verdict(kind="allow", address=address, why="You allowed this on this site.")
        return Verdict(kind="ask", why="It goes to another site.", leads_to=address, address=address)

    def _secrets(self, action: Action, nodes: Mapping[str, Node]) -> None:
        if not any(node.secret for node in nodes.values()):
            return
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
        if action.effect is not Effect.SIDE_EFFECT or not node.href:
            return
        scheme = node.href.split(":", 1)[0].lower()
        if scheme in ("javascript", "blob", "about"):
            return
        if scheme not in ("http", "https"):
            raise Failure("refused", f"{node.described} opens another program ({scheme}:). That is left to the person.")
        if self.allowed is not None and not self.allowed.allows(node.href):
            raise Failure(
                "refused", f"{node.described} leads to {origins.site(node.href)}, which this session may not reach."
            )

    def _grave(self, action: Action, nodes: Mapping[str, Node]) -> str:
        """Why the person should be asked under the policy `matters`; empty when they need not be."""
        if action.action_name() == "upload":
            return "It gives away a file."
        if isinstance(action, Press | HoldKey):
            return self._grave_key(action, nodes)
        if not nodes:
            return "It cannot be told what it would do."
        return next((why for node in nodes.values() if (why := _grave_node(node))), "")

    def _grave_key(self, action: Press | HoldKey, nodes: Mapping[str, Node]) -> str:
        if action.key not in _ACTIVATING:
            return (
                "" if action.key not in ("Delete", "Backspace") or not action.modifiers else "It may delete something."
            )
        for node in nodes.values():
            if node.role in ("textbox", "searchbox", "combobox", "spinbutton"):
                if node.form and action.key not in (" ", "Space") and not is_search(node):
                    return "Enter sends this form."
            elif why := _grave_node(node):
                return why
        return ""


def is_search(node: Node) -> bool:
    """Whether a form only asks the site for something: a search box, or a stated GET to the same site."""
    form = node.form
    if form is None or form.method == "post":
        return False
    if node.role == "searchbox" or node.input_type == "search":
        return True
    if form.method == "get" and origins.origin(form.action) == node.origin:
        return not _GRAVE.search(node.name) and not _GRAVE.search(re.sub(r"[\W_]+", " ", origins.path(form.action)))
    return any(_SEARCH.match(part) for part in re.split(r"\W+", node.name)) or "search" in form.action.lower()


def _grave_node(node: Node) -> str:
    if node.download:
        return "It downloads a file."
    if node.form and node.form.submits:
        return "" if is_search(node) else "It sends a form."
    if node.href and node.href.lower().startswith("http") and origins.origin(node.href) != node.origin:
        return "It leads to another site."
    words = _GRAVE.search(node.name)
    if words and node.role not in ("checkbox", "radio", "switch", "option", "textbox", "tab", "heading"):
        return f"“{words[0]}” says that it does more than show something."
    if not node.name and node.role in ("button", "link", "menuitem"):
        return "It has no name, so it cannot be told what it does."
    return ""


def _leads_to(action: Action, nodes: Mapping[str, Node]) -> str:
    for node in nodes.values():
        if node.form and node.form.submits:
            return node.form.action
        if node.href:
            return node.href
    return ""
