"""What compiled code can do with rows (see `rows`): make them, look at them, change them."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.errors import FULL, RuleFault
from zermelo.compiler.row_memory import Place
from zermelo.compiler.rows import (
    INT,
    NOTHING,
    ONE,
    ZERO,
    Kept,
    Nothing,
    Row,
    RowIterator,
    has_row,
    parts_of,
    row_type,
)
from zermelo.compiler.untyped import (
    cgutils,
    imputils,
    intrinsic,
    ir,
    lower_builtin,
    lower_cast,
    types,
)

# --- making and changing -------------------------------------------------------------------------


@intrinsic
def nothing(context: Any) -> Any:
    """`[]`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ZERO

    return NOTHING(), code


@intrinsic
def row_of(context: Any, items: Any) -> Any:
    """A new row with the items of a tuple, or of a row."""
    kind = row_type(context, items)
    if kind is None or (not isinstance(items, Row) and len(items) > kind.room):
        return None
    kind = kind.roomy

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if isinstance(items, Row) and items != kind:
            return context.cast(builder, args[0], items, kind)
        if isinstance(items, Row):
            return Place.copy(context, builder, kind, args[0]).address
        place = Place.new(context, builder, kind)
        for index, each in enumerate(items):
            value = builder.extract_value(args[0], index)
            place.put(ir.Constant(INT, index), context.cast(builder, value, each, kind.item))
        place.set_length(ir.Constant(INT, len(items)))
        return place.address

    return kind(items), code


@intrinsic
def blank(context: Any, like: Any) -> Any:
    """An empty row of the same type as another, or as a tuple's."""
    kind = row_type(context, like)
    if kind is None:
        return None
    kind = kind.roomy

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Place.new(context, builder, kind).address

    return kind(like), code


@intrinsic
def owned(context: Any, value: Any) -> Any:
    """The value for a variable to keep: rows are copied, and everything else is what it is."""
    kind = types.unliteral(value)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = args[0]
        if has_row(kind) and not isinstance(kind, Kept):  # its rows may lie in each other's places
            found = _copy(context, builder, kind, found)
        return _copy(context, builder, kind, found)

    return kind(kind), code


def _copy(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, Kept):
        return Place.copy(context, builder, kind.row, value).address
    if not has_row(kind):
        return value
    for i, part in enumerate(parts_of(kind)):
        item = _copy(context, builder, part, builder.extract_value(value, i))
        value = builder.insert_value(value, item, i)
    return value


@intrinsic
def length_of(context: Any, row: Any) -> Any:
    """How many items a row has."""
    if isinstance(row, Nothing):
        return types.int64(row), lambda context, builder, signature, args: ZERO
    if not isinstance(row, Row):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Place(context, builder, row, args[0]).length()

    return types.int64(row), code


@intrinsic
def set_length(context: Any, row: Any, length: Any) -> Any:
    """Makes a row shorter."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        Place(context, builder, row, args[0]).set_length(args[1])
        return context.get_dummy_value()

    return types.none(row, types.int64), code


@intrinsic
def item_at(context: Any, row: Any, index: Any) -> Any:
    """The item at an index that is inside."""
    if not isinstance(row, Row):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Place(context, builder, row, args[0]).get(args[1])

    return row.item(row, types.int64), code


def fits(context: Any, kind: Any, given: Any) -> bool:
    """Whether an item of a type may become one of another's."""
    if isinstance(kind, Row):
        return kind.can_convert_from(context, given) is not None
    return bool(context.unify_pairs(kind, given) == kind)


def may_be_put(context: Any, row: Row, given: Any) -> bool:
    """Whether an item of a type may be put into a row, at least at times.

    An atom may be one of the texts of a row, and a text one letter; a fault where it is not.
    """
    if fits(context, row.item, given):
        return True
    letter = getattr(given, "is_text", False) and bool(given.item == row.item)
    return getattr(row.item, "is_word", False) and (letter or bool(given.name == "Atom"))


@intrinsic
def put_at(context: Any, row: Any, index: Any, item: Any) -> Any:
    """Puts an item at an index that is inside."""
    given = types.unliteral(item)
    if not isinstance(row, Row) or not may_be_put(context, row, given):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        Place(context, builder, row, args[0]).put(args[1], args[2])
        return context.get_dummy_value()

    return types.none(row, types.int64, row.item), code


@intrinsic
def add_item(context: Any, row: Any, item: Any) -> Any:
    """Puts an item behind the last, for which there is room; returns the row, or a first one."""
    item = types.unliteral(item)
    kind = row
    if isinstance(row, Nothing):
        kind = Row(item)
    if not isinstance(kind, Row) or not fits(context, kind.item, item):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if isinstance(row, Nothing):
            place = Place.new(context, builder, kind)
        else:
            place = Place(context, builder, kind, args[0])
        length = place.length()
        place.put(length, args[1])
        place.set_length(builder.add(length, ONE))
        return place.address

    return kind(row, kind.item), code


@intrinsic
def make_room(context: Any, row: Any) -> Any:
    """Makes a row longer by an item that is yet to be put there."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = Place(context, builder, row, args[0])
        length = place.length()
        full = builder.icmp_signed(">=", length, ir.Constant(INT, row.room))
        with builder.if_then(full, likely=False):
            fault(context, builder, FULL)
        place.set_length(builder.add(length, ONE))
        return context.get_dummy_value()

    return types.none(row), code


def fault(context: Any, builder: Any, what: str) -> None:
    """Leaves the compiled code; `calling` code knows the place."""
    context.call_conv.return_user_exc(builder, RuleFault, ("", "", 0, what))


# --- what Numba does with it ---------------------------------------------------------------------


@lower_cast(Nothing, Row)
def _first_row(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return Place.new(context, builder, after).address


@lower_cast(types.BaseTuple, Row)
def _row_of_tuple(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    if len(before) > after.room:
        raise TypeError(FULL)
    place = Place.new(context, builder, after)
    for index, each in enumerate(before):
        item = context.cast(builder, builder.extract_value(value, index), each, after.item)
        place.put(ir.Constant(INT, index), item)
    place.set_length(ir.Constant(INT, len(before)))
    return place.address


@lower_cast(Row, Row)
def _row_of_row(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    """Item by item: pairs become rows, truth values numbers."""
    given, place = Place(context, builder, before, value), Place.new(context, builder, after)
    length = given.length()
    if before.room > after.room:
        long = builder.icmp_signed(">", length, ir.Constant(INT, after.room))
        with builder.if_then(long, likely=False):
            fault(context, builder, FULL)
    with cgutils.for_range(builder, length) as loop:
        item = context.cast(builder, given.get(loop.index), before.item, after.item)
        place.put(loop.index, item)
    place.set_length(length)
    return place.address


@lower_builtin("getiter", Row)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    loop.row, loop.index = args[0], cgutils.alloca_once_value(builder, ZERO)
    return loop._getvalue()


@lower_builtin("iternext", RowIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> Any:
    kind = signature.args[0]
    loop = context.make_helper(builder, kind, value=args[0])
    place = Place(context, builder, kind.row, loop.row)
    index = builder.load(loop.index)
    inside = builder.icmp_signed("<", index, place.length())
    result.set_valid(inside)
    with builder.if_then(inside):
        result.yield_(place.get(index))
        builder.store(builder.add(index, ONE), loop.index)
