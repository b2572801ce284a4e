"""A function that is chosen by a condition, or has another name: the condition is kept instead.

mine = upper if white else lower    mine_chosen = True if white else False
mine(cell)                          upper(cell) if mine_chosen else lower(cell)
look = self.at
look(r, c)                          self.at(r, c)
score = partial(worth, cells)       score_given_0 = cells
score(line)                         worth(score_given_0, line)
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Mapping
from functools import partial
from typing import Any

from zermelo.compiler.source import Blocks, assign, local_names, name, nodes, placed


def without_choices(
    tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]
) -> None:
    """Rewrites one function; `names` are those of its module."""
    known = _Known(tree, names, bound)
    chosen = {}
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(target)], value) if known.is_choice(
                value
            ) or known.is_partial(value):
                chosen[target] = value
    stores = [n.id for n in nodes(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    parameters = {n.arg for n in nodes(tree) if isinstance(n, ast.arg)}
    chosen = {k: v for k, v in chosen.items() if stores.count(k) == 1 and k not in parameters}
    used = {id(f) for n in nodes(tree) for f in _handed(n)}
    for node in nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in used:
            chosen.pop(node.id, None)
    calls = [node for node in nodes(tree) if isinstance(node, ast.Call)]
    if chosen or any(map(known.is_partial, calls)):
        tree.body = _Choices(chosen, known).block(tree.body)


def _handed(node: ast.AST) -> list[ast.expr]:
    """The functions that are called there, or handed to what calls them with one argument."""
    match node:
        case ast.Call(ast.Name("map" | "filter"), [function, _], []):
            return [node.func, function]
        case ast.Call(function, _, keywords):
            return [function, *(each.value for each in keywords if each.arg == "key")]
    return []


class _Known:
    def __init__(
        self, tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]
    ) -> None:
        self.locals = local_names(tree) - bound.keys()
        self.names, self.bound = names, bound

    def is_choice(self, value: ast.expr) -> bool:
        match value:
            case ast.IfExp(_, first, other):
                return self.is_choice(first) and self.is_choice(other)
        return self.is_function(value)

    def is_partial(self, value: ast.expr) -> bool:
        """Whether it is a function of which some arguments are given already."""
        match value:
            case ast.Call(maker, [function, *given], named) if self.meaning(maker) is partial:
                stars = any(isinstance(each, ast.Starred) for each in given)
                return self.is_function(function) and not stars and all(k.arg for k in named)
        return False

    def meaning(self, value: ast.expr) -> Any:
        """What a name of the module, or of one that it imports, stands for."""
        match value:
            case ast.Name(known) if known not in self.locals:
                return self.names.get(known)
            case ast.Attribute(ast.Name(owner), known) if owner not in self.locals:
                return getattr(self.names.get(owner), known, None)
        return None

    def is_function(self, value: ast.expr) -> bool:
        """Whether it is plainly a function that is known; a class makes something else."""
        found: Any = None
        match value:
            case ast.Name(known) if known not in self.locals:
                found = self.names.get(known, getattr(builtins, known, None))
            case ast.Attribute(ast.Name(owner), known) if owner not in self.locals:
                whole = self.bound.get(owner, self.names.get(owner, getattr(builtins, owner, None)))
                found = getattr(whole, known, None)
        return callable(found) and not isinstance(found, type)


class _Choices(Blocks, ast.NodeTransformer):
    def __init__(self, chosen: dict[str, ast.expr], known: _Known) -> None:
        self.chosen, self.known = chosen, known

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(target)], ast.Call() as made) if target in self.chosen:
                given = [*made.args[1:], *(each.value for each in made.keywords)]
                first = [
                    assign(f"{target}_given_{i}", self.visit(each)) for i, each in enumerate(given)
                ]
                return [placed(each, node) for each in first or [ast.Pass()]]
            case ast.Assign([ast.Name(target)], value) if target in self.chosen:
                kept = [
                    assign(test, _truth(self.visit(copy.deepcopy(asked))))
                    for test, asked in _tests(target, value)
                ]
                return [placed(each, node) for each in kept or [ast.Pass()]]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        handed = [each for each in _handed(node) if each is not node.func]
        self.generic_visit(node)
        for each in handed:
            at_once = isinstance(each, ast.Call) and self.known.is_partial(each)
            if at_once or (isinstance(each, ast.Name) and each.id in self.chosen):
                step = ast.parse("lambda chosen_item: 0", mode="eval").body
                assert isinstance(step, ast.Lambda)
                if isinstance(each, ast.Call):
                    items = [*each.args[1:], name("chosen_item")]
                    step.body = ast.Call(each.args[0], items, each.keywords)
                else:
                    made = ast.Call(each, [name("chosen_item")], [])
                    step.body = self.called(each.id, made)  # type: ignore[attr-defined]
                node.args = [placed(step, node) if a is each else a for a in node.args]
                for keyword in node.keywords:
                    keyword.value = placed(step, node) if keyword.value is each else keyword.value
        if isinstance(node.func, ast.Name) and node.func.id in self.chosen:
            return placed(self.called(node.func.id, node), node)
        return node

    def called(self, target: str, node: ast.Call) -> ast.expr:
        return _written(target, self.chosen[target], node)


def _truth(test: ast.expr) -> ast.expr:
    return ast.IfExp(test, ast.Constant(True), ast.Constant(False))


def _tests(target: str, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """The names of the conditions, and what each is; one that is not asked for is not met."""
    match value:
        case ast.IfExp(test, first, other):
            inner = [*_tests(f"{target}_yes", first), *_tests(f"{target}_no", other)]
            yes = [n for n, _asked in _tests(f"{target}_yes", first)]
            both = [(f"{target}_chosen", test)]
            for each, asked in inner:
                met: ast.expr = name(f"{target}_chosen")
                if each not in yes:
                    met = ast.UnaryOp(ast.Not(), met)
                both.append((each, ast.BoolOp(ast.And(), [met, asked])))
            return both
    return []


def _written(target: str, value: ast.expr, node: ast.Call) -> ast.expr:
    match value:
        case ast.IfExp(_, first, other):
            yes = _written(f"{target}_yes", first, node)
            no = _written(f"{target}_no", other, node)
            return ast.IfExp(name(f"{target}_chosen"), yes, no)
        case ast.Call(_, [function, *given], named):
            kept = [name(f"{target}_given_{i}") for i in range(len(given) + len(named))]
            later = {each.arg for each in node.keywords}
            known = [
                ast.keyword(each.arg, value)
                for each, value in zip(named, kept[len(given) :], strict=True)
                if each.arg not in later
            ]
            arguments = [*kept[: len(given)], *copy.deepcopy(node.args)]
            named = [*known, *copy.deepcopy(node.keywords)]
            return ast.Call(copy.deepcopy(function), arguments, named)
    return ast.Call(copy.deepcopy(value), copy.deepcopy(node.args), copy.deepcopy(node.keywords))
