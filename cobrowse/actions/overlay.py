"""Drawing into the page for the person to see."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage

Color = str


class Narrate(Action):
    """Say a sentence in a subtitle; `about` frames the element it is about first.

    In a narrated turn the person presses Space to go on.
    """

    type: Literal["narrate"] = "narrate"
    text: str = Field(min_length=1, max_length=2000, description="One or two short sentences.")
    about: Target | None = Field(None, description="What it is about.")

    bundle = Bundle.CORE
    effect = Effect.READ
    icon = "narrate"
    title = "Say {text}"
    aliases = ("say",)
    examples = ({"type": "narrate", "text": "Your basket is here.", "about": 'link "Basket"'},)

    async def perform(self, stage: Stage) -> Result:
        """Frame, bring into view, say."""
        if self.about:
            node = await stage.node(self.about)
            await stage.page.reveal(node)
            await stage.overlay.mark([node])
        await stage.overlay.subtitle(self.text, wait=bool(stage.facts.get("wait_after_narration")))
        return Result.success()


class _Mark(Action):
    selector: Target = Field(description="What to show.")
    color: Color | None = Field(
        None,
        pattern=r"^(#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,20})$",
        description="A CSS colour name or #rrggbb.",
    )
    label: str | None = Field(None, max_length=80, description="A few words beside it.")

    effect = Effect.READ

    async def perform(self, stage: Stage) -> Result:
        """Bring it into view and mark it; what was marked before is not any more."""
        node = await stage.node(self.selector)
        await stage.page.reveal(node)
        await stage.overlay.mark(
            [node], labels=[self.label] if self.label else [], color=self.color, fill=self.action_name() == "highlight"
        )
        return Result.success().with_data(**match_data(node.matched, node.used))


class Border(_Mark):
    """Draw a border around an element.

    One at a time: what was framed or tinted before is not any more. Not offered where `narrate` frames what it is about.
    """

    type: Literal["border"] = "border"
    bundle = Bundle.CORE
    icon = "border"
    title = "Frame {selector}"
    examples = ({"type": "border", "selector": 'button "Check out"', "label": "Here"},)


class Highlight(_Mark):
    """Tint a passage or an element.

    One at a time, like `border`; better than a border for words in a text.
    """

    type: Literal["highlight"] = "highlight"
    bundle = Bundle.EXTRA
    icon = "highlight"
    title = "Highlight {selector}"
    examples = ({"type": "highlight", "selector": "k3f9"},)


class ClearOverlays(Action):
    """Remove subtitle, borders and highlights."""

    type: Literal["clear_overlays"] = "clear_overlays"
    bundle = Bundle.PAGE
    effect = Effect.READ
    icon = "clear"
    title = "Clear what was drawn"
    aliases = ("clear_overlay",)
    examples = ({"type": "clear_overlays"},)

    async def perform(self, stage: Stage) -> Result:
        """Clear everything."""
        await stage.overlay.clear()
        return Result.success()
