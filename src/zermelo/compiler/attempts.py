"""`try` as conditions: what would raise is asked for before it is done.

    try:                            failed = False
        cell = board[r][c]          if item_is_there(board, r) and item_is_there(board[r], c):
    except IndexError:                  cell = board[r][c]
        continue                    else:
    ...                                 failed = True
                                    if failed: continue

That is done for items of lists and dicts, `xs.index(x)`, `next(items)` and `raise`. A `try` in
which something is changed before the error could come, or that calls what might raise one itself,
or leaves a loop before its `finally`, stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.named_values import COMPREHENSIONS
from zermelo.compiler.order import acts
from zermelo.compiler.source import Blocks, assign, call, name, nodes, placed

ERRORS: Final = {
    "IndexError": {"IndexError"},
    "KeyError": {"KeyError"},
    "LookupError": {"IndexError", "KeyError"},
    "ValueError": {"ValueError"},
    "StopIteration": {"StopIteration"},
}
# What cannot raise any of these but by its arguments.
CALLS: Final = (
    "len",
    "abs",
    "range",
    "enumerate",
    "zip",
    "sum",
    "any",
    "all",
    "list",
    "tuple",
    "set",
)
ADDS: Final = ("append", "extend", "add", "count", "get", "items", "keys", "values")
PLAIN: Final = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare),
    *(ast.BoolOp, ast.IfExp, ast.Tuple, ast.Call, ast.operator, ast.unaryop, ast.cmpop, ast.boolop),
)


class _Unclear(Exception):
    """What an error would leave behind is not certain."""


def without_try(tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    if any(isinstance(node, ast.Try) for node in nodes(tree)):
        tree.body = _Attempts(names, bound, _dicts(tree)).block(tree.body)


def _dicts(tree: ast.FunctionDef) -> set[str]:
    """The variables that get a value once, a dict."""
    found = {
        node.targets[0].id
        for node in nodes(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Dict | ast.DictComp)
    } - {each.arg for each in tree.args.args}
    times = [n.id for n in nodes(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return {made for made in found if times.count(made) == 1}


class _Attempts(Blocks, ast.NodeTransformer):
    def __init__(self, names: Mapping[str, Any], bound: Mapping[str, Any], dicts: set[str]) -> None:
        self.names, self.bound, self.dicts = names, bound, dicts
        self.count = 0
        self.failed, self.caught = "", set[str]()

    def visit_Try(self, node: ast.Try) -> Any:
        if node.finalbody:
            return self.at_last(node)
        self.generic_visit(node)
        caught = _caught(node)
        if not caught or self.names.keys() & ERRORS.keys():
            return node
        self.count += 1
        self.failed, self.caught = f"attempt_{self.count}_failed", caught
        handler = node.handlers[0].body
        try:
            body = self.guarded(copy.deepcopy(node.body))
        except _Unclear:
            return node
        after = ast.If(name(self.failed), handler, node.orelse)
        made = [assign(self.failed, ast.Constant(False)), *body, after]
        return [placed(each, node) for each in made]

    def at_last(self, node: ast.Try) -> Any:
        """`finally`: what is done behind the rest, and before each `return` in it.

        An error that nobody catches ends the search anyhow.
        """
        last, node.finalbody = node.finalbody, []
        leaves = (ast.Return, ast.Break, ast.Continue, ast.Raise)
        if any(isinstance(part, leaves) for each in last for part in nodes(each)):
            node.finalbody = last
            return node
        rest: list[ast.stmt] = [node] if node.handlers else [*node.body, *node.orelse]
        if any(isinstance(part, leaves[1:]) for each in rest for part in nodes(each)):
            node.finalbody = last
            return node
        self.count += 1
        rest = _Last(last, f"attempt_{self.count}_result").block(rest)
        return self.block([*rest, *copy.deepcopy(last)])

    # --- statements ----------------------------------------------------------------------------

    def guarded(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements, as far as none of them fails."""
        if not body:
            return []
        first, rest = body[0], body[1:]
        match first:
            case ast.Raise(ast.Name(error) | ast.Call(ast.Name(error))) if error in self.caught:
                return [self.fails()]
            case ast.Assign([target], ast.Call(ast.Name("next"), [items], [])):
                return self.first_of(items, target, [], rest)
            case ast.Expr(ast.Call(ast.Name("next"), [items], [])):
                return self.first_of(items, None, [], rest)
            case ast.Return(ast.Call(ast.Name("next"), [items], [])):
                found = ast.Name(f"{self.failed}_item", ast.Store())
                return self.first_of(items, found, [ast.Return(name(found.id))], [])
            case ast.If(test, then, otherwise):
                first.body, first.orelse = self.guarded(then), self.guarded(otherwise)
                return self.after(first, self.condition(test), rest, inside=True)
            case ast.For(_, items, inner, []):
                first.body = [*self.guarded(inner), ast.If(name(self.failed), [ast.Break()], [])]
                return self.after(first, self.condition(items), rest, inside=True)
            case ast.Assign() | ast.AugAssign() | ast.Expr() | ast.Return():
                return self.after(first, self.simple(first), rest)
            case ast.Pass() | ast.Break() | ast.Continue():
                return [first, *self.guarded(rest)]
        raise _Unclear

    def fails(self) -> ast.stmt:
        return assign(self.failed, ast.Constant(True))

    def after(
        self, first: ast.stmt, test: ast.expr | None, rest: list[ast.stmt], inside: bool = False
    ) -> list[ast.stmt]:
        """A statement where a condition holds, and what follows it where nothing has failed."""
        following = self.guarded(rest)
        if following and inside:
            following = [ast.If(name(self.failed), [ast.Pass()], following)]
        done = [first, *following]
        return done if test is None else [ast.If(test, done, [self.fails()])]

    def first_of(
        self, items: ast.expr, target: ast.expr | None, then: list[ast.stmt], rest: list[ast.stmt]
    ) -> list[ast.stmt]:
        """`next(items)`: a loop that is left in its first turn."""
        if "StopIteration" not in self.caught or not isinstance(items, ast.GeneratorExp):
            raise _Unclear
        kept = target or ast.Name(f"{self.failed}_item", ast.Store())
        loop = ast.For(kept, items, [*then, ast.Break()], [self.fails()])
        following = self.guarded(rest)
        if following:
            following = [ast.If(name(self.failed), [ast.Pass()], following)]
        return [loop, *following]

    def simple(self, statement: ast.stmt) -> ast.expr | None:
        """What must hold that a statement does not fail."""
        test = self.condition(statement)
        acting = [n for n in nodes(statement) if isinstance(n, ast.Call) and acts(_shell(n))]
        if test is None or not acting:
            return test
        inner = {id(n) for each in acting[0].args for n in nodes(each)}
        risks = [n for n in nodes(statement) if self.risk(n) is not None]
        if len(acting) > 1 or any(id(n) not in inner for n in risks):
            raise _Unclear
        return test

    # --- expressions ---------------------------------------------------------------------------

    def condition(self, node: ast.AST) -> ast.expr | None:
        """What must hold that nothing fails in an expression, in Python's order; None: nothing."""
        match node:
            case ast.BoolOp(sign, [first, *others]) if others:
                rest = others[0] if len(others) == 1 else ast.BoolOp(sign, others)
                later = self.condition(rest)
                if later is None:
                    return self.condition(first)
                decided: ast.expr = copy.deepcopy(_plain(first))
                if isinstance(sign, ast.And):
                    decided = ast.UnaryOp(ast.Not(), decided)
                return _both(self.condition(first), ast.BoolOp(ast.Or(), [decided, later]))
            case ast.IfExp(test, then, otherwise):
                parts = [self.condition(then), self.condition(otherwise)]
                if parts == [None, None]:
                    return self.condition(test)
                yes, no = (part or ast.Constant(True) for part in parts)
                return _both(self.condition(test), ast.IfExp(copy.deepcopy(_plain(test)), yes, no))
            case ast.AugAssign(ast.Subscript(items, key), _, value):
                if not isinstance(key, ast.Slice):
                    parts = [*map(self.condition, (items, key)), self.item(items, key, put=False)]
                    return _both(_both(*parts[:2]), _both(parts[2], self.condition(value)))
        if isinstance(node, (*COMPREHENSIONS, ast.Lambda)):
            if any(isinstance(part, ast.Subscript | ast.Call) for part in nodes(node)):
                raise _Unclear
            return None
        found: ast.expr | None = None
        for child in ast.iter_child_nodes(node):
            found = _both(found, self.condition(child))
        own = self.risk(node)
        return found if own is None else _both(found, own)

    def risk(self, node: ast.AST) -> ast.expr | None:
        """What must hold that an operation itself does not fail."""
        match node:
            case ast.Subscript(_, ast.Slice()):
                return None
            case ast.Subscript(items, key, ctx):
                return self.item(items, key, isinstance(ctx, ast.Store))
            case ast.Call(ast.Attribute(items, "index"), [item], []):
                if "ValueError" not in self.caught:
                    return None
                both = copy.deepcopy((_plain(item), _plain(items)))
                return ast.Compare(both[0], [ast.In()], [both[1]])
            case ast.Call(ast.Name(function)) if function in CALLS:
                return None
            case ast.Call(ast.Attribute(_, method)) if method in ADDS:
                return None
            case ast.Call() | ast.Assign([ast.Tuple()], ast.Name() | ast.Attribute()):
                raise _Unclear  # it might raise one itself
        return None

    def item(self, items: ast.expr, key: ast.expr, put: bool) -> ast.expr | None:
        items, key = copy.deepcopy((_plain(items), _plain(key)))
        if isinstance(self.known(items), dict) or getattr(items, "id", "") in self.dicts:
            asked = "KeyError" in self.caught and not put
            return ast.Compare(key, [ast.In()], [items]) if asked else None
        errors = self.caught - {"KeyError"} if put else self.caught
        for error, asked_by in ASKED.items():
            if error <= errors:
                return call(asked_by, [items, key])
        return None

    def known(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(known):
                return self.names.get(known)
            case ast.Attribute(ast.Name(owner), known) if owner in self.bound:
                return getattr(self.bound[owner], known, None)
        return None


class _Last(Blocks, ast.NodeTransformer):
    """Puts statements before each `return`."""

    def __init__(self, last: list[ast.stmt], result: str) -> None:
        self.last, self.result = last, result

    def visit_Return(self, node: ast.Return) -> Any:
        last = copy.deepcopy(self.last)
        if node.value is None:
            return [*last, node]
        kept = assign(self.result, node.value)
        return [placed(kept, node), *last, placed(ast.Return(name(self.result)), node)]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node


# What asks for an item that may be missing, by the errors that are caught; the strictest first.
ASKED: Final = {
    frozenset({"IndexError", "KeyError"}): "item_is_there",
    frozenset({"IndexError"}): "index_is_there",
    frozenset({"KeyError"}): "key_is_there",
}


def _caught(node: ast.Try) -> set[str]:
    """The errors that a `try` with one handler catches; none where they are not all known."""
    match node.handlers:
        case [ast.ExceptHandler(kind, str(own), body)]:
            if any(isinstance(n, ast.Name) and n.id == own for each in body for n in nodes(each)):
                return set()
        case [ast.ExceptHandler(kind)]:
            pass
        case _:
            return set()
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    found: set[str] = set()
    for part in parts:
        if not isinstance(part, ast.Name) or part.id not in ERRORS:
            return set()
        found |= ERRORS[part.id]
    return found


def _plain(node: ast.expr) -> ast.expr:
    """What may be worked out twice."""
    if acts(node) or not all(isinstance(part, PLAIN) for part in nodes(node)):
        raise _Unclear
    return node


def _shell(node: ast.Call) -> ast.Call:
    """The call, without what its arguments do."""
    return ast.Call(node.func, [], [])


def _both(one: ast.expr | None, other: ast.expr | None) -> ast.expr | None:
    if one is None or other is None:
        return other if one is None else one
    return ast.BoolOp(ast.And(), [one, other])
