"""`cobrowse [URL]`: the window, with a session behind it and a browser beside it."""

from __future__ import annotations

import argparse
import dataclasses

from cobrowse import log, settings
from cobrowse.agent.brains import choose_brain
from cobrowse.agent.models import Models
from cobrowse.agent.session import Session
from cobrowse.cli.setup import options_from, script_from
from cobrowse.practice import PracticeSite
from ui.app import Bounds, ModelChoice, WindowOptions
from ui.app import main as show

GREETING = (
    "Hello. I browse with you: say what you want, and I show each step and ask before anything that matters. "
    "No language model is connected, so the built-in guide is on; it understands plain requests."
)
GREETING_MODEL = (
    "Hello. I browse with you: say what you want, and I show each step and ask before anything that matters. "
    "{brain} does the thinking."
)
TRY_PRACTICE = [
    "Show me where I change my delivery address",
    "What does this page say about hiking?",
    "Subscribe ada@example.org to the newsletter",
]
TRY_ANYWHERE = ["What is on this page?", "Read the page", "What can you do?"]


class _WindowModels:
    """`Models` as the window's dialog asks for them."""

    def __init__(self) -> None:
        self.models: Models | None = None

    def current(self) -> ModelChoice | None:
        chosen = self.models.chosen() if self.models else None
        return ModelChoice(base_url=chosen[0], name=chosen[1]) if chosen else None

    async def test(self, choice: ModelChoice) -> str:
        assert self.models
        return await self.models.test(choice)

    async def save(self, choice: ModelChoice | None) -> None:
        assert self.models
        await self.models.save(choice)


def window(options: argparse.Namespace) -> int:
    """Show the window until it is closed. Without an address it opens on the practice site."""
    log.to_file()
    practice = None if options.url else PracticeSite()
    models = _WindowModels()

    def engine(room: Bounds) -> Session:
        chosen = settings.load()
        brain = choose_brain(chosen, model=options.model, base_url=options.base_url)
        made = options_from(options, chosen)
        place = (room.x, room.y, room.width, room.height) if room.width else None
        guide = brain.name == "Guide"
        made = dataclasses.replace(
            made,
            browser=dataclasses.replace(made.browser, window=place),
            url=options.url or (practice.url if practice else None),
            greeting=GREETING if guide else GREETING_MODEL.format(brain=brain.name),
        )
        session = Session(made, brain=brain, script=script_from(options))
        models.models = Models(session)
        return session

    try:
        shown = WindowOptions(suggestions=TRY_PRACTICE if practice else TRY_ANYWHERE, tour=options.demo)
        return show(shown, engine, models)
    finally:
        if practice:
            practice.close()
