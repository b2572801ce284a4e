"""Rules to functions of words: all functions that a game's rules reach."""

from __future__ import annotations

import ast
import inspect
from enum import Enum
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.boxed.assembly import Function
from zermelo.compiler.boxed.body import M, call, name, plus, word
from zermelo.compiler.boxed.dispatch import REST, Code, code_of, inner_parameters, partial_of
from zermelo.compiler.boxed.dispatchers import Dispatchers
from zermelo.compiler.boxed.kept_generators import without_generators
from zermelo.compiler.boxed.machine import Program
from zermelo.compiler.boxed.memos import without_memo
from zermelo.compiler.boxed.objects import NO_ESTIMATE, NONE, OTHER_ERROR, UNKNOWN
from zermelo.compiler.boxed.prelude import STANDS_FOR
from zermelo.compiler.boxed.runtime import runtime_functions
from zermelo.compiler.boxed.scopes import (
    SCOPES,
    FunctionTree,
    Scope,
    is_users,
    own_nodes,
    parameter_names,
    stored_names,
)
from zermelo.compiler.boxed.statements import Statements
from zermelo.compiler.boxed.statics import Statics
from zermelo.compiler.callables import callee
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.faults import Place, place_of
from zermelo.compiler.source import file_of, imports_of, syntax_tree
from zermelo.game import NoEstimate
from zermelo.language import _

ERRORS: Final[list[type[BaseException]]] = [
    IndexError, KeyError, ValueError, StopIteration, ZeroDivisionError, TypeError, AttributeError,
    AssertionError, Exception,
]  # fmt: skip
FIRST_ERROR: Final = OTHER_ERROR + 1  # the number of the first error that is the author's

# Functions of Python's that may be values, of one argument.
HANDED_ON: Final = (
    "int", "str", "len", "abs", "tuple", "list", "bool", "set", "frozenset", "sum", "min", "max",
    "sorted", "ord", "chr", "float", "dict", "complex",
)  # fmt: skip


