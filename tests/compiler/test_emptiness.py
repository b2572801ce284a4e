"""Whether a function would give items: asked first where that is quick and changes nothing."""

from __future__ import annotations

import pytest

from zermelo.compiler.emptiness import tells_at_once


def at_once(board: list[int], cell: int, path: tuple[int, ...]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for to in near(cell):
        if board[to] == 0:
            board[to] = 1
            found += at_once(board, to, (*path, to)) or [(*path, to)]
            board[to] = 0
    return found


def near(cell: int) -> list[int]:
    return [cell - 1, cell + 1] if 0 < cell < 3 else [1]


def only_deeper(board: list[int], cell: int) -> list[int]:
    found: list[int] = []
    if cell < 3:
        found += only_deeper(board, cell + 1)
    elif board[cell]:
        found.append(cell)
    return found


def changes_first(board: list[int], cell: int) -> list[int]:
    found: list[int] = []
    board[cell] = 1
    if cell < 3:
        found.append(cell)
        found += changes_first(board, cell + 1)
    return found


def mark(board: list[int], cell: int) -> int:
    board[cell] = 1
    return cell


def has_changed(board: list[int], cell: int) -> list[int]:
    found: list[int] = []
    if mark(board, cell) < 3:
        found.append(cell)
        found += has_changed(board, cell + 1)
    return found


def grows_what_it_is_handed(board: list[int], cell: int) -> list[int]:
    found: list[int] = []
    board.append(cell)
    if len(board) < 9:
        found.append(cell)
        found += grows_what_it_is_handed(board, cell)
    return found


def no_recursion(board: list[int]) -> list[int]:
    return [cell for cell in board if cell]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (at_once, True),
        (only_deeper, False),
        (changes_first, False),
        (has_changed, False),
        (grows_what_it_is_handed, False),
        (no_recursion, False),
    ],
)
def test_who_is_asked_first(function: object, told: bool) -> None:
    assert tells_at_once(function, {}) == told
