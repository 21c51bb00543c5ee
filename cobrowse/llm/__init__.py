"""Language models: where they are, how to reach them, what to say when they cannot be reached.

The only package that imports a model SDK; it does so on the first request, because that takes seconds.
"""

from cobrowse.llm.base import ChatModel, Message, ModelSpec, Patience
from cobrowse.llm.catalogue import PROVIDERS, Provider, address_of, open_model
from cobrowse.llm.faults import AnswerTooLong, PromptTooLong
from cobrowse.llm.keys import Keys
from cobrowse.llm.nearby import Found, models_at, servers_here

__all__ = [
    "PROVIDERS",
    "AnswerTooLong",
    "ChatModel",
    "Found",
    "Keys",
    "Message",
    "ModelSpec",
    "Patience",
    "PromptTooLong",
    "Provider",
    "address_of",
    "models_at",
    "open_model",
    "servers_here",
]
