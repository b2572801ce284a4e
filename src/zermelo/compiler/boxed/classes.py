"""The classes of boxed rules: their numbers, their fields, and how their objects are made."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import inspect
import itertools
import sys
import types
from abc import ABC, abstractmethod
from enum import Enum, Flag
from functools import cache
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.boxed.assembly import Function, function_of
from zermelo.compiler.boxed.objects import CLASS_SHIFT, FIRST_CLASS, FROZENSET, INSTANCE, SET, TUPLE
from zermelo.compiler.boxed.scopes import is_users
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.source import syntax_tree
from zermelo.language import _

UNSUITED: Final = (
    "__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__ifloordiv__", "__imod__",
    "__itruediv__", "__ipow__", "__ilshift__", "__irshift__", "__imatmul__", "__divmod__",
)  # fmt: skip
OF_TUPLES: Final = (
    "__eq__", "__hash__", "__lt__", "__len__", "__iter__", "__getitem__", "__bool__", "__new__",
)  # fmt: skip
PLAIN: Final = list | dict | set | frozenset | str | int | float | complex
PYTHONS: Final = ("collections", "typing", "enum", "dataclasses")  # modules that make methods
FACTORY: Final = dataclasses._HAS_DEFAULT_FACTORY  # type: ignore[attr-defined]
MADE: Final = object()  # the default of a parameter for which the constructor makes a value


def is_named_tuple(kind: type) -> bool:
    """Whether a class is a NamedTuple."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def is_frozen(kind: Any) -> bool:
    """Whether a class is a dataclass whose objects never change."""
    return bool(getattr(getattr(kind, "__dataclass_params__", None), "frozen", False))


def functions_of(kind: type) -> dict[str, Any]:
    """What a class has by name, its own before what it has from others."""
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        if is_users(each):
            found |= vars(each)
    return found


