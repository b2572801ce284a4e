"""How Numba is told of what we add to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from zermelo.compiler.untyped import overload, overload_method

OPTIONS: Final = {"jit_options": {"error_model": "numpy"}, "strict": False}


def tell_functions(functions: Mapping[Any, Callable[..., Any]]) -> None:
    """Of functions, each with what gives its code for the types of its arguments."""
    for function, typed in functions.items():
        overload(function, **OPTIONS)(typed)


def tell_methods(kinds: Iterable[Any], methods: Mapping[str, Callable[..., Any]]) -> None:
    """Of the methods of types."""
    for kind in kinds:
        for method, typed in methods.items():
            overload_method(kind, method, **OPTIONS)(typed)
