"""abs, divmod, pow, round, the module math, and zermelo.bits, of which the lowest 64 bits count."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from zermelo import bits
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Beyond64Bits, Refusal
from zermelo.compiler.tables import LOW_BITS, builtin, builtins, methods
from zermelo.compiler.types import FLOAT, INT
from zermelo.compiler.values import Arguments, Value
from zermelo.compiler.walk import numbers
from zermelo.compiler.walk.conversions import by_member, make_tuple
from zermelo.compiler.walk.numbers import INFINITE
from zermelo.compiler.walk.operators import binary
from zermelo.compiler.walker import Walker
from zermelo.game import provides

builtin(provides)(lambda w, game, name: w.constant(provides(game.known, name.known)))


@builtin(abs)
def abs_(w: Walker, number: Value, node: Any) -> Value:
    def one(each: Value) -> Value:
        if method := own_method(each.type, "__abs__"):
            return w.call_function(method, Arguments([each]))
        if not numbers.is_number(each):
            return w.fault(TypeError)
        value = numbers.as_number(w, each)
        if value.is_known:
            return w.constant(abs(value.known))
        if value.kind == "float":
            return numbers.float_function(w, "fabs", value)
        x = numbers.as_int(w, value)
        lowest = w.b.op(f"icmp eq i64 {x.operand}, {numbers.LOWEST}")
        w.fault_if(lowest, Beyond64Bits)
        return Value(INT, w.b.op(f"call i64 @llvm.abs.i64(i64 {x.operand}, i1 false)"))

    return by_member(w, w.kept(number), node, one)


@builtin(divmod)
def divmod_(w: Walker, a: Value, b: Value, node: Any) -> Value:
    a, b = w.kept(a), w.kept(b)
    quotient = binary(w, ast.FloorDiv, a, b, (node, "quotient"))
    return make_tuple(w, [quotient, binary(w, ast.Mod, a, b, (node, "rest"))])


@builtin(pow)
def pow_(w: Walker, a: Value, b: Value, modulus: Value | None = None, *, node: Any) -> Value:
    if modulus is not None:
        raise Refusal("pow with three arguments; use a loop")
    return binary(w, ast.Pow, a, b, node)


@builtin(round, named="ndigits")
def round_(w: Walker, number: Value, ndigits: Value | None = None, *, node: Any) -> Value:
    if ndigits is not None:
        raise Refusal("round with a number of digits; use round(x * 10 ** n)")

    def one(each: Value) -> Value:
        if each.kind == "float":
            return numbers.to_int(w, w.library("round_half_even", each))
        return numbers.as_int(w, each) if numbers.is_number(each) else w.fault(TypeError)

    return by_member(w, w.kept(number), node, one)


def _rounded(name: str) -> Callable[..., Value]:
    def walk(w: Walker, number: Value, node: Any) -> Value:
        def one(each: Value) -> Value:
            if each.kind != "float":
                return numbers.as_int(w, each)
            return numbers.to_int(w, numbers.float_function(w, name, each))

        return by_member(w, w.kept(number), node, one)

    return walk


def _float(name: str, domain: str = "") -> Callable[..., Value]:
    """A function of a float; a ValueError where the comparison with 0 holds."""

    def walk(w: Walker, number: Value) -> Value:
        value = numbers.as_number(w, w.kept(number))
        if value.is_known:
            try:
                return w.constant(getattr(math, name)(value.known))
            except (ValueError, OverflowError):
                return w.fault(ValueError)
        x = w.convert(value, FLOAT)
        if domain:
            w.fault_if(w.b.op(f"fcmp {domain} double {x.operand}, 0.0"), ValueError)
        found = numbers.float_function(w, name, x)
        if name == "exp":
            over = w.b.op(f"fcmp oeq double {found.operand}, {INFINITE}")
            finite = w.b.op(f"fcmp one double {x.operand}, {INFINITE}")
            w.fault_if(w.b.op(f"and i1 {over}, {finite}"), OverflowError)
        return found

    return walk


builtins({
    math.floor: _rounded("floor"), math.ceil: _rounded("ceil"), math.trunc: _rounded("trunc"),
    math.sqrt: _float("sqrt", "olt"), math.fabs: _float("fabs"), math.exp: _float("exp"),
    math.log2: _float("log2", "ole"),
})  # fmt: skip


@builtin(math.log)
def log(w: Walker, number: Value, base: Value | None = None) -> Value:
    if base is not None:
        raise Refusal("log with a base; divide two logarithms")
    return _float("log", "ole")(w, number)


def bit_count(w: Walker, value: Value) -> Value:
    """int.bit_count: of the absolute value."""
    x = value.operand
    if not w.frame.trusted:
        x = w.b.op(f"call i64 @llvm.abs.i64(i64 {x}, i1 false)")
    return Value(INT, w.b.op(f"call i64 @llvm.ctpop.i64(i64 {x})"), limits=(0, 64))


def bit_length(w: Walker, value: Value) -> Value:
    size = w.b.op(f"call i64 @llvm.abs.i64(i64 {value.operand}, i1 false)")
    zeros = w.b.op(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
    return Value(INT, w.b.op(f"sub i64 64, {zeros}"), limits=(0, 64))


def _word(w: Walker, value: Value) -> str:
    return numbers.as_int(w, w.kept(value)).operand


def _of_word(before: str, behind: str = "") -> Callable[..., Value]:
    """A count of a word's bits."""
    return lambda w, x: Value(INT, w.b.op(f"{before}{_word(w, x)}{behind}"), limits=(0, 64))


def _shift(instruction: str) -> Callable[..., Value]:
    def walk(w: Walker, word: Value, by: Value) -> Value:
        x, n = _word(w, word), _word(w, by)
        found = w.b.op(f"{instruction} i64 {x}, {w.b.op(f'and i64 {n}, 63')}")
        inside = w.b.op(f"icmp ult i64 {n}, 64")
        return Value(INT, w.b.select(inside, "i64", found, "0"))

    return walk


@builtin(bits.lowest_bit)
def lowest_bit(w: Walker, word: Value) -> Value:
    x = _word(w, word)
    return Value(INT, w.b.op(f"and i64 {x}, {w.b.op(f'sub i64 0, {x}')}"))


builtins({
    bits.signed: lambda w, word: numbers.as_int(w, w.kept(word)),
    bits.popcount: _of_word("call i64 @llvm.ctpop.i64(i64 ", ")"),
    bits.trailing_zeros: _of_word("call i64 @llvm.cttz.i64(i64 ", ", i1 false)"),
    bits.shift_left: _shift("shl"), bits.shift_right: _shift("lshr"),
})  # fmt: skip
LOW_BITS.update((bits.signed, bits.popcount, bits.lowest_bit, bits.trailing_zeros, bits.shift_left))
LOW_BITS.update((bits.shift_right, bits.bits, bits.cells))


# --- methods of numbers and ranges ---------------------------------------------------------------

methods("int", {"bit_count": bit_count, "bit_length": bit_length})
