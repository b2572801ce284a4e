"""Boards made of tuples and lists, and the other way round (see `packed`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.compiler.atoms import Atom
from zermelo.compiler.board_loops import BYTE_BITS, in_bytes
from zermelo.compiler.errors import FULL, LENGTH
from zermelo.compiler.packed import Board, Packed, signed_word, whole
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import INT, ROOM, ZERO, Nothing, Row, may_be_atom, row_type
from zermelo.compiler.untyped import intrinsic, ir, lower_cast, types

# --- from and to rows ----------------------------------------------------------------------------


def can_pack(kind: Packed, given: Any) -> bool:
    """Whether something of a type of Numba's can become such a board."""
    given = types.unliteral(given)
    if given == kind:
        return True
    if isinstance(given, Row):
        inner = [given.item]
    elif isinstance(given, Packed):
        inner = [given.item_type] if given.count == kind.count else [types.none]
    elif isinstance(given, types.BaseTuple) and len(given) == kind.count:
        inner = list(given)
    else:
        return False
    if isinstance(kind.item, int):
        return all(can_be_item(kind, each) for each in inner)
    return all(can_pack(kind.item, each) for each in inner)


def can_be_item(kind: Packed, given: Any) -> bool:
    """Whether something can be a number, or an atom, of such a board; a fault where it is not."""
    if isinstance(given, Atom) and not getattr(given, "is_word", False):
        return True
    if kind.code != "number" and isinstance(given, Atom | types.NoneType):
        return True
    return isinstance(given, types.Integer | types.Boolean)


def pack(context: Any, builder: Any, kind: Packed, given: Any, value: Any) -> Any:
    """The board made of a tuple, a row or another board."""
    if given == kind:
        return value
    inner: list[Any]
    if isinstance(given, Row):
        place = Place(context, builder, given, value)
        wrong = builder.icmp_signed("!=", place.length(), whole(kind.count))
        with builder.if_then(wrong, likely=False):
            fault(context, builder, LENGTH)
        inner = [(given.item, place.get(whole(i))) for i in range(kind.count)]
    elif isinstance(given, Packed):
        inner = [(given.item_type, item) for item in Board(builder, given, value).items()]
    else:
        inner = [(each, builder.extract_value(value, i)) for i, each in enumerate(given)]
    if isinstance(kind.item, int):
        words = [context.cast(builder, item, each, kind.item_type) for each, item in inner]
        return joined(builder, kind, kind.item_code.numbers_code(context, builder, words))
    board = Board(builder, kind, ir.Constant(ir.ArrayType(INT, kind.words), None))
    for i, (each, item) in enumerate(inner):
        board.put(i, pack(context, builder, kind.item, each, item))
    return board.value


def joined(builder: Any, kind: Packed, numbers: list[Any]) -> Any:
    """The words of numbers that fit."""
    value = ir.Constant(ir.ArrayType(INT, kind.words), ir.Undefined)
    mask = whole(signed_word((1 << kind.item_bits) - 1))
    for w in range(kind.words):
        word = ZERO
        for i, number in enumerate(numbers[w * kind.a_word : (w + 1) * kind.a_word]):
            part = builder.shl(builder.and_(number, mask), whole(i * kind.item_bits))
            word = builder.or_(word, part)
        value = builder.insert_value(value, word, w)
    return value


