"""Chromium's own accessibility tree as the judge of what an observation lists: role, name, and that nothing is missing."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cobrowse.browser.observe import identities_of, observe
from cobrowse.browser.tab import Tab
from cobrowse.protocol.observation import Element

AGREEMENT = 0.99
"""Part of the compared elements whose role and name must be those of the tree, and of the tree's that must be listed."""

# What Chromium calls in its own words where ARIA has no role, or where we say what a person would.
SAME = {
    "DisclosureTriangle": "button",
    "DisclosureTriangleGrouped": "button",
    "ToggleButton": "button",
    "PopUpButton": "button",
    "Date": "textbox",
    "DateTime": "textbox",
    "InputTime": "textbox",
    "ColorWell": "textbox",
    "img": "image",
    "Video": "video",
    "Audio": "audio",
    "EmbeddedObject": "embed",
    "PluginObject": "object",
}
USABLE = frozenset(
    [
        "button",
        "checkbox",
        "combobox",
        "link",
        "listbox",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "radio",
        "searchbox",
        "slider",
        "spinbutton",
        "switch",
        "tab",
        "textbox",
        "treeitem",
    ]
)
# Chromium draws some controls out of smaller ones, in a shadow root that nobody else can reach.
PART_OF_CONTROL = """function () {
  const root = this.getRootNode();
  return this instanceof HTMLOptionElement || (root instanceof ShadowRoot && root.host.shadowRoot !== root);
}"""
HIDDEN_FROM_ASSISTIVE = "function () { return this.closest('[aria-hidden=true]') !== null; }"


_MOST_LOOKS = 5
_AT_ONCE = 400
"""Questions to the browser that are on their way together."""
_UNJUDGED = frozenset(["clickable", "iframe", "video"])
"""What only a mouse reveals, and what the tree has other words for."""


@dataclass
class Verdict:
    """One page's comparison; faults are sentences."""

    compared: int = 0
    exposed: int = 0
    """Usable things that the tree exposes and a person can see."""
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def agreement(self) -> float:
        """Part of the listed whose role and name agree."""
        return 1 - len(self.wrong) / max(self.compared, 1)

    @property
    def completeness(self) -> float:
        """Part of the exposed that is listed."""
        return 1 - len(self.missing) / max(self.exposed, 1)


async def judge(tab: Tab) -> Verdict:
    """Compare the interactive elements of the tab's main document with the accessibility tree.

    A page that draws itself anew between the two looks is looked at again.
    """
    for _ in range(_MOST_LOOKS - 1):
        try:
            return await _judge(tab)
        except _Moved:
            continue
    return await _judge(tab)


class _Moved(Exception):
    """An element went while it was being compared."""


async def _judge(tab: Tab) -> Verdict:
    seen = await observe(tab)
    frame = tab.main
    await frame.send("Accessibility.enable")
    tree = (await frame.send("Accessibility.getFullAXTree", timeout_ms=60_000))["nodes"]
    by_node = {node["backendDOMNodeId"]: node for node in tree if "backendDOMNodeId" in node and not node["ignored"]}
    elements = [element for element in seen.elements if not element.frame]
    numbers = await _in_turns([_backend_id(tab, element) for element in elements])
    verdict = Verdict()
    for element, number in zip(elements, numbers, strict=True):
        if number not in by_node and await _ask(frame, number, HIDDEN_FROM_ASSISTIVE):
            continue  # a mouse can use it all the same
        if element.interactive and element.role not in _UNJUDGED:
            verdict.compared += 1
            if fault := _difference(element, by_node.get(number)):
                verdict.wrong.append(fault)
    listed = set(numbers)
    usable = {number: node for number, node in by_node.items() if _role(node) in USABLE}
    unlisted = [number for number in usable if number not in listed]
    shown = await _in_turns([_is_seen(frame, number) for number in unlisted])
    verdict.missing = [_told(usable[number]) for number in itertools.compress(unlisted, shown)]
    verdict.exposed = len(usable) - len(unlisted) + len(verdict.missing)
    return verdict


async def _in_turns(questions: Sequence[Any]) -> list[Any]:
    answers: list[Any] = []
    for start in range(0, len(questions), _AT_ONCE):
        answers += await asyncio.gather(*questions[start : start + _AT_ONCE])
    return answers


async def _backend_id(tab: Tab, element: Element) -> int:
    place = identities_of(tab).resolve(element.id)
    handle = await tab.main.handle("nodeOf", place.key)
    if handle is None:
        raise _Moved
    return (await tab.main.send("DOM.describeNode", {"objectId": handle.object_id}))["node"]["backendNodeId"]


def _role(node: dict[str, Any]) -> str:
    role: str = node["role"]["value"]
    return SAME.get(role, role)


def _told(node: dict[str, Any]) -> str:
    return f"{_role(node)} {node.get('name', {}).get('value', '')!r}"


def _difference(element: Element, node: dict[str, Any] | None) -> str:
    if node is None:
        return f"{element.role} {element.name!r}: not in the tree"
    role = _role(node)
    name = _tidy(node.get("name", {}).get("value", ""))
    ours = element.name
    if role == "generic" and element.role == "textbox":
        return ""  # an editor without a role: what a person would call it
    if role != element.role:
        return f"{element.role} {ours!r}: the tree has the role {role}"
    same = name.startswith(ours[:-1]) if ours.endswith("…") else name == _tidy(ours)
    return "" if same else f"{role} {ours!r}: the tree has the name {name!r}"


def _tidy(text: str) -> str:
    """Without the private characters that icon fonts are made of."""
    return " ".join("".join(char for char in text if not 0xE000 <= ord(char) <= 0xF8FF).split())


async def _is_seen(frame: Any, node: int) -> bool:
    handle = await frame.resolve(node)
    if handle is None or await handle.call("isClosedOption") or not await handle.call("isVisible"):
        return False
    return not await _ask(frame, node, PART_OF_CONTROL)


async def _ask(frame: Any, node: int, function: str) -> Any:
    handle = await frame.resolve(node)
    if handle is None:
        raise _Moved
    params = {"objectId": handle.object_id, "functionDeclaration": function, "returnByValue": True}
    return (await frame.send("Runtime.callFunctionOn", params))["result"]["value"]
