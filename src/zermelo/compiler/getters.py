"""What rules hand to functions to look at items by, and items that a star or a round gives.

sorted(pairs, key=itemgetter(1))        sorted(pairs, key=lambda got: got[1])
max(moves, key=attrgetter("worth"))     max(moves, key=lambda got: got.worth)
max(counts, key=counts.get)             max(counts, key=lambda got: counts[got])
max(*row), max(0, *row)                 max(row), max([0, *row])
zip(xs, cycle(ys))                      [(x, ys[i % len(ys)]) for i, x in enumerate(xs)]
"""

from __future__ import annotations

import ast
import copy
import itertools
import operator
from typing import Any, Final

from zermelo.compiler.source import call, name, nodes, parsed, placed

GOT: Final = "got_item"  # a name that no user has


def written_out(node: ast.Call, names: Any) -> None:
    """Rewrites a call; `names` tells what global names stand for."""
    for keyword in node.keywords:
        if keyword.arg == "key":
            keyword.value = _getter(keyword.value, names)
    match node:
        case ast.Call(ast.Name("zip"), _, [ast.keyword("strict", ast.Constant(False))]) if (
            names.is_builtin("zip")
        ):
            node.keywords = []
    match node:
        case ast.Call(ast.Name("map" | "filter" as function), [step, *_]) if names.is_builtin(
            function
        ):
            node.args[0] = _getter(step, names)
        case ast.Call(ast.Name("min" | "max" as function), [_, *_] as given) if names.is_builtin(
            function
        ) and any(isinstance(each, ast.Starred) for each in given):
            whole: ast.expr = ast.List(given, ast.Load())
            if len(given) == 1 and isinstance(given[0], ast.Starred):
                whole = call("list", [given[0].value])
            if sum(not isinstance(each, ast.Starred) for each in given) < 2:
                whole = call("items_of_several", [whole])  # one alone would be gone through
            node.args = [placed(whole, node)]
        case ast.Call(ast.Name("zip"), [items, ast.Call(around, [row], [])], []) if (
            names.meaning(around) is itertools.cycle and names.is_builtin("zip") and _stays(row)
        ):
            node.args = [placed(_in_rounds(items, row), node)]
            node.func = placed(name("list"), node)
        case ast.Call(ast.Name("zip"), [items, ast.Call(again, [value], [])], []) if (
            names.meaning(again) is itertools.repeat and names.is_builtin("zip") and _stays(value)
        ):
            text = f"[(got_one, {ast.unparse(value)}) for got_one in ITEMS]"
            node.func, node.args = placed(name("list"), node), [_over(text, items, node)]
        case ast.Call(function, [items, chosen], []) if (
            names.meaning(function) is itertools.compress
        ):
            text = "[got_one for got_one, got_chosen in ITEMS if got_chosen]"
            pairs = call("zip", [items, chosen])
            node.func, node.args = placed(name("list"), node), [_over(text, pairs, node)]
        case ast.Call(function, [ast.Starred(rows)], []) if (
            names.meaning(function) is itertools.chain
        ):
            node.func = placed(ast.Attribute(function, "from_iterable", ast.Load()), node)
            node.args = [rows]
        case ast.Call(ast.Attribute(owner, "union"), [ast.Starred(sets)], []) if names.is_builtin(
            "set"
        ) and ast.unparse(owner) in ("set", "set()", "frozenset()"):
            text = "{got_one for got_set in ITEMS for got_one in got_set}"
            node.func, node.args = placed(name("set"), node), [_over(text, sets, node)]


def _getter(step: ast.expr, names: Any) -> ast.expr:
    """A lambda that does the same; any other function as it is."""
    body: ast.expr | None = None
    match step:
        case ast.Call(function, [_, *_] as given, []):
            parts = [_part(names.meaning(function), each) for each in given]
            if None not in parts:
                several = [each for each in parts if each is not None]
                body = several[0] if len(several) == 1 else ast.Tuple(several, ast.Load())
        case ast.Attribute(ast.Name() as table, "get") if table.id in names.dicts:
            body = ast.Subscript(copy.deepcopy(table), name(GOT), ast.Load())
        case ast.Attribute(ast.Name() | ast.Attribute(ast.Name()) as row, "__getitem__"):
            body = ast.Subscript(copy.deepcopy(row), name(GOT), ast.Load())
    if body is None:
        return step
    made = ast.parse(f"lambda {GOT}: 0", mode="eval").body
    assert isinstance(made, ast.Lambda)
    made.body = body
    new: ast.expr = placed(made, step)
    return new


def _part(function: Any, given: ast.expr) -> ast.expr | None:
    match given:
        case ast.Constant(str(path)) if function is operator.attrgetter:
            whole: ast.expr = name(GOT)
            for each in path.split("."):
                whole = ast.Attribute(whole, each, ast.Load())
            return whole
        case ast.Constant() | ast.UnaryOp(ast.USub(), ast.Constant()):
            if function is operator.itemgetter:
                return ast.Subscript(name(GOT), copy.deepcopy(given), ast.Load())
    return None


def _stays(row: ast.expr) -> bool:
    """Whether it is a name, or made of names and constants."""
    parts = (ast.Name, ast.Tuple, ast.List, ast.Constant, ast.expr_context)
    return all(isinstance(each, parts) for each in nodes(row))


def _in_rounds(items: ast.expr, row: ast.expr) -> ast.expr:
    text = "[(got_one, ROW[got_at % len(ROW)]) for got_at, got_one in enumerate(ITEMS)]"
    made = ast.parse(text.replace("ROW", ast.unparse(row)), mode="eval").body
    assert isinstance(made, ast.ListComp)
    made.generators[0].iter.args = [items]  # type: ignore[attr-defined]
    return made


def _over(text: str, items: ast.expr, node: ast.AST) -> ast.expr:
    """A comprehension over items, by its text."""
    (made,) = parsed(text)
    assert isinstance(made, ast.Expr)
    made.value.generators[0].iter = items  # type: ignore[attr-defined]
    new: ast.expr = placed(made.value, node)
    return new


def dicts_in(tree: ast.AST) -> set[str]:
    """The variables that are dicts, plainly, wherever they get a value."""
    found: set[str] = set()
    others: set[str] = set()
    for node in nodes(tree):
        match node:
            case ast.Assign([ast.Name(made)], ast.Dict() | ast.DictComp()):
                found.add(made)
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name("dict" | "Counter"))):
                found.add(made)
            case ast.Assign([ast.Name(made)]):
                others.add(made)
    return found - others
