"""Lengths of tuples that were the same in all states seen: they are taken for fixed."""

from __future__ import annotations

from typing import Any

from zermelo.llvm.boundary import type_of
from zermelo.llvm.program import Program
from zermelo.llvm.types import LONGEST_TUPLE, Pinned, Type, join_all, tuple_of, vartuple


def shape(values: list[Any], program: Program) -> Type | None:
    """The type of tuples that all have one length, and so have those inside; None for others."""
    if not values or any(type(value) is not tuple for value in values):
        return None
    lengths = {len(value) for value in values}
    if len(lengths) != 1 or lengths == {0}:
        return None
    columns = [list(column) for column in zip(*values, strict=True)]
    kinds = {type(item) for column in columns for item in column}
    if len(columns) > 2 and len(kinds) == 1:  # a board, or a row of one
        inner = _item([item for column in columns for item in column], program)
        return vartuple(inner, len(columns))
    if len(columns) > LONGEST_TUPLE:
        return None
    return tuple_of(_item(column, program) for column in columns)


def _item(values: list[Any], program: Program) -> Type:
    found = shape(values, program)
    return found if found is not None else join_all(type_of(value, program) for value in values)


def pin_fields(states: list[Any], program: Program) -> None:
    """Pins the fields of records that are states."""
    kinds = {type(state) for state in states}
    for kind in kinds:
        if not (hasattr(kind, "_fields") or hasattr(kind, "__dataclass_fields__")):
            continue
        info = program.class_info(kind)
        if info.mutable:
            continue
        same = [state for state in states if type(state) is kind]
        for place, name in enumerate(info.names):
            found = shape([getattr(state, name) for state in same], program)
            if found is not None:
                info.cells[place] = Pinned(found)
