"""Functions as syntax trees whose names are resolved, once and for all.

Every name is looked up as Python would: in the function, in those around it, in the function's own
globals, among the builtins. From then on a name is a `Variable` or an object, never a spelling.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
import linecache
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.errors import Refusal, refused
from zermelo.compiler.names import Variable, all_nodes, children
from zermelo.compiler.variables import resolve

Function = ast.FunctionDef | ast.Lambda
MISSING: Final = object()
OURS: Final = str(Path(__file__).parents[1])  # files that do not change while they are used


class Code:
    """The body of one function: its syntax tree, its parameters, its variables.

    `names` gives the variable of each name in the tree that is local to the function or to one
    around it; a name that is not there is global or built in.
    """

    def __init__(self, node: Function, file: str, name: str, parent: Code | None = None) -> None:
        self.node, self.file, self.name, self.parent = node, file, name, parent
        self.names: dict[ast.AST, Variable] = {}
        self.nested: dict[ast.AST, Code] = {}
        arguments = node.args
        self.positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        self.keyword_only = [a.arg for a in arguments.kwonlyargs]
        self.star = arguments.vararg.arg if arguments.vararg else None
        self.double_star = arguments.kwarg.arg if arguments.kwarg else None
        self.parameters: dict[str, Variable] = {}
        self.yields = [n for n in own_nodes(node) if isinstance(n, ast.Yield | ast.YieldFrom)]
        self.kept: dict[ast.GeneratorExp, Any] = {}  # kept ones, as functions
        self.captured: list[Variable] = []  # variables of its own that functions inside use

    @property
    def is_generator(self) -> bool:
        return bool(self.yields)

    @property
    def all_parameters(self) -> list[str]:
        found = [*self.positional, *self.keyword_only]
        return found + [each for each in (self.star, self.double_star) if each]


def own_nodes(node: ast.AST) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it."""
    body = getattr(node, "body", [])
    todo: list[ast.AST] = list(body) if isinstance(body, list) else [body]
    found = []
    while todo:
        each = todo.pop()
        found.append(each)
        if isinstance(each, ast.FunctionDef):
            todo += [*each.args.defaults, *(d for d in each.args.kw_defaults if d)]
        elif isinstance(each, ast.Lambda):
            todo += each.args.defaults
        else:
            todo += children(each)
    return found


_private = re.compile(r"\b__(?!\w*__\b)\w")
_codes: dict[int, tuple[types.CodeType, Code]] = {}  # by identity: equal code may be of many files
_trees: dict[str, tuple[str, dict[int, list[Function]]]] = {}
_texts: dict[str, tuple[str, list[types.CodeType]]] = {}


def code_of(function: types.FunctionType) -> Code:
    """The resolved syntax tree of a function."""
    code = function.__code__
    if id(code) not in _codes:
        try:
            node = _node_of(function)
        except Refusal as why:
            place = function.__qualname__, code.co_filename, code.co_firstlineno
            raise refused(*place, why) from None
        found = Code(node, code.co_filename, function.__qualname__)
        resolve_code(found, set(code.co_freevars))
        _codes[id(code)] = code, found
    return _codes[id(code)][1]


def resolve_code(code: Code, outside: set[str]) -> None:
    """Resolves the names of a function and of all that are inside it."""
    resolve(code, outside, lambda node, name: Code(node, code.file, name, code))


def _node_of(function: types.FunctionType) -> Function:
    """The syntax tree of a function, found by its file and first line."""
    code = function.__code__
    text = _text_of(function)
    known = _trees.get(code.co_filename)
    if known is None or known[0] != text:
        try:
            tree = ast.parse(text)
        except SyntaxError:
            raise Refusal("its source text has changed; load it again") from None
        if _private.search(text):
            _mangle(tree, "")
        places: dict[int, list[Function]] = {}
        for node in all_nodes(tree):
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                decorators = getattr(node, "decorator_list", [])
                first = min([node.lineno, *(d.lineno for d in decorators)])
                places.setdefault(first, []).append(node)
        known = _trees[code.co_filename] = (text, places)
    candidates = [n for n in known[1].get(code.co_firstlineno, []) if _matches(n, code)]
    if len(candidates) > 1:
        candidates = [n for n in candidates if _holds(n, code)]
        candidates.sort(
            key=lambda n: ((n.end_lineno or 0) - n.lineno, (n.end_col_offset or 0) - n.col_offset)
        )
    if not candidates:
        raise Refusal("its source text cannot be found; define it by def in a file")
    return candidates[0]


