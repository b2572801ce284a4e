"""Boards in machine code: tuples of many small numbers, packed into a few words.

A tuple of 64 numbers from -2 to 2 is four words, 16 numbers to a word, 4 bits to a number:

    word 0   | item 15 | ... | item 1 | item 0 |        word 1   | item 31 | ...
              63     60        7    4   3    0

and a tuple of such tuples has each of them in a number of bits that is a power of two. So a board
is handed from function to function in registers, and to look at one item or to change it costs
that item. A number that does not fit its bits is a fault (`NARROW`), and the game is compiled anew
with more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from zermelo.compiler.atom_table import END, FIRST
from zermelo.compiler.atoms import ATOM, is_below
from zermelo.compiler.errors import NARROW
from zermelo.compiler.row_operations import fault
from zermelo.compiler.rows import INT, ROOM, ZERO, Row
from zermelo.compiler.untyped import (
    ir,
    models,
    register_model,
    types,
)

WORD_BITS: Final = 64


def whole(number: int) -> Any:
    """A number in machine code."""
    return ir.Constant(INT, number)


Code: TypeAlias = Literal["number", "atom", "both"]


class ItemCode(NamedTuple):
    """What stands for an atom, or a number beside atoms, in so many bits with a sign.

        atom    the lowest number for the first atom, and so on
        both    the same in the lowest quarter, and above it numbers are themselves

    In 64 bits there is room for the words as they are.
    """

    bits: int
    code: Code

    @property
    def shift(self) -> int:
        """From an atom's word to its number."""
        return -(1 << self.bits - 1) - FIRST

    @property
    def least(self) -> int:
        """The least number that is itself."""
        return -(1 << self.bits - 2)

    @property
    def is_plain(self) -> bool:
        return self.code == "number" or self.bits == WORD_BITS

    def number(self, word: int) -> int:
        """What stands for a word; OverflowError if nothing can."""
        if self.is_plain:
            return word
        if word >= END:
            if self.code == "atom" or word < self.least:
                raise OverflowError
            return word
        if self.code == "both" and word + self.shift >= self.least:
            raise OverflowError
        return word + self.shift

    def word(self, number: int) -> int:
        """The word that a number stands for."""
        if self.is_plain or (self.code == "both" and number >= self.least):
            return number
        return number - self.shift

    def numbers_code(self, context: Any, builder: Any, words: list[Any]) -> list[Any]:
        """The numbers of words, in machine code; a fault where there is none."""
        found = []
        for word in words:
            if self.is_plain:
                found.append(word)
                continue
            moved = builder.add(word, whole(self.shift))
            if self.code == "both":
                atom = is_below(builder, word)
                high = builder.icmp_signed(">=", moved, whole(self.least))
                low = builder.icmp_signed("<", word, whole(self.least))
                wrong = builder.select(atom, high, low)
                with builder.if_then(wrong, likely=False):
                    fault(context, builder, NARROW)
                moved = builder.select(atom, moved, word)
            found.append(moved)
        check_range(context, builder, self.bits, found)
        return found

    def word_code(self, builder: Any, number: Any) -> Any:
        """The word of a number, in machine code."""
        if self.is_plain:
            return number
        moved = builder.sub(number, whole(self.shift))
        if self.code == "atom":
            return moved
        itself = builder.icmp_signed(">=", number, whole(self.least))
        return builder.select(itself, number, moved)


# --- the type ------------------------------------------------------------------------------------


