"""Dicts that are handed on, in machine code: rows of pairs, each key once, in Python's order.

    discs = dict(state.discs)       discs = dict_of(state.discs)
    discs[square] = player          discs = pairs_put(discs, square, player)
    self.flips(discs, square)       the callee sees the same row
    frozenset(discs.items())        the row of its pairs

Keys and values are numbers, atoms and tuples of these. A dict that only one function has is two
lists instead, and its values may be lists (see `local_dicts`). Importing this module tells Numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.compiler.atoms import NONE
from zermelo.compiler.errors import NO_KEY, RuleFault
from zermelo.compiler.growth import append
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_memory import NothingModel, Place, RowModel
from zermelo.compiler.row_operations import item_at, length_of, nothing, owned, put_at, set_length
from zermelo.compiler.rows import ONE, ZERO, Kept, Nothing, Row, has_row
from zermelo.compiler.tuple_makers import as_tuple, can_be_tuple
from zermelo.compiler.untyped import (
    Conversion,
    cgutils,
    imputils,
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    register_model,
    types,
)


class Missing(NamedTuple):
    """What a Counter or a defaultdict has for a key that is not there; whether that stays."""

    value: Any
    stays: bool


class Dict(Kept):
    """A dict; a loop over it gives its keys."""

    def __init__(self, key: Any, value: Any, missing: Missing | None = None) -> None:
        if has_row(key) or has_row(value):
            raise TypeError("a dict of lists that is handed on")
        self.key_type, self.value_type, self.missing = key, value, missing
        self.row = Row(types.BaseTuple.from_types([key, value]))
        super().__init__(name=f"Dict({key}, {value}{f', {missing}' if missing else ''})")

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.row

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return KeyIterator(self)

    def unify(self, context: Any, other: Any) -> Any:
        """The type that holds the items of both."""
        if isinstance(other, Nothing):
            return self
        if not isinstance(other, Dict) or other.missing != self.missing:
            return None
        key = context.unify_pairs(self.key_type, other.key_type)
        value = context.unify_pairs(self.value_type, other.value_type)
        plain = key is not None and value is not None
        if not plain:
            return None
        return Dict(types.unliteral(key), types.unliteral(value), self.missing)

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.safe if self.unify(context, other) == self else None


class NoItems(Nothing):
    """What a Counter or a defaultdict is before something is put into it."""

    def __init__(self, missing: Missing) -> None:
        self.missing = missing
        types.Type.__init__(self, name=f"NoItems({missing})")


class KeyIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A loop over the keys of a dict."""

    def __init__(self, made: Dict) -> None:
        self.made = made
        super().__init__(f"iter({made})", made.key_type)

    @property
    def key(self) -> tuple[Any, ...]:
        return self.name, self.made


register_model(Dict)(RowModel)
register_model(NoItems)(NothingModel)


@register_model(KeyIterator)
class KeyIteratorModel(models.StructModel):  # type: ignore[misc]
    """The dict, and how far the loop is."""

    def __init__(self, manager: Any, kind: KeyIterator) -> None:
        index = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("row", kind.made.row), ("index", index)])