@cache
def fitter(kind: Packed, free: bool) -> Any:
    """The function of compiled code that makes such a board of whatever it is given.

    `free`: it may be shorter; what is left is nought.
    """

    def fit(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        if free:
            row = _row_for(context, kind, given)
            if row is None:
                return None

            def code_of_row(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                if isinstance(given, types.BaseTuple) and not len(given):
                    made = Place.new(context, builder, row).address
                else:
                    made = context.cast(builder, args[0], given, row) if given != row else args[0]
                return pack_free(context, builder, kind, row, made)

            return kind(given), code_of_row
        if not can_pack(kind, given):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return pack(context, builder, kind, given, args[0])

        return kind(given), code

    fit.__name__ = f"fit_{'free_' * free}{kind.label}"
    return intrinsic(fit)


def _row_for(context: Any, kind: Packed, given: Any) -> Row | None:
    """The row that becomes a board of any length; of an empty tuple, or nothing yet, too."""
    if isinstance(given, Nothing) or (isinstance(given, types.BaseTuple) and not len(given)):
        return Row(kind.item_type)
    if may_be_atom(given):
        return Row(kind.item_type)
    found = row_type(context, given)
    return found if found is not None and can_pack(kind, found) else None


@cache
def row_fitter(kind: Packed) -> Any:
    """The function of compiled code that makes a row of what may be of any length."""

    def fit(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        made = Row(kind.item_type)
        if _row_for(context, kind, given) is None:
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if isinstance(given, types.BaseTuple) and not len(given):
                return Place.new(context, builder, made).address
            return context.cast(builder, args[0], given, made) if given != made else args[0]

        return made(given), code

    fit.__name__ = f"fit_row_{kind.label}"
    return intrinsic(fit)


def pack_free(context: Any, builder: Any, kind: Packed, given: Row, value: Any) -> Any:
    """The board of a row that may be shorter."""
    assert isinstance(kind.item, int)
    place = Place(context, builder, given, value)
    length = place.length()
    with builder.if_then(builder.icmp_signed(">", length, whole(kind.count)), likely=False):
        fault(context, builder, FULL)
    numbers = []
    for i in range(kind.count):
        inside = builder.icmp_signed("<", whole(i), length)
        item = place.get(whole(i))  # beyond the end it is anything: not to be looked at
        item = builder.select(inside, item, ir.Constant(item.type, None))
        number = context.cast(builder, item, given.item, kind.item_type)
        nought = whole(kind.item_code.word(0))
        numbers.append(builder.select(inside, number, nought))
    return joined(builder, kind, kind.item_code.numbers_code(context, builder, numbers))


@intrinsic
def unpack(context: Any, board: Any) -> Any:
    """The row of a board's items."""
    if not isinstance(board, Packed) or board.count > ROOM:
        return None
    kind = Row(board.item_type)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = Place.new(context, builder, kind)
        _put_items(builder, place, board, args[0])
        place.set_length(whole(board.count))
        return place.address

    return kind(board), code


@lower_cast(Packed, Row)
def _row_of(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    kind = before.as_row
    made, code = unpack._defn(context, before)
    return context.cast(builder, code(context, builder, made, [value]), kind, after)


def _put_items(builder: Any, place: Place, board: Packed, value: Any) -> None:
    """Puts the items of a board into a row that has room for them."""
    if not isinstance(board.item, int) or board.item >= BYTE_BITS or board.code != "number":
        for i, item in enumerate(Board(builder, board, value).items()):
            place.put(whole(i), item)
        return
    words = [builder.extract_value(value, i) for i in range(board.words)]
    for i, word in enumerate(in_bytes(builder, board, words)):
        place.put_bytes(8 * i, min(8, board.count - 8 * i), word)


@intrinsic
def item_of(context: Any, board: Any, index: Any) -> Any:
    """The item at an index that is inside."""
    if not isinstance(board, Packed):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return Board(builder, board, args[0]).get(args[1])

    return board.item_type(board, types.int64), code


# --- words ---------------------------------------------------------------------------------------


@intrinsic(prefer_literal=True)
def word_of(context: Any, board: Any, at: Any) -> Any:
    """One of the words of a board."""
    if not isinstance(board, Packed) or not isinstance(at, types.IntegerLiteral):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.extract_value(args[0], at.literal_value)

    return types.int64(board, at), code


@cache
def board_maker(kind: Packed, free: bool) -> Any:
    """The function of compiled code that makes a board, or a row, of its words."""

    def board(context: Any, words: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return args[0]

        return kind(types.UniTuple(types.int64, kind.words)), code

    def row(context: Any, words: Any, length: Any) -> Any:
        made = Row(kind.item_type)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = Place.new(context, builder, made)
            _put_items(builder, place, kind, args[0])
            place.set_length(args[1])
            return place.address

        return made(types.UniTuple(types.int64, kind.words), types.int64), code

    chosen: Any = row if free else board
    chosen.__name__ = f"board_{'free_' * free}{kind.label}"
    return intrinsic(chosen)
