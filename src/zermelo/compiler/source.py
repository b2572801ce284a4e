"""From a Python function to its syntax tree, without what compiled code has no use for."""

from __future__ import annotations

import ast
import contextlib
import copy
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from zermelo.compiler.errors import CannotCompile, cannot
from zermelo.language import _


def syntax_tree(function: Callable[..., Any]) -> ast.FunctionDef:
    """The tree of a function, with the line numbers of its file."""
    name = getattr(function, "__name__", str(function))
    if hasattr(function, "tree"):  # it was made of one (see `plain_classes`)
        return copy.deepcopy(function.tree)
    if name == "<lambda>":
        return _Stripped().function(_of_lambda(function))
    try:
        lines, first = inspect.getsourcelines(function)
        above = "\n" * (first - 1)
        module = ast.parse(above + textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError) as error:
        raise CannotCompile(
            _("cannot compile {name}: its source cannot be read; keep it in a file").format(
                name=name
            )
        ) from error
    tree = module.body[0]
    if not isinstance(tree, ast.FunctionDef):
        raise CannotCompile(
            _("cannot compile {name}: it is no function made by def; write it so").format(name=name)
        )
    if not _same_head(tree, function):
        raise CannotCompile(
            _(
                "cannot compile {name}: its file has changed since it was loaded; start again"
            ).format(name=name)
        )
    return _mangled(_Stripped().function(tree), function)


def _mangled(tree: ast.FunctionDef, function: Callable[..., Any]) -> ast.FunctionDef:
    """With the names that Python gives to `self.__count` in a class."""
    owner = ["", *str(getattr(function, "__qualname__", "")).split(".")][-2]
    for node in nodes(tree) if owner not in ("", "<locals>") else ():
        for part in ("id", "attr"):
            private = str(getattr(node, part, ""))
            if private.startswith("__") and not private.endswith("__"):
                setattr(node, part, f"_{owner.lstrip('_')}{private}")
    return tree


@cache
def imports_of(function: Callable[..., Any]) -> dict[str, Any]:
    """What the names stand for that a function imports itself."""
    if getattr(function, "__name__", "") == "<lambda>":
        return {}
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return {}
    return {k: v for node in nodes(tree) for k, v in (_imported(node) or {}).items()}


def _imported(node: ast.AST) -> dict[str, Any] | None:
    """What an import gives, of modules that are loaded; None for another statement."""
    match node:
        case ast.Import(names) if all(each.name in sys.modules for each in names):
            tops = [each.name if each.asname else each.name.split(".")[0] for each in names]
            found = zip(names, tops, strict=True)
            return {each.asname or top: sys.modules[top] for each, top in found}
        case ast.ImportFrom(str(module), names, 0) if module in sys.modules:
            owner = sys.modules[module]
            if all(hasattr(owner, each.name) for each in names):
                return {each.asname or each.name: getattr(owner, each.name) for each in names}
    return None


def _of_lambda(function: Callable[..., Any]) -> ast.FunctionDef:
    """A lambda as a function made by def; there may be others in its line."""
    code: CodeType = function.__code__
    found: list[ast.Lambda] = []
    with contextlib.suppress(OSError, SyntaxError, UnicodeDecodeError):
        module = ast.parse(Path(code.co_filename).read_text(encoding="utf-8"))
        found = [each for each in nodes(module) if _is_lambda_of(each, code)]  # type: ignore[misc]
    if len({ast.dump(each) for each in found}) > 1:
        found = _at_its_place(found, code)
    if len({ast.dump(each) for each in found}) != 1:
        words = _("one lambda of several in its line, or another by now; make it a function by def")
        raise cannot(function.__name__, code.co_filename, code.co_firstlineno, words)
    body = ast.Return(found[0].body)
    new = ast.FunctionDef(f"lambda_{code.co_firstlineno}", found[0].args, [body], [], None)
    made: ast.FunctionDef = placed(new, found[0])
    return made


def _is_lambda_of(node: ast.AST, code: CodeType) -> bool:
    """Whether a lambda of a file has such code."""
    if not isinstance(node, ast.Lambda) or node.lineno != code.co_firstlineno:
        return False
    whole = compile(ast.Expression(node), code.co_filename, "eval")
    other = next(each for each in whole.co_consts if isinstance(each, CodeType))
    alike = _means(other) == _means(code)
    free = set(code.co_freevars)  # here they are global
    return alike or (bool(free) and other.co_varnames == code.co_varnames)


def _at_its_place(found: list[ast.Lambda], code: CodeType) -> list[ast.Lambda]:
    """Those of some lambdas whose text is where the code comes from; innermost ones."""
    places = [
        ((line, column), (last, end))
        for line, last, column, end in code.co_positions()
        if line and last and column is not None and end is not None and (column, end) != (0, 0)
    ]
    if not places:
        return found
    first, last = min(start for start, _end in places), max(end for _start, end in places)
    around = [
        (start, each)
        for each in found
        if (start := (each.body.lineno, each.body.col_offset)) <= first
        and (each.body.end_lineno or 0, each.body.end_col_offset or 0) >= last
    ]
    inmost = max((start for start, _each in around), default=None)
    return [each for start, each in around if start == inmost]


