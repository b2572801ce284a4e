"""`zermelo.bits` and `zermelo.tuples` mean the same interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zermelo import bits, tuples
from zermelo.compiler.untyped import njit

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


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    compiled: Callable[..., Any] = njit(function)
    return compiled


one_board = {
    "signed": compiled(lambda x: bits.signed(x)),
    "popcount": compiled(lambda x: bits.popcount(x)),
    "lowest_bit": compiled(lambda x: bits.lowest_bit(x)),
    "trailing_zeros": compiled(lambda x: bits.trailing_zeros(x)),
}
shifts = {
    "shift_left": compiled(lambda x, distance: bits.shift_left(x, distance)),
    "shift_right": compiled(lambda x, distance: bits.shift_right(x, distance)),
}


@given(boards)
@example(0)
@example(-(1 << 63))
def test_compiled_boards(x: int) -> None:
    for name, function in one_board.items():
        assert function(x) == getattr(bits, name)(x), name


@given(boards, distances)
def test_compiled_shifts(x: int, distance: int) -> None:
    for name, function in shifts.items():
        assert function(x, distance) == getattr(bits, name)(x, distance), name


compiled_count = compiled(lambda x: x.bit_count())
compiled_length = compiled(lambda x: x.bit_length())


@given(boards.filter(lambda x: x > -(1 << 63)))
def test_methods_of_numbers(x: int) -> None:
    assert compiled_count(x) == x.bit_count()
    assert compiled_length(x) == x.bit_length()


compiled_replace = compiled(lambda items, index, value: tuples.replace(items, index, value))


@given(st.tuples(boards, boards, boards), st.integers(-2, 4), boards)
def test_compiled_replace(items: tuple[int, ...], index: int, value: int) -> None:
    try:
        expected = tuples.replace(items, index, value)
    except IndexError:
        with pytest.raises(IndexError):
            compiled_replace(items, index, value)
    else:
        assert compiled_replace(items, index, value) == expected
