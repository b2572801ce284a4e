"""Lists, and tuples of any length, in machine code: rows of items on the stack.

    word   0        1 ...
           length   the items, as many as there is room for

An atom in place of a tuple, such as None, is a row with its word for a length. A row lies in the
frame of the function that made it. Whoever is handed one sees the same row, as in Python; whoever
returns one has it copied into the frame of its caller. A variable owns its row (see `owned`), so
that what a loop makes anew does not change what an earlier turn has kept. A row that gets too long
is a fault.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.untyped import (
    Conversion,
    cgutils,
    ir,
    models,
    register_model,
    types,
)

INT = ir.IntType(64)
BYTES: Final = ir.IntType(8).as_pointer()
ZERO, ONE = ir.Constant(INT, 0), ir.Constant(INT, 1)
MARK: Final = ir.ArrayType(
    ir.IntType(8), 0
)  # no byte, behind the items: what tells a row from a tuple
_LENGTH, _ITEMS = ir.Constant(ir.IntType(32), 0), ir.Constant(ir.IntType(32), 1)

ROOM: Final = 128  # for items that are numbers or small tuples
NESTED_ROOM: Final = 48  # for items that are rows, which have less room themselves:
SHORT_ROOM: Final = 32
LOWEST: Final = -(1 << 63)  # no length, nor the word of an atom in place of one
SHORT_ROW: Final = 32  # the bytes, with its length, of a row that is copied at once


# --- types ---------------------------------------------------------------------------------------


class Kept(types.IterableType):  # type: ignore[misc]
    """What lies in the frame of a function, as a row does; `row` is the type of that."""

    row: Row


class Row(Kept):
    """A row of items of one type, with room for so many."""

    is_text = False  # see `text_types`

    def __init__(self, item: Any, room: int = 0) -> None:
        if isinstance(item, Row):
            if isinstance(item.item, Row):
                raise TypeError("a list of lists of lists")
            if not room:
                item, room = item.with_room(SHORT_ROOM), NESTED_ROOM
        self.item: Any = item
        self.row = self
        self.room = room or (NESTED_ROOM if has_row(item) else ROOM)
        super().__init__(name=f"Row({item} x {self.room})")

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return RowIterator(self)

    def with_room(self, room: int) -> Row:
        """The type of such rows with other room."""
        return Row(self.item, room)

    @property
    def roomy(self) -> Row:
        """The type for a row that may grow: a constant has only the room that it needs."""
        usual = Row(self.item.roomy if isinstance(self.item, Row) else self.item)
        return usual if usual.room > self.room else self

    def unify(self, context: Any, other: Any) -> Any:
        """The type that holds rows of both."""
        if isinstance(other, Nothing) or may_be_atom(other):
            return self
        found = getattr(other, "as_row", None) or row_type(context, other)
        if found is None or found.is_text:
            return None
        item = _common(context, self.item, found.item)
        return None if item is None else _roomy(types.unliteral(item), (self.room, found.room))

    def can_convert_from(self, context: Any, other: Any) -> Any:
        """Nothing, None and a tuple become a row where one is wanted."""
        if isinstance(other, Nothing) or may_be_atom(other):
            return Conversion.safe
        found = getattr(other, "as_row", None) or row_type(context, other)
        if found is None or found.is_text:
            return None
        if isinstance(other, types.BaseTuple) and len(other) > self.room:
            return None
        if isinstance(self.item, Row) and isinstance(found.item, types.BaseTuple):
            return self.item.can_convert_from(context, found.item)
        item = context.unify_pairs(self.item, found.item)
        fits = item is not None and Row(types.unliteral(item), self.room) == self
        return Conversion.safe if fits else None


def _common(context: Any, first: Any, second: Any) -> Any:
    """The type of items of two; tuples of two lengths are rows."""
    found = context.unify_pairs(first, second)
    both = isinstance(first, types.BaseTuple) and isinstance(second, types.BaseTuple)
    if found is not None or not both or len(first) == len(second):
        return found
    rows = row_type(context, first), row_type(context, second)
    return rows[0].unify(context, rows[1]) if rows[0] and rows[1] else None


def _roomy(item: Any, rooms: tuple[int, ...]) -> Row:
    """The type that holds the items of several rows; flat ones have more room than nested ones."""
    if not isinstance(item, Row):
        return Row(item, max(rooms))
    inner = SHORT_ROOM if item.room == ROOM else max(item.room, SHORT_ROOM)
    outer = max((room for room in rooms if room != ROOM), default=NESTED_ROOM)
    return Row(item.with_room(inner), max(outer, NESTED_ROOM))


def may_be_none(kind: Any) -> bool:
    """Whether a type is that of None, or of atoms, of which None is one."""
    return isinstance(kind, types.NoneType) or kind.name == "Atom"


def may_be_atom(kind: Any) -> bool:
    """Whether a type is that of atoms, or of those that are texts."""
    return may_be_none(kind) or kind.name.startswith("TextAtom")


class SetRow(Row):
    """A row whose items are in order, each once: a set (see `sets`)."""

    def __init__(self, item: Any, room: int = 0) -> None:
        if isinstance(item, Row):
            raise TypeError("a set of lists")
        super().__init__(item, room)
        self.name: str = f"Set{Row(item, room).name}"

    @property
    def roomy(self) -> Row:
        """It always is."""
        return self

    def unify(self, context: Any, other: Any) -> Any:
        """Only sets become sets."""
        return self if isinstance(other, Nothing) or other == self else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, Nothing) or other == self else None


class Nothing(types.Type):  # type: ignore[misc]
    """What `[]` is before something is put into it."""

    def __init__(self) -> None:
        super().__init__(name="Nothing")


NOTHING: Final = Nothing()


class RowIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A loop over a row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        super().__init__(f"iter({row})", row.item)


def row_type(context: Any, items: Any) -> Row | None:
    """The type of the row that has these items; None where they have no type in common."""
    if isinstance(items, Row):
        return items
    if isinstance(items, types.BaseTuple) and len(items):
        kinds = [types.unliteral(item) for item in items]
        rows = [row_type(context, kind) for kind in kinds]
        if all(rows) and len(set(kinds)) > 1:  # tuples of several lengths
            kinds = rows
        kind = kinds[0] if len(set(kinds)) == 1 else context.unify_types(*kinds)
        made = None if kind is None else Row(types.unliteral(kind))
        return made if made is not None and len(items) <= made.room else None
    return None


def has_row(kind: Any) -> bool:
    """Whether a value is a row, or has one in it."""
    if isinstance(kind, types.BaseTuple):
        return any(map(has_row, kind))
    return isinstance(kind, Kept)


# --- memory --------------------------------------------------------------------------------------


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
    return ir.LiteralStructType([storage(manager, item) for item in kind])


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
        for i, item in enumerate(kind):
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
    for i, item in enumerate(kind):
        found = value_at(context, builder, item, _inner(builder, slot, i))
        value = builder.insert_value(value, found, i)
    return value


def _inner(builder: Any, slot: Any, number: int) -> Any:
    """A part of a tuple in memory."""
    return builder.gep(slot, [_LENGTH, ir.Constant(ir.IntType(32), number)], inbounds=True)
