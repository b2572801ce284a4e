"""What the run-time library and the kernels are written with: memory, words, hashes."""

from __future__ import annotations

from typing import Any

from zermelo.compiler import intrinsics as names
from zermelo.compiler.errors import Beyond64Bits, Refusal, Unsupported
from zermelo.compiler.kernels import Bound, Rule, Stored
from zermelo.compiler.layout import layout, llvm_type
from zermelo.compiler.representation.codes import pack, unpack
from zermelo.compiler.tables import SPECIALS, builtin, builtins
from zermelo.compiler.types import BOOL, CHAR, FLOAT, INT, NOTHING, STR, Type, pointer, same
from zermelo.compiler.values import NEVER, Arguments, Value
from zermelo.compiler.walk import conversions, hashes, memory
from zermelo.compiler.walk.calls import call_object
from zermelo.compiler.walk.comparisons import before, equal, truth
from zermelo.compiler.walk.numbers import as_float, as_int, as_number, is_number, to_int
from zermelo.compiler.walker import TOP, Walker


def _int(w: Walker, text: str) -> Value:
    return Value(INT, w.b.op(text))


def _float(w: Walker, text: str) -> Value:
    return Value(FLOAT, w.b.op(text))


def _address(w: Walker, value: Value) -> str:
    return w.b.op(f"inttoptr i64 {value.operand} to ptr")


builtins({
    names.get: lambda w, container, name: memory.get_field(w, container, name.known),
    names.put: lambda w, container, name, value: memory.set_field(w, container, name.known, value),
    names.data: memory.data_of,
    names.count: memory.length,
    names.item: lambda w, place, index: memory.load_item(w, place, index.operand),
    names.set_item: lambda w, place, index, value: memory.store_item(
        w, place, index.operand, value
    ),
    names.new_items: lambda w, like, number: Value(
        like.type, w.allocate_items(like.type.parts[0], number.operand)
    ),
    names.new_words: lambda w, number: Value(pointer(INT), w.allocate_items(INT, number.operand)),
    names.new_letters: lambda w, number: Value(
        pointer(CHAR), w.allocate_items(CHAR, number.operand)
    ),
    names.text: lambda w, place, number: conversions.sequence_value(
        w, STR, place.operand, number.operand
    ),
    names.offset: lambda w, place, number: Value(
        place.type, w.b.item(llvm_type(place.type.parts[0]), place.operand, number.operand)
    ),
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
    names.cut: lambda w, x: _int(w, f"fptosi double {x.operand} to i64"),
    names.floor: lambda w, x: _float(w, f"call double @llvm.floor.f64(double {x.operand})"),
    names.power: lambda w, a, b: _float(
        w, f"call double @llvm.pow.f64(double {a.operand}, double {b.operand})"
    ),
})  # fmt: skip


@builtin(names.copy_items)
def copy_items(w: Walker, target: Value, source: Value, number: Value) -> None:
    assert not w.writing or same(target.type, source.type), (target.type, source.type)
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

    def take() -> None:
        w.allocate_items(item_type, more.operand)

    w.branches(free, take, lambda: None)
    return Value(BOOL, w.b.load("i1", result))


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
    names.store: lambda w, at, word: w.b.store("i64", as_int(w, word).operand, _address(w, at)),
    names.store_float: lambda w, at, number: w.b.store(
        "double", w.convert(number, FLOAT).operand, _address(w, at)
    ),
    names.load_shared: lambda w, at: _int(
        w, f"load atomic i64, ptr {_address(w, at)} monotonic, align 8"
    ),
    names.prefetch: lambda w, at: w.b.emit(
        f"call void @llvm.prefetch.p0(ptr {_address(w, at)}, i32 0, i32 3, i32 1)"
    ),
    names.stack_address: lambda w: _int(
        w, f"ptrtoint ptr {w.b.op('call ptr @llvm.stacksave.p0()')} to i64"
    ),
    names.mark: lambda w: _int(
        w, f"ptrtoint ptr {w.b.load('ptr', w.context_place(TOP))} to i64"
    ),
})  # fmt: skip


