"""Hashes, equal for equal values, and CPython's own for integers and tuples of them."""

from __future__ import annotations

from typing import Any

from zermelo.compiler import hashing
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.types import INT, NOTHING, SETS, Type, element
from zermelo.compiler.values import Arguments, Value
from zermelo.compiler.walk.bits import unlike
from zermelo.compiler.walk.conversions import enum_value, parts, typed_by_member
from zermelo.compiler.walk.memory import data_of, length
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walk.objects import fields_of
from zermelo.compiler.walker import Walker


def hash_value(w: Walker, value: Value) -> Value:
    """The hash of a value, never -1."""
    kind = value.type.kind
    if kind == "union":
        return typed_by_member(w, value, INT, lambda one: hash_value(w, one))
    if method := own_method(value.type, "__hash__"):
        return w.call_function(method, Arguments([value]))
    if own_method(value.type, "__eq__"):
        raise Refusal("__eq__ without __hash__; write __hash__ too")
    match kind:
        case "int":
            return _hash_int(w, value.operand)
        case "bool":
            return as_int(w, value)
        case "none":
            return w.constant(hashing.NONE_HASH)
        case "float":
            return w.library("float_hash", value)
        case "enum":
            if issubclass(value.type.info, int | str):
                return hash_value(w, enum_value(w, value))
            return Value(INT, w.b.op(f"mul i64 {value.operand}, {hashing.ENUM_FACTOR}"))
        case "str":
            return w.library("text_hash", value)
        case "tuple":
            return _hash_parts(w, parts(w, value))
        case "record":
            return _hash_parts(w, fields_of(w, value, value.type.info.compared))
        case "vartuple":
            if element(value.type) is NOTHING:
                return _hash_parts(w, [])
            return w.library("items_hash", data_of(w, value), length(w, value))
        case "bits":
            raise unlike(value)
        case "frozenset":
            return w.library("set_hash", value)
        case "object":
            if value.type.info.compared is not None:
                w.fault(TypeError)
                return w.constant(0)
            return Value(INT, w.b.op(f"ptrtoint ptr {value.operand} to i64"))
        case "nothing" | "constant":
            return w.constant(0)
    w.fault(TypeError)
    return w.constant(0)


def _hash_int(w: Walker, x: str) -> Value:
    """|x| modulo 2**61 - 1 with the sign of x, and -2 in place of -1."""
    b = w.b
    small = b.op(
        f"icmp ult i64 {b.op(f'add i64 {x}, {hashing.MODULUS - 1}')}, {2 * hashing.MODULUS - 1}"
    )
    rest = b.op(f"srem i64 {x}, {hashing.MODULUS}")
    found = b.select(small, "i64", x, rest)
    return Value(INT, b.select(b.op(f"icmp eq i64 {found}, -1"), "i64", "-2", found))


def mixed(w: Walker, total: str, hash_: str) -> str:
    """A step of the hash of a tuple."""
    b = w.b
    sum_ = b.op(f"add i64 {total}, {b.op(f'mul i64 {hash_}, {hashing.signed(hashing.PRIME_2)}')}")
    turned = b.op(f"call i64 @llvm.fshl.i64(i64 {sum_}, i64 {sum_}, i64 31)")
    return b.op(f"mul i64 {turned}, {hashing.signed(hashing.PRIME_1)}")


def finished(w: Walker, total: str, count: str) -> Value:
    b = w.b
    sum_ = b.op(f"add i64 {total}, {b.op(f'xor i64 {count}, {hashing.signed(hashing.TUPLE_END)}')}")
    minus = b.op(f"icmp eq i64 {sum_}, -1")
    return Value(INT, b.select(minus, "i64", str(hashing.MINUS_ONE), sum_))


def _hash_parts(w: Walker, items: list[Value]) -> Value:
    total = str(hashing.signed(hashing.PRIME_5))
    for each in items:
        total = mixed(w, total, hash_value(w, each).operand)
    return finished(w, total, str(len(items)))


def foreign(w: Walker, item: Value, keys: Type) -> bool:
    """Whether no key of a table can equal an item; a TypeError of an item without a hash."""
    if may_equal(item.type, keys):
        return False
    hash_value(w, item)
    return True


def may_equal(a: Type, b: Type) -> bool:
    """Whether values of two types can be equal."""
    if a.kind == "union":
        return any(may_equal(each, b) for each in a.parts)
    if b.kind == "union":
        return any(may_equal(a, each) for each in b.parts)
    mine, theirs = (_family(each) for each in (a, b))
    return mine == theirs or "any" in (mine, theirs)


def _family(type: Type) -> Any:
    if own_method(type, "__eq__"):
        return "any"
    if type.kind in ("int", "bool", "float"):
        return "number"
    if type.kind == "enum":
        base = type.info
        return (
            "number" if issubclass(base, int | float) else "str" if issubclass(base, str) else base
        )
    if is_tuple(type):
        return "tuple"
    if type.kind in SETS:
        return "set"
    if type.kind in ("record", "object"):
        return type.info
    return type.kind


def is_tuple(type: Type) -> bool:
    """Whether values of a type are tuples, those with names among them."""
    return type.kind in ("tuple", "vartuple") or (
        type.kind == "record" and issubclass(type.info.cls, tuple)
    )
