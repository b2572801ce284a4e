"""Two dicts in one, in machine code (see `dict_rows`). Importing this module tells Numba."""

from __future__ import annotations

import operator
from typing import Any, Final

from zermelo.compiler.dict_rows import Dict, dict_of, pairs, put
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.rows import Nothing, Row
from zermelo.compiler.untyped import types


def updated(made: Any, items: Any) -> Any:
    """`made.update(items)`: the same dict, with all items of another, or of pairs."""


def _updated(made: Any, items: Any) -> Any:
    if not isinstance(made, Dict | Nothing) or getattr(made, "missing", None):
        return None  # a Counter counts instead
    if isinstance(items, Nothing):
        return lambda made, items: made

    def of_dict(made: Any, items: Any) -> Any:
        for key, value in pairs(items):
            made = put(made, key, value)
        return made

    def of_pairs(made: Any, items: Any) -> Any:
        for key, value in items:
            made = put(made, key, value)
        return made

    if isinstance(items, Dict):
        return of_dict
    return of_pairs if isinstance(items, Row | types.BaseTuple) else None


def _or(a: Any, b: Any) -> Any:
    if not isinstance(a, Dict) or not isinstance(b, Dict | Nothing) or a.missing:
        return None
    return None if getattr(b, "missing", None) else lambda a, b: updated(dict_of(a), b)


FUNCTIONS: Final[dict[Any, Any]] = {updated: _updated, operator.or_: _or}
# How `local_dicts` calls it.
NAMES: Final[dict[str, Any]] = {"pairs_update": updated}
tell_functions(FUNCTIONS)
