"""Functions inside functions: each becomes a function of its own, and is handed what it reads.

    def blocked(point):                            def blocked(point, other): ...
        return other.count(point) >= 2      =>
    return [p for p in points if blocked(p)]       ... if blocked(p, other)]

Python, too, looks a variable of the function around up when the call is made. A function that gives
one a new value (`nonlocal`), or that is used in another way than to be called, stays as it is, and
is refused later.
"""

from __future__ import annotations

import ast
import copy

from zermelo.compiler.keys import REDUCED, STEPWISE, ordering
from zermelo.compiler.loops import as_generator, as_list
from zermelo.compiler.returns import explicit_none
from zermelo.compiler.source import local_names, name, nodes, parsed, placed


def lift_functions(tree: ast.FunctionDef) -> dict[str, ast.FunctionDef]:
    """Takes the functions inside a function out of it; returns them by their new names."""
    _Named().visit(tree)
    every = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    inner = {function.name: function for function in every}
    if len(inner) < len(every) or not all(map(_can_lift, every)):
        return {}
    called = {id(node.func) for node in nodes(tree) if isinstance(node, ast.Call)}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and node.id in inner and id(node) not in called:
            return {}
    handed = _handed(tree, inner)
    rewrite = _Calls({old: function.args for old, function in inner.items()}, handed)
    tree.body = [rewrite.visit(statement) for statement in tree.body]
    found = {}
    for old, function in inner.items():
        function.body = [rewrite.visit(statement) for statement in function.body]
        arguments = [*function.args.args, *(ast.arg(free) for free in handed[old])]
        function.args = ast.arguments([], arguments, None, [], [], None, [])
        function.name = _lifted(old)
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes(function)):
            as_list(as_generator(function))
        explicit_none(function)
        found[function.name] = placed(function, function)
    return found


def _lifted(old: str) -> str:
    return f"{old}_inner_lifted"


def _can_lift(function: ast.FunctionDef) -> bool:
    arguments = function.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs)
    constant = all(isinstance(default, ast.Constant) for default in arguments.defaults)
    changes = any(isinstance(node, ast.Nonlocal | ast.Global) for node in nodes(function))
    return plain and constant and not changes


def _handed(tree: ast.FunctionDef, inner: dict[str, ast.FunctionDef]) -> dict[str, list[str]]:
    """The variables around each function that it reads, or that those read which it calls."""
    outer = _own_names(tree)
    used: dict[str, set[str]] = {}
    own = {old: _own_names(function) for old, function in inner.items()}
    for old, function in inner.items():
        names = {node.id for node in nodes(function) if isinstance(node, ast.Name)}
        around = set(outer).union(
            *(own[other] for other in inner if _is_in(function, inner[other]))
        )
        used[old] = (names & (around | inner.keys())) - own[old]
    for _time in inner:
        for old in inner:
            for other in used[old] & inner.keys():
                used[old] |= used[other] - own[old]
    return {old: sorted(names - inner.keys()) for old, names in used.items()}


def _is_in(function: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    return function is not other and any(node is function for node in nodes(other))


def _own_names(function: ast.FunctionDef) -> set[str]:
    """What is given a value in a function itself; a comprehension's variables are its own too."""
    shallow = copy.copy(function)
    shallow.body = [_without_functions(statement) for statement in function.body]
    return local_names(shallow)


def _without_functions(statement: ast.stmt) -> ast.stmt:
    class Without(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            return ast.copy_location(ast.Pass(), node)

    new: ast.stmt = Without().visit(copy.deepcopy(statement))
    return new


class _Calls(ast.NodeTransformer):
    """Hands the variables over; takes the functions out."""

    def __init__(self, inner: dict[str, ast.arguments], handed: dict[str, list[str]]) -> None:
        self.inner, self.handed = inner, handed

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return placed(ast.Pass(), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.inner:
            return node
        old = node.func.id
        arguments = self.inner[old]
        names = [each.arg for each in arguments.args]
        given = dict(zip(names, node.args, strict=False))
        given |= {str(keyword.arg): keyword.value for keyword in node.keywords}
        defaults = dict(zip(reversed(names), reversed(arguments.defaults), strict=False))
        if any(each not in given and each not in defaults for each in names):
            return node
        values = [given.get(each) or copy.deepcopy(defaults[each]) for each in names]
        values += [name(free) for free in self.handed[old]]
        return placed(ast.Call(name(_lifted(old)), values, []), node)


class _Named(ast.NodeTransformer):
    """Makes functions of `key=lambda x: E`, of `f = lambda x: E`, and of what has a key."""

    def __init__(self) -> None:
        self.made: list[ast.stmt] = []
        self.count = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        around, self.made = self.made, []
        self.generic_visit(node)
        node.body = [*self.made, *node.body]
        self.made = around
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        for keyword in node.keywords:
            if keyword.arg == "key" and isinstance(keyword.value, ast.Lambda):
                keyword.value = name(self.function("key", keyword.value.args, keyword.value))
        match node:
            case ast.Call(ast.Name(function), [ast.Lambda() as step, *_]) if (
                function == REDUCED or function in STEPWISE
            ):
                node.args[0] = name(self.function("step", step.args, step))
        self.generic_visit(node)
        body = ordering(node)
        if body is None:
            return node
        made = self.function("ordered", parsed("def f(): pass")[0].args, node, body)  # type: ignore[attr-defined]
        return placed(ast.Call(name(made), [], []), node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Assign([ast.Name(variable)], ast.Lambda() as value):
                self.function("", value.args, value, new=variable)
                return placed(ast.Pass(), node)
        return node

    def function(
        self,
        kind: str,
        arguments: ast.arguments,
        node: ast.AST,
        body: list[ast.stmt] | None = None,
        new: str = "",
    ) -> str:
        """The name of a new function."""
        self.count += 1
        made = parsed(f"def {new or f'{kind}_{self.count}'}(): pass")[0]
        assert isinstance(made, ast.FunctionDef)
        made.args = arguments
        made.body = body or [ast.Return(node.body)]  # type: ignore[attr-defined]
        self.made.append(placed(made, node))
        return made.name
