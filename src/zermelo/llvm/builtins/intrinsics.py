"""What the run-time library and the kernels are written with: memory, words, hashes."""

from __future__ import annotations

from typing import Any

from zermelo.llvm import intrinsics as names
from zermelo.llvm.types import BOOL, CHAR, FLOAT, INT, STR, layout, llvm_type, pointer
from zermelo.llvm.values import Arguments, Value
from zermelo.llvm.walk import hashes
from zermelo.llvm.walk.calls import builtin
from zermelo.llvm.walk.comparisons import before, equal
from zermelo.llvm.walk.memory import data_of, get_field, length, load_item, set_field, store_item
from zermelo.llvm.walk.numbers import as_int
from zermelo.llvm.walker import TOP, Walker


@builtin(names.get)
def get(w: Walker, arguments: Arguments, node: Any) -> Value:
    container, name = arguments.positional
    return get_field(w, container, name.known)


@builtin(names.put)
def put(w: Walker, arguments: Arguments, node: Any) -> Value:
    container, name, value = arguments.positional
    set_field(w, container, name.known, value)
    return w.constant(None)


@builtin(names.data)
def data(w: Walker, arguments: Arguments, node: Any) -> Value:
    return data_of(w, arguments.positional[0])


@builtin(names.count)
def count(w: Walker, arguments: Arguments, node: Any) -> Value:
    return length(w, arguments.positional[0])


