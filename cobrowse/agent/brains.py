"""Which brain thinks: the guide, or a model from the command line or the settings."""

from __future__ import annotations

from cobrowse.actions.catalogue import CATALOGUE, Catalogue
from cobrowse.actions.dialect import read_reply
from cobrowse.agent.model_brain import ModelBrain
from cobrowse.errors import UsageError
from cobrowse.guide.guide import Guide
from cobrowse.llm import ModelSpec, open_model
from cobrowse.protocol.brain import Brain, BrainError
from cobrowse.protocol.outline import outline
from cobrowse.settings import Settings


def choose_brain(
    settings: Settings, *, model: str | None = None, base_url: str | None = None, explicit: bool = False,
    catalogue: Catalogue = CATALOGUE,
) -> Brain:  # fmt: skip
    """The model named, else (unless only an `explicit` one counts) the one set, else the guide. Raises `UsageError`."""
    if model:
        provider, _, name = model.partition(":")
        if not name:
            raise UsageError(f"--model {model} names no model.", "Give PROVIDER:NAME, such as openai:gpt-5-mini.")
        return model_brain(provider, name, base_url or "", catalogue)
    if base_url:
        raise UsageError("--base-url needs --model.", "Such as --model openai:NAME.")
    if settings.model.chosen and not explicit:
        return model_brain(settings.model.provider, settings.model.name, settings.model.base_url, catalogue)
    return Guide()


def model_brain(provider: str, name: str, base_url: str, catalogue: Catalogue = CATALOGUE) -> Brain:
    """A model as a brain. Raises `UsageError` for a provider or an address that is not known."""
    try:
        model = open_model(ModelSpec.parse(f"{provider}:{name}", base_url))
    except (ValueError, BrainError) as error:
        raise UsageError(str(error)) from None
    return ModelBrain(
        model,
        read_reply,
        lambda observation, budget: outline(observation, budget).text,
        catalogue.prompt_lines(),
    )
