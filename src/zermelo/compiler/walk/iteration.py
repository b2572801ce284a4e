"""Iteration is internal: the consumer's code is put where the producer has an item.

Generator expressions, zip, enumerate and the like make no objects that way. A generator that is
kept, or whose body cannot stand in its consumer, is a coroutine of LLVM's (`generators.py`).
"""

from __future__ import annotations

import enum
from typing import Any, Final

from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import has_any_order, in_order
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.limits import Ends
from zermelo.compiler.tables import operation
from zermelo.compiler.types import INT, NOTHING, SETS, element
from zermelo.compiler.values import Arguments, Body, Lazy, Value
from zermelo.compiler.walk import memory
from zermelo.compiler.walk.bits import unlike
from zermelo.compiler.walk.conversions import parts, switch
from zermelo.compiler.walk.generators import iterate_generator
from zermelo.compiler.walk.hashes import is_tuple
from zermelo.compiler.walk.numbers import HIGHEST, LOWEST
from zermelo.compiler.walker import Walker

MOST_UNROLLED: Final = 8  # items of a constant tuple, whose loop is written out
FEW: Final = 4  # items of a tuple of known length: not worth a loop
MOST_COPIES: Final = 16  # of one body, by loops inside loops


@operation("iterate")
def iterate(w: Walker, value: Value, body: Body, node: Any, any_order: bool = False) -> None:
    """Writes a body for each item of a value."""
    if isinstance(value, Lazy):
        before, w.any_order = w.any_order, any_order
        value.produce(body)
        w.any_order = before
        return
    kind = value.type.kind
    if kind == "nothing":
        return
    if kind == "union":
        switch(w, value, lambda one: iterate(w, one, body, node, any_order))
        return
    if _own_iterator(w, value, body, node):
        return
    if kind == "constant":
        _constant(w, value, body, node)
    elif kind in ("tuple", "record"):
        _tuple(w, value, body)
    elif kind == "range":
        start, stop, step = memory.range_parts(w, value)
        range_loop(w, start, stop, step, body)
    elif kind in ("vartuple", "str"):
        _fixed(w, value, body)
    elif kind == "deque" and element(value.type) is not NOTHING:
        _deque(w, value, body)
    elif kind in ("list", "deque"):
        if element(value.type) is not NOTHING or w.writing:
            memory.index_loop(
                w,
                lambda: memory.length(w, value).operand,
                lambda i: body(memory.item_at(w, value, i)),
            )
    elif kind == "bits":
        raise unlike(value)
    elif kind in SETS:
        item = element(value.type)
        if not any_order and not in_order(item):
            if not has_any_order(item):
                raise Refusal("iteration over a set of floats or sets; sort it: sorted(...)")
            w.program.any_order = True
        _slots(w, value, body)
    elif kind == "dict":
        dict_loop(
            w, value, lambda i: body(memory.load_item(w, memory.get_field(w, value, "keys"), i))
        )
    elif kind == "generator":
        iterate_generator(w, value, body, node)
    else:
        w.fault(TypeError)


def _own_iterator(w: Walker, value: Value, body: Body, node: Any) -> bool:
    """Objects with __iter__."""
    if method := own_method(value.type, "__iter__"):
        found = w.call_function(method, Arguments([value]))
        if found.kind == "union" or own_method(found.type, "__iter__"):
            raise Refusal("an __iter__ that returns objects of your own; use yield")
        iterate(w, found, body, node)
        return True
    if own_method(value.type, "__getitem__"):
        raise Refusal("iteration over an object that has no __iter__; write one with yield")
    return False


def _constant(w: Walker, value: Value, body: Body, node: Any) -> None:
    known = value.known
    if not (isinstance(known, type) and issubclass(known, enum.Enum)):
        raise Refusal("iteration over {what}; use a tuple or a list", what=str(value.type))
    iterate(w, w.constant(tuple(known)), body, node)


def _tuple(w: Walker, value: Value, body: Body) -> None:
    """A tuple with a type for each item: a loop if they are alike, else written out."""
    types = value.type.parts
    alike = value.kind == "tuple" and len(types) > 1 and all(each is types[0] for each in types)
    if not is_tuple(value.type):
        w.fault(TypeError)
        return
    if not alike or (value.is_known and may_unroll(w, len(types))):
        write_out(w, parts(w, value), body)
        return
    llvm = llvm_type(value.type)
    place = w.b.alloca(llvm)
    w.b.store(llvm, value.operand, place)
    item = types[0]

    def each_at(index: str) -> None:
        body(w.at(item, lambda type: w.b.item(llvm_type(type), place, index)))

    memory.index_loop(w, lambda: str(len(types)), each_at)


def may_unroll(w: Walker, count: int) -> bool:
    """Whether a loop over constants is written out: it must not become too long."""
    return count <= MOST_UNROLLED and count * w.copies <= MOST_COPIES


