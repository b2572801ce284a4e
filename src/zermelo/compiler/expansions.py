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

from zermelo.compiler.named_values import taken_out, while_loop
from zermelo.compiler.patterns import conditions
from zermelo.compiler.runs import counting, grouped
from zermelo.compiler.source import Blocks, assign, call, local_names, name, nodes, parsed, placed
from zermelo.compiler.text_values import mark_grown


def expand(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    mark_grown(tree)
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

    def meaning(self, node: ast.expr) -> Any:
        """What a global name, or a name in a module, stands for; None for all others."""
        match node:
            case ast.Name(function) if function not in self.locals:
                return self.names.get(function)
            case ast.Attribute(ast.Name(module), function) if module not in self.locals:
                return getattr(self.names.get(module), function, None)
        return None

    # --- map and filter ------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("map"), [function, items], []):
                item, made = self.applied(function)
                part = ast.comprehension(ast.Name(item, ast.Store()), items, [], 0)
                return placed(ast.GeneratorExp(made, [part]), node)
            case ast.Call(ast.Name("map"), [function, *several], []) if len(several) > 1:
                return self.mapped(node, function, several)
            case ast.Call(ast.Name("filter"), [function, items], []):
                item, made = self.applied(function)
                part = ast.comprehension(ast.Name(item, ast.Store()), items, [made], 0)
                return placed(ast.GeneratorExp(name(item), [part]), node)
            case ast.Call(ast.Name("float"), [ast.Constant("inf" | "-inf" as text)], []) if (
                "float" not in self.locals and "float" not in self.names
            ):
                return placed(ast.Constant(float(text)), node)
            case ast.Call(_, [function, items], []) if self.meaning(node.func) is itertools.starmap:
                return self.star_mapped(node, function, items)
        return node

    def mapped(self, node: ast.Call, function: ast.expr, several: list[ast.expr]) -> ast.AST:
        """`map(f, xs, ys)`."""
        names = [self.new_name() for _items in several]
        made: ast.expr = ast.Call(function, [name(each) for each in names], [])
        match function:
            case ast.Lambda(ast.arguments(args=given, defaults=[], vararg=None), body) if len(
                given
            ) == len(several):
                names, made = [each.arg for each in given], body
        stores: list[ast.expr] = [ast.Name(each, ast.Store()) for each in names]
        part = ast.comprehension(ast.Tuple(stores, ast.Store()), call("zip", several), [], 0)
        return placed(ast.GeneratorExp(made, [part]), node)

    def star_mapped(self, node: ast.Call, function: ast.expr, items: ast.expr) -> ast.AST:
        """`starmap(f, pairs)`, of a lambda, which says how many parts each has."""
        match function:
            case ast.Lambda(ast.arguments(args=[_, *_] as given, defaults=[]), body):
                names: list[ast.expr] = [ast.Name(each.arg, ast.Store()) for each in given]
                target = ast.Tuple(names, ast.Store()) if len(names) > 1 else names[0]
                part = ast.comprehension(target, items, [], 0)
                return placed(ast.GeneratorExp(body, [part]), node)
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
        is_left = self.is_part_of_state(targets, star, value)
        if isinstance(value, ast.Name) and is_left:
            whole, made = value.id, []
        elif star and after:  # or one item would be taken twice
            made += parsed(f"if len({whole}) < {len(targets) - 1}: raise ValueError('few')")
        for i, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                last = ast.Constant(-after) if after else None
                part: ast.expr = ast.Slice(ast.Constant(star), last)
                target = target.value
            else:
                part = ast.Constant(i if i < star else i - len(targets))
            if not (is_left and i == star):
                made.append(ast.Assign([target], ast.Subscript(name(whole), part, ast.Load())))
        return [placed(each, node) for each in made]

    def is_part_of_state(self, targets: list[ast.expr], star: int, value: ast.expr) -> bool:
        """Whether the rest of a parameter, with parts of several types perhaps, is left unused."""
        starred = targets[star]
        assert isinstance(starred, ast.Starred)
        if not isinstance(value, ast.Name) or not isinstance(starred.value, ast.Name):
            return False
        stored = {n.id for each in targets for n in nodes(each) if isinstance(n, ast.Name)}
        rest = starred.value.id
        used = any(
            isinstance(n, ast.Name) and n.id == rest and isinstance(n.ctx, ast.Load)
            for n in nodes(self.tree)
        )
        return not used and value.id in self.parameters and value.id not in stored

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        match node.targets:
            case [ast.Subscript(ast.Name() as row, ast.Slice() as part)]:
                put = ast.Assign([ast.Subscript(row, part, ast.Store())], ast.List([], ast.Load()))
                row.ctx = ast.Load()
                new: ast.AST = self.visit(placed(put, node))
                return new
            case [ast.Subscript(row, index)] if not isinstance(index, ast.Slice):
                pop = ast.Call(ast.Attribute(row, "pop", ast.Load()), [index], [])
                row.ctx = ast.Load()  # type: ignore[attr-defined]
                return placed(ast.Expr(pop), node)
        return node

    # --- := and loops --------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> Any:
        before, node.test = taken_out(node.test, self.new_name)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return [*self.block(before), node] if before else node

    def visit_While(self, node: ast.While) -> Any:
        node = while_loop(node, self.new_name)
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        value = self.meaning(node.iter.func) if isinstance(node.iter, ast.Call) else None
        counted = counting(node, value, self.new_name()) if value is itertools.count else None
        if counted is not None:
            return self.block(counted)
        runs = grouped(node.target, node.iter, [*node.body], value, self.applied)
        if runs is not None:
            node.target, node.iter, key, sign = runs
            node.body = [placed(assign(key, sign), node), *node.body]
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
        found = self.meaning(items.func)
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
        for i, part in enumerate(node.generators):
            value = self.meaning(part.iter.func) if isinstance(part.iter, ast.Call) else None
            others = [*_results(node), *part.ifs, *node.generators[i + 1 :]]
            runs = grouped(part.target, part.iter, others, value, self.applied)
            if runs is not None:
                target, items, key, sign = runs
                parts.append(ast.comprehension(target, items, [], 0))
                one = ast.Tuple([sign], ast.Load())
                parts.append(ast.comprehension(ast.Name(key, ast.Store()), one, part.ifs, 0))
                continue
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
        branches = conditions(node, subject, self.tree, self.names)
        if branches is None:
            return self.generic_visit(node)
        first = placed(assign(subject, node.subject), node)
        return self.block([first, *branches])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.body = self.block(node.body)
        return node


def _results(node: Any) -> list[ast.AST]:
    """What a comprehension makes."""
    return [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