@builtin(names.release)
def release(w: Walker, at: Value) -> None:
    w.b.store("ptr", _address(w, at), w.context_place(TOP))
    w.next_node()


@builtin(names.add)
def add(w: Walker, at: Value, number: Value) -> None:
    place, more = _address(w, at), as_int(w, number).operand
    w.b.store("i64", w.b.op(f"add i64 {w.b.load('i64', place)}, {more}"), place)


@builtin(names.exchange)
def exchange(w: Walker, at: Value, old: Value, new: Value) -> Value:
    place, before_, after = _address(w, at), as_int(w, old).operand, as_int(w, new).operand
    pair = w.b.op(f"cmpxchg ptr {place}, i64 {before_}, i64 {after} monotonic monotonic")
    return Value(BOOL, w.b.extract("{i64, i1}", pair, 1))


# --- what kernels are given: rules, states in memory and in words ---------------------------------


def walk_rule(w: Walker, rule: Rule, arguments: Arguments, node: Any) -> Value:
    """What a rule gives, in the type that kernels expect."""
    found = w.kept(call_object(w, rule.method, arguments, node))
    number = FLOAT if rule.number is float else INT
    if found.type is NOTHING:
        return NEVER
    if rule.result == "bool":
        return truth(w, found)
    if rule.result == "pair":
        pair = conversions.narrow(w, found, lambda type: type.kind == "tuple", Unsupported)
        if pair.type.kind != "tuple":
            raise Refusal("bounds that are not a pair; return (low, high)")
        return conversions.make_tuple(
            w, [to_number(w, each, number) for each in conversions.parts(w, pair)]
        )
    return to_number(w, found, number if rule.result == "number" else INT)


def to_number(w: Walker, value: Value, type: Type) -> Value:
    """A number that a rule gives, exactly, or a fault."""

    def one(each: Value) -> Value:
        each = as_number(
            w, conversions.narrow(w, each, lambda t: is_number(Value(t, "")), Unsupported)
        )
        if each.type is NOTHING:
            return NEVER
        if type is FLOAT:
            return as_float(w, each)
        if type is INT and each.kind == "float":
            whole = to_int(w, each)
            back = w.convert(whole, FLOAT)
            uneven = w.b.op(f"fcmp une double {back.operand}, {each.operand}")
            w.fault_if(uneven, Unsupported, always=True)
            return whole
        return w.convert(each, type)

    return conversions.typed_by_member(w, value, type, one)


def walk_stored(w: Walker, stored: Stored, arguments: Arguments, node: Any) -> Value:
    """A value in memory, or in the words of a key."""
    types = stored.types()
    cell = types.state if stored.which == "state" else types.action
    type = cell.get()
    if type is NOTHING or NOTHING in [each.type for each in arguments.positional]:
        return NEVER
    if stored.what in ("pack", "unpack"):
        part = types.part(stored.which)
        walk = pack if stored.what == "pack" else unpack
        return walk(w, part, arguments.positional[0])
    llvm = llvm_type(type)
    place = w.b.op(f"inttoptr i64 {arguments.positional[0].operand} to ptr")
    if stored.what == "get":
        return Value(type, w.b.load(llvm, place), limits=cell.limits)
    value = arguments.positional[1]
    if stored.what == "same":
        return truth(w, equal(w, Value(type, w.b.load(llvm, place)), value))
    w.b.store(llvm, w.limited(w.convert(value, type), cell).operand, place)
    return w.constant(None)


def walk_bound(w: Walker, bound: Bound, arguments: Arguments, node: Any) -> Value:
    """A function with its first argument."""
    return w.call_function(bound.function, arguments.with_first(w.constant(bound.first)))


SPECIALS.update({Rule: walk_rule, Stored: walk_stored, Bound: walk_bound})
