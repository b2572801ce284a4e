"""Python values to memory as compiled code lays it out, and back."""

from __future__ import annotations

import ctypes
import enum
import inspect
import struct
from itertools import repeat
from typing import Any, Final

from zermelo.compiler import types
from zermelo.compiler.classes import class_of
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import MASK, USED, constant_hash, in_order, index_table, set_table
from zermelo.compiler.layout import HEADERS, layout, structure
from zermelo.compiler.limits import Limits
from zermelo.compiler.types import Cell, Type

FORMATS: Final = {"int": "<q", "bool": "<?", "float": "<d", "char": "<I", "byte": "<B"}


class Memory:
    """Python values as bytes; holds on to what they point to."""

    def __init__(self) -> None:
        self.buffers: list[Any] = []

    def hold(self, data: bytes) -> int:
        buffer = ctypes.create_string_buffer(data, len(data) + 8)
        self.buffers.append(buffer)
        return ctypes.addressof(buffer)

    def bytes_of(self, type: Type, value: Any, limits: Limits = None) -> bytes:
        """A value as it lies in memory; an int between its limits."""
        kind = type.kind
        if isinstance(limits, tuple) and not limits[0] <= value <= limits[1]:
            raise Unlike(value)
        if kind in FORMATS:
            return struct.pack(FORMATS[kind], value)
        if kind in ("none", "constant", "nothing"):
            return b"\0"
        if kind == "enum":
            return struct.pack("<q", list(type.info).index(value))
        if kind == "str":
            return self._sequence(types.CHAR, [ord(letter) for letter in value])
        if kind == "vartuple":
            if type.info is not None and len(value) != type.info:
                raise Unlike(value)
            return self._sequence(type.parts[0], value)
        if kind == "bits":
            return struct.pack("<Q", bits_of(value))
        if kind == "range":
            return struct.pack("<qqq", value.start, value.stop, value.step)
        if kind in ("list", "dict", "set", "frozenset"):
            return struct.pack("<Q", self._container(type, value))
        if kind == "object":
            return struct.pack("<Q", self._object(type, value))
        return self._structure(type, value)

    def _object(self, type: Type, value: Any) -> int:
        """An object: flags of the fields that may be missing, then the fields."""
        info = type.info
        flags = sum(1 << i for i, name in enumerate(info.flags()) if hasattr(value, name))
        items = [getattr(value, name, None) for name in info.names]
        whole = object_parts(type)
        size, _align, offsets = layout(whole)
        found = bytearray(size)
        found[:8] = struct.pack("<q", flags)
        for part, item, offset in zip(whole.parts[1:], items, offsets[1:], strict=True):
            data = self.bytes_of(part, item)
            found[offset : offset + len(data)] = data
        return self.hold(bytes(found))

    def _sequence(self, item: Type, values: Any) -> bytes:
        return struct.pack("<QQ", self.array(item, values), len(values))

    def array(self, item: Type, values: Any) -> int:
        return self.hold(b"".join(self.bytes_of(item, each) for each in values))

    def _container(self, type: Type, value: Any) -> int:
        item = type.cells[0].get()
        size = len(value)
        if type.kind == "list":
            return self.hold(struct.pack("<QQQ", self.array(item, value), size, size))
        if type.kind == "dict":
            return self.hold(self.dict_header(type, value))
        return self.hold(self.set_header(type, value))

    def dict_header(self, type: Type, value: Any) -> bytes:
        keys, values = list(value.keys()), list(value.values())
        hashes = [constant_hash(each) for each in keys]
        table, mask = index_table(hashes)
        return struct.pack(
            "<QQQqqQqq",
            self.array(type.cells[0].get(), keys),
            self.array(type.cells[1].get(), values),
            self.array(types.INT, hashes), len(keys), len(keys),
            self.array(types.INT, table), mask, len(keys),
        )  # fmt: skip

    def set_header(self, type: Type, value: Any) -> bytes:
        item = type.cells[0].get()
        slots, states = set_table(value, in_order(item))
        size = layout(item)[0]
        data = b"".join(
            self.bytes_of(item, each) if state == USED else bytes(size)
            for each, state in zip(slots, states, strict=True)
        )
        fill = sum(state != 0 for state in states)
        words = self.hold(data), self.array(types.INT, states), len(slots) - 1, fill, len(value)
        return struct.pack("<QQqqqq", *words, 0)

    def _structure(self, type: Type, value: Any) -> bytes:
        parts = structure(type)
        if parts is None:
            raise Refusal("{what} as an argument; use tuples or lists", what=str(type))
        size, _align, offsets = layout(type)
        found = bytearray(size)
        if type.kind == "union":
            place = next((i for i, m in enumerate(type.parts) if fits(m, value)), None)
            if place is None:
                raise Unlike(value)
            found[0] = place
            if type.parts[place] is not types.NONE:
                index = 1 + sum(each is not types.NONE for each in type.parts[:place])
                data = self.bytes_of(type.parts[place], value)
                found[offsets[index] : offsets[index] + len(data)] = data
            return bytes(found)
        items = [getattr(value, n) for n in type.info.names] if type.kind == "record" else value
        if type.kind == "tuple" and len(items) != len(parts):
            raise Unlike(value)
        limits = [c.limits for c in type.info.cells] if type.kind == "record" else repeat(None)
        for part, item, offset, its in zip(parts, items, offsets, limits, strict=False):
            data = self.bytes_of(part, item, its)
            found[offset : offset + len(data)] = data
        return bytes(found)


