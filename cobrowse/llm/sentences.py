"""What a person is told when a model cannot be used: what happened, then what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["key", "network", "timeout", "quota", "model", "reply"]
_SETTINGS = "Settings → Model"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with `{at}`, `{model}` and other places to fill, and what kind of fault it tells of."""

    kind: Kind
    text: str
    retryable: bool = True
    """Whether the same request may succeed later without a change in the settings."""


_OTHER_MODEL = f"or choose another model in {_SETTINGS}."
_NOT_A_SERVER = (
    f"Check the address in {_SETTINGS} (it usually ends in /v1), and whether this network wants you to sign in first."
)
_SLOW = f"Try again, or choose a smaller or faster model in {_SETTINGS}."

SENTENCES: dict[str, Sentence] = {
    "no_key": Sentence("key", f"The server at {{at}} wants a key. Open {_SETTINGS} and enter one.", False),
    "missing_key": Sentence(
        "key", f"There is no key for {{at}}. Open {_SETTINGS} and enter one, or set {{variable}}.", False
    ),
    "in_the_clear": Sentence(
        "key",
        f"The key is not sent to {{at}}, because the address is not encrypted. Enter its https address in {_SETTINGS}.",
        False,
    ),
    "wrong_key": Sentence(
        "key", f"The server at {{at}} did not accept the key. Open {_SETTINGS} and enter a valid one.", False
    ),
    "forbidden": Sentence(
        "key",
        f"The server at {{at}} does not allow this key to use {{model}}. Choose another model or key in {_SETTINGS}.",
        False,
    ),
    "spent": Sentence(
        "quota",
        f"The account at {{at}} has used up its quota or spending limit. Check its billing, {_OTHER_MODEL}",
        False,
    ),
    "pause": Sentence(
        "quota", f"The server at {{at}} asks for a pause of {{wait:.0f}} seconds. Try again after that, {_OTHER_MODEL}"
    ),
    "too_long": Sentence(
        "model",
        f"The page and the conversation are too long for {{model}}. Choose one with a longer context in {_SETTINGS}.",
        False,
    ),
    "no_model": Sentence(
        "model",
        f"The server at {{at}} does not have the model “{{model}}”. Choose another, or correct the address in "
        f"{_SETTINGS} (it usually ends in /v1).",
        False,
    ),
    "failed": Sentence(
        "network",
        f"The server at {{at}} failed (HTTP {{status}}), also when asked again. Try again in a moment, {_OTHER_MODEL}",
    ),
    "refused": Sentence(
        "model",
        f"The server at {{at}} refused the request (HTTP {{status}}{{said}}). Check model and address in {_SETTINGS}.",
        False,
    ),
    "untrusted": Sentence(
        "network",
        "The secure connection to {at} could not be made: its certificate is not trusted. "
        f"A proxy or a wrong clock can be the cause; check the address in {_SETTINGS}.",
    ),
    "no_name": Sentence(
        "network", f"The name of {{at}} could not be found. Check the network and the address in {_SETTINGS}."
    ),
    "no_connection": Sentence(
        "timeout",
        f"No connection to {{at}} within {{connect:.0f}} seconds. Check the network and the address in {_SETTINGS}.",
    ),
    "nobody": Sentence(
        "network", f"Nothing answers at {{at}}. Start the model server there, or correct the address in {_SETTINGS}."
    ),
    "broken": Sentence("network", "The connection to {at} broke off in the middle of the answer. Try again."),
    "blocked": Sentence(
        "reply", "The model's provider blocked this answer. Say it differently, or choose another model.", False
    ),
    "reported": Sentence("model", f"The server at {{at}} reported a problem{{said}}. Try again, {_OTHER_MODEL}"),
    "unclear": Sentence(
        "reply",
        f"The server at {{at}} answered in a way that is not understood here. Check in {_SETTINGS} that the address is "
        "an OpenAI-compatible one; it usually ends in /v1.",
    ),
    "first": Sentence("timeout", f"{{model}} did not begin to answer within {{first:.0f}} seconds. {_SLOW}"),
    "between": Sentence(
        "timeout", f"{{model}} fell silent for {{between:.0f}} seconds in the middle of its answer. {_SLOW}"
    ),
    "whole": Sentence("timeout", f"{{model}} was still answering after {{whole:.0f}} seconds. {_SLOW}"),
    "page": Sentence("reply", f"{{at}} answered with a web page instead of a model's reply. {_NOT_A_SERVER}"),
    "redirect": Sentence("reply", f"{{at}} wants to send the request on to another address. {_NOT_A_SERVER}", False),
    "unstreamed": Sentence(
        "reply", f"{{at}} does not stream its answers as an OpenAI-compatible server does. {_NOT_A_SERVER}", False
    ),
    "flood": Sentence("reply", f"{{at}} sent what cannot be a model's answer, or far too much. {_NOT_A_SERVER}", False),
}
