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
from collections.abc import Iterator, Sequence
from typing import Any, Final

from zermelo.llvm.boundary import Unlike, fits
from zermelo.llvm.errors import Refusal
from zermelo.llvm.types import NONE, Type, element

BITS: Final = 64
SPARE: Final = 4  # bits more at each new try
WORD_MASK: Final = (1 << BITS) - 1


def signed(word: int) -> int:
    word &= WORD_MASK
    return word - (1 << BITS) if word >> BITS - 1 else word


class Part:
    """How values of one type lie in words: `size` of them, or `bits` of one."""

    size = 1
    bits: int | None = None  # None: it has whole words

    def __init__(self, type: Type) -> None:
        self.type = type

    def words(self, value: Any) -> list[int]:
        """The words of a value."""
        raise NotImplementedError

    def value(self, words: Iterator[int]) -> Any:
        """The value of the next words."""
        raise NotImplementedError

    def code(self, value: Any) -> int:
        """The value in `bits` bits."""
        raise NotImplementedError

    def decode(self, code: int) -> Any:
        raise NotImplementedError

    def leaves(self) -> list[str]:
        """A letter for each word: int, bool, enum, float; p for packed."""
        return ["p"] * self.size


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

    def from_number(self, number: int) -> Any:
        if self.type.kind == "enum":
            return list(self.type.info)[number]
        if self.type.kind == "float":
            return struct.unpack("<d", struct.pack("<q", number))[0]
        return bool(number) if self.type.kind == "bool" else number

    def words(self, value: Any) -> list[int]:
        found = self.number(value)
        if not -(1 << 63) <= found < 1 << 63:
            raise Unlike(value)
        return [found]

    def value(self, words: Iterator[int]) -> Any:
        return self.from_number(next(words))

    def code(self, value: Any) -> int:
        found = self.number(value) - self.low
        if self.bits is None or found >> self.bits:
            raise Unlike(value)
        return found

    def decode(self, code: int) -> Any:
        return self.from_number(code + self.low)

    def leaves(self) -> list[str]:
        return [{"int": "i", "bool": "b", "enum": "e", "float": "f"}.get(self.type.kind, "p")]


class Letter(Number):
    """A character of a string."""

    def number(self, value: Any) -> int:
        return ord(value)

    def from_number(self, number: int) -> Any:
        return chr(number)


class Nothing(Part):
    """None, which needs no words."""

    size, bits = 0, 0

    def words(self, value: Any) -> list[int]:
        if value is not None:
            raise Unlike(value)
        return []

    def value(self, words: Iterator[int]) -> Any:
        return None

    def code(self, value: Any) -> int:
        self.words(value)
        return 0

    def decode(self, code: int) -> Any:
        return None


class Group(Part):
    """A tuple or record: its parts one after the other."""

    def __init__(self, type: Type, parts: list[Part]) -> None:
        super().__init__(type)
        self.parts = parts
        self.size = sum(part.size for part in parts)
        total = [part.bits for part in parts]
        if None not in total and sum(total) <= BITS:  # type: ignore[arg-type]
            self.bits = sum(total)  # type: ignore[arg-type]

    def items(self, value: Any) -> Sequence[Any]:
        if not fits(self.type, value):
            raise Unlike(value)
        if self.type.kind in ("record", "object"):
            return [getattr(value, name) for name in self.type.info.names]
        found: Sequence[Any] = value
        return found

    def made(self, items: list[Any]) -> Any:
        if self.type.kind == "object":
            made = object.__new__(self.type.info.cls)
            for name, item in zip(self.type.info.names, items, strict=True):
                object.__setattr__(made, name, item)
            return made
        if self.type.kind == "record":
            return self.type.info.cls(**dict(zip(self.type.info.names, items, strict=True)))
        return tuple(items)

    def words(self, value: Any) -> list[int]:
        pairs = zip(self.parts, self.items(value), strict=True)
        return [word for part, item in pairs for word in part.words(item)]

    def value(self, words: Iterator[int]) -> Any:
        return self.made([part.value(words) for part in self.parts])

    def code(self, value: Any) -> int:
        found = shift = 0
        for part, item in zip(self.parts, self.items(value), strict=True):
            found |= part.code(item) << shift
            shift += part.bits or 0
        return found

    def decode(self, code: int) -> Any:
        items = []
        for part in self.parts:
            bits = part.bits or 0
            items.append(part.decode(code & (1 << bits) - 1))
            code >>= bits
        return self.made(items)

    def leaves(self) -> list[str]:
        return [letter for part in self.parts for letter in part.leaves()]