class Packed(types.IterableType):  # type: ignore[misc]
    """So many items: numbers of so many bits, with a sign, or boards of one kind.

    `code`: what stands for an item, where that may be an atom (see `atoms`).
    """

    def __init__(self, count: int, item: int | Packed, code: Code = "number") -> None:
        self.count, self.item = count, item
        self.code: Code = code if isinstance(item, int) else item.code
        self.bits: int
        self.label: str
        self.item_bits = item if isinstance(item, int) else item.bits
        self.a_word = max(1, WORD_BITS // self.item_bits)  # items in a word
        self.item_words = max(1, self.item_bits // WORD_BITS)
        self.words = -(-count // self.a_word) * self.item_words
        bits = count * self.item_bits if self.words == 1 else WORD_BITS * self.words
        self.bits = 1 << (bits - 1).bit_length() if self.words == 1 else bits
        inner = f"{item}{self.code[0]}".removesuffix("n") if isinstance(item, int) else item.label
        self.label = f"{count}x{inner}"
        super().__init__(name=f"Packed({self.label})")

    @property
    def item_type(self) -> Any:
        """Of Numba's."""
        if not isinstance(self.item, int):
            return self.item
        return types.int64 if self.code == "number" else ATOM

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return PackedIterator(self)

    @property
    def as_row(self) -> Row | None:
        """The type of the row with these items, which a board becomes beside a list."""
        return Row(self.item_type) if isinstance(self.item, int) and self.count <= ROOM else None

    # --- in Python ---

    def packed(self, items: Any) -> list[int]:
        """The words of a tuple of words; OverflowError if one does not fit."""
        found = [0] * self.words
        for index, item in enumerate(items):
            at = index // self.a_word * self.item_words
            if isinstance(self.item, int):
                number = self.item_code.number(int(item))
                if not -(1 << self.item - 1) <= number < 1 << self.item - 1:
                    raise OverflowError
                inner = [number & (1 << self.item) - 1]
            else:
                inner = [word & (1 << WORD_BITS) - 1 for word in self.item.packed(item)]
            shift = index % self.a_word * self.item_bits if self.item_words == 1 else 0
            for place, word in enumerate(inner):
                found[at + place] |= word << shift
        return [signed_word(word) for word in found]

    def unpacked(self, words: list[int]) -> tuple[Any, ...]:
        """The tuple that lies in words."""
        return tuple(self._item(words, index) for index in range(self.count))

    def _item(self, words: list[int], index: int) -> Any:
        at = index // self.a_word * self.item_words
        shift = index % self.a_word * self.item_bits if self.item_words == 1 else 0
        if not isinstance(self.item, int):
            inner = words[at : at + self.item_words]
            if self.item_words == 1:
                inner = [inner[0] >> shift & (1 << self.item_bits) - 1]
            return self.item.unpacked(inner)
        raw = words[at] >> shift & (1 << self.item) - 1
        return self.item_code.word(raw - (raw >> self.item - 1 << self.item))

    @property
    def item_code(self) -> ItemCode:
        """How items that may be atoms lie in their bits."""
        assert isinstance(self.item, int)
        return ItemCode(self.item, self.code)


def signed_word(word: int) -> int:
    """A word as the number, with a sign, that has its bits."""
    return word - (1 << WORD_BITS) if word >> WORD_BITS - 1 else word


class PackedIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A loop over a board."""

    def __init__(self, board: Packed) -> None:
        self.board = board
        super().__init__(f"iter({board})", board.item_type)


@register_model(Packed)
class PackedModel(models.PrimitiveModel):  # type: ignore[misc]
    """Its words."""

    def __init__(self, manager: Any, kind: Packed) -> None:
        super().__init__(manager, kind, ir.ArrayType(INT, kind.words))


# --- items ---------------------------------------------------------------------------------------


class Board:
    """A board in registers, for the code that works on it; indices are inside."""

    def __init__(self, builder: Any, kind: Packed, value: Any) -> None:
        self.builder, self.kind, self.value = builder, kind, value

    def word(self, at: Any) -> Any:
        """One of the words, by a number that is known or not."""
        words = [self.builder.extract_value(self.value, i) for i in range(self.kind.words)]
        if isinstance(at, ir.Constant):
            return words[at.constant]
        found = words[0]
        for i, word in enumerate(words[1:], 1):
            found = self.builder.select(self.builder.icmp_unsigned(">=", at, whole(i)), word, found)
        return found

    def place(self, index: Any) -> tuple[Any, Any]:
        """The word that an item begins in, and how far it must be shifted."""
        kind, build = self.kind, self.builder
        if isinstance(index, int):
            return (
                whole(index // kind.a_word * kind.item_words),
                whole(index % kind.a_word * kind.item_bits if kind.item_words == 1 else 0),
            )
        if kind.a_word == 1:
            return build.mul(index, whole(kind.item_words)), ZERO
        at = build.lshr(index, whole(kind.a_word.bit_length() - 1))
        inner = build.and_(index, whole(kind.a_word - 1))
        return at, build.mul(inner, whole(kind.item_bits))

    def get(self, index: Any) -> Any:
        """The item at an index."""
        kind, build = self.kind, self.builder
        at, shift = self.place(index)
        if kind.item_words > 1:
            assert isinstance(kind.item, Packed)
            found = ir.Constant(ir.ArrayType(INT, kind.item_words), ir.Undefined)
            for i in range(kind.item_words):
                word = self.word(build.add(at, whole(i)) if not _known(at) else _plus(at, i))
                found = build.insert_value(found, word, i)
            return found
        word = self.word(at)
        if isinstance(kind.item, int):
            spare = whole(WORD_BITS - kind.item)
            up = _minus(spare, shift) if _known(shift) else build.sub(spare, shift)
            return kind.item_code.word_code(build, build.ashr(build.shl(word, up), spare))
        mask = whole(signed_word((1 << kind.item_bits) - 1))
        inner = build.and_(build.lshr(word, shift), mask)
        empty = ir.Constant(ir.ArrayType(INT, 1), ir.Undefined)
        return build.insert_value(empty, inner, 0)

    def put(self, index: Any, item: Any) -> None:
        """Puts an item at an index; a number must be what stands for it (see `ItemCode`)."""
        kind, build = self.kind, self.builder
        at, shift = self.place(index)
        words = [item] if isinstance(kind.item, int) else None
        if words is None:
            words = [build.extract_value(item, i) for i in range(kind.item_words)]
        mask = whole(signed_word((1 << min(kind.item_bits, WORD_BITS)) - 1))
        for i, word in enumerate(words):
            new = build.shl(build.and_(word, mask), shift)
            hole = build.not_(build.shl(mask, shift))
            for w in range(kind.words):
                old = build.extract_value(self.value, w)
                changed = build.or_(build.and_(old, hole), new)
                if _known(at):
                    if at.constant + i != w:
                        continue
                else:
                    here = build.icmp_unsigned("==", build.add(at, whole(i)), whole(w))
                    changed = build.select(here, changed, old)
                self.value = build.insert_value(self.value, changed, w)

    def items(self) -> Iterator[Any]:
        """All of them."""
        for index in range(self.kind.count):
            yield self.get(index)


def _known(value: Any) -> bool:
    return isinstance(value, ir.Constant)


def _plus(constant: Any, number: int) -> Any:
    return whole(constant.constant + number)


def _minus(constant: Any, other: Any) -> Any:
    return whole(constant.constant - other.constant)


def check_range(context: Any, builder: Any, bits: int, numbers: list[Any]) -> None:
    """A fault where one of the numbers does not fit so many bits."""
    if bits >= WORD_BITS or not numbers:
        return
    half, beyond = whole(1 << bits - 1), whole(signed_word((1 << WORD_BITS) - (1 << bits)))
    lost = ZERO
    for number in numbers:
        lost = builder.or_(lost, builder.and_(builder.add(number, half), beyond))
    with builder.if_then(builder.icmp_signed("!=", lost, ZERO), likely=False):
        fault(context, builder, NARROW)
