"""Where a number stands: how often on a packed board, all items of a word at once; in a tuple.

x        a word with each item made 0 where it is the number (by exclusive or)
low      the bits of each item but the highest, all set
(x & low) + low | x      has the highest bit of each item that is not 0, and no carry goes over

A number is compared with all items of a short tuple, as nobody can foresee where it will be found.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from zermelo.compiler.atoms import Atom
from zermelo.compiler.packed import WORD_BITS, Packed, signed_word, whole
from zermelo.compiler.untyped import intrinsic, ir, lower_builtin, types

SHORT: Final = 8


def can_count(board: Any, item: Any) -> bool:
    """Whether `count_in` knows how."""
    if not isinstance(board, Packed) or not isinstance(board.item, int) or board.item == WORD_BITS:
        return False
    number = isinstance(item, types.Integer | types.Boolean)
    return number if board.code == "number" else board.code == "atom" and isinstance(item, Atom)


@intrinsic
def count_in(context: Any, board: Any, item: Any) -> Any:
    """How many items of a board are equal to one."""
    if not can_count(board, item):
        return None

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = board.item_bits
        number = (
            args[1]
            if board.code == "number"
            else builder.add(
                args[1], whole(signed_word(board.item_code.shift & (1 << WORD_BITS) - 1))
            )
        )
        highest, everywhere = _fields(bits, board.a_word, bits - 1), _fields(bits, board.a_word, 0)
        low = ((1 << WORD_BITS) - 1) ^ highest
        mask = whole((1 << bits) - 1)
        spread = builder.mul(builder.and_(number, mask), _word(everywhere))
        total = whole(0)
        for at in range(board.words):
            inside = min(board.a_word, board.count - at * board.a_word)
            x = builder.xor(builder.extract_value(args[0], at), spread)
            filled = builder.or_(builder.add(builder.and_(x, _word(low)), _word(low)), x)
            none = builder.and_(builder.not_(filled), _word(_fields(bits, inside, bits - 1)))
            total = builder.add(total, builder.ctpop(none))
        half = whole(1 << bits - 1)
        beyond = builder.icmp_unsigned(">=", builder.add(number, half), whole(1 << bits))
        return builder.select(beyond, whole(0), total)

    return types.int64(board, item if isinstance(item, Atom) else types.int64), code


def _fields(bits: int, count: int, bit: int) -> int:
    """A word with one bit of each of so many items set."""
    return sum(1 << i * bits + bit for i in range(count))


def _word(number: int) -> Any:
    return ir.Constant(ir.IntType(64), signed_word(number))


@lower_builtin(operator.contains, types.UniTuple, types.int64)
def _in_tuple(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    items = signature.args[0]
    if items.dtype != types.int64 or len(items) > SHORT:

        def contains(items: Any, item: Any) -> bool:
            for each in items:  # noqa: SIM110 (compiled as it stands)
                if each == item:
                    return True
            return False

        return context.compile_internal(builder, contains, signature, args)
    found: Any = ir.Constant(ir.IntType(1), 0)
    for i in range(len(items)):
        same = builder.icmp_signed("==", builder.extract_value(args[0], i), args[1])
        found = builder.or_(found, same)
    return found