class Classes(ABC):
    """The classes that rules have met."""

    functions: dict[str, Function]
    statics: Any

    def __init__(self) -> None:
        self.kinds: list[type] = []
        self.members: list[Any] = []
        self._fields: dict[type, tuple[str, ...]] = {}
        self._constructors: dict[type, tuple[str, list[inspect.Parameter]]] = {}

    @abstractmethod
    def function(self, function: Any, bound: dict[str, Any]) -> str:
        """The function of words of a function, with some parameters bound."""

    def class_number(self, kind: type) -> int:
        """The number of a class, which is known from now on."""
        if kind not in self.kinds:
            if issubclass(kind, PLAIN if not issubclass(kind, Enum) else float | complex):
                words = _("a class that is a {name}; let it have one instead")
                raise CannotCompile(words.format(name=kind.__mro__[1].__name__))
            if issubclass(kind, Enum) and not all(map(_is_its_value, kind)):
                raise CannotCompile(_("a class with __new__; use __init__"))
            if issubclass(kind, Flag):
                raise CannotCompile(_("a Flag ({name}); write an Enum").format(name=kind.__name__))
            for each in UNSUITED:
                if self.own_method(kind, each):
                    words = _("a class with its own {name}; write a plain method")
                    raise CannotCompile(words.format(name=each))
            if is_named_tuple(kind):
                for each in OF_TUPLES:
                    if self.own_method(kind, each):
                        words = _("a NamedTuple with its own {name}; make it a dataclass")
                        raise CannotCompile(words.format(name=each))
            self.kinds.append(kind)
            if issubclass(kind, Enum):
                for member in kind:
                    self.member_number(member)
        return FIRST_CLASS + self.kinds.index(kind)

    def member_number(self, member: Any) -> int:
        """The number of a member of an Enum, from 1 on."""
        for i, each in enumerate(self.members):
            if each is member:
                return i + 1
        self.members.append(member)
        return len(self.members)

    def fields(self, kind: type) -> tuple[str, ...]:
        """The names of the fields of the objects of a class."""
        if kind not in self._fields:
            self._fields[kind] = tuple(self._find_fields(kind))
        return self._fields[kind]

    def _find_fields(self, kind: Any) -> list[str]:
        """The fields that a class says it has, and those that its methods set."""
        if is_named_tuple(kind):
            return list(kind._fields)
        found: dict[str, None] = {}
        if issubclass(kind, Enum):
            found = dict.fromkeys(["name", "value"])
            for member in kind:
                found |= dict.fromkeys(each for each in vars(member) if each[0] != "_")
            return list(found)
        if dataclasses.is_dataclass(kind):
            found |= dict.fromkeys(each.name for each in dataclasses.fields(kind))
        for each in reversed(kind.__mro__):
            slots = vars(each).get("__slots__", ())
            slots = (slots,) if isinstance(slots, str) else slots
            found |= dict.fromkeys(s for s in slots if not s.startswith("__"))
            for function in vars(each).values() if is_users(each) else ():
                found |= dict.fromkeys(_stored_attributes(function))
        own = functions_of(kind)
        stored = _stored_in_module(kind)
        found |= dict.fromkeys(n for n, v in own.items() if n in stored and not callable(v))
        taken = {n for n, v in own.items() if isinstance(v, property)}
        return [each for each in found if each not in taken]

    def hashed_fields(self, kind: type) -> tuple[str, ...] | None:
        """The first fields of a class, by which its objects are compared and hashed."""
        for each in kind.__mro__:
            if "__eq__" in vars(each):
                if not dataclasses.is_dataclass(each) or not _is_made(vars(each)["__eq__"]):
                    return None
                compared = itertools.takewhile(lambda f: f.compare, dataclasses.fields(each))
                return tuple(f.name for f in compared)
        return None

    def compared_fields(self, kind: type) -> list[str] | None:
        """The fields that a dataclass compares; None where it is no such class."""
        for each in kind.__mro__:
            if "__eq__" in vars(each):
                if dataclasses.is_dataclass(each) and _is_made(vars(each)["__eq__"]):
                    return [f.name for f in dataclasses.fields(each) if f.compare]
                return None
        return None

    def own_method(self, kind: type, called: str) -> Any:
        """A method that an author wrote; None where there is none."""
        for each in kind.__mro__:
            if called in vars(each):
                found = vars(each)[called]
                written = isinstance(found, types.FunctionType) and not _is_made(found)
                if called == "__new__" and is_named_tuple(kind):
                    return None
                return found if written and is_users(each) else None
        return None

    def owner_of(self, function: Any) -> type | None:
        """The class that has a function."""
        for kind in self.kinds:
            if function in vars(kind).values():
                return kind
        return None

    # --- how objects are made --------------------------------------------------------------------

    def constructor(self, kind: type) -> tuple[str, list[inspect.Parameter]]:
        """The function of words that makes an object of a class, and its parameters."""
        if kind not in self._constructors:
            number = self.class_number(kind)
            if "__new__" in functions_of(kind) and not is_named_tuple(kind):
                raise TypeError(_("a class with __new__; use __init__"))
            parameters = _parameters(kind)
            name = f"make_{kind.__name__}_{number}"
            self._constructors[kind] = name, parameters
            if is_named_tuple(kind):
                text = self._of_named_tuple(name, len(parameters), number)
            else:
                text = self._of_class(kind, name, parameters, number)
            self.functions[name] = function_of(text)
        return self._constructors[kind]

    def _of_named_tuple(self, name: str, count: int, number: int) -> str:
        """What makes a NamedTuple."""
        names = [f"p{i}" for i in range(count)]
        lines = [f"def {name}(m, {', '.join(names)}):"]
        lines += [f"found = new_tuple(m, {len(names)})"]
        lines += [f"store(found, {TUPLE | number << CLASS_SHIFT})"]
        lines += [f"store(found + {16 + 8 * i}, {each})" for i, each in enumerate(names)]
        return "\n    ".join([*lines, "return found"])

    def _of_class(
        self, kind: type, name: str, parameters: list[inspect.Parameter], number: int
    ) -> str:
        """What makes an object, by `__init__` where there is one."""
        fields = self.fields(kind)
        names = [f"p{i}" for i in range(len(parameters))]
        lines = [f"def {name}({', '.join(['m', *names])}):"]
        lines += [f"found = alloc(m, {8 + 8 * len(fields)})"]
        lines += [f"store(found, {INSTANCE | number << CLASS_SHIFT})"]
        lines += [f"store(found + {8 + 8 * i}, 0)" for i in range(len(fields))]
        own = self.own_method(kind, "__init__")
        if own:
            raw = self.function(own, {})
            lines += [f"{raw}({', '.join(['m', 'found', *names])})"]
        elif dataclasses.is_dataclass(kind):
            lines += self._dataclass_lines(kind, fields, parameters)
            after = self.own_method(kind, "__post_init__")
            if after:
                raw = self.function(after, {})
                lines += [f"{raw}(m, found)"]
        elif parameters:
            raise TypeError(_("a class whose __init__ is not written in Python"))
        return "\n    ".join([*lines, "return found"])

    def _dataclass_lines(
        self, kind: Any, fields: tuple[str, ...], parameters: list[inspect.Parameter]
    ) -> list[str]:
        """What gives the fields of a dataclass their values."""
        given = {each.name: f"p{i}" for i, each in enumerate(parameters)}
        lines = []
        for each in dataclasses.fields(kind):
            place = 8 + 8 * fields.index(each.name)
            source = given.get(each.name, "")
            made = ""
            if each.default_factory is not dataclasses.MISSING:
                made = self._factory(each.default_factory)
            if source and made:
                lines += [f"if {source} == 0:", f"    {source} = {made}"]
            elif not source:
                if each.default is not dataclasses.MISSING:
                    source = str(self.statics.value(each.default))
                else:
                    source = made
            if source:
                lines += [f"store(found + {place}, {source})"]
        return lines

    def _factory(self, factory: Any) -> str:
        """What makes a value by a default_factory."""
        known: dict[Any, str] = {
            list: "new_list(m, 0)",
            dict: "new_dict(m, 0)",
            set: f"new_set(m, {SET})",
            frozenset: f"new_set(m, {FROZENSET})",
            tuple: "fixed_empty_tuple()",
            int: "1",
        }
        if factory in known:
            return known[factory]
        if isinstance(factory, types.FunctionType):
            return f"{self.function(factory, {})}(m)"
        if isinstance(factory, type) and is_users(factory):
            return f"{self.constructor(factory)[0]}(m)"
        raise TypeError(_("a field with such a default_factory; set it in __init__"))