def write_out(w: Walker, items: list[Value], body: Body) -> None:
    """The body once for each item."""
    before = w.copies
    w.copies *= max(1, len(items))
    for each in items:
        if w.b.dead:
            break
        body(each)
    w.copies = before


def _fixed(w: Walker, value: Value, body: Body) -> None:
    if value.is_known and may_unroll(w, len(value.known)):
        write_out(w, [w.constant(each) for each in value.known], body)
        return
    if element(value.type) is NOTHING:
        return
    length = memory.length(w, value)
    if length.is_known and length.known <= FEW and may_unroll(w, length.known):
        write_out(w, [memory.item_at(w, value, str(i)) for i in range(length.known)], body)
        return
    memory.index_loop(w, lambda: length.operand, lambda i: body(memory.item_at(w, value, i)))


def range_loop(w: Walker, start: str, stop: str, step: str, body: Body) -> None:
    """For i in range(start, stop, step)."""
    b = w.b
    place = b.variable("i64", start)
    head, go, end = b.label("head"), b.label("body"), b.label("end")
    b.fall(head)
    index = b.load("i64", place)
    try:
        up: bool | None = int(step) > 0
    except ValueError:
        up = None
    if up is not None:
        test = b.op(f"icmp {'slt' if up else 'sgt'} i64 {index}, {stop}")
    else:
        rising = b.op(f"icmp sgt i64 {step}, 0")
        below, above = b.op(f"icmp slt i64 {index}, {stop}"), b.op(f"icmp sgt i64 {index}, {stop}")
        test = b.select(rising, "i1", below, above)
    b.branch(test, go, end)
    b.start(go)
    body(Value(INT, index, limits=_passed(start, stop, up)))
    if not b.dead:
        again = b.load("i64", place)
        flags = "nsw " if up is not None and step in ("1", "-1") else ""
        following = b.op(f"add {flags}i64 {again}, {step}")
        if not flags and up is not None:  # beyond the end of 64 bits there is nothing more
            wrapped = b.op(f"icmp {'slt' if up else 'sgt'} i64 {following}, {again}")
            following = b.select(wrapped, "i64", stop, following)
        b.store("i64", following, place)
        b.jump(head)
    b.start(end)


def _passed(start: str, stop: str, up: bool | None) -> Ends | None:
    """The limits of a range's numbers, as far as its ends are known."""
    ends = [int(each) if each.lstrip("-").isdigit() else None for each in (start, stop)]
    first, last = ends if up else reversed(ends)
    low = LOWEST if first is None else first + (not up)
    high = HIGHEST if last is None else last - bool(up)
    return (low, high) if up is not None and low <= high else None


def _deque(w: Walker, value: Value, body: Body) -> None:
    """The items of a deque, which must not change meanwhile."""
    before = memory.get_field(w, value, "changes").operand

    def check() -> str:
        now = memory.get_field(w, value, "changes").operand
        w.fault_if(w.b.op(f"icmp ne i64 {now}, {before}"), RuntimeError)
        return memory.length(w, value).operand

    memory.index_loop(w, check, lambda i: body(memory.item_at(w, value, i)))


def _used_places(
    w: Walker, value: Value, before: str, field: str, test: str, count: Any, body: Any
) -> None:
    """body(i) for the places of a table that a test of a field finds used: it must not change."""

    def unchanged() -> None:
        now = memory.get_field(w, value, "count").operand
        w.fault_if(w.b.op(f"icmp ne i64 {now}, {before}"), RuntimeError)

    def each(index: str) -> None:
        skip = w.b.label("skip")
        state = memory.load_item(w, memory.get_field(w, value, field), index)
        w.b.go_on(w.b.op(f"icmp {test.format(state.operand)}"), skip)
        unchanged()
        body(index)
        w.b.fall(skip)

    memory.index_loop(w, count, each)
    unchanged()


def _slots(w: Walker, value: Value, body: Body) -> None:
    """The items of a set, slot by slot."""
    if element(value.type) is NOTHING:
        return
    before = memory.get_field(w, value, "count").operand
    take = lambda i: body(memory.load_item(w, memory.get_field(w, value, "keys"), i))  # noqa: E731

    def slots() -> str:
        mask = memory.get_field(w, value, "mask").operand
        return w.b.op(f"add i64 {w.b.op(f'and i64 {mask}, {(1 << 62) - 1}')}, 1")

    filled, end = w.b.label("filled"), w.b.label("done")
    w.b.branch(w.b.op(f"icmp sgt i64 {before}, 0"), filled, end)
    w.b.start(filled)
    _used_places(w, value, before, "table", "eq i64 {}, 1", slots, take)
    w.b.fall(end)


def dict_loop(w: Walker, value: Value, body: Any) -> None:
    """body(i) for the place of each entry of a dict, in order."""
    if value.type.cells[0].get() is NOTHING:
        return
    before = memory.get_field(w, value, "count").operand
    used = lambda: memory.get_field(w, value, "used").operand  # noqa: E731
    _used_places(w, value, before, "hashes", "ne i64 {}, -1", used, body)
