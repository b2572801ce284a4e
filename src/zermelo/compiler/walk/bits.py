"""A frozenset of ints from 0 to 63 as one word, a bit for each (`types.BITS`).

Fields of states are such sets where all games seen had them (`representation/observe.py`). Nobody
goes through one, as Python's order depends on how a set came about: rules that do, or that do
anything else than what is here, are compiled with hash tables instead.
"""

from __future__ import annotations

import ast

from zermelo.compiler.errors import Narrow, Refusal
from zermelo.compiler.types import BITS, BOOL, INT, NOTHING, SETS, element
from zermelo.compiler.values import Value
from zermelo.compiler.walker import Walker

OPERATORS = {ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor", ast.Sub: "and"}


def unlike(value: Value) -> Refusal:
    """Of whatever needs a hash table."""
    return Refusal("{a} where {b} is needed; use one type", a=str(value.type), b=str(BITS))


def as_bits(w: Walker, value: Value) -> Value:
    """A set as one word; a fault where it has other items."""
    if value.type is BITS:
        return value
    if value.kind not in SETS or element(value.type) not in (INT, NOTHING):
        raise unlike(value)
    place = w.b.variable("i64", "0")
    if element(value.type) is INT:
        w.iterate(value, lambda item: _add(w, place, item), None)
    return Value(BITS, w.b.load("i64", place))


def _add(w: Walker, place: str, item: Value) -> None:
    w.fault_if(w.b.op(f"icmp ugt i64 {item.operand}, 63"), Narrow, always=True)
    bit = w.b.op(f"shl i64 1, {item.operand}")
    w.b.store("i64", w.b.op(f"or i64 {w.b.load('i64', place)}, {bit}"), place)


def written_out(w: Walker, node: ast.Set) -> Value:
    """{a, b}, which is wanted as one word."""
    place = w.b.variable("i64", "0")
    for each in node.elts:
        item = w.kept(w.expression(each))
        if item.type not in (INT, NOTHING):
            raise unlike(item)
        _add(w, place, item)
    return Value(BITS, w.b.load("i64", place))


def combined(w: Walker, op: type[ast.operator], a: Value, b: Value) -> Value:
    """A | b, a & b, a ^ b, a - b: of the kind of a, which must not be changed later."""
    if a.kind == "set" or op not in OPERATORS:
        raise unlike(a)
    x, y = as_bits(w, a).operand, as_bits(w, b).operand
    y = w.b.op(f"xor i64 {y}, -1") if op is ast.Sub else y
    return Value(BITS, w.b.op(f"{OPERATORS[op]} i64 {x}, {y}"))


def has(w: Walker, bits: Value, item: Value) -> Value:
    """Item in bits."""
    if item.type is not INT:
        raise unlike(item)
    inside = w.b.op(f"icmp ule i64 {item.operand}, 63")
    bit = w.b.op(f"lshr i64 {bits.operand}, {w.b.op(f'and i64 {item.operand}, 63')}")
    found = w.b.op(f"trunc i64 {bit} to i1")
    return Value(BOOL, w.b.op(f"and i1 {inside}, {found}"))


def compared(w: Walker, sign: str, a: Value, b: Value) -> Value:
    """A == b, a <= b or a < b, of two sets."""
    x, y = as_bits(w, a).operand, as_bits(w, b).operand
    if sign == "==":
        return Value(BOOL, w.b.op(f"icmp eq i64 {x}, {y}"))
    more = w.b.op(f"and i64 {x}, {w.b.op(f'xor i64 {y}, -1')}")
    found = w.b.op(f"icmp eq i64 {more}, 0")
    if sign == "<":
        found = w.b.op(f"and i1 {found}, {w.b.op(f'icmp ne i64 {x}, {y}')}")
    return Value(BOOL, found)


def size(w: Walker, bits: Value) -> Value:
    """len(bits)."""
    return Value(INT, w.b.op(f"call i64 @llvm.ctpop.i64(i64 {bits.operand})"))
