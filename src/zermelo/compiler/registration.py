"""How Numba is told of what we add to it: when something is compiled for the first time.

It takes a thirtieth of a second, which a start that finds all its machine code in the cache need
not wait for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from zermelo.compiler.untyped import overload, overload_method

OPTIONS: Final = {"jit_options": {"error_model": "numpy"}, "strict": False}


_untold: list[Callable[[], None]] = []
_telling = threading.RLock()


def tell_functions(functions: Mapping[Any, Callable[..., Any]]) -> None:
    """Of functions, each with what gives its code for the types of its arguments."""

    def tell() -> None:
        for function, typed in functions.items():
            overload(function, **OPTIONS)(typed)

    _untold.append(tell)


def tell_methods(kinds: Iterable[Any], methods: Mapping[str, Callable[..., Any]]) -> None:
    """Of the methods of types."""

    def tell() -> None:
        for kind in kinds:
            for method, typed in methods.items():
                overload_method(kind, method, **OPTIONS)(typed)

    _untold.append(tell)


def install() -> None:
    """Tells Numba of all that it was not told of yet."""
    with _telling:
        while _untold:
            _untold.pop(0)()