@builtin(names.item)
def item(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, index = arguments.positional
    return load_item(w, place, index.operand)


@builtin(names.set_item)
def set_item(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, index, value = arguments.positional
    store_item(w, place, index.operand, value)
    return w.constant(None)


@builtin(names.new_items)
def new_items(w: Walker, arguments: Arguments, node: Any) -> Value:
    like, number = arguments.positional
    return Value(like.type, w.allocate_items(like.type.parts[0], number.operand))


@builtin(names.new_words)
def new_words(w: Walker, arguments: Arguments, node: Any) -> Value:
    (number,) = arguments.positional
    return Value(pointer(INT), w.allocate_items(INT, number.operand))


@builtin(names.new_letters)
def new_letters(w: Walker, arguments: Arguments, node: Any) -> Value:
    (number,) = arguments.positional
    return Value(pointer(CHAR), w.allocate_items(CHAR, number.operand))


@builtin(names.text)
def text(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.walk.conversions import sequence_value

    place, number = arguments.positional
    return sequence_value(w, STR, place.operand, number.operand)


@builtin(names.copy_items)
def copy_items(w: Walker, arguments: Arguments, node: Any) -> Value:
    target, source, number = arguments.positional
    size = layout(target.type.parts[0])[0]
    bytes_ = w.b.op(f"mul i64 {number.operand}, {size}")
    w.b.emit(
        f"call void @llvm.memmove.p0.p0.i64(ptr {target.operand}, ptr {source.operand}, "
        f"i64 {bytes_}, i1 false)"
    )
    return w.constant(None)


@builtin(names.clear_words)
def clear_words(w: Walker, arguments: Arguments, node: Any) -> Value:
    target, number = arguments.positional
    bytes_ = w.b.op(f"mul i64 {number.operand}, 8")
    w.b.emit(f"call void @llvm.memset.p0.i64(ptr {target.operand}, i8 0, i64 {bytes_}, i1 false)")
    return w.constant(None)


@builtin(names.offset)
def offset(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, number = arguments.positional
    llvm = llvm_type(place.type.parts[0])
    return Value(place.type, w.b.item(llvm, place.operand, number.operand))


@builtin(names.is_null)
def is_null(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(BOOL, w.b.op(f"icmp eq ptr {arguments.positional[0].operand}, null"))


@builtin(names.extend_in_place)
def extend_in_place(w: Walker, arguments: Arguments, node: Any) -> Value:
    """Whether items that end where the arena's free memory begins could be given more of it."""
    place, number, more = arguments.positional
    item_type = place.type.parts[0]
    size = layout(item_type)[0]
    if size % 8:
        return w.constant(False)
    end = w.b.item(llvm_type(item_type), place.operand, number.operand)
    top = w.b.load("ptr", w.context_place(TOP))
    free = w.b.op(f"icmp eq ptr {end}, {top}")
    result = w.b.alloca("i1")
    w.b.store("i1", free, result)
    w.branches(free, lambda: _take(w, item_type, more), lambda: None)
    return Value(BOOL, w.b.load("i1", result))


def _take(w: Walker, type: Any, more: Value) -> None:
    w.allocate_items(type, more.operand)


@builtin(names.hash_of)
def hash_of(w: Walker, arguments: Arguments, node: Any) -> Value:
    return hashes.hash_value(w, arguments.positional[0])


@builtin(names.mixed)
def mixed(w: Walker, arguments: Arguments, node: Any) -> Value:
    total, hash_ = arguments.positional
    return Value(INT, hashes.mixed(w, total.operand, hash_.operand))


@builtin(names.finished)
def finished(w: Walker, arguments: Arguments, node: Any) -> Value:
    total, number = arguments.positional
    return hashes.finished(w, total.operand, number.operand)


@builtin(names.same)
def same(w: Walker, arguments: Arguments, node: Any) -> Value:
    return equal(w, *arguments.positional)


@builtin(names.less)
def less(w: Walker, arguments: Arguments, node: Any) -> Value:
    return before(w, "<", *arguments.positional)


@builtin(names.fail)
def fail(w: Walker, arguments: Arguments, node: Any) -> Value:
    (cls,) = arguments.positional
    return w.fault(cls.known)


@builtin(names.shift_right)
def shift_right(w: Walker, arguments: Arguments, node: Any) -> Value:
    a, n = arguments.positional
    return Value(INT, w.b.op(f"lshr i64 {a.operand}, {n.operand}"))


@builtin(names.multiply_checked)
def multiply_checked(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.errors import Beyond64Bits

    a, b = arguments.positional
    pair = w.b.op(
        f"call {{i64, i1}} @llvm.smul.with.overflow.i64(i64 {a.operand}, i64 {b.operand})"
    )
    w.fault_if(w.b.extract("{i64, i1}", pair, 1), Beyond64Bits, always=True)
    return Value(INT, w.b.extract("{i64, i1}", pair, 0))


@builtin(names.bits_of)
def bits_of(w: Walker, arguments: Arguments, node: Any) -> Value:
    x = w.convert(arguments.positional[0], FLOAT)
    return Value(INT, w.b.op(f"bitcast double {x.operand} to i64"))


@builtin(names.float_of)
def float_of(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(FLOAT, w.b.op(f"bitcast i64 {arguments.positional[0].operand} to double"))


@builtin(names.to_float)
def to_float(w: Walker, arguments: Arguments, node: Any) -> Value:
    return w.convert(arguments.positional[0], FLOAT)


@builtin(names.cut)
def cut(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(INT, w.b.op(f"fptosi double {arguments.positional[0].operand} to i64"))


@builtin(names.remainder)
def remainder(w: Walker, arguments: Arguments, node: Any) -> Value:
    a, b = arguments.positional
    return Value(FLOAT, w.b.op(f"frem double {a.operand}, {b.operand}"))


@builtin(names.floor)
def floor(w: Walker, arguments: Arguments, node: Any) -> Value:
    x = arguments.positional[0]
    return Value(FLOAT, w.b.op(f"call double @llvm.floor.f64(double {x.operand})"))


@builtin(names.power)
def power(w: Walker, arguments: Arguments, node: Any) -> Value:
    a, b = arguments.positional
    return Value(
        FLOAT, w.b.op(f"call double @llvm.pow.f64(double {a.operand}, double {b.operand})")
    )


# --- memory of others: tables, shared by threads -------------------------------------------------


def _address(w: Walker, value: Value) -> str:
    return w.b.op(f"inttoptr i64 {value.operand} to ptr")


@builtin(names.load)
def load(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(INT, w.b.load("i64", _address(w, arguments.positional[0])))


@builtin(names.load_shared)
def load_shared(w: Walker, arguments: Arguments, node: Any) -> Value:
    place = _address(w, arguments.positional[0])
    return Value(INT, w.b.op(f"load atomic i64, ptr {place} monotonic, align 8"))


@builtin(names.store)
def store(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, word = _address(w, arguments.positional[0]), as_int(w, arguments.positional[1])
    w.b.store("i64", word.operand, place)
    return w.constant(None)


@builtin(names.load_float)
def load_float(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(FLOAT, w.b.load("double", _address(w, arguments.positional[0])))


@builtin(names.store_float)
def store_float(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, number = _address(w, arguments.positional[0]), w.convert(arguments.positional[1], FLOAT)
    w.b.store("double", number.operand, place)
    return w.constant(None)


@builtin(names.add)
def add(w: Walker, arguments: Arguments, node: Any) -> Value:
    place, more = _address(w, arguments.positional[0]), as_int(w, arguments.positional[1])
    w.b.store("i64", w.b.op(f"add i64 {w.b.load('i64', place)}, {more.operand}"), place)
    return w.constant(None)


@builtin(names.exchange)
def exchange(w: Walker, arguments: Arguments, node: Any) -> Value:
    place = _address(w, arguments.positional[0])
    old, new = (as_int(w, each).operand for each in arguments.positional[1:])
    pair = w.b.op(f"cmpxchg ptr {place}, i64 {old}, i64 {new} monotonic monotonic")
    return Value(BOOL, w.b.extract("{i64, i1}", pair, 1))


@builtin(names.stack_address)
def stack_address(w: Walker, arguments: Arguments, node: Any) -> Value:
    here = w.b.op("call ptr @llvm.frameaddress.p0(i32 0)")
    return Value(INT, w.b.op(f"ptrtoint ptr {here} to i64"))


@builtin(names.prefetch)
def prefetch(w: Walker, arguments: Arguments, node: Any) -> Value:
    place = _address(w, arguments.positional[0])
    w.b.emit(f"call void @llvm.prefetch.p0(ptr {place}, i32 0, i32 3, i32 1)")
    return w.constant(None)


@builtin(names.mark)
def mark(w: Walker, arguments: Arguments, node: Any) -> Value:
    return Value(INT, w.b.op(f"ptrtoint ptr {w.b.load('ptr', w.context_place(TOP))} to i64"))


@builtin(names.release)
def release(w: Walker, arguments: Arguments, node: Any) -> Value:
    place = _address(w, arguments.positional[0])
    w.b.store("ptr", place, w.context_place(TOP))
    return w.constant(None)
