"""Role and name of what we list, against Chromium's own accessibility tree."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cobrowse.browser.observe import identities_of, observe
from cobrowse.browser.session import BrowserSession
from cobrowse.protocol.observation import Element

PRACTICE = Path(__file__).parents[2] / "resources" / "practice"
DEBIAN = Path("/usr/share/doc/libjs-jquery-ui-docs/examples")
WIDGETS = [
    "accordion",
    "autocomplete",
    "button",
    "checkboxradio",
    "controlgroup",
    "datepicker",
    "dialog",
    "menu",
    "progressbar",
    "selectmenu",
    "slider",
    "spinner",
    "tabs",
]
AGREEMENT = 0.99

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


@dataclass
class Verdict:
    compared: int
    wrong: list[str]
    missing: list[str]

    @property
    def agreement(self) -> float:
        return 1 - len(self.wrong) / max(self.compared, 1)


def tidy(text: str) -> str:
    return " ".join("".join(char for char in text if not 0xE000 <= ord(char) <= 0xF8FF).split())


async def judge(browser: BrowserSession) -> Verdict:
    """Compare the main frame's interactive elements with the accessibility tree."""
    tab = browser.active
    seen = await observe(tab)
    frame = tab.main
    await frame.send("Accessibility.enable")
    tree = (await frame.send("Accessibility.getFullAXTree", timeout_ms=30_000))["nodes"]
    by_node = {node["backendDOMNodeId"]: node for node in tree if "backendDOMNodeId" in node and not node["ignored"]}
    listed: set[int] = set()
    verdict = Verdict(0, [], [])
    for element in seen.elements:
        if element.frame:
            continue
        node = await backend_id(tab, element)
        listed.add(node)
        if node not in by_node and await ask(frame, node, HIDDEN_FROM_ASSISTIVE):
            continue  # a mouse can use it all the same
        if element.interactive and element.role not in ("clickable", "iframe", "video"):
            verdict.compared += 1
            if fault := differs(element, by_node.get(node)):
                verdict.wrong.append(fault)
    for number, node in by_node.items():
        role = SAME.get(node["role"]["value"], node["role"]["value"])
        if role in USABLE and number not in listed and await is_seen(frame, number):
            verdict.missing.append(f"{role} {node.get('name', {}).get('value', '')!r}")
    return verdict


async def backend_id(tab: Any, element: Element) -> int:
    place = identities_of(tab).resolve(element.id)
    handle = await tab.main.handle("nodeOf", place.key)
    return (await tab.main.send("DOM.describeNode", {"objectId": handle.object_id}))["node"]["backendNodeId"]


def differs(element: Element, node: dict[str, Any] | None) -> str:
    if node is None:
        return f"{element.role} {element.name!r}: not in the tree"
    role = SAME.get(node["role"]["value"], node["role"]["value"])
    name = tidy(node.get("name", {}).get("value", ""))
    ours = element.name
    if role == "generic" and element.role == "textbox":
        return ""  # an editor without a role: what a person would call it
    if role != element.role:
        return f"{element.role} {ours!r}: the tree has the role {role}"
    same = name.startswith(ours[:-1]) if ours.endswith("…") else name == tidy(ours)
    return "" if same else f"{role} {ours!r}: the tree has the name {name!r}"


async def is_seen(frame: Any, node: int) -> bool:
    handle = await frame.resolve(node)
    if handle is None or await handle.call("isClosedOption") or not await handle.call("isVisible"):
        return False
    return not await ask(frame, node, PART_OF_CONTROL)


async def ask(frame: Any, node: int, function: str) -> Any:
    handle = await frame.resolve(node)
    params = {"objectId": handle.object_id, "functionDeclaration": function, "returnByValue": True}
    return (await frame.send("Runtime.callFunctionOn", params))["result"]["value"]


async def test_every_kind_of_control(browser: BrowserSession, site: Any) -> None:
    await browser.active.page.goto(f"{site.url}/controls.html")
    verdict = await judge(browser)
    assert verdict.compared > 80
    assert not verdict.missing
    assert verdict.agreement >= AGREEMENT, "\n".join(verdict.wrong)


@pytest.fixture(scope="module")
def practice() -> Iterator[str]:
    yield from _serve(str(PRACTICE), "")


def _serve(folder: str, path: str) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Debian, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}{path}"
    server.shutdown()
    server.server_close()


async def test_the_practice_site(browser: BrowserSession, practice: str) -> None:
    verdicts = []
    for page in sorted(path.name for path in PRACTICE.glob("*.html")):
        await browser.active.page.goto(f"{practice}/{page}")
        verdicts.append(await judge(browser))
    compared = sum(verdict.compared for verdict in verdicts)
    wrong = [fault for verdict in verdicts for fault in verdict.wrong]
    assert compared > 100
    assert not [fault for verdict in verdicts for fault in verdict.missing]
    assert len(wrong) <= compared * (1 - AGREEMENT), "\n".join(wrong)


@pytest.fixture(scope="module")
def debian() -> Iterator[str]:
    if not DEBIAN.is_dir():
        pytest.skip("Debian's libjs-jquery-ui-docs is not installed")
    yield from _serve("/", str(DEBIAN))


class _Debian(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.replace("nodejs/require.js", "nodejs/requirejs/require.js"))


async def test_jquery_ui(browser: BrowserSession, debian: str) -> None:
    compared = 0
    wrong: list[str] = []
    missing: list[str] = []
    for widget in WIDGETS:
        await browser.active.page.goto(f"{debian}/{widget}/default.html")
        await browser.active.page.wait_for_function(
            "!document.documentElement.matches('[style*=hidden]') && window.jQuery", timeout=10_000
        )
        await browser.active.page.wait_for_timeout(500)
        verdict = await judge(browser)
        compared += verdict.compared
        wrong += [f"{widget}: {fault}" for fault in verdict.wrong]
        missing += [f"{widget}: {fault}" for fault in verdict.missing]
    assert compared > 30
    assert not missing
    assert len(wrong) <= compared * (1 - AGREEMENT), "\n".join(wrong)