def object_parts(type: Type) -> Type:
    """The struct of an object, as a tuple."""
    return types.interned("tuple", (types.INT, *(cell.get() for cell in type.info.cells)))


class Unlike(Exception):
    """A value that does not have the type that was inferred."""


def bits_of(value: frozenset[int]) -> int:
    """A bit for each int of a set."""
    if not all(type(each) is int and 0 <= each < 64 for each in value):
        raise Unlike(value)
    return sum(1 << each for each in value)


def fits(type: Type, value: Any) -> bool:
    """Whether a Python value is one of a type."""
    match type.kind:
        case "tuple":
            return value.__class__ is tuple and len(value) == len(type.parts)
        case "union":
            return any(fits(part, value) for part in type.parts)
        case "char":
            return value.__class__ is str
    return type.kind != "constant" and value.__class__ is class_of(type)


def read(type: Type, address: int) -> Any:
    """The Python value at an address."""
    kind = type.kind
    if kind in FORMATS:
        return _at(FORMATS[kind], address)
    if kind == "none":
        return None
    if kind == "constant":
        return type.info
    if kind == "enum":
        return list(type.info)[_at("<q", address)]
    if kind == "str":
        return "".join(map(chr, _items(types.CHAR, _at("<Q", address), _at("<q", address + 8))))
    if kind == "vartuple":
        return tuple(_items(type.parts[0], _at("<Q", address), _at("<q", address + 8)))
    if kind == "bits":
        return frozenset(bit for bit in range(64) if _at("<Q", address) >> bit & 1)
    if kind == "range":
        return range(*(_at("<q", address + 8 * i) for i in range(3)))
    if kind in ("list", "dict", "set", "frozenset", "deque"):
        return _read_container(type, _at("<Q", address))
    if kind == "object":
        return _read_object(type, _at("<Q", address))
    parts = structure(type)
    if parts is None:
        raise Refusal("{what} as a result; return a tuple or a list", what=str(type))
    offsets = layout(type)[2]
    if kind == "union":
        place = _at("<B", address)
        if type.parts[place] is types.NONE:
            return None
        index = 1 + sum(each is not types.NONE for each in type.parts[:place])
        return read(type.parts[place], address + offsets[index])
    if kind == "record":
        names = type.info.names
        values = [read(p, address + o) for p, o in zip(parts, offsets, strict=True)]
        return type.info.cls(**dict(zip(names, values, strict=False)))
    return tuple(read(p, address + o) for p, o in zip(parts, offsets, strict=True))


