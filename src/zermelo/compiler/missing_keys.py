"""Dicts that know what is missing, in machine code: Counter, defaultdict(int) (see `dict_rows`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.dict_rows import Dict, Missing, NoItems, pairs, peek, put
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_operations import item_at, length_of, nothing, put_at, row_of
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

    if isinstance(items, Dict):  # which has the counts

        def copied(items: Any) -> Any:
            made = no_counts()
            for pair in pairs(items):
                made = put(made, pair[0], pair[1])
            return made

        return copied

    def counted(items: Any) -> Any:
        made = no_counts()
        for item in items:
            made = put(made, item, peek(made, item) + 1)
        return made

    return counted


def _most_common(counts: Any, most: Any = None) -> Any:
    """The pairs with the highest counts, in Python's order: of equal ones the first comes first."""
    if counts.missing is None or counts.missing.stays:
        return None  # only a Counter has it
    whole = isinstance(most, types.Omitted | types.NoneType | None)

    def highest(counts: Any, most: Any = None) -> Any:
        row = row_of(pairs(counts))
        for i in range(1, length_of(row)):
            item, at = item_at(row, i), i
            while at > 0 and item[1] > item_at(row, at - 1)[1]:
                put_at(row, at, item_at(row, at - 1))
                at -= 1
            put_at(row, at, item)
        return row

    return highest if whole else lambda counts, most=None: counts.most_common()[: max(most, 0)]


def _total(counts: Any) -> Any:
    """The sum of all counts."""

    def total(counts: Any) -> Any:
        whole = 0
        for pair in pairs(counts):
            whole += pair[1]
        return whole

    return None if counts.missing is None or counts.missing.stays else total


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {counter: _counter}
# How `standard_library` calls them.
NAMES: Final[dict[str, Any]] = {
    "dict_counter": counter,
    "dict_default_int": _no_items(Missing(0, True)),
    "dict_default_float": _no_items(Missing(0.0, True)),
    "dict_default_bool": _no_items(Missing(False, True)),
}
tell_functions(FUNCTIONS)
tell_methods([Dict], {"most_common": _most_common, "total": _total})
tell_methods(
    [NoItems], {"most_common": lambda counts, most=None: lambda counts, most=None: nothing()}
)
