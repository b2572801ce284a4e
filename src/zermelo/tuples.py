"""Tuples of fixed length, as states hold them, meaning the same in every lane."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def replace(items: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """The tuple with `value` at `index`, counted from 0 and not from the end."""
    if not 0 <= index < len(items):
        raise IndexError("tuple index out of range")
    return (*items[:index], value, *items[index + 1 :])