def _read_object(type: Type, address: int) -> Any:
    info, whole = type.info, object_parts(type)
    missing = [name for i, name in enumerate(info.flags()) if not _at("<q", address) >> i & 1]
    made = object.__new__(info.cls)
    offsets = layout(whole)[2]
    for name, part, offset in zip(info.names, whole.parts[1:], offsets[1:], strict=True):
        if name not in missing:
            object.__setattr__(made, name, read(part, address + offset))
    return made


def _at(format_: str, address: int) -> Any:
    return struct.unpack(format_, ctypes.string_at(address, struct.calcsize(format_)))[0]


def _items(type: Type, address: int, count: int) -> list[Any]:
    size = layout(type)[0]
    return [read(type, address + i * size) for i in range(count)]


def _read_container(type: Type, header: int) -> Any:
    words = [_at("<q", header + 8 * i) for i in range(len(HEADERS[type.kind]))]
    item = type.cells[0].get()
    if type.kind == "list":
        return _items(item, words[0], words[1])
    if type.kind == "dict":
        keys, values = (_items(c.get(), words[i], words[3]) for i, c in enumerate(type.cells))
        hashes = _items(types.INT, words[2], words[3])
        pairs = zip(keys, values, hashes, strict=True)
        return {key: value for key, value, hash_ in pairs if hash_ != -1}
    if type.kind == "deque":
        raise Refusal("a deque as a result; return a list")
    slots = (words[2] & MASK >> 1) + 1 if words[3] else 0  # without the bit of read-only ones
    states = _items(types.INT, words[1], slots)
    size = layout(item)[0]
    found = [read(item, words[0] + i * size) for i, state in enumerate(states) if state == 1]
    return class_of(type)(found)


# --- types of Python values ----------------------------------------------------------------------


def type_of(value: Any, program: Any) -> Type:
    """The type of one Python value."""
    if value is None:
        return types.NONE
    if isinstance(value, enum.Enum):
        return types.interned("enum", (), type(value))
    plain = {int: types.INT, bool: types.BOOL, float: types.FLOAT, str: types.STR}
    if type(value) in plain:
        return plain[type(value)]
    if type(value) is tuple:
        items = [type_of(each, program) for each in value]
        return types.tuple_of(items)
    if type(value) in (list, dict, set, frozenset):
        columns = [value, value.values()] if type(value) is dict else [value]
        kinds = (types.join_all(type_of(each, program) for each in column) for column in columns)
        return Type(type(value).__name__, (), tuple(map(Cell, kinds)))
    if type(value) is range:
        return types.interned("range")
    if hasattr(type(value), "_fields") or hasattr(type(value), "__dataclass_fields__"):
        info = program.class_info(type(value))
        for name, cell in zip(info.names, info.cells, strict=True):
            cell.join(type_of(getattr(value, name), program))
        found: Type = info.type
        return found
    fields = _fields(value)
    if fields is not None and type(value).__module__ != "builtins" and not callable(value):
        info = program.class_info(type(value))
        for name, item in fields.items():
            info.cell(name).join(type_of(item, program))
        of_class: Type = info.type
        return of_class
    return types.constant(value)


def _fields(value: Any) -> dict[str, Any] | None:
    """What an object of an author's class has, in `__slots__` too; None: it is no such object."""
    slots = [c for c in type(value).__mro__ if "__slots__" in vars(c)]
    if not slots and not hasattr(value, "__dict__"):
        return None
    members = [n for c in slots for n, m in vars(c).items() if inspect.ismemberdescriptor(m)]
    found = {name: getattr(value, name) for name in members if hasattr(value, name)}
    return {**found, **getattr(value, "__dict__", {})}
