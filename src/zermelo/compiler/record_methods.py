"""The methods and properties of states and actions, which rules mean by their names."""

from __future__ import annotations

import collections
import functools
import sys
import types
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final, NamedTuple

from zermelo.compiler.records import fields_of, getter
from zermelo.game import Game

SHARED: Final = object()  # in place of a method that lists or texts have, too
SEVERAL: Final = object()  # likewise, where the type of a value tells (see `record_operators`)
OF_TUPLES: Final = ("_fields", "_field_defaults", "_make", "_replace", "_asdict")
PLAIN: Final = (list, tuple, dict, set, str, int, collections.Counter, collections.deque)


class Constant(NamedTuple):
    """What a class has for all its objects."""

    value: Any


def methods_of(
    classes: list[type], records: list[type], enums: Iterable[type] = ()
) -> dict[str, Any]:
    """By name; those that two classes have are left out, unless they are all among `records`.

    A method of the class itself comes with its class, where no other value can have one so named;
    so does any of `enums`, of which no state has a member that is not a number.
    """
    found: dict[str, Any] = {}
    several: set[str] = set()
    known = {name for owner in (*classes, *records) for name in fields_of(owner) or ()}
    for owner in dict.fromkeys([*classes, *records, *enums]):
        for name, value in _named(owner):
            if owner in enums and owner not in classes and _is_shared(owner, name):
                continue
            if name in known and (isinstance(value, Constant) or issubclass(owner, Enum)):
                continue  # a field of a record is meant, wherever one can be
            own = isinstance(value, staticmethod | classmethod)
            several |= {name} if name in found or (own and _is_shared(owner, name)) else set()
            found[name] = getattr(owner, name) if isinstance(value, classmethod) else value
    told = {name for name in several | _plain(found, known) if _is_told(name, classes, records)}
    ours = {name: value for name, value in found.items() if name not in several}
    shared = {name: SHARED for name in several if any(hasattr(k, name) for k in PLAIN)}
    return ours | shared | dict.fromkeys(told, SEVERAL)


def _named(owner: type) -> Iterator[tuple[str, Any]]:
    for name, found in vars(owner).items():
        kept = isinstance(found, functools.cached_property)
        value = property(getter(found)) if kept else found
        of_enums = name.startswith("_") and name.endswith("_")
        if name.startswith("__") or of_enums or name in OF_TUPLES:
            continue
        if isinstance(value, types.FunctionType | property | staticmethod | classmethod):
            yield name, value
        elif _is_constant(owner, name, value):
            yield name, Constant(value)


def _is_constant(owner: type, name: str, value: Any) -> bool:
    """Whether it is a value that all objects of a class have, and no others."""
    if isinstance(value, bool | int | str | tuple | list | dict) and not issubclass(owner, Enum):
        return name not in (fields_of(owner) or ()) and not _is_shared(owner, name)
    return False


def _plain(found: dict[str, Any], fields: set[str]) -> set[str]:
    """The methods that Python's own values have too, and the properties that are fields as well."""
    return {
        name
        for name, value in found.items()
        if (isinstance(value, types.FunctionType) and _is_plain(name))
        or (isinstance(value, property) and name in fields)
    }


def _is_plain(name: str) -> bool:
    """Whether Python's own values have such a method; those that give a part of them stay so."""
    return any(hasattr(k, name) for k in PLAIN) and name not in ("get", "pop", "setdefault")


def _is_told(name: str, classes: list[type], records: list[type]) -> bool:
    """Whether the types of values tell whose method, or property, is meant."""
    kinds = {type(dict(_named(owner))[name]) for owner in records if name in dict(_named(owner))}
    others = [owner for owner in classes if owner not in records and name in vars(owner)]
    return kinds in ({types.FunctionType}, {property}) and not others


def _is_shared(owner: type, name: str) -> bool:
    """Whether other values in the rules may have an attribute of that name."""
    near = vars(sys.modules[owner.__module__]).values()
    others = [each for each in near if isinstance(each, type) and not issubclass(each, Game)]
    kinds: list[type] = [*PLAIN, *others]
    return any(hasattr(each, name) for each in kinds if not issubclass(each, owner))
