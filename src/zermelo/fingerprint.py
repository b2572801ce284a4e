"""A digest of everything that the compiled rules of a game depend on, without compiling them.

Python's objects are walked from the game: its attributes, its class, their functions, and whatever
names in these can mean, as far as it goes. Every object gets a number when it is first met, is
written as that number wherever it is met, and has its content written once. So circles end, and
the order of what is written, like that of `classes`, is the same in every process.

What ships with Python goes by name: its version is in `cache.environment`. So does Zermelo but for
its games, with the text of the file. What nobody knows how to read has no fingerprint.
"""

from __future__ import annotations

import builtins
import copyreg
import dis
import enum
import functools
import hashlib
import os
import struct
import sys
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

IMPORT: Final = dis.opmap["IMPORT_NAME"]
WRITTEN: Final = 1 << 9  # of the flags of a class: Python's, or made like those
PYTHON: Final = Path(os.__file__).resolve().parent
ZERMELO: Final = Path(__file__).resolve().parents[0]
UNWRITTEN: Final = frozenset((  # of classes: not by their author, or made when first asked for
    "__dict__", "__weakref__", "_abc_impl", "__abstractmethods__", "__parameters__",
    "__static_attributes__", "__firstlineno__", "__annotations_cache__", "__slotnames__",
    "_value2member_map_",
))  # fmt: skip
AROUND: Final[dict[Any, tuple[str, ...]]] = {  # what is around functions, and where these are
    staticmethod: ("__func__",), classmethod: ("__func__",), property: ("fget", "fset", "fdel"),
    functools.cached_property: ("func",), functools._lru_cache_wrapper: ("__wrapped__",),
}  # fmt: skip


class Fingerprint(NamedTuple):
    """A digest, and the classes that were met, in an order that every process has."""

    digest: str
    classes: tuple[type, ...]


class Unknown(Exception):
    """Nobody knows what an object depends on."""


def fingerprint(value: Any, given: tuple[Any, ...] = ()) -> Fingerprint | None:
    """What a value and all that it can reach are; None where something cannot be told.

    Objects that are `given`, and their methods, go by their place: others answer for them.
    """
    try:
        walk = _Walk(given)
        walk.put(value)
        walk.finish()
    except Exception:  # Unknown, or whatever an author's `__getattr__` and the like may raise
        return None
    return Fingerprint(walk.hash.hexdigest(), tuple(walk.classes))


