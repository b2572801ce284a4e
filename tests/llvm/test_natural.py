"""Games as people write them, compiled: perft is Python's, and states survive their words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.compiler.natural import CASES, Case
from tests.llvm.kernels import perft_kernel, walk_kernel
from zermelo.game import Game
from zermelo.games import Connect4, Nim
from zermelo.llvm.errors import RuleFault
from zermelo.llvm.rules import CompiledGame, NarrowValue


def with_room(game: Game[Any, Any], work: Callable[[CompiledGame], Any]) -> Any:
    """Does a work with as much room in words as it needs."""
    compiled: CompiledGame | None = CompiledGame(game)
    while compiled is not None:
        try:
            return work(compiled)
        except (NarrowValue, RuleFault) as reason:
            wider = compiled.wider(reason)
            if wider is None:
                raise
            compiled = wider
    raise AssertionError


@pytest.mark.parametrize("case", CASES, ids=str)
def test_perft_of_natural_games(case: Case) -> None:
    def work(compiled: CompiledGame) -> tuple[int, ...]:
        kernel = compiled.kernel(perft_kernel)
        words = compiled.state.words(case.position)
        return tuple(kernel(words, depth) for depth in range(1, len(case.perft) + 1))

    assert with_room(case.game, work) == case.perft


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_states_survive_their_words(case: Case) -> None:
    def work(compiled: CompiledGame) -> int:
        if compiled.state.part is None:
            return 0
        for state in compiled.seen.states[:50]:
            part = compiled.state.part
            assert part.value(iter(part.words(state))) == state
            raw = compiled.state.words(state)
            assert compiled.state.value(iter(raw)) == state
        found: int = compiled.kernel(walk_kernel)(compiled.state.words(case.position), 4)
        return found

    assert with_room(case.game, work) == 0


def test_perft_of_the_catalogue() -> None:
    compiled = CompiledGame(Connect4())
    words = compiled.state.words(Connect4().initial())
    assert compiled.kernel(perft_kernel)(words, 7) == 823536
    nim = Nim()
    compiled = CompiledGame(nim)
    kernel, words = compiled.kernel(perft_kernel), compiled.state.words(nim.initial())

    def slow(state: Any, depth: int) -> int:
        if nim.is_terminal(state):
            return 0
        children = [nim.result(state, action) for action in nim.actions(state)]
        return len(children) if depth == 1 else sum(slow(child, depth - 1) for child in children)

    assert [kernel(words, depth) for depth in (1, 2, 3, 4)] == [
        slow(nim.initial(), depth) for depth in (1, 2, 3, 4)
    ]
