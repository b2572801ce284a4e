"""Arithmetic of ints, bools and floats, exactly as in Python or a fault.

Overflow is collected, not faulted at once: `a & b << n` needs the bits of b << n beyond the 64th
only where a is negative. An expression is a `Sum`, its low 64 bits and whether it left 64 bits.
Where operands have limits, so has the result, and one that surely fits needs no check.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.compiler.errors import Beyond64Bits, Refusal, Unsupported
from zermelo.compiler.limits import Ends
from zermelo.compiler.types import BOOL, FLOAT, INT, NUMBERS
from zermelo.compiler.values import NEVER, Value
from zermelo.compiler.walk.conversions import enum_value
from zermelo.compiler.walker import Walker

FOLDED: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Pow: operator.pow,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
BITWISE: Final = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
OVERFLOWING: Final = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
FLOATING: Final = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
RING: Final = (*BITWISE, *OVERFLOWING, ast.LShift)
MONOTONE: Final = (*OVERFLOWING, ast.LShift, ast.RShift, ast.FloorDiv)  # in each operand
GROWING: Final = (*OVERFLOWING, ast.LShift)
SHIFTS: Final = (ast.LShift, ast.RShift)
INFINITE: Final = "0x7FF0000000000000"  # a float, as LLVM writes it
TWO_63: Final = "0x43E0000000000000"
EXACT: Final = 1 << 53  # the largest ints that are floats, all of them
LOWEST, HIGHEST = -(1 << 63), (1 << 63) - 1
PLACES: Final = (0, 63)  # of the bits of a word


class Sum(NamedTuple):
    """An int: its low 64 bits, and whether it needs more; then it has no limits."""

    value: Value
    beyond: str = "false"


def settle(w: Walker, sum: Sum) -> Value:
    """The int itself; a fault if it left 64 bits."""
    w.fault_if(sum.beyond, Beyond64Bits)
    return sum.value


def limits_of(op: type[ast.operator], a: Value, b: Value) -> Ends | None:
    """Between which ints a result surely lies, without regard to 64 bits; None: it is not known."""
    x, y = a.ends, b.ends
    if op is ast.BitAnd:
        highs = [each[1].bit_length() for each in (x, y) if each and each[0] >= 0]
        return (0, (1 << min(highs)) - 1) if highs else None
    if op is ast.Mod and y and y[0] > 0:
        return 0, y[1] - 1
    if op is ast.RShift and not b.is_within(*PLACES):
        y = PLACES
    if not (x and y) or (op in SHIFTS and not 0 <= y[0] <= y[1] < 64):
        return None
    if op in (ast.BitOr, ast.BitXor):
        top = 1 << max(each.bit_length() for each in (*x, *y))
        return (-top if min(x[0], y[0]) < 0 else 0), top - 1
    if op not in MONOTONE or (op is ast.FloorDiv and y[0] <= 0):
        return None
    corners = [FOLDED[op](each, other) for each in x for other in y]
    return min(corners), max(corners)


def unlimited(value: Value, op: ast.operator) -> Value:
    """What a variable gets that may grow again and again: nobody follows its limits."""
    return Value(INT, value.operand) if value.limits and isinstance(op, GROWING) else value


def is_number(value: Value) -> bool:
    return value.type.kind in NUMBERS or (
        value.type.kind == "enum" and issubclass(value.type.info, int | float)
    )


def as_number(w: Walker, value: Value) -> Value:
    """A member of an IntEnum is its value."""
    return enum_value(w, value) if value.kind == "enum" else value


def as_int(w: Walker, value: Value) -> Value:
    return w.convert(as_number(w, value), INT)


def as_float(w: Walker, value: Value) -> Value:
    """A number as a float that equals it; a fault of an int that may have none."""
    if value.kind == "int" and not (value.is_known and abs(value.known) <= EXACT):
        moved = w.b.op(f"add i64 {value.operand}, {EXACT}")
        w.fault_if(w.b.op(f"icmp ugt i64 {moved}, {2 * EXACT}"), Unsupported, always=True)
    return w.convert(value, FLOAT)


def either(w: Walker, a: str, b: str) -> str:
    if "true" in (a, b):
        return "true"
    if a == "false" or b == "false":
        return b if a == "false" else a
    return w.b.op(f"or i1 {a}, {b}")


def both(w: Walker, a: str, b: str) -> str:
    if "false" in (a, b):
        return "false"
    if a == "true" or b == "true":
        return b if a == "true" else a
    return w.b.op(f"and i1 {a}, {b}")


def fold(w: Walker, op: type[ast.operator], a: Value, b: Value) -> Value | None:
    """An operation on numbers that are known now."""
    if not (a.is_known and b.is_known and op in FOLDED):
        return None
    if op in (ast.Pow, ast.LShift) and not (isinstance(b.known, float) or 0 <= b.known < 64):
        return None
    try:
        found = FOLDED[op](a.known, b.known)
    except (ArithmeticError, ValueError, TypeError):
        return None
    if isinstance(found, complex) or (type(found) is int and not LOWEST <= found <= HIGHEST):
        return None
    return w.constant(found)


def arithmetic(w: Walker, op: type[ast.operator], a: Sum, b: Sum) -> Sum:
    """An operation on two numbers."""
    x, y = as_number(w, a.value), as_number(w, b.value)
    if a.beyond == b.beyond == "false":
        known = fold(w, op, x, y)
        if known is not None:
            return Sum(known)
    if x.kind == y.kind == "bool" and op in BITWISE:
        return Sum(Value(BOOL, w.b.op(f"{BITWISE[op]} i1 {x.operand}, {y.operand}")))
    if "float" not in (x.kind, y.kind) and op in RING:
        return _ring(w, op, Sum(as_int(w, x), a.beyond), Sum(as_int(w, y), b.beyond))
    x, y = settle(w, Sum(x, a.beyond)), settle(w, Sum(y, b.beyond))
    if "float" in (x.kind, y.kind):
        return Sum(_floating(w, op, w.convert(x, FLOAT), w.convert(y, FLOAT)))
    return Sum(_whole(w, op, as_int(w, x), as_int(w, y)))


def _ring(w: Walker, op: type[ast.operator], a: Sum, b: Sum) -> Sum:
    x, y = a.value.operand, b.value.operand
    beyond = either(w, a.beyond, b.beyond)
    limits = limits_of(op, a.value, b.value)
    if op in BITWISE:
        if op is ast.BitAnd and beyond != "false":
            beyond = either(w, _reaches(w, a, b), _reaches(w, b, a))
        return Sum(Value(INT, w.b.op(f"{BITWISE[op]} i64 {x}, {y}"), limits=limits), beyond)
    found = Value(INT, "", limits=limits)
    if found.is_within(LOWEST, HIGHEST) or (w.frame.trusted and op is not ast.LShift):
        word = "shl" if op is ast.LShift else OVERFLOWING[op][1:]
        limits = limits if found.is_within(LOWEST, HIGHEST) else None
        return Sum(Value(INT, w.b.op(f"{word} i64 {x}, {y}"), limits=limits), beyond)
    if op is ast.LShift:
        return _left(w, a, settle(w, b))
    name = f"@llvm.{OVERFLOWING[op]}.with.overflow.i64"
    pair = w.b.op(f"call {{i64, i1}} {name}(i64 {x}, i64 {y})")
    over = w.b.extract("{i64, i1}", pair, 1)
    return Sum(Value(INT, w.b.extract("{i64, i1}", pair, 0)), either(w, beyond, over))


def _reaches(w: Walker, a: Sum, b: Sum) -> str:
    """Whether bits of `a` beyond the 64th are bits of a & b: only where b is negative."""
    if a.beyond == "false" or b.value.is_within(0, HIGHEST):
        return "false"
    if b.value.is_within(LOWEST, -1):
        return a.beyond
    negative = w.b.op(f"icmp slt i64 {b.value.operand}, 0")
    return both(w, a.beyond, either(w, negative, b.beyond))


def _left(w: Walker, a: Sum, by: Value) -> Sum:
    x, n, inside, far = a.value.operand, by.operand, by.is_within(*PLACES), "false"
    if by.is_known and by.known < 0:
        return Sum(w.fault(ValueError))
    if not inside:
        w.fault_if(w.b.op(f"icmp slt i64 {n}, 0"), ValueError)
        far, n = w.b.op(f"icmp ugt i64 {n}, 63"), w.b.op(f"and i64 {n}, 63")
    found = w.b.op(f"shl i64 {x}, {n}")
    if w.frame.trusted:
        return Sum(Value(INT, found), a.beyond)
    lost = w.b.op(f"icmp ne i64 {w.b.op(f'ashr i64 {found}, {n}')}, {x}")
    if not inside:
        lost = both(w, either(w, lost, far), w.b.op(f"icmp ne i64 {x}, 0"))
        found = w.b.select(far, "i64", "0", found)
    return Sum(Value(INT, found), either(w, a.beyond, lost))


def _whole(w: Walker, op: type[ast.operator], a: Value, b: Value) -> Value:
    """Operations on ints that need all of their bits."""
    b_known, limits = b.known if b.is_known else None, limits_of(op, a, b)
    if op is ast.RShift:
        if b_known is None and not b.is_within(0, HIGHEST):
            w.fault_if(w.b.op(f"icmp slt i64 {b.operand}, 0"), ValueError)
        elif b_known is not None and b_known < 0:
            return w.fault(ValueError)
        by = str(min(b_known, 63)) if b_known is not None else b.operand
        if b_known is None and not (w.frame.trusted or b.is_within(*PLACES)):
            by = w.b.select(w.b.op(f"icmp ugt i64 {by}, 63"), "i64", "63", by)
        return Value(INT, w.b.op(f"ashr i64 {a.operand}, {by}"), limits=limits)
    if op is ast.Pow:
        return w.library("int_power", a, b)
    if b_known is None and not b.is_within(1, HIGHEST):
        w.fault_if(w.b.op(f"icmp eq i64 {b.operand}, 0"), ZeroDivisionError)
    elif b_known == 0:
        return w.fault(ZeroDivisionError)
    if op is ast.Div:
        x, y = as_float(w, a), as_float(w, b)
        return Value(FLOAT, w.b.op(f"fdiv double {x.operand}, {y.operand}"))
    if op not in (ast.FloorDiv, ast.Mod):
        raise Refusal("this operator on integers; use +, -, *, // or %")
    if b_known is not None and b_known > 0 and b_known & (b_known - 1) == 0:
        if op is ast.Mod:
            return Value(INT, w.b.op(f"and i64 {a.operand}, {b_known - 1}"), limits=limits)
        by = b_known.bit_length() - 1
        return Value(INT, w.b.op(f"ashr i64 {a.operand}, {by}"), limits=limits)
    if a.is_within(0, HIGHEST) and b.is_within(1, HIGHEST):
        word = "urem" if op is ast.Mod else "udiv"
        return Value(INT, w.b.op(f"{word} i64 {a.operand}, {b.operand}"), limits=limits)
    found = _floored(w, op, a, b, b_known)
    return Value(INT, found.operand, limits=limits)


def _floored(w: Walker, op: type[ast.operator], a: Value, b: Value, b_known: int | None) -> Value:
    """Division that rounds down, as Python's does."""
    if b_known is None or b_known == -1:  # the lowest int divided by -1 leaves 64 bits
        lowest = w.b.op(f"icmp eq i64 {a.operand}, {LOWEST}")
        minus = w.b.op(f"icmp eq i64 {b.operand}, -1")
        both_ = w.b.op(f"and i1 {lowest}, {minus}")
        if op is ast.FloorDiv:
            w.fault_if(both_, Beyond64Bits)
        divisor = w.b.select(both_, "i64", "1", b.operand)
    else:
        divisor = b.operand
    rest = w.b.op(f"srem i64 {a.operand}, {divisor}")
    uneven = w.b.op(f"icmp ne i64 {rest}, 0")
    mixed = w.b.op(f"icmp slt i64 {w.b.op(f'xor i64 {rest}, {b.operand}')}, 0")
    off = w.b.op(f"and i1 {uneven}, {mixed}")
    if op is ast.Mod:
        more = w.b.select(off, "i64", b.operand, "0")
        return Value(INT, w.b.op(f"add i64 {rest}, {more}"))
    quotient = w.b.op(f"sdiv i64 {a.operand}, {divisor}")
    return Value(INT, w.b.op(f"sub i64 {quotient}, {w.b.op(f'zext i1 {off} to i64')}"))


