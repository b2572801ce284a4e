"""Functions that call themselves among the items of any, all and sum: these become loops.

    return any(reach(r + dr, c + dc) for dr, dc in STEPS)

        found = False
        for dr, dc in STEPS:
            if reach(r + dr, c + dc):
                found = True
                break
        return found

Otherwise the items are a function of their own (see `idioms`), and two that call each other are not
known. And a set or a list that such a function fills, and that begins empty, gets its type: of
numbers, or of tuples of numbers, as what is put there is written. Should it be of another type, it
is refused where something else is put.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from typing import Any, Final

from zermelo.compiler.source import (
    Blocks,
    Renamed,
    assign,
    call,
    local_names,
    name,
    nodes,
    parsed,
    placed,
)
from zermelo.compiler.untyped import intrinsic, types

BEGINS: Final = {"any": "False", "all": "True", "sum": "0"}
STATEMENTS: Final = (ast.Return, ast.Assign, ast.AugAssign, ast.Expr, ast.If)
ADDING: Final = ("add", "append")


def write_out_own_calls(tree: ast.FunctionDef, bound: Mapping[str, Any]) -> None:
    """Rewrites one function, and those inside it."""
    inner = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef) and n is not tree]
    rewrite = _Loops()
    for function in (*inner, tree):
        rewrite.own, before = function.name, rewrite.count
        rewrite.me = next(iter(bound), "") if function is tree else ""
        if any(map(rewrite.calls_itself, nodes(function))):
            function.body = rewrite.block(function.body)
        if rewrite.count > before and function is not tree:
            _begin(tree, function)


def give_types(tree: ast.FunctionDef) -> None:
    """Gives a type to what begins empty and is filled by a function inside that calls itself."""
    for function in list(nodes(tree)):
        if not isinstance(function, ast.FunctionDef) or function is tree:
            continue
        if hasattr(function, "given_back") or not gives_value(function):
            continue  # it gives back what it fills (see `given_back`)
        if any(_is_call(node, function.name) for node in nodes(function)):
            _begin(tree, function)


def _begin(tree: ast.FunctionDef, function: ast.FunctionDef) -> None:
    rewrite = _Typed(_put_by(function))
    tree.body = rewrite.block(tree.body)
    _only_numbers(function, rewrite.begun)


def _is_call(node: ast.AST, function: str) -> bool:
    match node:
        case ast.Call(ast.Name(called)):
            return called == function
    return False


def gives_value(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value for node in nodes(function))


class _Loops(Blocks, ast.NodeTransformer):
    """Statements of a function of the name `own`, which is a method of `me` if that is a name."""

    def __init__(self) -> None:
        self.own, self.me, self.count = "", "", 0

    def calls_itself(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(ast.Name(called)):
                return called == self.own and not self.me
            case ast.Call(ast.Attribute(ast.Name(owner), called)):
                return called == self.own and owner == self.me
        return False

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.FunctionDef):
            return node  # which is looked at by itself
        for part in ("body", "orelse"):
            if isinstance(node, ast.stmt) and getattr(node, part, None):
                setattr(node, part, self.block(getattr(node, part)))
        if not isinstance(node, STATEMENTS):
            return node
        held = "test" if isinstance(node, ast.If) else "value"
        value = getattr(node, held)
        before, new = self.taken(value) if value is not None else ([], value)
        if not before:
            return node
        setattr(node, held, new)
        return [*(placed(each, node) for each in before), placed(node, node)]

    def taken(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """The loop for a value, with what comes before it, and what is left; or no statements."""
        match value:
            case ast.BoolOp(sign, [*others, last]):
                inner, new = self.taken(last)
                if not inner:
                    return [], value
                self.count += 1
                asked = f"own_{self.count}_asked"
                first = others[0] if len(others) == 1 else ast.BoolOp(sign, others)
                test: ast.expr = name(asked)
                if isinstance(sign, ast.Or):
                    test = ast.UnaryOp(ast.Not(), test)
                later = ast.If(test, [*inner, assign(asked, new)], [])
                return [assign(asked, first), later], name(asked)
            case ast.Call(ast.Name(how), [ast.GeneratorExp() as items], []) if how in BEGINS:
                own = any(map(self.calls_itself, nodes(items)))
                return self.looped(value) if own else ([], value)
            case ast.UnaryOp(_, inner):
                before, value.operand = self.taken(inner)
                return before, value
            case ast.BinOp(left, _, right) | ast.Compare(left, [_], [right]):
                before, value.left = self.taken(left)
                more, new = self.taken(right)
                if more and not _is_fixed(value.left):  # what comes first is asked first
                    self.count += 1
                    kept = f"own_{self.count}_kept"
                    more, value.left = [assign(kept, value.left), *more], name(kept)
                if isinstance(value, ast.BinOp):
                    value.right = new
                else:
                    value.comparators = [new]
                return [*before, *more], value
        return [], value

    def looped(self, node: ast.Call) -> tuple[list[ast.stmt], ast.expr]:
        """The statements of the loop, and what it found."""
        self.count += 1
        how, items = node.func.id, copy.deepcopy(node.args[0])  # type: ignore[attr-defined]
        assert isinstance(items, ast.GeneratorExp)
        own = {n for part in items.generators for n in local_names(part.target)}
        items = Renamed({each: f"own_{self.count}_{each}" for each in own}).visit(items)
        found = f"own_{self.count}_found"
        if how == "sum":
            body: list[ast.stmt] = [
                ast.AugAssign(ast.Name(found, ast.Store()), ast.Add(), items.elt)
            ]
        else:
            test = items.elt if how == "any" else ast.UnaryOp(ast.Not(), items.elt)
            body = [ast.If(test, parsed(f"{found} = {how == 'any'}\nbreak"), [])]
        stop = name(found) if how == "any" else ast.UnaryOp(ast.Not(), name(found))
        for depth, part in enumerate(reversed(items.generators)):
            for test in reversed(part.ifs):
                body = [ast.If(test, body, [])]
            if depth and how != "sum":
                body.append(ast.If(copy.deepcopy(stop), [ast.Break()], []))
            body = [ast.For(part.target, part.iter, body, [])]
        return [*parsed(f"{found} = {BEGINS[how]}"), *body], name(found)


def _is_fixed(value: ast.expr) -> bool:
    """Whether it is the same before and after: a part of a state, of which nothing changes."""
    match value:
        case ast.Constant():
            return True
        case ast.Attribute(inner):
            return isinstance(inner, ast.Name) or _is_fixed(inner)
        case ast.Subscript(ast.Attribute() as items, ast.Constant() | ast.Name()):
            return _is_fixed(items)
    return False


# --- what such functions fill --------------------------------------------------------------------


def _put_by(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """What a function puts into the sets and lists around it, by their names."""
    own = local_names(function)
    found = {made: _like(item) for made, item in puts(function) if made not in own}
    return {made: item for made, item in found.items() if item}


def _only_numbers(function: ast.FunctionDef, begun: set[str]) -> None:
    """Has a function ask for numbers where it puts something into what was begun for them."""
    for node in nodes(function):
        match node:
            case ast.Call(ast.Attribute(ast.Name(made), how), [item], []) if how in ADDING:
                if made in begun:
                    node.args = [placed(call("of_numbers", [item]), item)]


def puts(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    for node in nodes(function):
        match node:
            case ast.Call(ast.Attribute(ast.Name(made), how), [item], []) if how in ADDING:
                yield made, item


class _Typed(Blocks, ast.NodeTransformer):
    """`seen = set()` as a set of numbers, or of tuples of them, that is empty."""

    def __init__(self, put: Mapping[str, ast.expr]) -> None:
        self.put = put
        self.begun: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(made)], value) if made in self.put:
                match value:
                    case ast.Call(ast.Name("set"), [], []):
                        return self.typed(node, made, ast.Set([self.put[made]]))
                    case ast.List([]):
                        return self.typed(node, made, ast.List([self.put[made]], ast.Load()))
        return node

    def typed(self, node: ast.Assign, made: str, value: ast.expr) -> list[ast.stmt]:
        self.begun.add(made)
        clear = ast.Expr(ast.Call(ast.Attribute(name(made), "clear", ast.Load()), [], []))
        return [placed(assign(made, value), node), placed(clear, node)]


def _like(item: ast.expr) -> ast.expr | None:
    """An item of the type that another seems to have: of numbers."""
    match item:
        case ast.Tuple(parts):
            found = [_like(each) for each in parts]
            return None if None in found else ast.Tuple([x for x in found if x], ast.Load())
        case ast.Name() | ast.BinOp():
            return ast.Constant(0)
    return None


def _numbers(kind: Any) -> bool:
    return (
        all(map(_numbers, kind))
        if isinstance(kind, types.BaseTuple)
        else isinstance(kind, types.Integer | types.Boolean)
    )


@intrinsic
def of_numbers(context: Any, value: Any) -> Any:
    """A number, or a tuple of numbers, as it is; nothing else."""
    kind = types.unliteral(value)
    if not _numbers(kind):
        return None
    return kind(kind), lambda context, builder, signature, args: args[0]


NAMES: Final[dict[str, Any]] = {"of_numbers": of_numbers}
