"""Values as other types: members of unions, numbers, tuples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compiler.builder import IN_ITEMS
from zermelo.compiler.errors import Narrow, Refusal
from zermelo.compiler.layout import llvm_type, structure
from zermelo.compiler.tables import operation
from zermelo.compiler.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    SETS,
    Type,
    element,
    join_all,
    pointer,
    same,
    tuple_of,
    vartuple,
)
from zermelo.compiler.values import NEVER, UNKNOWN, Lazy, Value
from zermelo.compiler.walk.bits import as_bits
from zermelo.compiler.walker import Walker


def zero(type: Type) -> Value:
    """Some value of a type, where none is needed."""
    llvm = llvm_type(type)
    operand = {"ptr": "null", "double": "0.0", "i1": "false"}.get(llvm, "0")
    return Value(type, "zeroinitializer" if llvm.startswith("{") else operand)


# --- unions --------------------------------------------------------------------------------------


def tag(w: Walker, value: Value) -> str:
    return w.b.extract(llvm_type(value.type), value.operand, 0)


def member(w: Walker, value: Value, place: int) -> Value:
    """The value as the member at a place in its union, whatever it really is."""
    index = 1 + sum(each is not NONE for each in value.type.parts[:place])
    return _part(w, value, value.type.parts[place], index)


def _part(w: Walker, value: Value, type: Type, index: int) -> Value:
    """A part of a structure; what is known of its type alone is not asked for."""
    if type is NONE:
        return Value(NONE, "0", None)
    if type.kind == "constant":
        return Value(type, "0", type.info)
    return Value(type, w.b.extract(llvm_type(value.type), value.operand, index))


def wrap_member(w: Walker, value: Value, union: Type, place: int) -> Value:
    """A value of the member's type as one of the union."""
    parts = [("i8", str(place))]
    for index, type in enumerate(union.parts):
        if type is not NONE:
            part = value if index == place else zero(type)
            parts.append((llvm_type(type), part.operand))
    return Value(union, w.b.aggregate(llvm_type(union), parts))


def switch(w: Walker, value: Value, run: Callable[[Value], None]) -> None:
    """Runs for whichever member the value is."""
    if value.type.kind != "union":
        run(value)
        return
    count = len(value.type.parts)
    by_tag(w, "i8", tag(w, value), count, lambda place: run(member(w, value, place)))


def by_tag(w: Walker, llvm: str, which: str, count: int, run: Callable[[int], None]) -> None:
    """run(i) for the number that a tag is, of so many."""
    b, end = w.b, w.b.label("joined")
    blocks = [b.label("member") for _place in range(count)]
    b.switch(llvm, which, blocks[0], list(enumerate(blocks)))
    for place, block in enumerate(blocks):
        b.start(block)
        if not b.dead:
            run(place)
        b.jump(end)
    b.start(end)


def by_member(w: Walker, value: Value, name: Any, run: Callable[[Value], Value]) -> Value:
    """What an operation gives, on whichever member the value is."""
    if value.type.kind != "union":
        return run(value)
    place = ("member", name)

    def each(one: Value) -> None:
        found = run(one)
        if not w.b.dead:
            w.put(place, found)

    switch(w, value, each)
    return w.take(place)


def typed_by_member(w: Walker, value: Value, type: Type, run: Callable[[Value], Value]) -> Value:
    """The same for operations whose results are all of one type."""
    if value.type.kind != "union":
        return run(value)
    place = w.b.alloca(llvm_type(type))

    def each(one: Value) -> None:
        found = run(one)
        if not w.b.dead:
            w.b.store(llvm_type(type), w.convert(found, type).operand, place)

    switch(w, value, each)
    return Value(type, w.b.load(llvm_type(type), place))


def is_member(w: Walker, value: Value, fits: Callable[[Type], bool]) -> Value:
    """Whether the value is of one of certain types, as a bool."""
    if value.type.kind == "nothing":
        return NEVER
    if value.type.kind != "union":
        return w.constant(fits(value.type))
    places = [i for i, each in enumerate(value.type.parts) if fits(each)]
    if not places or len(places) == len(value.type.parts):
        return w.constant(bool(places))
    found, test = tag(w, value), "false"
    for place in places:
        one = w.b.op(f"icmp eq i8 {found}, {place}")
        test = one if test == "false" else w.b.op(f"or i1 {test}, {one}")
    return Value(BOOL, test)


def narrow(
    w: Walker, value: Value, fits: Callable[[Type], bool], cls: type[BaseException]
) -> Value:
    """The value as one of the members that fit; an exception if it is another."""
    if value.type.kind != "union":
        if value.type.kind != "nothing" and not fits(value.type):
            return w.fault(cls)
        return value
    places = [i for i, each in enumerate(value.type.parts) if fits(each)]
    if not places:
        return w.fault(cls)
    if len(places) < len(value.type.parts):
        test = is_member(w, value, fits)
        w.fault_if(w.b.op(f"xor i1 {test.operand}, true"), cls, always=True)
    if len(places) == 1:
        return member(w, value, places[0])
    return w.convert(value, join_all(value.type.parts[i] for i in places))


