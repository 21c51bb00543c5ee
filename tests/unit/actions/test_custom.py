"""Actions of a host's own."""

from __future__ import annotations

from typing import Any

import pytest

from cobrowse.actions.catalogue import Catalogue, signature, summary
from cobrowse.actions.custom import action
from cobrowse.actions.dialect import Malformed, read_entries
from cobrowse.actions.reference import markdown
from cobrowse.protocol.action import Action, Bundle, Effect, Target
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Stage
from tests.unit.actions.rehearsal import Rehearsal


@action
async def reserve(seats: int, note: str = "none", where: Target | None = None, *, stage: Stage) -> dict[str, Any]:
    """Reserve seats.

    They are held for ten minutes.
    """
    await stage.page.sleep(seats)
    return {"seats": seats, "note": note}


CATALOGUE = Catalogue.of(custom=[reserve])


def stage() -> Stage:
    on = Rehearsal()
    return Stage(page=on, overlay=on, person=on)  # type: ignore[arg-type]


def read(entry: dict[str, Any]) -> Action | Malformed:
    return read_entries([entry], CATALOGUE)[0]


def test_it_is_an_action_like_any_other() -> None:
    assert issubclass(reserve, Action)
    assert (reserve.action_name(), reserve.bundle, reserve.effect) == ("reserve", Bundle.EXTRA, Effect.SIDE_EFFECT)
    assert signature(reserve) == "reserve{seats,note?,where?}"
    assert summary(reserve) == "Reserve seats."
    assert reserve.title == "Reserve"
    assert reserve.target_fields() == ("where",)
    assert "seats" in reserve.model_json_schema()["required"]
    assert "### `reserve`" in markdown(CATALOGUE)


@pytest.mark.parametrize(
    "entry", [{"reserve": 2}, {"type": "reserve", "seats": "2"}, {"name": "reserve", "arguments": '{"seats": 2}'}]
)
def test_it_is_read_in_every_dialect(entry: dict[str, Any]) -> None:
    found = read(entry)
    assert isinstance(found, Action)
    assert found.canonical() == {"type": "reserve", "seats": 2, "note": "none"}


def test_it_is_validated() -> None:
    found = read({"reserve": {"seats": "many", "approved": True}})
    assert isinstance(found, Malformed)
    assert found.message == "reserve: seats must be a whole number"


async def test_it_acts_on_the_stage() -> None:
    on = stage()
    result = await reserve(seats=3).perform(on)  # type: ignore[call-arg]
    assert result.data == {"seats": 3, "note": "none"}
    assert on.page.calls == [("sleep", {"ms": 3})]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (None, Result.success()),
        (7, Result.success(value=7)),
        ({"a": 1}, Result.success(a=1)),
        (Result.failure("timeout", "Too slow."), Result.failure("timeout", "Too slow.")),
    ],
)
async def test_what_a_function_returns_is_the_result(answer: Any, result: Result) -> None:
    @action(effect="read", bundle=Bundle.PAGE, title="Look it up", aliases=["look_up"])
    def lookup() -> Any:
        "Look."
        return answer

    assert (lookup.effect, lookup.bundle, lookup.title) == (Effect.READ, Bundle.PAGE, "Look it up")
    assert await lookup().perform(stage()) == result


async def test_what_it_raises_is_a_failure_without_the_value() -> None:
    @action
    def charge(card: str) -> None:
        "Charge."
        raise ValueError(f"no such card {card}")

    with pytest.raises(Failure) as caught:
        await charge(card="4111").perform(stage())  # type: ignore[call-arg]
    assert caught.value.message == "charge failed with ValueError."


def untyped(value):
    "d"


def undocumented(value: int): ...
def unbounded(*values: int):
    "d"


def unsure(value: int = "two"):  # type: ignore[assignment]
    "d"


def taken(title: str):
    "d"


def unknown(value: Nowhere):  # type: ignore[name-defined]  # noqa: F821
    "d"


def foreign(value: Catalogue):
    "d"


def CamelCase(value: int):
    "d"


@pytest.mark.parametrize(
    ("function", "because"),
    [
        (untyped, "untyped: value needs a type, such as value: str"),
        (undocumented, "undocumented needs a docstring"),
        (unbounded, "unbounded: values cannot be given by name"),
        (unsure, "unsure: the default of value is not of its type"),
        (taken, "taken: a parameter cannot be called title"),
        (unknown, "unknown: the type Nowhere is not known"),
        (foreign, "foreign: value has a type that JSON cannot carry"),
        (CamelCase, "CamelCase cannot name an action"),
    ],
)
def test_what_cannot_be_an_action_is_told_at_once(function: Any, because: str) -> None:
    with pytest.raises(TypeError, match=because):
        action(function)


def test_two_of_one_name_are_told_apart_at_once() -> None:
    @action
    def click() -> None:
        "Another click."

    with pytest.raises(ValueError, match="both called click"):
        Catalogue.of(custom=[click])