class World(Dispatchers):
    """The functions, classes and constants that rules reach."""

    def __init__(self) -> None:
        super().__init__()
        self.functions: dict[str, Function] = {}
        self.statics = Statics(self)
        self.names: dict[Any, str] = {}
        self.queue: list[Scope] = []
        self.codes: list[Code] = []
        self.numbers: dict[Any, int] = {}
        self.errors: list[type[BaseException]] = []
        self.handlers: dict[tuple[type[BaseException], ...], str] = {}
        self.scopes: dict[Any, Scope] = {}  # of functions inside functions
        self.kept: list[Any] = []  # what is known by its id stays alive
        self.places: dict[int, Place] = {}
        self.doubtful: set[str] = set()  # functions that may never be called
        self.generators: list[str] = []  # functions that yield
        self._reached: dict[int, set[str]] = {}
        self._at_once: dict[int, set[int]] = {}

    # --- functions -------------------------------------------------------------------------------

    def function(self, function: Any, bound: dict[str, Any]) -> str:
        """The function of words of a function, with some parameters bound."""
        key = function, tuple((each, id(value)) for each, value in bound.items())
        if key not in self.names:
            self.kept.append((function, bound))
            raw_name = f"{function.__name__.strip('<>')}_f{len(self.names)}"
            self.names[key] = raw_name
            tree = without_memo(without_generators(syntax_tree(function)), function, bound)
            self.queue.append(self.scope(function, tree, raw_name, bound, None))
        return self.names[key]

    def perhaps(self, function: Any, bound: dict[str, Any]) -> str:
        """A function that may never be called: what cannot be compiled in it fails only then."""
        before = set(self.names.values())
        raw_name = self.function(function, bound)
        if raw_name not in before:
            self.doubtful.add(raw_name)
        return raw_name

    def scope(
        self,
        function: Any,
        tree: FunctionTree,
        raw_name: str,
        bound: dict[str, Any],
        outer: Scope | None,
        renamed: frozenset[str] = frozenset(),
    ) -> Scope:
        """What the names of a function mean, and of those inside it."""
        made = Scope(function, tree, raw_name, bound, outer)
        made.locals = {*parameter_names(tree.args), *stored_names(tree)} - bound.keys()
        made.captured = made.locals & self.reached_names(tree)
        made.gives_items = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in own_nodes(tree))
        if outer:
            around = {*outer.locals, *outer.reaches, *renamed} - outer.bound.keys()
            made.reaches = sorted((self.free_names(tree) - made.locals) & around)
        stored = [n.name for n in own_nodes(tree) if isinstance(n, ast.FunctionDef)]
        others = {
            n.id
            for n in own_nodes(tree)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        for node in own_nodes(tree):
            if isinstance(node, ast.FunctionDef):
                inner = self.inner_scope(made, node, [])
                if stored.count(node.name) == 1 and node.name not in others:
                    made.inner[node.name] = inner
        return made

    def inner_scope(
        self, outer: Scope, node: ast.Lambda | ast.FunctionDef, renamed: list[dict[str, str]]
    ) -> Scope:
        """A function inside another."""
        key = outer.raw_name, id(node)
        if key not in self.numbers:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                raise CannotCompile(_("a decorator of a function inside a function; leave it out"))
            called = node.name if isinstance(node, ast.FunctionDef) else "lambda"
            raw_name = f"{called}_i{len(self.numbers)}"
            around = frozenset(each for names in renamed for each in names)
            scope = self.scope(outer.function, node, raw_name, {}, outer, around)
            self.queue.append(scope)
            parameters = self.parameters_of_inner(scope)
            self.codes.append(code_of(raw_name, parameters, "load(x + {})".format, closure=True))
            self.numbers[key] = len(self.codes) - 1
            self.kept.append(scope)
            self.scopes[key] = scope
        return self.scopes[key]

    def function_number(self, scope: Scope) -> int:
        """The number of a function inside another."""
        return next(i for i, code in enumerate(self.codes) if code.raw_name == scope.raw_name)

    def parameters_of_inner(self, scope: Scope) -> list[inspect.Parameter]:
        """The parameters of a function inside another; a default is its place in the value."""
        place = 16 + 8 * len(scope.reaches)
        return inner_parameters(scope.tree.args, place)

    def value_number(self, value: Any) -> int:
        """The number of a function, a method or a class that is a value."""
        found = callee(value)
        key: Any = ("value", id(value))
        if found:
            function, bound = found
            raw_name = self.function(function, bound)
            key = ("value", raw_name)
            parameters = [
                p for p in inspect.signature(function).parameters.values() if p.name not in bound
            ]
        elif isinstance(value, type) and value.__module__ != "builtins":
            raw_name, parameters = self.maker(value)
        else:
            return self.built_in_number(value)
        if key not in self.numbers:
            self.kept.append(value)
            self.codes.append(code_of(raw_name, parameters, self.statics.value))
            self.numbers[key] = len(self.codes) - 1
            if isinstance(value, type):
                self.class_codes[self.numbers[key]] = value
        return self.numbers[key]

    def partial_number(self, function: Any, first: list[str], named: dict[str, str]) -> int:
        """The number of `partial(function, ...)`, by the words of what is given already."""
        function = STANDS_FOR.get(function, function)
        found = callee(function)
        if found:
            raw_name = self.function(*found)
            parameters = list(inspect.signature(found[0]).parameters.values())
            parameters = [p for p in parameters if p.name not in found[1]]
        elif isinstance(function, type) and is_users(function):
            raw_name, parameters = self.maker(function)
        else:
            words = _("a constant of type {name}, which compiled rules do not know")
            raise CannotCompile(words.format(name="partial"))
        key = ("partial", raw_name, *first, "**", *named.items())
        if key not in self.numbers:
            made = partial_of(raw_name, parameters, first, named, self.statics.value)
            self.codes.append(made)
            self.numbers[key] = len(self.codes) - 1
        return self.numbers[key]

    def maker(self, kind: type) -> tuple[str, list[inspect.Parameter]]:
        """What makes an object of a class; where nothing can, it is only compared."""
        if issubclass(kind, Enum):
            one = inspect.Parameter("value", inspect.Parameter.POSITIONAL_OR_KEYWORD)
            return self.member_by_value(kind), [one]
        try:
            if inspect.isabstract(kind):
                raise TypeError
            return self.constructor(kind)
        except TypeError:
            return "", []

    def built_in_number(self, value: Any) -> int:
        """The number of a function of Python's that is handed on: `map(f, ...)` of a value."""
        text = getattr(value, "__name__", "")
        if value in STANDS_FOR:
            return self.value_number(STANDS_FOR[value])
        if text not in HANDED_ON:
            words = _("a constant of type {name}, which compiled rules do not know")
            raise CannotCompile(words.format(name=text or type(value).__name__))
        key = ("value", text)
        if key not in self.numbers and value is complex:
            self.codes.append(Code("complex_of", (0, 1), ("0", "0")))
            self.numbers[key] = len(self.codes) - 1
        if key not in self.numbers:
            made: Any = _of_pythons_names
            code = f"def {text}_(x):\n    return {text}(x)"
            if text in ("min", "max"):  # of one argument that has items, or of several
                code = f"def {text}_(*x):\n    return {text}(x[0]) if len(x) == 1 else {text}(x)"
            tree = ast.parse(code).body[0]
            assert isinstance(tree, ast.FunctionDef)
            scope = self.scope(made, tree, f"built_in_{text}", {}, None)
            self.queue.append(scope)
            slots = (REST,) if tree.args.vararg else (0,)
            self.codes.append(Code(scope.raw_name, slots, ()))
            self.numbers[key] = len(self.codes) - 1
        return self.numbers[key]

    # --- names -----------------------------------------------------------------------------------

    def free_names(self, tree: FunctionTree) -> set[str]:
        """The names in a function, and in those inside it, that are not its own."""
        used = {n.id for n in own_nodes(tree) if isinstance(n, ast.Name)}
        for node in own_nodes(tree):
            if isinstance(node, ast.Nonlocal):
                used |= set(node.names)
            if isinstance(node, SCOPES):
                used |= self.free_names(node)
        own = {*parameter_names(tree.args), *stored_names(tree)}
        return used - own

    def reached_names(self, tree: FunctionTree) -> set[str]:
        """What functions inside a function reach."""
        if id(tree) not in self._reached:
            self.kept.append(tree)
            found: set[str] = set()
            for node in own_nodes(tree):
                if isinstance(node, SCOPES):
                    found |= self.free_names(node)
            self._reached[id(tree)] = found
        return self._reached[id(tree)]

    def at_once(self, scope: Scope) -> set[int]:
        """The calls in a function whose items are taken at once, or by a loop over them.

        So that it makes no difference that `d.keys()` sees what is done to `d` later.
        """
        tree = scope.tree
        if id(tree) not in self._at_once:
            self.kept.append(tree)
            found: set[int] = set()
            for node in ast.walk(tree):
                match node:
                    case ast.For(iter=items) | ast.comprehension(iter=items):
                        found.add(id(items))
                    case ast.Compare(_, [ast.In() | ast.NotIn()], [items]):
                        found.add(id(items))
                    case ast.Starred(items) | ast.YieldFrom(items):
                        found.add(id(items))
                    case ast.Call(_, arguments):
                        found |= {id(each) for each in arguments}
            self._at_once[id(tree)] = found
        return self._at_once[id(tree)]

    def assigns_inside(self, scope: Scope) -> bool:
        """Whether an expression may change a variable."""
        return any(isinstance(node, ast.NamedExpr) for node in own_nodes(scope.tree))

    def file_of(self, function: Any) -> str:
        """The file that a function is written in."""
        return file_of(function)

    def imports_of(self, function: Any) -> dict[str, Any]:
        """What the functions of a file import when they run."""
        return imports_of(function)

    # --- errors ----------------------------------------------------------------------------------

    def error_number(self, kind: type[BaseException]) -> int:
        """The number of an error."""
        if kind in ERRORS:
            return ERRORS.index(kind) + 1
        if kind not in self.errors:
            self.errors.append(kind)
        return FIRST_ERROR + self.errors.index(kind)

    def catches(self, kinds: tuple[type[BaseException], ...]) -> str:
        """What tells whether an error, by its number, is of some classes."""
        known = self.handlers
        name = known.setdefault(kinds, f"catches_{len(known)}")
        return self.want(name, self._catches, name, kinds)

    def _catches(self, name: str, kinds: tuple[type[BaseException], ...]) -> str:
        numbers = [
            self.error_number(each) for each in (*ERRORS, *self.errors) if issubclass(each, kinds)
        ]
        if NoEstimate in kinds:
            numbers.append(NO_ESTIMATE)
        lines = [f"if kind == {number}: return 1" for number in sorted(set(numbers))]
        return self._head(name, "kind", lines, "return 0")

    # --- the whole -------------------------------------------------------------------------------

    def translate(self) -> None:
        """Translates what is waiting, and what that reaches, and what chooses between methods."""
        while True:
            while self.queue:
                scope = self.queue.pop()
                try:
                    self.functions[scope.raw_name] = self.translated(scope)
                except CannotCompile:
                    if scope.raw_name not in self.doubtful:
                        raise
                    self.functions[scope.raw_name] = self.failing(scope)
            if not self.ask_for_all():
                break
        self.functions |= {each.name: each for each in self.made_functions()}

    def translated(self, scope: Scope) -> Function:
        """One function."""
        body = Statements(self, scope)
        tree = scope.tree
        parameters = [each for each in parameter_names(tree.args) if each not in scope.bound]
        body.surely = {f"u_{each}" for each in parameters}
        for each in sorted(scope.locals - set(parameters)):
            body.put(f"u_{each}", word(0))
        for each in sorted(scope.captured):
            body.put(f"c_{each}", call("alloc", M, word(8)))
            body.emit(ast.Expr(call("store", name(f"c_{each}"), name(f"u_{each}"))))
        for i, each in enumerate(scope.reaches):
            body.put(f"c_{each}", call("load", plus(name("closure"), 16 + 8 * i)))
        body.do("enter")
        if isinstance(tree, ast.Lambda):
            body.emit(ast.Return(body.value(tree.body)))
        else:
            body.statements(tree.body)
            if body.surely is not None:
                body.emit(ast.Return(word(NONE)))
        first = ("m", "closure") if scope.outer else ("m",)
        where = scope.function.__qualname__.replace("<locals>.", "")
        file = file_of(scope.function)

        def places(line: int) -> int:
            place = Place(where, Path(file).name, line)
            self.places[place_of(place)] = place
            return place_of(place)

        given = tuple(f"u_{each}" for each in parameters)
        number = -1
        if scope.gives_items:
            self.generators.append(scope.raw_name)
            number = len(self.generators) - 1
        return Function(scope.raw_name, (*first, *given), body.out, {}, places, number=number)

    def failing(self, scope: Scope) -> Function:
        """A function that fails whenever it is called."""
        parameters = [p for p in parameter_names(scope.tree.args) if p not in scope.bound]
        first = ("m", "closure") if scope.outer else ("m",)
        body: list[ast.stmt] = [ast.Return(call("fail", M, word(UNKNOWN)))]
        return Function(scope.raw_name, (*first, *(f"u_{p}" for p in parameters)), body)

    def program(self, entries: list[str]) -> Program:
        """All that some functions reach."""
        shared = runtime_functions()

        def find(text: str) -> Function:
            return self.functions.get(text) or shared[text]

        made = Program(find)
        made.reach(entries)
        return made


def _of_pythons_names() -> None:
    """A function whose names mean what Python's own do: what is written around `len` is in it."""
