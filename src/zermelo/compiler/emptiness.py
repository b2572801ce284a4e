"""Whether a function would give any items, found without making them.

    def actions(self, state):                    def actions(self, state):
        found = []
        for cell in self.cells:             =>       for cell in self.cells:
            if state.board[cell] == 0:                   if state.board[cell] == 0:
                found.append(cell)                           return True
        return found                                 return False

`not self.actions(state)` needs no more than that. A list that only grows and is returned is never
empty again once something was added, so that there is no need to go on.

    found += self.jumps(board, cell)    =>   if some_of(self.jumps(board, cell)):
                                                 found += self.jumps(board, cell)

A function that calls itself has a large frame and is never a part of its caller. Most often it has
nothing to give, and where it need not call itself to tell, that is asked first (`tells_at_once`).
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.aliases import CHANGES
from zermelo.compiler.callables import callee
from zermelo.compiler.source import call, nodes, placed, syntax_tree
from zermelo.game import Game

SOME_OF: Final = "some_of"  # asks whether a call would give items; a name that no user has
MAKERS: Final = ("list", "tuple", "sorted", "iter", "reversed")
READERS: Final = ("abs", "all", "any", "bool", "divmod", "enumerate", "int", "len", "max", "min",
                  "range", "reversed", "sum", "zip")  # fmt: skip
PLAIN: Final = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Pass)


def gives_items(tree: ast.FunctionDef) -> bool:
    """Whether a function is plainly one that yields, or returns a list."""
    growing = _growing(tree)
    for node in nodes(tree):
        match node:
            case ast.Yield() | ast.YieldFrom():
                return True
            case ast.Return(ast.List() | ast.ListComp()):
                return True
            case ast.Return(ast.Name(name)) if name in growing:
                return True
    return False


def ends_stuck(game: Game[Any, Any]) -> bool:
    """Whether a game is over just where there are no actions, so that nobody need ask for both.

    Its `is_terminal` is `return not self.actions(state)` then, and nothing else.
    """
    found = callee(game.is_terminal)
    if found is None:
        return False
    tree = syntax_tree(found[0])
    parameters = [each.arg for each in tree.args.args]
    match [each for each in tree.body if not _is_docstring(each)]:
        case [ast.Return(ast.UnaryOp(ast.Not(), given))]:
            pass
        case _:
            return False
    while isinstance(given, ast.Call) and isinstance(given.func, ast.Name):
        if given.func.id not in MAKERS or len(given.args) != 1 or given.keywords:
            return False
        given = given.args[0]
    match given:
        case ast.Call(ast.Attribute(ast.Name(owner), called), [ast.Name(state)], []):
            return called == "actions" and parameters == [owner, state]
    return False


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def has_items(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function rewritten to tell whether it would give any."""
    rewrite = _Some(_growing(tree))
    tree.body = [*rewrite.block(tree.body), ast.Return(ast.Constant(False))]
    tree.returns = None
    return ast.fix_missing_locations(placed(tree, tree))


def tells_at_once(function: Any, bound: Mapping[str, Any]) -> bool:
    """Whether a function calls itself, but neither that nor a change tells whether it gives any."""
    tree, own = syntax_tree(function), function.__name__
    if not gives_items(tree) or not _mentions(tree, own):
        return False
    asked = has_items(tree)
    return not _mentions(asked, own) and _only_looks(asked, function, bound)


def _mentions(tree: ast.AST, name: str) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.Attribute) and node.attr == name)
        for node in nodes(tree)
    )


def _only_looks(
    tree: ast.FunctionDef, function: Any, bound: Mapping[str, Any], depth: int = 3
) -> bool:
    """Whether a function, and whatever it calls, plainly changes nothing that it is handed."""
    for node in nodes(tree):
        match node:
            case ast.Subscript(_, _, ast.Store() | ast.Del()) | ast.Attribute(_, _, ast.Store()):
                return False
            case ast.Call(ast.Name(name)) if name in READERS and name not in function.__globals__:
                continue
            case ast.Call(ast.Attribute(_, name)) if name in CHANGES:
                return False
            case ast.Call(called):
                value = None
                match called:
                    case ast.Name(name):
                        value = function.__globals__.get(name)
                    case ast.Attribute(ast.Name(owner), name) if owner in bound:
                        value = getattr(bound[owner], name, None)
                found = callee(value)
                if found is None or depth == 0:
                    return False
                if not _only_looks(syntax_tree(found[0]), *found, depth - 1):
                    return False
            case ast.AugAssign(ast.Name()) | ast.Yield() | ast.YieldFrom() | ast.FunctionDef():
                if node is not tree:
                    return False
    return True


