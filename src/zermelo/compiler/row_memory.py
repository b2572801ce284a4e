"""How rows lie in memory, and are copied there.

A row has a mark of no bytes behind its items: a tuple of a number and a tuple looks like one else.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.rows import (
    INT,
    LOWEST,
    ZERO,
    Kept,
    Nothing,
    Row,
    RowIterator,
    SetRow,
    has_row,
    parts_of,
)
from zermelo.compiler.untyped import cgutils, ir, models, register_model, types

BYTES: Final = ir.IntType(8).as_pointer()
MARK: Final = ir.ArrayType(ir.IntType(8), 0)
SHORT_ROW: Final = 32  # the bytes, with its length, of a row that is copied at once
_LENGTH, _ITEMS = ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 1)


def storage(manager: Any, kind: Any) -> Any:
    """How something lies in a row or in the frame of a caller, by Numba's manager of models.

    There the rows in a tuple lie themselves, of which the value only has the addresses.
    """
    if isinstance(kind, Kept):
        kind = kind.row
        items = ir.ArrayType(storage(manager, kind.item), kind.room)
        return ir.LiteralStructType([INT, items, MARK])
    if not has_row(kind):  # a part of a tuple, as all of this
        return manager[kind].get_data_type()
    return ir.LiteralStructType([storage(manager, item) for item in parts_of(kind)])


@register_model(SetRow)
@register_model(Row)
class RowModel(models.PrimitiveModel):  # type: ignore[misc]
    """Its address; where it is returned, the row itself."""

    def __init__(self, manager: Any, kind: Row) -> None:
        super().__init__(manager, kind, BYTES)

    def get_return_type(self) -> Any:
        return storage(self._dmm, self._fe_type)


@register_model(Nothing)
class NothingModel(models.PrimitiveModel):  # type: ignore[misc]
    """A word that says nothing."""

    def __init__(self, manager: Any, kind: Nothing) -> None:
        super().__init__(manager, kind, INT)


@register_model(RowIterator)
class RowIteratorModel(models.StructModel):  # type: ignore[misc]
    """The row, and how far the loop is."""

    def __init__(self, manager: Any, kind: RowIterator) -> None:
        index = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("row", kind.row), ("index", index)])


class Place:
    """A row in memory, for the code that works on it."""

    def __init__(self, context: Any, builder: Any, kind: Row, address: Any) -> None:
        self.context, self.builder, self.kind = context, builder, kind
        shape = storage(context.data_model_manager, kind)
        self.address = address
        self.row = builder.bitcast(address, shape.as_pointer())

    @staticmethod
    def new(context: Any, builder: Any, kind: Row) -> Place:
        """An empty row in the frame of the function."""
        place = Place._slot(context, builder, kind)
        place.set_length(ZERO)
        return place

    @staticmethod
    def copy(context: Any, builder: Any, kind: Row, other: Any) -> Place:
        """A copy of a row, which in a loop may lie in the same place."""
        place = Place._slot(context, builder, kind)
        place.builder_copy(place.address, other, kind)
        return place

    @staticmethod
    def _slot(context: Any, builder: Any, kind: Row) -> Place:
        with builder.goto_entry_block():
            slot = builder.alloca(storage(context.data_model_manager, kind))
        return Place(context, builder, kind, builder.bitcast(slot, BYTES))

    def length(self) -> Any:
        return self.builder.load(self._gep([_LENGTH]))

    def set_length(self, length: Any) -> None:
        self.builder.store(length, self._gep([_LENGTH]))

    def get(self, index: Any) -> Any:
        """The item at an index that is inside."""
        return value_at(self.context, self.builder, self.kind.item, self._gep([_ITEMS, index]))

    def put(self, index: Any, item: Any) -> None:
        """Puts an item at an index that is inside."""
        at = self._gep([_ITEMS, index])
        put_value(self.context, self.builder, self.kind.item, at, item)

    def put_bytes(self, first: int, count: int, word: Any) -> None:
        """Puts numbers, each a byte of a word with its sign, at indices that are inside."""
        build = self.builder
        eight = build.bitcast(word, ir.VectorType(ir.IntType(8), 8))
        numbers = build.sext(eight, ir.VectorType(INT, 8))
        if count == 8:
            at = build.bitcast(self._gep([_ITEMS, ir.Constant(INT, first)]), BYTES)
            build.store(numbers, build.bitcast(at, numbers.type.as_pointer()), align=8)
            return
        for i in range(count):
            at = self._gep([_ITEMS, ir.Constant(INT, first + i)])
            build.store(build.extract_element(numbers, ir.Constant(INT, i)), at)

    def builder_copy(self, to: Any, other: Any, kind: Row) -> None:
        shape = storage(self.context.data_model_manager, kind)
        copy_row(self.context, self.builder, shape, to, other)

    def _gep(self, path: list[Any]) -> Any:
        return self.builder.gep(self.row, [_LENGTH, *path], inbounds=True)


def copy_row(context: Any, builder: Any, shape: Any, to: Any, other: Any) -> None:
    """Copies a row, as far as it goes; `shape` is how it lies in memory."""
    item = shape.elements[1].element
    length = builder.load(builder.bitcast(other, INT.as_pointer()))
    if not _has_shape(item):
        _copy_flat_row(context, builder, shape, to, other, length)
        return
    pointers = [builder.bitcast(row, shape.as_pointer()) for row in (to, other)]
    builder.store(length, builder.gep(pointers[0], [_LENGTH, _LENGTH], inbounds=True))
    with cgutils.for_range(builder, length) as loop:
        path = [_LENGTH, _ITEMS, loop.index]
        places = [builder.gep(row, path, inbounds=True) for row in pointers]
        _copy_item(context, builder, *places)


def _copy_item(context: Any, builder: Any, to: Any, other: Any) -> None:
    """Copies what may have rows in it."""
    shape = to.type.pointee
    if _is_shape(shape):
        copy_row(context, builder, shape, *(builder.bitcast(at, BYTES) for at in (to, other)))
    elif not _has_shape(shape):
        builder.store(builder.load(other), to)
    else:
        for i in range(len(shape.elements)):
            _copy_item(context, builder, *(_inner(builder, at, i) for at in (to, other)))


def _copy_flat_row(
    context: Any, builder: Any, shape: Any, to: Any, other: Any, length: Any
) -> None:
    """Copies a row of numbers or tuples: the first words at once, as most rows are short."""
    size = context.get_abi_sizeof(shape.elements[1].element)
    short = (SHORT_ROW - 8) // size
    at_once = short > 0 and context.get_abi_sizeof(shape) >= SHORT_ROW
    if at_once:
        words = ir.VectorType(INT, SHORT_ROW // 8).as_pointer()
        few = builder.load(builder.bitcast(other, words), align=8)
        builder.store(few, builder.bitcast(to, words), align=8)
    long = builder.icmp_signed(">", length, ir.Constant(INT, short if at_once else LOWEST))
    with builder.if_then(long, likely=not at_once):
        some = builder.select(builder.icmp_signed(">", length, ZERO), length, ZERO)
        whole = builder.add(builder.mul(some, ir.Constant(INT, size)), ir.Constant(INT, 8))
        cgutils.raw_memcpy(builder, to, other, whole, 1)


def _is_shape(kind: Any) -> bool:
    """Whether something in memory is a row."""
    return isinstance(kind, ir.LiteralStructType) and MARK in kind.elements


def _has_shape(kind: Any) -> bool:
    """Whether something in memory is a row, or a tuple with a row in it."""
    inside = kind.elements if isinstance(kind, ir.LiteralStructType) else ()
    return _is_shape(kind) or any(map(_has_shape, inside))


def put_value(context: Any, builder: Any, kind: Any, slot: Any, value: Any) -> None:
    """Puts a value there, with the rows that it has the addresses of."""
    if isinstance(kind, Kept):
        copy_row(context, builder, slot.type.pointee, builder.bitcast(slot, BYTES), value)
    elif not has_row(kind):
        context.pack_value(builder, kind, value, slot)
    else:
        for i, item in enumerate(parts_of(kind)):
            part = builder.extract_value(value, i)
            put_value(context, builder, item, _inner(builder, slot, i), part)


def put_returned(context: Any, builder: Any, slot: Any, value: Any) -> None:
    """The same, for a value as Numba returns it."""
    if slot.type.pointee == value.type:
        builder.store(value, slot)
    elif value.type == BYTES:
        copy_row(context, builder, slot.type.pointee, builder.bitcast(slot, BYTES), value)
    else:
        for i in range(len(value.type.elements)):
            part = builder.extract_value(value, i)
            put_returned(context, builder, _inner(builder, slot, i), part)


def value_at(context: Any, builder: Any, kind: Any, slot: Any) -> Any:
    """The value that was put there."""
    if isinstance(kind, Kept):
        return builder.bitcast(slot, BYTES)
    if not has_row(kind):
        return context.unpack_value(builder, kind, slot)
    value = ir.Constant(context.get_value_type(kind), ir.Undefined)
    for i, item in enumerate(parts_of(kind)):
        found = value_at(context, builder, item, _inner(builder, slot, i))
        value = builder.insert_value(value, found, i)
    return value


def _inner(builder: Any, slot: Any, number: int) -> Any:
    """A part of a tuple in memory."""
    return builder.gep(slot, [_LENGTH, ir.Constant(ir.IntType(32), number)], inbounds=True)


def noughts(context: Any, builder: Any, kind: Any) -> Any:
    """A value in place of one that is not there: its rows are empty."""
    if isinstance(kind, Kept):
        return Place.new(context, builder, kind.row).address
    value = ir.Constant(context.get_value_type(kind), None)
    for i, part in enumerate(parts_of(kind) if has_row(kind) else ()):
        value = builder.insert_value(value, noughts(context, builder, part), i)
    return value