def _means(code: CodeType) -> tuple[Any, ...]:
    """What tells the code of one lambda from that of another."""
    constants = [each for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_varnames, code.co_names, code.co_code, list(map(repr, constants))


def _same_head(tree: ast.FunctionDef, function: Callable[..., Any]) -> bool:
    """Whether the text now in the file can be that of the function: its arguments are the same."""
    code: CodeType | None = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return True
    given = [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return tree.name == code.co_name and [argument.arg for argument in given] == list(names)


def file_of(function: Callable[..., Any]) -> str:
    """The file that a function was written in."""
    code: CodeType | None = getattr(function, "__code__", None)
    return code.co_filename if code else "?"


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a tree in the order of the text; `ast.walk` takes twice the time."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        for field in reversed(node._fields):
            value = getattr(node, field, None)
            if value.__class__ is list:
                stack += [part for part in reversed(value) if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                stack.append(value)


def local_names(tree: ast.AST) -> set[str]:
    """Every name that is given a value inside a function: arguments, targets, loop variables."""
    names: set[str | None] = set()
    for node in nodes(tree):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) or (
            isinstance(node, ast.FunctionDef | ast.ClassDef) and node is not tree
        ):
            names.add(node.name)
    return {name for name in names if name}


def first_stores(tree: ast.AST) -> dict[str, tuple[int, int]]:
    """Where each name first gets a value: line and column; in a loop, where that begins."""
    found: dict[str, tuple[int, int]] = {}
    for node in nodes(tree):
        for part in nodes(node) if isinstance(node, ast.For | ast.While) else (node,):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                place = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
                found[part.id] = min(place, found.get(part.id, place))
    return found


def name(text: str) -> ast.Name:
    """A name to read."""
    return ast.Name(text, ast.Load())


def assign(target: str, value: ast.expr) -> ast.stmt:
    """The statement `target = value`."""
    return ast.Assign([ast.Name(target, ast.Store())], value, lineno=0)


def call(function: str, arguments: Iterable[ast.expr]) -> ast.Call:
    """The expression `function(arguments)`."""
    return ast.Call(name(function), list(arguments), [])


def parsed(text: str) -> list[ast.stmt]:
    """Statements that stand nowhere yet, to be `placed`."""
    body = ast.parse(text).body
    for part in ast.walk(ast.Module(body, [])):
        if hasattr(part, "lineno"):
            del part.lineno
    return body


def settle(tree: ast.AST) -> None:
    """Marks all that is in a tree as looked at, or as in no need of it (see `checks`)."""
    for node in nodes(tree):
        if isinstance(node, ast.expr | ast.stmt):
            node.settled = True  # type: ignore[union-attr]


def is_settled(node: ast.AST) -> bool:
    """Whether it was marked, maybe as a part of another function before it came into this one."""
    return getattr(node, "settled", False)


def placed(node: Any, at: ast.AST) -> Any:
    """The node, new parts of it taken to stand where `at` stands."""
    for part in nodes(node):
        if not getattr(part, "lineno", 0):
            ast.copy_location(part, at)
    return ast.fix_missing_locations(node)


def negated(node: ast.expr, is_not: bool = True) -> ast.expr:
    """An expression, or `not` that expression."""
    found: ast.expr = placed(ast.UnaryOp(ast.Not(), node), node) if is_not else node
    return found


def empty_kind(value: ast.expr) -> str:
    """Which kind of thing begins empty there: a list or a set; none elsewhere."""
    match value:
        case ast.List([]) | ast.Call(ast.Name("list"), [], []):
            return "list"
        case ast.Call(ast.Name("set"), [], []):
            return "set"
    return ""


class Renamed(ast.NodeTransformer):
    """Gives variables other names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node


class Blocks(ast.NodeTransformer):
    """A rewriting of statements, each of which may become several."""

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """All of them, rewritten."""
        found: list[ast.stmt] = []
        for statement in body:
            new: Any = self.visit(statement)
            found += new if isinstance(new, list) else [new]
        return found


class _Stripped(ast.NodeTransformer):
    """Drops annotations, decorators, texts that stand alone and the texts of errors."""

    def function(self, tree: ast.FunctionDef) -> ast.FunctionDef:
        tree.decorator_list, tree.returns = [], None
        for argument in ast.walk(tree.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        tree.body = [
            kept for statement in tree.body if isinstance(kept := self.visit(statement), ast.stmt)
        ] or [placed(ast.Pass(), tree)]
        return tree

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> ast.stmt:
        return node if _imported(node) is None else ast.copy_location(ast.Pass(), node)

    visit_ImportFrom = visit_Import  # noqa: N815 (which `ast` asks for)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Constant):
            return ast.copy_location(ast.Pass(), node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        node.msg = None
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """An error keeps its class; a text made of numbers would need texts in machine code."""
        node.cause = None
        if isinstance(node.exc, ast.Call) and not all(
            isinstance(argument, ast.Constant) for argument in node.exc.args
        ):
            node.exc.args, node.exc.keywords = [ast.copy_location(ast.Constant(""), node)], []
        return node


def source_of(kind: type) -> str:
    """What the file of a class holds, and its name: a hint whether it has changed."""
    try:
        text = Path(inspect.getfile(kind)).read_text(encoding="utf-8")
    except (OSError, TypeError, UnicodeDecodeError):  # it was typed at a prompt
        text = ""
    return f"{kind.__qualname__} {text}"
