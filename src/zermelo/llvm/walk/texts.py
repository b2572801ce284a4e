"""Values as strings: str(), f-strings."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.llvm.classes import class_of, own_method
from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import INT, NOTHING, members
from zermelo.llvm.values import NEVER, Arguments, Lazy, Value
from zermelo.llvm.walk.conversions import by_member, item_of, parts
from zermelo.llvm.walk.memory import append, length, new_container, string_from
from zermelo.llvm.walk.numbers import as_int
from zermelo.llvm.walker import Walker, expression


def to_text(w: Walker, value: Value, node: Any, shown: bool = False) -> Value:
    """str(value), or repr(value)."""
    if isinstance(value, Lazy):
        raise Refusal("str of an iterator; make it a list first")
    if value.type is NOTHING:
        return NEVER
    if value.type.kind == "union":
        return by_member(w, value, (node, "text", shown), lambda one: to_text(w, one, node, shown))
    for name in ("__repr__",) if shown else ("__str__", "__repr__"):
        if method := own_method(value.type, name):
            return w.call_function(method, Arguments([value]))
    if value.is_known and value.type.kind not in ("constant", "record", "enum"):
        return w.constant(repr(value.known) if shown else str(value.known))
    match value.type.kind:
        case "str":
            if shown:
                raise Refusal("repr of a string; use the string itself")
            return value
        case "int":
            return string_from(w, w.library("int_text", value))
        case "bool":
            return w.choose(
                (node, "bool", shown),
                value.operand,
                lambda: w.constant("True"),
                lambda: w.constant("False"),
            )
        case "none":
            return w.constant("None")
        case "enum":
            return _enum_text(w, value, shown)
        case "tuple":
            return _tuple_text(w, value, node)
    raise Refusal("str of {what}; write it in format_state or format_action", what=str(value.type))


def _enum_text(w: Walker, value: Value, shown: bool) -> Value:
    cls = value.type.info
    table = w.constant(tuple(repr(each) if shown else str(each) for each in cls))
    return item_of(w, table, value.operand)


def _tuple_text(w: Walker, value: Value, node: Any) -> Value:
    items = parts(w, value)
    pieces = [w.constant("(")]
    for place, each in enumerate(items):
        if place:
            pieces.append(w.constant(", "))
        pieces.append(to_text(w, each, (node, place), shown=True))
    pieces.append(w.constant(",)" if len(items) == 1 else ")"))
    return joined(w, pieces, node)


def joined(w: Walker, pieces: list[Value], node: Any) -> Value:
    """Several strings as one."""
    if any(each.type is NOTHING for each in pieces):
        return NEVER
    if all(each.is_known for each in pieces):
        return w.constant("".join(each.known for each in pieces))
    if len(pieces) == 1:
        return pieces[0]
    if len(pieces) == 2:
        return string_from(w, w.library("text_sum", *pieces))
    found = new_container(w, "list", ("pieces", node))
    for each in pieces:
        append(w, found, each)
    return string_from(w, w.library("text_join", w.constant(""), found))


@expression(ast.JoinedStr)
def formatted(w: Walker, node: ast.JoinedStr) -> Value:
    pieces = []
    for place, each in enumerate(node.values):
        if isinstance(each, ast.Constant):
            pieces.append(w.constant(each.value))
            continue
        assert isinstance(each, ast.FormattedValue)
        value = w.kept(w.expression(each.value))
        shown = each.conversion == ord("r")
        text = _specified(w, value, each, (node, place), shown)
        pieces.append(text)
    return joined(w, pieces, node) if pieces else w.constant("")


def _specified(w: Walker, value: Value, each: ast.FormattedValue, name: Any, shown: bool) -> Value:
    """A value with its format: a width, or none."""
    if each.format_spec is None:
        return to_text(w, value, name, shown)
    spec = w.expression(each.format_spec)
    if value.type is NOTHING:
        return NEVER
    if value.is_known and spec.is_known:
        return w.constant(format(value.known, spec.known))
    if not spec.is_known or (
        not spec.known.lstrip("0<>d").isdigit() and spec.known not in ("", "d")
    ):
        raise Refusal("a format in an f-string; write it in format_state or format_action")
    return pad(w, to_text(w, value, name, shown), spec.known, value)


def padded(w: Walker, value: Value, width: Value, fill: Value, how: str) -> Value:
    """A string as wide as wanted, with fill on one side or both."""
    size = length(w, value).operand
    lack = w.b.op(f"sub i64 {as_int(w, width).operand}, {size}")
    lack = w.b.select(w.b.op(f"icmp sgt i64 {lack}, 0"), "i64", lack, "0")
    zero = w.constant(0)
    if how == "center":
        raise Refusal("center; use ljust or rjust")
    left, right = (zero, Value(INT, lack)) if how == "ljust" else (Value(INT, lack), zero)
    return string_from(w, w.library("text_pad", value, width, fill, left, right))


def pad(w: Walker, text: Value, spec: str, value: Value) -> Value:
    """A text as wide as a format says."""
    if text.type is NOTHING or spec in ("", "d"):
        return text
    numbers = [class_of(each) for each in members(value.type)]
    number = all(issubclass(each or object, int) for each in numbers)
    if not number and any(issubclass(each or object, int) for each in numbers):
        raise Refusal("a width for numbers and others in one f-string; use str first")
    side, digits = "", spec.rstrip("d")
    if digits[0] in "<>":
        side, digits = digits[0], digits[1:]
    if digits.startswith("0"):
        raise Refusal("a number with zeros in front in an f-string; use zfill")
    left = side == ">" or (not side and number)
    return padded(w, text, w.constant(int(digits)), w.constant(" "), "rjust" if left else "ljust")
