"""Wrong fields of a request, in words for people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from zermelo.language import _, mark
from zermelo.web.problems import Problem

MOST: Final = 10  # wrong fields that are named
LONGEST: Final = 200  # letters of a name

# By the names that Pydantic gives to mistakes; what is in braces comes with them.
MESSAGES: Final = {
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

# Where a field takes values of several kinds, Pydantic tells what is wrong for each of them, and
# puts the kind after the name of the field.
KIND: Final = re.compile(r"bool|int|float|str|constrained-\w+|[a-z-]+\[.*\]")
OTHER_KIND: Final = re.compile(r"\w+_(type|parsing)")  # mistakes of values of another kind


def invalid(errors: Sequence[Mapping[str, Any]]) -> Problem:
    """The problem with a request; its line for people is about the first wrong field.

    `errors` are for programs: they name every place as Pydantic does.
    """
    if any(each["type"] == "json_invalid" for each in errors):
        return Problem("malformed", _("this is no JSON"))
    found = [
        {"where": ".".join(map(str, each["loc"]))[:LONGEST], "what": _what(each)}
        for each in errors[:MOST]
    ]
    return Problem("invalid", _line(errors), None, errors=found)


def _line(errors: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong with the first field; of several kinds, for the one that was meant."""
    first = errors[0]
    place = tuple(first["loc"])
    at = _kind_at(place)
    if at is None:
        return f"{_field(place)}: {_what(first)}"
    rivals = [each for each in errors if len(each["loc"]) > at and each["loc"][:at] == place[:at]]
    meant = [
        each
        for each in rivals
        if len(each["loc"]) > at + 1 or not OTHER_KIND.fullmatch(each["type"])
    ]
    if len({each["loc"][at] for each in meant}) != 1:
        return f"{_field(place[:at])}: {_('this value does not fit here')}"
    loc = meant[0]["loc"]
    return f"{_field((*loc[:at], *loc[at + 1 :]))}: {_what(meant[0])}"


def _kind_at(place: Sequence[Any]) -> int | None:
    """Where in a place the kind of its value is: the last such part, as fields may be so named."""
    for at in range(len(place) - 1, 1, -1):
        if isinstance(place[at], str) and KIND.fullmatch(place[at]):
            return at
    return None


def _field(place: Sequence[Any]) -> str:
    """A field as people know it: without the part of the request that it is in."""
    names = [str(part) for part in place[1:] if part != "[key]"]
    return ".".join(names)[:LONGEST] or _("the request")


def _what(error: Mapping[str, Any]) -> str:
    words = _(MESSAGES.get(error["type"], OTHERWISE))
    return words.format(**error.get("ctx", {}))[:LONGEST]
