"""Memories that rules fill themselves, which compiled rules do without.

A table that is nothing but a memory only saves what would be worked out again:

    if state in SEEN:
        return SEEN[state]
    ...                                     ...
    SEEN[state] = found                     return found
    return found

It is left out only where that is sure: nothing else in the file knows of the table, what is kept is
what is returned, and it is worked out from the key alone. A function that calls itself keeps its
memory, without which it might take for ever; so it is refused.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.compiler.boxed.scopes import FunctionTree, is_users, own_nodes, parameter_names
from zermelo.compiler.source import file_of

_LEAVES = (ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global, ast.FunctionDef, ast.Lambda)


def without_memo(tree: FunctionTree, function: Any, bound: dict[str, Any]) -> FunctionTree:
    """A function without its memory; the same tree where it has none, or where that is not sure."""
    if not isinstance(tree, ast.FunctionDef) or function.__closure__:
        return tree
    stores = {
        (ast.unparse(node.value), ast.unparse(node.slice)): node
        for node in own_nodes(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    }
    if len(stores) != 1:
        return tree
    (table, key), node = next(iter(stores.items()))
    if not _is_alone(node.value, tree, function, bound):
        return tree
    made = _Memo(table, key, ast.unparse(node)).left_out(copy.deepcopy(tree))
    owner = ast.unparse(node.value).rpartition(".")[0]
    if made is None or not _is_of_key(made, tree, node.slice, owner):
        return tree
    return made


# --- the table -----------------------------------------------------------------------------------


def _is_alone(table: ast.expr, tree: ast.FunctionDef, function: Any, bound: dict[str, Any]) -> bool:
    """Whether a table begins empty, and nothing but a function knows of it."""
    match table:
        case ast.Name(text) if text not in parameter_names(tree.args):
            value = function.__globals__.get(text)
            if type(value) is not dict or _is_elsewhere(value, function.__globals__):
                return False
        case ast.Attribute(ast.Name(owner), text) if owner in bound:
            value = getattr(bound[owner], "__dict__", {}).get(text)  # not one for all objects
            kind = type(bound[owner])
            if type(value) is not dict or not _is_of_module(kind, function.__globals__):
                return False
        case _:
            return False
    first, last = tree.lineno, tree.end_lineno or tree.lineno
    found = [n for n in _mentions(file_of(function), text) if not first <= n[0] <= last]
    return len(found) == 1 and found[0][1]


def _mentions(file: str, text: str) -> list[tuple[int, bool]]:
    """The lines of a file that have a name, and whether an empty dict gets it there."""
    try:
        module = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError):
        return []
    empty = set()
    for node in ast.walk(module):
        match node:
            case ast.Assign([target], value) | ast.AnnAssign(target, _, value):
                if isinstance(value, ast.expr) and ast.unparse(value) in ("{}", "dict()"):
                    empty.add(id(target))
    found = []
    for node in ast.walk(module):
        match node:
            case ast.Name(name) | ast.Attribute(_, name) | ast.Constant(str(name)) if name == text:
                found.append((node.lineno, id(node) in empty))
            case ast.Global(names) | ast.Nonlocal(names) if text in names:
                found.append((node.lineno, False))
            case ast.alias(name, other) if text in (name, other):
                found.append((node.lineno, False))
    return found


def _is_elsewhere(value: Any, own: dict[str, Any]) -> bool:
    """Whether another module than the one with these names has a value, too."""
    return any(
        each is value
        for module in list(sys.modules.values())
        if (names := getattr(module, "__dict__", own)) is not own
        for each in list(names.values())
    )


def _is_of_module(kind: type, own: dict[str, Any]) -> bool:
    """Whether a class, and those of the author's that it is made of, are of one module."""
    owners = [
        sys.modules.get(each.__module__)
        for each in kind.__mro__
        if is_users(each) and each.__module__.split(".")[0] != "zermelo"
    ]
    return all(getattr(module, "__dict__", None) is own for module in owners)


# --- what is left --------------------------------------------------------------------------------


