"""abs, divmod, pow, round, the module math, and zermelo.bits, of which the lowest 64 bits count."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from zermelo import bits
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Beyond64Bits, Refusal
from zermelo.compiler.tables import LOW_BITS, builtin, builtins, method, methods
from zermelo.compiler.types import BOOL, FLOAT, INT, NOTHING
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk import numbers
from zermelo.compiler.walk.comparisons import contains
from zermelo.compiler.walk.conversions import by_member, make_tuple
from zermelo.compiler.walk.memory import range_parts
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


def _whole(name: str) -> Callable[..., Value]:
    return lambda w, *given: w.library(name, *(numbers.as_int(w, w.kept(each)) for each in given))


builtins({
    math.floor: _rounded("floor"), math.ceil: _rounded("ceil"), math.trunc: _rounded("trunc"),
    math.sqrt: _float("sqrt", "olt"), math.fabs: _float("fabs"), math.exp: _float("exp"),
    math.log2: _float("log2", "ole"), math.log10: _float("log10", "ole"),
    math.sin: _float("sin"), math.cos: _float("cos"), math.isqrt: _whole("int_root"),
    math.gcd: _whole("greatest_divisor"), math.comb: _whole("binomial"),
    math.perm: _whole("permutations_count"),
    math.factorial: lambda w, n: _whole("permutations_count")(w, n, n),
})  # fmt: skip


@builtin(math.log)
def log(w: Walker, number: Value, base: Value | None = None) -> Value:
    if base is not None:
        raise Refusal("log with a base; divide two logarithms")
    return _float("log", "ole")(w, number)


@builtin(math.isinf)
def isinf(w: Walker, number: Value) -> Value:
    x = numbers.float_function(w, "fabs", number)
    return Value(BOOL, w.b.op(f"fcmp oeq double {x.operand}, {INFINITE}"))


@builtin(math.isnan)
def isnan(w: Walker, number: Value) -> Value:
    x = w.convert(number, FLOAT)
    return Value(BOOL, w.b.op(f"fcmp uno double {x.operand}, {x.operand}"))


# --- bits ----------------------------------------------------------------------------------------


def bit_count(w: Walker, value: Value) -> Value:
    """int.bit_count: of the absolute value."""
    x = value.operand
    if not w.frame.trusted:
        x = w.b.op(f"call i64 @llvm.abs.i64(i64 {x}, i1 false)")
    return Value(INT, w.b.op(f"call i64 @llvm.ctpop.i64(i64 {x})"))


def bit_length(w: Walker, value: Value) -> Value:
    size = w.b.op(f"call i64 @llvm.abs.i64(i64 {value.operand}, i1 false)")
    zeros = w.b.op(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
    return Value(INT, w.b.op(f"sub i64 64, {zeros}"))


def _word(w: Walker, value: Value) -> str:
    return numbers.as_int(w, w.kept(value)).operand


def _of_word(before: str, behind: str = "") -> Callable[..., Value]:
    """An instruction on a word."""
    return lambda w, x: Value(INT, w.b.op(f"{before}{_word(w, x)}{behind}"))


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


@method("float", "is_integer")
def is_integer(w: Walker, receiver: Value) -> Value:
    whole = w.b.op(f"call double @llvm.floor.f64(double {receiver.operand})")
    rest = w.b.op(f"fsub double {receiver.operand}, {whole}")  # not 0 of infinities
    return Value(BOOL, w.b.op(f"fcmp oeq double {rest}, 0.0"))


@method("range", "index", "count")
def in_range(w: Walker, receiver: Value, number: Value, node: ast.Call) -> Value:
    """Of a number: its place in a range, or how often it is there."""
    value = w.kept(number)
    if value.type is NOTHING:
        return NEVER
    if value.kind not in ("int", "bool") or not isinstance(node.func, ast.Attribute):
        raise Refusal("index or count of a range with no integer; use arithmetic")
    test = contains(w, receiver, value, node)
    if node.func.attr == "count":
        return numbers.as_int(w, test)
    w.fault_if(w.b.op(f"xor i1 {test.operand}, true"), ValueError)
    start, _stop, step = range_parts(w, receiver)
    far = w.b.op(f"sub i64 {numbers.as_int(w, value).operand}, {start}")
    return Value(INT, w.b.op(f"sdiv i64 {far}, {step}"))
