"""Whether items are there, in machine code (see `attempts`). Importing this module tells Numba."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.dict_rows import Dict
from zermelo.compiler.errors import ALONE, RuleFault
from zermelo.compiler.packed import Packed
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.rows import Nothing, Row, SetRow
from zermelo.compiler.text_types import TextAtom
from zermelo.compiler.untyped import types


def item_is_there(items: Any, key: Any) -> Any:
    """Whether `items[key]` is, of a dict or of a list."""


def index_is_there(items: Any, key: Any) -> Any:
    """Whether it is, of a list; a dict is not looked at."""


def key_is_there(items: Any, key: Any) -> Any:
    """Whether it is, of a dict; a list is not looked at."""


def _item(items: Any, key: Any) -> Any:
    return _index(items, key) if _is_list(items) else _key(items, key)


def _index(items: Any, key: Any) -> Any:
    if _is_list(items):
        return lambda items, key: -len(items) <= key < len(items)
    return (lambda items, key: True) if isinstance(items, Dict) else None


def _key(items: Any, key: Any) -> Any:
    if isinstance(items, Dict) and not items.missing:
        return lambda items, key: key in items
    if isinstance(items, Dict):
        return lambda items, key: True
    if isinstance(items, Nothing):
        return None  # a dict without items and a list without items are the same
    return (lambda items, key: True) if _is_list(items) else None


def _is_list(kind: Any) -> bool:
    lists = Row | Packed | TextAtom | types.BaseTuple
    return isinstance(kind, lists) and not isinstance(kind, SetRow)


def items_of_several(items: Any) -> Any:
    """The items, of which there are two at least, as `max(*items)` wants them."""


def _of_several(items: Any) -> Any:
    def checked(items: Any) -> Any:
        if len(items) < 2:
            raise RuleFault("", "", 0, ALONE)
        return items

    return checked if _is_list(items) else None


FUNCTIONS: Final[dict[Any, Any]] = {
    item_is_there: _item,
    index_is_there: _index,
    key_is_there: _key,
    items_of_several: _of_several,
}
NAMES: Final[dict[str, Any]] = {function.__name__: function for function in FUNCTIONS}
tell_functions(FUNCTIONS)
