"""Language models: where they are, how to reach them, what to say when they cannot be reached.

The only package that imports a model SDK; it does so on the first request, because that takes seconds.
"""

from cobrowse.llm.base import ChatModel, Message, ModelSpec, Patience
from cobrowse.llm.catalogue import PROVIDERS, Provider, address_of, open_model
from cobrowse.llm.faults import AnswerTooLong, PromptTooLong
from cobrowse.llm.keys import Keys

__all__ = [
    "PROVIDERS",
    "AnswerTooLong",
    "ChatModel",
    "Keys",
    "Message",
    "ModelSpec",
    "Patience",
    "PromptTooLong",
    "Provider",
    "address_of",
    "open_model",
]
