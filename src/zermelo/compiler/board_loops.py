"""Loops over boards (see `packed`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from zermelo.compiler.packed import WORD_BITS, Board, Packed, PackedIterator, signed_word, whole
from zermelo.compiler.rows import INT, ONE, ZERO
from zermelo.compiler.untyped import (
    cgutils,
    imputils,
    ir,
    lower_builtin,
    models,
    register_model,
    types,
)

BYTE_BITS: Final = 8


@register_model(PackedIterator)
class PackedIteratorModel(models.StructModel):  # type: ignore[misc]
    """The board in memory, and how far the loop is."""

    def __init__(self, manager: Any, kind: PackedIterator) -> None:
        word = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("cells", word), ("index", word)])


class BoardInMemory(Board):
    """A board for a loop, in memory: small numbers have a byte each there, and are one load."""

    @staticmethod
    def new(builder: Any, kind: Packed, value: Any) -> Any:
        """Where it lies then."""
        words = [builder.extract_value(value, i) for i in range(kind.words)]
        if kind.item_bits < BYTE_BITS:
            words = list(in_bytes(builder, kind, words))
        with builder.goto_entry_block():
            cells = builder.alloca(INT, len(words))
        for i, word in enumerate(words):
            builder.store(word, builder.gep(cells, [whole(i)], inbounds=True))
        return cells

    def word(self, at: Any) -> Any:
        """One of the words."""
        return self.builder.load(self.builder.gep(self.value, [at], inbounds=True))

    def get(self, index: Any) -> Any:
        """The item at an index."""
        kind, build = self.kind, self.builder
        if not isinstance(kind.item, int):
            return super().get(index)
        cell = ir.IntType(max(kind.item, BYTE_BITS))
        cells = build.bitcast(self.value, cell.as_pointer())
        number = build.load(build.gep(cells, [index], inbounds=True))
        return kind.item_code.word_code(build, build.sext(number, INT) if cell != INT else number)


def in_bytes(builder: Any, kind: Packed, words: list[Any]) -> Iterator[Any]:
    """The numbers of a board, with their signs, eight to a word.

    Eight of 4 bits move apart in three steps, and then each has its sign repeated:

        ........76543210    ....7654....3210    ..76..54..32..10    7.6.5.4.3.2.1.0.
    """
    bits, eight = kind.item_bits, 8
    for first in range(0, kind.count, eight):
        word = words[first // kind.a_word]
        found = builder.lshr(word, whole(first % kind.a_word * bits))
        found = builder.and_(found, whole((1 << eight * bits) - 1))
        for together in (4, 2, 1):
            apart = together * BYTE_BITS
            mask = sum((1 << together * bits) - 1 << at for at in range(0, WORD_BITS, apart))
            moved = builder.shl(found, whole(apart - together * bits))
            found = builder.and_(builder.or_(found, moved), whole(signed_word(mask)))
        signs = sum(1 << at + bits - 1 for at in range(0, WORD_BITS, BYTE_BITS))
        sign = builder.and_(found, whole(signed_word(signs)))
        yield builder.or_(found, builder.mul(sign, whole((1 << BYTE_BITS + 1 - bits) - 2)))


# --- what Numba does with it ---------------------------------------------------------------------


@lower_builtin("getiter", Packed)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    loop.cells = BoardInMemory.new(builder, signature.args[0], args[0])
    loop.index = cgutils.alloca_once_value(builder, ZERO)
    return loop._getvalue()


@lower_builtin("iternext", PackedIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> Any:
    kind = signature.args[0]
    loop = context.make_helper(builder, kind, value=args[0])
    index = builder.load(loop.index)
    inside = builder.icmp_signed("<", index, whole(kind.board.count))
    result.set_valid(inside)
    with builder.if_then(inside):
        result.yield_(BoardInMemory(builder, kind.board, loop.cells).get(index))
        builder.store(builder.add(index, ONE), loop.index)
