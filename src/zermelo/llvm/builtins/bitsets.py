"""zermelo.bits: sets of cells in one integer, of which the lowest 64 bits count."""

from __future__ import annotations

from typing import Any

from zermelo import bits
from zermelo.llvm.types import INT
from zermelo.llvm.values import Arguments, Value
from zermelo.llvm.walk.calls import LOW_BITS, builtin
from zermelo.llvm.walk.numbers import as_int
from zermelo.llvm.walker import Walker

LOW_BITS.update((bits.signed, bits.popcount, bits.lowest_bit, bits.trailing_zeros, bits.shift_left))
LOW_BITS.update((bits.shift_right, bits.bits, bits.cells))


def _word(w: Walker, arguments: Arguments, place: int = 0) -> str:
    return as_int(w, w.kept(arguments.positional[place])).operand


@builtin(bits.signed)
def signed(w: Walker, arguments: Arguments, node: Any) -> Value:
    return as_int(w, w.kept(arguments.positional[0]))


@builtin(bits.popcount)
def popcount(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(INT, w.b.op(f"call i64 @llvm.ctpop.i64(i64 {_word(w, arguments)})"))


@builtin(bits.lowest_bit)
def lowest_bit(w: Walker, arguments: Arguments, node: Any) -> Value:
    x = _word(w, arguments)
    return Value(INT, w.b.op(f"and i64 {x}, {w.b.op(f'sub i64 0, {x}')}"))


@builtin(bits.trailing_zeros)
def trailing_zeros(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(INT, w.b.op(f"call i64 @llvm.cttz.i64(i64 {_word(w, arguments)}, i1 false)"))


def _shift(instruction: str) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        x, n = _word(w, arguments), _word(w, arguments, 1)
        found = w.b.op(f"{instruction} i64 {x}, {w.b.op(f'and i64 {n}, 63')}")
        inside = w.b.op(f"icmp ult i64 {n}, 64")
        return Value(INT, w.b.select(inside, "i64", found, "0"))

    return walk


builtin(bits.shift_left)(_shift("shl"))
builtin(bits.shift_right)(_shift("lshr"))
