"""Built-in functions, methods of built-in types, and modules of the standard library."""

from zermelo.compiler.builtins import (  # noqa: F401
    functional,
    intrinsics,
    iterators,
    mathematics,
    methods,
    ordering,
    texts,
    types,
)
