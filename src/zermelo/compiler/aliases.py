"""Two names for one list, of which one changes it: refused.

Where a list is put into another, or kept from one turn of a loop to the next, compiled code makes a
copy (see `rows`), and Python does not:

    row = [0, 0]                     rows has two names for one list: refused, with the advice
    rows = [row, row]                to write rows = [list(row), list(row)]
    row[0] = 1

That makes no difference as long as the list is left as it is afterwards. A copy made by list(),
sorted() or a slice has the lists in it in common with the first; compiled code copies those too.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, NamedTuple

from zermelo.compiler.source import local_names, nodes

CHANGES: Final = (
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"),
    *("add", "discard", "update", "popleft", "appendleft", "setdefault"),
)
COPY: Final = "a copy"  # in place of another name: only what is inside has two
KEEPS: Final = ("append", "insert")  # their argument is in two places then


class Alias(NamedTuple):
    """A second name, or place, for what a variable holds."""

    name: str
    other: str
    node: ast.AST


class _Uses(ast.NodeVisitor):
    """What happens to variables, in the order of the text; each with the loops around it."""

    def __init__(self, functions: Mapping[str, set[str]] | None = None) -> None:
        self.functions = functions or {}  # inside, with what each changes around it
        self.loops: list[int] = []
        self.at = 0
        self.aliases: list[tuple[Alias, int, tuple[int, ...]]] = []
        self.changes: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        self.inner: set[str] = set()  # those whose items' items are changed
        self.copies: list[Alias] = []  # which have the lists inside in common
        self.given: dict[str, list[tuple[int, tuple[int, ...]]]] = {}  # where they get a new value

    def visit(self, node: ast.AST) -> None:
        self.at += 1
        super().visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self._loop(node, [node.target, *node.body])
        for statement in node.orelse:
            self.visit(statement)

    def visit_While(self, node: ast.While) -> None:
        self._loop(node, [node.test, *node.body])
        for statement in node.orelse:
            self.visit(statement)

    def _loop(self, node: ast.AST, parts: list[ast.AST]) -> None:
        self.loops.append(id(node))
        for part in parts:
            self.visit(part)
        self.loops.pop()

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            if isinstance(target, ast.Name) and _is_copy(node.value):
                self.copies.append(Alias(target.id, COPY, node))
            for held in _held(node.value):
                if isinstance(target, ast.Name | ast.Subscript):
                    self._alias(held, getattr(target, "id", ""), node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Subscript):
            self._change(node.target.value)
        elif isinstance(node.target, ast.Name) and isinstance(node.value, ast.List | ast.ListComp):
            self._note(self.changes, node.target.id)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._note(self.given, node.id)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._change(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        match node.func:
            case ast.Name(function):
                for changed in self.functions.get(function, ()):
                    self._note(self.changes, changed)
            case ast.Attribute(target, method) if method in CHANGES:
                self._change(target)
                if method in KEEPS:
                    for argument in node.args[-1:]:
                        for held in _held(argument):
                            self._alias(held, "", node)

    def visit_List(self, node: ast.List) -> None:
        self.generic_visit(node)
        self._contents(node, node.elts)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            self._contents(node, node.elts)

    def visit_Yield(self, node: ast.Yield) -> None:
        self.generic_visit(node)
        if node.value is not None:
            self._contents(node, [node.value])

    def _contents(self, node: ast.AST, items: list[ast.expr]) -> None:
        for item in items:
            for held in _held(item):
                self._alias(held, "", node)

    def _alias(self, held: str, other: str, node: ast.AST) -> None:
        self.aliases.append((Alias(held, other, node), self.at, tuple(self.loops)))

    def _change(self, target: ast.AST) -> None:
        """`target` is what an item is put into, or taken from, by an index or a method."""
        depth = 0
        while isinstance(target, ast.Subscript | ast.Attribute):
            depth += isinstance(target, ast.Subscript)
            target = target.value
        if isinstance(target, ast.Name):
            self._note(self.changes, target.id)
            if depth:
                self.inner.add(target.id)

    def _note(self, where: dict[str, list[tuple[int, tuple[int, ...]]]], who: str) -> None:
        where.setdefault(who, []).append((self.at, tuple(self.loops)))


def changed_alias(tree: ast.FunctionDef) -> Alias | None:
    """The first list of a function that has two names, and is changed by one of them."""
    uses = _Uses(_changed_inside(tree))
    for statement in tree.body:
        uses.visit(statement)
    for copy in uses.copies:
        if copy.name in uses.inner:
            return copy
    for alias, at, loops in uses.aliases:
        for who in (alias.name, alias.other):
            for when, around in uses.changes.get(who, ()):
                if when > at and not _between(uses, who, at, when, around):
                    return alias
                common = set(loops) & set(around)
                if common and not _anew(uses, who, common, when):
                    return alias
    return None


def _changed_inside(tree: ast.FunctionDef) -> dict[str, set[str]]:
    """What each function inside changes around it, or those change which it calls."""
    inner = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    found: dict[str, set[str]] = {}
    for function in inner:
        uses = _Uses()
        for statement in function.body:
            uses.visit(statement)
        found[function.name] = uses.changes.keys() - local_names(function)
    for _time in inner:
        for function in inner:
            for node in nodes(function):
                if isinstance(node, ast.Name) and node.id in found:
                    found[function.name] |= found[node.id] - local_names(function)
    return found


def _is_copy(value: ast.expr) -> bool:
    """Whether an expression copies a list, and only that."""
    match value:
        case ast.Call(ast.Name("list" | "sorted" | "reversed"), [ast.Name() | ast.Attribute()]):
            return True
        case ast.Call(ast.Attribute(_, "copy"), []) | ast.Subscript(_, ast.Slice()):
            return True
    return False


def _held(value: ast.expr) -> list[str]:
    """The variables whose very value an expression has."""
    match value:
        case ast.Name(name):
            return [name]
        case ast.IfExp(_, then, other):
            return _held(then) + _held(other)
        case ast.BoolOp(_, parts):
            return [name for part in parts for name in _held(part)]
        case ast.NamedExpr(_, inner):
            return _held(inner)
    return []


def _between(uses: _Uses, who: str, first: int, last: int, around: tuple[int, ...]) -> bool:
    """Whether a variable surely gets a new value between two places."""
    return any(
        first < at < last and set(loops) <= set(around) for at, loops in uses.given.get(who, ())
    )


def _anew(uses: _Uses, who: str, loops: set[int], before: int) -> bool:
    """Whether a variable gets a new value in each turn of the loops, before it is changed."""
    given = [set(around) for at, around in uses.given.get(who, ()) if at < before]
    return all(any(loop in around for around in given) for loop in loops)


def parameters_filled(tree: ast.FunctionDef) -> set[str]:
    """The parameters that a function adds to."""
    names = {argument.arg for argument in tree.args.args}
    return {
        node.func.value.id
        for node in nodes(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("append", "extend", "insert")
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in names
    }
