"""Generator expressions that are kept, or handed on, as functions that yield.

    legal = (m for m in moves if ok(m))         def generator_1(items):
                                                    for m in items:
                                                        if ok(m): yield m
                                                legal = generator_1(moves)

so that they see what is around them when their turn comes, as in Python. Where all items are taken
at once, as by `sum` or `list`, a loop in that place does the same.
"""

from __future__ import annotations

import ast
import copy
from typing import Any, Final

from zermelo.compiler.source import Blocks

AT_ONCE: Final = {
    "any", "all", "sum", "min", "max", "sorted", "list", "tuple", "set", "frozenset", "dict",
    "next", "join",
}  # fmt: skip


def without_generators(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function with such expressions as functions inside it."""
    if not any(isinstance(node, ast.GeneratorExp) for node in ast.walk(tree)):
        return tree
    tree = copy.deepcopy(tree)
    tree.body = _Keep().block(tree.body)
    return ast.fix_missing_locations(tree)


class _Keep(Blocks, ast.NodeTransformer):
    """Makes functions of generator expressions, each before the statement that has it."""

    def __init__(self) -> None:
        self.made: list[ast.stmt] = []
        self.count = 0
        self.inside = 0  # comprehensions and lambdas, whose variables a function could not reach

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        before, self.made = self.made, []
        new = super().visit(node)
        found, self.made = self.made, before
        new = new if isinstance(new, list) else [new]
        return [*found, *new] if found else (new[0] if len(new) == 1 else new)

    def visit_Call(self, node: ast.Call) -> Any:
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called in AT_ONCE and node.args and isinstance(node.args[0], ast.GeneratorExp):
            self.parts(node.args[0])
            node.func = self.visit(node.func)
            node.args[1:] = [self.visit(each) for each in node.args[1:]]
            node.keywords = [self.visit(each) for each in node.keywords]
            return node
        return self.generic_visit(node)

    def parts(self, node: ast.expr) -> Any:
        """The expressions in a comprehension."""
        self.inside += 1
        self.generic_visit(node)
        self.inside -= 1
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_Lambda = parts  # noqa: N815

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        if self.inside:
            return self.parts(node)  # the translator refuses it
        self.count += 1
        name = f"generator_{self.count}"
        first = self.visit(node.generators[0].iter)
        body: ast.stmt = ast.Expr(ast.Yield(node.elt))
        for loop in reversed(node.generators):
            for test in reversed(loop.ifs):
                body = ast.If(test, [body], [])
            body = ast.For(loop.target, loop.iter, [body], [])
        assert isinstance(body, ast.For)
        body.iter = ast.Name(f"{name}_items", ast.Load())
        arguments = ast.arguments([], [ast.arg(f"{name}_items")], None, [], [], None, [])
        made = ast.FunctionDef(name, arguments, [body], [])
        ast.copy_location(made, node)
        self.made.append(made)
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [first], []), node)
