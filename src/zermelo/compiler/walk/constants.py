"""Python objects that are known when compiling, as values."""

from __future__ import annotations

import enum
import struct
from collections import Counter, defaultdict
from collections.abc import Sized
from numbers import Number
from typing import Any, Final

from zermelo.compiler import types
from zermelo.compiler.classes import check_metaclass, is_namedtuple, is_written
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import USED, constant_hash, in_order, index_table, set_table
from zermelo.compiler.layout import header_llvm, llvm_type
from zermelo.compiler.source import static_attribute
from zermelo.compiler.tables import operation
from zermelo.compiler.types import Cell, Type
from zermelo.compiler.values import Value
from zermelo.compiler.walk.containers import COUNTER, Factory
from zermelo.compiler.walk.conversions import constant_items, convert, zero
from zermelo.compiler.walk.numbers import HIGHEST, LOWEST
from zermelo.compiler.walker import Walker

READ_ONLY: Final = LOWEST  # a bit in the mask of a table that must not be changed


@operation("constant")
def constant_value(w: Walker, value: Any) -> Value:
    """The value of an object that is known now."""
    if value is None:
        return Value(types.NONE, "0", None)
    if isinstance(value, enum.Enum):
        members = list(type(value))
        if value not in members:
            raise Refusal("flags of an Enum that are combined; use plain integers")
        return Value(types.interned("enum", (), type(value)), str(members.index(value)), value)
    if type(value) is bool:
        return Value(types.BOOL, "true" if value else "false", value)
    if type(value) is int:
        if not LOWEST <= value <= HIGHEST:
            raise Refusal("an integer beyond 64 bits; keep integers below 2**63")
        return Value(types.INT, str(value), value)
    if type(value) is float:
        return Value(types.FLOAT, "0x" + struct.pack(">d", value).hex().upper(), value)
    if type(value) is str:
        letters = [Value(types.CHAR, str(ord(letter))) for letter in value]
        return constant_items(w, letters, types.STR, value)
    if type(value) is range:
        parts = [("i64", str(each)) for each in (value.start, value.stop, value.step)]
        return Value(types.RANGE, w.b.aggregate("{i64, i64, i64}", parts), value)
    if type(value) is tuple:
        return _tuple(w, value)
    if type(value) in (list, dict, set, frozenset, Counter, defaultdict):
        return _container(w, value)
    parameters = getattr(type(value), "__dataclass_params__", None)
    if is_namedtuple(type(value)) or (parameters and parameters.frozen):
        return _record(w, value)
    _check(value)
    type_ = w.program.type_of_known(value)
    return Value(type_, "0", type_.info)


def _check(value: Any) -> None:
    """Numbers and containers of other classes are refused, unless the author wrote these."""
    cls = type(value)
    if isinstance(value, type):
        check_metaclass(value)
    elif cls.__module__ == "numpy" and hasattr(value, "dtype"):
        raise Refusal("a NumPy array or number; use tuples or lists")
    elif isinstance(value, Number):
        raise Refusal("the class {name}; use integers or floats", name=cls.__name__)
    elif isinstance(value, Sized) and not is_written(static_attribute(cls, "__len__")):
        raise Refusal("the class {name}; use a tuple, a list, a dict or a set", name=cls.__name__)


def _tuple(w: Walker, value: tuple[Any, ...]) -> Value:
    items = [constant_value(w, each) for each in value]
    if not items:
        return Value(types.vartuple(types.NOTHING, 0), "{ptr null, i64 0}", value)
    whole = types.join_all(each.type for each in items)
    if len(items) <= types.LONGEST_TUPLE:
        type = types.tuple_of(each.type for each in items)
        pairs = [(llvm_type(each.type), each.operand) for each in items]
        limits = [each.limits for each in items]
        return Value(type, "{" + ", ".join(f"{a} {b}" for a, b in pairs) + "}", value, limits)
    return constant_items(
        w, [convert(w, each, whole) for each in items], types.vartuple(whole, len(items)), value
    )