# --- conversions ---------------------------------------------------------------------------------


@operation("convert")
def convert(w: Walker, value: Value, type: Type) -> Value:
    """The same value as another type."""
    if isinstance(value, Lazy):
        value = w.kept(value)
    if same(value.type, type):
        return Value(type, value.operand, value.known, value.limits)
    if type is NOTHING:
        return NEVER
    if value.type is NOTHING or not w.writing:
        return Value(type, zero(type).operand, limits=(0, 1) if value.kind == "bool" else None)
    if type.kind == "union":
        return _into_union(w, value, type)
    if value.type.kind == "union":
        return _out_of_union(w, value, type)
    found = _scalar(w, value, type) or _sequence(w, value, type)
    if found is None:
        raise Refusal("{a} where {b} is needed; use one type", a=str(value.type), b=str(type))
    return found


def convertible(source: Type, target: Type) -> bool:
    """Whether a value of one type may be meant as one of another."""
    if same(source, target):
        return True
    pair = source.kind, target.kind
    if pair == ("frozenset", "bits") or pair in (
        ("bool", "int"),
        ("bool", "float"),
        ("int", "float"),
        ("tuple", "vartuple"),
    ):
        return True
    if pair == ("enum", "int"):
        return issubclass(source.info, int)
    if pair == ("bound", "bound"):
        return source.info is target.info
    return pair in (("vartuple", "vartuple"), ("tuple", "tuple"), ("record", "vartuple"))


def _into_union(w: Walker, value: Value, union: Type) -> Value:
    if value.type.kind == "union":
        return typed_by_member(w, value, union, lambda one: one)
    container = lambda a, b: a.kind == b.kind and a.kind in ("list", "dict", *SETS)  # noqa: E731
    for alike in (same, container, _may_be_one):
        for index, type in enumerate(union.parts):
            if alike(type, value.type):
                made = convert(w, value, type) if alike is _may_be_one else value
                return wrap_member(w, made, union, index)
    raise Refusal("{a} where {b} is needed; use one type", a=str(value.type), b=str(union))


def _may_be_one(a: Type, b: Type) -> bool:
    """Whether values of one type can be converted to the other: methods, tuples."""
    tuples = ("tuple", "vartuple")
    return (a.kind == b.kind == "bound" and a.info is b.info) or (
        a.kind in tuples and b.kind in tuples
    )


def _out_of_union(w: Walker, value: Value, type: Type) -> Value:
    def each(one: Value) -> Value:
        if not convertible(one.type, type):
            return w.fault(TypeError)
        return convert(w, one, type)

    return typed_by_member(w, value, type, each)


def _scalar(w: Walker, value: Value, type: Type) -> Value | None:
    known = value.known
    match value.type.kind, type.kind:
        case "bool", "int":
            if value.is_known:
                return Value(INT, str(int(known)), int(known))
            return Value(INT, w.b.op(f"zext i1 {value.operand} to i64"), limits=(0, 1))
        case "int", "float":
            if value.is_known:
                return w.constant(float(known))
            return Value(FLOAT, w.b.op(f"sitofp i64 {value.operand} to double"))
        case "bool", "float":
            return convert(w, convert(w, value, INT), FLOAT)
        case "int", "char":
            return Value(type, w.b.op(f"trunc i64 {value.operand} to i32"))
        case "int", "byte":
            return Value(type, w.b.op(f"trunc i64 {value.operand} to i8"))
        case "enum", "int" if issubclass(value.type.info, int):
            return enum_value(w, value)
    return None


def enum_value(w: Walker, value: Value) -> Value:
    """`.value` of a member of an Enum."""
    if value.is_known:
        return w.constant(value.known.value)
    table = w.constant(tuple(each.value for each in value.type.info))
    return item_of(w, table, value.operand)


def plain_text(w: Walker, value: Value) -> Value:
    """The text that a member of an Enum of texts is; other values as they are."""
    if value.kind == "enum" and issubclass(value.type.info, str):
        return enum_value(w, value)
    return value


def item_of(w: Walker, sequence: Value, index: str) -> Value:
    """An item of a tuple at an index that is inside it."""
    sequence = spread(w, sequence)
    item = element(sequence.type)
    if not w.writing or item is NOTHING:
        return NEVER if item is NOTHING else zero(item)
    data = w.b.extract("{ptr, i64}", sequence.operand, 0)
    return w.at(item, lambda type: w.b.item(llvm_type(type), data, index))


def spread(w: Walker, value: Value) -> Value:
    """A tuple with a type for each item as one with a type for all; others as they are."""
    if value.kind not in ("tuple", "record"):
        return value
    return convert(w, value, vartuple(element(value.type)))


