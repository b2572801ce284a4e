"""The parts that a state consists of, by name or by number, and states with another part."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import Any, Final, TypeAlias

from zermelo.grid.forms import Cells, NoGrid, is_cell, is_large

Key: TypeAlias = str | int
Path: TypeAlias = tuple[Key, ...]
Told: TypeAlias = tuple[int | None, int | None]

DEEPEST: Final = 2  # parts of parts of a state
SETS: Final = "{}"  # not a part, but all: sets of cells, each of what its name says


def keys(state: Any) -> tuple[Key, ...]:
    """The names of a state's parts, or their numbers in a tuple."""
    if hasattr(state, "_fields"):
        return tuple(state._fields)
    if dataclasses.is_dataclass(state) and not isinstance(state, type):
        return tuple(field.name for field in dataclasses.fields(state))
    if type(state) is tuple:
        return tuple(range(len(state)))
    return tuple(vars(state)) if hasattr(state, "__dict__") and not callable(state) else ()


def part(state: Any, path: Path) -> Any:
    """What stands in a state at the end of a path."""
    for key in path:
        if key == SETS:
            return _together(state)
        state = state[key] if isinstance(key, int) else getattr(state, key)
    return state


def changed(state: Any, path: Path, value: Any) -> Any:
    """The state with something else at the end of a path."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if key == SETS:
        cells = ((name, {c for c, v in value.items() if v == name}) for name in keys(state))
        return type(state)(**{str(name): frozenset(there) for name, there in cells})
    value = changed(part(state, (key,)), rest, value)
    if isinstance(key, int):
        return (*state[:key], value, *state[key + 1 :])
    if hasattr(state, "_fields"):
        return state._replace(**{key: value})
    return dataclasses.replace(state, **{key: value})


def _together(state: Any) -> Cells:
    """What stands where, of a state that is several sets of cells."""
    found: Cells = {}
    for name in keys(state):
        cells = getattr(state, str(name), None)
        if not isinstance(cells, frozenset) or not all(map(is_cell, cells)) or found.keys() & cells:
            raise NoGrid
        found |= dict.fromkeys(cells, name)
    return found


def boards(state: Any, told: Told, above: Path = ()) -> list[Path]:
    """Where in a state something is that can hardly be anything but a board."""
    here = part(state, above)
    if is_large(here, told):
        return [above]
    if len(above) == DEEPEST:
        return []
    if None not in told and keys(here) and not isinstance(keys(here)[0], int):
        with suppress(NoGrid):
            _together(here)
            return [(*above, SETS)]
    return [path for key in keys(here) for path in boards(state, told, (*above, key))]


def beside(state: Any, where: Path) -> list[Path]:
    """The parts of a state that are not its board."""
    found: list[Path] = []
    for depth, key in enumerate(where):
        if key != SETS:
            others = keys(part(state, where[:depth]))
            found += [(*where[:depth], other) for other in others if other != key]
    return found
