"""Functions of words, and the lines of LLVM's language that one becomes."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.compiler.untyped import binding

POINTER: Final = "ptr" if binding.llvm_version_info >= (17,) else "i64*"
BYTE: Final = "ptr" if binding.llvm_version_info >= (17,) else "i8*"
RESUME: Final = "go_on_with__"  # how the name of what goes on with a function begins


@dataclass
class Function:
    """One function of words; `places`: the numbers of its lines, for what fails there."""

    name: str
    parameters: tuple[str, ...]
    body: list[ast.stmt]
    constants: Mapping[str, Any] = field(default_factory=dict)
    places: Callable[[int], int] | None = None
    attributes: str = ""
    number: int = -1  # of one that yields

    @property
    def yields(self) -> bool:
        """Whether it gives one item after the other."""
        return self.number >= 0


def function_of(text: str, constants: Mapping[str, Any] | None = None) -> Function:
    """The function of words that a text defines."""
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    names = tuple(each.arg for each in tree.args.args)
    return Function(tree.name, names, tree.body, constants or {})


class Assembly(ABC):
    """Writes lines of one function; whoever knows all expressions and tests derives from it."""

    def __init__(self, function: Function, prefix: str) -> None:
        self.function, self.prefix = function, prefix
        self.lines: list[str] = []
        self.count = 0
        self.slots: dict[str, str] = {}
        self.handlers: list[str] = ["failed"]
        self.marks: dict[tuple[int, str], str] = {}
        self.line = 0
        self.is_open = True  # whether what is written next is reached
        self.room = ""  # what is on the stack besides variables

    @abstractmethod
    def value(self, node: ast.expr) -> str:
        """The word that an expression gives."""

    @abstractmethod
    def flag(self, node: ast.expr) -> str:
        """A comparison as a bit."""

    def emit(self, line: str) -> None:
        """Writes a line, where it is reached."""
        if self.is_open:
            self.lines.append("  " + line)

    def new(self, code: str) -> str:
        """A new name for what some code gives."""
        self.count += 1
        self.emit(f"%t{self.count} = {code}")
        return f"%t{self.count}"

    def new_label(self) -> str:
        """The name of a label that nothing has yet."""
        self.count += 1
        return f"l{self.count}"

    def label(self, name: str) -> None:
        """Begins what is reached by a label."""
        if self.is_open and not (self.lines and self.lines[-1].startswith(("  br", "  ret"))):
            self.lines.append(f"  br label %{name}")
        self.lines.append(f"{name}:")
        self.is_open = True

    def jump(self, target: str) -> None:
        """Goes to a label."""
        self.emit(f"br label %{target}")
        self.is_open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Goes to one label or the other, by a bit."""
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    # --- variables and memory --------------------------------------------------------------------

    def slot(self, name: str) -> str:
        """Where a variable is kept."""
        return self.slots.setdefault(name, f"%v.{name}")

    def put(self, name: str, value: str) -> None:
        """Gives a variable a value."""
        self.emit(f"store i64 {value}, {POINTER} {self.slot(name)}")

    def get(self, name: str) -> str:
        """The value of a variable."""
        return self.new(f"load i64, {POINTER} {self.slot(name)}")

    def address(self, base: str, offset: int = 0) -> str:
        """A pointer to what lies some bytes behind an address."""
        if offset:
            base = self.new(f"add i64 {base}, {offset}")
        return self.new(f"inttoptr i64 {base} to {POINTER}")

    def double(self, node: ast.expr) -> str:
        """The float whose word an expression gives."""
        return self.new(f"bitcast i64 {self.value(node)} to double")

    def word(self, double: str) -> str:
        """The word of a float."""
        return self.new(f"bitcast double {double} to i64")

    def check(self, found: str) -> None:
        """Leaves where a call has failed."""
        target = self.handlers[-1]
        if self.function.places and self.line:
            key = self.function.places(self.line), target
            target = self.marks.setdefault(key, f"mark{len(self.marks)}")
        going_on = self.new_label()
        failed = self.new(f"icmp eq i64 {found}, 0")
        self.emit(f"br i1 {failed}, label %{target}, label %{going_on}, !prof !0")
        self.is_open = False
        self.label(going_on)
