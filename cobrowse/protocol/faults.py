"""What is wrong with data that does not fit its model, in words that never repeat a value.

A value may be meant for a secret field, so only places, expectations and limits are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cobrowse.protocol.strict_json import name_like

_WORDS = {
    "missing": "is missing",
    "string_type": "must be text",
    "string_unicode": "holds characters that are not text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing_size": "is too large",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_pattern_mismatch": "has not the form that is wanted",
    "recursion_loop": "holds itself",
}


def faults(error: ValidationError) -> list[Mapping[str, Any]]:
    """The faults as pydantic lists them, without what was put in."""
    return list(error.errors(include_url=False, include_input=False))  # type: ignore[arg-type]


def fault_words(fault: Mapping[str, Any]) -> str:
    """What is wrong, to be read after the name of the field."""
    kind: str = fault["type"]
    limits: Mapping[str, Any] = fault.get("ctx") or {}
    match kind:
        case "extra_forbidden":
            return "is not known here"
        case "literal_error" | "enum":
            return f"must be {limits.get('expected', 'one of the names that are known')}"
        case "union_tag_invalid" | "union_tag_not_found":
            key = str(limits.get("discriminator", "kind")).strip("'")
            return f"needs {key}, one of {_tags(limits)}" if _tags(limits) else f"needs {key}"
        case "too_short" | "string_too_short":
            least = limits.get("min_length", 1)
            return "must not be empty" if least == 1 else f"needs at least {least}"
        case "too_long" | "string_too_long":
            of = "characters" if kind == "string_too_long" else "entries"
            return f"has more than {limits.get('max_length')} {of}"
        case "greater_than_equal":
            return f"must be at least {limits.get('ge')}"
        case "less_than_equal":
            return f"must be at most {limits.get('le')}"
        case "value_error":
            return str(limits.get("error", "is not valid"))
        case _:
            return _WORDS.get(kind, "is not valid")


def _tags(limits: Mapping[str, Any]) -> str:
    return str(limits.get("expected_tags", "")).replace("'", "")


def place(parts: tuple[int | str, ...]) -> str:
    """Where: `values.0.target`. A key that is no name may be a value in the wrong place, and is not repeated."""
    return ".".join(str(part) if isinstance(part, int) or name_like(part) else "…" for part in parts)
