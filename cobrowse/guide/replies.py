"""What the guide says."""

from __future__ import annotations

from collections.abc import Sequence

from cobrowse.protocol.event import Step
from cobrowse.protocol.observation import Element

NONE_OF_THESE = "None of these"
CONNECT = "For requests in your own words, connect a language model in Settings."
TYPE_IT_YOURSELF = "passwords, codes and card numbers are yours alone"

_KINDS = {
    "textbox": "field", "searchbox": "search field", "combobox": "list", "listbox": "list",
    "spinbutton": "number field", "radio": "choice", "menuitem": "menu item", "menuitemcheckbox": "menu item", "menuitemradio": "menu item",
    "clickable": "", "treeitem": "item", "img": "image", "columnheader": "column", "rowheader": "row", "generic": "",
}  # fmt: skip


def quote(text: str, most: int = 80) -> str:
    """`“text”`, on one line and not too long."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= most else line[: most - 1].rstrip() + '…'}”"


def kind(element: Element) -> str:
    """The plain word for what it is; empty when there is none."""
    if element.role == "combobox" and element.tag == "input":
        return "field"
    return _KINDS.get(element.role, element.role)


def called(element: Element) -> str:
    """`the button “Save”`; by its text or section when it has no name."""
    name = element.name or element.placeholder or next((value for _, value in element.attributes if value), "")
    word = kind(element) or ("" if name else "spot")
    if name:
        return f"the {word} {quote(name, 60)}" if word else quote(name, 60)
    return f"the {word} in {quote(element.section, 40)}" if element.section else f"the {word}"


def named(element: Element) -> str:
    """`“Save”` alone, or what it is when it has no name."""
    return quote(element.name, 60) if element.name else called(element)


def told_apart(elements: Sequence[Element]) -> list[str]:
    """A line for each that tells it from the others: name, then section, kind or place."""
    names = [element.name or element.placeholder or kind(element) or "unnamed" for element in elements]
    lines = [_line(name, element, names.count(name) > 1) for name, element in zip(names, elements, strict=True)]
    kinds = [kind(element) for element in elements]
    if len(set(lines)) < len(lines) and len(set(kinds)) > 1:
        lines = [
            f"{line} ({word})" if word and lines.count(line) > 1 else line
            for line, word in zip(lines, kinds, strict=True)
        ]
    seen: dict[str, int] = {}
    told: list[str] = []
    for line in lines:
        seen[line] = seen.get(line, 0) + 1
        told.append(f"{line} ({seen[line]} of {lines.count(line)})" if lines.count(line) > 1 else line)
    return told


def _line(name: str, element: Element, twice: bool) -> str:
    section = " ".join(element.section.split())
    short = name if len(name) <= 60 else name[:59] + "…"
    if not section or section.casefold() == name.casefold() or (not twice and len(name) > 12):
        return short
    return f"{short} – {section if len(section) <= 60 else section[:59] + '…'}"


def which_one(name: str, count: int, shown: int) -> str:
    """The question when several fit."""
    more = f" The first {shown} are framed; say more if it is another." if shown < count else ""
    return f"{count} things here fit {quote(name, 60)}. Which one do you mean?{more}"


def did_you_mean(name: str, count: int) -> str:
    """The question when only near names are there."""
    tail = "Did you mean this?" if count == 1 else "Did you mean one of these?"
    return f"I see nothing called {quote(name, 60)} here. {tail}"


def not_found(name: str, samples: Sequence[Element], truncated: bool = False) -> str:
    """When not even near names are there."""
    some = f" I can see, for example, {listed([named(e) for e in samples])}." if samples else ""
    part = " The page is very long and I may not have seen all of it; scrolling may help." if truncated else ""
    return f"I could not find {quote(name, 60)} on this page.{some}{part}"


def greyed_out(element: Element) -> str:
    """When what was meant cannot be used now."""
    return f"{capital(called(element))} is there but greyed out, so it cannot be used yet."


def secret(element: Element) -> str:
    """Why the person types there."""
    return f"Please type it yourself into {called(element)}: {TYPE_IT_YOURSELF}. I will not read or write them."


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    parts = list(parts)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def capital(text: str) -> str:
    """With a capital letter in front."""
    return text[:1].upper() + text[1:]


def finished(said: Sequence[str]) -> str:
    """The closing sentence."""
    return f"I {listed(said)}." if said else "There was nothing to do."


def stopped(said: Sequence[str], reason: str) -> str:
    """What was done, and why it went no further."""
    return f"{finished(said)} Then I stopped: {reason}" if said else reason


def examples(elements: Sequence[Element]) -> list[str]:
    """Up to two requests that fit these elements."""
    found: list[str] = []
    for element in elements:
        name = " ".join(element.name.split())
        if element.role in ("textbox", "searchbox") and not any(line.startswith("type") for line in found):
            found.append(f'type "hello" into {name}')
        elif element.role in ("button", "link", "tab", "menuitem") and not any(
            line.startswith("click") for line in found
        ):
            found.append(f"click {name}")
        elif element.role in ("checkbox", "switch") and not any(line.startswith("tick") for line in found):
            found.append(f"tick {name}")
    return found[:2]


def can_do(elements: Sequence[Element]) -> str:
    """What the guide understands, with examples from the page."""
    tries = examples(elements)
    fitting = f" On this page, try: {listed([quote(t) for t in tries], 'or')}." if tries else ""
    return (
        "I understand plain commands: go to an address, click, type, choose, tick, scroll, show where something is, "
        f"or say what the page says about something.{fitting}"
    )


def not_understood(text: str, elements: Sequence[Element]) -> str:
    """What to say to a request outside the grammar."""
    secret = {"password", "passcode", "pin", "code"} & set(text.casefold().split())
    what = "that" if secret else quote(text)
    return f"I did not understand {what}. {can_do(elements)} {CONNECT}"


def let_be(said: Sequence[str]) -> str:
    """When the person wants none of it."""
    return f"All right. {finished(said)} I left the rest alone." if said else "All right, I did nothing."


def failed(step: Step) -> str:
    """Why a step came to nothing, and what to do."""
    result = step.result
    what = step.label or step.name
    message = (result.message or "").strip() if result is not None else ""
    if result is not None and result.reason == "declined":
        return f"You said no to {quote(what)}, so I left it. Tell me what to do instead."
    if result is not None and result.reason == "secret":
        return f"Please type it yourself: {TYPE_IT_YOURSELF}."
    if step.status == "refused":
        return f"{quote(what)} is not allowed. {message}".strip()
    if step.status in ("cancelled", "skipped"):
        return f"{quote(what)} was not done. {message} Say it again to go on.".replace("  ", " ")
    return f"{quote(what)} did not work. {message}".strip()
