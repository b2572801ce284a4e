"""Rows that grow where they lie: none of this copies a row, as what a function returns is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compiler.errors import FULL
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import unpack
from zermelo.compiler.row_operations import fault, fits, nothing, row_of
from zermelo.compiler.rows import ONE, ZERO, Nothing, Place, Row, SetRow, row_type
from zermelo.compiler.untyped import intrinsic, ir, types


def in_place(name: str, kind_of: Callable[..., Any], change: Callable[..., Any]) -> Any:
    """An operation that changes a value, compiled from `change`, and gives the same value.

    `kind_of(value, *others)`: the types that it takes, or None.
    """

    def typed(context: Any, value: Any, other: Any) -> Any:
        kinds = kind_of(value, types.unliteral(other))
        if kinds is None:
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            context.compile_internal(builder, change, types.none(*kinds), args)
            return args[0]

        return value(*kinds), code

    typed.__name__ = name
    return intrinsic(typed)


def item_type(context: Any, items: Any) -> Any:
    """The type of what a loop gives; None where there is no loop over it."""
    row = row_type(context, items)
    if row is not None:
        return row.item
    if isinstance(items, types.IterableType):
        found = items.iterator_type
        return getattr(found, "yield_type", None)
    return None


def _holding(context: Any, row: Any, item: Any) -> Row | None:
    """The type of a row that has an item more."""
    if isinstance(row, Nothing):
        return Row(item)
    if not isinstance(row, Row):
        return None
    if fits(context, row.item, item):
        return row
    found: Row | None = row.unify(context, Row(item))
    return found


def _place(context: Any, builder: Any, before: Any, kind: Row, value: Any) -> Place:
    """The row that something is added to."""
    if isinstance(before, Nothing):
        return Place.new(context, builder, kind)
    if before != kind:
        value = context.cast(builder, value, before, kind)
    return Place(context, builder, kind, value)


@intrinsic
def append(context: Any, row: Any, item: Any) -> Any:
    """The row with an item more, or the first row of all."""
    kind = _holding(context, row, types.unliteral(item))
    if kind is None or not fits(context, kind.item, types.unliteral(item)):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, row, kind, args[0])
        length = ZERO if isinstance(row, Nothing) else place.length()
        if not isinstance(row, Nothing):
            full = builder.icmp_signed(">=", length, ir.Constant(length.type, kind.room))
            with builder.if_then(full, likely=False):
                fault(context, builder, FULL)
        place.put(length, args[1])
        place.set_length(builder.add(length, ONE))
        return place.address

    return kind(row, kind.item), code


@intrinsic
def extend(context: Any, row: Any, items: Any) -> Any:
    """The row with the items of something behind its own."""
    if isinstance(items, Nothing) or (isinstance(items, types.BaseTuple) and not len(items)):
        return row(row, items), lambda context, builder, signature, args: args[0]
    item = item_type(context, items)
    kind = None if item is None else _holding(context, row, types.unliteral(item))
    if kind is None:
        return None

    def add(row: Any, items: Any) -> None:
        for item in items:
            append(row, item)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, row, kind, args[0])
        kinds = types.none(kind, items)
        context.compile_internal(builder, add, kinds, [place.address, args[1]])
        return place.address

    return kind(row, items), code


@intrinsic
def to_row(context: Any, items: Any) -> Any:
    """`list(items)`."""
    if isinstance(items, Nothing):
        return items(items), lambda context, builder, signature, args: args[0]
    if isinstance(items, types.BaseTuple) and not len(items):
        made, code = nothing._defn(context)
        return made.return_type(items), lambda c, builder, s, args: code(c, builder, made, [])
    if isinstance(items, Row | types.BaseTuple) and not isinstance(items, SetRow):
        return row_of._defn(context, items)
    if isinstance(items, Packed):
        return unpack._defn(context, items)
    item = item_type(context, items)
    if item is None:
        return None
    kind = Row(types.unliteral(item))

    def add(row: Any, items: Any) -> None:
        for item in items:
            append(row, item)

    def collected(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = Place.new(context, builder, kind)
        kinds = types.none(kind, items)
        context.compile_internal(builder, add, kinds, [place.address, args[0]])
        return place.address

    return kind(items), collected
