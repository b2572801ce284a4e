"""Classes of states and actions that machine code can hold: NamedTuples, and frozen dataclasses.

Compiled code knows a dataclass as a NamedTuple with the same fields, its `twin`.
"""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from functools import cache
from typing import Any


def fields_of(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of such a class; None for others."""
    if issubclass(kind, tuple):
        found: tuple[str, ...] | None = getattr(kind, "_fields", None)
        return found
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return None
    plain = not hasattr(kind, "__post_init__")
    fields = dataclasses.fields(kind)
    return tuple(field.name for field in fields) if plain and all(f.init for f in fields) else None


@cache
def twin(kind: type) -> Any:
    """The NamedTuple that stands for such a class in machine code."""
    if issubclass(kind, tuple):
        return kind
    fields: Any = dataclasses.fields(kind)  # type: ignore[arg-type]
    missing = dataclasses.MISSING
    defaults = [
        f.default if f.default is not missing else f.default_factory()
        for f in fields
        if f.default is not missing or f.default_factory is not missing
    ]
    make: Any = namedtuple
    made = make(kind.__name__, fields_of(kind), defaults=defaults)
    made.__module__ = kind.__module__
    return made


def parts_of(value: Any) -> Any:
    """The parts of a tuple, or of an object with fields; anything else as it is."""
    names = None if isinstance(value, tuple) else fields_of(type(value))
    return value if names is None else tuple(getattr(value, name) for name in names)
