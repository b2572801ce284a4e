"""Kernels that the tests search with."""

from __future__ import annotations

from typing import Any


def perft(game: Any, state: Any, depth: int) -> int:
    """The number of sequences of `depth` actions, 1 or more."""
    if game.is_terminal(state):
        return 0
    total = 0
    if depth == 1:
        for _action in game.actions(state):
            total += 1
        return total
    for action in game.actions(state):
        total += perft(game, game.result(state, action), depth - 1)
    return total


def perft_kernel(game: Any, state: Words, depth: int) -> int:
    """Perft, to be called from Python."""
    return perft(game, state, depth)


def repacked(game: Any, state: Any) -> bool:
    """Whether a state is what its words say."""
    found: bool = game.unpack_state(game.pack_state(state)) == state
    return found


def walk_kernel(game: Any, state: Words, depth: int) -> int:
    """The number of states down to a depth whose words are not the state itself."""
    wrong = 0 if repacked(game, state) else 1
    if depth > 0 and not game.is_terminal(state):
        for action in game.actions(state):
            wrong += walk_kernel(game, game.result(state, action), depth - 1)
    return wrong


Words = Any
for _each in (perft, perft_kernel, repacked, walk_kernel):
    setattr(_each, "is_kernel", True)  # noqa: B010