def _sequence(w: Walker, value: Value, type: Type) -> Value | None:
    a, b = value.type, type
    match a.kind, b.kind:
        case "tuple", "tuple" if len(a.parts) == len(b.parts):
            items = [convert(w, p, t) for p, t in zip(parts(w, value), b.parts, strict=True)]
            return make_tuple(w, items)
        case ("tuple" | "record", "vartuple"):
            return _as_vartuple(w, value, b)
        case "vartuple", "vartuple":
            if b.info is not None and a.info != b.info:
                length = w.b.extract("{ptr, i64}", value.operand, 1)
                w.fault_if(w.b.op(f"icmp ne i64 {length}, {b.info}"), Narrow, always=True)
            if a.parts[0] is NOTHING or same(a.parts[0], b.parts[0]):
                return Value(b, value.operand)
            return _copied_items(w, value, b)
        case "vartuple", "tuple":
            length = w.b.extract("{ptr, i64}", value.operand, 1)
            w.fault_if(w.b.op(f"icmp ne i64 {length}, {len(b.parts)}"), Narrow, always=True)
            found = [item_of(w, value, str(i)) for i in range(len(b.parts))]
            return make_tuple(w, [convert(w, p, t) for p, t in zip(found, b.parts, strict=True)])
        case "bound", "bound" if a.info is b.info:
            receiver = Value(a.parts[0], w.b.extract(llvm_type(a), value.operand, 0))
            found_receiver = convert(w, receiver, b.parts[0])
            pair = [(llvm_type(b.parts[0]), found_receiver.operand)]
            return Value(b, w.b.aggregate(llvm_type(b), pair))
        case ("list", "list") | ("dict", "dict") | ("set", "set") | ("frozenset", "frozenset"):
            if all(cell.get() is NOTHING for cell in a.cells):
                return Value(b, value.operand)
        case "frozenset", "bits":
            return as_bits(w, value)
    return None


def _as_vartuple(w: Walker, value: Value, type: Type) -> Value:
    item = type.parts[0]
    items = parts(w, value)
    if type.info is not None and type.info != len(items):
        w.fault_if("true", Narrow, always=True)
        return zero(type)
    if value.is_known and all(isinstance(e, int | float | str | tuple | None) for e in value.known):
        return constant_items(w, [convert(w, w.constant(e), item) for e in value.known], type)
    return _laid_out(w, items, type)


def _laid_out(w: Walker, items: list[Value], type: Type) -> Value:
    """A tuple of items in memory."""
    item = type.parts[0]
    data = w.allocate_items(item, str(len(items)))
    for place, each in enumerate(items):
        at = w.b.item(llvm_type(item), data, str(place))
        w.b.store(llvm_type(item), convert(w, each, item).operand, at, IN_ITEMS)
    return sequence_value(w, type, data, str(len(items)))


def _copied_items(w: Walker, value: Value, type: Type) -> Value:
    """A tuple whose items are of another type than before."""
    source = Value(pointer(element(value.type)), w.b.extract("{ptr, i64}", value.operand, 0))
    count = w.b.extract("{ptr, i64}", value.operand, 1)
    target = Value(pointer(type.parts[0]), w.allocate_items(type.parts[0], count))
    w.library("convert_items", source, target, Value(INT, count))
    return sequence_value(w, type, target.operand, count)


def sequence_value(w: Walker, type: Type, data: str, count: str) -> Value:
    return Value(type, w.b.aggregate("{ptr, i64}", [("ptr", data), ("i64", count)]))


def constant_items(w: Walker, items: list[Value], type: Type, known: Any = UNKNOWN) -> Value:
    """A tuple or string whose items are constants, in constant memory."""
    if not items:
        return Value(type, "{ptr null, i64 0}", known)
    llvm = llvm_type(items[0].type)
    text = "[" + ", ".join(f"{llvm} {each.operand}" for each in items) + "]"
    name = w.program.constant_data(f"[{len(items)} x {llvm}]", text) if w.writing else "null"
    return Value(type, f"{{ptr {name}, i64 {len(items)}}}", known)


def make_tuple(w: Walker, items: list[Value]) -> Value:
    items = [w.kept(each) for each in items]
    type = tuple_of(each.type for each in items)
    if any(each.type is NOTHING for each in items) and not w.writing:
        return NEVER
    known: Any = UNKNOWN
    if all(each.is_known and each.type.kind != "constant" for each in items):
        known = tuple(each.known for each in items)
    if type.kind == "vartuple":
        if not items:
            return Value(type, "{ptr null, i64 0}", ())
        if known is not UNKNOWN:
            return w.constant(known)
        return _laid_out(w, items, type)
    pairs = [(llvm_type(each.type), each.operand) for each in items]
    limits = [each.limits for each in items]
    return Value(type, w.b.aggregate(llvm_type(type), pairs), known, limits)


def parts(w: Walker, value: Value) -> list[Value]:
    """The items of a tuple, or the fields of a record."""
    if value.is_known and isinstance(value.known, tuple) and type(value.known) is tuple:
        return [w.constant(each) for each in value.known]
    found = [_part(w, value, each, i) for i, each in enumerate(structure(value.type) or ())]
    limits = value.limits
    if value.type.kind == "record":
        found = found[: len(value.type.info.names)]
        limits = [cell.limits for cell in value.type.info.cells]
    if isinstance(limits, list):
        for each, its in zip(found, limits, strict=True):
            each.limits = its
    return found
