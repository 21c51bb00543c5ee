"""The page scripts as one text, ready for an isolated world."""

from __future__ import annotations

import functools
import json
from importlib import resources

SCRIPTS = (
    "core",
    "visible",
    "aria",
    "elsewhere",
    "secret",
    "style",
    "describe",
    "places",
    "sections",
    "observe",
    "unnamed",
    "facts",
    "seek",
    "front",
    "same",
    "reach",
    "act",
    "lines",
    "before",
    "guard",
    "lists",
    "scroll",
    "askfor",
    "reading",
    "readable",
    "overlay_marks",
    "overlay_subtitle",
    "overlay_picker",
    "overlay",
    "changes",
)


@functools.cache
def page_bundle() -> str:
    """All page scripts in their order. The overlay's style sheet travels along as a string constant."""
    folder = resources.files("resources") / "page"
    css = folder / "overlay.css"
    parts: list[str] = []
    for name in SCRIPTS:
        script = folder / f"{name}.js"
        if not script.is_file():
            continue
        if name == "overlay" and css.is_file():
            parts.append(f"globalThis.cobrowse.overlayCss = {json.dumps(css.read_text(encoding='utf-8'))};")
        parts.append(script.read_text(encoding="utf-8"))
    return "\n;\n".join(parts)