def _record(w: Walker, value: Any) -> Value:
    info = w.program.class_info(type(value))
    items = [constant_value(w, getattr(value, name)) for name in info.names]
    for item, cell in zip(items, info.cells, strict=True):
        if not w.writing:
            cell.join(item.type)
    if not w.writing:
        return Value(info.type, "", value)
    items = [w.into(cell, item) for item, cell in zip(items, info.cells, strict=True)]
    pairs = [(llvm_type(each.type), each.operand) for each in items] or [("i8", "0")]
    return Value(info.type, w.b.aggregate(llvm_type(info.type), pairs), value)


def _container(w: Walker, value: Any) -> Value:
    """A list, dict or set of the game's or a module's: read-only, in constant memory."""
    known = w.program.constants
    if id(value) not in known:
        w.program.kept.append(value)
        known[id(value)] = _empty_type(w, value)
    type = known[id(value)]
    columns = [list(value)]
    if isinstance(value, dict):
        columns.append(list(value.values()))
    items = [[constant_value(w, each) for each in column] for column in columns]
    for cell, column in zip(type.cells, items, strict=True):
        if not w.writing:
            cell.join(types.join_all(each.type for each in column))
    if not w.writing:
        return Value(type, "null")
    return (
        constant_list(w, type, items[0]) if type.kind == "list" else _table(w, value, type, items)
    )


def constant_list(w: Walker, type: Type, items: list[Value]) -> Value:
    """A list in constant memory, which nobody may change."""
    data = _data(w, items, types.element(type))
    text = f"{{ptr {data}, i64 {len(items)}, i64 -1}}"
    return Value(type, w.program.constant_data(header_llvm("list"), text))


def _data(w: Walker, items: list[Value], type: Type) -> str:
    if not items:
        return "null"
    found = constant_items(w, [convert(w, each, type) for each in items], types.vartuple(type))
    return found.operand.split()[1].rstrip(",")


def _table(w: Walker, value: Any, type: Type, items: list[list[Value]]) -> Value:
    """A dict or set in constant memory, laid out as the library lays them out."""
    whole = type.cells[0].get()
    if isinstance(value, dict):
        hashes = [constant_hash(each) for each in value]
        table, mask = index_table(hashes)
        values = _data(w, items[1], type.cells[1].get())
        parts = [("ptr", _data(w, items[0], whole)), ("ptr", values), ("ptr", _words(w, hashes))]
        count = str(len(value))
        parts += [("i64", count), ("i64", count), ("ptr", _words(w, table))]
        parts += [("i64", str(mask + READ_ONLY)), ("i64", count)]
    else:
        slots, states = set_table(value, in_order(whole))
        pairs = zip(slots, states, strict=True)
        keys = [
            convert(w, constant_value(w, e), whole) if s == USED else zero(whole) for e, s in pairs
        ]
        fill = sum(state != 0 for state in states)
        parts = [("ptr", _data(w, keys, whole)), ("ptr", _words(w, states))]
        parts += [("i64", str(n)) for n in (len(slots) - 1 + READ_ONLY, fill, len(value), 0)]
    text = "{" + ", ".join(f"{kind} {part}" for kind, part in parts) + "}"
    return Value(type, w.program.constant_data(header_llvm(type.kind), text))


def _words(w: Walker, words: list[int]) -> str:
    return _data(w, [Value(types.INT, str(each)) for each in words], types.INT)


def _empty_type(w: Walker, value: Any) -> Type:
    cells = tuple(Cell() for _column in range(2 if isinstance(value, dict) else 1))
    for cell in cells:
        cell.constant = True
    make = COUNTER if isinstance(value, Counter) else None
    if isinstance(value, defaultdict) and value.default_factory is not None:
        make = Factory(constant_value(w, value.default_factory))
    return Type("dict" if isinstance(value, dict) else type(value).__name__, (), cells, make)