def _floating(w: Walker, op: type[ast.operator], a: Value, b: Value) -> Value:
    if op in FLOATING:
        return Value(FLOAT, w.b.op(f"{FLOATING[op]} double {a.operand}, {b.operand}"))
    if op is ast.Pow:
        return w.library("float_power", a, b)
    if op in (ast.FloorDiv, ast.Mod):
        raise Refusal("// or % of floats; use integers, or math.floor")
    if op is not ast.Div:
        return w.fault(TypeError)
    w.fault_if(w.b.op(f"fcmp oeq double {b.operand}, 0.0"), ZeroDivisionError)
    return Value(FLOAT, w.b.op(f"fdiv double {a.operand}, {b.operand}"))


def negative(w: Walker, a: Sum) -> Sum:
    value = as_number(w, a.value)
    if value.is_known and a.beyond == "false" and value.known != LOWEST:
        return Sum(w.constant(-value.known))
    if value.kind == "float":
        return Sum(Value(FLOAT, w.b.op(f"fneg double {value.operand}")))
    return _ring(w, ast.Sub, Sum(w.constant(0)), Sum(as_int(w, value), a.beyond))


def inverted(w: Walker, a: Sum) -> Sum:
    value = as_number(w, a.value)
    if value.kind == "float":
        w.fault(TypeError)
        return Sum(NEVER)
    if value.is_known and a.beyond == "false":
        return Sum(w.constant(~value.known))
    whole = as_int(w, value)
    limits = (~whole.ends[1], ~whole.ends[0]) if whole.ends else None
    found = w.b.op(f"xor i64 {whole.operand}, -1")
    return Sum(Value(INT, found, limits=limits), a.beyond)


