"""What the helpers of `zermelo.bits` and `zermelo.tuples` are in machine code.

Importing this module tells Numba; each becomes an instruction or two. The iterations `bits` and
`cells` need nothing here: they compile from their own source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo import bits, tuples
from zermelo.compiler.untyped import (
    intrinsic,
    ir,
    overload,
    overload_method,
    tuple_setitem,
    types,
)


def _count(context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


def _trailing(context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


def _leading(context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


def _shift_down(context: Any, x: Any, distance: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.lshr(args[0], args[1])

    return types.int64(types.int64, types.int64), code


_popcount: Callable[[int], int] = intrinsic(_count)
_trailing_zeros: Callable[[int], int] = intrinsic(_trailing)
_leading_zeros: Callable[[int], int] = intrinsic(_leading)
_logical_shift: Callable[[int, int], int] = intrinsic(_shift_down)


def _is_number(*kinds: Any) -> bool:
    return all(isinstance(kind, types.Integer | types.Boolean) for kind in kinds)


# Numba wants the function that it compiles to have the very parameters of the one that types it.


def _signed(x: Any) -> Any:
    def signed(x: Any) -> Any:
        return types.int64(x)

    return signed if _is_number(x) else None


def _popcount_of(x: Any) -> Any:
    def popcount(x: Any) -> Any:
        return _popcount(types.int64(x))

    return popcount if _is_number(x) else None


def _lowest_bit_of(x: Any) -> Any:
    def lowest_bit(x: Any) -> Any:
        return types.int64(x) & -types.int64(x)

    return lowest_bit if _is_number(x) else None


def _trailing_zeros_of(x: Any) -> Any:
    def trailing_zeros(x: Any) -> Any:
        return _trailing_zeros(types.int64(x))

    return trailing_zeros if _is_number(x) else None


def _shift_left_of(x: Any, distance: Any) -> Any:
    def shift(x: Any, distance: Any) -> Any:
        return types.int64(x) << distance if 0 <= distance < 64 else types.int64(0)

    return shift if _is_number(x, distance) else None


def _shift_right_of(x: Any, distance: Any) -> Any:
    def shift(x: Any, distance: Any) -> Any:
        return _logical_shift(x, distance) if 0 <= distance < 64 else types.int64(0)

    return shift if _is_number(x, distance) else None


def _replace_in(items: Any, index: Any, value: Any) -> Any:
    def replace(items: Any, index: Any, value: Any) -> Any:
        if not 0 <= index < len(items):
            raise IndexError("tuple index out of range")
        return tuple_setitem(items, index, value)

    fits = isinstance(items, types.UniTuple) and _is_number(index)
    return replace if fits and holds(items.dtype, value) else None


def holds(kind: Any, value: Any) -> bool:
    """Whether an item of a kind can become a value without losing anything."""
    if isinstance(kind, types.Integer):
        return _is_number(value)
    return bool(kind == types.unliteral(value))


# Methods that Python's own whole numbers have and Numba's lack.


def _bit_count_method(x: Any) -> Any:
    def bit_count(x: Any) -> Any:
        return _popcount(abs(types.int64(x)))

    return bit_count


def _bit_length_method(x: Any) -> Any:
    def bit_length(x: Any) -> Any:
        return 64 - _leading_zeros(abs(types.int64(x)))

    return bit_length


# The functions that compiled code calls as they are, for Numba knows them from here.
HELPERS: Final[dict[Any, Callable[..., Any]]] = {
    bits.signed: _signed,
    bits.popcount: _popcount_of,
    bits.lowest_bit: _lowest_bit_of,
    bits.trailing_zeros: _trailing_zeros_of,
    bits.shift_left: _shift_left_of,
    bits.shift_right: _shift_right_of,
    tuples.replace: _replace_in,
}

for _helper, _typed in HELPERS.items():
    overload(_helper, jit_options={"error_model": "numpy"})(_typed)
overload_method(types.Integer, "bit_count")(_bit_count_method)
overload_method(types.Integer, "bit_length")(_bit_length_method)
