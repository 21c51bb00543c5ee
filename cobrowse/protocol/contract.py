"""A host's task file: where, which controls, and what shall hold in the end.

Controls do the naming: a model only chooses one of their ids; selectors and values stay on this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import ada_url
from pydantic import (
    AliasChoices,
    BeforeValidator,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from cobrowse.protocol.condition import Condition
from cobrowse.protocol.control import Conditions, Control, Host, Line, Tab
from cobrowse.protocol.faults import fault_words, faults, place
from cobrowse.protocol.strict_json import NotStrict, clean, load, tame

LARGEST = 1_000_000
"""Characters of a contract."""
MOST_CONTROLS = 300


class ContractError(ValueError):
    """A contract that cannot be used. Each problem names the control and the field, and repeats no value."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def origin_of(address: str) -> str:
    """`https://shop.example`: the origin as a browser sees it. Raises `ValueError` for what is no web address."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        raise ValueError("must be a whole web address, such as https://example.org/") from None
    if url.protocol not in ("http:", "https:"):
        raise ValueError("must be a web address with http or https")
    if url.username or url.password:
        raise ValueError("must not hold a user name or password")
    return url.origin


def _origin(value: object) -> object:
    if not isinstance(value, str):
        return value
    origin = origin_of(value)
    if ada_url.URL(value).href != f"{origin}/":
        raise ValueError("must be an origin only, without path, query or fragment")
    return origin


Origin = Annotated[str, BeforeValidator(_origin)]
Address = Annotated[str, StringConstraints(min_length=1, max_length=4000, strip_whitespace=True)]


class Contract(Host):
    """Everything a task may use."""

    name: Line
    url: Address
    """Where it begins."""
    allowed_origins: list[Origin] = Field(min_length=1, max_length=100)
    """Nothing else is reached."""
    controls: list[Control] = Field(min_length=1, max_length=MOST_CONTROLS)
    success: Condition
    """What shall hold at the end."""
    preconditions: Conditions = Field(default=[], validation_alias=AliasChoices("preconditions", "precondition"))
    """What must hold before anything is done."""
    distractors: list[Control] = Field(default=[], max_length=MOST_CONTROLS)
    """Controls offered only so that a wrong choice can be measured."""

    @field_validator("preconditions", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: object) -> object:
        return [value] if isinstance(value, dict) else value

    @field_validator("url")
    @classmethod
    def _on_the_web(cls, value: str) -> str:
        origin_of(value)
        return value

    def offered(self) -> Iterator[Control]:
        """Controls and distractors, in their order."""
        yield from self.controls
        yield from (control.model_copy(update={"distractor": True}) for control in self.distractors)

    def control(self, id: str) -> Control | None:
        """The control with this id, among all that are offered."""
        return next((control for control in self.offered() if control.id == id), None)


_CONTRACT = TypeAdapter(Contract)


def read_contract(text: str) -> Contract:
    """A contract from its JSON text. Raises `ContractError`."""
    if len(text) > LARGEST:
        raise ContractError([f"The contract is longer than {LARGEST} characters."])
    try:
        return check_contract(load(text))
    except NotStrict as error:
        raise ContractError([f"The contract is not JSON that can be used: {error}."]) from None


def check_contract(data: Any) -> Contract:
    """A contract from data. Raises `ContractError`."""
    try:
        data = clean(data)
    except NotStrict as error:
        raise ContractError([f"The contract cannot be used: {error}."]) from None
    try:
        contract = _CONTRACT.validate_python(data)
    except ValidationError as error:
        told = (_told(fault["loc"], fault_words(fault), data) for fault in faults(error))
        raise ContractError(list(dict.fromkeys(told))) from None
    if problems := list(_contradictions(contract)):
        raise ContractError(problems)
    return contract


def _told(where: tuple[int | str, ...], words: str, data: Any) -> str:
    """`Control “save” (2): selector is missing.`"""
    if len(where) < 2 or where[0] not in ("controls", "distractors") or not isinstance(where[1], int):
        return f"{place(where)} {words}.".lstrip() if where else f"The contract {words}."
    item = data[where[0]][where[1]]
    op = item.get("op") if isinstance(item, dict) else None
    # pydantic names the kind of control within the path; a host did not write that.
    rest = [*where[2:]]
    if rest and rest[0] == op:
        rest = rest[1:]
    what = place(tuple(rest))
    return f"{_called(item, str(where[0]), where[1])}: {what} {words}.".replace(":  ", ": ")


def _called(item: Any, listed: str, index: int) -> str:
    kind = "Control" if listed == "controls" else "Distractor"
    id = item.get("id") if isinstance(item, dict) else None
    return f"{kind} {index + 1}" + (f" (“{tame(id, 40)}”)" if isinstance(id, str) and id.strip() else "")


def _contradictions(contract: Contract) -> Iterator[str]:
    """What each part allows and the whole does not."""
    if origin_of(contract.url) not in contract.allowed_origins:
        yield "url is not on one of the allowedOrigins."
    seen: set[str] = set()
    for listed, controls in (("controls", contract.controls), ("distractors", contract.distractors)):
        for index, control in enumerate(controls):
            named = _called({"id": control.id}, listed, index)
            if control.id in seen:
                yield f"{named}: id is taken by another control."
            seen.add(control.id)
            if isinstance(control, Tab) and control.url is not None:
                try:
                    allowed = origin_of(control.url) in contract.allowed_origins
                except ValueError as error:
                    yield f"{named}: url {error}."
                else:
                    if not allowed:
                        yield f"{named}: url is not on one of the allowedOrigins."