class _Some(ast.NodeTransformer):
    def __init__(self, growing: set[str]) -> None:
        self.growing = growing

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements up to the first that ends them; what comes before `return True` is no use."""
        found: list[ast.stmt] = []
        for statement in body:
            new = self.visit(statement)
            found += new if isinstance(new, list) else [new]
            if isinstance(found[-1], ast.Return):
                break
        match found[-1]:
            case ast.Return(ast.Constant(True)):
                last = found.pop()
                while found and isinstance(found[-1], PLAIN):
                    found.pop()
                found.append(last)
        return found

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        return self._begun(node, node.targets[0])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        return self._begun(node, node.target)

    def _begun(self, node: ast.stmt, target: ast.expr) -> ast.stmt:
        is_list = isinstance(target, ast.Name) and target.id in self.growing
        return ast.copy_location(ast.Pass(), node) if is_list else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add(), items) if name in self.growing:
                return self._if(some(items, self.growing), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Yield():
                return self._if(ast.Constant(True), node)
            case ast.YieldFrom(items):
                return self._if(some(items, self.growing), node)
            case ast.Call(ast.Attribute(ast.Name(name), "append"), [_]) if name in self.growing:
                return self._if(ast.Constant(True), node)
            case ast.Call(ast.Attribute(ast.Name(name), "extend"), [items]) if name in self.growing:
                return self._if(some(items, self.growing), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        value = ast.Constant(False) if node.value is None else some(node.value, self.growing)
        new: ast.stmt = placed(ast.Return(value), node)
        return new

    def visit_If(self, node: ast.If) -> ast.stmt:
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse) if node.orelse else []
        return node

    def visit_For(self, node: Any) -> ast.stmt:
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse) if node.orelse else []
        loop: ast.stmt = node
        return loop

    visit_While = visit_For  # noqa: N815

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return node

    def _if(self, test: ast.expr, node: ast.stmt) -> ast.stmt:
        yes = ast.Return(ast.Constant(True))
        found: ast.stmt = ast.If(test, [yes], [])
        match test:
            case ast.Constant(True):
                found = yes
            case ast.Constant(False):
                found = ast.Pass()
        new: ast.stmt = placed(found, node)
        return new


def some(items: ast.expr, growing: set[str]) -> ast.expr:
    """The expression that tells whether another would give items."""
    match items:
        case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
            return _any([ast.Constant(True) if not isinstance(part, ast.Starred)
                         else some(part.value, growing) for part in parts])  # fmt: skip
        case ast.ListComp(_, parts) | ast.GeneratorExp(_, parts) | ast.SetComp(_, parts):
            return call("any", [ast.GeneratorExp(ast.Constant(True), parts)])
        case ast.Call(ast.Name(name), [only], []) if name in MAKERS:
            return some(only, growing)
        case ast.Call(ast.Name("list" | "tuple"), [], []):
            return ast.Constant(False)
        case ast.IfExp(test, then, other):
            return ast.IfExp(test, some(then, growing), some(other, growing))
        case ast.BoolOp(ast.Or(), parts):
            return _any([some(part, growing) for part in parts])
        case ast.BinOp(left, ast.Add(), right):
            return _any([some(left, growing), some(right, growing)])
        case ast.Name(name) if name in growing:  # or the function would have returned
            return ast.Constant(False)
        case ast.Call():
            return call(SOME_OF, [items])
    return ast.Compare(call("len", [items]), [ast.NotEq()], [ast.Constant(0)])


def _any(tests: list[ast.expr]) -> ast.expr:
    """Whether one of them holds, as far as that is not known."""
    if any(isinstance(test, ast.Constant) and test.value for test in tests):
        return ast.Constant(True)
    open_ = [test for test in tests if not isinstance(test, ast.Constant)]
    if len(open_) < 2:
        return open_[0] if open_ else ast.Constant(False)
    return ast.BoolOp(ast.Or(), open_)


def _growing(tree: ast.FunctionDef) -> set[str]:
    """The variables that begin as empty lists, are only added to, and returned."""
    begun: dict[str, int] = {}
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, value):
                match value:
                    case ast.List([]) | ast.Call(ast.Name("list"), [], []):
                        begun[name] = begun.get(name, 0) + 1
    uses = dict.fromkeys(begun, 0)
    known = dict(begun)
    for node in nodes(tree):
        match node:
            case ast.Name(name) if name in uses:
                uses[name] += 1
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append" | "extend"), [_], [])):
                known[name] = known.get(name, 0) + 1
            case ast.AugAssign(ast.Name(name), ast.Add()):
                known[name] = known.get(name, 0) + 1
            case ast.Return(value) if value is not None:
                for name in _parts(value):
                    known[name] = known.get(name, 0) + 1
    return {name for name, count in uses.items() if count == known[name]}


def _parts(value: ast.expr) -> list[str]:
    """The variables whose items are among those of an expression."""
    match value:
        case ast.Name(name):
            return [name]
        case ast.BoolOp(ast.Or(), parts):
            return [name for part in parts for name in _parts(part)]
        case ast.BinOp(left, ast.Add(), right):
            return _parts(left) + _parts(right)
        case ast.IfExp(_, then, other):
            return _parts(then) + _parts(other)
        case ast.Call(ast.Name(name), [only], []) if name in MAKERS:
            return _parts(only)
    return []
