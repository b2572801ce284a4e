"""Values as strings: str(), f-strings; methods of strings."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.classes import class_of, own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import METHODS, expression, method
from zermelo.compiler.types import BOOL, NOTHING, STR, element, members
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk.conversions import (
    by_member,
    item_of,
    narrow,
    parts,
    plain_text,
)
from zermelo.compiler.walk.memory import (
    append,
    collect,
    holding,
    length,
    new_container,
)
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walk.sequences import window
from zermelo.compiler.walker import Walker


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
            return w.library("int_text", value)
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
        return w.library("text_sum", *pieces)
    found = new_container(w, "list", ("pieces", node))
    for each in pieces:
        append(w, found, each)
    return w.library("text_join", w.constant(""), found)


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


def padded(w: Walker, value: Value, width: Value, fill: Value, left: bool) -> Value:
    """A string as wide as wanted, with fill before or behind it."""
    return w.library("text_padded", value, as_int(w, width), fill, w.constant(left))


def pad(w: Walker, text: Value, spec: str, value: Value) -> Value:
    """A text as wide as a format says."""
    if text.type is NOTHING or spec in ("", "d"):
        return text
    numbers = [class_of(each) for each in members(value.type)]
    number = all(issubclass(each or object, int) for each in numbers)
    if not number and any(issubclass(each or object, int) for each in numbers):
        raise Refusal("a width in an f-string for a number or something else; use str first")
    side, digits = "", spec.rstrip("d")
    if digits[0] in "<>":
        side, digits = digits[0], digits[1:]
    if digits.startswith("0"):
        raise Refusal("leading zeros in an f-string; use str(x).rjust(n, '0')")
    left = side == ">" or (not side and number)
    return padded(w, text, w.constant(int(digits)), w.constant(" "), left)


# --- methods -------------------------------------------------------------------------------------


def _text(name: str, walk: Callable[..., Value]) -> None:
    """Registers a method of strings, which is computed now where all is known."""
    method("str", name)(walk)
    handler = METHODS["str", name]

    def folded(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        if receiver.is_known and all(each.is_known for each in arguments.all):
            given = [each.known for each in arguments.positional]
            with contextlib.suppress(ValueError):
                found = getattr(receiver.known, name)(*given)
                if isinstance(found, str | int):
                    return w.constant(found)
        return handler(w, receiver, arguments, node)

    METHODS["str", name] = folded


def _string(w: Walker, value: Value) -> Value:
    value = plain_text(w, w.kept(value))
    if any(e.kind == "enum" and issubclass(e.info, str) for e in members(value.type)):
        raise Refusal("a variable that is a string or a member of an Enum; use one of them")
    return narrow(w, value, lambda type: type is STR, TypeError)


def _join(w: Walker, receiver: Value, source: Value, node: Any) -> Value:
    items = collect(w, source, node)
    if element(items.type) is NOTHING:
        return w.constant("") if w.writing else Value(STR, "{ptr null, i64 0}")
    if element(items.type) is not STR:
        if any(e.kind == "enum" for e in members(element(items.type))):
            raise Refusal("join of members of an Enum; join their values")
        items = _strings(w, items, node)
    return w.library("text_join", receiver, items)


def _strings(w: Walker, items: Value, node: Any) -> Value:
    """Those items, all of which must be strings."""
    found = new_container(w, "list", (node, "strings"))
    found.type.cells[0].join(STR)

    def each(item: Value) -> None:
        append(w, found, narrow(w, item, lambda type: type is STR, TypeError))

    w.iterate(items, each, node)
    return found


def _cased(way: int) -> Callable[..., Value]:
    return lambda w, s: w.library("text_case", s, w.constant(way))


def _is(what: int) -> Callable[..., Value]:
    return lambda w, s: w.library("text_is", s, w.constant(what))


def _with(name: str) -> Callable[..., Value]:
    """A function of the library of two strings."""
    return lambda w, s, part: w.library(name, s, _string(w, part))


def _side(name: str) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, part: Value) -> Value:
        if part.kind != "tuple":
            return w.library(name, receiver, _string(w, part))
        tests = [w.library(name, receiver, each).operand for each in parts(w, part)]
        found = tests[0]
        for each in tests[1:]:
            found = w.b.op(f"or i1 {found}, {each}")
        return Value(BOOL, found)

    return walk


def _find(must: bool) -> Callable[..., Value]:
    def walk(
        w: Walker, s: Value, part: Value, start: Value | None = None, end: Value | None = None
    ) -> Value:
        limits = window(w, length(w, s), start, end)
        found = w.library("text_find_in", s, _string(w, part), *limits)
        if must:
            w.fault_if(w.b.op(f"icmp slt i64 {found.operand}, 0"), ValueError)
        return found

    return walk


def _replace(
    w: Walker, receiver: Value, old: Value, new: Value, count: Value | None = None
) -> Value:
    if count is not None:
        raise Refusal("replace with a count; use slices")
    return w.library("text_replace", receiver, _string(w, old), _string(w, new))


def _split(
    w: Walker, receiver: Value, separator: Value | None = None, most: Any = None, *, node: Any
) -> Value:
    found = new_container(w, "list", node)
    holding(w, found, STR)
    if most is not None:
        raise Refusal("split with a maximum; use slices")
    if separator is None or separator.kind == "none":
        w.library("text_words", found, receiver)
    else:
        w.library("text_split", found, receiver, _string(w, separator))
    return found


def _splitlines(w: Walker, receiver: Value, node: Any) -> Value:
    found = new_container(w, "list", node)
    holding(w, found, STR)
    w.library("text_lines", found, receiver)
    return found


def _strip(left: bool, right: bool) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, letters: Value | None = None) -> Value:
        start, end = w.constant(0), length(w, receiver)
        given = w.constant(None)
        if letters and letters.kind != "none":
            given = _string(w, letters)
        if left:
            start = w.library("strip_start", receiver, given)
        if right:
            end = w.library("strip_end", receiver, start, given)
        return w.library("part_of", receiver, start, end)

    return walk


def _pad(left: bool) -> Callable[..., Value]:
    def walk(w: Walker, receiver: Value, width: Value, fill: Value | None = None) -> Value:
        return padded(w, receiver, width, _string(w, fill or w.constant(" ")), left)

    return walk


TEXT_METHODS: Final[dict[str, Callable[..., Value]]] = {
    "upper": _cased(0), "lower": _cased(1), "swapcase": _cased(2), "isupper": _is(0),
    "islower": _is(1), "isdigit": _is(2), "isalpha": _is(3), "isalnum": _is(4), "isspace": _is(5),
    "startswith": _side("text_starts"), "endswith": _side("text_ends"), "find": _find(False),
    "index": _find(True), "rfind": _with("text_find_last"), "count": _with("text_count"),
    "replace": _replace, "split": _split, "splitlines": _splitlines, "strip": _strip(True, True),
    "lstrip": _strip(True, False), "rstrip": _strip(False, True), "ljust": _pad(False),
    "rjust": _pad(True), "partition": _with("text_partition"), "join": _join,
    "rpartition": _with("text_partition_last"), "removeprefix": _with("text_without_prefix"),
}  # fmt: skip
for _name, _walk in TEXT_METHODS.items():
    _text(_name, _walk)
