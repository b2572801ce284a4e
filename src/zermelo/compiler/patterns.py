"""`match` as conditions.

    match move:                         if move == "pass": ...
        case "pass": ...                elif len(move) == 2 and move[0] == "put":
        case ("put", cell): ...             cell = move[1]       (a text has no such length)
        case Step(row, 0): ...          elif isinstance(move, Step) and move.col == 0:
                                            row = move.row

A pattern that asks for a dict stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Mapping
from typing import Any

from zermelo.compiler.records import fields_of
from zermelo.compiler.source import assign, call, name, nodes, placed


def conditions(
    node: ast.Match, subject: str, around: ast.AST, names: Mapping[str, Any]
) -> list[ast.stmt] | None:
    """The same in conditions, of a variable; None where a pattern has none.

    `around` is the function: a name that a guard has turned down must not be read after it; `names`
    are those of its module.
    """
    otherwise: list[ast.stmt] = []
    for case in reversed(node.cases):
        bound: dict[str, ast.expr] = {}
        tests = _tests(case.pattern, name(subject), bound, names)
        if tests is None:
            return None
        body = [*(assign(captured, value) for captured, value in bound.items()), *case.body]
        if case.guard:
            if any(_times(around, captured) > _times(case, captured) for captured in bound):
                return None
            tests = [*tests, _Read(bound).visit(copy.deepcopy(case.guard))]
        whole: ast.expr = ast.Constant(True)
        if tests:
            whole = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        otherwise = [ast.If(whole, body, otherwise)]
    return [placed(each, node) for each in otherwise]


def _tests(
    pattern: ast.pattern, value: ast.expr, bound: dict[str, ast.expr], names: Mapping[str, Any]
) -> list[ast.expr] | None:
    """What must hold of a value; `bound` gets the parts of it that have a name."""
    match pattern:
        case ast.MatchValue(wanted):
            return [ast.Compare(copy.deepcopy(value), [ast.Eq()], [wanted])]
        case ast.MatchSingleton(wanted):
            return [ast.Compare(copy.deepcopy(value), [ast.Is()], [ast.Constant(wanted)])]
        case ast.MatchAs(inner, captured):
            tests = [] if inner is None else _tests(inner, value, bound, names)
            if captured:
                bound[captured] = copy.deepcopy(value)
            return tests
        case ast.MatchOr(patterns):
            return _either(patterns, value, names)
        case ast.MatchSequence(patterns):
            return _parts(patterns, value, bound, names)
        case ast.MatchClass(ast.Name(kind)):
            return _of_class(
                pattern, names.get(kind, vars(builtins).get(kind)), value, bound, names
            )
    return None


def _either(
    patterns: list[ast.pattern], value: ast.expr, names: Mapping[str, Any]
) -> list[ast.expr] | None:
    """One of several, which give no names."""
    found: list[ast.expr] = []
    for pattern in patterns:
        bound: dict[str, ast.expr] = {}
        tests = _tests(pattern, value, bound, names)
        if tests is None or bound:
            return None
        if not tests:
            return []
        found.append(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests))
    return [ast.BoolOp(ast.Or(), found)]


def _parts(
    patterns: list[ast.pattern],
    value: ast.expr,
    bound: dict[str, ast.expr],
    names: Mapping[str, Any],
) -> list[ast.expr] | None:
    """As many items, each as its pattern says; a star takes those that are left over."""
    stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
    star = stars[0] if stars else len(patterns)
    least, sign = len(patterns) - len(stars), ast.GtE() if stars else ast.Eq()
    length = call("row_matched", [copy.deepcopy(value)])
    tests: list[ast.expr] = [ast.Compare(length, [sign], [ast.Constant(least)])]
    for i, pattern in enumerate(patterns):
        if isinstance(pattern, ast.MatchStar):
            last = ast.Constant(i - least) if i < least else None
            if pattern.name:
                rest = ast.Slice(ast.Constant(i), last)
                some = ast.Subscript(copy.deepcopy(value), rest, ast.Load())
                bound[pattern.name] = call("list", [some])
            continue
        at = ast.Constant(i if i < star else i - len(patterns))
        item = ast.Subscript(copy.deepcopy(value), at, ast.Load())
        inner = _tests(pattern, item, bound, names)
        if inner is None:
            return None
        tests += inner
    return tests


def _of_class(
    pattern: ast.MatchClass,
    kind: Any,
    value: ast.expr,
    bound: dict[str, ast.expr],
    names: Mapping[str, Any],
) -> list[ast.expr] | None:
    """A value of a class, with such parts: `Step(row, col)`, `Step(row=0)`, `int(number)`."""
    if not isinstance(kind, type):
        return None
    tests: list[ast.expr] = [call("isinstance", [copy.deepcopy(value), pattern.cls])]
    given = list(getattr(kind, "__match_args__", ())) if fields_of(kind) else []
    places: list[ast.expr] = [ast.Attribute(value, each, ast.Load()) for each in given]
    if kind in (int, str, tuple):
        places = [value]
    if len(pattern.patterns) > len(places):
        return None
    asked = list(zip(places, pattern.patterns, strict=False))
    for attribute, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        asked.append((ast.Attribute(value, attribute, ast.Load()), inner))
    for part, inner in asked:
        found = _tests(inner, copy.deepcopy(part), bound, names)
        if found is None:
            return None
        tests += found
    return tests


def _times(tree: ast.AST, captured: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == captured for node in nodes(tree))


class _Read(ast.NodeTransformer):
    """A guard is asked before the names of its pattern have their values."""

    def __init__(self, bound: dict[str, ast.expr]) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy.deepcopy(self.bound.get(node.id, node))
