"""What chooses at run time: attributes and methods by the class of an object, functions by value.

Each is a function of words, made once all classes are known:

    def attribute__row(m, x):
        if kind_of(x) == INSTANCE:
            if class_of(x) == 8: return field(m, load(x + 16))
            if class_of(x) == 11: return row_f7(m, x)          # a property
        return fail(m, ATTRIBUTE_ERROR)
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple

from zermelo.compiler.boxed.classes import Classes, is_named_tuple
from zermelo.compiler.boxed.objects import FIRST_CLASS


class Code(NamedTuple):
    """What a value that is a function calls."""

    raw_name: str
    parameters: int  # how many
    defaults: tuple[Any, ...]  # constants, or None where they lie in the value
    place: int = 0  # of the first default in the value
    closure: bool = False
    method: str = ""  # of an object that lies in the value  # whether it reaches names around it


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
