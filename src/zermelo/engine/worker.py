"""The memory of one searching thread: its block, its moves, its path and what it has learnt."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD
from zermelo.engine.block import (
    BUSY,
    CURRENT,
    HIGHEST_GUESS,
    HISTORY,
    KILLERS,
    LOWEST_GUESS,
    MOVES_END,
    Block,
)
from zermelo.engine.kernels.moves import ACTION_HASHES, MAX_PLY
from zermelo.engine.kernels.repetition import NO_TIER, PATH_PLIES, STEP
from zermelo.engine.memory import zeros

FIRST_MOVES: Final = 1 << 20  # words of the stack of moves at first
MOST_MOVES: Final = 1 << 28


class Worker(Block):
    """What a kernel that runs on one thread is handed."""

    def __init__(self, largest_move: int, busy: Any = None, path: bool = False) -> None:
        super().__init__()
        self.largest_move = largest_move  # words on the stack of moves, the state's own included
        self.history = zeros(2 * ACTION_HASHES)
        self.killers = zeros(2 * (MAX_PLY + 1))
        self[HISTORY], self[KILLERS] = self.history.ctypes.data, self.killers.ctypes.data
        if busy is not None:
            self[BUSY] = busy.ctypes.data
        self.path_end = 0  # address: of the first row after the positions above the root
        if path:
            self.follow([(0, 0, NO_TIER, 0)])
        self._take_moves(FIRST_MOVES)
        self.forget_guesses()

    def follow(self, rows: list[tuple[int, int, int, int]]) -> None:
        """Begins the path with the positions above the root (see `Ancestors`)."""
        self.path = zeros((len(rows) + PATH_PLIES) * STEP // WORD).reshape(-1, STEP // WORD)
        self.path[: len(rows)] = rows
        self.path_end = int(self.path[len(rows) :].ctypes.data)

    def _take_moves(self, words: int) -> None:
        self.moves = zeros(words)
        self.bottom = int(self.moves.ctypes.data)
        # A move may begin here at the latest; one look beyond a stack that is full does no harm.
        self[MOVES_END] = self.bottom + WORD * (words - 3 * self.largest_move)

    def grow(self) -> bool:
        """Makes the stack of moves larger; False if it is as large as it may be."""
        words = 4 * len(self.moves)
        if words > MOST_MOVES:
            return False
        self._take_moves(words)
        return True

    def enter(self, words: tuple[int, ...]) -> int:
        """Makes a state the current one; the address from where moves may lie on the stack."""
        self.moves[: len(words)] = words
        self[CURRENT] = self.bottom
        return self.bottom + WORD * len(words)

    def current(self, words: int) -> list[int]:
        """The words of the state that the kernel entered last."""
        first = (self[CURRENT] - self.bottom) // WORD
        return [int(word) for word in self.moves[first : first + words]]

    def forget(self) -> None:
        """What it has learnt about actions belongs to one analysis."""
        self.history[:] = 0
        self.killers[:] = 0

    def forget_guesses(self) -> None:
        """No estimate has been seen: the table is empty."""
        self[HIGHEST_GUESS], self[LOWEST_GUESS] = -(1 << 62), 1 << 62
