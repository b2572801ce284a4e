"""What the names of a function mean: which are its own, and which of those around it it reaches."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SCOPES: Final = (ast.FunctionDef, ast.Lambda)
FunctionTree = ast.FunctionDef | ast.Lambda
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Scope:
    """What the names of one function mean."""

    function: Any  # the Python function that it is, or is inside
    tree: FunctionTree
    raw_name: str
    bound: Mapping[str, Any] = field(default_factory=dict)
    outer: Scope | None = None  # of the function around it
    locals: set[str] = field(default_factory=set)
    captured: set[str] = field(default_factory=set)  # locals that functions inside reach
    reaches: list[str] = field(default_factory=list)  # names of functions around it that it reaches
    inner: dict[str, Scope] = field(default_factory=dict)  # functions inside, by name
    gives_items: bool = False  # whether it yields

    @property
    def names(self) -> Iterator[Mapping[str, Any]]:
        """Those of its module, and of what was around it when it was made."""
        found = inspect.getclosurevars(self.function).nonlocals if self.function.__closure__ else {}
        yield found
        yield self.function.__globals__
        yield vars(builtins)


def own_nodes(tree: FunctionTree) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions inside it, which are there themselves."""
    left: list[ast.AST] = list(tree.body) if isinstance(tree, ast.FunctionDef) else [tree.body]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, SCOPES):
            if isinstance(node, ast.FunctionDef):
                left += node.decorator_list
            left += [each for each in (*node.args.defaults, *node.args.kw_defaults) if each]
        else:
            left += list(ast.iter_child_nodes(node))


def parameter_names(arguments: ast.arguments) -> list[str]:
    """Those of a function, in order."""
    found = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs]
    return [each.arg for each in (*found, arguments.kwarg) if each]


def kept_defaults(arguments: ast.arguments) -> list[ast.expr]:
    """The defaults of a function inside another, in the order in which they lie in its value."""
    return [*arguments.defaults, *(each for each in arguments.kw_defaults if each)]


def stored_names(tree: FunctionTree) -> set[str]:
    """The variables of a function itself; those of comprehensions are apart."""
    found, inside = set(), set[int]()
    for node in own_nodes(tree):
        if isinstance(node, COMPREHENSIONS):
            for each in node.generators:
                inside |= {id(part) for part in ast.walk(each.target)}
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        if isinstance(node, ast.MatchMapping) and node.rest:
            found.add(node.rest)
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)
            and id(node) not in inside
        ):
            found.add(node.id)
    outside = {n for node in own_nodes(tree) if isinstance(node, ast.Nonlocal) for n in node.names}
    return found - outside


PYTHONS: Final = (
    "builtins", "collections", "enum", "typing", "fractions", "functools", "abc", "itertools",
    "types", "random", "decimal", "dataclasses", "numbers",
)  # fmt: skip


def is_users(kind: type) -> bool:
    """Whether a class is an author's, and not Python's own."""
    return kind.__module__ not in PYTHONS
