"""Boards made of tuples and lists, and the other way round (see `packed`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from zermelo.compiler.errors import FULL, LENGTH
from zermelo.compiler.packed import Board, Packed, check_range, signed_word, whole
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import INT, ROOM, ZERO, Place, Row
from zermelo.compiler.untyped import intrinsic, ir, types

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
        return all(isinstance(each, types.Integer | types.Boolean) for each in inner)
    return all(can_pack(kind.item, each) for each in inner)


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
        numbers = [context.cast(builder, item, each, types.int64) for each, item in inner]
        check_range(context, builder, kind.item, numbers)
        return _joined(builder, kind, numbers)
    board = Board(builder, kind, ir.Constant(ir.ArrayType(INT, kind.words), None))
    for i, (each, item) in enumerate(inner):
        board.put(i, pack(context, builder, kind.item, each, item))
    return board.value


def _joined(builder: Any, kind: Packed, numbers: list[Any]) -> Any:
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
            given = given if isinstance(given, Row) else None
        if given is None or not can_pack(kind, given):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if free:
                return pack_free(context, builder, kind, given, args[0])
            return pack(context, builder, kind, given, args[0])

        return kind(given), code

    fit.__name__ = f"fit_{'free_' * free}{kind.label}"
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
        number = context.cast(builder, place.get(whole(i)), given.item, types.int64)
        numbers.append(builder.select(inside, number, ZERO))
    check_range(context, builder, kind.item, numbers)
    return _joined(builder, kind, numbers)


@intrinsic
def unpack(context: Any, board: Any) -> Any:
    """The row of a board's items."""
    if not isinstance(board, Packed) or board.count > ROOM:
        return None
    kind = Row(board.item_type)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = Place.new(context, builder, kind)
        for i, item in enumerate(Board(builder, board, args[0]).items()):
            place.put(whole(i), item)
        place.set_length(whole(board.count))
        return place.address

    return kind(board), code


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
        made = Row(types.int64)

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = Place.new(context, builder, made)
            for i, item in enumerate(Board(builder, kind, args[0]).items()):
                place.put(whole(i), item)
            place.set_length(args[1])
            return place.address

        return made(types.UniTuple(types.int64, kind.words), types.int64), code

    chosen: Any = row if free else board
    chosen.__name__ = f"board_{'free_' * free}{kind.label}"
    return intrinsic(chosen)
