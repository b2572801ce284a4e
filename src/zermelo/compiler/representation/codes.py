"""Packing in compiled code: the same words as `packing` makes in Python."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from typing import NamedTuple

from zermelo.compiler.errors import Narrow, Refusal
from zermelo.compiler.layout import llvm_type
from zermelo.compiler.representation import packing
from zermelo.compiler.types import (
    BITS,
    CHAR,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    STR,
    Cell,
    element,
    interned,
    list_of,
    pointer,
    set_of,
)
from zermelo.compiler.values import Value
from zermelo.compiler.walk import containers, conversions, memory
from zermelo.compiler.walk.bits import as_bits
from zermelo.compiler.walk.iteration import iterate
from zermelo.compiler.walk.objects import blank_object, fields_of, make_record, store_field
from zermelo.compiler.walker import Walker


def pack(w: Walker, part: packing.Part, value: Value) -> Value:
    """A tuple of the words that a value lies in."""
    first, beyond = _words(w, max(1, part.size)), w.b.variable("i64", "0")
    write(w, part, w.convert(value, part.type), Place(first, beyond))
    narrow = w.b.op(f"icmp ne i64 {w.b.load('i64', beyond)}, 0")
    w.fault_if(narrow, Narrow, always=True)
    return _loaded(w, first, part.size)


def unpack(w: Walker, part: packing.Part, value: Value) -> Value:
    """The value that lies in a tuple of words."""
    first = _words(w, max(1, part.size))
    for place, word in enumerate(conversions.parts(w, value)):
        w.b.store("i64", word.operand, w.b.item("i64", first, str(place)))
    return read(w, part, Place(first))


class Place(NamedTuple):
    """Where a code begins: at a word, or (`packed`) at one of its bits.

    `beyond` is a word too: bits of items that find no room are put there, and looked at in the end.
    """

    word: str
    beyond: str = ""
    shift: int | None = None

    @property
    def packed(self) -> bool:
        return self.shift is not None

    def behind(self, w: Walker, size: int, bits: int) -> Place:
        """The place so many words, or bits, further on."""
        if self.shift is not None:
            return self._replace(shift=self.shift + bits)
        return self._replace(word=w.b.item("i64", self.word, str(size)))


def _words(w: Walker, count: int) -> str:
    """Words of 0 on the stack."""
    return w.b.variable(f"[{count} x i64]", "zeroinitializer")


def _loaded(w: Walker, first: str, size: int) -> Value:
    """A tuple of so many words."""
    words = [("i64", w.b.load("i64", w.b.item("i64", first, str(i)))) for i in range(size)]
    type = interned("tuple", [INT] * size)
    return Value(type, w.b.aggregate(llvm_type(type), words))


def _put(w: Walker, at: Place, code: str) -> None:
    """Puts a code into a word, or into bits of it that are 0 as yet."""
    if not at.packed:
        w.b.store("i64", code, at.word)
    else:
        _add(w, at.word, w.b.op(f"shl i64 {code}, {at.shift}") if at.shift else code)


def _add(w: Walker, place: str, bits: str) -> None:
    """Sets bits of a word."""
    w.b.store("i64", w.b.op(f"or i64 {w.b.load('i64', place)}, {bits}"), place)


def _get(w: Walker, at: Place, bits: int | None, shift: str | None = None) -> str:
    """So many bits at a place; None: all that are left in the word."""
    by, word = shift or str(at.shift or 0), w.b.load("i64", at.word)
    word = word if by == "0" else w.b.op(f"lshr i64 {word}, {by}")
    own = bits if at.packed else packing.FULL
    return (
        word if own in (None, packing.FULL) else w.b.op(f"and i64 {word}, {(1 << (own or 0)) - 1}")
    )


def _item_place(w: Walker, part: packing.Row, at: Place, index: str) -> tuple[Place, str]:
    """The word of an item of a row, and how far it is shifted there."""
    b, bits = w.b, part.item.bits or 0
    if at.packed:
        far = b.op(f"mul i64 {index}, {bits}")
        return at, b.op(f"add i64 {far}, {part.length_bits + (at.shift or 0)}")
    first = at if part.fixed else at.behind(w, 1, 0)
    if not part.per_word:
        far = b.op(f"mul i64 {index}, {part.item.size}")
        return first._replace(word=b.item("i64", first.word, far)), "0"
    word = b.item("i64", first.word, b.op(f"udiv i64 {index}, {part.per_word}"))
    return first._replace(word=word), b.op(
        f"mul i64 {b.op(f'urem i64 {index}, {part.per_word}')}, {bits}"
    )


# --- values to words -----------------------------------------------------------------------------


def write(w: Walker, part: packing.Part, value: Value, at: Place) -> None:
    """Puts the code of a value at a place where all is 0."""
    if isinstance(part, packing.Number):
        _put(w, at, _number(w, part, value, at))
    elif isinstance(part, packing.Group):
        is_tuple = value.type.kind == "tuple"
        items = conversions.parts(w, value) if is_tuple else fields_of(w, value)
        for each, item in zip(part.parts, items, strict=True):
            write(w, each, item, at)
            at = at.behind(w, each.size, each.bits or 0)
    elif isinstance(part, packing.BitSet):
        _put(w, at, as_bits(w, value).operand)
    elif isinstance(part, packing.Choice):
        _put(w, at, w.b.op(f"zext i8 {conversions.tag(w, value)} to i64"))
        inner = at.behind(w, 1, part.tag_bits)
        put = lambda i: write(w, part.parts[i], conversions.member(w, value, i), inner)  # noqa: E731
        conversions.by_tag(w, "i8", conversions.tag(w, value), len(part.parts), put)
    elif isinstance(part, packing.Row):
        _write_row(w, part, value, at)


def _number(w: Walker, part: packing.Number, value: Value, at: Place) -> str:
    """A number as a word; less the lowest one where it is packed into bits."""
    found = value.operand
    if part.type.kind == "bool":
        found = w.b.op(f"zext i1 {found} to i64")
    elif part.type.kind == "float":
        found = w.b.op(f"bitcast double {found} to i64")
    if at.packed:
        if part.low:
            found = w.b.op(f"sub i64 {found}, {part.low}")
        if part.bits != packing.FULL:
            _add(w, at.beyond, w.b.op(f"lshr i64 {found}, {part.bits}"))
    return found


def _write_row(w: Walker, part: packing.Row, value: Value, at: Place) -> None:
    part, items = _row_of(w, part, value, at)
    if items.type is NOTHING:
        return
    count = memory.length(w, items).operand
    sign = "ne" if part.fixed else "ugt"
    w.fault_if(w.b.op(f"icmp {sign} i64 {count}, {part.most}"), Narrow, always=True)
    if not part.fixed:
        _put(w, at, count)

    item = functools.partial(_item, w, part, items)
    if not part.per_word:
        place = functools.partial(_item_place, w, part, at)
        memory.index_loop(w, lambda: count, lambda i: write(w, part.item, item(i), place(i)[0]))
        return
    first = at if at.packed or part.fixed else at.behind(w, 1, 0)
    if at.packed or part.most <= part.per_word:
        _write_word(w, part, item, count, first)
        return

    def word(number: str) -> None:
        begin = w.b.op(f"mul i64 {number}, {part.per_word}")
        left = w.b.op(f"sub i64 {count}, {begin}")
        here = w.b.op(f"call i64 @llvm.smin.i64(i64 {left}, i64 {part.per_word})")
        at = first._replace(word=w.b.item("i64", first.word, number))
        _write_word(w, part, lambda i: item(w.b.op(f"add i64 {begin}, {i}")), here, at)

    memory.index_loop(w, lambda: str(-(-part.most // part.per_word)), word)


def _item(w: Walker, part: packing.Row, items: Value, index: str) -> Value:
    if part.type is STR:
        return memory.load_item(w, memory.data_of(w, items), index)
    return memory.item_at(w, items, index)


def _write_word(
    w: Walker, part: packing.Row, item: Callable[[str], Value], count: str, at: Place
) -> None:
    """Puts so many items into one word, which stays in a register until all are there."""
    first = part.length_bits + (at.shift or 0) if at.packed else 0
    word, code = w.b.variable("i64", "0"), w.b.alloca("i64")

    def each(index: str) -> None:
        w.b.store("i64", "0", code)
        write(w, part.item, item(index), Place(code, at.beyond, 0))
        far = w.b.op(f"add i64 {w.b.op(f'mul i64 {index}, {part.item.bits}')}, {first}")
        _add(w, word, w.b.op(f"shl i64 {w.b.load('i64', code)}, {far}"))

    memory.index_loop(w, lambda: count, each)
    _add(w, at.word, w.b.load("i64", word))


def _row_of(w: Walker, part: packing.Row, value: Value, at: Place) -> tuple[packing.Row, Value]:
    """The items of a row; those of a set as their codes, in an order that equal sets share."""
    kind, size = part.type.kind, 1 if part.per_word else part.item.size
    if kind not in ("dict", "frozenset"):
        return part, value
    numbers: list[packing.Part] = [packing.Number(INT, 0, part.item.bits)] * size
    codes = packing.Group(interned("tuple", [INT] * size), numbers)
    item = packing.row_item(part.type) if kind == "dict" else codes.type
    found = memory.blank(w, list_of(Cell(item)))

    def each(one: Value) -> None:
        if kind == "frozenset":
            first = _words(w, size)
            write(w, part.item, one, Place(first, at.beyond, 0 if part.per_word else None))
            one = _loaded(w, first, size)
        memory.append(w, found, one)

    items = containers.dict_view(w, value, "items", None) if kind == "dict" else value
    iterate(w, items, each, None, any_order=True)
    if kind == "frozenset":
        w.library("sort_items", memory.get_field(w, found, "data"), memory.length(w, found))
        part = copy.copy(part)
        part.item = codes
    return part, memory.frozen_list(w, found)


# --- and back ------------------------------------------------------------------------------------


def read(w: Walker, part: packing.Part, at: Place) -> Value:
    """The value whose code lies at a place."""
    if isinstance(part, packing.Number):
        return _from_number(w, part, _get(w, at, part.bits), at.packed)
    if isinstance(part, packing.Group):
        items = []
        for each in part.parts:
            items.append(read(w, each, at))
            at = at.behind(w, each.size, each.bits or 0)
        return _group(w, part, items)
    if isinstance(part, packing.BitSet):
        return _from_bits(w, part, _get(w, at, packing.FULL))
    if isinstance(part, packing.Choice):
        return _from_choice(w, part, at)
    if isinstance(part, packing.Row):
        return _read_row(w, part, at)
    assert isinstance(part, packing.Nothing)
    return Value(NONE, "0", None)


def _from_number(w: Walker, part: packing.Number, word: str, packed: bool) -> Value:
    if packed and part.low:
        word = w.b.op(f"add i64 {word}, {part.low}")
    if part.type.kind == "bool":
        return Value(part.type, w.b.op(f"trunc i64 {word} to i1"))
    if part.type.kind == "float":
        return Value(FLOAT, w.b.op(f"bitcast i64 {word} to double"))
    return Value(INT if part.type is CHAR else part.type, word)


def _group(w: Walker, part: packing.Group, items: list[Value]) -> Value:
    if part.type.kind == "tuple":
        return conversions.make_tuple(w, items)
    info = part.type.info
    fields = dict(zip(info.names, items, strict=True))
    if part.type.kind == "record":
        return make_record(w, info, fields)
    made = blank_object(w, info)
    for name, item in fields.items():
        store_field(w, made, name, item)
    return made


def _from_bits(w: Walker, part: packing.BitSet, word: str) -> Value:
    if part.type is BITS:
        return Value(BITS, word)
    found = memory.blank(w, set_of(Cell(INT), True))
    w.library("set_of_bits", found, Value(INT, word))
    return Value(part.type, found.operand)


def _from_choice(w: Walker, part: packing.Choice, at: Place) -> Value:
    llvm = llvm_type(part.type)
    place, inner = w.b.alloca(llvm), at.behind(w, 1, part.tag_bits)

    def each(index: int) -> None:
        found = w.convert(read(w, part.parts[index], inner), part.type.parts[index])
        w.b.store(llvm, conversions.wrap_member(w, found, part.type, index).operand, place)

    conversions.by_tag(w, "i64", _get(w, at, part.tag_bits), len(part.parts), each)
    return Value(part.type, w.b.load(llvm, place))


def _read_row(w: Walker, part: packing.Row, at: Place) -> Value:
    """A tuple, string or set of items."""
    if part.type.kind in ("list", "dict"):
        raise Refusal("a state with {what} in it; use tuples of numbers", what=str(part.type))
    count = str(part.most) if part.fixed else _get(w, at, part.length_bits)

    def item(index: str) -> Value:
        place, shift = _item_place(w, part, at, index)
        if not part.per_word:
            return read(w, part.item, place)
        code = w.b.variable("i64", _get(w, place, None, shift))
        return read(w, part.item, Place(code, shift=0))

    if part.type.kind == "frozenset":
        found = memory.blank(w, set_of(Cell(element(part.type)), True))
        memory.index_loop(w, lambda: count, lambda i: containers.update_set(w, found, item(i)))
        return Value(part.type, found.operand)
    kind = CHAR if isinstance(part.item, packing.Letter) else element(part.type)
    if kind is NOTHING:
        return conversions.zero(part.type)
    data = Value(pointer(kind), w.allocate_items(kind, count))
    memory.index_loop(w, lambda: count, lambda i: memory.store_item(w, data, i, item(i)))
    return conversions.sequence_value(w, part.type, data.operand, count)
