"""The tables of constructs: what walks each expression, statement, call and method.

Each construct has one function, in `walk/` or `builtins/`; whatever is in no table is refused. A
function that walks calls takes the walker, a method's receiver, then the arguments of the call one
by one under the names that it gives them, and the `node` if it has a parameter of that name.
"""

from __future__ import annotations

import ast
import inspect
import types as python_types
from collections.abc import Callable
from typing import Any, Final, TypeVar

from zermelo.compiler.errors import Refusal
from zermelo.compiler.values import Value

Walk = Callable[[Any, Any], Any]
Operation = TypeVar("Operation", bound=Callable[..., Any])
EXPRESSIONS: Final[dict[type[ast.AST], Walk]] = {}
STATEMENTS: Final[dict[type[ast.AST], Walk]] = {}
CALLS: Final[dict[str, Callable[..., Any]]] = {}
LIBRARY: Final[dict[str, python_types.FunctionType]] = {}
METHODS: Final[dict[tuple[str, str], Callable[..., Value]]] = {}  # of built-in types
BUILTINS: Final[dict[Any, Callable[..., Value]]] = {}  # what is called, to what walks the call
SPECIALS: Final[dict[type, Callable[..., Value]]] = {}  # calls of what kernels are given
TAKE_REST: Final[set[Any]] = set()  # builtins that know what to do with f(*rest)
LOW_BITS: Final[set[Any]] = set()  # functions of the lowest 64 bits of their arguments


def expression(*kinds: type[ast.AST]) -> Callable[[Walk], Walk]:
    """Registers what walks expressions of these kinds."""

    def register(walk: Walk) -> Walk:
        EXPRESSIONS.update(dict.fromkeys(kinds, walk))
        return walk

    return register


def statement(*kinds: type[ast.AST]) -> Callable[[Walk], Walk]:
    """Registers what walks statements of these kinds."""

    def register(walk: Walk) -> Walk:
        STATEMENTS.update(dict.fromkeys(kinds, walk))
        return walk

    return register


def operation(name: str) -> Callable[[Operation], Operation]:
    """Registers one of the few operations that lower layers need of higher ones."""

    def register(walk: Operation) -> Operation:
        CALLS[name] = walk
        return walk

    return register


def builtin(*callables: Any, named: str = "") -> Callable[[Operation], Operation]:
    """Registers what walks calls of these, with the names of arguments that it knows."""

    def register(walk: Operation) -> Operation:
        BUILTINS.update(dict.fromkeys(callables, _handler(walk, 1, named)))
        return walk

    return register


def method(kinds: str, *names: str, named: str = "") -> Callable[[Operation], Operation]:
    """Registers what walks calls of methods of built-in types."""

    def register(walk: Operation) -> Operation:
        handler = _handler(walk, 2, named)
        METHODS.update({(kind, name): handler for kind in kinds.split() for name in names})
        return walk

    return register


def builtins(table: dict[Any, Callable[..., Any]]) -> None:
    """Registers what walks calls of each of these."""
    for callable_, walk in table.items():
        builtin(callable_)(walk)


def methods(kinds: str, table: dict[str, Callable[..., Any]]) -> None:
    """Registers what walks calls of several methods of built-in types."""
    for name, walk in table.items():
        method(kinds, name)(walk)


def builtin_of(callee: Any) -> Callable[..., Value] | None:
    """What walks calls of a builtin; None of anything else."""
    try:
        return BUILTINS.get(callee)
    except TypeError:  # what cannot be hashed is none
        return None


def _handler(walk: Callable[..., Any], first: int, named: str) -> Callable[..., Value]:
    """Hands arguments over one by one; those that would be passed over are refused.

    `first` parameters stand before them. With the names "*", all named ones come as one dict.
    """
    code, known = walk.__code__, named.split()
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    places = [each for each in names[first : code.co_argcount] if each != "node"]
    needed = len(places) - len(walk.__defaults__ or ())
    most = 99 if code.co_flags & inspect.CO_VARARGS else len(places)

    def handler(*given: Any) -> Value:
        *before, arguments, node = given
        rest = {"named": arguments.named} if known == ["*"] else dict(arguments.named)
        for name in arguments.named:
            if known != ["*"] and name not in known:
                raise Refusal("the argument {name} of this function; leave it out", name=name)
        if len(arguments.positional) > most:
            raise Refusal("too many arguments for this function; use fewer")
        found: Value
        if len(arguments.positional) < needed:
            found = before[0].fault(TypeError)
            return found
        if "node" in names:
            rest["node"] = node
        result = walk(*before, *arguments.positional, **rest)
        found = before[0].constant(None) if result is None else result
        return found

    return handler