class _Memo:
    """What a memory looks like in a function: the texts of its table and its key."""

    def __init__(self, table: str, key: str, item: str) -> None:
        self.table, self.item = table, item
        self.is_there, self.is_missing = f"{key} in {table}", f"{key} not in {table}"
        self.asked = f"{table}.get({key})"

    def left_out(self, tree: ast.FunctionDef) -> ast.FunctionDef | None:
        """A function without it; None where it is of another form."""
        for at, statement in enumerate(tree.body):
            match statement, tree.body[at + 1 :]:
                case ast.If(test, [ast.Return(found)], []), rest if found:
                    if ast.unparse(test) == self.is_there and self.is_item(found):
                        return self.checked(tree, [*tree.body[:at], *self.returned(rest)])
                case ast.If(test, body, []), [ast.Return(found)] if found:
                    if ast.unparse(test) == self.is_missing and self.is_item(found):
                        rest = self.returned([*body, ast.Return(found)])
                        return self.checked(tree, [*tree.body[:at], *rest])
                case ast.Try([ast.Return(found)], [handler], [], []), rest if found:
                    kind = ast.unparse(handler.type) if handler.type else ""
                    if kind == "KeyError" and not handler.name and self.is_item(found):
                        rest = self.returned([*handler.body, *rest])
                        return self.checked(tree, [*tree.body[:at], *rest])
                case ast.Assign([ast.Name(text)], value), [ast.If() as test, *rest]:
                    if ast.unparse(value) == self.asked:
                        value = ast.copy_location(ast.Constant(None), value)
                        begin = ast.copy_location(ast.Assign(statement.targets, value), statement)
                        left = self.after_get(text, test, rest)
                        body = [*tree.body[:at], begin, *(left or ())]
                        return self.checked(tree, body) if left else None
        return None

    def after_get(self, text: str, test: ast.If, rest: list[ast.stmt]) -> list[ast.stmt] | None:
        """What is done where `x = table.get(key)` gave nothing."""
        if test.orelse:
            return None
        match ast.unparse(test.test), test.body, rest:
            case asked, [ast.Return(ast.Name(found))], _ if asked == f"{text} is not None":
                return self.returned(rest) if found == text else None
            case asked, body, [ast.Return(ast.Name(found))] if asked == f"{text} is None":
                return self.returned([*body, *rest]) if found == text else None
        return None

    def is_item(self, node: ast.AST) -> bool:
        """Whether it is what the table has for the key."""
        return ast.unparse(node) == self.item

    def returned(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements in which what was kept and then returned is only returned."""
        found: list[ast.stmt] = []
        left = list(body)
        while left:
            statement = left.pop(0)
            match statement, left[:1]:
                case ast.Assign(targets, value), [ast.Return(given)] if given and any(
                    map(self.is_item, targets)
                ):
                    names = {ast.unparse(each) for each in (*targets, value)}
                    if ast.unparse(given) in names:
                        others = [each for each in targets if not self.is_item(each)]
                        kept = ast.Return(value)
                        if others and not isinstance(value, ast.Name):
                            found.append(ast.copy_location(ast.Assign(others, value), statement))
                            kept = ast.Return(ast.copy_location(_load(others[0]), statement))
                        found.append(ast.copy_location(kept, statement))
                        left.pop(0)
                        continue
            for part in ("body", "orelse", "finalbody"):
                inner = getattr(statement, part, None)
                if isinstance(inner, list):
                    setattr(statement, part, self.returned(inner))
            found.append(statement)
        return found

    def checked(self, tree: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef | None:
        """A function of such statements; None where these still know of the table."""
        tree.body = body
        known = any(
            isinstance(node, ast.expr) and ast.unparse(node) == self.table
            for node in own_nodes(tree)
        )
        return None if known else tree


def _load(node: ast.expr) -> ast.expr:
    """What was written to, read."""
    return ast.parse(ast.unparse(node), mode="eval").body


# --- what it is worked out from ------------------------------------------------------------------


def _is_of_key(made: ast.FunctionDef, tree: ast.FunctionDef, key: ast.expr, owner: str) -> bool:
    """Whether a function works with nothing but what is in the key, and never calls itself.

    `owner`: the object whose table it is, which is always the same.
    """
    uncovered = set(parameter_names(made.args)) - {owner}
    written = [n for n in own_nodes(made) if isinstance(n, ast.Name) and _is_store(n)]
    names = {n.id for n in written}
    if isinstance(key, ast.Name) and key.id not in parameter_names(tree.args):
        values = [
            node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and list(map(ast.unparse, node.targets)) == [key.id]
        ]
        if len(values) != 1 or sum(n.id == key.id for n in written) != 1:
            return False
        names.discard(key.id)
        key = values[0]
    parts = {ast.unparse(part) for part in _parts(key)}
    for part in _parts(key):
        if not _is_plain(part) or any(
            isinstance(n, ast.Name) and n.id in names for n in ast.walk(part)
        ):
            return False
    for node in _outside(made.body, parts):
        if isinstance(node, ast.Name) and node.id in uncovered:
            return False
        if isinstance(node, _LEAVES) or getattr(node, "id", "") == tree.name:
            return False
        if isinstance(node, ast.Attribute) and node.attr == tree.name:
            return False
    return True


def _parts(key: ast.expr) -> Iterator[ast.expr]:
    """What a key is made of; `tuple(items)` stands for the items."""
    match key:
        case ast.Tuple(parts):
            for part in parts:
                yield from _parts(part)
        case ast.Call(ast.Name("tuple"), [ast.Name() as items], []):
            yield items
        case _:
            yield key


def _is_plain(part: ast.expr) -> bool:
    """Whether it is a name, a field of one, or always the same."""
    if isinstance(part, ast.Attribute):
        return _is_plain(part.value)
    return isinstance(part, ast.Name | ast.Constant)


def _is_store(node: ast.Name) -> bool:
    """Whether a name gets a value there."""
    return not isinstance(node.ctx, ast.Load)


def _outside(body: list[ast.stmt], parts: set[str]) -> Iterator[ast.AST]:
    """The nodes of statements without those of some expressions."""
    left: list[ast.AST] = list(body)
    while left:
        node = left.pop()
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in parts:
            continue
        yield node
        left += list(ast.iter_child_nodes(node))
