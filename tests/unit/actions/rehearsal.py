"""A stage without a browser, for handlers: it finds every element at once and writes down what is asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.actions.dialect import Malformed, read_entries
from cobrowse.protocol.action import Action
from cobrowse.protocol.condition import Condition
from cobrowse.protocol.node import Node
from cobrowse.protocol.observation import Element
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Choice, FieldValidity, Stage

Call = tuple[str, dict[str, Any]]


@dataclass
class Rehearsal:
    """Page, overlay and person in one. `nodes` says what differs from a plain button, by target."""

    nodes: dict[str, dict[str, Any]] = field(default_factory=dict)
    missing: frozenset[str] = frozenset()
    answer: str = "yes"
    choice: Choice = field(default_factory=lambda: Choice(index=0, value="Small"))
    holding: list[bool] = field(default_factory=lambda: [True])
    """What `holds` says, one after the other; the last one stays."""
    faults: dict[str, Failure] = field(default_factory=dict)
    calls: list[Call] = field(default_factory=list)
    url: str = "https://shop.example/"

    def note(self, name: str, **given: Any) -> None:
        self.calls.append((name, given))
        if name in self.faults:
            raise self.faults[name]

    def names(self) -> list[str]:
        return [name for name, _ in self.calls]

    def given(self, name: str) -> dict[str, Any]:
        return next(given for called, given in self.calls if called == name)

    async def locate(self, target: str, *, frame: str | None = None, presence: str = "visible",
                     timeout_ms: int | None = None) -> Node:  # fmt: skip
        self.note("locate", target=target, presence=presence, timeout_ms=timeout_ms)
        if target in self.missing:
            raise Failure("not_found", "Nothing there.")
        plain: dict[str, Any] = {
            "target": target, "id": "k3f9", "role": "button", "name": target, "tag": "button", "fingerprint": "f",
            "document": "d", "origin": "https://shop.example", "page_url": self.url,
        }  # fmt: skip
        return Node(**{**plain, **self.nodes.get(target, {})})

    async def verify(self, node: Node) -> None:
        self.note("verify", node=node)

    async def navigate(self, url: str) -> None:
        self.note("navigate", url=url)

    async def history(self, step: str) -> None:
        self.note("history", step=step)

    async def tab(self, mode: str, url: str | None) -> None:
        self.note("tab", mode=mode, url=url)

    async def click(self, node: Node, *, count: int = 1, hold_ms: int = 0) -> None:
        self.note("click", node=node, count=count, hold_ms=hold_ms)

    async def hover(self, node: Node) -> None:
        self.note("hover", node=node)

    async def drag(self, source: Node, destination: Node, steps: int) -> None:
        self.note("drag", source=source, destination=destination, steps=steps)

    async def scroll(self, direction: str, amount: int | None, node: Node | None) -> dict[str, Any]:
        self.note("scroll", direction=direction, amount=amount, node=node)
        return {"moved": amount or 0}

    async def reveal(self, node: Node) -> None:
        self.note("reveal", node=node)

    async def focus(self, node: Node) -> None:
        self.note("focus", node=node)

    async def fill(self, node: Node, value: str) -> str:
        self.note("fill", node=node, value=value)
        return value

    async def append(self, node: Node, value: str) -> str:
        self.note("append", node=node, value=value)
        return (node.value or "") + value

    async def field(self, name: str) -> Node:
        return await self.locate(name)

    async def choose(self, node: Node, values: Sequence[str]) -> list[str]:
        self.note("choose", node=node, values=list(values))
        return list(values)

    async def tick(self, node: Node, on: bool) -> bool:
        self.note("tick", node=node, on=on)
        return ("checked" in node.states) != on

    async def upload(self, node: Node, paths: Sequence[str]) -> None:
        self.note("upload", node=node, paths=list(paths))

    async def press(self, key: str, modifiers: Sequence[str], node: Node | None, hold_ms: int = 0) -> None:
        self.note("press", key=key, modifiers=list(modifiers), node=node, hold_ms=hold_ms)

    async def read(self, node: Node, attribute: str | None) -> Any:
        self.note("read", node=node, attribute=attribute)
        return "words"

    async def read_page(self, query: str | None) -> str:
        self.note("read_page", query=query)
        return "page"

    async def find(self, query: str, most: int = 8) -> list[Element]:
        self.note("find", query=query)
        return [] if query in self.missing else [Element(id="k3f9", role="button", name=query)]

    async def validity(self, node: Node | None) -> list[FieldValidity]:
        self.note("validity", node=node)
        return [
            FieldValidity(name="Email", valid=False, message="Fill this in."),
            FieldValidity(name="Note", valid=True),
        ]

    async def holds(self, condition: Condition) -> bool:
        self.note("holds", condition=condition)
        return self.holding.pop(0) if len(self.holding) > 1 else self.holding[0]

    async def sleep(self, ms: int) -> None:
        self.note("sleep", ms=ms)

    async def subtitle(self, text: str, *, wait: bool = False) -> None:
        self.note("subtitle", text=text, wait=wait)

    async def mark(self, nodes: Sequence[Node], *, labels: Sequence[str] = (), color: str | None = None,
                   fill: bool = False) -> None:  # fmt: skip
        self.note("mark", nodes=list(nodes), labels=list(labels), color=color, fill=fill)

    async def clear(self) -> None:
        self.note("clear")

    async def ask(self, question: str) -> str:
        self.note("ask", question=question)
        return self.answer

    async def wait_for(self, note: str) -> None:
        self.note("wait_for", note=note)

    async def hand_over(self, reason: str) -> None:
        self.note("hand_over", reason=reason)

    async def present(self, title: str, body: str) -> None:
        self.note("present", title=title, body=body)


class Asking:
    """The person: `choose` means something else for a page."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self._rehearsal = rehearsal

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rehearsal, name)

    async def choose(
        self, question: str, options: Sequence[str], *, free_text: bool, about: Sequence[Node] = ()
    ) -> Choice:
        self._rehearsal.note(
            "ask_choice", question=question, options=list(options), free_text=free_text, about=list(about)
        )
        return self._rehearsal.choice


def action(entry: Any, catalogue: Catalogue = CATALOGUE) -> Action:
    """An entry in any dialect as the one action it is."""
    (read,) = read_entries([entry], catalogue)
    assert not isinstance(read, Malformed), read.message
    return read


def fault(entry: Any) -> str:
    """Why an entry is no action."""
    (read,) = read_entries([entry])
    assert isinstance(read, Malformed), read
    return read.message


async def play(entry: Any, on: Rehearsal, **facts: Any) -> Result:
    """Perform an entry on the stage, as the executor would."""
    stage = Stage(page=on, overlay=on, person=Asking(on), facts=facts)  # type: ignore[arg-type]
    try:
        return await action(entry).perform(stage)
    except Failure as failure:
        return failure.result()
