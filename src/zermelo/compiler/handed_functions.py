"""Functions that are handed to others: the other is written once more, for just that function.

    def reaches(todo, done): ...                    def goal(cell): return cell[0] == edge
        if done(cell): ...                    =>    def reaches_for_goal(todo): ...
    reaches(north, lambda cell: cell[0] == edge)        if goal(cell): ...
                                                    reaches_for_goal(north)

The other is one inside the same function, or a function or method of the same module, which comes
inside. It may only call what it is handed, or hand it to itself; all else stays, and is refused
later.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.callables import callee
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.returns import yields_items
from zermelo.compiler.source import local_names, name, nodes, placed, syntax_tree

MOST: Final = 20  # functions that are handed on in one


def specialise(tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any]) -> None:
    """Rewrites the calls of a function that hand one on."""
    if any(isinstance(node, ast.Lambda) for node in nodes(tree)):
        _Specialised(tree, function, bound).rewrite()


class _Specialised(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any]) -> None:
        self.tree, self.globals, self.bound = tree, function.__globals__, bound
        self.made: list[ast.stmt] = []

    def rewrite(self) -> None:
        self.tree.body = [self.visit(statement) for statement in self.tree.body]
        self.tree.body = [*self.made, *self.tree.body]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        places = [i for i, each in enumerate(node.args) if isinstance(each, ast.Lambda)]
        if len(places) != 1 or node.keywords or len(self.made) >= MOST:
            return node
        other, step = self.other(node.func), node.args[places[0]]
        assert isinstance(step, ast.Lambda)
        if other is None or len(node.args) > len(other.args.args) or other.args.defaults:
            return node
        parameter = other.args.args[places[0]].arg
        free = {n.id for n in nodes(step.body) if isinstance(n, ast.Name)}
        free -= {argument.arg for argument in step.args.args}
        used = [n for n in nodes(other) if isinstance(n, ast.Name) and n.id == parameter]
        if free & local_names(other) or len(used) != _calls_of(other, parameter, places[0]):
            return node
        number = len(self.made)
        handed, new = f"handed_{number}", f"{other.name}_for_{number}"
        self.made.append(_function(handed, step))
        del other.args.args[places[0]]
        _Renamed(other.name, new, parameter, handed, places[0]).visit(other)
        other.name = new
        self.made.append(placed(other, node))
        del node.args[places[0]]
        node.func = placed(name(new), node)
        return node

    def other(self, node: ast.expr) -> ast.FunctionDef | None:
        """The function that a call means, to be written once more."""
        value = None
        match node:
            case ast.Name(called):
                inner = [n for n in nodes(self.tree) if isinstance(n, ast.FunctionDef)]
                for each in inner:
                    if each.name == called and each is not self.tree:
                        return None if yields_items(each) else copy.deepcopy(each)
                value = self.globals.get(called)
            case ast.Attribute(ast.Name(owner), method) if owner in self.bound:
                value = getattr(self.bound[owner], method, None)
        found = callee(value)
        if found is None or found[0].__globals__ is not self.globals:
            return None
        try:
            tree = syntax_tree(found[0])
        except CannotCompile:
            return None
        return None if yields_items(tree) else self.without_self(tree, found[1])

    def without_self(
        self, tree: ast.FunctionDef, known: Mapping[str, Any]
    ) -> ast.FunctionDef | None:
        """A method inside another of the same game calls it by the same name."""
        for parameter, value in known.items():
            if self.bound.get(parameter) is not value:
                return None
        tree.args.args = [each for each in tree.args.args if each.arg not in known]
        around = local_names(self.tree) - self.bound.keys()
        free = {n.id for n in nodes(tree) if isinstance(n, ast.Name)} - local_names(tree)
        return None if free & around else tree


def _calls_of(other: ast.FunctionDef, parameter: str, place: int) -> int:
    """How often a parameter is called, or handed to the function itself."""
    times = 0
    for node in nodes(other):
        match node:
            case ast.Call(ast.Name(called)) if called == parameter:
                times += 1
            case ast.Call(ast.Name(called), arguments) if called == other.name:
                given = arguments[place] if place < len(arguments) else None
                times += isinstance(given, ast.Name) and given.id == parameter
    return times


def _function(called: str, step: ast.Lambda) -> ast.FunctionDef:
    made = ast.FunctionDef(called, step.args, [ast.Return(step.body)], [], None)
    return placed(made, step)


class _Renamed(ast.NodeTransformer):
    """Calls what is handed by its own name, and itself without it."""

    def __init__(self, old: str, new: str, parameter: str, handed: str, place: int) -> None:
        self.old, self.new, self.place = old, new, place
        self.parameter, self.handed = parameter, handed

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == self.old:
            node.func.id = self.new
            del node.args[self.place]
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.handed if node.id == self.parameter else node.id
        return node