def _text_of(function: types.FunctionType) -> str:
    """The text of the file of a function; a Refusal if that is another function's by now."""
    file = function.__code__.co_filename
    for _attempt in range(2):
        text = "".join(linecache.getlines(file, function.__globals__))
        if text and _is_of(function.__code__, text):
            return text
        linecache.checkcache(file)  # where the file was loaded again
    if text:
        raise Refusal("its source text has changed; load it again")
    raise Refusal("its source text cannot be found; define it in a file")


def _is_of(code: types.CodeType, text: str) -> bool:
    """Whether a function was made from a text."""
    if code.co_filename.startswith(OURS):
        return True
    if _texts.get(code.co_filename, ("",))[0] != text:
        flags = code.co_flags & __future__.annotations.compiler_flag
        try:
            whole = compile(text, code.co_filename, "exec", flags, dont_inherit=True)
        except SyntaxError:
            return False
        _texts[code.co_filename] = text, list(_inner(whole))
    found = _texts[code.co_filename][1]
    names = [name for each in _inner(code) for name in (*each.co_names, *each.co_varnames)]
    if any(name.startswith("@py") for name in names):  # pytest writes `assert` anew
        return True
    return any(each.co_firstlineno == code.co_firstlineno and _same(each, code) for each in found)


def _inner(code: types.CodeType) -> Iterator[types.CodeType]:
    """A piece of code and those inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _inner(each)


def _same(a: Any, b: Any) -> bool:
    """Whether two pieces of code, or constants in them, are equal."""
    if not isinstance(a, types.CodeType) or not isinstance(b, types.CodeType):
        return type(a) is type(b) and (a == b if isinstance(a, frozenset) else repr(a) == repr(b))
    parts = ("co_name", "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars")
    return all(getattr(a, each) == getattr(b, each) for each in parts) and (
        len(a.co_consts) == len(b.co_consts) and all(map(_same, a.co_consts, b.co_consts))
    )


def _mangle(node: ast.AST, cls: str) -> None:
    """Private names, as Python changes them inside a class: __x is _Class__x."""
    for child in children(node):
        inside = child.name.lstrip("_") if isinstance(child, ast.ClassDef) else cls
        for field in ("attr", "id", "arg"):
            name = getattr(child, field, None)
            if (
                inside
                and isinstance(name, str)
                and name.startswith("__")
                and not name.endswith("__")
            ):
                setattr(child, field, f"_{inside}{name}")
        _mangle(child, inside)


def _matches(node: Function, code: types.CodeType) -> bool:
    name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
    arguments = node.args
    count = len(arguments.posonlyargs) + len(arguments.args)
    return name == code.co_name and count == code.co_argcount


def _holds(node: Function, code: types.CodeType) -> bool:
    """Of several functions that begin on one line: whether the code is of this one."""
    last = node.body if isinstance(node.body, ast.expr) else node.body[-1]
    first = node.body if isinstance(node.body, ast.expr) else node.body[0]
    start, end = (first.lineno, first.col_offset), (last.end_lineno, last.end_col_offset)
    for line, end_line, column, end_column in code.co_positions():
        if None in (line, end_line, column, end_column) or column == end_column:
            continue
        if not (start <= (line, column) and (end_line, end_column) <= end):
            return False
    return True


def global_value(function: types.FunctionType, name: str) -> Any:
    """What a name that is not local means in a function; MISSING where it means nothing."""
    free = function.__code__.co_freevars
    if name in free and function.__closure__:
        try:
            return function.__closure__[free.index(name)].cell_contents
        except ValueError:
            return MISSING
    if name in function.__globals__:
        return function.__globals__[name]
    return getattr(builtins, name, MISSING)


def static_attribute(cls: type, name: str) -> Any:
    """An attribute of a class as it was written; MISSING if there is none."""
    return inspect.getattr_static(cls, name, MISSING)
