"""Items of tuples, lists and arrays in machine code: an index outside is a fault, not a wild read.

Negative indices count from the end, as in Python. Numba looks at none of this for arrays, and
says nothing of the place for tuples.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from zermelo.compiler.arithmetic import implementation, is_whole
from zermelo.compiler.errors import OUTSIDE
from zermelo.compiler.faults import Emitter, intrinsic_at
from zermelo.compiler.overloads import holds
from zermelo.compiler.packed import Board, Packed
from zermelo.compiler.packing import can_be_item, can_pack, pack
from zermelo.compiler.row_memory import Place
from zermelo.compiler.rows import Row
from zermelo.compiler.untyped import ir, types

_INT = ir.IntType(64)


def _length(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """How many items there are; None for what has none."""
    if isinstance(kind, types.BaseTuple):
        return ir.Constant(_INT, len(kind))
    if isinstance(kind, Packed):
        return ir.Constant(_INT, kind.count)
    if isinstance(kind, Row):
        return Place(context, builder, kind, value).length()
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        return builder.extract_value(array.shape, 0)
    if isinstance(kind, types.List):
        return context.get_function(len, types.int64(kind))(builder, [value])
    return None


def counted(to: Emitter, length: Any, index: Any) -> Any:
    """The index counted from the beginning."""
    negative = to.is_("<", index, ir.Constant(_INT, 0))
    return to.builder.select(negative, to.builder.add(index, length), index)


def inside(to: Emitter, length: Any, index: Any) -> None:
    to.fault_if(to.builder.icmp_unsigned(">=", index, length), OUTSIDE)


def _sized(kind: Any) -> bool:
    return isinstance(kind, types.BaseTuple | types.Array | types.List | Row | Packed)


def _item(context: Any, items: Any, index: Any, place: Any) -> Any:
    """The item items[index]."""
    if not isinstance(place, types.IntegerLiteral):
        return None
    items = types.unliteral(items)
    if isinstance(items, types.BaseTuple) and isinstance(index, types.IntegerLiteral):
        return _fixed_item(items, index, place)
    if isinstance(items, Row | Packed) and is_whole(index):
        return _own_item(items, place)
    checked = _sized(items) and is_whole(index)
    if checked:
        index = types.int64
    found = context.resolve_function_type(operator.getitem, (items, index), {})
    if found is None:
        return None
    if checked and isinstance(items, types.UniTuple) and len(items):
        return items.dtype(items, index, place), _tuple_item

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        value, at = args[:2]
        if checked:
            to = Emitter(context, builder, signature)
            length = _length(context, builder, items, value)
            at = counted(to, length, at)
            inside(to, length, at)
        at = context.cast(builder, at, index, found.args[1])
        return implementation(context, operator.getitem, found)(builder, [value, at])

    return found.return_type(items, index, place), code


def _own_item(items: Any, place: Any) -> Any:
    """An item of a row or of a board."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        length = _length(context, builder, items, args[0])
        at = counted(to, length, args[1])
        inside(to, length, at)
        if isinstance(items, Packed):
            return Board(builder, items, args[0]).get(at)
        return Place(context, builder, items, args[0]).get(at)

    kind = items.item_type if isinstance(items, Packed) else items.item
    return kind(items, types.int64, place), code


def _tuple_item(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """One of several cases, as Numba does it: a tuple lies in registers, not in memory."""
    count, (items, at) = len(signature.args[0]), args[:2]
    otherwise, end = builder.append_basic_block(), builder.append_basic_block()
    switch = builder.switch(at, otherwise)
    found = []
    for i in range(count):
        block = builder.append_basic_block()
        switch.add_case(ir.Constant(_INT, i), block)
        switch.add_case(ir.Constant(_INT, i - count), block)
        builder.position_at_end(block)
        found.append((builder.extract_value(items, i), block))
        builder.branch(end)
    builder.position_at_end(otherwise)
    Emitter(context, builder, signature).fault(OUTSIDE)
    builder.position_at_end(end)
    value = builder.phi(found[0][0].type)
    for item, block in found:
        value.add_incoming(item, block)
    return value


def _fixed_item(items: Any, index: Any, place: Any) -> Any:
    """An item of a tuple that is known by its number, whatever types the others have."""
    at = index.literal_value
    inside = -len(items) <= at < len(items)
    kind = items.types[at] if inside else types.int64

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if inside:
            return builder.extract_value(args[0], at % len(items))
        to = Emitter(context, builder, signature)
        to.fault_if(ir.Constant(ir.IntType(1), 1), OUTSIDE)
        return context.get_constant_null(kind)

    return kind(items, index, place), code


def _index(context: Any, items: Any, index: Any, place: Any) -> Any:
    """The index itself, where something is to be put."""
    if not isinstance(place, types.IntegerLiteral):
        return None
    if not (_sized(items) and is_whole(index)):
        return index(items, index, place), lambda context, builder, signature, args: args[1]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        length = _length(context, builder, items, args[0])
        at = counted(to, length, args[1])
        inside(to, length, at)
        return at

    return types.int64(items, types.int64, place), code


def _replace(context: Any, items: Any, index: Any, value: Any, place: Any) -> Any:
    """zermelo.tuples.replace, which does not count from the end."""
    items = types.unliteral(items)
    if isinstance(items, Packed) and is_whole(index):
        return _replace_in_board(items, types.unliteral(value), place)
    fits = isinstance(items, types.UniTuple) and is_whole(index)
    if not (fits and holds(items.dtype, value) and isinstance(place, types.IntegerLiteral)):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        inside(to, ir.Constant(_INT, len(items)), args[1])
        row = _on_stack(builder, args[0])
        zero = ir.Constant(_INT, 0)
        builder.store(args[2], builder.gep(row, [zero, args[1]], inbounds=True))
        return builder.load(row)

    return items(items, types.int64, items.dtype, place), code


def _replace_in_board(items: Packed, value: Any, place: Any) -> Any:
    inner = items.item
    if isinstance(inner, int):
        if not can_be_item(items, value):
            return None
    elif not can_pack(inner, value):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = Emitter(context, builder, signature)
        inside(to, ir.Constant(_INT, items.count), args[1])
        board = Board(builder, items, args[0])
        if isinstance(inner, int):
            new = items.item_code.numbers_code(context, builder, [args[2]])[0]
        else:
            new = pack(context, builder, inner, value, args[2])
        board.put(args[1], new)
        return board.value

    return items(
        items, types.int64, items.item_type if isinstance(inner, int) else value, place
    ), code


def _on_stack(builder: Any, value: Any) -> Any:
    with builder.goto_entry_block():
        row = builder.alloca(value.type)
    builder.store(value, row)
    return row


ITEM: Final = "checked_item"
INDEX: Final = "checked_index"
REPLACE: Final = "checked_replace"
INDEXES: Final[dict[str, Any]] = {
    ITEM: intrinsic_at(ITEM, _item),
    INDEX: intrinsic_at(INDEX, _index),
    REPLACE: intrinsic_at(REPLACE, _replace),
}
