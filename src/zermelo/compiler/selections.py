"""`product(xs, repeat=n)`, `combinations(xs, n)` and the like, where n is not known beforehand.

    for dice in product(FACES, repeat=n):       items, size = list(FACES), n
        ...                                     for at in range(len(items) ** size):
                                                    dice = [items[i] for i in places]
                                                    ...

where the places are worked out from `at` alone, so that the selections, of which there may be many,
never lie in a list. What one is made of must not change in between.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.source import assign, call, local_names, name, nodes, placed
from zermelo.compiler.standard_library import Names


def of_product(count: Any, size: Any) -> Any:
    """How many selections `product(xs, repeat=n)` gives."""
    if size < 0:
        raise ValueError("repeat argument cannot be negative")
    total = 1
    for _ in range(size):
        total *= count
    return total


def product_at(at: Any, count: Any, size: Any) -> Any:
    """The places of the items of one of them, in Python's order."""
    places = [0 for _ in range(size)]
    for i in range(size - 1, -1, -1):
        places[i] = at % count
        at //= count
    return places


def of_combinations(count: Any, size: Any) -> Any:
    """How many selections `combinations(xs, n)` gives."""
    if size < 0 or count < 0:
        raise ValueError("r must be non-negative")
    total = 1
    for i in range(size):
        total = total * (count - i) // (i + 1)
    return total if size <= count else 0


def combination_at(at: Any, count: Any, size: Any) -> Any:
    """The places of the items of one of them."""
    places = [0 for _ in range(size)]
    place = 0
    for i in range(size):
        there = of_combinations(count - place - 1, size - i - 1)
        while at >= there:
            at -= there
            place += 1
            there = of_combinations(count - place - 1, size - i - 1)
        places[i] = place
        place += 1
    return places


def of_repeated(count: Any, size: Any) -> Any:
    """How many selections `combinations_with_replacement(xs, n)` gives."""
    if count == 0:
        return 1 if size == 0 else 0
    return of_combinations(count + size - 1, size)


def repeated_at(at: Any, count: Any, size: Any) -> Any:
    """The places of the items of one of them."""
    places = combination_at(at, count + size - 1, size)
    for i in range(size):
        places[i] -= i
    return places


def of_permutations(count: Any, size: Any) -> Any:
    """How many selections `permutations(xs, n)` gives."""
    if size < 0 or count < 0:
        raise ValueError("r must be non-negative")
    total = 1
    for i in range(size):
        total *= count - i
    return total if size <= count else 0


def permutation_at(at: Any, count: Any, size: Any) -> Any:
    """The places of the items of one of them."""
    places = [0 for _ in range(size)]
    left = [i for i in range(count)]  # noqa: C416 (compiled as it stands)
    for i in range(size):
        each = of_permutations(count - i - 1, size - i - 1)
        places[i] = left.pop(at // each)
        at %= each
    return places


KINDS: Final[dict[Any, tuple[Any, Any]]] = {
    itertools.product: (of_product, product_at),
    itertools.combinations: (of_combinations, combination_at),
    itertools.combinations_with_replacement: (of_repeated, repeated_at),
    itertools.permutations: (of_permutations, permutation_at),
}
NAMES: Final = {each.__name__: each for both in KINDS.values() for each in both}
WRITTEN: Final = (2, 3)  # sizes that are written out (see `iterations`)


def without_selections(
    tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]
) -> None:
    """Rewrites one function; `names` are those of its module."""
    if any(value in KINDS or value is itertools for value in names.values() if _is_key(value)):
        tree.body = _Selections(tree, names, bound).block(tree.body)


def _is_key(value: Any) -> bool:
    return isinstance(value, type) or value is itertools


class _Selections(Names, ast.NodeTransformer):
    def __init__(
        self, tree: ast.FunctionDef, names: Mapping[str, Any], bound: Mapping[str, Any]
    ) -> None:
        super().__init__(tree, names)
        self.own = local_names(tree) - bound.keys()
        self.count = 0

    def found(self, node: ast.expr) -> tuple[Any, ast.expr, ast.expr] | None:
        """The kind of such a call, what it selects from and how many; None for any other."""
        if not isinstance(node, ast.Call):
            return None
        kind = self.meaning(node.func)
        if not _is_key(kind) or kind not in KINDS:
            return None
        match node:
            case ast.Call(_, [items], [ast.keyword("repeat", size)]) if kind is itertools.product:
                known = isinstance(size, ast.Constant)
            case ast.Call(_, [items, size], []) if kind is not itertools.product:
                known = isinstance(size, ast.Constant) and size.value in WRITTEN
            case _:
                return None
        local = {n.id for part in (items, size) for n in nodes(part) if isinstance(n, ast.Name)}
        return None if known or not local & self.own else (kind, items, size)

    def new(self) -> list[str]:
        self.count += 1
        return [f"selected_{what}_{self.count}" for what in ("items", "size", "at")]

    def one(self, kind: Any, row: str, size: str, at: str) -> ast.expr:
        """The selection at a number."""
        count = call("len", [name(row)])
        places = call(KINDS[kind][1].__name__, [name(at), count, name(size)])
        return self.listed(row, places)

    def listed(self, row: str, places: ast.expr) -> ast.expr:
        place = f"{row}_place"
        item = ast.Subscript(name(row), name(place), ast.Load())
        part = ast.comprehension(ast.Name(place, ast.Store()), places, [], 0)
        return ast.ListComp(item, [part])

    def numbers(self, kind: Any, row: str, size: str) -> ast.expr:
        total = call(KINDS[kind][0].__name__, [call("len", [name(row)]), name(size)])
        return call("range", [total])

    def visit_For(self, node: ast.For) -> Any:
        found = self.found(node.iter)
        if found is None:
            return self.generic_visit(node)
        kind, items, wanted = found
        row, size, at = self.new()
        before = [assign(row, call("list", [self.visit(items)])), assign(size, self.visit(wanted))]
        chosen = ast.Assign([node.target], self.one(kind, row, size, at))
        body = [chosen, *self.block(node.body)]
        target = ast.Name(at, ast.Store())
        loop = ast.For(target, self.numbers(kind, row, size), body, self.block(node.orelse))
        return [placed(each, node) for each in (*before, loop)]

    def comprehended(self, node: Any) -> ast.AST:
        parts: list[ast.comprehension] = []
        for part in node.generators:
            found = self.found(part.iter)
            if found is None:
                parts.append(part)
                continue
            kind, items, wanted = found
            row, size, at = self.new()
            values = [
                (ast.Name(row, ast.Store()), ast.Tuple([call("list", [items])], ast.Load())),
                (ast.Name(size, ast.Store()), ast.Tuple([wanted], ast.Load())),
                (ast.Name(at, ast.Store()), self.numbers(kind, row, size)),
                (part.target, ast.Tuple([self.one(kind, row, size, at)], ast.Load())),
            ]
            parts += [ast.comprehension(target, each, [], 0) for target, each in values]
            parts[-1].ifs = part.ifs
        node.generators = [placed(each, node) for each in parts]
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.comprehended(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.comprehended(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.comprehended(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.comprehended(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Elsewhere it is gone through by what is handed it."""
        if self.found(node):
            item = f"selected_{self.count}"
            self.count += 1
            part = ast.comprehension(ast.Name(item, ast.Store()), copy.deepcopy(node), [], 0)
            return self.comprehended(placed(ast.ListComp(name(item), [part]), node))
        return self.generic_visit(node)
