"""What the run-time library and the kernels are written with: memory, words, hashes."""

from __future__ import annotations

from zermelo.llvm import intrinsics as names
from zermelo.llvm.errors import Beyond64Bits
from zermelo.llvm.layout import layout, llvm_type
from zermelo.llvm.tables import builtin, builtins
from zermelo.llvm.types import BOOL, CHAR, FLOAT, INT, STR, Type, pointer
from zermelo.llvm.values import Value
from zermelo.llvm.walk import hashes
from zermelo.llvm.walk.comparisons import before, equal
from zermelo.llvm.walk.conversions import sequence_value
from zermelo.llvm.walk.memory import data_of, get_field, length, load_item, set_field, store_item
from zermelo.llvm.walk.numbers import as_int
from zermelo.llvm.walker import TOP, Walker


def _int(w: Walker, text: str) -> Value:
    return Value(INT, w.b.op(text))


def _float(w: Walker, text: str) -> Value:
    return Value(FLOAT, w.b.op(text))


def _address(w: Walker, value: Value) -> str:
    return w.b.op(f"inttoptr i64 {value.operand} to ptr")


builtins({
    names.get: lambda w, container, name: get_field(w, container, name.known),
    names.put: lambda w, container, name, value: set_field(w, container, name.known, value),
    names.data: data_of,
    names.count: length,
    names.item: lambda w, place, index: load_item(w, place, index.operand),
    names.set_item: lambda w, place, index, value: store_item(w, place, index.operand, value),
    names.new_items: lambda w, like, number: Value(
        like.type, w.allocate_items(like.type.parts[0], number.operand)
    ),
    names.new_words: lambda w, number: Value(pointer(INT), w.allocate_items(INT, number.operand)),
    names.new_letters: lambda w, number: Value(
        pointer(CHAR), w.allocate_items(CHAR, number.operand)
    ),
    names.text: lambda w, place, number: sequence_value(w, STR, place.operand, number.operand),
    names.offset: lambda w, place, number: Value(
        place.type, w.b.item(llvm_type(place.type.parts[0]), place.operand, number.operand)
    ),
    names.is_null: lambda w, place: Value(BOOL, w.b.op(f"icmp eq ptr {place.operand}, null")),
    names.hash_of: hashes.hash_value,
    names.mixed: lambda w, total, hash_: Value(
        INT, hashes.mixed(w, total.operand, hash_.operand)
    ),
    names.finished: lambda w, total, number: hashes.finished(w, total.operand, number.operand),
    names.same: equal,
    names.less: lambda w, a, b: before(w, "<", a, b),
    names.fail: lambda w, cls: w.fault(cls.known),
    names.shift_right: lambda w, a, n: _int(w, f"lshr i64 {a.operand}, {n.operand}"),
    names.bits_of: lambda w, x: _int(w, f"bitcast double {w.convert(x, FLOAT).operand} to i64"),
    names.float_of: lambda w, x: _float(w, f"bitcast i64 {x.operand} to double"),
    names.to_float: lambda w, x: w.convert(x, FLOAT),
    names.cut: lambda w, x: _int(w, f"fptosi double {x.operand} to i64"),
    names.remainder: lambda w, a, b: _float(w, f"frem double {a.operand}, {b.operand}"),
    names.floor: lambda w, x: _float(w, f"call double @llvm.floor.f64(double {x.operand})"),
    names.power: lambda w, a, b: _float(
        w, f"call double @llvm.pow.f64(double {a.operand}, double {b.operand})"
    ),
})  # fmt: skip


@builtin(names.copy_items)
def copy_items(w: Walker, target: Value, source: Value, number: Value) -> None:
    bytes_ = w.b.op(f"mul i64 {number.operand}, {layout(target.type.parts[0])[0]}")
    to, from_ = f"ptr {target.operand}", f"ptr {source.operand}"
    w.b.emit(f"call void @llvm.memmove.p0.p0.i64({to}, {from_}, i64 {bytes_}, i1 false)")


@builtin(names.clear_words)
def clear_words(w: Walker, target: Value, number: Value) -> None:
    bytes_ = w.b.op(f"mul i64 {number.operand}, 8")
    w.b.emit(f"call void @llvm.memset.p0.i64(ptr {target.operand}, i8 0, i64 {bytes_}, i1 false)")


@builtin(names.extend_in_place)
def extend_in_place(w: Walker, place: Value, number: Value, more: Value) -> Value:
    """Whether items that end where the arena's free memory begins could be given more of it."""
    item_type = place.type.parts[0]
    if layout(item_type)[0] % 8:
        return w.constant(False)
    end = w.b.item(llvm_type(item_type), place.operand, number.operand)
    top = w.b.load("ptr", w.context_place(TOP))
    free = w.b.op(f"icmp eq ptr {end}, {top}")
    result = w.b.variable("i1", free)
    w.branches(free, lambda: _take(w, item_type, more), lambda: None)
    return Value(BOOL, w.b.load("i1", result))


def _take(w: Walker, type: Type, more: Value) -> None:
    w.allocate_items(type, more.operand)


@builtin(names.multiply_checked)
def multiply_checked(w: Walker, a: Value, b: Value) -> Value:
    numbers = f"(i64 {a.operand}, i64 {b.operand})"
    pair = w.b.op(f"call {{i64, i1}} @llvm.smul.with.overflow.i64{numbers}")
    w.fault_if(w.b.extract("{i64, i1}", pair, 1), Beyond64Bits, always=True)
    return Value(INT, w.b.extract("{i64, i1}", pair, 0))


# --- memory of others: tables, shared by threads -------------------------------------------------

builtins({
    names.load: lambda w, at: Value(INT, w.b.load("i64", _address(w, at))),
    names.load_float: lambda w, at: Value(FLOAT, w.b.load("double", _address(w, at))),
    names.load_shared: lambda w, at: _int(
        w, f"load atomic i64, ptr {_address(w, at)} monotonic, align 8"
    ),
    names.prefetch: lambda w, at: w.b.emit(
        f"call void @llvm.prefetch.p0(ptr {_address(w, at)}, i32 0, i32 3, i32 1)"
    ),
    names.stack_address: lambda w: _int(
        w, f"ptrtoint ptr {w.b.op('call ptr @llvm.frameaddress.p0(i32 0)')} to i64"
    ),
    names.mark: lambda w: _int(
        w, f"ptrtoint ptr {w.b.load('ptr', w.context_place(TOP))} to i64"
    ),
    names.release: lambda w, at: w.b.store("ptr", _address(w, at), w.context_place(TOP)),
})  # fmt: skip


@builtin(names.store)
def store(w: Walker, at: Value, word: Value) -> None:
    place = _address(w, at)
    w.b.store("i64", as_int(w, word).operand, place)


@builtin(names.store_float)
def store_float(w: Walker, at: Value, number: Value) -> None:
    place = _address(w, at)
    w.b.store("double", w.convert(number, FLOAT).operand, place)


@builtin(names.add)
def add(w: Walker, at: Value, number: Value) -> None:
    place, more = _address(w, at), as_int(w, number).operand
    w.b.store("i64", w.b.op(f"add i64 {w.b.load('i64', place)}, {more}"), place)


@builtin(names.exchange)
def exchange(w: Walker, at: Value, old: Value, new: Value) -> Value:
    place, before_, after = _address(w, at), as_int(w, old).operand, as_int(w, new).operand
    pair = w.b.op(f"cmpxchg ptr {place}, i64 {before_}, i64 {after} monotonic monotonic")
    return Value(BOOL, w.b.extract("{i64, i1}", pair, 1))
