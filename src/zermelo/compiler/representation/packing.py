"""A value in words of 64 bits: equal values have equal words, so that tables can know states.

For the state Turn(board=(1, 0, 2, 0), player=-1, first=True), items of 2 bits each:

    word    0            1       2
            0 2 0 1      -1      1
            board        player  first

An int of its own has a word. Items of tuples, strings and sets have as many bits as random games
showed to be enough; a value that does not fit is a `Narrow` fault, and more room is made.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from zermelo.compiler.boundary import Unlike, bits_of, fits
from zermelo.compiler.classes import own_method
from zermelo.compiler.errors import Refusal
from zermelo.compiler.hashing import MASK, signed
from zermelo.compiler.layout import structure
from zermelo.compiler.types import CHAR, NONE, Type, element, interned

FULL: Final = 64  # the bits of a word
SPARE: Final = 4  # bits more at each new try
WHOLE: Final = 3  # the try at which a number has a word of its own
RARE: Final = 100  # values: with so few seen others must be expected
FEW: Final = 6  # items that have a word each: some number of them may tell the tier of a state


class Part:
    """How values of one type lie in words: in `size` of them, or in `bits` of one (`packed`).

    A value is one large number, its code: `width` bits, of which the lowest 64 are the first word.
    """

    size = 1
    bits: int | None = None  # None: it has whole words

    def __init__(self, type: Type) -> None:
        self.type = type

    def width(self, packed: bool) -> int:
        return self.bits or 0 if packed else FULL * self.size

    def code(self, value: Any, packed: bool) -> int:
        """The code of a value."""
        raise NotImplementedError

    def words(self, value: Any) -> list[int]:
        """The words of a value."""
        code = self.code(value, False)
        return [signed(code >> FULL * place) for place in range(self.size)]


class Number(Part):
    """An int, bool, member of an Enum, float or character; in a sequence less `low`, in bits."""

    def __init__(self, type: Type, low: int = 0, bits: int | None = None) -> None:
        super().__init__(type)
        self.low, self.bits = low, bits

    def number(self, value: Any) -> int:
        if not fits(self.type, value):
            raise Unlike(value)
        if self.type.kind == "enum":
            return list(self.type.info).index(value)
        if self.type.kind == "float":
            found: int = struct.unpack("<q", struct.pack("<d", value))[0]
            return found
        return int(value)

    def code(self, value: Any, packed: bool) -> int:
        found = self.number(value)
        if packed and (self.bits is None or found - self.low >> self.bits):
            raise Unlike(value)
        if not packed and not -(1 << FULL - 1) <= found < 1 << FULL - 1:
            raise Unlike(value)
        return found - self.low if packed else found & MASK


class Letter(Number):
    """A character of a string."""

    def number(self, value: Any) -> int:
        return ord(value)


class Nothing(Part):
    """None, which needs no words."""

    size, bits = 0, 0

    def code(self, value: Any, packed: bool) -> int:
        if value is not None:
            raise Unlike(value)
        return 0


class Group(Part):
    """A tuple or record: its parts one after the other."""

    def __init__(self, type: Type, parts: list[Part]) -> None:
        super().__init__(type)
        self.parts = parts
        self.size = sum(part.size for part in parts)
        self.bits = _within_a_word(sum(part.width(True) for part in parts), parts)

    def code(self, value: Any, packed: bool) -> int:
        if not fits(self.type, value):
            raise Unlike(value)
        items = value
        if self.type.kind in ("record", "object"):
            items = [getattr(value, name) for name in self.type.info.names]
        found = shift = 0
        for part, item in zip(self.parts, items, strict=True):
            found |= part.code(item, packed) << shift
            shift += part.width(packed)
        return found


class Choice(Part):
    """A union: which member, then its words."""

    def __init__(self, type: Type, parts: list[Part]) -> None:
        super().__init__(type)
        self.parts = parts
        self.size = 1 + max(part.size for part in parts)
        self.tag_bits = (len(parts) - 1).bit_length()
        self.bits = _within_a_word(self.tag_bits + max(p.width(True) for p in parts), parts)

    def code(self, value: Any, packed: bool) -> int:
        for place, part in enumerate(self.parts):
            if fits(part.type, value):
                return place | part.code(value, packed) << (self.tag_bits if packed else FULL)
        raise Unlike(value)


class Row(Part):
    """A tuple of any length, string, frozenset, list or dict: items in words, `most` of them.

    `fixed`: they all have that length; otherwise it comes first.
    """

    def __init__(self, type: Type, item: Part, most: int, fixed: bool) -> None:
        super().__init__(type)
        self.item, self.most, self.fixed = item, most, fixed
        self.length_bits = 0 if fixed else most.bit_length()
        self.per_word = 0 if item.bits is None else FULL // item.bits if item.bits else FULL
        words = -(-most // self.per_word) if self.per_word else most * item.size
        self.size = words + (not fixed)
        self.bits = _within_a_word(self.length_bits + most * item.width(True), [item])

    def shift(self, place: int, packed: bool) -> int:
        """Where in the code an item lies."""
        if packed:
            return self.length_bits + place * (self.item.bits or 0)
        word, rest = divmod(place, self.per_word) if self.per_word else (place * self.item.size, 0)
        return FULL * (word + (not self.fixed)) + rest * (self.item.bits or 0)

    def code(self, value: Any, packed: bool) -> int:
        if not fits(self.type, value):
            raise Unlike(value)
        if len(value) > self.most or (self.fixed and len(value) != self.most):
            raise Unlike(value)
        codes = [self.item.code(item, self.per_word > 0) for item in _items(self.type, value)]
        if self.type.kind == "frozenset":
            codes.sort(key=lambda code: [signed(code >> FULL * i) for i in range(self.item.size)])
        found = 0 if self.fixed else len(codes)
        for place, code in enumerate(codes):
            found |= code << self.shift(place, packed)
        return found


class BitSet(Part):
    """A frozenset of ints from 0 to 63: one bit for each."""

    bits = FULL

    def code(self, value: Any, packed: bool) -> int:
        if not fits(self.type, value):
            raise Unlike(value)
        return bits_of(value)


def _within_a_word(bits: int, parts: list[Part]) -> int | None:
    """So many bits, if each of the parts has some and all of them find room in a word."""
    return bits if bits <= FULL and all(part.bits is not None for part in parts) else None


# --- from what was seen --------------------------------------------------------------------------


def packing(
    type: Type, values: list[Any], room: int = 0, inside: bool = False, by_value: bool = False
) -> Part:
    """How values of a type lie in words, by some of them; `room`: for how many tries already.

    `by_value`: the author says when they are equal, so that lists are what is in them.
    """
    values = [value for value in values if fits(type, value)]
    by_value = by_value or own_method(type, "__eq__") is not None
    match type.kind:
        case "none":
            return Nothing(type)
        case "int" | "bool" | "enum" | "float":
            return _number(type, values, room) if inside else Number(type)
        case "tuple":
            columns = list(zip(*values, strict=True)) if values else [()] * len(type.parts)
            pairs = zip(type.parts, columns, strict=True)
            return Group(type, [packing(p, list(c), room, inside, by_value) for p, c in pairs])
        case "record" | "object":
            parts = []
            for name, cell in zip(type.info.names, type.info.cells, strict=True):
                column = [getattr(value, name) for value in values]
                parts.append(packing(cell.get(), column, room, inside, by_value))
            return Group(type, parts)
        case "union":
            return Choice(
                type, [packing(part, values, room, inside, by_value) for part in type.parts]
            )
        case "bits":
            return BitSet(type)
        case "str":
            letters = [letter for value in values for letter in value]
            return _row(type, _letter(letters, room), values, room, inside)
        case "list" | "dict" if not by_value:
            pass
        case "vartuple" | "frozenset" | "list" | "dict":
            items = [item for value in values for item in _items(type, value)]
            inner, is_set = row_item(type), type.kind == "frozenset"
            if is_set and inner.kind == "int" and not room and all(0 <= i < FULL for i in items):
                return BitSet(type)
            if is_set and not _compared_by_parts(inner):
                raise Refusal("a state with a set of {what}; use tuples", what=str(inner))
            return _row(type, packing(inner, items, room, True, by_value), values, room, inside)
        case "nothing":
            return Nothing(NONE)
    raise Refusal("a state with {what} in it; use tuples of numbers", what=str(type))


def _compared_by_parts(type: Type) -> bool:
    """Whether values of a type are equal just if all that is in them is."""
    if type.kind == "object" or own_method(type, "__eq__") or own_method(type, "__hash__"):
        return False
    if type.kind == "record" and type.info.compared != type.info.names:
        return False
    inner = [cell.get() for cell in type.cells] or structure(type) or type.parts
    return all(map(_compared_by_parts, inner))


def row_item(type: Type) -> Type:
    """The type of what a row has one after the other."""
    if type.kind == "dict":
        return interned("tuple", [cell.get() for cell in type.cells])
    return element(type)


def _items(type: Type, value: Any) -> list[Any]:
    return list(value.items() if type.kind == "dict" else value)


def _number(type: Type, values: list[Any], room: int) -> Part:
    """A number in a sequence: as many bits as were needed, and some to spare."""
    if type.kind == "bool":
        return Number(type, 0, 1)
    if type.kind == "enum":
        return Number(type, 0, max(1, (len(list(type.info)) - 1).bit_length()))
    if type.kind == "float" or room >= WHOLE:
        return Number(type)
    low, high = min([*values, 0]), max([*values, 1])
    spare = SPARE * room or 2 * (len(values) < RARE)
    bits = (high - low).bit_length() + spare
    if spare:
        low = low - (1 << bits - 1) // 2
    return Number(type, low, bits) if bits < FULL else Number(type)


def _letter(letters: list[str], room: int) -> Part:
    codes = [ord(letter) for letter in letters] or [46]
    if room:
        return Letter(CHAR, 0, 21)
    low = min(codes)
    return Letter(CHAR, low, max(1, (max(codes) - low).bit_length()))


def _row(type: Type, item: Part, values: list[Any], room: int, inside: bool) -> Part:
    lengths = {len(value) for value in values}
    if type.kind == "vartuple" and type.info is not None:
        few = type.info <= FEW and element(type).kind == "int" and not inside
        return Row(type, Number(element(type)) if few else item, type.info, True)
    if type.kind in ("str", "list") and len(lengths) == 1 and room == 0:
        return Row(type, item, lengths.pop(), True)
    most = max([*lengths, 3])
    return Row(type, item, (most + most // 2 + 2) << room, False)
