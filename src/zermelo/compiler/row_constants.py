"""Tuples of several lengths that are known before the game begins: rows in read-only memory.

FLEETS = [[(0, 0), (0, 1)], [(2, 2)]]      a tuple of two rows, with room for two items each
"""

from __future__ import annotations

from typing import Any

from zermelo.compiler.atoms import Known
from zermelo.compiler.row_memory import BYTES, MARK, storage
from zermelo.compiler.rows import INT, Row
from zermelo.compiler.untyped import cgutils, ir, lower_constant, typeof, typeof_impl, types


class KnownRow:
    """A row that is a constant of compiled code; its items have one type."""

    def __init__(self, items: tuple[Any, ...], room: int) -> None:
        self.items, self.room = items, room

    def __repr__(self) -> str:
        return f"row {self.room} {self.items!r}"

    def __eq__(self, other: object) -> bool:
        return repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __len__(self) -> int:
        return len(self.items)


def known_rows(items: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Tuples of several lengths as rows of one type; None where there is none."""
    if not all(isinstance(item, tuple) for item in items) or not any(items):
        return None
    inner = [part for item in items for part in item]
    ragged = {len(part) if isinstance(part, tuple) else -1 for part in inner}
    if len(ragged) > 1:
        rows = known_rows(tuple(inner))
        if rows is None:
            return None
        left = iter(rows)
        items = tuple(tuple(next(left) for _ in item) for item in items)
    items = tuple(tuple(map(_whole, item)) for item in items)
    room = max(len(item) for item in items)
    found = tuple(KnownRow(item, room) for item in items)
    kinds = {typeof(part) for item in items for part in item}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    for row in found:
        row.kind = Row(kind, room)  # type: ignore[attr-defined]
    return found


def in_memory(items: tuple[Any, ...]) -> Any:
    """A long table of tuples, as a row; a table of numbers is best left to LLVM."""
    if not all(type(item) is tuple and item for item in items):
        return items
    whole = tuple(map(_whole, items))
    kinds = {typeof(item) for item in whole}
    if len(kinds) != 1 or any(isinstance(part, KnownRow) for item in whole for part in item):
        return items
    found = KnownRow(whole, len(whole))
    found.kind = Row(kinds.pop(), len(whole))  # type: ignore[attr-defined]
    return found


def _whole(item: Any) -> Any:
    """Truth values as the numbers that they are equal to: they lie otherwise in memory."""
    if isinstance(item, tuple) and not hasattr(item, "_fields"):
        return tuple(map(_whole, item))
    return int(item) if isinstance(item, bool) else item


@typeof_impl.register(KnownRow)
def _typeof(value: KnownRow, context: Any) -> Any:
    return value.kind  # type: ignore[attr-defined]


@lower_constant(Row)
def _constant(context: Any, builder: Any, kind: Row, value: KnownRow) -> Any:
    memory = _memory(context, kind, value)
    name = builder.module.get_unique_name("known_row")
    return builder.bitcast(cgutils.global_constant(builder.module, name, memory), BYTES)


def _memory(context: Any, kind: Any, value: Any) -> Any:
    """A value as it lies in memory; everything in it is known."""
    if isinstance(kind, Row):
        shape = storage(context.data_model_manager, kind)
        items = [_memory(context, kind.item, item) for item in value.items]
        items += [ir.Constant(shape.elements[1].element, None)] * (kind.room - len(items))
        array = ir.Constant(shape.elements[1], items)
        length = ir.Constant(INT, len(value.items))
        return ir.Constant(shape, [length, array, ir.Constant(MARK, [])])
    shape = storage(context.data_model_manager, kind)
    if isinstance(kind, types.BaseTuple):
        pairs = zip(kind, value, strict=True)
        return ir.Constant(shape, [_memory(context, part, item) for part, item in pairs])
    return ir.Constant(shape, value.word if isinstance(value, Known) else value)
