"""Generators compiled away: the loop's body goes where the generator yields.

    for cell in self.actions(state):          empty = self.full ^ state.x ^ state.o
        total += worth(cell)                  while empty:
                                       =>         cell = empty & -empty
    (actions yields each empty cell)              total += worth(cell)
                                                  empty ^= cell

A generator keeps its variables in memory and is entered anew for every item; written into the loop
they stay in registers, and actions that a cutoff skips are never generated. It is also the only
form that a compiler for GPUs takes.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.named_values import conditions
from zermelo.compiler.source import assign, local_names, name, nodes, placed

# A body that is copied to so many places, in nodes of syntax trees, is large enough.
MOST_COPIED: Final = 3000
LISTED: Final = "listed_items"


# --- whatever `actions` returns becomes a generator ----------------------------------------------


def as_generator(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A function that returns the items of something, rewritten to yield them."""
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes(tree)):
        _YieldFrom().visit(tree)
        return ast.fix_missing_locations(tree)
    collector = _collector(tree)
    if collector:
        _Collected(collector).visit(tree)
    _Returned().visit(tree)
    return ast.fix_missing_locations(tree)


def as_list(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A generator rewritten to return the list of its items.

    One that cannot go into its loop, and has lists of its own: those lie in its frame, which is
    gone between two items.
    """
    _Listed().visit(tree)
    last = ast.Return(name(LISTED))
    tree.body = [assign(LISTED, ast.List([], ast.Load())), *tree.body, last]
    tree.returns = None
    return ast.fix_missing_locations(placed(tree, tree))


class _Own(ast.NodeTransformer):
    """Rewrites the statements of a function, and not of those inside it."""

    def __init__(self) -> None:
        self.inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self.inside:
            return node
        self.inside = True
        return self.generic_visit(node)


class _Listed(_Own):
    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        item = node.value.value or ast.Constant(None)
        add = ast.Call(ast.Attribute(name(LISTED), "append", ast.Load()), [item], [])
        return placed(ast.Expr(add), node)

    def visit_Return(self, node: ast.Return) -> Any:
        return placed(ast.Return(name(LISTED)), node)


def comprehension(node: Any, body: list[ast.stmt]) -> list[ast.stmt]:
    """The loops and conditions of a comprehension, around a body."""
    for part in reversed(node.generators):
        body = conditions(node, part.ifs, body)
        body = [counted(placed(ast.For(part.target, part.iter, body, []), node))]
    return body


def counted(loop: ast.For) -> ast.For:
    """`for i, x in enumerate(xs, 1)` as a loop that counts from 0, and i one more."""
    match loop.iter:
        case ast.Call(ast.Name("enumerate"), [items, ast.Constant(int(first))], []):
            pass
        case ast.Call(
            ast.Name("enumerate"), [items], [ast.keyword("start", ast.Constant(int(first)))]
        ):
            pass
        case _:
            return loop
    match loop.target:
        case ast.Tuple([ast.Name(index), item]):
            count = f"count_of_{index}"
            step = assign(index, ast.BinOp(name(count), ast.Add(), ast.Constant(first)))
            target = ast.Tuple([ast.Name(count, ast.Store()), item], ast.Store())
            plain = ast.Call(name("enumerate"), [items], [])
            new: ast.For = placed(ast.For(target, plain, [step, *loop.body], loop.orelse), loop)
            return new
    return loop


def _yields(value: ast.expr) -> list[ast.stmt]:
    """Statements that yield each item of a value."""
    match value:
        case ast.List(items) | ast.Tuple(items):
            return [
                statement
                for item in items
                for statement in (
                    _yields(item.value) if isinstance(item, ast.Starred) else [_yield(item)]
                )
            ]
        case ast.ListComp() | ast.GeneratorExp():
            return comprehension(value, [_yield(value.elt)])
        case ast.Call(ast.Name("list" | "tuple" | "iter"), [only], []):
            return _yields(only)
        case ast.Call(ast.Name("list" | "tuple"), [], []):
            return []
        case ast.IfExp(test, then, other):
            branches = [_yields(then) or [ast.Pass()], _yields(other)]
            return [placed(ast.If(test, *branches), value)]
        case ast.BinOp(left, ast.Add(), right):
            return _yields(left) + _yields(right)
    target = ast.Name("item", ast.Store())
    return [placed(ast.For(target, value, [_yield(name("item"))], []), value)]


def _yield(item: ast.expr) -> ast.stmt:
    statement: ast.stmt = placed(ast.Expr(ast.Yield(item)), item)
    return statement


class _YieldFrom(_Own):
    def visit_Expr(self, node: ast.Expr) -> Any:
        return _yields(node.value.value) if isinstance(node.value, ast.YieldFrom) else node


class _Returned(_Own):
    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        return [*_yields(node.value), ast.copy_location(ast.Return(None), node)]


def _collector(tree: ast.FunctionDef) -> str | None:
    """The list, if there is one, that a function only appends to and returns."""
    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(found)], ast.List([]) | ast.Call(ast.Name("list"), [], [])):
                uses = sum(isinstance(n, ast.Name) and n.id == found for n in nodes(tree))
                if uses == 1 + sum(_collects(node, found) for node in nodes(tree)):
                    return found
    return None


def _collects(node: ast.AST, collector: str) -> bool:
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(who), "append" | "extend"), [_], [])):
            return who == collector
        case ast.AugAssign(ast.Name(who), ast.Add()):
            return who == collector
        case ast.Return(ast.Name(who)):
            return who == collector
        case ast.Return(ast.Call(ast.Name("tuple" | "iter"), [ast.Name(who)], [])):
            return who == collector
    return False


class _Collected(_Own):
    """Appending to the list that is returned becomes yielding."""

    def __init__(self, collector: str) -> None:
        super().__init__()
        self.collector = collector

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        is_it = isinstance(target, ast.Name) and target.id == self.collector
        return ast.copy_location(ast.Pass(), node) if is_it else node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not _collects(node, self.collector):
            return node
        assert isinstance(node.value, ast.Call)
        assert isinstance(node.value.func, ast.Attribute)
        item = node.value.args[0]
        return _yield(item) if node.value.func.attr == "append" else _yields(item)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return _yields(node.value) if _collects(node, self.collector) else node

    def visit_Return(self, node: ast.Return) -> Any:
        return (
            ast.copy_location(ast.Return(None), node) if _collects(node, self.collector) else node
        )


# --- the generator goes into the loop ------------------------------------------------------------


def can_inline(loop: ast.For, generator: ast.FunctionDef) -> bool:
    """Whether `inlined` can do it, and without copying too much."""
    yields = plain = 0
    for node in nodes(generator):
        yields += isinstance(node, ast.Yield)
        plain += isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
        if isinstance(node, ast.YieldFrom | ast.Try | ast.With):
            return False
    size = sum(1 for statement in loop.body for _ in nodes(statement))
    fits = yields == 1 or yields * size <= MOST_COPIED
    return not loop.orelse and yields == plain and fits


def inlined(
    loop: ast.For, generator: ast.FunctionDef, arguments: Mapping[str, ast.expr], tag: str
) -> list[ast.stmt]:
    """The loop over a generator as one piece of code; its names get the `tag`.

    Python has no goto, so that leaving the loop from within the generator's own loops takes a
    flag that each of them passes on; the compiler sees through it.
    """
    generator = copy.deepcopy(generator)
    names = {local: f"{local}_{tag}" for local in local_names(generator)}
    _Renamed(names).visit(generator)
    done = f"done_{tag}" if "done" not in names else f"done_loop_{tag}"
    body = _own_level(loop.body, done)
    expansion = _Expansion(loop.target, body, done)
    statements = expansion.statements(generator.body)
    begin = [assign(names[parameter], value) for parameter, value in arguments.items()]
    if expansion.leaves or _Leaves.found(body, done):
        begin.append(assign(done, ast.Constant(False)))
        statements = [ast.While(ast.Constant(True), [*statements, ast.Break()], [])]
    return [placed(statement, loop) for statement in begin + statements]


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        return node


class _Expansion(ast.NodeTransformer):
    """Puts the loop's body where the generator yields."""

    def __init__(self, target: ast.expr, body: list[ast.stmt], done: str) -> None:
        self.target, self.body, self.done = target, body, done
        self.leaves = False  # whether the generator returns before its end

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        changed: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            changed.extend(new if isinstance(new, list) else [new])
        return changed

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        item = node.value.value or ast.Constant(None)
        first = ast.Assign([copy.deepcopy(self.target)], item)
        return [placed(first, node), *copy.deepcopy(self.body)]

    def visit_Return(self, node: ast.Return) -> Any:
        self.leaves = True
        return [placed(assign(self.done, ast.Constant(True)), node), placed(ast.Break(), node)]

    def visit_For(self, node: ast.For | ast.While) -> Any:
        self.generic_visit(node)
        if not _Leaves.found(node.body, self.done):
            return node
        return [node, placed(ast.If(name(self.done), [ast.Break()], []), node)]

    visit_While = visit_For  # noqa: N815


class _Leaves(ast.NodeVisitor):
    """Looks for statements that set a flag."""

    def __init__(self, flag: str) -> None:
        self.flag, self.is_set = flag, False

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        self.is_set |= isinstance(target, ast.Name) and target.id == self.flag

    @classmethod
    def found(cls, body: list[ast.stmt], flag: str) -> bool:
        visitor = cls(flag)
        for statement in body:
            visitor.visit(statement)
        return visitor.is_set


def _own_level(body: list[ast.stmt], done: str) -> list[ast.stmt]:
    """The body of a loop whose `break` and `continue` shall still mean that loop."""
    rewrite = _BreakAndContinue(done)
    body = rewrite.statements(copy.deepcopy(body))
    if not rewrite.continues:
        return body
    # `continue` leaves a loop of one turn around the body; `break` then goes on from there.
    once: ast.stmt = ast.While(ast.Constant(True), [*body, ast.Break()], [])
    return [once, ast.If(name(done), [ast.Break()], [])] if rewrite.breaks else [once]


class _BreakAndContinue(ast.NodeTransformer):
    def __init__(self, done: str) -> None:
        self.done = done
        self.breaks = self.continues = False

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        holder = ast.Module(body, [])
        self.visit(holder)
        return holder.body

    def visit_For(self, node: Any) -> Any:
        return node  # what is inside belongs to that loop

    visit_While = visit_For  # noqa: N815

    def visit_Break(self, node: ast.Break) -> Any:
        self.breaks = True
        return [placed(assign(self.done, ast.Constant(True)), node), node]

    def visit_Continue(self, node: ast.Continue) -> Any:
        self.continues = True
        return ast.copy_location(ast.Break(), node)
