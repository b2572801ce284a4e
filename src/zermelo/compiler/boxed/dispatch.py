"""What chooses at run time: attributes and methods by the class of an object, functions by value.

Each is a function of words, made once all classes are known:

    def attribute__row(m, x):
        if kind_of(x) == INSTANCE:
            if class_of(x) == 8: return field(m, load(x + 16))
            if class_of(x) == 11: return row_f7(m, x)          # a property
        return fail(m, ATTRIBUTE_ERROR)
"""

from __future__ import annotations

import ast
import inspect
from abc import abstractmethod
from typing import Any, Final, NamedTuple

from zermelo.compiler.boxed.classes import Classes, is_named_tuple
from zermelo.compiler.boxed.objects import FIRST_CLASS
from zermelo.compiler.errors import CannotCompile
from zermelo.language import _

REST: Final = -1  # all further arguments, in a tuple
NEVER: Final = 1 << 20  # an argument that no call gives


class Code(NamedTuple):
    """What a value that is a function calls."""

    raw_name: str
    slots: tuple[int | str, ...]  # for each parameter: which argument, REST, or a word
    defaults: tuple[str, ...]  # the words of the last arguments that may be missing
    closure: bool = False  # whether it reaches names around it
    method: str = ""  # of an object that lies in the value

    @property
    def takes(self) -> int:
        """How many arguments it takes, but for the rest."""
        return sum(each != REST for each in self.slots if isinstance(each, int))


def code_of(
    raw_name: str, parameters: list[inspect.Parameter], word: Any, closure: bool = False
) -> Code:
    """What calls a function; `word`: what makes the word of a default."""
    made = partial_of(raw_name, parameters, [], {}, word)
    return made._replace(closure=closure)


def partial_of(
    raw_name: str,
    parameters: list[inspect.Parameter],
    first: list[str],
    named: dict[str, str],
    word: Any,
) -> Code:
    """What calls a function of which some arguments are given already, by their words."""
    slots: list[int | str] = []
    defaults: list[str] = []
    left, given, count, is_closed = list(first), dict(named), 0, False
    for p in parameters:
        default = "" if p.default is p.empty else str(word(p.default))
        if p.kind is p.VAR_POSITIONAL:
            slots.append(REST)
            if left or is_closed:
                raise CannotCompile(_("a function with * or keywords alone that is handed on"))
        elif p.kind is p.VAR_KEYWORD:
            slots.append("new_dict(m, 0)")
        elif p.kind is not p.KEYWORD_ONLY and left:
            slots.append(left.pop(0))
        elif p.kind is p.KEYWORD_ONLY or p.name in given or is_closed:
            is_closed = is_closed or p.kind is not p.KEYWORD_ONLY
            slots.append(given.pop(p.name, default))
        else:
            slots.append(count)
            defaults += [default] if default else []
            count += 1
    if left or given:
        raise CannotCompile(_("a function with * or keywords alone that is handed on"))
    if "" in slots:  # what is missing can never be given
        return Code(raw_name, (NEVER,), ())
    return Code(raw_name, tuple(slots), tuple(defaults))


def inner_parameters(arguments: ast.arguments, place: int) -> list[inspect.Parameter]:
    """The parameters of a function inside another; a default is its place in the value."""
    kinds = inspect.Parameter
    plain = [*arguments.posonlyargs, *arguments.args]
    found = [kinds(each.arg, kinds.POSITIONAL_OR_KEYWORD) for each in plain]
    first = len(plain) - len(arguments.defaults)
    for i in range(first, len(plain)):
        found[i] = found[i].replace(default=place)
        place += 8
    if arguments.vararg:
        found.append(kinds(arguments.vararg.arg, kinds.VAR_POSITIONAL))
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(kinds(each.arg, kinds.KEYWORD_ONLY, default=place if default else kinds.empty))
        place += 8 if default else 0
    if arguments.kwarg:
        found.append(kinds(arguments.kwarg.arg, kinds.VAR_KEYWORD))
    return found


class Dispatch(Classes):
    """What is asked for by name, and how its text is made."""

    codes: list[Code]
    queue: list[Any]
    generators: list[str]

    def __init__(self) -> None:
        super().__init__()
        self.wanted: dict[str, Any] = {}  # by the name of a function: what makes its text
        self.class_codes: dict[int, type] = {}  # the numbers of classes that are values

    @abstractmethod
    def perhaps(self, function: Any, bound: dict[str, Any]) -> str:
        """A function that may never be called: what cannot be compiled in it fails only then."""

    def want(self, name: str, make: Any, *given: Any) -> str:
        """The name of a function, which will be made."""
        self.wanted.setdefault(name, (make, given))
        return name

    def place(self, kind: type, name: str) -> int:
        """Where a field lies in an object."""
        return (16 if is_named_tuple(kind) else 8) + 8 * self.fields(kind).index(name)

    def _head(self, name: str, arguments: str, lines: list[str], last: str) -> str:
        """The text of a function, by its lines."""
        return "\n    ".join([f"def {name}({arguments}):", *lines, last])

    def _by_class(self, answers: dict[int, str], also_tuples: bool = False) -> list[str]:
        """`if class_of(x) == 8: return ...` for each class."""
        if not answers:
            return []
        kinds = "kind_of(x) == INSTANCE"
        if also_tuples:
            kinds += " or kind_of(x) == TUPLE"
        lines = [f"if {kinds}:", "    number = class_of(x)"]
        return lines + [f"    if number == {n}: return {code}" for n, code in answers.items()]

    def _numbered(self) -> list[tuple[int, type]]:
        """The classes with their numbers."""
        return [(FIRST_CLASS + i, kind) for i, kind in enumerate(self.kinds)]
