"""Tuples of records, of any length, in the words of a state: the parts of all records one by one.

    (Pawn(1, 2, 0), Pawn(-1, 0, 1))      length 2, then the board (1, 2, 0, -1, 0, 1, 0, 0, 0, ...)

In compiled code such a tuple is a row (see `rows`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from zermelo.compiler.constants import digest
from zermelo.compiler.errors import FULL
from zermelo.compiler.packed import Board, Packed, whole
from zermelo.compiler.packing import joined
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import Nothing, Row, SetRow
from zermelo.compiler.tuple_makers import as_tuple, can_be_tuple
from zermelo.compiler.untyped import cgutils, intrinsic, ir, types


def _can_be(context: Any, given: Any, row: Row) -> bool:
    empty = isinstance(given, Nothing) or (isinstance(given, types.BaseTuple) and not len(given))
    if empty or given == row or context.can_convert(given, row) is not None:
        return True
    if isinstance(given, types.BaseTuple) and not isinstance(row, SetRow):
        kinds = map(types.unliteral, given)
        return len(given) <= row.room and all(can_be_tuple(context, k, row.item) for k in kinds)
    alike = isinstance(given, SetRow if isinstance(row, SetRow) else Row)
    return alike and can_be_tuple(context, given.item, row.item)


def _as_row(context: Any, builder: Any, given: Any, row: Row, value: Any) -> Any:
    if isinstance(given, types.BaseTuple) and not len(given):
        return Place.new(context, builder, row).address
    if given == row or context.typing_context.can_convert(given, row) is not None:
        return value if given == row else context.cast(builder, value, given, row)
    place = Place.new(context, builder, row)
    if isinstance(given, types.BaseTuple):
        for i, kind in enumerate(map(types.unliteral, given)):
            part = builder.extract_value(value, i)
            place.put(whole(i), as_tuple(context, builder, kind, row.item, part))
        place.set_length(whole(len(given)))
        return place.address
    old = Place(context, builder, given, value)
    long = builder.icmp_signed(">", old.length(), whole(row.room))
    with builder.if_then(long, likely=False):
        fault(context, builder, FULL)
    with cgutils.for_range(builder, old.length()) as loop:
        item = as_tuple(context, builder, given.item, row.item, old.get(loop.index))
        place.put(loop.index, item)
    place.set_length(old.length())
    return place.address


@cache
def row_fitter(row: Row) -> Any:
    """The function of compiled code that makes such a row of what can be one."""

    def fit(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        if not _can_be(context, given, row):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return _as_row(context, builder, given, row, args[0])

        return row(given), code

    fit.__name__ = f"fit_records_{digest(str(row))}"
    return intrinsic(fit)


@cache
def fitter(board: Packed, row: Row) -> Any:
    """The function of compiled code that makes the board of such a row."""
    parts = sum(1 for _ in leaf_types(row.item))

    def fit(context: Any, value: Any) -> Any:
        given = types.unliteral(value)
        if not _can_be(context, given, row):
            return None

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address = _as_row(context, builder, given, row, args[0])
            place = Place(context, builder, row, address)
            length, most = place.length(), board.count // parts
            with builder.if_then(builder.icmp_signed(">", length, whole(most)), likely=False):
                fault(context, builder, FULL)
            words = []
            nought = whole(board.item_code.word(0))
            for i in range(most):
                inside = builder.icmp_signed("<", whole(i), length)
                item = place.get(whole(i))  # beyond the end it is anything: not to be looked at
                item = builder.select(inside, item, ir.Constant(item.type, None))
                found = leaves(context, builder, board.item_type, row.item, item)
                words += [builder.select(inside, word, nought) for word in found]
            return joined(builder, board, board.item_code.numbers_code(context, builder, words))

        return board(given), code

    fit.__name__ = f"fit_records_{board.label}_{digest(str(row))}"
    return intrinsic(fit)


@cache
def maker(board: Packed, row: Row) -> Any:
    """The function of compiled code that makes such a row of the words of its board."""
    parts = sum(1 for _ in leaf_types(row.item))

    def made(context: Any, words: Any, length: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = Place.new(context, builder, row)
            items = Board(builder, board, args[0]).items()
            for i in range(board.count // parts):
                place.put(whole(i), _built(context, builder, board, row.item, items))
            place.set_length(args[1])
            return place.address

        return row(types.UniTuple(types.int64, board.words), types.int64), code

    made.__name__ = f"records_{board.label}_{digest(str(row))}"
    return intrinsic(made)


def leaf_types(kind: Any) -> Iterator[Any]:
    """The types of the numbers and atoms in a record."""
    if isinstance(kind, types.BaseTuple):
        for part in kind:
            yield from leaf_types(part)
    else:
        yield kind


def leaves(context: Any, builder: Any, wanted: Any, kind: Any, value: Any) -> Iterator[Any]:
    """The numbers and atoms in a record, as values of one type."""
    if not isinstance(kind, types.BaseTuple):
        yield context.cast(builder, value, kind, wanted)
        return
    for i, part in enumerate(kind):
        yield from leaves(context, builder, wanted, part, builder.extract_value(value, i))


def _built(context: Any, builder: Any, board: Packed, kind: Any, items: Iterator[Any]) -> Any:
    if isinstance(kind, types.BaseTuple):
        values = [_built(context, builder, board, part, items) for part in kind]
        return context.make_tuple(builder, kind, values)
    word = next(items)
    if isinstance(kind, types.Boolean):
        return builder.icmp_signed("!=", word, whole(0))
    return word  # an atom of no number was checked when it was packed
