"""Sets in machine code: rows whose items are in order, each once; or bits (see `bit_sets`).

In Python a loop over a set has no order that can be relied on; here it is that of the items.
Importing this module tells Numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.bit_sets import (
    Bits,
    no_place,
    place_in,
    with_word,
    word_of_bits,
)
from zermelo.compiler.errors import NO_KEY, RuleFault
from zermelo.compiler.growth import in_place
from zermelo.compiler.overloads import _popcount
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_memory import Place
from zermelo.compiler.row_operations import (
    item_at,
    length_of,
    make_room,
    nothing,
    owned,
    put_at,
    row_of,
)
from zermelo.compiler.rows import ONE, ZERO, Nothing, Row, SetRow
from zermelo.compiler.set_order import before
from zermelo.compiler.tuple_makers import as_tuple, can_be_tuple
from zermelo.compiler.untyped import intrinsic, lower_builtin, types


def is_set(kind: Any) -> bool:
    """Whether it is plainly a set."""
    return isinstance(kind, SetRow | Bits)


def _may_be(kind: Any) -> bool:
    """A constant set is a tuple, or a row in memory, and an empty one nothing yet."""
    return is_set(kind) or isinstance(kind, Nothing | types.BaseTuple | Row)


def _are_sets(a: Any, b: Any) -> bool:
    return (is_set(a) or is_set(b)) and _may_be(a) and _may_be(b)


# --- making and changing -------------------------------------------------------------------------


def _put(items: Any, item: Any) -> None:
    length = length_of(items)
    at = length
    while at > 0 and before(item, item_at(items, at - 1)):
        at -= 1
    if at > 0 and item_at(items, at - 1) == item:
        return
    make_room(items)
    for i in range(length, at, -1):
        put_at(items, i, item_at(items, i - 1))
    put_at(items, at, item)


def _take(items: Any, item: Any) -> None:
    if item in items:
        items.pop(items.index(item))


def _take_what_is_there(items: Any, item: Any) -> None:
    items.pop(items.index(item))


def _of_set(items: Any, item: Any) -> Any:
    return (items, items.item) if isinstance(items, SetRow) else None


def _of_row(items: Any, item: Any) -> Any:
    return (items, items.item) if isinstance(items, Row) else None


put = in_place("put", _of_set, _put)
take = in_place("take", _of_set, _take)
take_what_is_there = in_place("take_what_is_there", _of_row, _take_what_is_there)


@intrinsic
def add(context: Any, items: Any, item: Any) -> Any:
    """The set with an item more, or the first of all."""
    if isinstance(items, Nothing):
        return _first._defn(context, items, item)
    of_tuples = isinstance(items, SetRow) and isinstance(items.item, types.BaseTuple)
    if of_tuples and isinstance(item, Row) and can_be_tuple(context, item, items.item):
        return _put_list(items, item)
    return (_with_bit if isinstance(items, Bits) else put)._defn(context, items, item)


def _put_list(items: SetRow, given: Row) -> Any:
    """A tuple that was made of a list."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        item = as_tuple(context, builder, given, items.item, args[1])
        context.compile_internal(builder, _put, types.none(items, items.item), [args[0], item])
        return args[0]

    return items(items, given), code


@intrinsic
def _first(context: Any, items: Any, item: Any) -> Any:
    kind = SetRow(types.unliteral(item))

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = Place.new(context, builder, kind)
        place.put(ZERO, args[1])
        place.set_length(ONE)
        return place.address

    return kind(items, kind.item), code


@intrinsic
def _with_bit(context: Any, items: Any, item: Any) -> Any:
    def with_bit(items: Any, item: Any) -> Any:
        place = place_in(items, item)
        if place < 0:
            no_place()
        return with_word(items, word_of_bits(items) | (1 << place))

    kind = items(items, items.item)
    return kind, lambda context, builder, signature, args: context.compile_internal(
        builder, with_bit, kind, args
    )


def to_set(items: Any) -> Any:
    """`set(items)`."""


def _to_set(items: Any) -> Any:
    if isinstance(items, Nothing | Bits):
        return lambda items: items
    if isinstance(items, types.BaseTuple) and not len(items):
        return lambda items: nothing()
    if isinstance(items, SetRow):
        return lambda items: owned(items)
    if isinstance(items, types.BaseTuple) and not isinstance(items, types.UniTuple):
        return lambda items: to_set(row_of(items))

    def collected(items: Any) -> Any:
        found = nothing()
        for item in items:
            found = add(found, item)
        return found

    return collected


@intrinsic
def without(context: Any, items: Any, item: Any) -> Any:
    """The set without an item."""
    if not isinstance(items, Bits):
        return take._defn(context, items, item)

    def without_bit(items: Any, item: Any) -> Any:
        place = place_in(items, item)
        return items if place < 0 else with_word(items, word_of_bits(items) & ~(1 << place))

    kind = items(items, items.item)
    return kind, lambda context, builder, signature, args: context.compile_internal(
        builder, without_bit, kind, args
    )


@intrinsic
def removed(context: Any, items: Any, item: Any) -> Any:
    """The set, or the list, without an item that must be there."""
    if not isinstance(items, Bits):
        return take_what_is_there._defn(context, items, item)

    def without_bit(items: Any, item: Any) -> Any:
        if item not in items:
            raise RuleFault("", "", 0, NO_KEY)
        return without(items, item)

    kind = items(items, items.item)
    return kind, lambda context, builder, signature, args: context.compile_internal(
        builder, without_bit, kind, args
    )


# --- two sets ------------------------------------------------------------------------------------


