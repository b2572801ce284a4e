"""Rows that grow where they lie: none of this copies a row, as what a function returns is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.errors import FULL
from zermelo.compiler.faults import Emitter, intrinsic_at
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import unpack
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault, fits, nothing, row_of
from zermelo.compiler.rows import ONE, ZERO, Nothing, Row, SetRow, row_type
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


def holding(context: Any, row: Any, item: Any) -> Row | None:
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
    return _append(context, row, item)


def _append(context: Any, row: Any, item: Any, *place: Any) -> Any:
    """`place`: that of the rule, for the fault."""
    kind = holding(context, row, types.unliteral(item))
    if kind is None or not fits(context, kind.item, types.unliteral(item)):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = _place(context, builder, row, kind, args[0])
        length = ZERO if isinstance(row, Nothing) else found.length()
        if not isinstance(row, Nothing):
            full = builder.icmp_signed(">=", length, ir.Constant(length.type, kind.room))
            with builder.if_then(full, likely=False):
                if place:
                    Emitter(context, builder, signature).fault(FULL)
                else:
                    fault(context, builder, FULL)
        found.put(length, args[1])
        found.set_length(builder.add(length, ONE))
        return found.address

    return kind(row, kind.item, *place), code


@intrinsic
def extend(context: Any, row: Any, items: Any) -> Any:
    """The row with the items of something behind its own."""
    return _extend(context, row, items)


def _extend(context: Any, row: Any, items: Any, *place: Any) -> Any:
    if isinstance(items, Nothing) or (isinstance(items, types.BaseTuple) and not len(items)):
        return row(row, items, *place), lambda context, builder, signature, args: args[0]
    item = item_type(context, items)
    kind = None if item is None else holding(context, row, types.unliteral(item))
    if kind is None:
        return None

    number = place[0].literal_value if place else 0

    def add(row: Any, items: Any) -> None:
        for item in items:
            append(row, item)

    def add_at(row: Any, items: Any) -> None:
        for item in items:
            checked_append(row, item, number)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = _place(context, builder, row, kind, args[0])
        kinds, chosen = types.none(kind, items), add_at if place else add
        context.compile_internal(builder, chosen, kinds, [found.address, args[1]])
        return found.address

    return kind(row, items, *place), code


def _append_at(context: Any, row: Any, item: Any, place: Any) -> Any:
    return _append(context, row, item, place)


def _extend_at(context: Any, row: Any, items: Any, place: Any) -> Any:
    return _extend(context, row, items, place)


checked_append = intrinsic_at("checked_append", _append_at)
checked_extend = intrinsic_at("checked_extend", _extend_at)
# What takes the place of each in a rule (see `checks`).
CHECKED: Final = {append: checked_append, extend: checked_extend}


def _is_text(kind: Any) -> bool:
    return isinstance(kind, Row) and kind.is_text


@intrinsic
def to_row(context: Any, items: Any) -> Any:
    """`list(items)`."""
    if isinstance(items, Nothing):
        return items(items), lambda context, builder, signature, args: args[0]
    if isinstance(items, types.BaseTuple) and not len(items):
        made, code = nothing._defn(context)
        return made.return_type(items), lambda c, builder, s, args: code(c, builder, made, [])
    if isinstance(items, Row | types.BaseTuple) and not (
        isinstance(items, SetRow) or _is_text(items)
    ):
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
