"""`docs/ACTIONS.md`, made from the catalogue."""

from __future__ import annotations

import json
from typing import Any, get_args

from cobrowse.actions.catalogue import Catalogue, summary
from cobrowse.protocol.action import Action, Bundle, Effect
from cobrowse.protocol.condition import DEEPEST, KINDS, MOST
from cobrowse.protocol.keys import NAMED

_BUNDLES = {
    Bundle.CORE: ("Core", "What every conversation needs."),
    Bundle.FORM: ("Form", "Filling in and working controls."),
    Bundle.FLOW: ("Flow", "Waiting and asking."),
    Bundle.EXTRA: ("Extra", "Used when a host wants them."),
    Bundle.WORKFLOW: ("Workflow", "For tasks that check themselves."),
    Bundle.PAGE: ("Page", "Everything else that can be done on a page."),
}
_EFFECTS = {
    Effect.READ: "Changes nothing. Never asks.",
    Effect.LOCAL: "Changes only what is shown. Never asks.",
    Effect.OVERWRITE: "Changes what a field holds; can be undone. Asks under the policy *everything*.",
    Effect.SIDE_EFFECT: "May reach beyond the page.",
}
_CANNOT_TELL = "Asks when it sends, buys, deletes, leaves the site, or cannot be told."
_INTRO = """# Actions

Every action there is. This page is made from the program by `cobrowse actions --markdown`; a test fails when it is stale.

## How an action is written

An action is a JSON object with its name under `type` and its parameters beside it:

```json
{"type": "click", "selector": "button \\"Save\\""}
```

A model answers with one or several of them, as `{"actions": [ … ]}`. Other shapes that models use are read too:
`{"click": {…}}`, `{"action": "click", …}`, tool calls of the usual providers, an `agent_turn`, parameters in camel case,
a code fence or prose around the JSON. What is incomplete, malformed or unknown is dropped, with the reason, and nothing is
ever repaired or guessed; the good entries of the same reply still count.

## Naming an element

`selector`, `from`, `to` and `about` name an element in one of three ways:

| way | example | good for |
|---|---|---|
| id | `k3f9` | the page as it was last seen; `[k3f9]` and `↓[k3f9]` mean the same |
| role and name | `button "Save"` | people, recipes, small models; the whole name, in any case |
| CSS | `#total` | tag, `#id`, `.class`, `[attribute]`, `:nth-child()`, space and `>`; the first that can be seen |

Two roles are our own: `clickable` for what only a mouse can use, as the observation lists it, and `text` for the innermost
element whose whole text is the name. A field without a name answers to the question before it, or to the heading or label
of the part of the page that it has to itself. Of twins, those in a dialog that lies over everything else are meant; links
to one place count as one.

When CSS matches several elements, the result's `data` holds `matched` (how many) and `used` (which of them, from 0). To be
found, visible, enabled, still and uncovered an element has 5 seconds.

## What becomes of it

A result is `{"ok": true, "data": {…}}`, or `{"ok": false, "reason": "…", "message": "…"}` where the message says what to do
next. Times are milliseconds, amounts CSS pixels. A time above the limit that is told counts as the limit.

## When it asks

| policy | asks |
|---|---|
| *what matters* (usual) | before what reaches beyond the page: sending, buying, deleting, leaving the site, giving away files |
| *everything* | before each change |
| *only watch* | never; dialogs of the page are dismissed |

Passwords, codes and card numbers are typed by the person only, under every policy: filling such a field is refused.
"""


def markdown(catalogue: Catalogue) -> str:
    """The whole reference."""
    groups = [
        (title, about, [action for action in catalogue.actions if action.bundle is bundle])
        for bundle, (title, about) in _BUNDLES.items()
    ]
    parts = [_INTRO, "## All of them\n\n| action | what it does | bundle |\n|---|---|---|"]
    for title, _, members in groups:
        parts += [
            f"| [`{action.action_name()}`](#{action.action_name()}) | {summary(action)} | {title.lower()} |"
            for action in members
        ]
    parts.append("")
    for title, about, members in groups:
        if members:
            parts += [f"## {title}\n\n{about}\n", *(_entry(action) for action in members)]
    return "\n".join([*parts, _conditions(), _keys()])


