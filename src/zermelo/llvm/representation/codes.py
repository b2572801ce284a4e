"""Packing in compiled code: the same words as `packing` makes in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.llvm.errors import Narrow
from zermelo.llvm.layout import llvm_type
from zermelo.llvm.representation.packing import (
    BITS,
    BitSet,
    Choice,
    Group,
    Letter,
    Nothing,
    Number,
    Part,
    Row,
)
from zermelo.llvm.types import (
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
from zermelo.llvm.values import NEVER, Value
from zermelo.llvm.walk.conversions import (
    make_tuple,
    member,
    parts,
    sequence_value,
    tag,
    wrap_member,
    zero,
)
from zermelo.llvm.walk.iteration import iterate
from zermelo.llvm.walk.memory import (
    append,
    blank,
    data_of,
    frozen_list,
    get_field,
    index_loop,
    item_at,
    length,
)
from zermelo.llvm.walk.objects import blank_object, load_field, make_record, store_field
from zermelo.llvm.walker import Special, Walker


class Packer(Special):
    """`pack(state)`: a tuple of words. Called in kernels; `part` is that of their program."""

    def __init__(self, part: Callable[[bool], Part | None]) -> None:
        self.part = part

    def walk(self, w: Walker, arguments: Any, node: Any) -> Value:
        (value,), part = arguments.positional, self.part(w.writing)
        if value.type.kind == "nothing" or part is None:
            return NEVER
        memory = w.b.alloca(f"[{max(1, part.size)} x i64]")
        write(w, part, w.convert(value, part.type), memory, 0)
        words = [Value(INT, w.b.load("i64", _word(w, memory, i))) for i in range(part.size)]
        return words_value(w, words)


class Unpacker(Special):
    """`unpack(words)`: the value that lies in words."""

    def __init__(self, part: Callable[[bool], Part | None]) -> None:
        self.part = part

    def walk(self, w: Walker, arguments: Any, node: Any) -> Value:
        (value,), part = arguments.positional, self.part(w.writing)
        if value.type.kind == "nothing" or part is None:
            return NEVER
        memory = w.b.alloca(f"[{max(1, part.size)} x i64]")
        for place, word in enumerate(parts(w, value)):
            w.b.store("i64", word.operand, _word(w, memory, place))
        return read(w, part, memory, 0, node)


def words_value(w: Walker, words: list[Value]) -> Value:
    type = interned("tuple", [INT] * len(words))
    return Value(type, w.b.aggregate(llvm_type(type), [("i64", each.operand) for each in words]))


def _word(w: Walker, memory: str, place: int | str) -> str:
    return w.b.item("i64", memory, str(place))


# --- numbers and codes ---------------------------------------------------------------------------


def number(w: Walker, part: Number, value: Value) -> str:
    """A number as a word."""
    if part.type.kind == "bool":
        return w.b.op(f"zext i1 {value.operand} to i64")
    if part.type.kind == "float":
        return w.b.op(f"bitcast double {value.operand} to i64")
    return value.operand


def from_number(w: Walker, part: Number, word: str) -> Value:
    if part.type.kind == "bool":
        return Value(part.type, w.b.op(f"trunc i64 {word} to i1"))
    if part.type.kind == "float":
        return Value(FLOAT, w.b.op(f"bitcast i64 {word} to double"))
    if part.type is CHAR:
        return Value(INT, word)
    return Value(part.type, word)


def code(w: Walker, part: Part, value: Value) -> str:
    """A value in the low bits of a word."""
    b = w.b
    if isinstance(part, Nothing):
        return "0"
    if isinstance(part, Number):
        found = number(w, part, value)
        if part.low:
            found = b.op(f"sub i64 {found}, {part.low}")
        w.fault_if(b.op(f"icmp uge i64 {found}, {1 << (part.bits or 0)}"), Narrow, always=True)
        return found
    if isinstance(part, Group):
        found, shift = "0", 0
        for each, item in zip(part.parts, fields(w, value), strict=True):
            found = _joined(w, found, code(w, each, item), shift)
            shift += each.bits or 0
        return found
    if isinstance(part, BitSet):
        return _bit_set(w, value)
    if isinstance(part, Choice):
        return _choice_code(w, part, value)
    assert isinstance(part, Row)
    return _row_code(w, part, value)


def _joined(w: Walker, low: str, high: str, shift: int) -> str:
    if high == "0":
        return low
    moved = high if shift == 0 else w.b.op(f"shl i64 {high}, {shift}")
    return moved if low == "0" else w.b.op(f"or i64 {low}, {moved}")


def _choice_code(w: Walker, part: Choice, value: Value) -> str:
    place = w.b.alloca("i64")
    which = w.b.op(f"zext i8 {tag(w, value)} to i64")

    def each(index: int) -> None:
        inner = code(w, part.parts[index], member(w, value, index))
        w.b.store("i64", _joined(w, which, inner, part.tag_bits), place)

    _by_tag(w, part, value, each)
    return w.b.load("i64", place)


def _by_tag(w: Walker, part: Choice, value: Value, run: Any) -> None:
    b = w.b
    blocks = [b.label("member") for _part in part.parts]
    end = b.label("joined")
    b.switch("i8", tag(w, value), blocks[0], list(enumerate(blocks)))
    for index, block in enumerate(blocks):
        b.start(block)
        run(index)
        b.jump(end)
    b.start(end)


def _bit_set(w: Walker, value: Value) -> str:
    place = w.b.alloca("i64")
    w.b.store("i64", "0", place)

    def each(item: Value) -> None:
        w.fault_if(w.b.op(f"icmp ugt i64 {item.operand}, {BITS - 1}"), Narrow, always=True)
        bit = w.b.op(f"shl i64 1, {item.operand}")
        w.b.store("i64", w.b.op(f"or i64 {w.b.load('i64', place)}, {bit}"), place)

    iterate(w, value, each, None, any_order=True)
    return w.b.load("i64", place)


def ordered(w: Walker, part: Row, value: Value) -> Value:
    """The items of a row in an order that equal values share."""
    if part.type.kind != "frozenset":
        return value
    found = blank(w, list_of(Cell(element(value.type))))
    iterate(w, value, lambda item: append(w, found, item), None, any_order=True)
    w.library("sort_items", get_field(w, found, "data"), length(w, found))
    return frozen_list(w, found)


def _row_item(w: Walker, part: Row, items: Value, index: str) -> Value:
    if part.type is STR:
        data = data_of(w, items)
        letter = w.b.load("i32", w.b.item("i32", data.operand, index))
        return Value(INT, w.b.op(f"zext i32 {letter} to i64"))
    return item_at(w, items, index)


def _check_length(w: Walker, part: Row, count: str) -> None:
    sign = "ne" if part.fixed else "ugt"
    w.fault_if(w.b.op(f"icmp {sign} i64 {count}, {part.most}"), Narrow, always=True)


def _row_code(w: Walker, part: Row, value: Value) -> str:
    items = ordered(w, part, value)
    if items.type is NOTHING:
        return "0"
    count = length(w, items).operand
    _check_length(w, part, count)
    place, bits = w.b.alloca("i64"), part.item.bits or 0
    w.b.store("i64", "0" if part.fixed else count, place)

    def each(index: str) -> None:
        far = w.b.op(f"add i64 {w.b.op(f'mul i64 {index}, {bits}')}, {part.length_bits}")
        moved = w.b.op(f"shl i64 {code(w, part.item, _row_item(w, part, items, index))}, {far}")
        w.b.store("i64", w.b.op(f"or i64 {w.b.load('i64', place)}, {moved}"), place)

    index_loop(w, lambda: count, each)
    return w.b.load("i64", place)


# --- whole words ---------------------------------------------------------------------------------


def write(w: Walker, part: Part, value: Value, memory: str, at: int) -> None:
    """Stores the words of a value from a place on."""
    if isinstance(part, Nothing):
        return
    if isinstance(part, Number):
        w.b.store("i64", number(w, part, value), _word(w, memory, at))
    elif isinstance(part, Group):
        for each, item in zip(part.parts, fields(w, value), strict=True):
            write(w, each, item, memory, at)
            at += each.size
    elif isinstance(part, BitSet):
        w.b.store("i64", _bit_set(w, value), _word(w, memory, at))
    elif isinstance(part, Choice):
        for place in range(part.size):
            w.b.store("i64", "0", _word(w, memory, at + place))
        which = w.b.op(f"zext i8 {tag(w, value)} to i64")
        w.b.store("i64", which, _word(w, memory, at))
        _by_tag(
            w, part, value, lambda i: write(w, part.parts[i], member(w, value, i), memory, at + 1)
        )
    else:
        assert isinstance(part, Row)
        _write_row(w, part, value, memory, at)


def _write_row(w: Walker, part: Row, value: Value, memory: str, at: int) -> None:
    items = ordered(w, part, value)
    if items.type is NOTHING:
        return
    count = length(w, items).operand
    _check_length(w, part, count)
    for place in range(part.size):
        w.b.store("i64", "0", _word(w, memory, at + place))
    if not part.fixed:
        w.b.store("i64", count, _word(w, memory, at))
        at += 1
    if not part.per_word:
        _write_wide(w, part, items, count, memory, at)
        return
    bits, per = part.item.bits or 0, part.per_word

    def each(index: str) -> None:
        word = w.b.op(f"add i64 {w.b.op(f'udiv i64 {index}, {per}')}, {at}")
        shift = w.b.op(f"mul i64 {w.b.op(f'urem i64 {index}, {per}')}, {bits}")
        place = _word(w, memory, word)
        moved = w.b.op(f"shl i64 {code(w, part.item, _row_item(w, part, items, index))}, {shift}")
        w.b.store("i64", w.b.op(f"or i64 {w.b.load('i64', place)}, {moved}"), place)

    index_loop(w, lambda: count, each)


def _write_wide(w: Walker, part: Row, items: Value, count: str, memory: str, at: int) -> None:
    """Items that need more than a word each."""

    def each(index: str) -> None:
        far = w.b.op(f"add i64 {w.b.op(f'mul i64 {index}, {part.item.size}')}, {at}")
        write(w, part.item, _row_item(w, part, items, index), _word(w, memory, far), 0)

    index_loop(w, lambda: count, each)


# --- and back ------------------------------------------------------------------------------------


def decode(w: Walker, part: Part, word: str, name: Any) -> Value:
    """The value of a code."""
    b = w.b
    if isinstance(part, Nothing):
        return Value(NONE, "0", None)
    if isinstance(part, Number):
        low = b.op(f"and i64 {word}, {_mask(part.bits)}") if (part.bits or 0) < BITS else word
        return from_number(w, part, b.op(f"add i64 {low}, {part.low}") if part.low else low)
    if isinstance(part, Group):
        items, shift = [], 0
        for place, each in enumerate(part.parts):
            moved = b.op(f"lshr i64 {word}, {shift}") if shift else word
            items.append(decode(w, each, moved, (name, place)))
            shift += each.bits or 0
        return group(w, part, items)
    if isinstance(part, BitSet):
        return _from_bits(w, part, word)
    if isinstance(part, Choice):
        which = b.op(f"and i64 {word}, {_mask(part.tag_bits)}")
        rest = b.op(f"lshr i64 {word}, {part.tag_bits}")
        return _from_choice(w, part, which, lambda i: decode(w, part.parts[i], rest, (name, i)))
    assert isinstance(part, Row)
    count = str(part.most)
    if not part.fixed:
        count = b.op(f"and i64 {word}, {_mask(part.length_bits)}")
    bits = part.item.bits or 0

    def item(index: str) -> Value:
        far = b.op(f"add i64 {b.op(f'mul i64 {index}, {bits}')}, {part.length_bits}")
        return decode(w, part.item, b.op(f"lshr i64 {word}, {far}"), (name, "item"))

    return _row_value(w, part, count, item, name)


def _mask(bits: int | None) -> int:
    return (1 << (bits or 0)) - 1


def fields(w: Walker, value: Value) -> list[Value]:
    """The items of a tuple, or the fields of a record or an object."""
    if value.type.kind == "object":
        return [load_field(w, value, name) for name in value.type.info.names]
    return parts(w, value)


def group(w: Walker, part: Group, items: list[Value]) -> Value:
    if part.type.kind == "object":
        made = blank_object(w, part.type.info)
        for name, item in zip(part.type.info.names, items, strict=True):
            store_field(w, made, name, item)
        return made
    if part.type.kind == "record":
        info = part.type.info
        return make_record(w, info, dict(zip(info.names, items, strict=True)))
    return make_tuple(w, items)


def _from_bits(w: Walker, part: BitSet, word: str) -> Value:
    found = blank(w, set_of(Cell(INT), True))
    place = w.b.alloca("i64")
    w.b.store("i64", word, place)
    head, body, end = w.b.label("head"), w.b.label("body"), w.b.label("end")
    w.b.fall(head)
    rest = w.b.load("i64", place)
    w.b.branch(w.b.op(f"icmp eq i64 {rest}, 0"), end, body)
    w.b.start(body)
    index = w.b.op(f"call i64 @llvm.cttz.i64(i64 {rest}, i1 true)")
    w.library("set_add", found, Value(INT, index))
    w.b.store("i64", w.b.op(f"and i64 {rest}, {w.b.op(f'sub i64 {rest}, 1')}"), place)
    w.b.jump(head)
    w.b.start(end)
    return Value(part.type, found.operand)


def _from_choice(w: Walker, part: Choice, which: str, run: Any) -> Value:
    b, llvm = w.b, llvm_type(part.type)
    place, end = b.alloca(llvm), b.label("joined")
    blocks = [b.label("member") for _part in part.parts]
    b.switch("i64", which, blocks[0], list(enumerate(blocks)))
    for index, block in enumerate(blocks):
        b.start(block)
        found = w.convert(run(index), part.type.parts[index])
        b.store(llvm, wrap_member(w, found, part.type, index).operand, place)
        b.jump(end)
    b.start(end)
    return Value(part.type, b.load(llvm, place))


def _row_value(w: Walker, part: Row, count: str, item: Any, name: Any) -> Value:
    """A tuple, string or set of items."""
    if part.type.kind == "frozenset":
        found = blank(w, set_of(Cell(element(part.type)), True))
        index_loop(w, lambda: count, lambda i: _add(w, found, item(i)))
        return Value(part.type, found.operand)
    kind = CHAR if isinstance(part.item, Letter) else element(part.type)
    if kind.kind == "nothing":
        return zero(part.type)
    data = Value(pointer(kind), w.allocate_items(kind, count))

    def each(index: str) -> None:
        at = w.b.item(llvm_type(kind), data.operand, index)
        w.b.store(llvm_type(kind), w.convert(item(index), kind).operand, at)

    index_loop(w, lambda: count, each)
    return sequence_value(w, part.type, data.operand, count)


def _add(w: Walker, found: Value, item: Value) -> None:
    w.library("set_add", found, w.convert(item, element(found.type)))


def read(w: Walker, part: Part, memory: str, at: int, name: Any) -> Value:
    """The value whose words lie at a place."""
    if isinstance(part, Nothing):
        return Value(NONE, "0", None)
    if isinstance(part, Number):
        return from_number(w, part, w.b.load("i64", _word(w, memory, at)))
    if isinstance(part, Group):
        items = []
        for place, each in enumerate(part.parts):
            items.append(read(w, each, memory, at, (name, place)))
            at += each.size
        return group(w, part, items)
    if isinstance(part, BitSet):
        return _from_bits(w, part, w.b.load("i64", _word(w, memory, at)))
    if isinstance(part, Choice):
        which = w.b.load("i64", _word(w, memory, at))
        return _from_choice(
            w, part, which, lambda i: read(w, part.parts[i], memory, at + 1, (name, i))
        )
    assert isinstance(part, Row)
    return _read_row(w, part, memory, at, name)


def _read_row(w: Walker, part: Row, memory: str, at: int, name: Any) -> Value:
    b, count = w.b, str(part.most)
    if not part.fixed:
        count = b.load("i64", _word(w, memory, at))
        at += 1
    bits, per = part.item.bits or 0, part.per_word

    def item(index: str) -> Value:
        if not per:
            far = b.op(f"add i64 {b.op(f'mul i64 {index}, {part.item.size}')}, {at}")
            return read(w, part.item, _word(w, memory, far), 0, (name, "item"))
        word = b.load(
            "i64", _word(w, memory, b.op(f"add i64 {b.op(f'udiv i64 {index}, {per}')}, {at}"))
        )
        shift = b.op(f"mul i64 {b.op(f'urem i64 {index}, {per}')}, {bits}")
        return decode(w, part.item, b.op(f"lshr i64 {word}, {shift}"), (name, "item"))

    return _row_value(w, part, count, item, name)
