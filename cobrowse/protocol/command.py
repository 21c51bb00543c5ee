"""What a face asks of the engine."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from cobrowse.protocol.event import Answer

Policy = Literal["all", "matters", "watch"]


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Say(_Command):
    """The person asked for something."""

    kind: Literal["say"] = "say"
    text: str = Field(min_length=1, max_length=20_000)


class Reply(_Command):
    """The person answered a question."""

    kind: Literal["reply"] = "reply"
    ask: str
    answer: Answer
    by: Literal["window", "page", "terminal", "script"] = "window"


class Stop(_Command):
    """End the turn now; nothing more is sent to the page."""

    kind: Literal["stop"] = "stop"


class TakeOver(_Command):
    """Pause the run: the person drives."""

    kind: Literal["take_over"] = "take_over"
    why: str = "You took over."


class Resume(_Command):
    """The person hands the browser back; the page is looked at anew."""

    kind: Literal["resume"] = "resume"


class SetPolicy(_Command):
    """Choose what the assistant asks for."""

    kind: Literal["set_policy"] = "set_policy"
    policy: Policy


class Revoke(_Command):
    """Ask again before an action on a site that was allowed for good."""

    kind: Literal["revoke"] = "revoke"
    origin: str
    action: str


class OpenAddress(_Command):
    """The person typed an address."""

    kind: Literal["open_address"] = "open_address"
    url: str


class ReopenBrowser(_Command):
    """Start the browser again after it was closed or died."""

    kind: Literal["reopen_browser"] = "reopen_browser"


class Undo(_Command):
    """Put back what a step overwrote."""

    kind: Literal["undo"] = "undo"
    step: str


class Look(_Command):
    """Look at the page and tell what is seen (an `Observed` event)."""

    kind: Literal["look"] = "look"


Command = Annotated[
    Say | Reply | Stop | TakeOver | Resume | SetPolicy | Revoke | OpenAddress | ReopenBrowser | Undo | Look,
    Field(discriminator="kind"),
]
