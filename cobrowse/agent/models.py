"""Connecting a model from the window: test it, use it, keep its key where keys belong."""

from __future__ import annotations

import asyncio
from typing import Protocol

from cobrowse import settings
from cobrowse.agent.brains import model_brain
from cobrowse.agent.session import Session
from cobrowse.errors import CobrowseError
from cobrowse.guide.guide import Guide
from cobrowse.llm import Keys, ModelSpec, address_of, open_model
from cobrowse.protocol.brain import BrainError

PROVIDER = "openai"
"""Any OpenAI-compatible address."""


class Choice(Protocol):
    """What the person entered; the key is never part of an event or a file of ours."""

    @property
    def base_url(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def keep_key(self) -> bool: ...


class Models:
    """The models of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._keys = Keys()

    def chosen(self) -> tuple[str, str] | None:
        """Address and name of the model in use; None for the guide."""
        model = settings.load().model
        return (model.base_url, model.name) if model.chosen and not isinstance(self._session.brain, Guide) else None

    async def test(self, choice: Choice) -> str:
        """Try it, with a key that is held for this try only. Raises `CobrowseError`."""
        try:
            spec = self._spec(choice)
            keys = Keys()
            if choice.key:
                keys.keep(address_of(spec).origin, choice.key, lasting=False)
            else:
                keys = self._keys
            model = open_model(spec, keys)
            try:
                return await model.test()
            finally:
                await model.close()
        except (BrainError, ValueError) as error:
            raise CobrowseError(str(error)) from None

    async def save(self, choice: Choice | None) -> None:
        """Use it from the next request on; None goes back to the guide. Raises `CobrowseError`."""
        chosen = settings.load()
        try:
            if choice is None:
                chosen.model = settings.ModelChoice()
                self._session.use(Guide())
            else:
                spec = self._spec(choice)
                if choice.key:
                    origin = address_of(spec).origin
                    await asyncio.to_thread(self._keys.keep, origin, choice.key, lasting=choice.keep_key)
                chosen.model = settings.ModelChoice(
                    provider=PROVIDER, name=choice.name.strip(), base_url=choice.base_url.strip()
                )
                self._session.use(model_brain(spec, keys=self._keys))
            await asyncio.to_thread(settings.save, chosen)
        except (BrainError, ValueError, OSError) as error:
            raise CobrowseError(str(error)) from None

    def _spec(self, choice: Choice) -> ModelSpec:
        return ModelSpec.parse(f"{PROVIDER}:{choice.name.strip()}", choice.base_url.strip())
