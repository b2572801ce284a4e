"""Rules to machine code: the methods of an ordinary class become compiled functions.

A method is taken as the plain function that it is, and `self` is worked out beforehand, for the
game is known and does not change (see `resolve`):

    self.columns            its value, a constant in the code
    self.has_line(x)        a call of a compiled function
    super().utility(s)      likewise
    helper(self, x)         a call of `helper`, compiled for just this `self`
    MAX, helper, module.f   the value, or the compiled function

so that nothing of the object is left at run time.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import enum
import inspect
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from zermelo.compiler import iterations, runs, selections
from zermelo.compiler.atom_table import Atoms
from zermelo.compiler.begun_empty import NAMES as BEGUN_NAMES
from zermelo.compiler.board_sums import NAMES as SUM_NAMES
from zermelo.compiler.board_sums import sum_boards, surely_boards
from zermelo.compiler.boards import NAMES as BOARD_NAMES
from zermelo.compiler.callables import callee
from zermelo.compiler.chance_actions import NAMES as SIDE_NAMES
from zermelo.compiler.checks import Checks
from zermelo.compiler.chosen_cells import NAMES as CELL_NAMES
from zermelo.compiler.chosen_cells import choose_cells
from zermelo.compiler.closures import lift_functions
from zermelo.compiler.constants import BEYOND, is_beyond
from zermelo.compiler.dict_rows import NAMES as PAIR_NAMES
from zermelo.compiler.dict_unions import NAMES as UNION_NAMES
from zermelo.compiler.dictionaries import NAMES as DICT_NAMES
from zermelo.compiler.emptiness import has_items
from zermelo.compiler.errors import SYNTAX, CannotCompile, cannot
from zermelo.compiler.expansions import expand
from zermelo.compiler.forms import refuse_aliases, refuse_forms
from zermelo.compiler.grown_arguments import grow, grown
from zermelo.compiler.idioms import HELPERS, Idioms, class_name
from zermelo.compiler.keys import sort_in_place
from zermelo.compiler.lists import NAMES as LIST_NAMES
from zermelo.compiler.lists import Lists
from zermelo.compiler.local_dicts import without_dicts
from zermelo.compiler.loops import as_generator, as_list
from zermelo.compiler.missing_items import NAMES as ITEM_NAMES
from zermelo.compiler.missing_keys import NAMES as MISSING_NAMES
from zermelo.compiler.natural import NaturalResolver
from zermelo.compiler.order import in_order
from zermelo.compiler.own_calls import NAMES as OWN_NAMES
from zermelo.compiler.places import Callee
from zermelo.compiler.record_methods import methods_of
from zermelo.compiler.records import FOUND, own_method
from zermelo.compiler.recursion import limited
from zermelo.compiler.resolve import Resolver
from zermelo.compiler.returns import explicit_none, numeric, wrap_returns, wrap_yields
from zermelo.compiler.rewrites import write_out
from zermelo.compiler.selections import NAMES as SELECTION_NAMES
from zermelo.compiler.source import (
    file_of,
    first_stores,
    imports_of,
    local_names,
    nodes,
    settle,
    syntax_tree,
)
from zermelo.compiler.unit import KERNELS, MADE, Form, Key, Scope, Unit, calls_itself, key_of
from zermelo.compiler.updates import update_boards
from zermelo.language import _, mark


class Translator:
    """Makes units of functions; each function, for each `self`, once.

    `rows`: lists are understood (see `lists`). `classes` are the NamedTuple classes of the game's
    states and actions: their methods and properties, and `_replace`, are understood where they are
    used.
    """

    def __init__(
        self,
        classes: list[type],
        rows: bool = False,
        atoms: Atoms | None = None,
        near: Iterable[type] = (),
    ) -> None:
        """`near`: Enums, and classes of records that rules may make besides."""
        self.rows = rows
        self.classes = list(dict.fromkeys(classes))
        near = list(near if atoms else ())
        enums = [kind for kind in near if issubclass(kind, enum.Enum)]
        self.records = list(
            dict.fromkeys([*self.classes, *(kind for kind in near if kind not in enums)])
        )
        self.methods = methods_of(
            [*self.classes, *(atoms.enums() if atoms else ())],
            self.records if atoms else [],
            enums,
        )
        self.either = False  # whether there are tuples with words in their place at times
        self.words = False  # the same of tuples of any length
        self.own = {how for how in FOUND for kind in self.records if own_method(kind, how)}
        self.atoms: Any = atoms  # the words of texts, None and members of Enums (see `atoms`)
        self.given: tuple[Any, ...] = ()  # the types of a state and an action
        self.numbers: set[Any] = set()  # rules that give a number, whatever type it has
        self.states: set[Any] = set()  # and those that give a state
        self.fitted: dict[Any, Unit] = {}  # what puts boards into the tuples that a rule gives
        self.actions: dict[Any, Any] = {}  # what makes actions of one type of what a rule yields
        self.boards: dict[tuple[type, str], Any] = {}  # what makes the board of a field
        self.optional: set[tuple[type, str]] = set()  # fields that are records or None
        self.board_fields: dict[str, Any] = {}  # those of states that are boards of numbers
        self.leave_out: Any = None  # takes out of a tree what is another side's, by its function
        self.helpers: dict[str, Any] = {}  # what `text` may call by these names
        self._several: Any = atoms.several if atoms else None
        self._lock = threading.RLock()  # what is open is one thread's
        self._done: dict[Key, Unit] = {}
        self._open: list[Key] = []
        self._met_open: set[Any] = set()  # what was asked for while it was being translated
        self._kept: list[Any] = []  # what is known by its id must stay alive

    def unit(
        self,
        function: Callable[..., Any],
        bound: Mapping[str, Any] | None = None,
        form: Form = "value",
    ) -> Unit:
        """The function, with some parameters `bound` to what they always are."""
        with self._lock:
            return self._unit(function, bound or {}, form)

    def _unit(self, function: Callable[..., Any], bound: Mapping[str, Any], form: Form) -> Unit:
        key = key_of(function, bound, form)
        if key in self._done:
            return self._done[key]
        where, file = function.__qualname__.replace("<locals>.", ""), file_of(function)
        tree, given_back = self._tree(function), ""
        if key in self._open:
            raise cannot(where, file, tree.lineno, _("it calls itself through others; use a loop"))
        if self.rows and _is_rule(function):
            given_back = write_out(tree, function, bound, form)
        if form not in ("value", "filled"):
            tree = has_items(tree) if form == "emptiness" else as_generator(tree)
            if function in self.actions:
                wrap_yields(tree, "as_action")
            tree = as_list(tree) if form == "list" else tree
        with self._opened(key):
            refuse_forms(tree, where, file, self.rows)
            _free_of(tree, bound)
            views: set[str] = set()
            if self._several and _is_rule(function):
                self._several.rewrite(tree, _names(function), bound)
            if self.rows and _is_rule(function):
                views = refuse_aliases(tree, where, file, self._callees(function, bound, tree))
            if self.atoms and _is_rule(function):
                if form == "value":
                    explicit_none(tree, must=function in self.states)
                if function in self.numbers:
                    numeric(tree)
                if function in self.fitted:
                    wrap_returns(tree, "as_state")
            rows = self.rows and _is_rule(function)
            if rows:
                sort_in_place(tree)
                in_order(tree)
                expand(tree, {**function.__globals__, **imports_of(function)})
                without_dicts(tree)
                fields = self._with_boards(tree, function, bound)
            inner = lift_functions(tree) if rows else {}
            idioms = Idioms(tree, bound, self.classes, rows)
            idioms.records = self.records
            known = function.__globals__.items()
            idioms.replacers = {n for n, value in known if value is dataclasses.replace}
            for part in inner.values():
                idioms.locals |= local_names(part) - bound.keys()
            for part in (tree, *inner.values()):
                part.body = [idioms.visit(statement) for statement in part.body]
            idioms.lifted |= inner
            for part in (tree, *idioms.lifted.values()) if rows else ():
                choose_cells(part, fields, {**_names(function), **bound})
            if idioms.rows:
                for part in (tree, *idioms.lifted.values()):
                    rewrite = Lists(part, idioms.locals, views)
                    rewrite.filled.discard(given_back if part is tree else "")
                    part.body = [rewrite.visit(statement) for statement in part.body]
            names = self._known_names(function, idioms.rows)
            scope = Scope(where, file, names, bound, key, _is_rule(function), lifted=idioms.lifted)
            unit = self._translated(tree, scope)
        self._kept.append((function, bound))
        self._met_open.discard(function)
        if not self._met_open:  # or it lacks what could be called once that is translated
            self._done[key] = unit
        return unit

    def _tree(self, function: Callable[..., Any]) -> ast.FunctionDef:
        """A function as it is written, but for what is another side's and what it hands itself."""
        tree = syntax_tree(function)
        if self.leave_out:
            self.leave_out(tree, function)
        grows = grown(function) if self.rows and _is_rule(function) else ""
        if grows:
            grow(tree, grows)
        return tree

    def _with_boards(
        self, tree: ast.FunctionDef, function: Callable[..., Any], bound: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Rewrites what is done with boards; the fields that are some."""
        update_boards(tree, self._callees(function, bound, tree))
        names = {**_names(function), **bound}
        fields = surely_boards(self.board_fields, names, self.classes)
        sum_boards(tree, fields, names)
        return fields

    def _known_names(self, function: Callable[..., Any], rows: bool) -> dict[str, Any]:
        """What the names in a function stand for: those of the new code, and its own."""
        fitted = {"as_state": self.fitted.get(function), "as_action": self.actions.get(function)}
        dicts = {**DICT_NAMES, **PAIR_NAMES, **MISSING_NAMES, **UNION_NAMES, **ITEM_NAMES}
        given = {
            **HELPERS,
            **dicts,
            **BOARD_NAMES,
            **SUM_NAMES,
            **CELL_NAMES,
            **SELECTION_NAMES,
            **OWN_NAMES,
            **iterations.NAMES,
            **BEGUN_NAMES,
            **SIDE_NAMES,
            **fitted,
        }
        classes = {class_name(owner): owner for owner in (*self.records, *self.classes)}
        classes |= self._several.names if self._several else {}
        return {**given, **(LIST_NAMES if rows else {}), **classes, **_names(function)}

    def _callees(
        self, function: Callable[..., Any], bound: Mapping[str, Any], tree: ast.FunctionDef
    ) -> Callee:
        """By which to ask for the functions that one calls, as they are written, without self."""
        names = _names(function)
        inner = {node.name: node for node in nodes(tree) if isinstance(node, ast.FunctionDef)}

        def find(node: ast.expr) -> ast.FunctionDef | None:
            value, is_method = None, False
            match node:
                case ast.Name(name):
                    if name in inner:
                        return inner[name]
                    value = names.get(name)
                case ast.Attribute(ast.Name(owner), name) if owner in bound:
                    value = inspect.getattr_static(type(bound[owner]), name, None)
                    is_method = not isinstance(value, staticmethod)
                    value = getattr(value, "__func__", value)
                case ast.Attribute(_, name):
                    value = self.methods.get(name)
                    is_method = not isinstance(value, staticmethod)
                    value = value if is_method else getattr(value, "__func__", None)
            called = callee(value)
            if called is None or not _is_rule(called[0]):
                return None
            try:
                found = syntax_tree(called[0])
            except CannotCompile:
                return None
            del found.args.args[: int(is_method)]
            return found

        return find

    def text(self, source: str, names: Mapping[str, Any]) -> Unit:
        """A unit made of source text."""
        tree = ast.parse(source).body[0]
        assert isinstance(tree, ast.FunctionDef)
        with self._lock:
            return self._translated(tree, Scope(tree.name, MADE, {**self.helpers, **names}, {}))

    def lifted(self, name: str, scope: Scope) -> Unit:
        """A unit made of a part of another function (see `idioms` and `closures`)."""
        found = scope.lifted[name]
        if isinstance(found, Unit):
            return found
        if name in scope.around:
            what = _("it calls itself through others; use a loop")
            raise cannot(scope.where, scope.file, found.lineno, what)
        inner = dataclasses.replace(
            scope, key=None, locals=set(), itself=name, around=(*scope.around, name)
        )
        unit = self._translated(copy.deepcopy(found), inner)
        scope.lifted[name] = unit
        return unit

    def place(self, file: str, line: int) -> str | None:
        """The function that has a line of a file."""
        for unit in self._done.values():
            if unit.file.startswith(KERNELS):  # that line is no author's
                continue
            if unit.file.endswith(file) and unit.tree.lineno <= line <= (unit.tree.end_lineno or 0):
                return unit.where
        return None

    def is_open(self, function: Any) -> bool:
        """Whether a function is just being translated."""
        found = any(key[0] is function for key in self._open)
        if found:
            self._met_open.add(function)
        return found

    @contextmanager
    def _opened(self, key: Key) -> Iterator[None]:
        self._open.append(key)
        try:
            yield
        finally:
            self._open.pop()

    def _translated(self, tree: ast.FunctionDef, scope: Scope) -> Unit:
        scope.locals = local_names(tree)
        natural = self.atoms and scope.is_rule
        resolver = (NaturalResolver if natural else Resolver)(self, scope)
        resolver.stored = first_stores(tree)
        tree.body = resolver.statements(tree.body)
        for node in nodes(tree):
            what = SYNTAX.get(type(node), "") if node is not tree else ""
            if isinstance(node, ast.Constant) and is_beyond(node.value):
                code = node.kind or repr(node.value)
                what = _("{code} is {what}").format(code=code, what=_(BEYOND))
            if isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Store):
                what = mark("a * that takes what is left over; write a slice, such as xs[1:]")
            if what:
                raise cannot(scope.where, scope.file, getattr(node, "lineno", 0), _(what))
        bindings, returns = resolver.bindings, None
        if scope.is_rule:
            checks = Checks(tree, scope, bindings, self.rows)
            tree.body = [checks.visit(statement) for statement in tree.body]
            bindings, returns = bindings | checks.used, checks.returns
        settle(tree)
        tree = ast.fix_missing_locations(tree)
        used = {node.id for node in nodes(tree) if isinstance(node, ast.Name)}
        bindings = {name: value for name, value in bindings.items() if name in used}
        if scope.is_rule and calls_itself(tree):
            return limited(tree, bindings, scope, returns, self.rows)
        return Unit(tree, bindings, scope.file, scope.where, returns=returns)


# The parts of this package whose functions mean what they do in machine code.
OURS = ("compiler", "engine", "gpu", "bits", "tuples")


def _is_rule(function: Any) -> bool:
    """Whether it is a part of a game's rules, and not of a kernel."""
    if function.__module__ in (iterations.__name__, runs.__name__, selections.__name__):
        return True
    package, *parts = (function.__module__ or "").split(".")
    return package != __name__.split(".")[0] or not parts or parts[0] not in OURS


def _names(function: Any) -> dict[str, Any]:
    """The global names of a function, and those of the functions around it."""
    names = {**function.__globals__, **imports_of(function)}
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return names


def _free_of(tree: ast.FunctionDef, bound: Mapping[str, Any]) -> None:
    """Takes the bound parameters out of the function's list, and the rest of its defaults."""
    arguments = tree.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    if arguments.vararg:
        every.insert(len(every) - len(arguments.kwonlyargs), arguments.vararg)
    kept = [argument for argument in every if argument.arg not in bound]
    tree.args = ast.arguments([], kept, None, [], [], None, [])
