"""Classes of states and actions that machine code can hold: NamedTuples, dataclasses, and others.

Compiled code knows any as a NamedTuple with the same fields, its `twin`. A dataclass must be frozen
or never change; of an ordinary class see `plain_classes`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import functools
import re
import sys
from collections import namedtuple
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.plain_classes import (
    attributes,
    compared_by,
    completed,
    is_never_changed,
    maker,
)
from zermelo.game import Game

# What a tuple means by itself, and a class may mean otherwise by a method of its own.
OPERATORS: Final = (
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__len__", "__bool__",
    "__iter__", "__reversed__",
)  # fmt: skip
# Those that compiled code looks for by the types of values (see `record_operators`).
FOUND: Final = (
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__neg__", "__contains__",
    "__getitem__",
)  # fmt: skip
# The words of annotations that tell of nothing that changes.
PLAIN: Final = (
    "int", "bool", "str", "float", "tuple", "Tuple", "Optional", "Union", "None", "typing",
)  # fmt: skip
LEAVES: Final = (int, bool, str, type(None))


def fields_of(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of such a class; None for others."""
    if issubclass(kind, tuple):
        found: tuple[str, ...] | None = getattr(kind, "_fields", None)
        return found
    if not dataclasses.is_dataclass(kind):
        return attributes(kind)  # type: ignore[arg-type]  # it can be hashed, as any class
    if not (is_frozen(kind) or _never_changes(kind)):
        return None
    if not is_made_of_fields(kind):
        return completed(kind)
    return tuple(field.name for field in dataclasses.fields(kind))


def is_frozen(kind: Any) -> bool:
    """Whether a dataclass says that it never changes."""
    return bool(kind.__dataclass_params__.frozen)


@cache
def _never_changes(kind: type) -> bool:
    """Whether it has no lists in it, and nothing in its file gives a field another value.

    What does so elsewhere is refused where it does.
    """
    fields = dataclasses.fields(kind)
    known = vars(sys.modules[kind.__module__])
    words = {word for each in fields for word in re.findall(r"[A-Za-z_]\w*", _annotation(each))}
    if not all(word in PLAIN or _is_plain(known.get(word)) for word in words):
        return False
    return is_never_changed(kind, tuple(field.name for field in fields))


def _annotation(field: Any) -> str:
    is_class = isinstance(field.type, type) and not hasattr(field.type, "__args__")
    return str(field.type.__name__ if is_class else field.type)


def _is_plain(value: Any) -> bool:
    """Whether it is a class whose values never change."""
    if not isinstance(value, type) or issubclass(value, Game):
        return False
    return issubclass(value, enum.Enum) or bool(fields_of(value))


@cache
def twin(kind: type) -> Any:
    """The NamedTuple that stands for such a class in machine code."""
    if issubclass(kind, tuple):
        return kind
    defaults = []
    if is_made_of_fields(kind):
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
    made.stands_for = kind
    return made


def maker_of(kind: type) -> Any:
    """The function that makes a record of an ordinary class; None where the fields make one."""
    return None if is_made_of_fields(kind) else maker(kind, twin(kind))


def is_made_of_fields(kind: type) -> bool:
    """Whether a class is called with its fields."""
    if not dataclasses.is_dataclass(kind):
        return issubclass(kind, tuple)
    return not hasattr(kind, "__post_init__") and all(f.init for f in dataclasses.fields(kind))


def made_of(kind: Any, parts: Iterable[Any]) -> Any:
    """The record with these fields."""
    if is_made_of_fields(kind):
        return kind(*parts)
    made = object.__new__(kind)
    for name, part in zip(fields_of(kind) or (), parts, strict=True):
        object.__setattr__(made, name, part)  # it may be frozen
    return made


def parts_of(value: Any) -> Any:
    """The parts of a tuple, or of an object with fields; anything else as it is."""
    names = None if isinstance(value, tuple) else fields_of(type(value))
    return value if names is None else tuple(getattr(value, name) for name in names)


def own_operator(values: Iterable[Any], known: bool = False) -> tuple[type, str] | None:
    """A class among those of the values, and of their parts, with an operator of its own.

    Machine code would take it for that of a tuple; `known`: all but those that it looks for.
    """
    seen: set[type] = set(LEAVES)
    found = list(values)
    while found:
        value = found.pop()
        kind = type(value)
        if kind not in seen:
            seen.add(kind)
            name = operator_of(kind, known)
            if name:
                return kind, name
        parts = parts_of(value)
        if isinstance(parts, tuple | frozenset):
            found += [part for part in parts if type(part) not in LEAVES]
    return None


def operator_of(kind: type, known: bool = False) -> str | None:
    """An operator of its own that a class has."""
    fields = fields_of(kind)
    if not issubclass(kind, tuple) and not dataclasses.is_dataclass(kind) and not fields:
        return None
    for name in OPERATORS if known else (*OPERATORS, *FOUND):
        if own_method(kind, name) and not (name == "__eq__" and _compares(kind, fields)):
            return name
    if dataclasses.is_dataclass(kind) and not own_method(kind, "__eq__"):
        compares: bool = kind.__dataclass_params__.eq  # type: ignore[attr-defined]
        if not compares or not all(field.compare for field in dataclasses.fields(kind)):
            return "__eq__"
    return None


@cache
def _compares(kind: type, fields: tuple[str, ...] | None) -> bool:
    """Whether its own `__eq__` means what that of a record does."""
    if not fields or kind.__mro__[1] is not object:  # a tuple is equal to other tuples, too
        return False
    if not is_made_of_fields(kind) and not dataclasses.is_dataclass(kind):
        return True  # or it had no fields
    with contextlib.suppress(CannotCompile):
        return compared_by(kind, fields) == set(fields)
    return False


def own_method(kind: type, name: str) -> Any:
    """The function of a method, or of a property, that a class has by itself; None for others."""
    for owner in kind.__mro__:
        if owner not in (tuple, object) and name in vars(owner):
            found = vars(owner)[name]
            found = getter(found)
            code = getattr(found, "__code__", None)
            if code is None or code.co_filename == "<string>":  # which dataclasses write
                return None
            return found
    return None


def getter(value: Any) -> Any:
    """The function of a property; any other value as it is."""
    if isinstance(value, functools.cached_property):
        return value.func
    return value.fget if isinstance(value, property) else value


def records_near(kind: type) -> list[type]:
    """The classes of records that the rules of a game may mean: those of its modules."""
    return [each for each in _near(kind) if _is_record(each) and each is not kind]


def enums_near(kind: type) -> list[type]:
    """The Enums of those modules."""
    return [each for each in _near(kind) if issubclass(each, enum.Enum)]


def _near(kind: type) -> list[type]:
    owners = [owner for owner in kind.__mro__ if owner not in Game.__mro__]
    modules = [sys.modules.get(owner.__module__) for owner in owners]
    near = [value for module in modules if module for value in vars(module).values()]
    return list(dict.fromkeys(value for value in near if isinstance(value, type)))


def _is_record(value: Any) -> bool:
    """Whether it may be one: of an ordinary class only states tell that it has no lists in it."""
    ours = getattr(value, "__module__", "") == Game.__module__
    return not ours and not is_ordinary(value) and bool(fields_of(value))


def is_ordinary(kind: type) -> bool:
    """Whether it is neither a tuple nor a dataclass."""
    return not issubclass(kind, tuple) and not dataclasses.is_dataclass(kind)
