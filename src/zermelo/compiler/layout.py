"""How values of each type lie in memory, and how LLVM writes their types."""

from __future__ import annotations

from typing import Final

from zermelo.compiler.types import BYTE, INT, NONE, Cell, Type, pointer

SCALARS: Final = {
    "int": ("i64", 8), "bool": ("i1", 1), "float": ("double", 8), "char": ("i32", 4),
    "byte": ("i8", 1), "none": ("i8", 1), "constant": ("i8", 1), "nothing": ("i8", 1),
    "enum": ("i64", 8), "bits": ("i64", 8),
}  # fmt: skip
HEADERS: Final[dict[str, tuple[str, ...]]] = {
    # field names; `data` and `keys`, `values` point to items, the others are words
    "list": ("data", "count", "capacity"),
    "deque": ("data", "count", "capacity", "first", "changes"),
    "dict": ("keys", "values", "hashes", "used", "capacity", "table", "mask", "count"),
    "set": ("keys", "table", "mask", "fill", "count", "finger"),
    "frozenset": ("keys", "table", "mask", "fill", "count", "finger"),
}
ALWAYS: Final = -2  # in place of a number of changes until which something holds
POINTERS: Final = ("data", "keys", "values", "hashes", "table")


def header_field(type: Type, name: str) -> tuple[int, Type]:
    """The place of a field in a container's header, and its type."""
    place = HEADERS[type.kind].index(name)
    if name in ("data", "keys"):
        return place, pointer(type.cells[0].get())
    if name == "values":
        return place, pointer(type.cells[1].get())
    return place, pointer(INT) if name in POINTERS else INT


def header_llvm(kind: str) -> str:
    return "{" + ", ".join("ptr" if f in POINTERS else "i64" for f in HEADERS[kind]) + "}"


def structure(type: Type) -> tuple[Type, ...] | None:
    """The parts of a type that is a structure in memory; None for others."""
    match type.kind:
        case "tuple" | "bound":
            return type.parts
        case "record":
            return tuple(cell.get() for cell in type.info.cells) or (NONE,)
        case "union":
            return (BYTE, *(member for member in type.parts if member is not NONE))
    return None


def llvm_type(type: Type) -> str:
    """How a value of the type is written in LLVM."""
    if type.llvm_[0] in (ALWAYS, Cell.changes):
        return type.llvm_[1]
    until = ALWAYS
    if type.kind in SCALARS:
        found = SCALARS[type.kind][0]
    elif type.kind in ("str", "vartuple"):
        found = "{ptr, i64}"
    elif type.kind == "range":
        found = "{i64, i64, i64}"
    else:
        parts = structure(type)
        if parts is None:
            return "ptr"
        found, until = "{" + ", ".join(map(llvm_type, parts)) + "}", Cell.changes
    type.llvm_ = until, found
    return found


def layout(type: Type) -> tuple[int, int, list[int]]:
    """Size, alignment and the offsets of parts, as LLVM lays the type out."""
    if type.kind in SCALARS:
        size = SCALARS[type.kind][1]
        return size, size, []
    if type.kind in ("str", "vartuple"):
        return 16, 8, [0, 8]
    if type.kind == "range":
        return 24, 8, [0, 8, 16]
    parts = structure(type)
    if parts is None:
        return 8, 8, []
    end, widest, offsets = 0, 1, []
    for part in parts:
        size, align, _inside = layout(part)
        end = -(-end // align) * align
        offsets.append(end)
        end, widest = end + size, max(widest, align)
    return -(-end // widest) * widest, widest, offsets


def size_of(type: Type) -> int:
    """The size of a value in memory, in bytes."""
    return layout(type)[0]
