"""Talking with the person."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage

Label = Annotated[str, StringConstraints(min_length=1, max_length=300)]


class AskUser(Action):
    """Ask the person a question that they answer in their own words.

    The answer is in the result's `value`.
    """

    type: Literal["ask_user"] = "ask_user"
    question: str = Field(min_length=1, max_length=1000, description="The question.")

    bundle = Bundle.FLOW
    effect = Effect.READ
    icon = "ask"
    title = "Ask: {question}"
    aliases = ("ask",)
    examples = ({"type": "ask_user", "question": "Which name shall be on the parcel?"},)

    async def perform(self, stage: Stage) -> Result:
        """Wait for the answer."""
        return Result.success(value=await stage.person.ask(self.question))


class AskUserChoice(Action):
    """Ask the person to pick one of two to six options; better than a free question when the answers are few.

    They pick with a click or a number key. What they write themselves in the last row comes back with index -1.
    """

    type: Literal["ask_user_choice"] = "ask_user_choice"
    question: str = Field(min_length=1, max_length=1000, description="The question.")
    options: list[Label] = Field(min_length=2, max_length=6, description="The options, short.")
    allow_free_text: bool = Field(True, description="Whether they may answer something else.")
    about: list[Target] | None = Field(None, max_length=6, description="The element that each option means, framed.")

    bundle = Bundle.FLOW
    effect = Effect.READ
    icon = "choice"
    title = "Ask: {question}"
    aliases = ("ask_choice",)
    parameter_aliases = {"choices": "options"}
    examples = ({"type": "ask_user_choice", "question": "Which size?", "options": ["Small", "Large"]},)

    async def perform(self, stage: Stage) -> Result:
        """Frame what the options mean, and wait for the pick. An answer of their own has index -1."""
        nodes = [await stage.node(target) for target in self.about or ()]
        picked = await stage.person.choose(self.question, self.options, free_text=self.allow_free_text, about=nodes)
        return Result.success(index=picked.index, value=picked.value)


class Pause(Action):
    """Wait until the person presses Space or Continue.

    Not offered where every sentence waits for the person anyway.
    """

    type: Literal["pause"] = "pause"
    note: str | None = Field(None, max_length=500, description="What they may want to do meanwhile.")

    bundle = Bundle.FLOW
    effect = Effect.READ
    icon = "pause"
    title = "Wait for you {note}"
    examples = ({"type": "pause", "note": "Have a look at the summary."},)

    async def perform(self, stage: Stage) -> Result:
        """Wait."""
        await stage.person.wait_for(self.note or "Continue when you are ready.")
        return Result.success()


class TrackIntent(Action):
    """Note in the timeline what the person seems to want."""

    type: Literal["track_intent"] = "track_intent"
    intent: str = Field(min_length=1, max_length=300, description="In a few words.")

    bundle = Bundle.EXTRA
    effect = Effect.READ
    icon = "flag"
    title = "Understood: {intent}"
    examples = ({"type": "track_intent", "intent": "compare delivery prices"},)

    async def perform(self, stage: Stage) -> Result:
        """Nothing but the row itself."""
        return Result.success(intent=self.intent)


class EscalateToHuman(Action):
    """Hand the browser to the person, for what only they can do: signing in, a puzzle, a decision.

    They are told also when the window is not in front. The run goes on, with a new look at the page, when they hand back.
    """

    type: Literal["escalate_to_human"] = "escalate_to_human"
    reason: str = Field(min_length=1, max_length=500, description="What they need to do.")

    bundle = Bundle.EXTRA
    effect = Effect.READ
    icon = "hand-over"
    title = "Your turn: {reason}"
    aliases = ("escalate", "hand_over")
    examples = ({"type": "escalate_to_human", "reason": "Please sign in, then hand back."},)

    async def perform(self, stage: Stage) -> Result:
        """Wait until they hand it back."""
        await stage.person.hand_over(self.reason)
        return Result.success()


class Present(Action):
    """Show a card with a title and text in the chat."""

    type: Literal["present"] = "present"
    heading: str = Field(min_length=1, max_length=200, description="Title of the card.")
    body: str = Field(max_length=4000, description="Its text, Markdown.")

    bundle = Bundle.EXTRA
    effect = Effect.READ
    icon = "card"
    title = "Show {heading}"
    aliases = ("present_surface",)
    parameter_aliases = {"title": "heading", "text": "body", "content": "body"}
    examples = ({"type": "present", "heading": "Two offers", "body": "- **A**: £6.20"},)

    async def perform(self, stage: Stage) -> Result:
        """Show it."""
        await stage.person.present(self.heading, self.body)
        return Result.success()
