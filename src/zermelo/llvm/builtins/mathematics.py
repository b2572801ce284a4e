"""abs, divmod, pow, round, and the module math; zermelo.bits and zermelo.tuples."""

from __future__ import annotations

import ast
import math
from typing import Any

from zermelo.game import provides
from zermelo.llvm.errors import Beyond64Bits, Refusal
from zermelo.llvm.types import BOOL, FLOAT, INT
from zermelo.llvm.values import Arguments, Value
from zermelo.llvm.walk import numbers
from zermelo.llvm.walk.calls import builtin
from zermelo.llvm.walk.conversions import by_member, make_tuple
from zermelo.llvm.walk.expressions import binary
from zermelo.llvm.walker import Walker


@builtin(abs)
def abs_(w: Walker, arguments: Arguments, node: Any) -> Value:
    def one(each: Value) -> Value:
        from zermelo.llvm.classes import own_method

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

    return by_member(w, w.kept(arguments.positional[0]), node, one)


@builtin(divmod)
def divmod_(w: Walker, arguments: Arguments, node: Any) -> Value:
    a, b = (w.kept(each) for each in arguments.positional)
    quotient = binary(w, ast.FloorDiv, a, b, (node, "quotient"))
    rest = binary(w, ast.Mod, a, b, (node, "rest"))
    return make_tuple(w, [quotient, rest])


@builtin(pow)
def pow_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if len(arguments.positional) != 2:
        raise Refusal("pow with three arguments; use a loop")
    a, b = arguments.positional
    return binary(w, ast.Pow, a, b, node)


@builtin(round)
def round_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if len(arguments.positional) != 1 or arguments.named:
        raise Refusal("round to some digits; use round(x * 10 ** n)")

    def one(each: Value) -> Value:
        if each.kind == "float":
            return numbers.to_int(w, w.library("round_half_even", each))
        if numbers.is_number(each):
            return numbers.as_int(w, each)
        return w.fault(TypeError)

    return by_member(w, w.kept(arguments.positional[0]), node, one)


def _rounded(name: str) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        def one(each: Value) -> Value:
            if each.kind != "float":
                return numbers.as_int(w, each)
            return numbers.to_int(w, numbers.float_function(w, name, each))

        return by_member(w, w.kept(arguments.positional[0]), node, one)

    return walk


builtin(math.floor)(_rounded("floor"))
builtin(math.ceil)(_rounded("ceil"))
builtin(math.trunc)(_rounded("trunc"))


def _float(name: str, domain: Any = None) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        (value,) = arguments.positional
        value = numbers.as_number(w, w.kept(value))
        if value.is_known:
            try:
                return w.constant(getattr(math, {"fabs": "fabs"}.get(name, name))(value.known))
            except (ValueError, OverflowError):
                return w.fault(ValueError)
        x = w.convert(value, FLOAT)
        if domain is not None:
            w.fault_if(w.b.op(f"fcmp {domain} double {x.operand}, 0.0"), ValueError)
        found = numbers.float_function(w, name, x)
        if name == "exp":
            over = w.b.op(f"fcmp oeq double {found.operand}, 0x7FF0000000000000")
            finite = w.b.op(f"fcmp one double {x.operand}, 0x7FF0000000000000")
            w.fault_if(w.b.op(f"and i1 {over}, {finite}"), OverflowError)
        return found

    return walk


builtin(math.sqrt)(_float("sqrt", "olt"))
builtin(math.fabs)(_float("fabs"))
builtin(math.exp)(_float("exp"))
builtin(math.log2)(_float("log2", "ole"))
builtin(math.log10)(_float("log10", "ole"))
builtin(math.sin)(_float("sin"))
builtin(math.cos)(_float("cos"))


@builtin(math.log)
def log(w: Walker, arguments: Arguments, node: Any) -> Value:
    if len(arguments.positional) != 1:
        raise Refusal("log with a base; divide two logarithms")
    found: Value = _float("log", "ole")(w, arguments, node)
    return found


def _whole(name: str) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        return w.library(name, *(numbers.as_int(w, w.kept(a)) for a in arguments.positional))

    return walk


builtin(math.isqrt)(_whole("int_root"))
builtin(math.gcd)(_whole("greatest_divisor"))
builtin(math.comb)(_whole("binomial"))
builtin(math.perm)(_whole("permutations_count"))
builtin(math.factorial)(_whole("factorial"))


@builtin(math.isinf)
def isinf(w: Walker, arguments: Arguments, node: Any) -> Value:
    x = numbers.float_function(w, "fabs", arguments.positional[0])
    return Value(BOOL, w.b.op(f"fcmp oeq double {x.operand}, 0x7FF0000000000000"))


@builtin(math.isnan)
def isnan(w: Walker, arguments: Arguments, node: Any) -> Value:
    x = w.convert(arguments.positional[0], FLOAT)
    return Value(BOOL, w.b.op(f"fcmp uno double {x.operand}, {x.operand}"))


@builtin(math.dist, math.hypot)
def vectors(w: Walker, arguments: Arguments, node: Any) -> Value:
    raise Refusal("this function of math; use arithmetic")


@builtin(provides)
def provides_(w: Walker, arguments: Arguments, node: Any) -> Value:
    game, name = arguments.positional
    return w.constant(provides(game.known, name.known))


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
