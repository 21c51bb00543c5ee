"""What the engine tells its faces, and what the journal keeps. Everything shown can be rebuilt from these."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from cobrowse.protocol.result import Result

StepStatus = Literal["pending", "waiting", "running", "done", "failed", "refused", "skipped", "cancelled"]
TurnOutcome = Literal["done", "blocked", "failed", "refused", "cancelled"]
AskKind = Literal["approval", "choice", "text", "pause", "hand_over"]
Tone = Literal["info", "warning", "error"]
Authority = Literal["policy", "grant", "person", "rule"]
"""On whose word something was allowed or refused; `rule` refuses outright, whatever the policy."""


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float = Field(default_factory=time.time)
    """Seconds since the epoch."""


class Step(BaseModel):
    """One action's life, as it is now. The label is ready to show."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    turn: str
    index: int
    """Place in its turn, from 0."""
    name: str
    """The action's canonical name, or what the brain called it when that is not an action."""
    action: dict[str, Any]
    icon: str
    label: str
    about: str = ""
    """The element, value or address, shown beside the label in a softer colour."""
    status: StepStatus = "pending"
    result: Result | None = None
    ms: int | None = None
    """How long it ran, milliseconds, without waiting for the person."""
    undoable: bool = False
    digest: str = ""
    """Of what was done, exactly (see `Judged`); empty while nothing was."""

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.status not in ("pending", "waiting", "running")


class Fact(BaseModel):
    """One line of an approval card."""

    model_config = ConfigDict(frozen=True)

    label: str
    value: str
    was: str = ""
    """What stands there now and would be replaced."""


class Ask(BaseModel):
    """A question to the person. `approval` asks are made from the action and the element, never from a model's words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: AskKind
    title: str
    """The question itself: “Press “Place order”?”."""
    where: str = ""
    """Element, site and where it leads: `button “Place order” · shop.example · sends the form to shop.example`."""
    why: str = ""
    """Why it is asked."""
    facts: tuple[Fact, ...] = ()
    options: tuple[str, ...] = ()
    allow_free_text: bool = False
    editable: str | None = None
    """Current text of the value that may be edited before approving, if there is one."""
    consequential: bool = False
    """Answered in the window or the terminal only, never in the page."""
    grantable: bool = False
    """Whether “always on this site” is offered."""
    step: str | None = None
    digest: str = ""
    """Of what would be done, exactly; empty for what is no action."""


class Answer(BaseModel):
    """What the person said to an `Ask`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["approve", "always", "reject", "skip", "edit", "choice", "text", "continue", "stop", "expired"]
    """`expired` is the engine's: the page that was asked about has gone."""
    index: int | None = None
    """Of the option chosen, from 0; -1 for an answer of their own."""
    text: str | None = None
    """The words, the chosen option, or the edited value."""


class SessionStarted(_Event):
    """The engine is ready."""

    kind: Literal["session_started"] = "session_started"
    session: str
    brain: str
    policy: str


class TurnStarted(_Event):
    """A person asked for something."""

    kind: Literal["turn_started"] = "turn_started"
    turn: str
    text: str


class SaidPart(_Event):
    """A further piece of an answer that is being streamed. Not journaled: `Said` follows."""

    kind: Literal["said_part"] = "said_part"
    turn: str
    text: str


class Said(_Event):
    """The assistant said something, whole. Replaces the parts streamed since the last one."""

    kind: Literal["said"] = "said"
    turn: str
    text: str


class StepChanged(_Event):
    """A step was planned, or its status changed."""

    kind: Literal["step_changed"] = "step_changed"
    step: Step


class Asked(_Event):
    """The run waits for the person."""

    kind: Literal["asked"] = "asked"
    turn: str
    ask: Ask


class Answered(_Event):
    """The person (or a scripted answer, or the end of a run) settled a question."""

    kind: Literal["answered"] = "answered"
    ask: str
    answer: Answer
    by: Literal["window", "page", "terminal", "script", "engine"] = "window"
    digest: str = ""
    """Of what was allowed, with the person's own value when they gave one; empty for a no."""


class Judged(_Event):
    """An action was allowed or refused, before anything of it was done; what only looks is told when it is refused.

    `digest` is SHA-256 over action, value, element, document and origin: what ran is what was allowed when the step that
    ran, the decision and the answer carry the same one.
    """

    kind: Literal["judged"] = "judged"
    turn: str
    step: str
    """Empty for what has no row in the timeline."""
    action: str
    about: str = ""
    """The element, by role and name."""
    site: str = ""
    verdict: Literal["allowed", "refused"]
    by: Authority
    why: str = ""
    digest: str = ""
    ask: str = ""
    """The question that the person answered."""


class TurnEnded(_Event):
    """Nothing more happens for this request."""

    kind: Literal["turn_ended"] = "turn_ended"
    turn: str
    outcome: TurnOutcome
    response: str = ""
    retryable: bool = False
    """Whether asking the same again makes sense (no network, a spent quota)."""


class PageChanged(_Event):
    """The active tab shows another address or title, or the tabs changed."""

    kind: Literal["page_changed"] = "page_changed"
    url: str
    title: str = ""
    tabs: tuple[str, ...] = ()


class Observed(_Event):
    """The page was looked at; `text` is exactly what a model would see."""

    kind: Literal["observed"] = "observed"
    turn: str
    url: str
    text: str
    elements: int
    nodes: int
    ms: float


class ControlChanged(_Event):
    """Who drives now."""

    kind: Literal["control_changed"] = "control_changed"
    who: Literal["assistant", "person"]
    why: str = ""


class Notice(_Event):
    """Something the person should know, outside any answer."""

    kind: Literal["notice"] = "notice"
    tone: Tone
    text: str
    offer: Literal["", "reopen_browser", "connect_model"] = ""
    """What the face may offer as a button."""


class Used(_Event):
    """What a model call cost."""

    kind: Literal["used"] = "used"
    turn: str
    input_tokens: int
    output_tokens: int


class Grant(BaseModel):
    """An action that the person allowed on a site for good."""

    model_config = ConfigDict(frozen=True)

    origin: str
    action: str
    site: str
    """The origin as it is shown to a person."""
    words: str
    """What the action is called, such as “Click”."""


class GrantsChanged(_Event):
    """What is allowed for good, all of it; told at the start and whenever it changes."""

    kind: Literal["grants_changed"] = "grants_changed"
    grants: tuple[Grant, ...] = ()


class SettingChanged(_Event):
    """The person changed how the assistant works."""

    kind: Literal["setting_changed"] = "setting_changed"
    name: Literal["policy", "brain"]
    value: str


Event = Annotated[
    SessionStarted
    | TurnStarted
    | SaidPart
    | Said
    | StepChanged
    | Asked
    | Answered
    | Judged
    | TurnEnded
    | PageChanged
    | Observed
    | ControlChanged
    | Notice
    | Used
    | GrantsChanged
    | SettingChanged,
    Field(discriminator="kind"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads and writes events as JSON."""