def is_textual(kind: type) -> bool:
    """Whether a class is an Enum whose members are texts as well."""
    return issubclass(kind, Enum) and issubclass(kind, str)


def _is_its_value(member: Enum) -> bool:
    """Whether a member of an Enum that is a number or a text is the one that is its value."""
    value = member.value
    if isinstance(member, int):
        return bool(int(member) == value)
    return not isinstance(member, str) or bool(str.__str__(member) == value)


def _parameters(kind: type) -> list[inspect.Parameter]:
    """The parameters of a class; what a factory makes has 0 for a default."""
    found = []
    for each in inspect.signature(kind).parameters.values():
        found.append(each.replace(default=MADE) if each.default is FACTORY else each)
    return found


def _is_made(function: Any) -> bool:
    """Whether a method was made by `dataclasses`, not written."""
    code = getattr(function, "__code__", None)
    wrapped = getattr(function, "__wrapped__", None)
    if wrapped is not None:
        code = getattr(wrapped, "__code__", code)
    module = getattr(function, "__globals__", {}).get("__name__")
    return code is None or code.co_filename == "<string>" or module in PYTHONS


@cache
def _stored_in_file(file: str) -> frozenset[str]:
    """The attributes that are set anywhere in a file."""
    with contextlib.suppress(OSError, SyntaxError, UnicodeDecodeError):
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
        return frozenset(
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        )
    return frozenset()


def _stored_in_module(kind: type) -> frozenset[str]:
    """The attributes that are set anywhere in the file of a class."""
    module = sys.modules.get(kind.__module__)
    return _stored_in_file(getattr(module, "__file__", None) or "")


def _stored_attributes(function: Any) -> list[str]:
    """The fields that a method sets of its object."""
    function = getattr(function, "__func__", function)
    if isinstance(function, property):
        function = function.fset
    if not isinstance(function, types.FunctionType) or _is_made(function):
        return []
    with contextlib.suppress(CannotCompile):
        tree = syntax_tree(function)
        first = tree.args.args[0].arg if tree.args.args else ""
        found = []
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(ast.Name(owner), attribute, ast.Store()) if owner == first:
                    found.append(attribute)
                case ast.Call(
                    ast.Attribute(ast.Name("object"), "__setattr__"), [_, ast.Constant(text), _]
                ):
                    found.append(str(text))
        return found
    return []
