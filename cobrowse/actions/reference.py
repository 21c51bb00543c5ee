"""`docs/ACTIONS.md`, made from the catalogue."""

from __future__ import annotations

import json
from typing import Any

from cobrowse.actions.catalogue import Catalogue
from cobrowse.protocol.action import Action, Bundle, Effect

_BUNDLES = {
    Bundle.CORE: ("Core", "What every conversation needs."),
    Bundle.FORM: ("Form", "Filling in and working controls."),
    Bundle.FLOW: ("Flow", "Waiting and asking."),
    Bundle.EXTRA: ("Extra", "Used when a host wants them."),
    Bundle.WORKFLOW: ("Workflow", "For tasks that check themselves."),
    Bundle.PAGE: ("Page", "Everything else that can be done on a page."),
}
_ASKS = {
    Effect.READ: "Changes nothing; never asks.",
    Effect.LOCAL: "Changes only what is shown; never asks.",
    Effect.OVERWRITE: "Changes what a field holds; asks when you chose to be asked for everything, and can be undone.",
    Effect.SIDE_EFFECT: "May reach beyond the page; asks when it does (it sends, buys, deletes, leaves the site, cannot be told).",
}
_INTRO = """# Actions

Every action there is, made from the program itself by `cobrowse actions --markdown`. An action is JSON with its name
under `type`; other spellings that mean the same are listed beside it. `selector`, `from`, `to` and `about` name an
element: by an id from the page as it was last seen (`k3f9`), by role and name (`button "Save"`), or by plain CSS
(tag, `#id`, `.class`, `[attribute]`, `:nth-child`, space and `>`).

What asks depends on the policy: *what matters* is usual, *everything* asks for each change, *only watch* never asks.
Passwords, codes and card numbers are typed by the person only, under every policy.
"""


def markdown(catalogue: Catalogue) -> str:
    """The whole reference."""
    parts = [_INTRO]
    for bundle, (title, about) in _BUNDLES.items():
        members = [action for action in catalogue.actions if action.bundle is bundle]
        if members:
            parts.append(f"## {title}\n\n{about}\n")
            parts += [_entry(action) for action in members]
    return "\n".join(parts)


def _entry(action: type[Action]) -> str:
    aliases = f" — also {', '.join(f'`{name}`' for name in action.aliases)}" if action.aliases else ""
    doc = " ".join((action.__doc__ or "").split())
    lines = [f"### `{action.action_name()}`{aliases}\n", f"{doc}\n", f"*{_ASKS[action.effect]}*\n"]
    rows = [_parameter(name, action) for name in action.model_fields if name != "type"]
    if rows:
        lines += ["| parameter | kind | default | meaning |", "|---|---|---|---|", *rows, ""]
    lines += [f"```json\n{json.dumps(example, ensure_ascii=False)}\n```\n" for example in action.examples]
    return "\n".join(lines)


def _parameter(name: str, action: type[Action]) -> str:
    info = action.model_fields[name]
    shown = info.alias or name
    schema = action.model_json_schema(by_alias=True)["properties"][shown]
    other = sorted(key for key, target in action.parameter_aliases.items() if target == shown)
    names = f"`{shown}`" + (f" (also {', '.join(f'`{key}`' for key in other)})" if other else "")
    default = "required" if info.is_required() else _default(info.default)
    return f"| {names} | {_kind(schema)} | {default} | {info.description or ''} |"


def _default(value: Any) -> str:
    return "—" if value is None or value == [] else f"`{json.dumps(value)}`"


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(part) for part in schema["anyOf"] if part.get("type") != "null")
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "oneOf" in schema:
        return "condition"
    return {"string": "text", "integer": "whole number", "number": "number", "boolean": "yes or no"}.get(
        schema.get("type", ""), "JSON"
    )
