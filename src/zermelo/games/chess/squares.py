"""The squares of chess as bits, the lines through them, and the steps of knights, kings and pawns.

A smaller board is the lower left corner of the usual one; the rest of the bits stay empty.

    8  56  57  58  59  60  61  62  63
    7  48  49  50  51  52  53  54  55
    6  40  41  42  43  44  45  46  47
    5  32  33  34  35  36  37  38  39
    4  24  25  26  27  28  29  30  31
    3  16  17  18  19  20  21  22  23
    2   8   9  10  11  12  13  14  15
    1   0   1   2   3   4   5   6   7
        a   b   c   d   e   f   g   h
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from zermelo.bits import lowest_bit, shift_left, shift_right, signed

Steps: TypeAlias = tuple[tuple[int, int], ...]  # files to the right, ranks up

ALL: Final = -1
FILE_A: Final = 0x0101010101010101
NOT_FILE_A: Final = ~FILE_A
NOT_FILE_H: Final = 0x7F7F7F7F7F7F7F7F
DARK_SQUARES: Final = signed(0xAA55AA55AA55AA55)

RANK: Final[Steps] = ((1, 0), (-1, 0))
FILE: Final[Steps] = ((0, 1), (0, -1))
RISING: Final[Steps] = ((1, 1), (-1, -1))
FALLING: Final[Steps] = ((1, -1), (-1, 1))
STEPS: Final[Steps] = RANK + FILE + RISING + FALLING
LEAPS: Final[Steps] = tuple(
    (x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)
)


def square_set(squares: Iterable[int]) -> int:
    """The set of these squares."""
    return signed(sum(1 << square for square in squares))


def board_of(size: int) -> int:
    """The squares of a board."""
    return square_set(8 * rank + file for rank in range(size) for file in range(size))


def reached(size: int, steps: Steps, far: bool = False) -> tuple[int, ...]:
    """The squares that lead from each square of the board by one of the steps, or by several."""
    sets = []
    for square in range(64):
        found = []
        for right, up in steps:
            file, rank = square % 8 + right, square // 8 + up
            while 0 <= file < size and 0 <= rank < size:
                found.append(8 * rank + file)
                file, rank = file + right, rank + up
                if not far:
                    break
        sets.append(square_set(found))
    return tuple(sets)


def along(square: int, line: int, taken: int) -> int:
    """The squares of a line through a square up to the first taken one, that included, both ways.

    The highest taken square below and the lowest above, subtracted, leave what is between: 2 * a
    - b has all bits from b up to a.
    """
    bit = signed(1 << square)
    below = line & taken & signed(bit - 1)
    above = line & taken & signed(-bit)
    return line & signed(2 * lowest_bit(above) - (1 << (below | 1).bit_length() - 1))


def span(square: int, another: int) -> int:
    """The squares from one to another in the order of their bits, both included."""
    low, high = min(square, another), max(square, another)
    return signed((2 << high) - (1 << low))


def beside(squares: int) -> int:
    """The squares to the left and to the right of some."""
    return shift_left(squares & NOT_FILE_H, 1) | shift_right(squares & NOT_FILE_A, 1)


def upwards(squares: int) -> int:
    """The squares, and all above them on their files."""
    squares |= shift_left(squares, 8)
    squares |= shift_left(squares, 16)
    return squares | shift_left(squares, 32)


def downwards(squares: int) -> int:
    """The squares, and all below them on their files."""
    squares |= shift_right(squares, 8)
    squares |= shift_right(squares, 16)
    return squares | shift_right(squares, 32)


def ahead(squares: int, side: int) -> int:
    """The squares one step before some, as the player of a side sees them."""
    return shift_left(squares, 8) if side > 0 else shift_right(squares, 8)


def all_ahead(squares: int, side: int) -> int:
    """All squares before some on their files."""
    return shift_left(upwards(squares), 8) if side > 0 else shift_right(downwards(squares), 8)


def covered(pawns: int, side: int) -> int:
    """The squares that a player's pawns attack."""
    return beside(ahead(pawns, side))


def name_of(square: int) -> str:
    """The square as people write it."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def square_named(name: str) -> int:
    """The square of a name such as "e4"."""
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])
