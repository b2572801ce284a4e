"""Short ways of writing, written out before anything else is done with a rule.

map(f, xs), filter(f, xs)       (f(x) for x in xs), (x for x in xs if f(x))
first, *rest = xs               first = xs[0]; rest = xs[1:]
if (x := f()) > 3               x = f(); if x > 3
del xs[i]                       xs.pop(i)
xs[i:j] = ys                    xs = xs[:i] + ys + xs[j:]
for r, c in product(xs, ys)     for r in xs: for c in ys
match move: case "roll": ...    if move == "roll": ...
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Mapping
from typing import Any

from zermelo.compiler.patterns import conditions
from zermelo.compiler.source import Blocks, assign, call, local_names, name, nodes, placed


def expand(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    rewrite = _Expansions(tree, names)
    tree.body = rewrite.block(tree.body)


class _Expansions(Blocks, ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        self.tree, self.locals = tree, local_names(tree)
        self.parameters = {argument.arg for argument in tree.args.args}
        self.names = names
        self.count = 0

    def new_name(self) -> str:
        self.count += 1
        return f"expanded_{self.count}"

    # --- map and filter ------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("map"), [function, items], []):
                item, made = self.applied(function)
                part = ast.comprehension(ast.Name(item, ast.Store()), items, [], 0)
                return placed(ast.GeneratorExp(made, [part]), node)
            case ast.Call(ast.Name("filter"), [function, items], []):
                item, made = self.applied(function)
                part = ast.comprehension(ast.Name(item, ast.Store()), items, [made], 0)
                return placed(ast.GeneratorExp(name(item), [part]), node)
        return node

    def applied(self, function: ast.expr) -> tuple[str, ast.expr]:
        """The variable of a loop, and what a function makes of it."""
        match function:
            case ast.Lambda(ast.arguments(args=[argument]), body):
                return argument.arg, body
            case ast.Constant(None):
                item = self.new_name()
                return item, name(item)
        item = self.new_name()
        return item, ast.Call(copy.deepcopy(function), [name(item)], [])

    # --- assignments ---------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        match node:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)], value):
                stars = [i for i, each in enumerate(targets) if isinstance(each, ast.Starred)]
                if stars:
                    return self.unpacked(node, targets, stars[0], value)
            case ast.Assign([ast.Subscript(ast.Name(row), ast.Slice(low, high, None))], value):
                if row not in self.parameters:
                    before = ast.Subscript(name(row), ast.Slice(None, low), ast.Load())
                    after = ast.Subscript(name(row), ast.Slice(high, None), ast.Load())
                    parts: list[ast.expr] = [call("list", [value])]
                    parts = ([before] if low else []) + parts + ([after] if high else [])
                    whole = parts[0]
                    for part in parts[1:]:
                        whole = ast.BinOp(whole, ast.Add(), part)
                    return placed(assign(row, whole), node)
        return node

    def unpacked(
        self, node: ast.AST, targets: list[ast.expr], star: int, value: ast.expr
    ) -> list[ast.stmt]:
        whole, after = self.new_name(), len(targets) - star - 1
        made: list[ast.stmt] = [assign(whole, call("list", [value]))]
        for i, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                last = ast.Constant(-after) if after else None
                part: ast.expr = ast.Slice(ast.Constant(star), last)
                target = target.value
            else:
                part = ast.Constant(i if i < star else i - len(targets))
            made.append(ast.Assign([target], ast.Subscript(name(whole), part, ast.Load())))
        return [placed(each, node) for each in made]

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        match node.targets:
            case [ast.Subscript(row, index)] if not isinstance(index, ast.Slice):
                pop = ast.Call(ast.Attribute(row, "pop", ast.Load()), [index], [])
                row.ctx = ast.Load()  # type: ignore[attr-defined]
                return placed(ast.Expr(pop), node)
        return node

    # --- := --------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> Any:
        before = self.named(node.test)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return [*before, node] if before else node

    def visit_While(self, node: ast.While) -> Any:
        before = self.named(node.test)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        if before and not node.orelse:
            end = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
            node.body = [*before, placed(end, node), *node.body]
            node.test = placed(ast.Constant(True), node)
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(node.iter)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        leaves = any(isinstance(part, ast.Break) for each in node.body for part in nodes(each))
        loops = [] if leaves or node.orelse else self.loops(node.target, node.iter)
        if not loops:
            return node
        body = node.body
        for target, items in reversed(loops):
            body = [placed(ast.For(target, items, body, []), node)]
        return body

    # --- product -------------------------------------------------------------------------------

    def loops(self, target: ast.expr, items: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
        """The loops that one over itertools.product stands for; none for any other."""
        if not isinstance(items, ast.Call) or not isinstance(target, ast.Tuple):
            return []
        match items.func:
            case ast.Name(function):
                found = self.names.get(function)
            case ast.Attribute(ast.Name(module), function):
                found = getattr(self.names.get(module), function, None)
            case _:
                return []
        arguments = list(items.args)
        match items.keywords:
            case [ast.keyword("repeat", ast.Constant(int(times)))] if len(arguments) == 1:
                arguments = [copy.deepcopy(arguments[0]) for _ in range(times)]
            case [_, *_]:
                return []
        if found is not itertools.product or len(arguments) != len(target.elts):
            return []
        return list(zip(target.elts, arguments, strict=True))

    def comprehension(self, node: Any) -> Any:
        self.generic_visit(node)
        parts: list[ast.comprehension] = []
        for part in node.generators:
            loops = self.loops(part.target, part.iter)
            made = [ast.comprehension(each, items, [], 0) for each, items in loops]
            if made:
                made[-1].ifs = part.ifs
            parts += made or [part]
        node.generators = parts
        return placed(node, node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = comprehension  # noqa: N815

    # --- match ---------------------------------------------------------------------------------

    def visit_Match(self, node: ast.Match) -> Any:
        subject = self.new_name()
        branches = conditions(node, subject, self.tree)
        if branches is None:
            return self.generic_visit(node)
        first = placed(assign(subject, node.subject), node)
        return self.block([first, *branches])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.body = self.block(node.body)
        return node

    def named(self, test: ast.expr) -> list[ast.stmt]:
        """What `:=` in a condition does first of all, as statements; they are taken out of it."""
        found: list[ast.stmt] = []
        first = _first(test)
        while isinstance(first, ast.NamedExpr):
            found.append(placed(assign(first.target.id, self.visit(first.value)), first))
            read = placed(name(first.target.id), first)
            for node in nodes(test):
                for field, value in ast.iter_fields(node):
                    if value is first:
                        setattr(node, field, read)
                    elif isinstance(value, list) and first in value:
                        value[value.index(first)] = read
            first = _first(test)
        return found


def _first(test: ast.expr) -> ast.expr:
    """The part of a condition that is worked out before all others, and always."""
    match test:
        case ast.BoolOp(_, [left, *_]) | ast.Compare(left) | ast.BinOp(left):
            return left if isinstance(left, ast.NamedExpr) else _first(left)
        case ast.UnaryOp(_, inner):
            return inner if isinstance(inner, ast.NamedExpr) else _first(inner)
    return test
