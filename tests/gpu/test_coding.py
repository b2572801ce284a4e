"""Keys in little memory are the same keys again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.gpu.coding import decode, encode, unique

SMALL, LARGE = st.integers(0, 600), st.integers(0, (1 << 63) - 1)


@given(st.lists(SMALL | LARGE | st.integers(0, 1 << 34), min_size=1))
def test_keys_are_sorted_coded_and_found_again(keys: list[int]) -> None:
    found = unique(np, np.array(keys, np.int64))
    assert found.tolist() == sorted(set(keys))
    coded = encode(np, found)
    assert decode(np, coded).tolist() == found.tolist()
    assert (coded.count, coded.first, coded.last) == (len(found), found[0], found[-1])


@pytest.mark.parametrize(
    ("step", "bytes_"), [(1, 999), (255, 999), (256, 999 * 5), (1 << 32, 999 * 13)]
)
def test_near_keys_take_a_byte_each(step: int, bytes_: int) -> None:
    assert encode(np, np.arange(0, 1000 * step, step)).bytes == bytes_