class Choice(Part):
    """A union: which member, then its words."""

    def __init__(self, type: Type, parts: list[Part]) -> None:
        super().__init__(type)
        self.parts = parts
        self.size = 1 + max(part.size for part in parts)
        most = [part.bits for part in parts]
        self.tag_bits = (len(parts) - 1).bit_length()
        if None not in most and max(most) + self.tag_bits <= BITS:  # type: ignore[type-var, operator]
            self.bits = max(most) + self.tag_bits  # type: ignore[type-var, operator]

    def which(self, value: Any) -> int:
        for place, part in enumerate(self.parts):
            if fits(part.type, value):
                return place
        raise Unlike(value)

    def words(self, value: Any) -> list[int]:
        place = self.which(value)
        found = [place, *self.parts[place].words(value)]
        return found + [0] * (self.size - len(found))

    def value(self, words: Iterator[int]) -> Any:
        own = [next(words) for _word in range(self.size)]
        return self.parts[own[0]].value(iter(own[1:]))

    def code(self, value: Any) -> int:
        place = self.which(value)
        return place | self.parts[place].code(value) << self.tag_bits

    def decode(self, code: int) -> Any:
        return self.parts[code & (1 << self.tag_bits) - 1].decode(code >> self.tag_bits)


class Row(Part):
    """A tuple of any length, a string or a frozenset: items packed into words, `most` of them.

    `fixed`: they all have that length; otherwise it comes first.
    """

    def __init__(self, type: Type, item: Part, most: int, fixed: bool) -> None:
        super().__init__(type)
        self.item, self.most, self.fixed = item, most, fixed
        self.length_bits = 0 if fixed else most.bit_length()
        self.per_word = BITS // item.bits if item.bits else 0
        if item.bits == 0:
            self.per_word = BITS
        self.item_words = -(-most // self.per_word) if self.per_word else most * item.size
        self.size = self.item_words + (not fixed)
        if item.bits is not None and self.length_bits + most * item.bits <= BITS:
            self.bits = self.length_bits + most * item.bits

    def items(self, value: Any) -> list[Any]:
        if not fits(self.type, value):
            raise Unlike(value)
        found = sorted(value) if self.type.kind == "frozenset" else list(value)
        if len(found) > self.most or (self.fixed and len(found) != self.most):
            raise Unlike(value)
        return found

    def made(self, items: list[Any]) -> Any:
        if self.type.kind == "str":
            return "".join(items)
        return frozenset(items) if self.type.kind == "frozenset" else tuple(items)

    def words(self, value: Any) -> list[int]:
        items = self.items(value)
        found = [] if self.fixed else [len(items)]
        if not self.per_word:
            found += [word for item in items for word in self.item.words(item)]
        else:
            bits = self.item.bits or 0
            for start in range(0, len(items), self.per_word):
                word = 0
                for place, item in enumerate(items[start : start + self.per_word]):
                    word |= self.item.code(item) << place * bits
                found.append(signed(word))
        return found + [0] * (self.size - len(found))

    def value(self, words: Iterator[int]) -> Any:
        own = [next(words) for _word in range(self.size)]
        count = self.most if self.fixed else own.pop(0)
        if not self.per_word:
            rest = iter(own)
            return self.made([self.item.value(rest) for _item in range(count)])
        bits, items = self.item.bits or 0, []
        for place in range(count):
            word = own[place // self.per_word] & WORD_MASK
            items.append(self.item.decode(word >> place % self.per_word * bits & (1 << bits) - 1))
        return self.made(items)

    def code(self, value: Any) -> int:
        items = self.items(value)
        found = 0 if self.fixed else len(items)
        for place, item in enumerate(items):
            found |= self.item.code(item) << self.length_bits + place * (self.item.bits or 0)
        return found

    def decode(self, code: int) -> Any:
        count = self.most if self.fixed else code & (1 << self.length_bits) - 1
        bits, items = self.item.bits or 0, []
        for place in range(count):
            items.append(
                self.item.decode(code >> self.length_bits + place * bits & (1 << bits) - 1)
            )
        return self.made(items)


class BitSet(Part):
    """A frozenset of ints from 0 to 63: one bit for each."""

    bits = BITS

    def words(self, value: Any) -> list[int]:
        return [signed(self.code(value))]

    def value(self, words: Iterator[int]) -> Any:
        return self.decode(next(words))

    def code(self, value: Any) -> int:
        if not fits(self.type, value) or any(
            type(e) is not int or not 0 <= e < BITS for e in value
        ):
            raise Unlike(value)
        return sum(1 << each for each in value)

    def decode(self, code: int) -> Any:
        return frozenset(place for place in range(BITS) if code >> place & 1)


# --- from what was seen --------------------------------------------------------------------------


def packing(type: Type, values: list[Any], room: int = 0, inside: bool = False) -> Part:
    """How values of a type lie in words, by some of them; `room`: for how many tries already."""
    values = [value for value in values if fits(type, value)]
    match type.kind:
        case "none":
            return Nothing(type)
        case "int" | "bool" | "enum" | "float":
            return _number(type, values, room) if inside else Number(type)
        case "tuple":
            columns = list(zip(*values, strict=True)) if values else [()] * len(type.parts)
            pairs = zip(type.parts, columns, strict=True)
            return Group(type, [packing(p, list(c), room, inside) for p, c in pairs])
        case "record" | "object":
            parts = []
            for name, cell in zip(type.info.names, type.info.cells, strict=True):
                column = [getattr(value, name) for value in values]
                parts.append(packing(cell.get(), column, room, inside))
            return Group(type, parts)
        case "union":
            return Choice(type, [packing(part, values, room, inside) for part in type.parts])
        case "str":
            letters = [letter for value in values for letter in value]
            return _row(type, _letter(letters, room), values, room)
        case "vartuple" | "frozenset":
            items = [item for value in values for item in value]
            if _is_bit_set(type, items, room):
                return BitSet(type)
            return _row(type, packing(element(type), items, room, True), values, room)
        case "nothing":
            return Nothing(NONE)
    raise Refusal("a state with {what} in it; use tuples of numbers", what=str(type))


def _is_bit_set(type: Type, items: list[Any], room: int) -> bool:
    return (
        type.kind == "frozenset"
        and element(type).kind == "int"
        and room == 0
        and all(0 <= each < BITS for each in items)
    )


def _number(type: Type, values: list[Any], room: int) -> Part:
    """A number in a sequence: as many bits as were needed, and some to spare."""
    if type.kind == "bool":
        return Number(type, 0, 1)
    if type.kind == "enum":
        return Number(type, 0, max(1, (len(list(type.info)) - 1).bit_length()))
    if type.kind == "float" or room > 8:
        return Number(type)
    low, high = min([*values, 0]), max([*values, 1])
    bits = (high - low).bit_length() + SPARE * room
    if room:
        low = low - (1 << bits - 1) // 2
    return Number(type, low, bits) if bits < BITS else Number(type)


def _letter(letters: list[str], room: int) -> Part:
    codes = [ord(letter) for letter in letters] or [46]
    if room:
        return Letter(element_letter(), 0, 21)
    low = min(codes)
    return Letter(element_letter(), low, max(1, (max(codes) - low).bit_length()))


def element_letter() -> Type:
    from zermelo.llvm.types import CHAR

    return CHAR


def _row(type: Type, item: Part, values: list[Any], room: int) -> Part:
    lengths = {len(value) for value in values}
    if type.kind == "vartuple" and type.info is not None:
        return Row(type, item, type.info, True)
    if type.kind == "str" and len(lengths) == 1 and room == 0:
        return Row(type, item, lengths.pop(), True)
    most = max([*lengths, 3])
    return Row(type, item, (most + most // 2 + 2) << room, False)
