"""Methods of lists, tuples, dicts, sets, deques, strings, numbers and records."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.llvm.builtins.functional import shallow
from zermelo.llvm.builtins.mathematics import bit_count, bit_length
from zermelo.llvm.builtins.types import push
from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import BOOL, HEADERS, INT, NOTHING, SETS, STR, element, members, vartuple
from zermelo.llvm.values import NEVER, Arguments, Lazy, Value
from zermelo.llvm.walk.calls import method
from zermelo.llvm.walk.comparisons import contains, foreign, may_equal
from zermelo.llvm.walk.containers import (
    dict_view,
    entry_at,
    entry_or,
    extend,
    merge_set,
    remove_item,
    set_entry,
    set_from,
    set_operation,
    update_dict,
    update_set,
)
from zermelo.llvm.walk.conversions import make_tuple, narrow, parts, plain_text
from zermelo.llvm.walk.hashes import has_any_order, in_order
from zermelo.llvm.walk.iteration import iterate
from zermelo.llvm.walk.memory import (
    append,
    checked_index,
    collect,
    data_of,
    get_field,
    join_item,
    length,
    new_container,
    range_parts,
    set_field,
    string_from,
    writable,
)
from zermelo.llvm.walk.numbers import as_int
from zermelo.llvm.walk.objects import make_instance, make_record
from zermelo.llvm.walk.sequences import whole_index
from zermelo.llvm.walk.texts import padded
from zermelo.llvm.walker import Walker

# --- lists and tuples ----------------------------------------------------------------------------


@method("list", "append")
def list_append(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    append(w, receiver, arguments.positional[0])
    return w.constant(None)


@method("list", "extend")
def list_extend(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    extend(w, receiver, arguments.positional[0], node)
    return w.constant(None)


@method("list", "pop")
def list_pop(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    if element(receiver.type) is NOTHING:
        return w.fault_if_empty(IndexError)
    if not arguments.positional:
        return w.library("list_pop", receiver)
    index = whole_index(w, arguments.positional[0])
    if index.type is NOTHING:
        return NEVER
    place = checked_index(w, index, length(w, receiver))
    return w.library("list_remove_at", receiver, Value(INT, place))


@method("list", "insert")
def list_insert(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    index, item = arguments.positional
    value = join_item(w, receiver, item)
    if element(receiver.type) is not NOTHING:
        w.library("list_insert", receiver, whole_index(w, index), value)
    return w.constant(None)


@method("list", "remove")
def list_remove(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_remove", receiver, w.kept(arguments.positional[0]))
    else:
        w.fault_if_empty(ValueError)
    return w.constant(None)


@method("list", "reverse")
def list_reverse(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    if element(receiver.type) is not NOTHING:
        w.library("list_reverse", receiver)
    return w.constant(None)


@method("list deque", "clear")
def list_clear(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    set_field(w, receiver, "count", w.constant(0))
    return w.constant(None)


@method("list dict set", "copy")
def copy(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return shallow(w, receiver, node)


@method("frozenset", "copy")
def same(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return receiver


@method("list tuple vartuple", "count")
def count(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    items = _sequence(w, receiver)
    if element(items.type) is NOTHING:
        return w.constant(0) if w.writing else Value(INT, "0")
    item = w.kept(arguments.positional[0])
    return w.library("items_count", data_of(w, items), length(w, items), item)


def _sequence(w: Walker, value: Value) -> Value:
    return w.convert(value, vartuple(element(value.type))) if value.kind == "tuple" else value


@method("list tuple vartuple", "index")
def index(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    items = _sequence(w, receiver)
    item, *limits = (w.kept(each) for each in arguments.positional)
    if element(items.type) is NOTHING or not may_equal(item.type, element(items.type)):
        return w.fault_if_empty(ValueError)
    size = length(w, items)
    start, end = w.constant(0), size
    if limits:
        start = w.library("slice_limit", whole_index(w, limits[0]), size)
    if limits[1:]:
        end = w.library("slice_limit", whole_index(w, limits[1]), size)
    found = w.library("items_find", data_of(w, items), start, end, item)
    w.fault_if(w.b.op(f"icmp slt i64 {found.operand}, 0"), ValueError)
    return found


# --- deques --------------------------------------------------------------------------------------


@method("deque", "append")
def deque_append(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    push(w, receiver, arguments.positional[0])
    return w.constant(None)


@method("deque", "appendleft")
def deque_appendleft(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    push(w, receiver, arguments.positional[0], "deque_append_left")
    return w.constant(None)


@method("deque", "extend")
def deque_extend(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    w.iterate(arguments.positional[0], lambda item: push(w, receiver, item), node)
    return w.constant(None)


def _deque_pop(name: str) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        if element(receiver.type) is NOTHING:
            return w.fault_if_empty(IndexError)
        return w.library(name, receiver)

    return walk


method("deque", "pop")(_deque_pop("deque_pop"))
method("deque", "popleft")(_deque_pop("deque_pop_left"))


@method("deque", "rotate")
def deque_rotate(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    by = whole_index(w, arguments.positional[0]) if arguments.positional else w.constant(1)
    if element(receiver.type) is not NOTHING:
        w.library("deque_rotate", receiver, by)
    return w.constant(None)


# --- dicts ---------------------------------------------------------------------------------------


def _view(what: str) -> Any:
    return lambda w, receiver, arguments, node: dict_view(w, receiver, what, node)


for _name in ("keys", "values", "items"):
    method("dict", _name)(_view(_name))


@method("dict", "get")
def dict_get(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    key, *default = (w.kept(each) for each in arguments.positional)
    return entry_or(w, receiver, key, default[0] if default else w.constant(None), node)


@method("dict", "setdefault")
def setdefault(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    key, *default = (w.kept(each) for each in arguments.positional)
    value = default[0] if default else w.constant(None)
    name, item = join_item(w, receiver, key, 0), join_item(w, receiver, value, 1)
    if NOTHING in (receiver.type.cells[0].get(), receiver.type.cells[1].get()):
        return NEVER
    place = w.library("dict_find", receiver, name)
    missing = w.b.op(f"icmp slt i64 {place.operand}, 0")
    w.branches(missing, lambda: _enter(w, receiver, name, item), lambda: None)
    return w.library("dict_get", receiver, name)


def _enter(w: Walker, receiver: Value, name: Value, item: Value) -> None:
    w.library("dict_set", receiver, name, item)


@method("dict", "pop")
def dict_pop(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    key, *default = (w.kept(each) for each in arguments.positional)
    keys = receiver.type.cells[0].get()
    if keys is NOTHING or foreign(w, key, keys):
        if default:
            return default[0]
        return w.fault_if_empty(KeyError)
    if not default:
        return w.library("dict_remove", receiver, key)
    place = w.library("dict_find", receiver, key)
    found = w.b.op(f"icmp sge i64 {place.operand}, 0")
    return w.choose(
        (node, "pop"),
        found,
        lambda: w.library("dict_remove_at", receiver, place),
        lambda: default[0],
    )


@method("dict", "popitem")
def popitem(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    if receiver.type.cells[0].get() is NOTHING:
        return w.fault_if_empty(KeyError)
    place = w.library("dict_last", receiver)
    key, value = entry_at(w, receiver, place.operand)
    w.library("dict_remove_at", receiver, place)
    return make_tuple(w, [key, value])


@method("dict", "update", named="*")
def dict_update(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    for each in arguments.positional:
        update_dict(w, receiver, each, node)
    for name, value in arguments.named.items():
        set_entry(w, receiver, w.constant(name), value)
    return w.constant(None)


@method("dict", "clear")
def dict_clear(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    w.library("dict_clear", receiver)
    return w.constant(None)


# --- sets ----------------------------------------------------------------------------------------


@method("set", "add")
def set_add(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    update_set(w, receiver, arguments.positional[0])
    return w.constant(None)


@method("set", "discard")
def set_discard(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    remove_item(w, receiver, arguments.positional[0], must=False)
    return w.constant(None)


@method("set", "remove")
def set_remove(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    remove_item(w, receiver, arguments.positional[0], must=True)
    return w.constant(None)


@method("set", "clear")
def set_clear(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    w.library("set_clear", receiver)
    return w.constant(None)


@method("set", "pop")
def set_pop(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    writable(w, receiver)
    if element(receiver.type) is NOTHING:
        return w.fault_if_empty(KeyError)
    if not in_order(element(receiver.type)) and not has_any_order(element(receiver.type)):
        raise Refusal("set.pop of floats or sets; use min(...) and remove")
    return w.library("set_pop", receiver)


@method("set", "update")
def set_update(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    for each in arguments.positional:
        merge_set(w, receiver, each, node)
    return w.constant(None)


def _changed(name: str) -> Any:
    """S -= t and the like: s is changed, as CPython changes it."""

    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        writable(w, receiver)
        for place, each in enumerate(arguments.positional):
            other = each
            if isinstance(each, Lazy) or each.kind not in SETS:
                other = set_from(w, each, (node, "other", place))
            if name == "set_keep":  # a new set, whose table the old one takes over
                found = set_operation(w, ast.BitAnd, receiver, other, (node, place))
                for field in HEADERS["set"]:
                    set_field(w, receiver, field, get_field(w, found, field))
                continue
            if name == "set_toggle":
                _toggle(w, receiver, other)
            elif NOTHING not in (element(receiver.type), element(other.type)):
                w.library(name, receiver, other)
        return w.constant(None)

    return walk


def _toggle(w: Walker, target: Value, other: Value) -> None:
    """Target ^= other."""
    if not w.writing:
        target.type.cells[0].join(element(other.type))
    if NOTHING not in (element(target.type), element(other.type)):
        w.library("set_toggle", target, other)


method("set", "intersection_update")(_changed("set_keep"))
method("set", "difference_update")(_changed("set_take"))
method("set", "symmetric_difference_update")(_changed("set_toggle"))


OPERATIONS = {
    "union": ast.BitOr, "intersection": ast.BitAnd, "difference": ast.Sub,
    "symmetric_difference": ast.BitXor,
}  # fmt: skip


def _copied(w: Walker, value: Value, node: Any) -> Value:
    """A set of the same kind that nobody else has."""
    found = new_container(w, value.kind, node)
    merge_set(w, found, value, node)
    return found


def _common(w: Walker, found: Value, other: Value, node: Any) -> Value:
    """The items of something other than a set that are in a set."""
    both = new_container(w, found.kind, node)

    def each(item: Value) -> None:
        item = w.kept(item)
        test = contains(w, found, item, node)
        if test.type is not NOTHING:
            w.branches(test.operand, lambda: update_set(w, both, item), lambda: None)

    iterate(w, other, each, node, any_order=True)
    return both


def _combine(op: type[ast.operator]) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        if not arguments.positional:
            return receiver if receiver.kind == "frozenset" else _copied(w, receiver, node)
        found = receiver
        for place, each in enumerate(arguments.positional):
            other = each
            if isinstance(each, Lazy) or each.kind not in SETS:
                if op is ast.BitOr:
                    found = _copied(w, found, (node, place))
                    merge_set(w, found, each, node)
                    continue
                if op is ast.Sub:
                    other = set_from(w, each, (node, "other", place))
                    found = _copied(w, found, (node, place))
                    if NOTHING not in (element(found.type), element(other.type)):
                        w.library("set_take", found, other)
                    continue
                if op is ast.BitXor:
                    changed = set_from(w, each, (node, "changed"), found.kind == "frozenset")
                    _toggle(w, changed, found)
                    found = changed
                    continue
                if op is ast.BitAnd:
                    found = _common(w, found, each, (node, place))
                    continue
            found = set_operation(w, op, found, other, (node, place))
        return found

    return walk


for _name, _op in OPERATIONS.items():
    method("set frozenset", _name)(_combine(_op))


@method("set frozenset", "issubset", "issuperset", "isdisjoint")
def set_test(w: Walker, receiver: Value, arguments: Arguments, node: ast.Call) -> Value:
    (other,) = arguments.positional
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if isinstance(other, Lazy) or other.kind not in SETS:
        other = set_from(w, other, (node, "other"))
    if NOTHING in (element(receiver.type), element(other.type)):
        first = receiver if name != "issuperset" else other
        if name == "isdisjoint":
            return w.constant(True) if w.writing else Value(BOOL, "true")
        size = length(w, first)
        return Value(BOOL, w.b.op(f"icmp eq i64 {size.operand}, 0"))
    if name == "isdisjoint":
        return w.library("set_apart", receiver, other)
    pair = (receiver, other) if name == "issubset" else (other, receiver)
    return w.library("set_within", *pair)


# --- strings -------------------------------------------------------------------------------------


TextMethod = Callable[[Walker, Value, Arguments, Any], Value]


def _folded(w: Walker, receiver: Value, name: str, arguments: Arguments) -> Value | None:
    """A method of a string whose arguments are all known."""
    if receiver.is_known and all(each.is_known for each in arguments.all):
        try:
            given = [each.known for each in arguments.positional]
            found = getattr(receiver.known, name)(*given)
        except ValueError:
            return None
        if isinstance(found, str | int):
            return w.constant(found)
    return None


def text(name: str, most: int = 1) -> Callable[[TextMethod], TextMethod]:
    """Registers a method of strings, which is computed now where all is known."""

    def register(walk: TextMethod) -> TextMethod:
        def handler(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
            known = _folded(w, receiver, name, arguments)
            found: Value = known if known is not None else walk(w, receiver, arguments, node)
            return found

        method("str", name, most=most)(handler)
        return walk

    return register


def _string(w: Walker, value: Value) -> Value:
    value = plain_text(w, w.kept(value))
    if any(e.kind == "enum" and issubclass(e.info, str) for e in members(value.type)):
        raise Refusal("a text or a member of an Enum; use one of them")
    return narrow(w, value, lambda type: type is STR, TypeError)


@text("join")
def join(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    (source,) = arguments.positional
    items = collect(w, source, node)
    if element(items.type) is NOTHING:
        return w.constant("") if w.writing else Value(STR, "{ptr null, i64 0}")
    if element(items.type) is not STR:
        if any(e.kind == "enum" for e in members(element(items.type))):
            raise Refusal("join of members of an Enum; join their values")
        items = _strings(w, items, node)
    return string_from(w, w.library("text_join", receiver, items))


def _strings(w: Walker, items: Value, node: Any) -> Value:
    """Those items, all of which must be strings."""
    found = new_container(w, "list", (node, "strings"))
    found.type.cells[0].join(STR)

    def each(item: Value) -> None:
        append(w, found, narrow(w, item, lambda type: type is STR, TypeError))

    w.iterate(items, each, node)
    return found


def _cased(way: int) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        return string_from(w, w.library("text_case", receiver, w.constant(way)))

    return walk


for _place, _name in enumerate(("upper", "lower", "swapcase")):
    text(_name)(_cased(_place))


def _is(what: int) -> Any:
    return lambda w, receiver, arguments, node: w.library("text_is", receiver, w.constant(what))


for _place, _name in enumerate(("isupper", "islower", "isdigit", "isalpha", "isalnum", "isspace")):
    text(_name)(_is(_place))


def _side(name: str) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        (part,) = arguments.positional
        if part.type.kind == "tuple":
            tests = [w.library(name, receiver, each).operand for each in parts(w, part)]
            found = tests[0]
            for each in tests[1:]:
                found = w.b.op(f"or i1 {found}, {each}")
            return Value(BOOL, found)
        return w.library(name, receiver, _string(w, part))

    return walk


text("startswith")(_side("text_starts"))
text("endswith")(_side("text_ends"))


def _find(must: bool) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        part, *limits = arguments.positional
        size = length(w, receiver)
        start, end = w.constant(0), size
        if limits:
            start = w.library("slice_limit", whole_index(w, limits[0]), size)
        if limits[1:]:
            end = w.library("slice_limit", whole_index(w, limits[1]), size)
        found = w.library("text_find_in", receiver, _string(w, part), start, end)
        if must:
            w.fault_if(w.b.op(f"icmp slt i64 {found.operand}, 0"), ValueError)
        return found

    return walk


text("find", 3)(_find(False))
text("index", 3)(_find(True))


@text("rfind")
def rfind(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return w.library("text_find_last", receiver, _string(w, arguments.positional[0]))


@text("count")
def text_count(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return w.library("text_count", receiver, _string(w, arguments.positional[0]))


@text("replace", 3)
def replace(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    if len(arguments.positional) != 2:
        raise Refusal("replace with a count; use slices")
    old, new = (_string(w, each) for each in arguments.positional)
    return string_from(w, w.library("text_replace", receiver, old, new))


@text("split", 2)
def split(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    found = new_container(w, "list", node)
    if not w.writing:
        found.type.cells[0].join(STR)
    if len(arguments.all) > 1:
        raise Refusal("split with a maximum; use slices")
    if not arguments.positional or arguments.positional[0].type.kind == "none":
        w.library("text_words", found, receiver)
    else:
        w.library("text_split", found, receiver, _string(w, arguments.positional[0]))
    return found


@text("splitlines", 0)
def splitlines(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    found = new_container(w, "list", node)
    if not w.writing:
        found.type.cells[0].join(STR)
    w.library("text_lines", found, receiver)
    return found


def _strip(left: bool, right: bool) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        start, end = w.constant(0), length(w, receiver)
        if arguments.positional:
            letters = _string(w, arguments.positional[0])
            if left:
                start = w.library("strip_start_of", receiver, letters)
            if right:
                end = w.library("strip_end_of", receiver, letters, start)
        else:
            if left:
                start = w.library("strip_start", receiver)
            if right:
                end = w.library("strip_end", receiver, start)
        return w.library("part_of", receiver, start, end)

    return walk


text("strip")(_strip(True, True))
text("lstrip")(_strip(True, False))
text("rstrip")(_strip(False, True))


def _pad(how: str) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        width, *fill = arguments.positional
        return padded(w, receiver, width, fill[0] if fill else w.constant(" "), how)

    return walk


for _name in ("ljust", "rjust", "center"):
    text(_name, 2)(_pad(_name))


def _partition(last: bool) -> Any:
    def walk(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
        part = _string(w, arguments.positional[0])
        if part.type is NOTHING:
            return NEVER
        empty = w.b.op(f"icmp eq i64 {length(w, part).operand}, 0")
        w.fault_if(empty, ValueError)
        at = w.library("text_find_last" if last else "text_find", receiver, part)
        missing = w.b.op(f"icmp slt i64 {at.operand}, 0")
        size, width = length(w, receiver).operand, length(w, part).operand
        none = (size, size, size) if not last else ("0", "0", "0")
        found = (at.operand, at.operand, w.b.op(f"add i64 {at.operand}, {width}"))
        first, second, third = (
            Value(INT, w.b.select(missing, "i64", a, b)) for a, b in zip(none, found, strict=True)
        )
        zero, end = w.constant(0), Value(INT, size)
        limits = [(zero, first), (second, third), (third, end)]
        return make_tuple(w, [w.library("part_of", receiver, a, b) for a, b in limits])

    return walk


text("partition")(_partition(False))
text("rpartition")(_partition(True))


@text("removeprefix")
def removeprefix(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    part = _string(w, arguments.positional[0])
    test = w.library("text_starts", receiver, part)
    size = length(w, receiver)
    rest = lambda: w.library("part_of", receiver, length(w, part), size)  # noqa: E731
    return w.choose((node, "rest"), test.operand, rest, lambda: receiver)


# --- numbers, ranges, records --------------------------------------------------------------------


@method("int", "bit_count")
def int_bit_count(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return bit_count(w, receiver)


@method("int", "bit_length")
def int_bit_length(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    return bit_length(w, receiver)


@method("float", "is_integer")
def is_integer(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    whole = w.b.op(f"call double @llvm.floor.f64(double {receiver.operand})")
    rest = w.b.op(f"fsub double {receiver.operand}, {whole}")  # not 0 of infinities
    return Value(BOOL, w.b.op(f"fcmp oeq double {rest}, 0.0"))


@method("range", "index", "count")
def in_range(w: Walker, receiver: Value, arguments: Arguments, node: ast.Call) -> Value:
    """Of a number: its place in a range, or how often it is there."""
    (value,) = (w.kept(each) for each in arguments.positional)
    if value.type is NOTHING:
        return NEVER
    if value.kind not in ("int", "bool") or not isinstance(node.func, ast.Attribute):
        raise Refusal("a place in a range of something other than an integer; use arithmetic")
    test = contains(w, receiver, value, node)
    if node.func.attr == "count":
        return as_int(w, test)
    w.fault_if(w.b.op(f"xor i1 {test.operand}, true"), ValueError)
    start, _stop, step = range_parts(w, receiver)
    far = w.b.op(f"sub i64 {as_int(w, value).operand}, {start}")
    return Value(INT, w.b.op(f"sdiv i64 {far}, {step}"))


@method("record", "_replace", named="*")
def record_replace(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    info = receiver.type.info
    fields = dict(zip(info.names, parts(w, receiver), strict=True))
    for name, value in arguments.named.items():
        if name not in fields:
            raise Refusal("{name} has no field {field}", name=info.cls.__name__, field=name)
        fields[name] = value
    if info.cls.__dict__.get("__post_init__"):
        return make_instance(w, info.cls, Arguments([], fields), node)
    return make_record(w, info, fields)


@method("object", "_replace", named="*")
def object_replace(w: Walker, receiver: Value, arguments: Arguments, node: Any) -> Value:
    raise Refusal("replace of an object that can change; use a frozen dataclass")
