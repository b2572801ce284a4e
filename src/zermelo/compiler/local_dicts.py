"""Dicts that a rule makes and fills itself: two lists, of keys and of values.

    count = {MAX: 0, MIN: 0}        count_keys, count_values = [], []  and each item put
    count[player] += 1              the value at the place of the key, or a new key
    for k, v in count.items()       for k, v in zip(count_keys, count_values)

A dict that is made of pairs, or used in any other way, such as handed on, is a row of pairs (see
`dict_rows`); those that a function is handed are such rows too.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any, Final

from zermelo.compiler.source import Blocks, assign, call, name, nodes, placed

METHODS: Final = ("get", "items", "keys", "values")
ADDS: Final = {"append": "row_append", "extend": "row_extend"}
# What is no list, nor may be one.
NO_LIST: Final = (ast.Constant, ast.UnaryOp, ast.Compare, ast.Tuple, ast.Attribute)


def without_dicts(tree: ast.FunctionDef) -> None:
    """Rewrites the local dicts of a function."""
    found, paired, missing = set(), set(), set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)]) if _makes(node):
                found.add(made)
            case ast.Assign([ast.Name(made)], value) if _is_dict(value):
                paired.add(made)
                missing |= {made} if _knows_missing(value) else set()
    paired |= _others(tree, found | paired) & found
    tree.body = _Pairs(paired, missing).block(tree.body)
    if found - paired:
        tree.body = _Rewrite(found - paired, _views(tree)).block(tree.body)


def _is_dict(value: ast.expr) -> bool:
    """Whether an expression is a new dict made of another, or of pairs."""
    match value:
        case ast.Call(ast.Name("dict"), [_], []):
            return True
        case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [_, *_], []):
            return True
        case ast.Dict(keys):
            return not all(keys)
        case ast.BinOp(left, ast.BitOr(), right):
            return any(isinstance(side, ast.Dict | ast.DictComp) for side in (left, right))
    return _knows_missing(value)


def _knows_missing(value: ast.expr) -> bool:
    """Whether an expression is a Counter or a defaultdict (see `standard_library`)."""
    match value:
        case ast.Call(ast.Name(made)):
            return made.startswith(("dict_counter", "dict_default_"))
    return False


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
            case ast.Call(
                ast.Name("len" | "list" | "sorted" | "min" | "max"), [ast.Name() as value]
            ):
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


class _Pairs(Blocks, ast.NodeTransformer):
    """Dicts that are handed on: their items are put there one by one."""

    def __init__(self, dicts: set[str], missing: set[str]) -> None:
        self.dicts = dicts
        self.missing = missing  # those that know what is missing

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("dict"), [items], []):
                return placed(call("dict_of_pairs", [_as_list(items)]), node)
            case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [keys, *rest], []):
                value = rest[0] if rest else ast.Constant(None)
                pair = ast.Tuple([name("dict__key"), value], ast.Load())
                each = ast.comprehension(ast.Name("dict__key", ast.Store()), keys, [], 0)
                return placed(call("dict_of_pairs", [ast.ListComp(pair, [each])]), node)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if all(node.keys):
            return node
        return placed(self.made(node), node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return placed(call("dict_of_pairs", [ast.ListComp(pair, node.generators)]), node)

    def made(self, node: ast.Dict) -> ast.expr:
        """`{**discs, square: player}`, item by item."""
        whole: ast.expr = call("row_nothing", [])
        for i, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is not None:
                whole = call("pairs_put", [whole, key, value])
            elif i == 0:
                whole = call("dict_of_pairs", [value])
            else:
                return node  # two dicts in one; refused later
        return whole

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node:
            case ast.Assign([ast.Name(made)], ast.Dict() as value) if made in self.dicts:
                self.generic_visit(value)
                new = self.made(value)
                return placed(assign(made, new), node)
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name("dict"), [])) if made in self.dicts:
                return placed(assign(made, call("row_nothing", [])), node)
            case ast.Assign([ast.Name(made)], ast.DictComp() as value) if made not in self.dicts:
                self.generic_visit(value)  # it is two lists
                return node
            case ast.Assign([ast.Subscript(ast.Name(made), key)], value) if made in self.dicts:
                put = call("pairs_put", [name(made), self.visit(key), self.visit(value)])
                return placed(assign(made, put), node)
        self.generic_visit(node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        match node.target:
            case ast.Subscript(ast.Name(made), key) if made in self.dicts:
                old: ast.expr = ast.Subscript(name(made), copy.deepcopy(key), ast.Load())
                if made in self.missing:
                    old = call("pairs_peek", [name(made), copy.deepcopy(key)])
                new = ast.BinOp(old, node.op, node.value)
                return placed(assign(made, call("pairs_put", [name(made), key, new])), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Attribute(ast.Name(made), "pop"), [key], []) if made in self.dicts:
                return placed(assign(made, call("pairs_without", [name(made), key])), node)
            case ast.Call(ast.Attribute(ast.Name(made), "update"), [items], []) if (
                made in self.dicts - self.missing
            ):
                return placed(assign(made, call("pairs_update", [name(made), items])), node)
        return node


def _as_list(items: ast.expr) -> ast.expr:
    if isinstance(items, ast.GeneratorExp):
        return ast.copy_location(ast.ListComp(items.elt, items.generators), items)
    return items


def _views(tree: ast.FunctionDef) -> set[int]:
    """Where the list in a dict must be the one that is there, and no copy: it may be changed."""
    lists = {made for made, value in _values(tree) if not isinstance(value, NO_LIST)}
    found: list[ast.expr] = []
    for node in nodes(tree):
        match node:
            case ast.Attribute(value) | ast.Assign(_, value):
                found.append(value)
            case ast.Call(_, arguments, named):
                found += [*arguments, *(each.value for each in named)]
    return {
        id(node)
        for node in found
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in lists
    }


def _values(tree: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """What is put into the dicts of a function."""
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)], ast.Dict(_, values)):
                yield from ((made, value) for value in values)
            case ast.Assign([ast.Name(made)], ast.DictComp(_, value)):
                yield made, value
            case ast.Assign([ast.Subscript(ast.Name(made))], value):
                yield made, value


class _Rewrite(Blocks, ast.NodeTransformer):
    def __init__(self, dicts: set[str], views: set[int]) -> None:
        self.dicts, self.views = dicts, views

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

    def visit_Expr(self, node: ast.Expr) -> Any:
        """`count[key].append(x)`: the list that is there gets its item, and is put there again."""
        match node.value:
            case ast.Call(ast.Attribute(ast.Subscript(ast.Name(made), key), how), [item], []) if (
                made in self.dicts and how in ADDS
            ):
                old = ast.Subscript(name(made), name("dict__changed"), ast.Load())
                new = call(ADDS[how], [placed(old, node), item])
                statements = self.put(made, name("dict__changed"), placed(new, node))
                first = assign("dict__changed", self.visit(key))
                return [placed(each, node) for each in [first, *statements]]
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:  # an item of what is there gets another value
            case ast.Subscript(ast.Subscript(ast.Name(made), key), index, ast.Store()) if (
                made in self.dicts
            ):
                at = call("dict_index", [name(f"{made}__keys"), self.visit(key)])
                inner = ast.Subscript(name(f"{made}__values"), at, ast.Load())
                return placed(ast.Subscript(inner, self.visit(index), ast.Store()), node)
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Name(made), key) if (
                made in self.dicts and id(node) in self.views
            ):
                at = call("dict_index", [name(f"{made}__keys"), key])
                return placed(ast.Subscript(name(f"{made}__values"), at, ast.Load()), node)
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
