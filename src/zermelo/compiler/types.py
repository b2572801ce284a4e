"""Types, and the cells in which inference collects them.

By value:      int bool float none str range tuple vartuple record enum union bits
By reference:  list dict set frozenset deque object generator closure: identity as in Python
Compile time:  constant (functions, classes, modules, the game itself)

A container's element type is a cell, because what is appended later belongs to it too. Cells are
joined (a type is added) and unified (two containers turn out to be the same). Types only grow,
so the walk is repeated until no cell changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from zermelo.compiler.errors import Refusal
from zermelo.compiler.limits import EMPTY, Limits, hull

MOST_MEMBERS: Final = 16  # of a union
DEEPEST: Final = 12  # containers inside containers
LONGEST_TUPLE: Final = 16  # of a tuple with a type for each item
MOST_GROWTH: Final = 3  # times that limits change before there are none


class Type:
    """A type; those without cells are interned, so that equal ones are identical."""

    __slots__ = ("cells", "info", "key_", "kind", "llvm_", "parts")

    def __init__(
        self,
        kind: str,
        parts: tuple[Type, ...] = (),
        cells: tuple[Cell, ...] = (),
        info: Any = None,
    ) -> None:
        self.kind, self.parts, self.cells, self.info = kind, parts, cells, info
        self.key_: Any = None
        self.llvm_ = -1, ""  # how LLVM writes it, for as many changes of cells (see `layout.py`)

    def __repr__(self) -> str:
        return describe(self)


class Cell:
    """The type of all that is ever put somewhere; a node of a union-find structure."""

    __slots__ = ("constant", "era", "growth", "limits", "mutators", "parent", "type")
    changes = 0  # of all cells: whoever infers compares it before and after a round
    eras = 0  # how often everything has stood still
    stirred = 0  # changes of cells that had stood still

    def __init__(self, type: Type | None = None) -> None:
        self.type: Type = type or NOTHING
        self.parent: Cell | None = None
        self.limits: Limits = None if type else EMPTY
        self.growth, self.era = 0, Cell.eras
        self.constant = False  # a container of the game's or a module's may be here: read-only
        self.mutators: set[Any] = set()  # the functions that change such a container

    def changed(self) -> None:
        Cell.changes += 1
        Cell.stirred += self.era < Cell.eras

    def root(self) -> Cell:
        cell = self
        while cell.parent is not None:
            cell = cell.parent
        return cell

    def get(self) -> Type:
        return self.root().type

    def join(self, type: Type, limits: Limits = None) -> None:
        """Adds a type to what may be here."""
        cell = self.root()
        old = cell.type
        if type is not NOTHING:
            cell.widen(limits)
        if type is old or type is NOTHING:
            return
        before = key(old)
        new = join(old, type)
        cell = cell.root()
        cell.type = new
        if key(new) != before:
            cell.changed()

    def widen(self, limits: Limits) -> None:
        """Ints between these limits may be here too."""
        new = hull(self.limits, limits)
        if new != self.limits:
            self.growth += 1
            self.limits = new if self.growth <= MOST_GROWTH else None
            self.changed()

    def unify(self, other: Cell) -> None:
        """Both are one from now on."""
        a, b = self.root(), other.root()
        if a is b:
            return
        type_a, type_b = a.type, b.type
        key_a, key_b = key(type_a), key(type_b)
        a.era = min(a.era, b.era)
        if a.constant != b.constant:
            a.constant = True
            a.changed()
        b.parent = a
        a.mutators |= b.mutators
        new = join(type_a, type_b)
        a = a.root()
        a.type, a.limits = new, None
        if not key(new) == key_a == key_b:
            a.changed()


_interned: dict[Any, Type] = {}


def interned(kind: str, parts: Iterable[Type] = (), info: Any = None) -> Type:
    """A type; the same object each time where no cell is inside."""
    found = tuple(parts)
    if found and max(map(nesting, found)) > DEEPEST:
        raise Refusal("tuples nested ever deeper; use a list")
    if any(has_cells(part) for part in found):
        return Type(kind, found, (), info)
    name = kind, tuple(map(id, found)), info if not isinstance(info, list) else id(info)
    if name not in _interned:
        _interned[name] = Type(kind, found, (), info)
    return _interned[name]


def nesting(type: Type) -> int:
    return 1 + max(map(nesting, type.parts), default=0)


def has_cells(type: Type) -> bool:
    return bool(type.cells) or any(has_cells(part) for part in type.parts)


NOTHING: Final = interned("nothing")  # of an expression that never has a value, or none as yet
INT: Final = interned("int")
BOOL: Final = interned("bool")
FLOAT: Final = interned("float")
NONE: Final = interned("none")
STR: Final = interned("str")
RANGE: Final = interned("range")
CHAR: Final = interned("char")  # a code point, inside strings only
BYTE: Final = interned("byte")  # inside the run-time library only
BITS: Final = interned("bits")  # a frozenset of ints from 0 to 63 (see `walk/bits.py`)

NUMBERS: Final = ("int", "bool", "float")
SETS: Final = ("set", "frozenset")


def tuple_of(items: Iterable[Type]) -> Type:
    found = tuple(items)
    if not found:
        return vartuple(NOTHING, 0)
    if len(found) > LONGEST_TUPLE:
        return vartuple(join_all(found), len(found))
    return interned("tuple", found)


def vartuple(item: Type, length: int | None = None) -> Type:
    """Tuples of any length, or all of one `length`, with items of one type."""
    return interned("vartuple", (item,), length)


def pointer(item: Type) -> Type:
    return interned("pointer", (item,))


def list_of(cell: Cell) -> Type:
    return Type("list", (), (cell,))


def set_of(cell: Cell, frozen: bool = False) -> Type:
    return Type("frozenset" if frozen else "set", (), (cell,))


def constant(value: Any) -> Type:
    """Something that is known when the rules are compiled: a function, a class, the game."""
    return Type("constant", (), (), value)


def element(type: Type) -> Type:
    """What iteration over a container gives."""
    match type.kind:
        case "vartuple" | "pointer":
            return type.parts[0]
        case "list" | "set" | "frozenset" | "deque" | "dict" | "generator":
            return type.cells[0].get()
        case "str":
            return STR
        case "range":
            return INT
        case "tuple":
            return join_all(type.parts)
        case "record":
            return join_all(cell.get() for cell in type.info.cells)
    return NOTHING


def members(type: Type) -> tuple[Type, ...]:
    """The types that a value of this one may really have."""
    return type.parts if type.kind == "union" else (type,)


# --- keys: structure without identity, by which functions are specialised ------------------------


def key(type: Type, depth: int = 0) -> Any:
    """What two types have in common just if values of both lie in memory alike."""
    if type.key_ is not None:
        return type.key_
    kind = type.kind
    if kind in ("constant", "closure", "record", "object", "enum"):
        found: Any = (kind, id(type.info))
    elif type.cells:
        if depth > DEEPEST:
            raise Refusal("containers nested ever deeper; use a class for the nodes")
        inside = []
        for cell in type.cells:
            root = cell.root()
            empty = root.type is NOTHING
            inside.append((("?", id(root)) if empty else key(root.type, depth + 1), root.constant))
        return (kind, tuple(inside), id(type.info))
    elif has_cells(type):
        return (kind, tuple(key(part, depth + 1) for part in type.parts), type.info)
    else:
        found = (kind, tuple(key(part, depth + 1) for part in type.parts), type.info)
    type.key_ = found
    return found


def same(a: Type, b: Type) -> bool:
    return a is b or key(a) == key(b)


def describe(type: Type, depth: int = 0) -> str:
    """The type as an author would write it."""
    kind = type.kind
    if depth > 4:
        return "..."
    inner = [describe(part, depth + 1) for part in type.parts]
    inner += [describe(cell.get(), depth + 1) for cell in type.cells]
    match kind:
        case "union":
            return " | ".join("None" if one == "none" else one for one in inner)
        case "vartuple":
            return f"tuple[{inner[0]}, ...{'' if type.info is None else f' {type.info}'}]"
        case "record" | "object":
            return str(type.info.cls.__name__)
        case "enum":
            return str(type.info.__name__)
        case "constant":
            return str(getattr(type.info, "__qualname__", type.info.__class__.__name__))
        case "closure" | "generator":
            return kind
        case "none":
            return "None"
        case "bits":
            return "frozenset[0..63]"
        case "nothing":
            return "Never"
    return f"{kind}[{', '.join(inner)}]" if inner else kind


# --- joins ---------------------------------------------------------------------------------------


def join_all(types: Iterable[Type]) -> Type:
    found = NOTHING
    for type in types:
        found = join(found, type)
    return found


def join(a: Type, b: Type) -> Type:
    """The type of what may be of either: one type if there is one for both, else a union."""
    if a is b or b is NOTHING:
        return a
    if a is NOTHING:
        return b
    if a.kind != "union" and b.kind != "union":
        one = _merged(a, b)
        if one is not None:
            return one
    found: list[Type] = []
    for member in (*members(a), *members(b)):
        for place, other in enumerate(found):
            one = _merged(other, member)
            if one is not None:
                found[place] = one
                break
        else:
            found.append(member)
    if len(found) == 1:
        return found[0]
    if len(found) > MOST_MEMBERS:
        raise Refusal("a variable of too many types; use fewer, or a class for each")
    return interned("union", sorted(found, key=_rank))


def _rank(type: Type) -> str:
    """An order of the members of unions that does not depend on what came first."""
    name = getattr(type.info, "__qualname__", "") or getattr(
        getattr(type.info, "cls", None), "__qualname__", ""
    )
    return f"{type.kind} {len(type.parts)} {name} {getattr(type.info, 'number', '')}"


def _merged(a: Type, b: Type) -> Type | None:
    """One type for both; None where only a union can hold them."""
    if a is b:
        return a
    if a.kind != b.kind:
        if {a.kind, b.kind} == {"tuple", "vartuple"}:
            one, many = (a, b) if a.kind == "tuple" else (b, a)
            length = many.info if many.info == len(one.parts) else None
            return vartuple(join(many.parts[0], join_all(one.parts)), length)
        if {a.kind, b.kind} == {"bits", "frozenset"}:
            raise Refusal("{a} where {b} is needed; use one type", a=str(a), b=str(b))
        return None
    match a.kind:
        case "tuple":
            if len(a.parts) == len(b.parts):
                return tuple_of(join(x, y) for x, y in zip(a.parts, b.parts, strict=True))
            if any(part.kind != a.parts[0].kind for part in (*a.parts, *b.parts)):
                return None  # such as ("remove", at) and ("move", at, to): two kinds of tuples
            return vartuple(join_all((*a.parts, *b.parts)))
        case "vartuple":
            return vartuple(join(a.parts[0], b.parts[0]), a.info if a.info == b.info else None)
        case "pointer":
            return pointer(join(a.parts[0], b.parts[0]))
        case "list" | "dict" | "set" | "frozenset" | "deque":
            if a.info is not b.info:
                return None
            for x, y in zip(a.cells, b.cells, strict=True):
                x.unify(y)
            return a
        case "bound":
            if a.info is b.info:
                return Type("bound", (join(a.parts[0], b.parts[0]),), (), a.info)
            return None
        case "generator" | "constant" | "record" | "object" | "enum" | "closure":
            return a if a.info is b.info else None
    return a if not a.parts else None


class Pinned(Cell):
    """A cell whose tuples had one length in all games seen, or whose ints lay between limits.

    Code checks that they do. Another type ends that: the cell is as any other from then on.
    """

    __slots__ = ("pinned",)

    def __init__(self, type: Type, limits: Limits = None) -> None:
        super().__init__(type)
        self.pinned, self.limits = True, limits

    def join(self, type: Type, limits: Limits = None) -> None:
        if self.pinned and (type is NOTHING or covers(self.type, type)):
            return
        if self.pinned:
            self.pinned, self.limits = False, None
            self.type = unpinned(self.type)
            self.changed()
        super().join(type)


def covers(pinned: Type, type: Type) -> bool:
    """Whether values of a type can be checked to be of a pinned one."""
    if pinned.kind == "vartuple" and type.kind in ("tuple", "vartuple"):
        item = element(type)
        return item is NOTHING or item is pinned.parts[0] or covers(pinned.parts[0], item)
    if pinned.kind == type.kind == "tuple" and len(pinned.parts) == len(type.parts):
        return all(map(covers, pinned.parts, type.parts))
    if pinned is BITS and type.kind == "frozenset":
        return element(type) in (INT, NOTHING)
    return pinned is type


def unpinned(type: Type) -> Type:
    if type.kind == "vartuple":
        return vartuple(unpinned(type.parts[0]))
    if type is BITS:
        return set_of(Cell(INT), True)
    return tuple_of(map(unpinned, type.parts)) if type.kind == "tuple" else type
