"""Helpers for rules, beside slow and obvious twins: lines, steps, rays, slides, symmetries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo import grid

SIDES = st.integers(1, 6)


@given(SIDES, SIDES, st.integers(2, 5))
def test_lines(rows: int, columns: int, length: int) -> None:
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    slow = set()
    for r, c in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(r + i * down, c + i * right) for i in range(length)]
            if set(line) <= set(cells):
                slow.add(tuple(y * columns + x for y, x in line))
    found = grid.lines(rows, columns, length)
    assert len(found) == len(slow)
    assert set(found) == slow


@given(SIDES, SIDES)
def test_steps_and_rays(rows: int, columns: int) -> None:
    for cell, (near, ways) in enumerate(
        zip(grid.steps(rows, columns), grid.rays(rows, columns), strict=True)
    ):
        r, c = divmod(cell, columns)
        apart = [
            (abs(r - other // columns), abs(c - other % columns)) for other in range(rows * columns)
        ]
        assert set(near) == {o for o, (down, right) in enumerate(apart) if max(down, right) == 1}
        queen = {o for o, (d, e) in enumerate(apart) if (d == 0 or e == 0 or d == e) and d + e}
        assert {each for way in ways for each in way} == queen


@given(st.lists(st.sampled_from(".x"), min_size=12, max_size=12))
def test_slides_and_drops(cells: list[str]) -> None:
    board = tuple(cells)
    rays = grid.rays(3, 4, grid.STRAIGHT)
    for cell in range(12):
        found = list(grid.slides(board, ".", rays[cell]))
        for way in rays[cell]:
            reach = [each for each in way if each in found]
            blocked = [each for each in reach if board[each] != "."]
            assert reach == list(way[: len(reach)])
            assert blocked == reach[-1:] if blocked else len(reach) == len(way)
    lowest = [max((r for r in range(3) if board[4 * r + c] == "."), default=-1) for c in range(4)]
    assert list(grid.drops(board, ".", 4)) == [4 * r + c for c, r in enumerate(lowest) if r >= 0]


@pytest.mark.parametrize(("rows", "columns", "count"), [(3, 3, 7), (2, 3, 3), (1, 1, 7)])
def test_symmetries_are_a_group(rows: int, columns: int, count: int) -> None:
    images = grid.symmetries(rows, columns)
    assert len(images) == count
    group = {tuple(range(rows * columns)), *images}
    for one in group:
        for other in group:
            assert tuple(one[cell] for cell in other) in group
    near = {(a, b) for a, others in enumerate(grid.steps(rows, columns)) for b in others}
    for image in images:
        assert {(image[a], image[b]) for a, b in near} == near


@given(st.lists(st.integers(-1, 1), min_size=9, max_size=9))
def test_the_least_image_is_that_of_every_image(cells: list[int]) -> None:
    board, images = tuple(cells), grid.symmetries(3, 3)
    assert {grid.least(tuple(board[c] for c in image), images) for image in images} == {
        grid.least(board, images)
    }
