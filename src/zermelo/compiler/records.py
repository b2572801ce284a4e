"""Classes of states and actions that machine code can hold: NamedTuples, and frozen dataclasses.

Compiled code knows a dataclass as a NamedTuple with the same fields, its `twin`.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import re
import sys
from collections import namedtuple
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

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
    if not dataclasses.is_dataclass(kind) or not (is_frozen(kind) or _never_changes(kind)):
        return None
    plain = not hasattr(kind, "__post_init__")
    fields = dataclasses.fields(kind)
    return tuple(field.name for field in fields) if plain and all(f.init for f in fields) else None


def is_frozen(kind: Any) -> bool:
    """Whether a dataclass says that it never changes."""
    return bool(kind.__dataclass_params__.frozen)


@cache
def _never_changes(kind: type) -> bool:
    """Whether it has no lists in it, and nothing in its file gives a field another value.

    What does so elsewhere is refused where it does.
    """
    fields = dataclasses.fields(kind)
    names, known = {field.name for field in fields}, vars(sys.modules[kind.__module__])
    words = {word for each in fields for word in re.findall(r"[A-Za-z_]\w*", _annotation(each))}
    if not all(word in PLAIN or _is_plain(known.get(word)) for word in words):
        return False
    try:
        tree = ast.parse(Path(inspect.getfile(kind)).read_text(encoding="utf-8"))
    except (OSError, TypeError, ValueError, SyntaxError):
        return False
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(_, name, ast.Store() | ast.Del()) if name in names:
                return False
            case ast.Name("setattr" | "delattr" | "vars") | ast.Attribute(_, "__dict__"):
                return False
    return True


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
    if not issubclass(kind, tuple) and not dataclasses.is_dataclass(kind):
        return None
    for name in OPERATORS if known else (*OPERATORS, *FOUND):
        if own_method(kind, name):
            return name
    compares: bool = getattr(getattr(kind, "__dataclass_params__", None), "eq", True)
    return None if compares else "__eq__"


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
    owners = [owner for owner in kind.__mro__ if owner not in Game.__mro__]
    modules = [sys.modules.get(owner.__module__) for owner in owners]
    near = [value for module in modules if module for value in vars(module).values()]
    return [each for each in dict.fromkeys(filter(_is_record, near)) if each is not kind]


def _is_record(value: Any) -> bool:
    ours = getattr(value, "__module__", "") == Game.__module__
    return isinstance(value, type) and not ours and bool(fields_of(value))
