"""What the annotations of a record say of a field that was None in all states that were seen."""

from __future__ import annotations

import contextlib
import types
import typing
from typing import Any, Final

SAMPLE: Final = (
    15  # numbers that are not larger are the rule on boards; larger ones find room later
)


def with_hint(owner: type, field: str, column: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a field, and one more where it is said to be a tuple of numbers or None."""
    if any(value is not None for value in column):
        return column
    hint: Any = None
    with contextlib.suppress(Exception):  # a name that is not defined, or any text at all
        hint = typing.get_type_hints(owner).get(field)
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return column
    for kind in typing.get_args(hint):
        parts = [part for part in typing.get_args(kind) if part is not Ellipsis]
        if typing.get_origin(kind) is tuple and parts and all(part is int for part in parts):
            return (*column, (SAMPLE,) * len(parts))
    return column
