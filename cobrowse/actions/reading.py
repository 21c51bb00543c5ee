"""Reading the page."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Extract(Action):
    """Read one property or attribute of an element; its text if none is named."""

    type: Literal["extract"] = "extract"
    selector: Target = Field(description="What to read.")
    attribute: str | None = Field(
        None, max_length=100, description="Property or attribute, such as value, href, checked."
    )

    bundle = Bundle.PAGE
    effect = Effect.READ
    icon = "extract"
    title = "Read {selector}"
    aliases = ("get_text", "read")
    examples = ({"type": "extract", "selector": "#total"}, {"type": "extract", "selector": "k3f9", "attribute": "href"})

    async def perform(self, stage: Stage) -> Result:
        """Read it; what belongs to a secret field is masked."""
        node = await stage.node(self.selector, presence="attached")
        value = await stage.page.read(node, self.attribute)
        return Result.success(value=value).with_data(**match_data(node.matched, node.used))


class ReadPage(Action):
    """Read the text of the page, or the passages about something."""

    type: Literal["read_page"] = "read_page"
    query: str | None = Field(None, max_length=300, description="What to look for.")

    bundle = Bundle.PAGE
    effect = Effect.READ
    icon = "read"
    title = "Read the page {query}"
    examples = ({"type": "read_page", "query": "returns"},)

    async def perform(self, stage: Stage) -> Result:
        """The text that a person can see."""
        return Result.success(value=await stage.page.read_page(self.query))


class Find(Action):
    """Find where on the page something is, also in what was left out of the page's summary."""

    type: Literal["find"] = "find"
    query: str = Field(min_length=1, max_length=300, description="Words to look for.")

    bundle = Bundle.PAGE
    effect = Effect.READ
    icon = "find"
    title = "Find {query}"
    aliases = ("search_page",)
    examples = ({"type": "find", "query": "delivery address"},)

    async def perform(self, stage: Stage) -> Result:
        """The best matches with their ids."""
        found = await stage.page.find(self.query)
        rows = [{"id": e.id, "role": e.role, "name": e.name, "section": e.section} for e in found]
        if not rows:
            return Result.failure(
                "not_found", f"Nothing on the page matches “{self.query}”. Try other words, or scroll."
            )
        return Result.success(found=rows)
