"""Dicts that know what is missing, in machine code: Counter, defaultdict(int) (see `dict_rows`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.dict_rows import Missing, NoItems, peek, put
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.rows import ZERO, Nothing
from zermelo.compiler.untyped import intrinsic, types


def _no_items(missing: Missing) -> Any:
    """`defaultdict(int)`."""

    def made(context: Any) -> Any:
        kind = NoItems(missing)
        return kind(), lambda context, builder, signature, args: ZERO

    return intrinsic(made)


no_counts = _no_items(Missing(0, False))


def counter(items: Any) -> Any:
    """`Counter(items)`."""


def _counter(items: Any) -> Any:
    if isinstance(items, Nothing) or (isinstance(items, types.BaseTuple) and not len(items)):
        return lambda items: no_counts()

    def counted(items: Any) -> Any:
        made = no_counts()
        for item in items:
            made = put(made, item, peek(made, item) + 1)
        return made

    return counted


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {counter: _counter}
# How `standard_library` calls them.
NAMES: Final[dict[str, Any]] = {
    "dict_counter": counter,
    "dict_default_int": _no_items(Missing(0, True)),
    "dict_default_float": _no_items(Missing(0.0, True)),
    "dict_default_bool": _no_items(Missing(False, True)),
}
tell_functions(FUNCTIONS)