ORDER: Final = {"==": ("eq", "oeq"), "<": ("slt", "olt"), "<=": ("sle", "ole")}


def compared(w: Walker, sign: str, a: Value, b: Value) -> Value:
    """A == b, a < b or a <= b of two numbers, exactly or a fault."""
    a, b = as_number(w, a), as_number(w, b)
    if a.is_known and b.is_known:
        tests = {"==": operator.eq, "<": operator.lt, "<=": operator.le}
        return w.constant(tests[sign](a.known, b.known))
    whole, real = ORDER[sign]
    if a.kind == b.kind == "bool" and sign == "==":
        return Value(BOOL, w.b.op(f"icmp eq i1 {a.operand}, {b.operand}"))
    if "float" not in (a.kind, b.kind):
        x, y = as_int(w, a), as_int(w, b)
        return Value(BOOL, w.b.op(f"icmp {whole} i64 {x.operand}, {y.operand}"))
    x, y = as_float(w, a), as_float(w, b)
    return Value(BOOL, w.b.op(f"fcmp {real} double {x.operand}, {y.operand}"))


def truth(w: Walker, value: Value) -> Value:
    value = as_number(w, value)
    if value.is_known:
        return w.constant(bool(value.known))
    if value.kind == "bool":
        return value
    if value.kind == "float":
        return Value(BOOL, w.b.op(f"fcmp une double {value.operand}, 0.0"))
    return Value(BOOL, w.b.op(f"icmp ne i64 {value.operand}, 0"))


def to_int(w: Walker, value: Value) -> Value:
    """int(x) of a number: what is behind the point is cut off."""
    if value.kind != "float":
        return as_int(w, value)
    bad = w.b.op(f"fcmp uno double {value.operand}, 0.0")
    w.fault_if(bad, ValueError)
    size = w.b.op(f"call double @llvm.fabs.f64(double {value.operand})")
    w.fault_if(w.b.op(f"fcmp oeq double {size}, {INFINITE}"), OverflowError)
    w.fault_if(w.b.op(f"fcmp oge double {size}, {TWO_63}"), Beyond64Bits)
    return Value(INT, w.b.op(f"fptosi double {value.operand} to i64"))


def float_function(w: Walker, name: str, value: Value) -> Value:
    """One of LLVM's functions of a float."""
    x = w.convert(as_number(w, value), FLOAT)
    return Value(FLOAT, w.b.op(f"call double @llvm.{name}.f64(double {x.operand})"))
