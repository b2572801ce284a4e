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

from zermelo.compiler.untyped import Conversion, ir, types

INT = ir.IntType(64)
ZERO, ONE = ir.Constant(INT, 0), ir.Constant(INT, 1)

ROOM: Final = 128  # for items that are numbers or small tuples
NESTED_ROOM: Final = 48  # for items that are rows, which have less room themselves:
SHORT_ROOM: Final = 32
DEEP_ROOM: Final = 16  # for each of lists of lists of lists
LOWEST: Final = -(1 << 63)  # no length, nor the word of an atom in place of one


# --- types ---------------------------------------------------------------------------------------


class Kept(types.IterableType):  # type: ignore[misc]
    """What lies in the frame of a function, as a row does; `row` is the type of that."""

    row: Row


class Row(Kept):
    """A row of items of one type, with room for so many."""

    is_text = False  # see `text_types`

    def __init__(self, item: Any, room: int = 0) -> None:
        if isinstance(item, Row) and isinstance(item.item, Row):
            if isinstance(item.item.item, Row):
                raise TypeError("a list of lists of lists of lists")
            if not room:
                item, room = Row(item.item.with_room(DEEP_ROOM), DEEP_ROOM), DEEP_ROOM
        elif isinstance(item, Row) and not room:
            item, room = item.with_room(SHORT_ROOM), NESTED_ROOM
        self.item: Any = item
        self.row = self
        self.room = room or (NESTED_ROOM if has_row(item) else ROOM)
        super().__init__(name=f"Row({item} x {self.room})")

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells types apart; records of two files may have the same name."""
        return self.name, self.item

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
        if isinstance(self.item, Row) and isinstance(found.item, types.BaseTuple | Row):
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
    if isinstance(item.item, Row):
        return Row(item)
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
        if isinstance(item, SetRow) or (isinstance(item, Row) and has_row(item.item)):
            raise TypeError("a set of lists")
        super().__init__(item, room)
        self.name: str = f"Set{self.name}"

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

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.row

    def unify(self, context: Any, other: Any) -> Any:
        """Of a list whose items turn out to be of a wider type."""
        found = self.row.unify(context, other.row) if isinstance(other, RowIterator) else None
        return None if found is None else RowIterator(found)


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
    return isinstance(kind, Kept) or any(map(has_row, parts_of(kind)))


def parts_of(kind: Any) -> tuple[Any, ...]:
    """The types of the parts of a value that has some: of a tuple, or of one that may be a word."""
    return tuple(kind) if isinstance(kind, types.BaseTuple) else getattr(kind, "lies_as", ())
