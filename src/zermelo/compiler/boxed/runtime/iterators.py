"""Generators of boxed rules: what goes on with them, and loops over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import (
    ERROR,
    GENERATOR,
    INSTANCE,
    LIST,
    PLACE,
    STOP_ITERATION,
    TUPLE,
    TYPE_ERROR,
)
from zermelo.compiler.boxed.runtime.words import fail, load, store, unchecked

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.made import loop_instance, next_of_instance, resume
    from zermelo.compiler.boxed.runtime.memory import append, kind_of, new_list
    from zermelo.compiler.boxed.runtime.sequences import item_at, items_of


def loop_items(m: int, x: int) -> int:
    """What a loop goes through: a generator as it is, anything else by index."""
    kind = kind_of(x)
    if kind == INSTANCE:
        return loop_instance(m, x)
    return x if kind == GENERATOR else items_of(m, x)


def turn_item(m: int, x: int, i: int) -> int:
    """The item of a turn of a loop; 0 behind the last one, or where it fails."""
    kind = load(x) & 255
    if kind == LIST or kind == TUPLE:
        if i >= load(x + 8):
            return 0
        return load((load(x + 24) if kind == LIST else x + 16) + 8 * i)
    return turn_other(m, x, i)


def turn_other(m: int, x: int, i: int) -> int:
    """The item of a turn, of a generator, a text or a range."""
    if kind_of(x) == GENERATOR:
        return resume(m, x)
    if i >= load(x + 8):
        return 0
    return item_at(m, x, i)


def drained(m: int, x: int) -> int:
    """A list of all that a generator still gives."""
    found = new_list(m, 4)
    item = resume(m, x)
    while item:
        append(m, found, item)
        item = resume(m, x)
    if load(m + ERROR):
        return fail(m, load(m + ERROR))
    return found


def next_of(m: int, x: int, default: int) -> int:
    """next(x, default); 0: there is none."""
    if kind_of(x) == INSTANCE:
        return next_of_own(m, x, default)
    if kind_of(x) != GENERATOR:
        return fail(m, TYPE_ERROR)
    item = resume(m, x)
    if item:
        return item
    if load(m + ERROR):
        return fail(m, load(m + ERROR))
    return default if default else fail(m, STOP_ITERATION)


def next_of_own(m: int, x: int, default: int) -> int:
    """next(x, default), of an object whose class has `__next__`."""
    item = unchecked(next_of_instance(m, x))
    if item:
        return item
    if load(m + ERROR) == STOP_ITERATION and default:
        store(m + ERROR, 0)
        store(m + PLACE, 0)
        return default
    return fail(m, load(m + ERROR))
