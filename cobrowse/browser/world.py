"""Our scripts' own world in every document: the page can neither see it nor patch it.

Each DevTools session covers one frame tree that lives in one process. `Worlds` keeps track of its documents; a `Frame`
is one document with its isolated world.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ada_url
from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from cobrowse.browser.bundle import page_bundle
from cobrowse.browser.clock import Clock
from cobrowse.protocol.result import Failure

WORLD = "cobrowse"
BINDING = "cobrowseSignal"
CALL = "function(name, ...args) { return globalThis.cobrowse[name](...args); }"
DEADLINE_MS = 4000


def origin_of(url: str) -> str:
    """Scheme, host and port as a browser sees them; the address itself when it has no origin."""
    try:
        return ada_url.URL(url).origin
    except ValueError:
        return url


@dataclass(slots=True)
class Handle:
    """A node in the page, held until the document goes."""

    frame: Frame
    object_id: str

    async def call(self, name: str, *args: Any, timeout_ms: int = DEADLINE_MS) -> Any:
        """`cobrowse.NAME(node, …args)`, by value."""
        return await self.frame.call(name, self, *args, timeout_ms=timeout_ms)


@dataclass(slots=True, eq=False)
class Frame:
    """One document of a tab. Calls raise `Failure`: `navigation` when it has gone, `timeout` when it does not answer."""

    worlds: Worlds
    id: str
    parent_id: str | None = None
    url: str = ""
    document: str = ""
    """Loader id: another value is another document."""
    context: str = ""
    """Unique id of our world's execution context; empty while there is none."""
    context_id: int = 0
    """The same context's number within its session, as events name it."""
    key: str = ""
    """Short name within the tab: empty for the main frame."""
    parent: Frame | None = None
    note: str = ""
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    _owner: tuple[str, Handle] | None = None

    @property
    def origin(self) -> str:
        """Scheme, host and port of the document."""
        return origin_of(self.url)

    @property
    def session(self) -> CDPSession:
        """The DevTools session that reaches it."""
        return self.worlds.session

    async def call(self, name: str, *args: Any, timeout_ms: int = DEADLINE_MS) -> Any:
        """`cobrowse.NAME(…args)` in our world, by value; promises are awaited."""
        reply = await self._call(name, args, True, timeout_ms)
        return reply.get("value")

    async def handle(self, name: str, *args: Any, timeout_ms: int = DEADLINE_MS) -> Handle | None:
        """The same, giving the node that the function returned, or None."""
        reply = await self._call(name, args, False, timeout_ms)
        return Handle(self, reply["objectId"]) if "objectId" in reply else None

    async def _call(self, name: str, args: tuple[Any, ...], by_value: bool, timeout_ms: int) -> dict[str, Any]:
        try:
            async with self.worlds.clock.limit(timeout_ms / 1000):
                await self.ready.wait()
                reply = await self.session.send(
                    "Runtime.callFunctionOn",
                    {
                        "functionDeclaration": CALL,
                        "uniqueContextId": self.context,
                        "arguments": [{"value": name}, *map(_argument, args)],
                        "returnByValue": by_value,
                        "awaitPromise": True,
                    },
                )
        except TimeoutError as error:
            raise Failure("timeout", f"The page did not answer within {timeout_ms / 1000:g} s.") from error
        except PlaywrightError as error:
            raise Failure("navigation", "The page changed while it was being used. Look at it again.") from error
        if "exceptionDetails" in reply:
            raise _page_failure(reply["exceptionDetails"])
        return reply["result"]

    async def send(self, method: str, params: dict[str, Any] | None = None, timeout_ms: int = DEADLINE_MS) -> Any:
        """A raw DevTools command on this frame's session, with a deadline."""
        return await send(self.session, method, params, timeout_ms, self.worlds.clock)

    async def resolve(self, backend_node: int) -> Handle | None:
        """A node known by its DevTools number, as our world sees it; None when it has gone."""
        try:
            reply = await self.send(
                "DOM.resolveNode", {"backendNodeId": backend_node, "executionContextId": self.context_id}
            )
        except Failure:
            return None
        found = reply["object"].get("objectId")
        return Handle(self, found) if found else None

    async def owner(self) -> Handle | None:
        """The element that holds this frame, in the world of its parent; None for the main frame."""
        if self.parent is None:
            return None
        if self._owner is None or self._owner[0] != self.parent.context:
            reply = await self.parent.send("DOM.getFrameOwner", {"frameId": self.id})
            handle = await self.parent.resolve(reply["backendNodeId"])
            self._owner = (self.parent.context, handle) if handle else None
        return self._owner[1] if self._owner else None

    async def offset(self) -> tuple[float, float]:
        """Where its viewport lies in the tab's viewport, CSS pixels."""
        x = y = 0.0
        frame: Frame | None = self
        while frame is not None and frame.parent is not None:
            left, top = await frame.parent.worlds.owner_offset(frame.id)
            x, y, frame = x + left, y + top, frame.parent
        return x, y


def _argument(value: Any) -> dict[str, Any]:
    return {"objectId": value.object_id} if isinstance(value, Handle) else {"value": value}


