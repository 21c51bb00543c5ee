"""Which brain thinks: the guide, or a model from the command line or the settings."""

from __future__ import annotations

from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.actions.dialect import read_reply
from cobrowse.agent.model_brain import ModelBrain
from cobrowse.errors import UsageError
from cobrowse.guide.guide import Guide
from cobrowse.llm import Keys, ModelSpec, open_model
from cobrowse.protocol.brain import Brain, BrainError
from cobrowse.protocol.outline import outline
from cobrowse.settings import Settings


def choose_brain(
    settings: Settings, *, model: str | None = None, base_url: str | None = None, explicit: bool = False,
    catalogue: Catalogue = CATALOGUE,
) -> Brain:  # fmt: skip
    """The model named, else (unless only an `explicit` one counts) the one set, else the guide. Raises `UsageError`."""
    if base_url and not model:
        raise UsageError("--base-url needs --model.", "Such as --model openai:NAME.")
    named = model
    if not named and settings.model.chosen and not explicit:
        named, base_url = f"{settings.model.provider}:{settings.model.name}", settings.model.base_url
    if not named:
        return Guide()
    try:
        return model_brain(ModelSpec.parse(named, base_url or ""), catalogue)
    except (ValueError, BrainError) as error:
        raise UsageError(str(error), "Give PROVIDER:NAME, such as openai:gpt-5-mini.") from None


def model_brain(spec: ModelSpec, catalogue: Catalogue = CATALOGUE, keys: Keys | None = None) -> Brain:
    """A model as a brain. Raises `BrainError` for a provider or an address that is not known."""
    return ModelBrain(
        open_model(spec, keys),
        read_reply,
        lambda observation, budget: outline(observation, budget).text,
        catalogue.prompt_lines(),
    )
