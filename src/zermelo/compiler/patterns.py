"""`match` as conditions.

    match move:                         if move == "pass": ...
        case "pass": ...                elif len(move) == 2 and move[0] == "put":
        case ("put", cell): ...             cell = move[1]       (a text has no such length)

A pattern that asks for a class or a dict stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import copy

from zermelo.compiler.source import assign, call, name, nodes, placed


def conditions(node: ast.Match, subject: str, around: ast.AST) -> list[ast.stmt] | None:
    """The same in conditions, of a variable; None where a pattern has none.

    `around` is the function: a name that a guard has turned down must not be read after it.
    """
    otherwise: list[ast.stmt] = []
    for case in reversed(node.cases):
        bound: dict[str, ast.expr] = {}
        tests = _tests(case.pattern, name(subject), bound)
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
    pattern: ast.pattern, value: ast.expr, bound: dict[str, ast.expr]
) -> list[ast.expr] | None:
    """What must hold of a value; `bound` gets the parts of it that have a name."""
    match pattern:
        case ast.MatchValue(wanted):
            return [ast.Compare(copy.deepcopy(value), [ast.Eq()], [wanted])]
        case ast.MatchSingleton(wanted):
            return [ast.Compare(copy.deepcopy(value), [ast.Is()], [ast.Constant(wanted)])]
        case ast.MatchAs(inner, captured):
            tests = [] if inner is None else _tests(inner, value, bound)
            if captured:
                bound[captured] = copy.deepcopy(value)
            return tests
        case ast.MatchOr(patterns):
            return _either(patterns, value)
        case ast.MatchSequence(patterns):
            return _parts(patterns, value, bound)
    return None


def _either(patterns: list[ast.pattern], value: ast.expr) -> list[ast.expr] | None:
    """One of several, which give no names."""
    found: list[ast.expr] = []
    for pattern in patterns:
        names: dict[str, ast.expr] = {}
        tests = _tests(pattern, value, names)
        if tests is None or names:
            return None
        if not tests:
            return []
        found.append(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests))
    return [ast.BoolOp(ast.Or(), found)]


def _parts(
    patterns: list[ast.pattern], value: ast.expr, bound: dict[str, ast.expr]
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
        inner = _tests(pattern, ast.Subscript(copy.deepcopy(value), at, ast.Load()), bound)
        if inner is None:
            return None
        tests += inner
    return tests


def _times(tree: ast.AST, captured: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == captured for node in nodes(tree))


class _Read(ast.NodeTransformer):
    """A guard is asked before the names of its pattern have their values."""

    def __init__(self, bound: dict[str, ast.expr]) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy.deepcopy(self.bound.get(node.id, node))
