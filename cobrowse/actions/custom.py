"""Actions of a host's own: a typed function with a docstring becomes an action like any other.

    @action
    async def open_chat_panel(initial_message: str = "", *, stage: Stage) -> None:
        "Open the chat panel on the right side."

It is offered, validated, shown in the timeline and gated as the built-in ones are; it is not exempt from anything.
"""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, cast, get_type_hints, overload

from pydantic import TypeAdapter, create_model
from pydantic.errors import PydanticUserError
from pydantic_core import to_jsonable_python

from cobrowse.protocol.action import Action, Bundle, Effect
from cobrowse.protocol.result import Failure, Result
from cobrowse.protocol.stage import Stage

Handler = Callable[..., Any]
_STAGE = "stage"
_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class CustomAction(Action):
    """The base of actions made from a function."""

    bundle = Bundle.EXTRA
    effect = Effect.SIDE_EFFECT
    icon = "action"
    function: ClassVar[Handler]
    wants_stage: ClassVar[bool] = False

    async def perform(self, stage: Stage) -> Result:
        """Call the function. What it raises becomes a failure that repeats nothing of what it was given."""
        given: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields if name != "type"}
        if self.wants_stage:
            given[_STAGE] = stage
        try:
            answer = type(self).function(**given)
            if inspect.isawaitable(answer):
                answer = await answer
            return _result(answer)
        except Failure:
            raise
        except Exception as error:
            raise Failure("unknown", f"{self.action_name()} failed with {type(error).__name__}.") from error


_TAKEN = frozenset(["type", *CustomAction.__class_vars__])


@overload
def action(function: Handler, /) -> type[Action]: ...
@overload
def action(
    *,
    name: str | None = None,
    title: str | None = None,
    effect: Effect | str = Effect.SIDE_EFFECT,
    bundle: Bundle | str = Bundle.EXTRA,
    icon: str = "action",
    aliases: Sequence[str] = (),
    examples: Sequence[dict[str, Any]] = (),
) -> Callable[[Handler], type[Action]]: ...
def action(function: Handler | None = None, /, **words: Any) -> type[Action] | Callable[[Handler], type[Action]]:
    """Make an action of a function, async or not (a plain one runs on the event loop, so it must be quick).

    Its name, parameters and docstring are the action's; a keyword parameter `stage` gets what handlers act on and is no
    parameter of the action. It may return a `Result`, nothing, an object of data, or one value.

    Raises `TypeError` for what cannot be an action, naming the function and the parameter.
    """
    return _make(function, **words) if function is not None else lambda given: _make(given, **words)


def _make(
    function: Handler,
    *,
    name: str | None = None,
    title: str | None = None,
    effect: Effect | str = Effect.SIDE_EFFECT,
    bundle: Bundle | str = Bundle.EXTRA,
    icon: str = "action",
    aliases: Sequence[str] = (),
    examples: Sequence[dict[str, Any]] = (),
) -> type[Action]:
    called = name or getattr(function, "__name__", "")
    if not _NAME.fullmatch(called):
        raise TypeError(f"{called or 'a function without a name'} cannot name an action: use snake_case, or name=…")
    about = inspect.getdoc(function)
    if not about or not about.strip():
        raise TypeError(f"{called} needs a docstring: it tells the model and the person what the action does")
    fields = _fields(function, called)
    try:
        # pyright cannot follow fields that come in a mapping.
        made = cast(
            "type[CustomAction]",
            create_model(  # type: ignore[call-overload]
                "".join(part.capitalize() for part in called.split("_")),
                __base__=CustomAction,
                __module__=function.__module__,
                __doc__=about,
                type=(Literal[called], called),  # type: ignore[valid-type]
                **{key: value for key, value in fields.items() if key != _STAGE},
            ),
        )
    except PydanticUserError as error:
        raise TypeError(f"{called}: {str(error).splitlines()[0]}") from None
    made.function = staticmethod(function)
    made.wants_stage = _STAGE in fields
    made.title = _title(called) if title is None else title
    made.effect, made.bundle, made.icon = Effect(effect), Bundle(bundle), icon
    made.aliases, made.examples = tuple(aliases), tuple(examples)
    return made


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _fields(function: Handler, called: str) -> dict[str, Any]:
    """Type and default of each parameter. Raises `TypeError`."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(f"{called}: the type {error.name} is not known where the function is defined") from None
    fields: dict[str, Any] = {}
    for key, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{called}: {key} cannot be given by name; use plain parameters, each with a type")
        if key == _STAGE:
            fields[key] = None
            continue
        if key not in hints:
            raise TypeError(f"{called}: {key} needs a type, such as {key}: str")
        if key in _TAKEN or hasattr(CustomAction, key) or key.startswith(("_", "model_")):
            raise TypeError(f"{called}: a parameter cannot be called {key}; that name is taken")
        default = ... if parameter.default is parameter.empty else parameter.default
        _check_type(called, key, hints[key], default)
        fields[key] = (hints[key], default)
    return fields


def _check_type(called: str, key: str, hint: Any, default: Any) -> None:
    """The type must be one that JSON can carry, and the default must be of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # pydantic only warns of what a schema cannot say
            adapter = TypeAdapter(hint)
            adapter.json_schema()
    except Exception as error:
        raise TypeError(f"{called}: {key} has a type that JSON cannot carry ({type(error).__name__})") from None
    if default is not ...:
        try:
            adapter.validate_python(default)
        except ValueError:
            raise TypeError(f"{called}: the default of {key} is not of its type") from None


def _result(answer: Any) -> Result:
    """What the function returned as a result."""
    if isinstance(answer, Result):
        return answer
    if answer is None:
        return Result.success()
    data = to_jsonable_python(answer)
    return Result(ok=True, data=data if isinstance(data, dict) else {"value": data})
