"""Values as strings: str(), f-strings; methods of strings."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.tables import METHODS, expression, method
from zermelo.compiler.types import BOOL, NOTHING, STR, element, members
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk.conversions import by_member, item_of, narrow, parts, plain_text
from zermelo.compiler.walk.memory import append, collect, holding, length, new_container
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walk.sequences import window
from zermelo.compiler.walker import Walker


def to_text(w: Walker, value: Value, node: Any) -> Value:
    """str(value)."""
    if isinstance(value, Lazy):
        raise Refusal("str of an iterator; make it a list first")
    if value.type is NOTHING:
        return NEVER
    if value.type.kind == "union":
        return by_member(w, value, (node, "text"), lambda one: to_text(w, one, node))
    for name in ("__str__", "__repr__"):
        if method := own_method(value.type, name):
            return w.call_function(method, Arguments([value]))
    if value.is_known and value.type.kind not in ("constant", "record", "enum"):
        return w.constant(str(value.known))
    match value.type.kind:
        case "str":
            return value
        case "int":
            return w.library("int_text", value)
        case "bool":
            words = (functools.partial(w.constant, word) for word in ("True", "False"))
            return w.choose((node, "bool"), value.operand, *words)
        case "none":
            return w.constant("None")
        case "enum":
            return item_of(w, w.constant(tuple(map(str, value.type.info))), value.operand)
    raise Refusal("str of {what}; write it in format_state or format_action", what=str(value.type))


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
    pieces = [w.constant("")]
    for place, each in enumerate(node.values):
        if isinstance(each, ast.Constant):
            pieces.append(w.constant(each.value))
            continue
        assert isinstance(each, ast.FormattedValue)
        if each.format_spec is not None or each.conversion not in (-1, ord("s")):
            raise Refusal("a format in an f-string; write it in format_state or format_action")
        pieces.append(to_text(w, w.kept(w.expression(each.value)), (node, place)))
    return joined(w, pieces[1:] or pieces, node)


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
    if any(each.kind in ("enum", "tuple", "vartuple") for each in members(value.type)):
        raise Refusal("a method of strings with {what}; use one string", what=str(value.type))
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
    """Whether a string begins or ends with another, or with one of a tuple."""

    def walk(w: Walker, s: Value, part: Value) -> Value:
        several = parts(w, part) if part.kind == "tuple" else [part]
        tests = [w.library(name, s, _string(w, each)).operand for each in several]
        return Value(BOOL, functools.reduce(lambda a, b: w.b.op(f"or i1 {a}, {b}"), tests))

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
    most = as_int(w, w.constant(-1) if count is None else count)
    return w.library("text_replace", receiver, _string(w, old), _string(w, new), most)


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
        letter = _string(w, fill or w.constant(" "))
        return w.library("text_padded", receiver, as_int(w, width), letter, w.constant(left))

    return walk


TEXT_METHODS: Final[dict[str, Callable[..., Value]]] = {
    "upper": _cased(0), "lower": _cased(1), "swapcase": _cased(2), "isupper": _is(0),
    "islower": _is(1), "isdigit": _is(2), "isalpha": _is(3), "isalnum": _is(4), "isspace": _is(5),
    "startswith": _side("text_starts"), "endswith": _side("text_ends"), "find": _find(False),
    "index": _find(True), "rfind": _with("text_find_last"), "count": _with("text_count"),
    "replace": _replace, "split": _split, "strip": _strip(True, True),
    "lstrip": _strip(True, False), "rstrip": _strip(False, True), "ljust": _pad(False),
    "rjust": _pad(True), "join": _join,
}  # fmt: skip
for _name, _walk in TEXT_METHODS.items():
    _text(_name, _walk)
