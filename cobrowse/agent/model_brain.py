"""A language model as a brain: it is shown the page and proposes what to do next, in the `json` protocol."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from typing import Any, Literal, Protocol

from cobrowse.agent.prompt import BUDGET, LOCAL_BUDGET, JsonPrompt, Outline
from cobrowse.llm import AnswerTooLong, ChatModel, Message, PromptTooLong
from cobrowse.llm.handles import Handles
from cobrowse.llm.schema import SMALL_SET, reply_schema
from cobrowse.protocol.brain import BrainError, Proposal, Spent, Thought, View, Words

_SMALLEST_BUDGET = 700
"""Characters of page text below which a model is of no use."""
_LONGEST_COMPLAINT, _LONGEST_ECHO = 400, 2_000
_NOT_TARGETS = frozenset(
    {"type", "action", "value", "values", "text", "response", "question", "reason", "note", "query", "url", "key"}
)


class Reading(Protocol):
    """What a reply says, as `cobrowse.actions.dialect.read_reply` reads it."""

    @property
    def entries(self) -> Sequence[Any]: ...
    @property
    def prose(self) -> str: ...
    @property
    def problems(self) -> Sequence[str]: ...


Read = Callable[[str], Reading]


class ModelBrain:
    """Proposes what a model proposes.

    `action_lines` are the catalogue's (`click{selector} — …`). `schema` holds a model to the few actions that a small
    one can handle and to the elements that are there; `auto` does so on this machine. `budget` is in characters.
    """

    def __init__(
        self,
        model: ChatModel,
        read: Read,
        outline: Outline,
        action_lines: Sequence[str],
        *,
        schema: Literal["auto", "on", "off"] = "auto",
        budget: int | None = None,
        max_tokens: int = 1024,
        temperature: float | None = None,
    ) -> None:
        self.model = model
        self.read = read
        self.constrained = schema == "on" or (schema == "auto" and model.local)
        names = {re.split(r"\W", line, maxsplit=1)[0]: line for line in action_lines}
        self.names: Collection[str] = names.keys() & SMALL_SET
        self.prompt = JsonPrompt([names[n] for n in names if not self.constrained or n in self.names], outline)
        self.budget = budget or (LOCAL_BUDGET if model.local else BUDGET)
        self.max_tokens = max_tokens
        self.temperature = 0.0 if temperature is None and model.local else temperature

    @property
    def name(self) -> str:
        """`openai:NAME`."""
        return str(self.model.spec)

    def begin(self, goal: str) -> ModelThinker:
        """Start on a request."""
        return ModelThinker(self)


class ModelThinker:
    """One turn. It remembers how much page the model can take in."""

    def __init__(self, brain: ModelBrain) -> None:
        self._brain = brain
        self._budget = brain.budget

    async def think(self, view: View) -> AsyncGenerator[Thought, None]:
        """Ask the model, once more when its reply cannot be used or broke off unseen. Raises `BrainError`."""
        complaint: list[Message] = []
        for last in (False, True):
            reply = _Reply()
            try:
                async with aclosing(self._ask(view, complaint, reply)) as thoughts:
                    async for thought in thoughts:
                        yield thought
            except AnswerTooLong as cut:
                if last:
                    raise
                complaint = _complain(reply.text, f"{cut} Answer again, much shorter.")
                continue
            except BrainError as fault:
                if last or fault.kind != "network" or reply.said or not reply.text:
                    raise
                continue
            reading = self._brain.read(reply.text)
            if proposal := _proposal(reading, view):
                if words := reply.unsaid(reading.prose):
                    yield Words(words)
                yield proposal
                return
            complaint = _complain(reply.text, "; ".join(reading.problems) or "It holds no action.")
        raise BrainError(
            f"{self._brain.name} did not answer with anything that can be done, also when asked again. "
            "Say it differently, or choose another model in Settings → Model.",
            kind="reply",
        )

    async def _ask(self, view: View, complaint: list[Message], reply: _Reply) -> AsyncGenerator[Thought, None]:
        """Stream one reply into `reply`, with less and less of the page while it is too long for the model."""
        brain = self._brain
        schema = reply_schema(view.observation, brain.names) if brain.constrained else None
        while True:
            messages = [*brain.prompt.messages(view, budget=self._budget), *complaint]
            stream = brain.model.stream(
                messages, max_tokens=brain.max_tokens, temperature=brain.temperature, schema=schema
            )
            try:
                async with aclosing(stream) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, Spent):
                            yield piece
                        elif words := reply.take(piece):
                            yield Words(words)
                return
            except PromptTooLong:
                if self._budget // 2 < _SMALLEST_BUDGET:
                    raise
                self._budget //= 2


class _Reply:
    """A reply while it comes in. Prose is let out word by word, up to the first thing that may be JSON or markup."""

    _OPENING = re.compile(r"[{\[`<]|^\s*(?:json|actions?|functions?)\b", re.IGNORECASE)

    def __init__(self) -> None:
        self.text = ""
        self.said = ""
        self._closed = False

    def take(self, piece: str) -> str:
        """Add a piece; return the words that can be shown now."""
        self.text += piece
        if self._closed:
            return ""
        opening = self._OPENING.search(self.text)
        self._closed = opening is not None
        end = opening.start() if opening else _last_break(self.text)
        words = self.text[len(self.said) : end]
        self.said += words
        return words if words.strip() or self.said.strip() else ""

    def unsaid(self, prose: str) -> str:
        """The part of the prose that was not let out yet."""
        said, whole = self.said.strip(), prose.strip()
        if not whole.startswith(said):
            return ""
        rest = whole[len(said) :]
        # White space that was let out already is not said twice.
        return rest.lstrip() if self.said[-1:].isspace() else rest


def _last_break(text: str) -> int:
    """Where the last word that may still be growing begins."""
    return max(text.rfind(" "), text.rfind("\n")) + 1


def _proposal(reading: Reading, view: View) -> Proposal | None:
    """What to do, or None when the reply cannot be used. Prose alone is the final answer."""
    if reading.entries:
        handles = Handles(view.observation)
        return Proposal(tuple(_with_targets(entry, handles) for entry in reading.entries))
    prose = reading.prose.strip()
    if prose and not reading.problems:
        return Proposal(({"type": "done", "response": prose},))
    return None


def _with_targets(value: Any, handles: Handles, key: str = "") -> Any:
    """An entry with handles replaced by targets, at any depth; texts that are to be typed or said stay as they are."""
    if isinstance(value, dict):
        return {name: _with_targets(inner, handles, str(name)) for name, inner in value.items()}
    if isinstance(value, list) and key == "values":
        return [_with_targets(inner, handles, key) for inner in value]
    return handles.target(value) if isinstance(value, str) and key not in _NOT_TARGETS else value


def _complain(reply: str, problem: str) -> list[Message]:
    demand = 'Answer with JSON only, such as {"actions":[{"type":"done","response":"…"}]}.'
    return [
        Message("assistant", reply[:_LONGEST_ECHO] or "(nothing)"),
        Message("user", f"That reply cannot be used. {problem[:_LONGEST_COMPLAINT]}\n{demand}"),
    ]
