"""Sets of up to 64 cells kept in one whole number, meaning the same in every lane.

Cell i is bit i. The number is read as 64 bits in two's complement, so that it is the same Python
value interpreted and compiled: with cell 63 in the set it is negative, and all 64 cells are -1.

    bit      63      62   61  ...   2   1   0
    worth  -2**63  2**62 2**61 ...  4   2   1

On such numbers `&`, `|`, `^`, `~`, `==` and `!=` need no help. `<<`, `+`, `-` and `*` do where
they could pass bit 63 (Python's numbers grow; a compiled rule ends there and says so), and `>>`
copies the sign: use the functions below, or `signed` around the result, which may then be computed
modulo 2 ** 64, as may whatever is below `&` with a mask that is not negative.
Every function looks at the lowest 64 bits only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

CELLS: Final = 64

_MASK: Final = (1 << CELLS) - 1
_SIGN: Final = 1 << (CELLS - 1)


def signed(x: int) -> int:
    """The lowest 64 bits of any whole number, such as a constant with bit 63: 1 << 63."""
    return ((x & _MASK) ^ _SIGN) - _SIGN


def popcount(x: int) -> int:
    """How many cells are in the set."""
    return (x & _MASK).bit_count()


def lowest_bit(x: int) -> int:
    """The set of only the lowest cell; 0 for the empty set."""
    return signed(x & -x)


def trailing_zeros(x: int) -> int:
    """The number of the lowest cell; 64 for the empty set."""
    return ((x | 1 << CELLS) & -(x | 1 << CELLS)).bit_length() - 1


def shift_left(x: int, distance: int) -> int:
    """Moves every cell up by `distance`; what passes bit 63 is lost, as is all beyond 0 to 63."""
    return signed(x << distance) if 0 <= distance < CELLS else 0


def shift_right(x: int, distance: int) -> int:
    """Moves every cell down by `distance`, zeros coming in from above; 0 beyond 0 to 63."""
    return signed((x & _MASK) >> distance) if 0 <= distance < CELLS else 0


def bits(x: int) -> Iterator[int]:
    """Each cell of the set as a set of its own, the lowest first."""
    x = signed(x)
    while x:
        bit = lowest_bit(x)
        yield bit
        x ^= bit


def cells(x: int) -> Iterator[int]:
    """The number of each cell in the set, the lowest first."""
    x = signed(x)
    while x:
        yield trailing_zeros(x)
        x ^= lowest_bit(x)
