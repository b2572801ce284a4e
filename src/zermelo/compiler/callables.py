"""What a value is that a rule calls: a function to compile, or one that Numba knows already."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from zermelo.compiler import (
    atoms,
    boards,
    dict_rows,
    dict_unions,
    dictionaries,
    missing_items,
    missing_keys,
    overloads,
    sequences,
    sets,
    text_methods,
    text_operations,
    text_order,
    text_rows,
    text_search,
    texts,
)
from zermelo.compiler.source import nodes, syntax_tree
from zermelo.compiler.untyped import Dispatcher, Intrinsic


def callee(value: Any) -> tuple[Callable[..., Any], dict[str, Any]] | None:
    """The plain function of a function or method, and the parameter that is known already."""
    if isinstance(value, types.MethodType):
        function = _plain(value.__func__)
        if function is None:
            return None
        first = next(iter(inspect.signature(function).parameters), "")
        return function, {first: value.__self__}
    function = _plain(value)
    return None if function is None else (function, {})


def _plain(value: Any) -> Callable[..., Any] | None:
    """The function as it was written, without a cache around it, and taken back from Numba."""
    if isinstance(value, Dispatcher):
        value = value.py_func
    if isinstance(value, types.FunctionType | functools._lru_cache_wrapper):
        value = inspect.unwrap(value)
    return value if isinstance(value, types.FunctionType) else None


def parameters_of(function: Any, bound: Collection[str] = ()) -> dict[str, Any]:
    """The parameters that are not bound, with their defaults."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.name not in bound}


def takes_rest(function: Any) -> str:
    """The parameter that takes all further arguments, `*rest`; no name where there is none."""
    kinds = {p.kind: p.name for p in inspect.signature(function).parameters.values()}
    return kinds.get(inspect.Parameter.VAR_POSITIONAL, "")


def is_known(value: Any) -> bool:
    """Whether it is a function that Numba knows as it is."""
    if isinstance(value, types.FunctionType) and any(
        value in known
        for known in (
            overloads.HELPERS,
            sequences.FUNCTIONS,
            dict_rows.FUNCTIONS,
            dict_unions.FUNCTIONS,
            text_methods.FUNCTIONS,
            text_operations.FUNCTIONS,
            atoms.FUNCTIONS,
            dictionaries.FUNCTIONS,
            missing_items.FUNCTIONS,
            missing_keys.FUNCTIONS,
            sets.FUNCTIONS,
            texts.FUNCTIONS,
            text_order.FUNCTIONS,
            text_rows.FUNCTIONS,
            text_search.FUNCTIONS,
            boards.FUNCTIONS,
        )
    ):
        return True
    module = getattr(value, "__module__", None) or ""
    outside = module.split(".")[0] in ("numba", "numpy")
    return (outside and callable(value)) or isinstance(value, np.ufunc | Intrinsic)


def keeps_lists(function: Any) -> bool:
    """Whether it yields, and may have lists, or be in a loop over one, while it does.

    Those lie in the frame of a call (see `rows`), which is gone when the next item is asked for.
    """
    if not inspect.isgeneratorfunction(function):
        return False
    for node in nodes(syntax_tree(function)):
        match node:
            case ast.For(_, ast.Call(ast.Name("range"))):
                continue
            case ast.For() | ast.YieldFrom() | ast.List() | ast.Slice() | ast.Set() | ast.Dict():
                return True
            case ast.ListComp() | ast.SetComp() | ast.DictComp():
                return True
            case ast.Call(ast.Name("list" | "set" | "dict" | "sorted" | "tuple")):
                return True
    return False


def yields(function: Any) -> bool:
    return inspect.isgeneratorfunction(function) or function.__name__ in ("actions", "outcomes")
