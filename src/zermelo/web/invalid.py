"""Wrong fields of a request, in words for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from zermelo.language import _, mark
from zermelo.web.problems import Problem

MOST: Final = 10  # wrong fields that are named
LONGEST: Final = 200  # letters of a name

# By the names that Pydantic gives to mistakes; what is in braces comes with them.
WORDS: Final = {
    "missing": mark("is missing"),
    "extra_forbidden": mark("is not known here"),
    "greater_than": mark("must be more than {gt}"),
    "greater_than_equal": mark("must be {ge} or more"),
    "less_than": mark("must be less than {lt}"),
    "less_than_equal": mark("must be {le} or less"),
    "string_too_long": mark("is too long: at most {max_length} letters"),
    "string_pattern_mismatch": mark("has letters that it must not have"),
    "too_long": mark("has too many parts: at most {max_length}"),
    "too_short": mark("has too few parts: at least {min_length}"),
    "literal_error": mark("must be {expected}"),
    "enum": mark("must be {expected}"),
    **dict.fromkeys(
        ("int_type", "int_parsing", "int_from_float", "int_parsing_size"),
        mark("must be a whole number"),
    ),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), mark("must be a number")),
    **dict.fromkeys(("bool_type", "bool_parsing"), mark("must be true or false")),
    **dict.fromkeys(("string_type", "string_unicode"), mark("must be a text")),
    "list_type": mark("must be a list"),
    **dict.fromkeys(
        ("dict_type", "model_type", "model_attributes_type"), mark("must be an object")
    ),
}
OTHERWISE: Final = mark("is not as it should be")


def invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """The problem with a request; the first wrong field is in the line for people."""
    if any(each["type"] == "json_invalid" for each in errors):
        return Problem("malformed", _("this is no JSON"))
    found = [
        {"where": ".".join(map(str, each["loc"]))[:LONGEST], "what": _what(each)}
        for each in errors[:MOST]
    ]
    return Problem("invalid", "{where}: {what}".format(**found[0]), None, errors=found)


def _what(error: Mapping[str, Any]) -> str:
    words = _(WORDS.get(error["type"], OTHERWISE))
    return words.format(**error.get("ctx", {}))[:LONGEST]
