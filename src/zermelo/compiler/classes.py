"""Classes of users: their fields, with a cell for the type of each."""

from __future__ import annotations

import ast
import dataclasses
import enum
import types
from typing import Any, Final

from zermelo.compiler.errors import Refusal
from zermelo.compiler.source import MISSING, Code, code_of, global_value, static_attribute
from zermelo.compiler.types import Cell, Type, interned

GENERATED: Final = ("enum", "dataclasses", "collections", "typing", "builtins", "abc", "_py_abc")
PLAIN: Final[dict[str, Any]] = {
    "int": int, "bool": bool, "float": float, "none": types.NoneType, "str": str,
    "tuple": tuple, "vartuple": tuple, "list": list, "dict": dict, "set": set,
    "frozenset": frozenset, "bits": frozenset, "range": range,
}  # fmt: skip


class ClassInfo:
    """A class: field names and cells; `mutable` ones are objects, with identity.

    `sure` fields have a value in every object; others (set outside `__init__`) have a flag.
    """

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.names: list[str] = []
        self.defaults: dict[str, Any] = {}
        self.factories: dict[str, Any] = {}
        self.keyword_only: set[str] = set()
        self.no_init: set[str] = set()
        self.mutable = True
        self.plain = False  # its own __init__ makes the fields
        self.compared: list[str] | None = None  # the fields by which == goes; None: identity
        self.ordered = False
        self._read(cls)
        self.cells = [Cell() for _name in self.names]
        self.sure = set(self.names)
        self.type: Type = interned("object" if self.mutable else "record", (), self)
        if self.plain and self.compared:
            if not set(self.compared) <= self._set_at_once():
                raise Refusal("a dataclass whose own __init__ may leave fields out; set them first")
            for name in self.compared:
                self.cell(name)

    def _read(self, cls: type) -> None:
        check_metaclass(cls)
        if is_namedtuple(cls):
            self.names = list(cls._fields)  # type: ignore[attr-defined]
            self.defaults = dict(cls._field_defaults)  # type: ignore[attr-defined]
            self.mutable, self.compared = False, self.names
            if static_attribute(cls, "__new__") is not static_attribute(
                next(each for each in cls.__mro__ if "_fields" in vars(each)), "__new__"
            ):
                raise Refusal("{name}.__new__ of its own; use a function", name=cls.__name__)
        elif dataclasses.is_dataclass(cls) and "__init__" not in _written(cls):
            self._read_dataclass(cls)
        elif cls.__module__ == "builtins" or issubclass(cls, tuple | int | str | list | dict | set):
            raise Refusal("the class {name}; use a NamedTuple or a dataclass", name=cls.__name__)
        else:
            self.plain = True
            if static_attribute(cls, "__new__") is not object.__new__:
                raise Refusal("{name}.__new__ of its own; use __init__", name=cls.__name__)
            if dataclasses.is_dataclass(cls):
                self._read_order(cls)
                if not self.mutable:
                    raise Refusal("a frozen dataclass with its own __init__; use a plain class")

    def _read_order(self, cls: type) -> None:
        parameters = cls.__dataclass_params__  # type: ignore[attr-defined]
        self.mutable, self.ordered = not parameters.frozen, parameters.order
        hashed = [f for f in dataclasses.fields(cls) if f.hash not in (None, f.compare)]
        if hashed or (parameters.unsafe_hash and self.mutable):
            raise Refusal("a hash of a dataclass that is not the usual one; use frozen=True alone")
        if parameters.eq:
            self.compared = [f.name for f in dataclasses.fields(cls) if f.compare]

    def _read_dataclass(self, cls: type) -> None:
        self._read_order(cls)
        for field in dataclasses.fields(cls):
            self.names.append(field.name)
            if field.default is not dataclasses.MISSING:
                self.defaults[field.name] = field.default
            if field.default_factory is not dataclasses.MISSING:
                self.factories[field.name] = field.default_factory
            if field.kw_only:
                self.keyword_only.add(field.name)
            if not field.init:
                self.no_init.add(field.name)
        if not self.mutable and self.compared is None:
            raise Refusal("a frozen dataclass with eq=False; leave eq=False out")

    def cell(self, name: str) -> Cell:
        """The cell of a field, which is new where the field is."""
        if name not in self.names:
            self.names.append(name)
            self.cells.append(Cell())
            Cell.changes, Cell.stirred = Cell.changes + 1, Cell.stirred + 1
            if name in self._set_at_once():
                self.sure.add(name)
        return self.cells[self.names.index(name)]

    def _set_at_once(self) -> set[str]:
        """The fields that `__init__` sets on every way through it."""
        found: set[str] = set()
        for cls in self.cls.__mro__:
            written = vars(cls).get("__init__")
            if not isinstance(written, types.FunctionType):
                continue
            code = code_of(written)
            me = code.positional[0]
            assert isinstance(code.node, ast.FunctionDef)
            for each in code.node.body:
                statement = _plainly(each, code, written)
                if _leaks(statement, me, found):
                    break
                targets: list[ast.expr] = []
                if isinstance(statement, ast.Assign):
                    targets = list(statement.targets)
                elif isinstance(statement, ast.AnnAssign) and statement.value:
                    targets = [statement.target]
                while targets:
                    target = targets.pop()
                    if isinstance(target, ast.Tuple | ast.List):
                        targets += target.elts
                    elif isinstance(target, ast.Attribute) and _is_name(target.value, me):
                        found.add(target.attr)
            if not any(_is_name(each, "super") for each in ast.walk(code.node)):
                break
        return found

    def flags(self) -> list[str]:
        """The fields that may be missing in an object."""
        return [name for name in self.names if name not in self.sure] if self.plain else []


