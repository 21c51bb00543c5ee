"""Going places: addresses, history, tabs, links."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from cobrowse.actions.pointer import match_data
from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Result
from cobrowse.protocol.stage import Stage


class Navigate(Action):
    """Go to an address: a full `url`, or a `path` on the present site.

    Only http and https. Where the host gave a list of pages, a path that is not on it is refused, and the list told.
    """

    type: Literal["navigate"] = "navigate"
    url: str | None = Field(None, max_length=4000, description="Full address.")
    path: str | None = Field(None, max_length=4000, description="Path on the present site, such as /basket.")

    bundle = Bundle.CORE
    effect = Effect.SIDE_EFFECT
    icon = "navigate"
    title = "Go to {url}{path}"
    gives = ("url", "path")
    goes = True
    aliases = ("go_to", "goto", "open_url")
    asks = (
        "Asks when it goes to another site, unless that site is on the list of the session or was named in the request."
    )
    examples = ({"type": "navigate", "url": "https://example.org/help"}, {"type": "navigate", "path": "/basket"})

    @model_validator(mode="after")
    def _one_place(self) -> Navigate:
        if (self.url is None) == (self.path is None):
            raise ValueError("needs either url or path")
        return self

    async def perform(self, stage: Stage) -> Result:
        """Go there; the gate has resolved the address and judged it."""
        await stage.page.navigate(stage.facts.get("address") or self.url or self.path or "")
        return Result.success(url=stage.page.url)


class _History(Action):
    bundle = Bundle.PAGE
    effect = Effect.LOCAL

    async def perform(self, stage: Stage) -> Result:
        """Go through the tab's history."""
        await stage.page.history(self.action_name())  # type: ignore[arg-type]
        return Result.success(url=stage.page.url)


class Back(_History):
    """Go back one page."""

    type: Literal["back"] = "back"
    icon = "back"
    title = "Go back"
    aliases = ("go_back",)
    examples = ({"type": "back"},)


class Forward(_History):
    """Go forward one page."""

    type: Literal["forward"] = "forward"
    icon = "forward"
    title = "Go forward"
    aliases = ("go_forward",)
    examples = ({"type": "forward"},)


class Reload(_History):
    """Load the page again."""

    type: Literal["reload"] = "reload"
    icon = "reload"
    title = "Load the page again"
    aliases = ("refresh",)
    examples = ({"type": "reload"},)


class Tab(Action):
    """Open an address in a new tab, return to the tab before, switch to another of this session's tabs, or close this one."""

    type: Literal["tab"] = "tab"
    mode: Literal["open", "return", "switch", "close"] = Field(description="What to do.")
    url: str | None = Field(None, max_length=4000, description="Address to open, or of the tab to switch to.")

    bundle = Bundle.PAGE
    effect = Effect.SIDE_EFFECT
    icon = "tab"
    title = "Tab: {mode} {url}"
    gives = ("url",)
    goes = True
    asks = "`open` asks like `navigate`; the others never ask."
    examples = ({"type": "tab", "mode": "open", "url": "https://example.org/terms"},)

    @model_validator(mode="after")
    def _open_needs_an_address(self) -> Tab:
        if self.mode in ("open", "switch") and not self.url:
            raise ValueError(f"mode {self.mode} needs url")
        return self

    async def perform(self, stage: Stage) -> Result:
        """Change tabs."""
        await stage.page.tab(self.mode, stage.facts.get("address") or self.url)
        return Result.success(url=stage.page.url)


class Link(Action):
    """Follow a link. Its real destination must be an allowed one.

    What is no link is not clicked. The destination is read from the page, whatever the link's words say.
    """

    type: Literal["link"] = "link"
    selector: Target = Field(description="The link.")

    bundle = Bundle.PAGE
    effect = Effect.SIDE_EFFECT
    icon = "link"
    title = "Follow {selector}"
    aliases = ("follow_link",)
    asks = "Asks when it leaves the site or downloads something."
    examples = ({"type": "link", "selector": 'link "Returns"'},)

    async def perform(self, stage: Stage) -> Result:
        """Click it; what is no link is refused, so that “follow” never presses a button."""
        node = await stage.node(self.selector)
        if not node.href:
            return Result.failure("invalid", f"{node.described} is not a link. Use click for it.")
        await stage.page.click(node)
        return Result.success(url=stage.page.url, **match_data(node.matched, node.used))