def _page_failure(details: dict[str, Any]) -> Failure:
    """A page script says `throw {reason, message, data}` for what it expects to go wrong."""
    thrown = details.get("exception", {})
    text = thrown.get("description") or thrown.get("value") or details.get("text", "")
    marker = "cobrowse:"
    if isinstance(text, str) and marker in text:
        try:
            fault, _ = json.JSONDecoder().raw_decode(text[text.index(marker) + len(marker) :])
            return Failure(fault["reason"], fault["message"], **fault.get("data", {}))
        except (ValueError, KeyError):
            pass
    return Failure(
        "unknown", f"The page could not be read here ({str(text).splitlines()[0] if text else 'no reason given'})."
    )


async def send(
    session: CDPSession,
    method: str,
    params: dict[str, Any] | None = None,
    timeout_ms: int = DEADLINE_MS,
    clock: Clock | None = None,
) -> Any:
    """A DevTools command that ends: with its reply, or a `Failure`."""
    try:
        async with (clock or Clock()).limit(timeout_ms / 1000):
            return await session.send(method, params or {})
    except TimeoutError as error:
        raise Failure("timeout", f"The browser did not answer within {timeout_ms / 1000:g} s.") from error
    except PlaywrightError as error:
        raise Failure(
            "navigation", f"The page changed while it was being used ({method}). Look at it again."
        ) from error


class Worlds:
    """Our worlds in all documents of one DevTools session."""

    def __init__(
        self, session: CDPSession, on_signal: Callable[[Frame, dict[str, Any]], None], clock: Clock | None = None
    ) -> None:
        self.session = session
        self.clock = clock or Clock()
        self.frames: dict[str, Frame] = {}
        self.root = ""
        """Frame id of the topmost document of this session."""
        self.attached: dict[str, str] = {}
        """Frame id → id of the frame it was attached to; kept when the frame moves to another process."""
        self._on_signal = on_signal

    async def start(self) -> None:
        """Put our scripts into every document there is and every one to come."""
        for event, handler in (
            ("Runtime.executionContextCreated", self._context_created),
            ("Runtime.executionContextDestroyed", self._context_destroyed),
            ("Runtime.executionContextsCleared", self._contexts_cleared),
            ("Runtime.bindingCalled", self._binding_called),
            ("Page.frameAttached", self._frame_attached),
            ("Page.frameNavigated", self._frame_navigated),
            ("Page.navigatedWithinDocument", self._navigated_within),
            ("Page.frameDetached", self._frame_detached),
        ):
            self.session.on(event, handler)
        await self.session.send("Page.enable")
        tree = (await self.session.send("Page.getFrameTree"))["frameTree"]
        self.root = tree["frame"]["id"]
        self._adopt(tree)
        await self.session.send("Runtime.addBinding", {"name": BINDING, "executionContextName": WORLD})
        await self.session.send("Runtime.enable")
        await self.session.send(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": page_bundle(), "worldName": WORLD, "runImmediately": True},
        )

    async def owner_offset(self, frame_id: str) -> tuple[float, float]:
        """Where the content of the frame element that holds `frame_id` begins, in this session's viewport."""
        owner = await send(self.session, "DOM.getFrameOwner", {"frameId": frame_id})
        model = await send(self.session, "DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
        left, top = model["model"]["content"][:2]
        return left, top

    def _adopt(self, tree: dict[str, Any]) -> None:
        self._frame_navigated({"frame": tree["frame"]})
        for child in tree.get("childFrames", ()):
            self._adopt(child)

    def _frame(self, frame_id: str) -> Frame:
        if frame_id not in self.frames:
            self.frames[frame_id] = Frame(self, frame_id)
        return self.frames[frame_id]

    def _frame_attached(self, event: dict[str, Any]) -> None:
        self._frame(event["frameId"]).parent_id = event["parentFrameId"]
        self.attached[event["frameId"]] = event["parentFrameId"]

    def _frame_navigated(self, event: dict[str, Any]) -> None:
        data = event["frame"]
        frame = self._frame(data["id"])
        if frame.document != data["loaderId"]:
            self._drop_children(frame.id)
        frame.parent_id = data.get("parentId")
        frame.url = data["url"] + data.get("urlFragment", "")
        frame.document = data["loaderId"]

    def _drop_children(self, frame_id: str) -> None:
        """A new document has none of the old one's frames."""
        for child in [known.id for known in self.frames.values() if known.parent_id == frame_id]:
            self._drop_children(child)
            self.frames.pop(child, None)

    def _navigated_within(self, event: dict[str, Any]) -> None:
        self._frame(event["frameId"]).url = event["url"]

    def _frame_detached(self, event: dict[str, Any]) -> None:
        self.frames.pop(event["frameId"], None)

    def _context_created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["name"] == WORLD:
            frame = self._frame(context["auxData"]["frameId"])
            frame.context, frame.context_id = context["uniqueId"], context["id"]
            frame.ready.set()

    def _context_destroyed(self, event: dict[str, Any]) -> None:
        self._forget(lambda frame: frame.context == event.get("executionContextUniqueId"))

    def _contexts_cleared(self, _: dict[str, Any]) -> None:
        self._forget(lambda _: True)

    def _forget(self, gone: Callable[[Frame], bool]) -> None:
        for frame in self.frames.values():
            if gone(frame):
                frame.context = ""
                frame.ready.clear()

    def _binding_called(self, event: dict[str, Any]) -> None:
        frame = next((frame for frame in self.frames.values() if frame.context_id == event["executionContextId"]), None)
        if event["name"] != BINDING or frame is None:
            return
        try:
            payload = json.loads(event["payload"][:20_000])
        except ValueError:
            return
        if isinstance(payload, dict):
            self._on_signal(frame, payload)