class _Walk:
    def __init__(self, given: tuple[Any, ...]) -> None:
        self.hash = hashlib.sha256()
        self.given = len(given)
        self.kept: list[Any] = list(given)  # so that identities stay unique
        self.numbers = {id(each): place for place, each in enumerate(given)}
        self.todo: list[Any] = []
        self.classes: list[type] = []
        self.modules: list[types.ModuleType] = []
        self.names: dict[str, None] = {}  # by which code may ask a module for something
        self.looked_up: set[tuple[int, str]] = set()

    def write(self, *texts: object) -> None:
        self.hash.update("".join(f"{text}\0" for text in texts).encode("utf-8", "surrogatepass"))

    def finish(self) -> None:
        """Writes what was met and not yet written, and what modules mean by the names in code."""
        while self.todo:
            while self.todo:
                self._content(self.todo.pop())
            for module in self.modules:
                self._look_up(list(self.names), vars(module))

    def _look_up(self, names: Iterable[str], space: dict[str, Any]) -> None:
        for name in names:
            if (id(space), name) not in self.looked_up:
                self.looked_up.add((id(space), name))
                if name in space or hasattr(builtins, name):
                    self.write("global", name)
                    self.put(space[name] if name in space else getattr(builtins, name))

    def put(self, value: Any) -> None:
        """A value: plain ones as they are, others by their number."""
        kind = value.__class__
        if value is None or value is ... or value is NotImplemented or kind is bool:
            self.write(value)
        elif kind is int:
            self.write("int", hex(value))
        elif kind is str or kind is bytes:
            self.write(kind.__name__, len(value), value)
        elif kind is float or kind is complex:
            self.write(kind.__name__, struct.pack("<dd", value.real, value.imag).hex())
        elif kind is tuple:
            self.write("tuple", len(value))
            for each in value:
                self.put(each)
        elif kind is range or kind is slice:
            self.write(kind.__name__)
            self.put((value.start, value.stop, value.step))
        elif kind is frozenset:
            self._set(value)
        elif kind is types.CodeType:
            self._code(value, {})
        elif isinstance(value, enum.Enum) and value.name in kind.__members__:
            self.write("member", value.name)
            self.put(kind)
        elif kind is types.MethodType:  # a new object each time it is asked for
            self.write("method")
            me, name = value.__self__, getattr(value, "__name__", "")
            is_given = self.numbers.get(id(me), self.given) < self.given
            found = is_given and getattr(me, name, None) == value
            self.put((name if found else value.__func__, me))
        else:
            if id(value) not in self.numbers:
                self.numbers[id(value)] = len(self.kept)
                self.kept.append(value)
                self.todo.append(value)
                if isinstance(value, type):
                    self.classes.append(value)
            self.write("#", self.numbers[id(value)])

    def _set(self, items: Any) -> None:
        """A set: in its own order where every process has that one, else sorted."""
        found = list(items)
        self.write(items.__class__.__name__, len(found))
        if all(map(_has_order, found)):
            self.write(sys.getsizeof(items))  # of the table: where further items will lie
        else:
            found.sort(key=_rank)
        self.put(tuple(found))

    def _code(self, code: types.CodeType, space: dict[str, Any]) -> None:
        """What is written, with its lines, which faults name, and what names in it mean."""
        file = "<text>" if code.co_filename.startswith("<") else code.co_filename
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        lines = (code.co_firstlineno, code.co_linetable, code.co_exceptiontable)
        self.write(repr((code.co_qualname, file, names, counts, lines, code.co_code)))
        self.names.update(dict.fromkeys(code.co_names))
        self._look_up(code.co_names, space)
        if IMPORT in code.co_code[::2]:
            steps = list(dis.get_instructions(code))
            for place, step in enumerate(steps):
                if step.opcode == IMPORT:
                    self._import(step.argval, steps[place - 2].argval)
        self.write(len(code.co_consts))
        for each in code.co_consts:
            if isinstance(each, types.CodeType):
                self._code(each, space)
            elif isinstance(each, frozenset):  # whose order depends on how the module was loaded
                self.put(tuple(sorted(each, key=_rank)))
            else:
                self.put(each)
                if isinstance(each, str):  # for getattr
                    self.names[each] = None

    def _import(self, name: str, level: Any) -> None:
        """An import inside a function: of what may not be there as yet."""
        if level != 0 or not (origin_of(name) or name in sys.modules):
            raise Unknown(name)
        self.put(name if origin_of(name) else sys.modules[name])

    # --- objects, by what they are ---------------------------------------------------------------

    def _content(self, value: Any) -> None:
        kind = value.__class__
        self.write("content", self.numbers[id(value)], kind.__module__, kind.__qualname__)
        if isinstance(value, type | types.FunctionType):
            self.write(value.__module__, value.__qualname__)
            origin = _origin_of(value)
            if origin:
                self.write(origin)
            elif isinstance(value, type):
                self._class(value)
            else:
                self._function(value)
        elif isinstance(value, types.ModuleType):
            self.write(value.__name__, origin_of(value.__name__))
            if not origin_of(value.__name__):
                self.modules.append(value)
        elif kind is dict or kind is types.MappingProxyType:
            self.put(tuple(value.items()))
        elif kind is list:
            self.put(tuple(value))
        elif kind is set:
            self._set(value)
        elif isinstance(value, tuple(AROUND)):
            fields = next(names for cls, names in AROUND.items() if isinstance(value, cls))
            self.put((kind, *(getattr(value, name) for name in fields)))
        elif kind.__module__ == "builtins" and hasattr(value, "__objclass__"):
            self.put((value.__name__, value.__objclass__))
        elif isinstance(value, types.BuiltinFunctionType | types.MethodWrapperType):
            self.put((value.__name__, getattr(value, "__module__", None), value.__self__))
        elif kind in (types.GenericAlias, types.UnionType) or kind.__module__ == "typing":
            self.write(repr(value))
        else:
            self._instance(value, kind)

    def _instance(self, value: Any, kind: type) -> None:
        """An object: its class, its fields, and what it has of builtins."""
        self.put(kind)
        origin = _origin_of(kind)
        if origin and hasattr(kind, "fingerprint_parts"):
            self.put(value.fingerprint_parts())
        elif origin == "Python":  # such as a deque or a Fraction: by what makes a copy of it
            try:
                reduce = copyreg.dispatch_table.get(kind)  # of a compiled `re.Pattern`
                made: Any = reduce(value) if reduce else value.__reduce_ex__(4)
            except Exception as error:
                raise Unknown(value) from error
            items = [] if isinstance(made, str) else [list(each) for each in made[3:5] if each]
            self.put((made if isinstance(made, str) else made[:3], items))
        else:
            for base in kind.__mro__[:-1]:
                if base is tuple:
                    self.put(tuple(tuple.__iter__(value)))
                elif base in (int, float, str):
                    self.write(base.__repr__(value))
                elif not _is_python(base):
                    raise Unknown(value)
                for name, field in vars(base).items():
                    if isinstance(field, types.MemberDescriptorType) and hasattr(value, name):
                        self.put((name, field.__get__(value)))
            self.put(tuple(getattr(value, "__dict__", {}).items()))

    def _class(self, cls: type) -> None:
        if not _is_python(cls):
            raise Unknown(cls)
        self.put((cls.__class__, cls.__bases__))
        members: Any = cls.__members__ if issubclass(cls, enum.Enum) else {}
        for name, member in members.items():
            fields = vars(member).items()
            self.put((name, tuple(pair for pair in fields if pair[0] != "__objclass__")))
        for name, value in sorted(vars(cls).items()):
            made = name in UNWRITTEN or name in members or (name == "__annotations__" and not value)
            if not made and not (members and name.startswith("_member_")):
                self.put((name, value))

    def _function(self, function: types.FunctionType) -> None:
        # Where annotations are made when asked for, the function that makes them.
        types_ = getattr(function, "__annotate__", None) or tuple(function.__annotations__.items())
        defaults = function.__defaults__, function.__kwdefaults__
        self._code(function.__code__, function.__globals__)
        self.put((defaults, types_, tuple(vars(function).items())))
        self.put(tuple(map(_inside, function.__closure__ or ())))


