"""int, str, list, tuple, dict, set and the like as functions; len, isinstance, type."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any

from zermelo.llvm.classes import class_of, own_method
from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import BOOL, FLOAT, INT, NOTHING, RANGE, STR, Type, element, vartuple
from zermelo.llvm.values import NEVER, Arguments, Lazy, Value
from zermelo.llvm.walk import comparisons, numbers
from zermelo.llvm.walk.calls import builtin, call_method
from zermelo.llvm.walk.containers import (
    COUNTER,
    Factory,
    entry_or,
    new_dict,
    set_entry,
    set_from,
    update_dict,
)
from zermelo.llvm.walk.conversions import by_member, is_member, make_tuple, parts, typed_by_member
from zermelo.llvm.walk.memory import (
    blank,
    collect,
    frozen_list,
    join_item,
    length,
    new_container,
    site_cells,
    string_from,
)
from zermelo.llvm.walk.patterns import is_instance
from zermelo.llvm.walk.texts import to_text
from zermelo.llvm.walker import Walker, operation


@builtin(len)
def len_(w: Walker, arguments: Arguments, node: Any) -> Value:
    return length(w, arguments.positional[0])


@builtin(bool)
def bool_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return w.constant(False)
    return comparisons.truth(w, arguments.positional[0])


@builtin(int, named="base")
def int_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return w.constant(0)
    value = w.kept(arguments.positional[0])
    if len(arguments.all) > 1:
        if all(each.is_known for each in arguments.all):
            return w.constant(int(*(each.known for each in arguments.all)))
        return _int_of_base(w, value, arguments)

    def one(each: Value) -> Value:
        if method := own_method(each.type, "__int__") or own_method(each.type, "__index__"):
            return w.call_function(method, Arguments([each]))
        if numbers.is_number(each):
            return numbers.to_int(w, numbers.as_number(w, each))
        if each.type is STR:
            return w.library("text_int", each)
        return w.fault(TypeError)

    return typed_by_member(w, value, INT, one)


def _int_of_base(w: Walker, value: Value, arguments: Arguments) -> Value:
    base = [*arguments.positional, *arguments.named.values()][1]
    if value.type is NOTHING or base.type is NOTHING:
        return NEVER
    if value.type is not STR or not base.is_known or not 2 <= base.known <= 36:
        raise Refusal("int(text, base) of a base that is not a constant; use arithmetic")
    return w.library("text_int_in", value, base)


@builtin(float)
def float_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return w.constant(0.0)
    value = w.kept(arguments.positional[0])
    if value.is_known and isinstance(value.known, str):
        try:
            return w.constant(float(value.known))
        except ValueError:
            return w.fault(ValueError)

    def one(each: Value) -> Value:
        if numbers.is_number(each):
            return w.convert(numbers.as_number(w, each), FLOAT)
        if each.type is STR:
            raise Refusal("float of a string; use numbers")
        return w.fault(TypeError)

    return typed_by_member(w, value, FLOAT, one)


@builtin(str)
def str_(w: Walker, arguments: Arguments, node: Any) -> Value:
    return to_text(w, arguments.positional[0], node) if arguments.positional else w.constant("")


@builtin(repr)
def repr_(w: Walker, arguments: Arguments, node: Any) -> Value:
    return to_text(w, arguments.positional[0], node, shown=True)


@builtin(list)
def list_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return new_container(w, "list", node)
    return by_kind(w, arguments.positional[0], node, lambda one: collect(w, one, node))


def by_kind(w: Walker, value: Value, node: Any, run: Any) -> Value:
    if isinstance(value, Lazy):
        found: Value = run(value)
        return found
    return by_member(w, value, (node, "kind"), run)


@builtin(tuple)
def tuple_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return w.constant(())
    return by_kind(w, arguments.positional[0], node, lambda one: as_tuple(w, one, node))


@operation("tuple")
def as_tuple(w: Walker, value: Value, node: Any) -> Value:
    """tuple(value)."""
    if not isinstance(value, Lazy):
        if value.kind in ("tuple", "vartuple"):
            return value
        if value.kind == "record" and issubclass(value.type.info.cls, tuple):
            return make_tuple(w, parts(w, value))
        if value.is_known and value.kind in ("str", "range") and len(value.known) <= 1000:
            return w.constant(tuple(value.known))
    found = frozen_list(w, collect(w, value, node))
    return _of_known_length(w, value, found)


def _of_known_length(w: Walker, source: Value, found: Value) -> Value:
    """A tuple made item by item from something whose length is known now."""
    if isinstance(source, Lazy):
        if source.length is None or found.type.kind != "vartuple":
            return found
        size = source.length()
        if size.is_known and element(found.type) is not NOTHING:
            return Value(vartuple(element(found.type), size.known), found.operand)
    return found


@builtin(set)
def set_function(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return new_container(w, "set", node)
    return by_kind(w, arguments.positional[0], node, lambda one: set_from(w, one, node))


@builtin(frozenset)
def frozenset_(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional:
        return new_container(w, "frozenset", node)
    return by_kind(
        w, arguments.positional[0], node, lambda one: set_from(w, one, node, frozen=True)
    )


@builtin(dict, named="*")
def dict_(w: Walker, arguments: Arguments, node: Any) -> Value:
    found = new_dict(w, node)
    for each in arguments.positional:
        update_dict(w, found, each, node)
    for name, value in arguments.named.items():
        set_entry(w, found, w.constant(name), value)
    return found


@builtin(dict.fromkeys)
def from_keys(w: Walker, arguments: Arguments, node: Any) -> Value:
    keys, *rest = arguments.positional
    value = w.kept(rest[0]) if rest else w.constant(None)
    found = new_dict(w, node)
    w.iterate(keys, lambda key: set_entry(w, found, key, value), node)
    return found


@builtin(collections.deque, named="maxlen", most=1)
def deque(w: Walker, arguments: Arguments, node: Any) -> Value:
    if arguments.named:
        raise Refusal("a deque with maxlen; take items out by popleft")
    found = new_container(w, "deque", node)
    if arguments.positional:
        w.iterate(arguments.positional[0], lambda item: push(w, found, item), node)
    return found


def push(w: Walker, target: Value, item: Value, name: str = "deque_append") -> None:
    from zermelo.llvm.walk.memory import join_item

    value = join_item(w, target, item)
    if element(target.type) is not NOTHING:
        w.library(name, target, value)


@builtin(collections.Counter, most=1)
def counter(w: Walker, arguments: Arguments, node: Any) -> Value:
    found = blank(w, Type("dict", (), site_cells(w, node, 2), COUNTER))
    if not w.writing:
        found.type.cells[1].join(INT)
    for source in arguments.positional:
        if not isinstance(source, Lazy) and source.kind == "dict":
            update_dict(w, found, source, node)
            continue

        def count(item: Value) -> None:
            item = w.kept(item)
            old = entry_or(w, found, item, w.constant(0), (node, "old"))
            if old.type is NOTHING:
                join_item(w, found, item, 0)
                return
            more = Value(INT, w.b.op(f"add i64 {old.operand}, 1"))
            set_entry(w, found, item, more)

        w.iterate(source, count, node)
    return found


@builtin(collections.defaultdict, most=1)
def defaultdict(w: Walker, arguments: Arguments, node: Any) -> Value:
    if not arguments.positional or arguments.positional[0].type.kind != "constant":
        raise Refusal("a defaultdict of something other than int, list, set or a function by name")
    place = ("factory", node)
    if place not in w.program.known:
        w.program.known[place] = Factory(arguments.positional[0])
    return blank(w, Type("dict", (), site_cells(w, node, 2), w.program.known[place]))


@builtin(range)
def range_(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.walk.sequences import whole_index

    given = [whole_index(w, w.kept(each)) for each in arguments.positional]
    if any(each.type is NOTHING for each in given):
        return NEVER
    if len(given) == 1:
        given = [w.constant(0), *given]
    if len(given) == 2:
        given.append(w.constant(1))
    step = given[2]
    if step.is_known and step.known == 0:
        return w.fault(ValueError)
    if not step.is_known:
        w.fault_if(w.b.op(f"icmp eq i64 {step.operand}, 0"), ValueError)
    known: Any = range(*(each.known for each in given)) if all(e.is_known for e in given) else None
    pairs = [("i64", each.operand) for each in given]
    operand = w.b.aggregate("{i64, i64, i64}", pairs)
    if known is not None:
        return Value(RANGE, operand, known)
    # The parts stay at hand: a loop over the range needs no structure.
    return RangeValue(operand, given)


class RangeValue(Value):
    """A range whose start, stop and step are known as values."""

    __slots__ = ("given",)

    def __init__(self, operand: str, given: list[Value]) -> None:
        super().__init__(RANGE, operand)
        self.given = given


@builtin(isinstance)
def isinstance_(w: Walker, arguments: Arguments, node: Any) -> Value:
    value, cls = (w.kept(each) for each in arguments.positional)
    classes = cls.known
    if cls.type.kind == "tuple":
        classes = tuple(part.info for part in cls.type.parts)
    if not (isinstance(classes, type | tuple) or hasattr(classes, "__args__")):
        raise Refusal("isinstance with classes that are not named")
    if hasattr(classes, "__args__") and not isinstance(classes, type):
        classes = classes.__args__
    return is_instance(w, value, classes)


@builtin(type)
def type_(w: Walker, arguments: Arguments, node: Any) -> Value:
    (value,) = arguments.positional

    def one(each: Value) -> Value:
        cls = type(each.known) if each.type.kind == "constant" else class_of(each.type)
        if cls is None:
            raise Refusal("type of {what}", what=str(each.type))
        return w.constant(cls)

    return by_member(w, w.kept(value), node, one)


@builtin(callable)
def callable_(w: Walker, arguments: Arguments, node: Any) -> Value:
    value = w.kept(arguments.positional[0])

    def fits(type: Type) -> bool:
        if type.kind == "constant":
            return callable(type.info)
        return type.kind in ("closure", "bound") or own_method(type, "__call__") is not None

    return is_member(w, value, fits)


@builtin(hasattr)
def hasattr_(w: Walker, arguments: Arguments, node: Any) -> Value:
    value, name = (w.kept(each) for each in arguments.positional)
    if not name.is_known:
        raise Refusal("hasattr of a name that is computed")

    def one(each: Value) -> Value:
        if each.type.kind == "constant":
            return w.constant(hasattr(each.known, name.known))
        cls = class_of(each.type)
        fields = each.type.info.names if each.type.kind in ("record", "object") else []
        if each.type.kind == "object" and each.type.info.plain:
            raise Refusal("hasattr of an object; give the attribute a value in __init__")
        return w.constant(name.known in fields or hasattr(cls, name.known))

    return typed_by_member(w, value, BOOL, one)


@builtin(getattr)
def getattr_(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.walk.attributes import attribute

    value, name, *default = (w.kept(each) for each in arguments.positional)
    if not name.is_known or default:
        raise Refusal("getattr of a name that is computed; name the attribute")
    return attribute(w, value, name.known, node)


@builtin(ord)
def ord_(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.walk.conversions import narrow
    from zermelo.llvm.walk.memory import data_of, load_item

    value = narrow(w, arguments.positional[0], lambda t: t is STR, TypeError)
    if value.type is NOTHING:
        return NEVER
    if value.is_known and len(value.known) == 1:
        return w.constant(ord(value.known))
    size = length(w, value)
    w.fault_if(w.b.op(f"icmp ne i64 {size.operand}, 1"), TypeError)
    return load_item(w, data_of(w, value), "0")


@builtin(chr)
def chr_(w: Walker, arguments: Arguments, node: Any) -> Value:
    value = numbers.as_int(w, arguments.positional[0])
    if value.is_known:
        return w.constant(chr(value.known))
    return string_from(w, w.library("letter_text", value))


def _bits(shift: int, prefix: str) -> Any:
    def walk(w: Walker, arguments: Arguments, node: Any) -> Value:
        value = numbers.as_int(w, arguments.positional[0])
        return string_from(w, w.library("bits_text", value, w.constant(shift), w.constant(prefix)))

    return walk


builtin(bin)(_bits(1, "0b"))
builtin(oct)(_bits(3, "0o"))
builtin(hex)(_bits(4, "0x"))


@builtin(hash)
def hash_(w: Walker, arguments: Arguments, node: Any) -> Value:
    from zermelo.llvm.walk.hashes import hash_value, in_order

    value = w.kept(arguments.positional[0])
    own = w.frame.code.name.endswith("__hash__")  # where only the hash of equal values counts
    if value.type is not NOTHING and not own and not in_order(value.type):
        raise Refusal("hash(...), which changes from run to run for strings")
    return hash_value(w, value) if value.type is not NOTHING else NEVER


@builtin(dataclasses.replace, named="*")
def replace(w: Walker, arguments: Arguments, node: Any) -> Value:
    return call_method(w, arguments.positional[0], "_replace", Arguments([], arguments.named), node)


@builtin(print, named="*")
def print_(w: Walker, arguments: Arguments, node: Any) -> Value:
    raise Refusal("print; rules neither read nor print")
