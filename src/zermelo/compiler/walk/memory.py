"""Containers in memory: headers, items, lengths; new ones, and what the library needs of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.builder import IN_HEADER, IN_ITEMS
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import ReadOnly
from zermelo.compiler.layout import HEADERS, header_field, header_llvm, llvm_type
from zermelo.compiler.types import (
    CHAR,
    INT,
    NOTHING,
    STR,
    Cell,
    Type,
    element,
    list_of,
    pointer,
    same,
    vartuple,
)
from zermelo.compiler.values import NEVER, Arguments, Lazy, Value
from zermelo.compiler.walk import bits
from zermelo.compiler.walk.conversions import sequence_value, spread, typed_by_member
from zermelo.compiler.walk.numbers import as_int
from zermelo.compiler.walker import Walker

LIST_HEADER: Final = 8 * len(HEADERS["list"])  # bytes


def get_field(w: Walker, container: Value, name: str) -> Value:
    """A field of a container's header, or the data or length of a tuple or string."""
    if container.kind in ("str", "vartuple"):
        return data_of(w, container) if name == "data" else length(w, container)
    place, type = header_field(container.type, name)
    at = w.b.field(header_llvm(container.kind), container.operand, place)
    return Value(type, w.b.load(llvm_type(type), at, IN_HEADER))


def set_field(w: Walker, container: Value, name: str, value: Value) -> None:
    place, type = header_field(container.type, name)
    assert not w.writing or same(type, value.type), (name, type, value.type)
    at = w.b.field(header_llvm(container.kind), container.operand, place)
    w.b.store(llvm_type(type), value.operand, at, IN_HEADER)


def data_of(w: Walker, value: Value) -> Value:
    """Where the items of a list, tuple or string are."""
    if value.kind == "str":
        return Value(pointer(CHAR), w.b.extract("{ptr, i64}", value.operand, 0))
    if value.kind == "vartuple":
        return Value(pointer(value.type.parts[0]), w.b.extract("{ptr, i64}", value.operand, 0))
    if value.kind == "tuple":
        return data_of(w, spread(w, value))
    return get_field(w, value, "data" if value.kind in ("list", "deque") else "keys")


def length(w: Walker, value: Value) -> Value:
    """len(value)."""
    if isinstance(value, Lazy):
        if value.length is None or not value.sized:
            return w.fault(TypeError)
        return value.length()
    kind = value.type.kind
    if kind == "union":
        return typed_by_member(w, value, INT, lambda one: length(w, one))
    if method := own_method(value.type, "__len__"):
        return w.call_function(method, Arguments([value]))
    if kind == "nothing":
        return NEVER
    if value.is_known and kind in ("str", "tuple", "vartuple", "range"):
        return w.constant(len(value.known))
    if kind in ("str", "vartuple"):
        if value.type.info is not None:
            return w.constant(value.type.info)
        return Value(INT, w.b.extract("{ptr, i64}", value.operand, 1))
    if kind == "tuple":
        return w.constant(len(value.type.parts))
    if kind == "record" and issubclass(value.type.info.cls, tuple):
        return w.constant(len(value.type.info.names))
    if kind in HEADERS:
        return get_field(w, value, "count")
    if kind == "bits":
        return bits.size(w, value)
    if kind == "range":
        return w.library("range_length", value)
    if kind == "constant" and isinstance(value.known, type):
        return w.constant(len(value.known))  # type: ignore[arg-type]
    return w.fault(TypeError)


def load_item(w: Walker, data: Value, index: str) -> Value:
    """An item behind a pointer; a character as a code point."""
    type = data.type.parts[0]
    if type is NOTHING:
        return NEVER
    found = w.at(type, lambda t: w.b.item(llvm_type(t), data.operand, index))
    if type is CHAR:
        return Value(INT, w.b.op(f"zext i32 {found.operand} to i64"))
    return found


def store_item(w: Walker, data: Value, index: str, value: Value) -> None:
    type = data.type.parts[0]
    if not w.writing or type is NOTHING:
        return
    at = w.b.item(llvm_type(type), data.operand, index)
    w.b.store(llvm_type(type), w.convert(value, type).operand, at, IN_ITEMS)


def item_at(w: Walker, sequence: Value, index: str) -> Value:
    """An item of a list, tuple, string or range at an index that is inside."""
    kind = sequence.type.kind
    if kind == "str":
        at = w.b.item("i32", data_of(w, sequence).operand, index)
        return sequence_value(w, STR, at, "1")
    if kind == "range":
        start, _stop, step = range_parts(w, sequence)
        return Value(INT, w.b.op(f"add i64 {start}, {w.b.op(f'mul i64 {index}, {step}')}"))
    if kind == "deque":
        return w.library("deque_item", sequence, Value(INT, index))
    return load_item(w, data_of(w, sequence), index)


def range_parts(w: Walker, value: Value) -> tuple[str, str, str]:
    if value.is_known:
        return str(value.known.start), str(value.known.stop), str(value.known.step)
    start, stop, step = (w.b.extract("{i64, i64, i64}", value.operand, i) for i in range(3))
    return start, stop, step


# --- new containers ------------------------------------------------------------------------------


def site_cells(w: Walker, name: Any, count: int) -> tuple[Cell, ...]:
    """The cells of a container that is made at a place in the source."""
    return tuple(w.cell(("items", name, i)) for i in range(count))


def new_container(w: Walker, kind: str, name: Any) -> Value:
    """An empty list, dict, set or deque, made at a place in the source."""
    return blank(w, Type(kind, (), site_cells(w, name, 2 if kind == "dict" else 1)))


def blank(w: Walker, type: Type) -> Value:
    place = w.allocate(str(8 * len(HEADERS[type.kind])))
    w.b.store(header_llvm(type.kind), "zeroinitializer", place, IN_HEADER)
    return Value(type, place)


