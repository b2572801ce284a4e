"""`zermelo.bits` and `zermelo.tuples` mean the same interpreted and compiled."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.compiler.agreement import agree, expected, machine
from zermelo import bits, tuples
from zermelo.compiler.errors import RuleFault

boards = st.integers(-(1 << 63), (1 << 63) - 1)
distances = st.integers(-70, 70)
whole = st.integers(-(1 << 70), 1 << 70)


def cells_of(x: int) -> list[int]:
    """The slow, obvious way."""
    return [i for i in range(64) if x >> i & 1]


# --- what they mean ------------------------------------------------------------------------------


@given(whole)
def test_signed_keeps_the_lowest_64_bits(x: int) -> None:
    assert -(1 << 63) <= bits.signed(x) < 1 << 63
    assert (bits.signed(x) - x) % (1 << 64) == 0


@given(boards)
@example(0)
@example(-1)
@example(-(1 << 63))
def test_cells(x: int) -> None:
    cells = cells_of(x)
    assert list(bits.cells(x)) == cells
    assert list(bits.bits(x)) == [bits.signed(1 << i) for i in cells]
    assert bits.popcount(x) == len(cells)
    assert bits.trailing_zeros(x) == (cells[0] if cells else 64)
    assert bits.lowest_bit(x) == (bits.signed(1 << cells[0]) if cells else 0)


@given(boards, distances)
def test_shifts(x: int, distance: int) -> None:
    cells = cells_of(x) if 0 <= distance < 64 else []
    assert (
        cells_of(bits.shift_left(x, distance))
        == [i + distance for i in cells][: sum(i + distance < 64 for i in cells)]
    )
    assert cells_of(bits.shift_right(x, distance)) == [i - distance for i in cells if i >= distance]


@given(whole)
def test_only_the_lowest_64_bits_count(x: int) -> None:
    low = bits.signed(x)
    for function in (bits.popcount, bits.lowest_bit, bits.trailing_zeros):
        assert function(x) == function(low)
    assert list(bits.bits(x)) == list(bits.bits(low))
    assert list(bits.cells(x)) == list(bits.cells(low))
    assert bits.shift_right(x, 3) == bits.shift_right(low, 3)
    assert bits.shift_left(x, 3) == bits.shift_left(low, 3)


@given(st.lists(st.integers(), min_size=1), st.data())
def test_replace(items: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(items) - 1))
    new = tuples.replace(tuple(items), index, 7)
    items[index] = 7
    assert new == tuple(items)


@pytest.mark.parametrize("index", [-1, 3])
def test_replace_refuses_a_place_that_is_none(index: int) -> None:
    with pytest.raises(IndexError):
        tuples.replace((1, 2, 3), index, 7)


# --- the same compiled ---------------------------------------------------------------------------


def board_functions(x: int) -> Any:
    return bits.signed(x), bits.popcount(x), bits.lowest_bit(x), bits.trailing_zeros(x)


def board_items(x: int) -> Any:
    return list(bits.bits(x)), list(bits.cells(x)), x.bit_count(), x.bit_length()


def shifted(x: int, distance: int) -> Any:
    return bits.shift_left(x, distance), bits.shift_right(x, distance)


def replaced(items: Any, index: int, value: int) -> Any:
    return tuples.replace(items, index, value)


@given(boards)
@example(0)
@example(-(1 << 63))
def test_compiled_boards(x: int) -> None:
    for function in (board_functions, board_items):
        agree(function, x)


@given(boards, distances)
def test_compiled_shifts(x: int, distance: int) -> None:
    agree(shifted, x, distance)


@given(st.tuples(boards, boards, boards), st.integers(-2, 4), boards)
def test_compiled_replace(items: tuple[int, ...], index: int, value: int) -> None:
    right = expected(replaced, items, index, value)
    if right is None:
        with pytest.raises(RuleFault, match="IndexError"):
            machine(replaced)(items, index, value)
    else:
        agree(replaced, items, index, value)