def _entry(action: type[Action]) -> str:
    lines = [f"### `{action.action_name()}`\n", *(f"{paragraph}\n" for paragraph in _paragraphs(action))]
    if action.aliases:
        lines.append(f"Also called {', '.join(f'`{name}`' for name in action.aliases)}.\n")
    rows = [_parameter(name, action) for name in action.model_fields if name != "type"]
    if rows:
        lines += ["| parameter | kind | default | meaning |", "|---|---|---|---|", *rows, ""]
    else:
        lines.append("No parameters.\n")
    examples = [json.dumps(example, ensure_ascii=False) for example in action.examples]
    return "\n".join([*lines, "```json", *examples, "```\n", f"*{_asks(action)}*\n"])


def _paragraphs(action: type[Action]) -> list[str]:
    return [" ".join(part.split()) for part in (action.__doc__ or "").split("\n\n")]


def _asks(action: type[Action]) -> str:
    asks = action.asks or (_CANNOT_TELL if action.effect is Effect.SIDE_EFFECT else "")
    return f"{_EFFECTS[action.effect]} {asks}".strip()


def _parameter(name: str, action: type[Action]) -> str:
    info = action.model_fields[name]
    shown = info.alias or name
    schema = action.model_json_schema(by_alias=True)["properties"][shown]
    other = sorted(key for key, target in action.parameter_aliases.items() if target == shown)
    names = f"`{shown}`" + (f" (also {', '.join(f'`{key}`' for key in other)})" if other else "")
    kind = "element" if name in action.target_fields() else _kind(schema)
    default = "required" if info.is_required() else _default(info.default)
    return f"| {names} | {kind} | {default} | {info.description or ''} |"


def _default(value: Any) -> str:
    return "—" if value is None or value == [] else f"`{json.dumps(value)}`"


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_kind(part) for part in schema["anyOf"] if part.get("type") != "null")
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if "oneOf" in schema:
        return "[condition](#conditions)"
    if "$ref" in schema:
        return "`{target, value}`"
    return {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}.get(
        schema.get("type", ""), "JSON"
    )


def _conditions() -> str:
    rows = [f"| `{_kind_name(kind)}` | {' '.join((kind.__doc__ or '').split())} | {_needs(kind)} |" for kind in KINDS]
    text = {"kind": "text", "selector": "#status", "value": "Saved"}
    either = {"any": [text, {"kind": "visible", "selector": ".error"}]}
    return "\n".join(
        [
            "## Conditions\n",
            "What `wait_until` waits for, and what contracts and recipes demand.\n",
            "| kind | holds when | needs |",
            "|---|---|---|",
            *rows,
            "",
            f"```json\n{json.dumps(text)}\n{json.dumps(either)}\n```\n",
            '`frame` names the frame that the element is in, where that is not the main one. `{"any": […]}` and '
            f'`{{"all": […]}}` are short for the kinds of that name; at most {DEEPEST} levels and {MOST} conditions in all.\n',
        ]
    )


def _kind_name(kind: Any) -> str:
    return get_args(kind.model_fields["kind"].annotation)[0]


def _needs(kind: Any) -> str:
    fields = {name: info for name, info in kind.model_fields.items() if name not in ("kind", "frame")}
    return ", ".join(f"`{name}`" for name in fields)


def _keys() -> str:
    names = ", ".join(f"`{name}`" for name in NAMED if not name.startswith("F"))
    return (
        "## Keys\n\n"
        f"A key is one character, or one of {names}, `F1` … `F12`. Usual spellings (`Return`, `Esc`, `Space`, `Up`) mean the "
        "same. `modifiers` are `ctrl`, `shift`, `alt`, `meta`, and `mod`, which is Ctrl and on a Mac Cmd; a chord may also be "
        "written as one: `Control+S`.\n"
    )