def writable(w: Walker, container: Value) -> None:
    """A fault where the container belongs to the game or a module: nothing outlives a call."""
    for cell in container.type.cells:
        cell.root().mutators.add(w.specialisation)
    if any(cell.root().constant for cell in container.type.cells) and container.kind != "frozenset":
        sign = get_field(w, container, "capacity" if container.kind == "list" else "mask")
        w.fault_if(w.b.op(f"icmp slt i64 {sign.operand}, 0"), ReadOnly, always=True)


def join_item(w: Walker, container: Value, value: Value, place: int = 0) -> Value:
    """Notes that a value is put into a container, and converts it to what that holds."""
    return w.into(container.type.cells[place], value)


def holding(w: Walker, container: Value, type: Type) -> bool:
    """Notes that items of a type are put into a container; whether it can have any at all."""
    if not w.writing:
        container.type.cells[0].join(type)
    return element(container.type) is not NOTHING


def append(w: Walker, container: Value, value: Value) -> None:
    writable(w, container)
    item = join_item(w, container, value)
    if element(container.type) is not NOTHING:
        w.library("list_append", container, item)


def new_list(w: Walker, name: Any, room: Value | None, on_stack: bool = False) -> Value:
    """An empty list with room for so many items, which lie behind its header.

    `on_stack`: the header lies there, as nobody else sees the list.
    """
    type, llvm = list_of(w.cell(("items", name, 0))), header_llvm("list")
    place, data, size = w.b.alloca(llvm) if on_stack else "", "null", "0"
    if room is not None and element(type) is not NOTHING:
        size, before = room.operand, 0 if on_stack else LIST_HEADER
        memory = w.allocate_items(element(type), size, before)
        place, data = place or memory, w.b.offset(memory, before)
    place = place or w.allocate(str(LIST_HEADER))
    fields = [("ptr", data), ("i64", "0"), ("i64", size)]
    w.b.store(llvm, w.b.aggregate(llvm, fields), place, IN_HEADER)
    return Value(type, place)


def off_stack(w: Walker, value: Value) -> Value:
    """A list that is made, for others to see."""
    llvm, place = header_llvm("list"), w.allocate(str(LIST_HEADER))
    w.b.store(llvm, w.b.load(llvm, value.operand), place, IN_HEADER)
    return Value(value.type, place)


def collect(w: Walker, value: Value, name: Any) -> Value:
    """A new list of all that iteration gives."""
    return filled(w, new_list(w, name, known_length(w, value)), value, name)


def collect_tuple(w: Walker, value: Value, name: Any) -> Value:
    """A tuple of all that iteration gives."""
    items = new_list(w, name, known_length(w, value), on_stack=True)
    return frozen_list(w, filled(w, items, value, name))


def filled(w: Walker, found: Value, value: Value, name: Any) -> Value:
    """A list that has room, with all that iteration gives behind what it has."""
    if not isinstance(value, Lazy) and value.kind in ("list", "vartuple"):
        item = element(value.type)
        holding(w, found, item)
        if item is not NOTHING and (not w.writing or same(element(found.type), item)):
            w.library("list_fill", found, data_of(w, value), length(w, value))
            return found
    w.iterate(value, lambda item: append(w, found, item), name)
    return found


def known_length(w: Walker, source: Value) -> Value | None:
    """How many items a source has, where that is known before it is gone through."""
    count: Value | None = None
    if isinstance(source, Lazy):
        count = source.length() if source.length else None
    elif source.type.kind in ("list", "str", "vartuple", "tuple", "dict", "set", "frozenset"):
        count = length(w, source)
    return count if count is not None and count.type is INT else None


def frozen_list(w: Walker, value: Value) -> Value:
    """A list that nobody else holds, as a tuple: the items stay where they are."""
    if element(value.type) is NOTHING:
        if w.program.settled:
            return Value(vartuple(NOTHING, 0), "{ptr null, i64 0}", ())
        w.program.waiting = True
        return NEVER
    data, count = get_field(w, value, "data"), get_field(w, value, "count")
    return sequence_value(w, vartuple(element(value.type)), data.operand, count.operand)


def index_loop(w: Walker, count: Callable[[], str], body: Callable[[str], None]) -> None:
    """body(i) for i from 0; the count is asked again each time."""
    b = w.b
    place = b.variable("i64", "0")
    head, go, end = b.label("head"), b.label("body"), b.label("end")
    b.fall(head)
    index = b.load("i64", place)
    b.branch(b.op(f"icmp slt i64 {index}, {count()}"), go, end)
    b.start(go)
    body(index)
    if not b.dead:
        again = b.load("i64", place)
        b.store("i64", b.op(f"add nsw i64 {again}, 1"), place)
        b.jump(head)
    b.start(end)


def checked_index(w: Walker, index: Value, count: Value) -> str:
    """A subscript as a place from 0 to count - 1, or an IndexError."""
    if index.type is not INT:
        index = as_int(w, index)
    if index.is_known and count.is_known:
        place = index.known + count.known if index.known < 0 else index.known
        if not 0 <= place < count.known:
            w.fault(IndexError)
            return "0"
        return str(place)
    if index.is_known:
        place_ = index.operand
        if index.known < 0:
            place_ = w.b.op(f"add i64 {count.operand}, {index.known}")
    elif w.frame.trusted:
        return index.operand
    else:
        below = w.b.op(f"icmp slt i64 {index.operand}, 0")
        moved = w.b.op(f"add i64 {index.operand}, {count.operand}")
        place_ = w.b.select(below, "i64", moved, index.operand)
    w.fault_if(w.b.op(f"icmp uge i64 {place_}, {count.operand}"), IndexError)
    return place_
