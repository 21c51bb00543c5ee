"""How a session looks at its page: in good time, without what only the person knows."""

from __future__ import annotations

import asyncio
import dataclasses
import time

from cobrowse.agent.stream import Stream
from cobrowse.browser.observe import observe
from cobrowse.browser.page import DrivenPage
from cobrowse.protocol.event import Notice, Observed
from cobrowse.protocol.observation import Observation
from cobrowse.protocol.outline import outline
from cobrowse.protocol.result import Failure

_EMPTY_SECONDS = 3.0
_AGAIN_SECONDS = 0.15


@dataclasses.dataclass(frozen=True, slots=True)
class Looking:
    """Looks at the active tab of a session."""

    page: DrivenPage
    stream: Stream

    async def observe(self) -> Observation:
        """What is on the page now. A page that is busy without end is stopped first. Raises `Failure`, `BrowserGone`."""
        try:
            return await self._observe()
        except Failure as failure:
            if failure.reason != "timeout":
                raise
        await self.page.free()
        self.stream.emit(
            Notice(tone="warning", text="The page kept itself busy without end, so its script was stopped.")
        )
        return await self._observe()

    async def _observe(self) -> Observation:
        """One that shows nothing yet gets a moment: many pages are drawn by a script."""
        await self.page.steady()
        browser, veil = self.page.session, self.page.veil
        await veil.draw(browser.active)
        end = time.monotonic() + _EMPTY_SECONDS
        while not (seen := await observe(browser.active)).items and time.monotonic() < end:
            await asyncio.sleep(_AGAIN_SECONDS)
        others = [tab for tab in browser.tabs if tab is not browser.active]
        tabs = tuple([veil.over(f"{await tab.title()} at {tab.url}") for tab in others])
        return dataclasses.replace(seen, url=veil.over(seen.url), title=veil.over(seen.title), tabs=tabs)


def observed(turn: str, seen: Observation) -> Observed:
    """The event that tells of a look: the text is exactly what a brain gets."""
    count = sum(1 for _ in seen.elements)
    text = outline(seen).text
    return Observed(turn=turn, url=seen.url, text=text, elements=count, nodes=seen.nodes, ms=round(seen.ms, 1))
