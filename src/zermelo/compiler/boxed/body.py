"""One function of the rules on its way to functions of words: its names, and what it is made of.

Every value that is worked out gets a name, so that everything happens in Python's order:

    return board[r] + [x]           t1 = item(m, u_board, u_r)
                                    t2 = new_list(m, 1)
                                    append(m, t2, u_x)
                                    t3 = add(m, t1, t2)
                                    return t3
"""

from __future__ import annotations

import ast
import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final

from zermelo.compiler.boxed.objects import NONE, UNKNOWN
from zermelo.compiler.boxed.scopes import Scope, is_users, own_nodes
from zermelo.compiler.errors import CannotCompile, cannot
from zermelo.game import ZermeloError
from zermelo.language import _

DYNAMIC: Final = object()  # what is known only when rules run
M: Final = ast.Name("m", ast.Load())


def name(text: str) -> ast.Name:
    """A name in an expression."""
    return ast.Name(text, ast.Load())


def word(number: int) -> ast.expr:
    """A word that is known."""
    return ast.Constant(number)


def boxed(number: int) -> ast.expr:
    """A whole number as a value."""
    return ast.Constant(number << 1 | 1)


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call of a function of words."""
    return ast.Call(name(function), list(arguments), [])


def plus(address: ast.expr, offset: int) -> ast.expr:
    """An address some bytes behind another."""
    return ast.BinOp(address, ast.Add(), word(offset))


def as_value(number: ast.expr) -> ast.expr:
    """A word as a whole number that is a value."""
    return ast.BinOp(ast.BinOp(number, ast.LShift(), word(1)), ast.BitOr(), word(1))


def raw(left: ast.expr, sign: type[ast.cmpop], right: ast.expr) -> ast.Compare:
    """A comparison of words."""
    return ast.Compare(left, [sign()], [right])


NOTHING: Final = word(NONE)


class Body(ABC):
    """What translates one function; `world` knows of all functions, classes and constants."""

    def __init__(self, world: Any, scope: Scope) -> None:
        self.world, self.scope = world, scope
        self.out: list[ast.stmt] = []
        self.count = 0
        self.line = getattr(scope.tree, "lineno", 0)
        self.renamed: list[dict[str, str]] = []  # variables of comprehensions
        self.loops: list[str] = []  # what a `break` notes, where there is an `else`
        self.surely: set[str] | None = set()  # what has a value; None: this is never reached
        self.deleted = {  # what `del` takes the value from
            each.id
            for node in own_nodes(scope.tree)
            if isinstance(node, ast.Delete)
            for each in node.targets
            if isinstance(each, ast.Name)
        }

    @abstractmethod
    def value(self, node: ast.expr) -> ast.expr:
        """The word of an expression; what it does has been written then."""

    # --- statements ------------------------------------------------------------------------------

    def emit(self, statement: ast.stmt) -> None:
        """Writes a statement of words."""
        statement.lineno = self.line
        self.out.append(statement)

    def put(self, variable: str, value: ast.expr) -> None:
        """Gives a variable of words a value."""
        self.emit(ast.Assign([ast.Name(variable, ast.Store())], value))

    def do(self, function: str, *arguments: ast.expr) -> None:
        """Calls a function with the memory, for what it does."""
        self.emit(ast.Expr(call(function, M, *arguments)))

    def run(self, function: str, *arguments: ast.expr) -> ast.expr:
        """What a function gives, with the memory and arguments that are worked out."""
        return self.temp(call(function, M, *arguments))

    def temp(self, value: ast.expr) -> ast.expr:
        """A new name for a value."""
        if isinstance(value, ast.Constant):
            return value
        self.count += 1
        made = f"t{self.count}"
        self.put(made, value)
        return name(made)

    def new_name(self, what: str) -> str:
        """A name for a new variable of words."""
        self.count += 1
        return f"{what}{self.count}"

    @contextmanager
    def block(self) -> Iterator[list[ast.stmt]]:
        """Where statements go meanwhile."""
        before, self.out = self.out, []
        inside = self.out
        try:
            yield inside
        finally:
            self.out = before

    def when(
        self,
        test: ast.expr,
        then: Callable[[], None],
        otherwise: Callable[[], None] | None = None,
    ) -> None:
        """`if`, with what is written in either case."""
        before, line = self.surely, self.line
        with self.block() as yes:
            self.surely = None if before is None else set(before)
            then()
            after_yes = self.surely
        with self.block() as no:
            self.surely = None if before is None else set(before)
            if otherwise:
                otherwise()
            after_no = self.surely
        self.surely = both(after_yes, after_no)
        self.line = line
        self.emit(ast.If(test, yes or [ast.Pass()], no))

    def loop(self, body: Callable[[], None]) -> None:
        """`while True`; what gets a value in it may have none behind it."""
        before = self.surely
        with self.block() as inside:
            self.surely = None if before is None else set(before)
            body()
        self.surely = before
        self.emit(ast.While(word(1), inside, []))

    def stop_unless(self, test: ast.expr) -> None:
        """Leaves the loop where something does not hold."""
        self.emit(ast.If(test, [ast.Pass()], [ast.Break()]))

    def raises(self, kind: int) -> None:
        """Fails, with a kind of error."""
        self.emit(self.failing(kind))

    # --- refusals --------------------------------------------------------------------------------

    def refuse(self, node: ast.AST, what: str) -> CannotCompile:
        """The error that names the line, and what to write instead."""
        line = getattr(node, "lineno", self.line)
        where = self.scope.function.__qualname__.replace("<locals>.", "")
        return cannot(where, self.world.file_of(self.scope.function), line, what)

    def unknown(self, node: ast.AST) -> CannotCompile:
        """The error for what there is no code for."""
        words = _("{code}, which compiled rules do not know; write it another way")
        code = ast.unparse(node)
        code = code if len(code) < 60 else code[:57] + "..."
        return self.refuse(node, words.format(code=code))

    # --- names -----------------------------------------------------------------------------------

    def variable(self, text: str) -> str | None:
        """The variable of words for a name; None where it is not one of this function."""
        for renamed in reversed(self.renamed):
            if text in renamed:
                return renamed[text]
        if text in self.scope.locals and text not in self.scope.bound:
            return f"u_{text}"
        return None

    def is_cell(self, text: str) -> bool:
        """Whether a name stands for a cell, which functions inside share."""
        for renamed in reversed(self.renamed):
            if text in renamed:
                return renamed[text].startswith("c_")
        return text in self.scope.captured or text in self.scope.reaches

    def read_name(self, node: ast.Name) -> ast.expr:
        """The value of a name; what may have none yet is tested."""
        text = node.id
        variable = self.variable(text)
        if variable is None and text in self.scope.reaches:
            variable = f"c_{text}"
        if variable is None:
            return self.constant(node, self.static(node))
        if self.is_cell(text):
            cell = variable if variable.startswith("c_") else f"c_{text}"
            found = self.temp(call("load", name(cell)))
            self.emit(ast.If(raw(found, ast.Eq, word(0)), [self.failing(UNKNOWN)], []))
            return found
        if self.surely is not None and (variable not in self.surely or text in self.deleted):
            self.emit(ast.If(raw(name(variable), ast.Eq, word(0)), [self.failing(UNKNOWN)], []))
        if self.world.assigns_inside(self.scope):
            return self.temp(name(variable))
        return name(variable)

    def failing(self, kind: int) -> ast.stmt:
        """The statement that fails with a kind of error."""
        made = ast.Expr(call("raised", M, boxed(kind)))
        made.lineno = self.line
        return made

    def write_name(self, text: str, value: ast.expr) -> None:
        """Gives a name a value."""
        variable = self.variable(text)
        if variable is None and text not in self.scope.reaches:
            raise self.refuse(ast.Name(text), _("rules never change anything outside of them"))
        if self.is_cell(text):
            cell = variable if variable and variable.startswith("c_") else f"c_{text}"
            self.emit(ast.Expr(call("store", name(cell), value)))
            return
        assert variable
        self.put(variable, value)
        if self.surely is not None:
            self.surely.add(variable)

    # --- what is known ---------------------------------------------------------------------------

    def static(self, node: ast.expr) -> Any:
        """The value of an expression that is always the same; DYNAMIC where it is not."""
        match node:
            case ast.Constant(value):
                return value
            case ast.Name(text):
                return self.static_name(text)
            case ast.Attribute(owner, attribute):
                found = self.static(owner)
                if found is DYNAMIC or not _has_fixed_attributes(found):
                    return DYNAMIC
                try:
                    return getattr(found, attribute)
                except (ZermeloError, AttributeError):
                    return DYNAMIC
            case ast.Call(ast.Name("type"), [ast.Name(text)], []):
                known = self.static_name(text)
                if is_users(type(known)) and self.static_name("type") is type:
                    return type(known)
            case ast.Subscript(owner, ast.Constant(key)):
                found = self.static(owner)
                if isinstance(found, type) and issubclass(found, Enum) and isinstance(key, str):
                    return found[key]
        return DYNAMIC

    def static_name(self, text: str) -> Any:
        """The value of a name that is always the same; DYNAMIC where it is not."""
        if any(text in renamed for renamed in self.renamed):
            return DYNAMIC
        scope: Scope | None = self.scope
        while scope:
            if text in scope.bound:
                return scope.bound[text]
            if text in scope.locals:
                return DYNAMIC
            last, scope = scope, scope.outer
        for names in last.names:
            if text in names:
                return names[text]
        imported = self.world.imports_of(self.scope.function)
        return imported.get(text, DYNAMIC)

    def constant(self, node: ast.AST, value: Any) -> ast.expr:
        """A value that is known, as a word."""
        if value is DYNAMIC:
            raise self.refuse(node, _("{code} is not known").format(code=ast.unparse(node)))
        try:
            made: ast.expr = self.world.statics.word(value)
        except CannotCompile as error:
            raise self.refuse(node, str(error)) from None
        return made

    def texts(self, value: str) -> ast.expr:
        """A text that is known, as a word."""
        made: ast.expr = self.world.statics.word(value)
        return made

    def items(self, values: Iterable[ast.expr], maker: str = "tuple") -> ast.expr:
        """A tuple or a list of values that are worked out."""
        found = list(values)
        if maker == "tuple":
            made = self.run("new_tuple", word(len(found)))
            for i, value in enumerate(found):
                self.emit(ast.Expr(call("store", plus(made, 16 + 8 * i), value)))
            return made
        made = self.run("new_list", word(len(found)))
        for value in found:
            self.do("append", made, value)
        return made


def _has_fixed_attributes(value: Any) -> bool:
    """Whether what an attribute of a constant gives is a constant, too."""
    if isinstance(value, types.ModuleType | type):
        return True
    return is_users(type(value)) and not isinstance(value, types.FunctionType)


def both(one: set[str] | None, other: set[str] | None) -> set[str] | None:
    """What surely has a value after either of two ways."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