def _plainly(statement: ast.stmt, code: Code, function: types.FunctionType) -> ast.stmt:
    """`object.__setattr__(self, "field", value)` as `self.field = value`, others as they are."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("object") as by, "__setattr__"), [me, k, x])):
            plain = by not in code.names and global_value(function, "object") is object
            if plain and isinstance(k, ast.Constant):
                return ast.Assign([ast.Attribute(me, str(k.value), ast.Store())], x)
    return statement


def _leaks(statement: ast.stmt, me: str, found: set[str]) -> bool:
    """Whether a statement may leave, or read a field of the new object that has no value yet."""
    fields = [n for n in ast.walk(statement) if isinstance(n, ast.Attribute)]
    known = {n.value for n in fields if isinstance(n.ctx, ast.Store) or n.attr in found}
    return any(
        isinstance(n, ast.Return) or (_is_name(n, me) and n not in known)
        for n in ast.walk(statement)
    )


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def check_metaclass(cls: type) -> None:
    """A metaclass may change what calls of a class, and questions about it, mean."""
    if type(cls).__module__ not in GENERATED:
        name = type(cls).__name__
        raise Refusal("the metaclass {name}; use a base class or a decorator", name=name)


def is_namedtuple(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def _written(cls: type) -> set[str]:
    """The methods that the author wrote, not those that dataclasses generate."""
    return {name for each in cls.__mro__ for name, value in vars(each).items() if is_written(value)}


def is_written(value: Any) -> bool:
    """Whether somebody wrote this function; not one that a library generated."""
    return (
        isinstance(value, types.FunctionType)
        and value.__module__ not in GENERATED
        and not value.__code__.co_filename.startswith("<")
    )


def own_method(type: Type, name: str) -> types.FunctionType | None:
    """A special method that the author's class defines."""
    if type.kind == "constant":
        found = static_attribute(type.info.__class__, name)
        if (
            dataclasses.is_dataclass(type.info.__class__)
            and callable(found)
            and not is_written(found)
        ):
            raise Refusal("{name} of a dataclass that can change; use a frozen one", name=name)
    elif type.kind in ("record", "object", "enum"):
        found = static_attribute(type.info if type.kind == "enum" else type.info.cls, name)
    else:
        return None
    return found if found is not MISSING and is_written(found) else None


def class_of(type: Type) -> Any:
    """The Python class of the values of a type; None where they have none."""
    if type.kind in ("record", "object"):
        return type.info.cls
    if type.kind == "enum":
        return type.info
    if type.kind == "constant":
        return type.info.__class__
    return PLAIN.get(type.kind)


def is_enum(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, enum.Enum)
