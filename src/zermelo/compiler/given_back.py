"""What a function inside a function changes around it: handed to it, and given back.

    def visit(cell):                          def visit(cell, found):
        if cell not in found:                     if cell not in found:
            found.add(cell)              =>           found.add(cell)
            for other in near(cell):                  for other in near(cell):
                visit(other)                              found = visit(other, found)
                                                  return found
    visit(start)                              found = visit(start, found)

A list, set or dict that begins empty has no type before something is in it, so that it cannot be
changed where it lies; `nonlocal` gives a variable another value. Where such a function is called in
the middle of an expression, all stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
from typing import Final

from zermelo.compiler.aliases import CHANGES, changed_alias
from zermelo.compiler.returns import explicit_none, returns_of, yields_items
from zermelo.compiler.source import Blocks, local_names, name, nodes, placed

RESULT: Final = "given_back_result"
DICTS: Final = ("dict", "defaultdict", "Counter")


def give_back(tree: ast.FunctionDef) -> None:
    """Rewrites a function, and those inside it."""
    every = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    inner = {function.name: function for function in every}
    if len(inner) < len(every):
        return
    changed = _changed(tree, inner)
    if not any(changed.values()) or changed_alias(tree):
        return  # a second name would be left behind: that is refused later
    fine = {id(call) for node in nodes(tree) for call in _calls(node, changed)}
    asked = {id(node.func) for node in nodes(tree) if _called(node, changed)}  # type: ignore[attr-defined]
    for node in nodes(tree):
        if isinstance(node, ast.Name) and changed.get(node.id) and id(node) not in asked:
            return  # it is handed on
        if _called(node, changed) and id(node) not in fine:
            return
    valued = {old for old, function in inner.items() if any(n.value for n in returns_of(function))}
    rewrite = _Calls(changed, valued)
    for old, names in changed.items():
        if names:
            _returning(inner[old], names, old in valued)
    tree.body = rewrite.block(tree.body)


def _changed(
    tree: ast.FunctionDef, inner: dict[str, ast.FunctionDef]
) -> dict[str, tuple[str, ...]]:
    """The variables around each function that it changes, or that those change which it calls."""
    empty, dicts = _begun(tree)
    found: dict[str, set[str]] = {}
    own: dict[str, set[str]] = {}
    for old, function in inner.items():
        around = {
            n for node in nodes(function) if isinstance(node, ast.Nonlocal) for n in node.names
        }
        own[old] = local_names(function) - around
        found[old] = around | (_filled(function, empty, dicts) - own[old])
    for _time in inner:
        for old, function in inner.items():
            called = {n.id for n in nodes(function) if isinstance(n, ast.Name)} & inner.keys()
            found[old] |= set().union(*(found[other] for other in called)) - own[old]
    return {
        old: () if yields_items(function) else tuple(sorted(found[old]))
        for old, function in inner.items()
    }


def _begun(tree: ast.FunctionDef) -> tuple[set[str], set[str]]:
    """The variables that begin as empty lists or sets, and those that are dicts."""
    empty, dicts = set(), set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)], ast.List([]) | ast.Call(ast.Name("list"), [], [])):
                empty.add(made)
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name("set"), [], [])):
                empty.add(made)
            case ast.Assign([ast.Name(made)], ast.Dict() | ast.DictComp()):
                dicts.add(made)
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name(kind))) if kind in DICTS:
                dicts.add(made)
    return empty, dicts


def _filled(function: ast.FunctionDef, empty: set[str], dicts: set[str]) -> set[str]:
    found = set()
    for node in nodes(function):
        match node:
            case ast.Call(ast.Attribute(ast.Name(made), method)) if method in CHANGES:
                found |= {made} & (empty | dicts)
            case ast.Subscript(ast.Name(made), _, ast.Store() | ast.Del()):
                found |= {made} & dicts
    return found


# --- calls ---------------------------------------------------------------------------------------


def _called(node: ast.AST, changed: dict[str, tuple[str, ...]]) -> str:
    """The function that changes something and that a node calls."""
    match node:
        case ast.Call(ast.Name(old)) if changed.get(old):
            return old
    return ""


def _calls(node: ast.AST, changed: dict[str, tuple[str, ...]]) -> list[ast.Call]:
    """The call that is the whole of a statement, or of what it asks first.

    None that is handed what it changes, or whose result goes there: that would have two names.
    """
    target: ast.expr | None = None
    match node:
        case ast.Expr(ast.Call() as call) | ast.Return(ast.Call() as call):
            pass
        case ast.Assign([ast.Name() | ast.Tuple() as target], ast.Call() as call):
            pass
        case ast.If(ast.Call() as call) | ast.If(ast.UnaryOp(ast.Not(), ast.Call() as call)):
            pass
        case _:
            return []
    stored = target.elts if isinstance(target, ast.Tuple) else [target] if target else []
    names = {each.id for each in (*call.args, *stored) if isinstance(each, ast.Name)}
    two = names & set(changed.get(_called(call, changed), ()))
    return [] if two or not all(isinstance(each, ast.Name) for each in stored) else [call]


class _Calls(Blocks, ast.NodeTransformer):
    def __init__(self, changed: dict[str, tuple[str, ...]], valued: set[str]) -> None:
        self.changed, self.valued = changed, valued

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = self.block(node.body)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return self.taken(node, node.value, None) or node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return self.taken(node, node.value, node.targets[0]) or node

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        match node.value:
            case ast.Tuple([ast.Call() as call, *_] as parts):  # of one that gives back itself
                before = self.taken(node, call, ast.Name(RESULT, ast.Store()))
                if before:
                    parts[0] = placed(name(RESULT), node)
                    return [before, node]
            case ast.Call() as call:
                before = self.taken(node, call, ast.Name(RESULT, ast.Store()))
                if before:
                    node.value = placed(name(RESULT), node)
                    return [before, node]
        return node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        match node.test:
            case ast.Call() as call:
                before = self.taken(node, call, ast.Name(RESULT, ast.Store()))
                if before:
                    node.test = placed(name(RESULT), node)
                    return [before, node]
            case ast.UnaryOp(ast.Not(), ast.Call() as call):
                before = self.taken(node, call, ast.Name(RESULT, ast.Store()))
                if before:
                    node.test.operand = placed(name(RESULT), node)
                    return [before, node]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return node

    def taken(self, node: ast.AST, value: ast.expr, target: ast.expr | None) -> ast.stmt | None:
        """The call as an assignment to what it gives, and to what it gives back."""
        old = _called(value, self.changed)
        if not old:
            return None
        assert isinstance(value, ast.Call)
        names = self.changed[old]
        value.args += [name(each) for each in names]
        targets: list[ast.expr] = [ast.Name(each, ast.Store()) for each in names]
        if old in self.valued:
            targets.insert(0, target or ast.Name(RESULT, ast.Store()))
        whole = targets[0] if len(targets) == 1 else ast.Tuple(targets, ast.Store())
        new: ast.stmt = placed(ast.Assign([whole], value), node)
        return new


def _returning(function: ast.FunctionDef, names: tuple[str, ...], valued: bool) -> None:
    """The function takes what it changes, and gives it back behind what it gives."""
    function.args.args += [ast.arg(each) for each in names]
    function.given_back = names  # type: ignore[attr-defined]
    for node in nodes(function):
        if isinstance(node, ast.Nonlocal):
            node.names = [each for each in node.names if each not in names]
    function.body = [
        placed(ast.Pass(), each) if isinstance(each, ast.Nonlocal) and not each.names else each
        for each in function.body
    ]
    if valued:
        explicit_none(function)
    else:
        function.body.append(placed(ast.Return(None), function.body[-1]))
    for node in returns_of(function):
        parts: list[ast.expr] = [node.value] if valued and node.value else []
        parts += [name(each) for each in names]
        whole = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        node.value = placed(whole, node)
