"""The methods and properties of states and actions, which rules mean by their names."""

from __future__ import annotations

import collections
import sys
import types
from typing import Any, Final

from zermelo.game import Game

SHARED: Final = object()  # in place of a method that lists or texts have, too
PLAIN: Final = (list, tuple, dict, set, str, int, collections.Counter, collections.deque)


def methods_of(classes: list[type]) -> dict[str, Any]:
    """By name; those that two classes have are left out.

    A method of the class itself comes with its class, where no other value can have one so named.
    """
    found: dict[str, Any] = {}
    several: set[str] = set()
    for owner in classes:
        for name, value in vars(owner).items():
            own = isinstance(value, staticmethod | classmethod)
            if name.startswith("_") and name != "__getitem__":
                continue
            if own or isinstance(value, types.FunctionType | property):
                several |= {name} if name in found or (own and _is_shared(owner, name)) else set()
                found[name] = getattr(owner, name) if isinstance(value, classmethod) else value
    ours = {name: value for name, value in found.items() if name not in several}
    return ours | {name: SHARED for name in several if any(hasattr(k, name) for k in PLAIN)}


def _is_shared(owner: type, name: str) -> bool:
    """Whether other values in the rules may have an attribute of that name."""
    near = vars(sys.modules[owner.__module__]).values()
    others = [each for each in near if isinstance(each, type) and not issubclass(each, Game)]
    kinds: list[type] = [*PLAIN, *others]
    return any(hasattr(each, name) for each in kinds if not issubclass(each, owner))
