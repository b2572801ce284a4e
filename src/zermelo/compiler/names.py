"""Names in syntax trees: which a statement binds, which are local, what is kept of expressions."""

from __future__ import annotations

import ast
from typing import Any, Final

Environment = dict[str, frozenset[int]]  # the definitions of names that may reach a place
CONTEXTS: Final = (ast.Load, ast.Store, ast.Del)
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Variable:
    """A variable of a function; `code` is the function whose frame has it."""

    __slots__ = ("captured", "checked", "code", "loose", "name", "number")

    def __init__(self, name: str, code: Any, number: int = 0) -> None:
        self.name, self.code, self.number = name, code, number
        self.captured = False  # used by a function inside
        self.checked = False  # may be read before it has a value
        self.loose = False  # may leave 64 bits where nobody looks at the others

    def __repr__(self) -> str:
        return f"{self.name}'{self.number}" if self.number else self.name


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right inside a node, as `ast.iter_child_nodes` gives them, but sooner."""
    found: list[ast.AST] = []
    values = node.__dict__
    for name in node._fields:
        value = values.get(name)
        if value.__class__ is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and value.__class__ not in CONTEXTS:
            found.append(value)
    return found


def all_nodes(node: ast.AST) -> list[ast.AST]:
    """A node and all below it, as `ast.walk` gives them, but sooner."""
    found = [node]
    for each in found:  # which grows meanwhile
        found += children(each)
    return found


def assigned_names(node: ast.AST) -> set[str]:
    """The names that a target or statement binds, without those of scopes inside it."""
    found: set[str] = set()
    todo = [node]
    while todo:
        each = todo.pop()
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.add(each.id)
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            found.add(each.name)
            continue
        elif isinstance(each, ast.Lambda):
            continue
        elif isinstance(each, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and each.name:
            found.add(each.name)
        elif isinstance(each, ast.MatchMapping) and each.rest:
            found.add(each.rest)
        elif isinstance(each, COMPREHENSIONS):
            found |= {n.target.id for n in all_nodes(each) if isinstance(n, ast.NamedExpr)}
            continue
        todo += children(each)
    return found


def local_names(node: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The local variables of a function: parameters, and what its body binds."""
    found = {each.arg for each in parameters(node)}
    todo: list[ast.AST] = list(node.body) if isinstance(node.body, list) else [node.body]
    for statement in todo:
        found |= assigned_names(statement)
    while todo:  # what is declared in this function and in none inside it
        each = todo.pop()
        if isinstance(each, ast.Nonlocal | ast.Global):
            found -= set(each.names)
        if not isinstance(each, ast.FunctionDef | ast.Lambda):
            todo += children(each)
    return found


def parameters(node: ast.FunctionDef | ast.Lambda) -> list[ast.arg]:
    """All parameters of a function, in the order of its signature."""
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return every + [each for each in (given.vararg, given.kwarg) if each]


CONSUMERS: Final = frozenset((
    "Counter", "all", "any", "deque", "dict", "enumerate", "filter", "frozenset", "len", "list",
    "map", "max", "min", "next", "reversed", "set", "sorted", "sum", "tuple", "zip",
))  # fmt: skip


def kept_expressions(node: ast.AST) -> list[ast.GeneratorExp]:
    """The generator expressions of a function that nobody goes through at once."""
    at_once: set[ast.AST] = set()
    found = []
    for each in all_nodes(node):
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute) or getattr(each.func, "id", "") in CONSUMERS:
                at_once |= set(each.args)
        elif isinstance(each, ast.For | ast.comprehension):
            at_once.add(each.iter)
        elif isinstance(each, ast.Starred | ast.YieldFrom):
            if each.value is not None:
                at_once.add(each.value)
        elif isinstance(each, ast.Compare):
            at_once |= set(each.comparators)
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if each.value is not None and isinstance(targets[0], ast.Tuple | ast.List):
                at_once.add(each.value)
        elif isinstance(each, ast.GeneratorExp):
            found.append(each)
    return [each for each in found if each not in at_once]


def used_at_once(node: ast.AST, around: ast.AST) -> bool:
    """Whether a lambda is the key of a sort, or handed to a function that does not keep it."""
    for each in all_nodes(around):
        if isinstance(each, ast.Call):
            given = [*each.args, *(keyword.value for keyword in each.keywords)]
            name = getattr(each.func, "id", getattr(each.func, "attr", ""))
            if node in given and name in CONSUMERS | {"sort", "reduce"}:
                return True
    return False


def as_function(node: ast.GeneratorExp) -> ast.FunctionDef:
    """A generator expression as a generator function of what its first loop goes through."""
    body: ast.stmt = ast.Expr(ast.Yield(node.elt))
    for place, generator in reversed(list(enumerate(node.generators))):
        for test in reversed(generator.ifs):
            body = ast.If(test, [body], [])
        source = generator.iter if place else ast.Name(SOURCE, ast.Load())
        body = ast.For(generator.target, source, [body], [])
    named = {n.target.id for n in all_nodes(node) if isinstance(n, ast.NamedExpr)}
    whole: list[ast.stmt] = [ast.Nonlocal(sorted(named))] if named else []
    arguments = ast.arguments([], [ast.arg(SOURCE)], None, [], [], None, [])
    made = ast.FunctionDef("<genexpr>", arguments, [*whole, body], [], None)
    for each in all_nodes(made):
        if not hasattr(each, "lineno"):
            ast.copy_location(each, node)
    return made


SOURCE: Final = ".0"


def merge(*environments: Environment | None) -> Environment | None:
    """What may reach the place at which several ways meet."""
    real = [each for each in environments if each is not None]
    if not real:
        return None
    found: Environment = {}
    for each in real:
        for name, reaching in each.items():
            found[name] = found.get(name, frozenset()) | reaching
    return found