def _inside(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return NotImplemented


def _has_order(value: Any) -> bool:
    """Whether every process puts such a value into the same place of a set."""
    kind = value.__class__
    return kind in (int, bool, float) or (kind is tuple and all(map(_has_order, value)))


def _rank(value: Any) -> str:
    """An order of the items of a set, the same in every process."""
    if value.__class__ is str:
        return repr(value)
    found = fingerprint(value)
    if found is None:
        raise Unknown(value)
    return found.digest


# --- where things come from ----------------------------------------------------------------------


def _is_python(cls: type) -> bool:
    """Whether nothing is in its objects but what can be seen: fields, or items of a base."""
    fields = [isinstance(each, types.MemberDescriptorType) for each in vars(cls).values()]
    seen = sum(fields) + ("__dict__" in vars(cls)) + ("__weakref__" in vars(cls))
    hidden = (
        cls.__basicsize__ - (cls.__base__ or object).__basicsize__ - seen * struct.calcsize("P")
    )
    return bool(cls.__flags__ & WRITTEN) and hidden <= 0


def _origin_of(value: Any) -> str:
    """The origin of a class or function that its module has by its name."""
    found: Any = sys.modules.get(value.__module__)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    is_found = found is value or (value.__module__ == "builtins" and isinstance(value, type))
    return origin_of(value.__module__) if is_found else ""


def origin_of(module: str | None) -> str:
    """What tells versions of a module apart; empty: that is for its objects to tell."""
    if not module or f"{module}.".startswith("zermelo.games."):
        return ""
    return _origin(module, getattr(sys.modules.get(module), "__file__", None))


@functools.cache
def _origin(module: str, file: str | None) -> str:
    top = module.partition(".")[0]
    path = Path(file).resolve() if file else None
    if top == "zermelo" and (path is None or path.is_relative_to(ZERMELO)):
        return hashlib.sha256(path.read_bytes()).hexdigest() if path else "Zermelo"
    is_python = path is None or (path.is_relative_to(PYTHON) and "site-packages" not in path.parts)
    return "Python" if top in sys.stdlib_module_names and is_python else ""


@functools.cache
def source_digest(*parts: str) -> str:
    """A digest of files and folders of this package."""
    paths: list[Path] = []
    for part in parts:
        whole = ZERMELO / part
        paths += sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()
