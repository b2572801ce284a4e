"""Loops over chosen cells of a board, or numbers of a set, in machine code (see `chosen_cells`)."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.bit_sets import MOST, Bits
from zermelo.compiler.packed import WORD_BITS, Packed, signed_word, whole
from zermelo.compiler.rows import INT
from zermelo.compiler.untyped import (
    cgutils,
    imputils,
    intrinsic,
    ir,
    lower_builtin,
    models,
    register_model,
    types,
)

TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPERATIONS: Final = tuple(TURNED)


class Chosen(types.IterableType):  # type: ignore[misc]
    """A board with the cells that a loop goes over."""

    def __init__(self, board: Packed) -> None:
        self.board = board
        super().__init__(name=f"Chosen({board})")

    @property
    def iterator_type(self) -> Any:
        """Of loops."""
        return ChosenIterator(self.board)


class ChosenIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """A loop over chosen cells: their indices and what stands there."""

    def __init__(self, board: Packed) -> None:
        self.board = board
        super().__init__(f"iter(Chosen({board}))", types.UniTuple(types.int64, 2))


@register_model(Chosen)
class ChosenModel(models.PrimitiveModel):  # type: ignore[misc]
    """The words of the board, and those of the choice."""

    def __init__(self, manager: Any, kind: Chosen) -> None:
        super().__init__(manager, kind, ir.ArrayType(INT, 2 * kind.board.words))


@register_model(ChosenIterator)
class ChosenIteratorModel(models.StructModel):  # type: ignore[misc]
    """The same in memory, the word where the loop is, and what is left to choose in it."""

    def __init__(self, manager: Any, kind: ChosenIterator) -> None:
        word = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("words", word), ("at", word), ("left", word)])


@intrinsic
def chosen_cells(context: Any, board: Any, times: Any, sign: Any, value: Any) -> Any:
    """The cells of a board for which a comparison may hold (see `chosen_cells._chosen`)."""
    if not isinstance(board, Packed) or not isinstance(sign, types.IntegerLiteral):
        return None
    operation, is_times = OPERATIONS[sign.literal_value], bool(times.literal_value)
    kind = types.unliteral(value)
    known = kind in (types.int64, types.boolean)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        yes = ir.Constant(ir.IntType(1), 1)
        below, none, above = yes, yes, yes
        if known:
            number = context.cast(builder, args[3], kind, types.int64)
            below, none, above = _classes(builder, operation, is_times, number)
        found = ir.Constant(ir.ArrayType(INT, 2 * board.words), ir.Undefined)
        bits = board.item_bits
        for at in range(board.words):
            inside = min(board.a_word, board.count - at * board.a_word)
            lowest = whole(signed_word(sum(1 << i * bits for i in range(inside))))
            word = builder.extract_value(args[0], at)
            filled, step = word, 1
            while step < bits:  # the lowest bit of each cell gets those above it
                filled, step = builder.or_(filled, builder.lshr(filled, whole(step))), 2 * step
            filled = builder.and_(filled, lowest)
            minus = builder.and_(builder.lshr(word, whole(bits - 1)), lowest)
            parts = (
                (below, minus),
                (none, builder.xor(filled, lowest)),
                (above, builder.xor(filled, minus)),
            )
            mask: Any = whole(0)
            for chosen, part in parts:
                mask = builder.or_(mask, builder.select(chosen, part, whole(0)))
            found = builder.insert_value(found, word, at)
            found = builder.insert_value(found, mask, board.words + at)
        return found

    return Chosen(board)(board, times, sign, kind), code


def _classes(builder: Any, operation: str, is_times: bool, number: Any) -> tuple[Any, Any, Any]:
    """Whether some cell below 0, one that is 0, and some above may be chosen."""
    yes, zero = ir.Constant(ir.IntType(1), 1), whole(0)
    if is_times:
        with_zero = ir.Constant(ir.IntType(1), int(operation in ("<=", ">=", "==")))
        below = builder.icmp_signed(TURNED[operation], number, zero)
        return below, with_zero, builder.icmp_signed(operation, number, zero)
    if operation == "!=":
        return yes, builder.icmp_signed("!=", number, zero), yes
    below, none, above = (builder.icmp_signed(each, number, zero) for each in ("<", "==", ">"))
    return below, none, above


@lower_builtin("getiter", Chosen)
def _iterator(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    loop = context.make_helper(builder, signature.return_type)
    words = 2 * signature.args[0].board.words
    with builder.goto_entry_block():
        memory = builder.alloca(INT, words)
    for i in range(words):
        place = builder.gep(memory, [whole(i)], inbounds=True)
        builder.store(builder.extract_value(args[0], i), place)
    loop.words, loop.at = memory, cgutils.alloca_once_value(builder, whole(0))
    loop.left = cgutils.alloca_once_value(builder, builder.extract_value(args[0], words // 2))
    return loop._getvalue()


@lower_builtin("iternext", ChosenIterator)
@imputils.iternext_impl(imputils.RefType.BORROWED)
def _next(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> Any:
    board = signature.args[0].board
    loop = context.make_helper(builder, signature.args[0], value=args[0])
    if board.words > 1:
        _find_word(builder, board, loop)
    left, at = builder.load(loop.left), builder.load(loop.at)
    inside = builder.icmp_unsigned("!=", left, whole(0))
    result.set_valid(inside)
    with builder.if_then(inside):
        bits = board.item_bits
        shift = builder.cttz(left, ir.Constant(ir.IntType(1), 1))
        word = builder.load(builder.gep(loop.words, [at], inbounds=True))
        spare = whole(WORD_BITS - bits)
        item = builder.ashr(builder.shl(builder.lshr(word, shift), spare), spare)
        index = builder.lshr(shift, whole(bits.bit_length() - 1))
        index = builder.add(builder.mul(at, whole(board.a_word)), index)
        pair = types.UniTuple(types.int64, 2)
        result.yield_(context.make_tuple(builder, pair, [index, item]))
        builder.store(builder.and_(left, builder.sub(left, whole(1))), loop.left)


def _find_word(builder: Any, board: Packed, loop: Any) -> None:
    """Goes on to the next word in which something is chosen, or to the last."""
    look, on, found = (builder.append_basic_block(name) for name in ("look", "on", "found"))
    builder.branch(look)
    builder.position_at_end(look)
    at = builder.load(loop.at)
    used = builder.icmp_unsigned("==", builder.load(loop.left), whole(0))
    more = builder.icmp_signed("<", at, whole(board.words - 1))
    builder.cbranch(builder.and_(used, more), on, found)
    builder.position_at_end(on)
    after = builder.add(at, whole(1))
    place = builder.gep(loop.words, [builder.add(after, whole(board.words))], inbounds=True)
    builder.store(after, loop.at)
    builder.store(builder.load(place), loop.left)
    builder.branch(look)
    builder.position_at_end(found)


@intrinsic
def chosen_numbers(context: Any, bits: Any, outside: Any, stop: Any) -> Any:
    """The numbers below `stop` that are in a set, or, for `outside` 1, those that are not."""
    if not isinstance(bits, Bits) or bits.universe is not None:
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.xor(args[0], builder.neg(args[1]))
        below = builder.lshr(whole(-1), builder.sub(whole(MOST), args[2]))
        return builder.and_(found, below)

    return bits(bits, types.int64, types.int64), code
