"""Dicts that a rule makes and fills itself: two lists, of keys and of values.

    count = {MAX: 0, MIN: 0}        count_keys, count_values = [], []  and each item put
    count[player] += 1              the value at the place of the key, or a new key
    for k, v in count.items()       for k, v in zip(count_keys, count_values)

A dict that is used in any other way, or handed on, stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Final

from zermelo.compiler.source import Blocks, assign, call, name, nodes, placed

METHODS: Final = ("get", "items", "keys", "values")


def without_dicts(tree: ast.FunctionDef) -> None:
    """Rewrites the local dicts of a function."""
    found = set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)]) if _makes(node):
                found.add(made)
    found -= _others(tree, found)
    if found:
        rewrite = _Rewrite(found)
        tree.body = rewrite.block(tree.body)


def _makes(node: ast.Assign) -> bool:
    match node:
        case ast.Assign([ast.Name()], ast.Dict(keys)):
            return all(keys)
        case ast.Assign([ast.Name()], ast.DictComp()):
            return True
        case ast.Assign([ast.Name()], ast.Call(ast.Name("dict"), [], [])):
            return True
    return False


def _others(tree: ast.FunctionDef, found: set[str]) -> set[str]:
    """Those that are used in another way than is known here."""
    fine: set[int] = set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name() as target]) if _makes(node):
                fine.add(id(target))
            case ast.Subscript(ast.Name() as value):
                fine.add(id(value))
            case ast.Call(ast.Attribute(ast.Name() as value, method)) if method in METHODS:
                fine.add(id(value))
            case ast.Call(ast.Name("len" | "list" | "sorted"), [ast.Name() as value]):
                fine.add(id(value))
            case ast.Compare(_, [ast.In() | ast.NotIn()], [ast.Name() as value]):
                fine.add(id(value))
            case ast.For(_, ast.Name() as value) | ast.comprehension(_, ast.Name() as value):
                fine.add(id(value))
            case ast.Delete():
                return found
    every = [node for node in nodes(tree) if isinstance(node, ast.Name)]
    parameters = {argument.arg for argument in tree.args.args}
    return {node.id for node in every if node.id in found and id(node) not in fine} | parameters


class _Rewrite(Blocks, ast.NodeTransformer):
    def __init__(self, dicts: set[str]) -> None:
        self.dicts = dicts

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(made)], value) if made in self.dicts:
                empty = [
                    assign(f"{made}__{part}", ast.List([], ast.Load()))
                    for part in ("keys", "values")
                ]
                return [placed(each, node) for each in [*empty, *self.filled(made, value)]]
            case ast.Assign([ast.Subscript(ast.Name(made), key)], value) if made in self.dicts:
                return [placed(each, node) for each in self.put(made, key, value)]
        self.generic_visit(node)
        return node

    def filled(self, made: str, value: ast.expr) -> list[ast.stmt]:
        if isinstance(value, ast.Dict):
            pairs = zip(value.keys, value.values, strict=True)
            return [each for key, item in pairs if key for each in self.put(made, key, item)]
        if isinstance(value, ast.DictComp):
            body = self.put(made, value.key, value.value)
            for part in reversed(value.generators):
                for condition in reversed(part.ifs):
                    body = [ast.If(self.visit(condition), body, [])]
                body = [ast.For(part.target, self.visit(self.keys(part.iter)), body, [])]
            return body
        return []

    def put(self, made: str, key: ast.expr, value: ast.expr) -> list[ast.stmt]:
        """`made[key] = value`; the value first, for it may look at what is there."""
        keys, values = f"{made}__keys", f"{made}__values"
        place = call("dict_place", [name(keys), name("dict__key")])
        return [
            assign("dict__value", self.visit(value)),
            assign("dict__key", self.visit(key)),
            assign("dict__at", place),
            assign(keys, call("dict_put", [name(keys), name("dict__at"), name("dict__key")])),
            assign(values, call("dict_put", [name(values), name("dict__at"), name("dict__value")])),
        ]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        match node.target:
            case ast.Subscript(ast.Name(made), key) if made in self.dicts:
                old = ast.Subscript(name(made), copy.deepcopy(key), ast.Load())
                new = ast.BinOp(old, node.op, node.value)
                return [placed(each, node) for each in self.put(made, key, placed(new, node))]
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Name(made), key) if made in self.dicts:
                both = [name(f"{made}__keys"), name(f"{made}__values")]
                return placed(call("item_of_key", [*both, key]), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [self.keys(argument) for argument in node.args]
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name(made), method), given) if made in self.dicts:
                both: list[ast.expr] = [name(f"{made}__keys"), name(f"{made}__values")]
                if method == "get":
                    other = given[1] if len(given) > 1 else ast.Constant(None)
                    return placed(call("item_or", [*both, given[0], other]), node)
                new = call("zip", both) if method == "items" else both[method == "values"]
                return placed(new, node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        node.comparators = [self.keys(each) for each in node.comparators]
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.visit(self.keys(node.iter))
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.keys(node.iter)
        return self.generic_visit(node)

    def keys(self, value: ast.expr) -> ast.expr:
        """A dict that is gone through is its keys."""
        if isinstance(value, ast.Name) and value.id in self.dicts:
            return placed(name(f"{value.id}__keys"), value)
        return value