@lower_cast(Nothing, Dict)
def _empty(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return Place.new(context, builder, after.row).address


@lower_cast(Dict, Dict)
def _other(context: Any, builder: Any, before: Any, after: Any, value: Any) -> Any:
    return context.cast(builder, value, before.row, after.row)


@lower_builtin("getiter", Dict)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    loop.row, loop.index = args[0], cgutils.alloca_once_value(builder, ZERO)
    return loop._getvalue()


@lower_builtin("iternext", KeyIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> Any:
    kind = signature.args[0]
    loop = context.make_helper(builder, kind, value=args[0])
    place = Place(context, builder, kind.made.row, loop.row)
    index = builder.load(loop.index)
    inside = builder.icmp_signed("<", index, place.length())
    result.set_valid(inside)
    with builder.if_then(inside):
        result.yield_(builder.extract_value(place.get(index), 0))
        builder.store(builder.add(index, ONE), loop.index)


# --- making and changing -------------------------------------------------------------------------


@intrinsic
def pairs(context: Any, made: Any) -> Any:
    """The row of the pairs itself."""
    if not isinstance(made, Dict):
        return None
    return made.row(made), lambda context, builder, signature, args: args[0]


def place_of(made: Any, key: Any) -> Any:
    """Where a key is; -1 where it is not."""


def _place_of(made: Any, key: Any) -> Any:
    def place(made: Any, key: Any) -> Any:
        row = pairs(made)
        for i in range(length_of(row)):
            if item_at(row, i)[0] == key:
                return i
        return -1

    return place if isinstance(made, Dict) else None


@intrinsic
def put(context: Any, made: Any, key: Any, value: Any) -> Any:
    """The dict with an item; the first gives it its type."""
    given = types.unliteral(key), types.unliteral(value)
    kind: Dict | None
    if isinstance(made, Nothing):
        kind = Dict(*given, getattr(made, "missing", None))
    elif isinstance(made, Dict):
        kind = _holding(context, made, *given)
    else:
        return None
    if kind is None:
        return None

    def change(made: Any, key: Any, value: Any) -> None:
        at = place_of(made, key)
        if at < 0:
            append(pairs(made), (key, value))
        else:
            put_at(pairs(made), at, (item_at(pairs(made), at)[0], value))

    kinds = (kind, kind.key_type, kind.value_type)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = args[0] if made == kind else context.cast(builder, args[0], made, kind)
        wanted = kinds[1:]
        parts = [
            as_tuple(context, builder, old, new, item)
            for old, new, item in zip(given, wanted, args[1:], strict=True)
        ]
        context.compile_internal(builder, change, types.none(*kinds), [place, *parts])
        return place

    return kind(made, *given), code


def _holding(context: Any, made: Dict, key: Any, value: Any) -> Dict | None:
    """The type of a dict that has an item more."""
    if can_be_tuple(context, key, made.key_type):
        key = made.key_type
    if can_be_tuple(context, value, made.value_type) and not isinstance(value, types.Float):
        value = made.value_type
    found: Dict | None = made.unify(context, Dict(key, value, made.missing))
    return found


def dict_of(items: Any) -> Any:
    """`dict(items)`."""


def _dict_of(items: Any) -> Any:
    if isinstance(items, Nothing) or (isinstance(items, types.BaseTuple) and not len(items)):
        return lambda items: nothing()
    if isinstance(items, Dict):
        return lambda items: owned(items)

    def collected(items: Any) -> Any:
        made = nothing()
        for pair in items:
            made = put(made, pair[0], pair[1])
        return made

    return collected


def without(made: Any, key: Any) -> Any:
    """The dict without a key that must be there."""


def _without(made: Any, key: Any) -> Any:
    def less(made: Any, key: Any) -> Any:
        made.pop(key)
        return made

    return less if isinstance(made, Dict) else None


# --- looking -------------------------------------------------------------------------------------


def peek(made: Any, key: Any) -> Any:
    """`made[key]`, where it is about to be put there."""


def _peek(made: Any, key: Any) -> Any:
    if not isinstance(made, Dict | NoItems) or made.missing is None:
        return _getitem(made, key)
    value = made.missing.value
    if isinstance(made, NoItems):
        return lambda made, key: value

    def item(made: Any, key: Any) -> Any:
        at = place_of(made, key)
        return item_at(pairs(made), at)[1] if at >= 0 else value

    return item


def _getitem(made: Any, key: Any) -> Any:
    missing = getattr(made, "missing", None)
    if missing and not missing.stays:
        return _peek(made, key)
    if missing and isinstance(made, Dict):
        value = missing.value

        def item_that_stays(made: Any, key: Any) -> Any:
            at = place_of(made, key)
            if at < 0:
                put(made, key, value)
            return item_at(pairs(made), at if at >= 0 else length_of(pairs(made)) - 1)[1]

        return item_that_stays

    def item(made: Any, key: Any) -> Any:
        at = place_of(made, key)
        if at < 0:
            raise RuleFault("", "", 0, NO_KEY)
        return item_at(pairs(made), at)[1]

    return item if isinstance(made, Dict) else None


def _setitem(made: Any, key: Any, value: Any) -> Any:
    """Where another function has the dict too, it must hold what is put there already."""
    if not isinstance(made, Dict):
        return None

    def change(made: Any, key: Any, value: Any) -> None:
        put(made, key, value)

    return change


def _contains(made: Any, key: Any) -> Any:
    return (lambda made, key: place_of(made, key) >= 0) if isinstance(made, Dict) else None


def _len(made: Any) -> Any:
    return (lambda made: length_of(pairs(made))) if isinstance(made, Dict) else None


def _truth(made: Any) -> Any:
    return (lambda made: length_of(pairs(made)) > 0) if isinstance(made, Dict) else None


def _not(made: Any) -> Any:
    return (lambda made: length_of(pairs(made)) == 0) if isinstance(made, Dict) else None


def _get(made: Any, key: Any, other: Any = None) -> Any:
    def item(made: Any, key: Any, other: Any = None) -> Any:
        at = place_of(made, key)
        return item_at(pairs(made), at)[1] if at >= 0 else other

    def item_or_none(made: Any, key: Any, other: Any = None) -> Any:
        at = place_of(made, key)
        return item_at(pairs(made), at)[1] if at >= 0 else NONE

    return item_or_none if isinstance(other, types.Omitted | types.NoneType | None) else item


def _pop(made: Any, key: Any, other: Any = None) -> Any:
    if not (other is None or isinstance(other, types.Omitted)):
        return lambda made, key, other=None: made.pop(key) if place_of(made, key) >= 0 else other

    def pop(made: Any, key: Any, other: Any = None) -> Any:
        at = place_of(made, key)
        if at < 0:
            raise RuleFault("", "", 0, NO_KEY)
        row = pairs(made)
        found = owned(item_at(row, at)[1])
        for i in range(at, length_of(row) - 1):
            put_at(row, i, item_at(row, i + 1))
        set_length(row, length_of(row) - 1)
        return found

    return pop


def _part(which: int) -> Any:
    def typed(made: Any) -> Any:
        def several(made: Any) -> Any:
            found = nothing()
            for pair in pairs(made):
                found = append(found, pair[which])
            return found

        return several

    return typed


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    place_of: _place_of,
    dict_of: _dict_of,
    peek: _peek,
    without: _without,
    operator.getitem: _getitem,
    operator.setitem: _setitem,
    operator.contains: _contains,
    len: _len,
    bool: _truth,
    operator.truth: _truth,
    operator.not_: _not,
}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    "get": _get,
    "pop": _pop,
    "items": lambda made: lambda made: pairs(made),
    "keys": _part(0),
    "values": _part(1),
    "copy": lambda made: lambda made: owned(made),
}
# How `local_dicts` calls them.
NAMES: Final[dict[str, Any]] = {
    "dict_of_pairs": dict_of,
    "pairs_peek": peek,
    "pairs_put": put,
    "pairs_without": without,
}
tell_functions(FUNCTIONS)
tell_methods([Dict], METHODS)