def _or(a: Any, b: Any) -> Any:
    if not _are_sets(a, b):
        return None
    if isinstance(a, Bits) and a == b:
        return lambda a, b: with_word(a, word_of_bits(a) | word_of_bits(b))
    if isinstance(b, Bits):
        return lambda a, b: b | a

    def both(a: Any, b: Any) -> Any:
        found = to_set(a)
        for item in b:
            found = add(found, item)
        return found

    return (lambda a, b: to_set(a)) if isinstance(b, Nothing) else both


def _and(a: Any, b: Any) -> Any:
    if not _are_sets(a, b):
        return None
    if isinstance(a, Bits) and a == b:
        return lambda a, b: with_word(a, word_of_bits(a) & word_of_bits(b))
    if isinstance(a, Bits) and not isinstance(b, Bits):
        return lambda a, b: b & a
    if isinstance(a, Nothing) or isinstance(b, Nothing):
        return lambda a, b: nothing()

    def common(a: Any, b: Any) -> Any:
        found = nothing()
        for item in a:
            if item in b:
                found = add(found, item)
        return found

    return common


def _sub(a: Any, b: Any) -> Any:
    if not _are_sets(a, b):
        return None
    if isinstance(a, Bits) and a == b:
        return lambda a, b: with_word(a, word_of_bits(a) & ~word_of_bits(b))
    if isinstance(a, Nothing) or isinstance(b, Nothing):
        return lambda a, b: a
    if isinstance(a, Bits):

        def fewer(a: Any, b: Any) -> Any:
            found = a
            for item in b:
                found = without(found, item)
            return found

        return fewer

    def left(a: Any, b: Any) -> Any:
        found = nothing()
        for item in a:
            if item not in b:
                found = add(found, item)
        return found

    return left


def _xor(a: Any, b: Any) -> Any:
    return (lambda a, b: (a | b) - (a & b)) if _are_sets(a, b) else None


def _le(a: Any, b: Any) -> Any:
    if not _are_sets(a, b):
        return None
    if isinstance(a, Bits) and a == b:
        return lambda a, b: word_of_bits(a) & ~word_of_bits(b) == 0
    if isinstance(a, Nothing):
        return lambda a, b: True
    if isinstance(b, Nothing):
        return lambda a, b: len(a) == 0

    def inside(a: Any, b: Any) -> Any:
        for item in a:  # noqa: SIM110 (compiled as it stands)
            if item not in b:
                return False
        return True

    return inside


def _ge(a: Any, b: Any) -> Any:
    return (lambda a, b: b <= a) if _are_sets(a, b) else None


def _lt(a: Any, b: Any) -> Any:
    return (lambda a, b: len(a) < len(b) and a <= b) if _are_sets(a, b) else None


def _gt(a: Any, b: Any) -> Any:
    return (lambda a, b: b < a) if _are_sets(a, b) else None


def _eq(a: Any, b: Any) -> Any:
    if not _are_sets(a, b) or not (isinstance(a, Bits) or isinstance(b, Bits)):
        return None
    return lambda a, b: len(a) == len(b) and a <= b


def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not (a == b)) if _eq(a, b) else None  # noqa: SIM201


# --- bits ----------------------------------------------------------------------------------------


def _len(items: Any) -> Any:
    return (lambda items: _popcount(word_of_bits(items))) if isinstance(items, Bits) else None


@lower_builtin(bool, Bits)
def _truth(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.icmp_signed("!=", args[0], args[0].type(0))


def _some(items: Any) -> Any:
    return (lambda items: word_of_bits(items) != 0) if isinstance(items, Bits) else None


def _not(items: Any) -> Any:
    return (lambda items: word_of_bits(items) == 0) if isinstance(items, Bits) else None


def _contains(items: Any, item: Any) -> Any:
    if not isinstance(items, Bits):
        return None

    def contains(items: Any, item: Any) -> Any:
        place = place_in(items, item)
        return place >= 0 and word_of_bits(items) >> place & 1 != 0

    return contains


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    to_set: _to_set,
    operator.or_: _or,
    operator.and_: _and,
    operator.sub: _sub,
    operator.xor: _xor,
    operator.ior: _or,
    operator.iand: _and,
    operator.isub: _sub,
    operator.ixor: _xor,
    operator.le: _le,
    operator.ge: _ge,
    operator.lt: _lt,
    operator.gt: _gt,
    operator.eq: _eq,
    operator.ne: _ne,
    len: _len,
    bool: _some,
    operator.truth: _some,
    operator.not_: _not,
    operator.contains: _contains,
}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    "union": lambda a, b: lambda a, b: to_set(a) | to_set(b),
    "intersection": lambda a, b: lambda a, b: to_set(a) & to_set(b),
    "difference": lambda a, b: lambda a, b: to_set(a) - to_set(b),
    "symmetric_difference": lambda a, b: lambda a, b: to_set(a) ^ to_set(b),
    "issubset": lambda a, b: lambda a, b: to_set(a) <= to_set(b),
    "issuperset": lambda a, b: lambda a, b: to_set(b) <= to_set(a),
    "isdisjoint": lambda a, b: lambda a, b: len(to_set(a) & to_set(b)) == 0,
    "copy": lambda a: lambda a: to_set(a),
}
tell_functions(FUNCTIONS)
tell_methods((SetRow, Bits), METHODS)
# A set that is known is a tuple, or a row in memory, which have no such methods of their own.
tell_methods((types.BaseTuple, Row), {how: METHODS[how] for how in METHODS if how != "copy"})
