"""Equality, order, membership, identity, truth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.classes import class_of, own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.types import BOOL, NONE, NOTHING, SETS, STR, element, members
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk import bits, conversions, numbers
from zermelo.compiler.walk.hashes import foreign, is_tuple
from zermelo.compiler.walk.memory import data_of, length
from zermelo.compiler.walk.objects import fields_of
from zermelo.compiler.walker import Walker

SEQUENCES: Final = ("tuple", "vartuple", "list", "str", "record")


def negated(w: Walker, value: Value) -> Value:
    if value.is_known:
        return w.constant(not value.known)
    return Value(BOOL, w.b.op(f"xor i1 {value.operand}, true"))


def all_of(w: Walker, tests: list[Value]) -> Value:
    if any(each.is_known and not each.known for each in tests):
        return w.constant(False)
    found = "true"
    for each in tests:
        if not each.is_known:
            found = numbers.both(w, found, each.operand)
    return w.constant(True) if found == "true" else Value(BOOL, found)


def truth(w: Walker, value: Value) -> Value:
    """bool(value)."""
    if isinstance(value, Lazy):
        if value.sized:
            return truth(w, length(w, value))
        return w.constant(True)
    kind = value.type.kind
    if kind == "union":
        return conversions.typed_by_member(w, value, BOOL, lambda one: truth(w, one))
    if method := own_method(value.type, "__bool__") or own_method(value.type, "__len__"):
        return truth(w, w.call_function(method, Arguments([value])))
    if kind == "nothing":
        return NEVER
    if value.is_known and kind not in ("constant", "enum", "record"):
        return w.constant(bool(value.known))
    if numbers.is_number(value):
        return numbers.truth(w, value)
    if kind == "none":
        return w.constant(False)
    if kind == "constant":
        return w.constant(bool(value.known))
    if kind == "enum" and issubclass(value.type.info, str):
        return truth(w, conversions.enum_value(w, value))
    if kind in ("list", "dict", "set", "frozenset", "bits", "deque", "str", "vartuple", "range"):
        return Value(BOOL, w.b.op(f"icmp ne i64 {length(w, value).operand}, 0"))
    return w.constant(True)


def equal(w: Walker, a: Value, b: Value) -> Value:
    """A == b."""
    return _of_members(w, w.kept(a), w.kept(b), _equal)


def _of_members(
    w: Walker, a: Value, b: Value, test: Callable[[Walker, Value, Value], Value]
) -> Value:
    """A test of two values, whichever members of unions they are."""
    if NOTHING in (a.type, b.type):
        return NEVER
    return conversions.typed_by_member(
        w,
        a,
        BOOL,
        lambda one: conversions.typed_by_member(w, b, BOOL, lambda other: test(w, one, other)),
    )


def _equal(w: Walker, a: Value, b: Value) -> Value:
    for x, y in ((a, b), (b, a)):
        if method := own_method(x.type, "__eq__"):
            found = w.call_function(method, Arguments([x, y]))
            if not left_open(found):
                return truth(w, found)
            if b.type.kind == "object" and a.type is b.type:
                return Value(BOOL, w.b.op(f"icmp eq ptr {a.operand}, {b.operand}"))
    known = ("constant", "record", "enum")
    if a.is_known and b.is_known and not {a.kind, b.kind} & set(known):
        return w.constant(a.known == b.known)
    if numbers.is_number(a) and numbers.is_number(b):
        return numbers.compared(w, "==", a, b)
    return _equal_kinds(w, a, b)


def left_open(value: Value) -> bool:
    """Whether a method gave NotImplemented; one that does so now and then is refused."""
    if any(each.kind == "constant" and each.info is NotImplemented for each in members(value.type)):
        if value.type.kind == "union":
            raise Refusal("a method that returns NotImplemented for some values; test their class")
        return True
    return False


def _equal_kinds(w: Walker, a: Value, b: Value) -> Value:
    pair = a.kind, b.kind
    if "enum" in pair:
        return _equal_enums(w, a, b)
    if a.kind == b.kind == "constant":
        return w.constant(a.known is b.known or a.known == b.known)
    if is_tuple(a.type) and is_tuple(b.type):
        if {a.kind, b.kind} <= {"tuple", "record"}:
            return _equal_parts(w, conversions.parts(w, a), conversions.parts(w, b))
        return _equal_items(w, conversions.spread(w, a), conversions.spread(w, b))
    if a.kind == b.kind and a.kind in ("list", "str"):
        return _equal_items(w, a, b)
    if a.kind == b.kind and a.kind in ("deque", "range"):
        raise Refusal("== of two objects {kind}; compare lists", kind=a.kind)
    if "bits" in pair and {*pair} <= {"bits", *SETS}:
        return bits.compared(w, "==", a, b)
    if a.kind in SETS and b.kind in SETS:
        return w.library("set_equal", a, b)
    if pair == ("dict", "dict"):
        return w.library("dict_equal", a, b)
    if pair in (("record", "record"), ("object", "object")):
        names = a.type.info.compared
        if a.type.info is not b.type.info:
            return w.constant(False)
        if names is None:
            return Value(BOOL, w.b.op(f"icmp eq ptr {a.operand}, {b.operand}"))
        return _equal_parts(w, fields_of(w, a, names), fields_of(w, b, names))
    if a.kind == b.kind and a.kind in ("generator", "closure", "none"):
        if a.type is NONE:
            return w.constant(True)
        return Value(BOOL, w.b.op(f"icmp eq ptr {a.operand}, {b.operand}"))
    return w.constant(False)


def _equal_enums(w: Walker, a: Value, b: Value) -> Value:
    if a.kind == b.kind == "enum" and a.type is b.type:
        if a.is_known and b.is_known:
            return w.constant(a.known is b.known)
        return Value(BOOL, w.b.op(f"icmp eq i64 {a.operand}, {b.operand}"))
    plain = []
    for each in (a, b):
        if each.kind == "enum":
            if not issubclass(each.type.info, int | str | float):
                return w.constant(False)
            each = conversions.enum_value(w, each)
        plain.append(each)
    return equal(w, *plain)


def _equal_parts(w: Walker, a: list[Value], b: list[Value]) -> Value:
    if len(a) != len(b):
        return w.constant(False)
    return all_of(w, [equal(w, x, y) for x, y in zip(a, b, strict=True)])


def _equal_items(w: Walker, a: Value, b: Value) -> Value:
    if NOTHING in (element(a.type), element(b.type)):
        x, y = length(w, a), length(w, b)
        return Value(BOOL, w.b.op(f"icmp eq i64 {x.operand}, {y.operand}"))
    return w.library("items_equal", data_of(w, a), length(w, a), data_of(w, b), length(w, b))


# --- order ---------------------------------------------------------------------------------------

Asked = tuple[Value, Value, str]
REFLECTED: Final = {"<": ("__lt__", "__gt__"), "<=": ("__le__", "__ge__")}


def before(w: Walker, sign: str, a: Value, b: Value, turned: bool = False) -> Value:
    """A < b, or a <= b; `turned`: it is written b > a, or b >= a."""
    test = lambda w, one, other: _before(w, sign, one, other, turned)  # noqa: E731
    return _of_members(w, w.kept(a), w.kept(b), test)


def _before(w: Walker, sign: str, a: Value, b: Value, turned: bool) -> Value:
    mine, theirs = REFLECTED[sign]
    for x, y, name in _asked(*(((b, a, theirs), (a, b, mine))[:: 1 if turned else -1])):
        if method := own_method(x.type, name):
            found = w.call_function(method, Arguments([x, y]))
            if not left_open(found):
                return truth(w, found)
        elif is_tuple(x.type) and is_tuple(y.type):
            break  # the tuple's own answers first
    if numbers.is_number(a) and numbers.is_number(b):
        return numbers.compared(w, sign, a, b)
    if a.is_known and b.is_known and a.kind == b.kind and a.kind in ("str", "tuple"):
        try:
            return w.constant(a.known < b.known if sign == "<" else a.known <= b.known)
        except TypeError:
            return w.fault(TypeError)
    return _before_kinds(w, sign, a, b)


def _asked(first: Asked, second: Asked) -> tuple[Asked, Asked]:
    """Whose method is asked first: the left one's, unless the right one's class is derived."""
    mine, others = class_of(first[0].type), class_of(second[0].type)
    derived = None not in (mine, others) and mine is not others and issubclass(others, mine)
    return (second, first) if derived and own_method(second[0].type, second[2]) else (first, second)


def _before_kinds(w: Walker, sign: str, a: Value, b: Value) -> Value:
    if a.kind == "enum" and b.kind == "enum" and issubclass(a.type.info, str):
        return before(w, sign, conversions.enum_value(w, a), conversions.enum_value(w, b))
    if "bits" in (a.kind, b.kind) and {a.kind, b.kind} <= {"bits", *SETS}:
        return bits.compared(w, sign, a, b)
    if a.kind in SETS and b.kind in SETS:
        return w.library("set_below" if sign == "<" else "set_within", a, b)
    tuples = is_tuple(a.type) and is_tuple(b.type)
    info = a.type.info
    if a.kind == b.kind and a.kind in ("record", "object") and info is b.type.info and info.ordered:
        return _before_parts(w, sign, *(fields_of(w, each, info.compared) for each in (a, b)))
    if tuples and {a.kind, b.kind} <= {"tuple", "record"}:
        return _before_parts(w, sign, conversions.parts(w, a), conversions.parts(w, b))
    if tuples or (a.kind == b.kind and a.kind in ("list", "str")):
        a, b = conversions.spread(w, a), conversions.spread(w, b)
        if NOTHING in (element(a.type), element(b.type)):
            return numbers.compared(w, sign, length(w, a), length(w, b))
        places = data_of(w, a), length(w, a), data_of(w, b), length(w, b)
        return w.library("items_before", *places, w.constant(sign == "<="))
    return w.fault(TypeError)


def _before_parts(w: Walker, sign: str, a: list[Value], b: list[Value]) -> Value:
    """The first items that differ decide; no item behind them is looked at."""
    shorter = len(a) < len(b) or (sign == "<=" and len(a) == len(b))
    place, end = w.b.alloca("i1"), w.b.label("decided")
    for x, y in zip(a, b, strict=False):
        same = equal(w, x, y)
        if same.is_known and same.known:
            continue
        differ, on = w.b.label("differ"), w.b.label("equal")
        w.b.branch(same.operand, on, differ)
        w.b.start(differ)
        found = before(w, "<", x, y)
        w.b.store("i1", found.operand, place)
        w.b.jump(end)
        w.b.start(on)
    w.b.store("i1", "true" if shorter else "false", place)
    w.b.jump(end)
    w.b.start(end)
    return Value(BOOL, w.b.load("i1", place))


# --- membership and identity ---------------------------------------------------------------------


def contains(w: Walker, container: Value, item: Value, node: Any) -> Value:
    """Item in container."""
    if isinstance(container, Lazy):
        return _in_lazy(w, container, item, node)
    item = w.kept(item)
    kind = container.type.kind
    if kind == "union":
        return conversions.typed_by_member(
            w, container, BOOL, lambda one: contains(w, one, item, node)
        )
    if method := own_method(container.type, "__contains__"):
        return truth(w, w.call_function(method, Arguments([container, item])))
    if NOTHING in (container.type, item.type):
        return NEVER
    if kind in ("dict", *SETS):
        return _in_table(w, container, item)
    if kind == "bits":
        return bits.has(w, container, item)
    if kind in ("tuple", "record"):
        tests = [equal(w, each, item) for each in conversions.parts(w, container)]
        found = "false"
        for each in tests:
            found = numbers.either(w, found, each.operand)
        return Value(BOOL, found) if found not in ("true", "false") else w.constant(found == "true")
    if kind == "str":
        item = conversions.plain_text(w, item)
        if any(e.kind == "enum" for e in members(item.type)):
            raise Refusal("`in` of a string with a value of several types; test its class first")
        item = conversions.narrow(w, item, lambda type: type is STR, TypeError)
        if item.type is NOTHING:
            return NEVER
        found_at = w.library("text_find", container, item)
        return Value(BOOL, w.b.op(f"icmp sge i64 {found_at.operand}, 0"))
    if kind in ("vartuple", "list"):
        if element(container.type) is NOTHING:
            return w.constant(False) if w.writing else Value(BOOL, "false")
        return w.library("items_contain", data_of(w, container), length(w, container), item)
    if kind == "range":
        return _in_range(w, container, item)
    if kind == "constant" and isinstance(container.known, type):
        return w.constant(item.kind == "enum" and item.type.info is container.known)
    return _in_lazy(w, container, item, node)


def _in_table(w: Walker, container: Value, item: Value) -> Value:
    keys = container.type.cells[0].get()
    if keys is NOTHING:
        return w.constant(False) if w.writing else Value(BOOL, "false")

    def one(each: Value) -> Value:
        if foreign(w, each, keys):
            return w.constant(False)
        return w.library("dict_has" if container.kind == "dict" else "set_has", container, each)

    return conversions.typed_by_member(w, item, BOOL, one)


def _in_range(w: Walker, container: Value, item: Value) -> Value:
    def one(each: Value) -> Value:
        if not numbers.is_number(each):
            return w.constant(False)
        if each.kind == "float":
            raise Refusal("`in` with a float and a range; compare it by <")
        return w.library("range_has", container, numbers.as_int(w, each))

    return conversions.typed_by_member(w, item, BOOL, one)


def _in_lazy(w: Walker, container: Value, item: Value, node: Any) -> Value:
    place, end = w.b.variable("i1", "false"), w.b.label("found")

    def each(one: Value) -> None:
        on = w.b.label("on")
        same = equal(w, one, item)
        w.b.store("i1", same.operand, place)
        w.b.branch(same.operand, end, on)
        w.b.start(on)

    w.iterate(container, each, node)
    w.b.fall(end)
    return Value(BOOL, w.b.load("i1", place))


def identical(w: Walker, a: Value, b: Value) -> Value:
    """A is b."""
    return _of_members(w, a, b, _identical)


def _identical(w: Walker, a: Value, b: Value) -> Value:
    if a.kind != b.kind or a.kind == "none":
        return w.constant(a.kind == b.kind)
    if a.kind in ("bool", "enum"):
        return equal(w, a, b) if a.type is b.type else w.constant(False)
    if a.kind == "constant":
        return w.constant(a.known is b.known)
    if a.kind in ("list", "dict", "set", "frozenset", "deque", "object", "generator"):
        for cell in (*a.type.cells, *b.type.cells):  # each must be an object of its own
            cell.root().mutators.add(w.specialisation)
        return Value(BOOL, w.b.op(f"icmp eq ptr {a.operand}, {b.operand}"))
    raise Refusal("`is` between numbers, strings or tuples; use ==")
