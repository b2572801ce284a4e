"""Games as people write them: valid, worth what the slow, obvious solver says, and compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler import natural
from tests.compiler.kernels import perft_kernel, walk_kernel
from tests.compiler.natural import CASES, LARGE, Case
from tests.long import some
from zermelo.check import check_game
from zermelo.compiler.rules import CompiledGame, compile, with_room
from zermelo.engine import engine_for
from zermelo.engine.lanes import compare
from zermelo.games import Connect4, Nim


def test_every_file_has_a_case() -> None:
    files = {file.stem for file in Path(natural.__file__).parent.glob("[a-z]*.py")}
    assert {case.file for case in CASES} == files
    assert len(files) == 19


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_games_are_games(case: Case) -> None:
    assert check_game(case.game, games=2, states=100) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.value is not None], ids=str)
def test_values(case: Case) -> None:
    if natural.goes_round(case):
        assert natural.iterate(case.game) == pytest.approx(float(case.value or 0), abs=1e-12)
    else:
        assert natural.solve(case.game, case.position, {}) == case.value


@pytest.mark.parametrize("case", CASES + LARGE, ids=str)
def test_perft(case: Case) -> None:
    depths = range(1, len(case.perft) + 1)
    assert tuple(natural.perft(case.game, case.position, d) for d in depths) == case.perft


# --- compiled -------------------------------------------------------------------------------------

FIRST = {case.file: case for case in reversed(CASES)}  # of each game


@pytest.mark.parametrize("case", some(CASES, lambda case: case in FIRST.values()), ids=str)
def test_perft_compiled(case: Case) -> None:
    def work(compiled: CompiledGame) -> tuple[int, ...]:
        kernel = compiled.kernel(perft_kernel)
        words = compiled.state.words(case.position)
        return tuple(kernel(words, depth) for depth in range(1, len(case.perft) + 1))

    assert with_room(compile(case.game), work) == case.perft


@pytest.mark.parametrize("case", CASES[::6], ids=str)
def test_states_survive_their_words(case: Case) -> None:
    def work(compiled: CompiledGame) -> int:
        if compiled.state.part is None:
            return 0
        for state in compiled.seen.states[:50]:
            raw = compiled.state.words(state)
            assert compiled.state.value(iter(raw)) == state
        found: int = compiled.kernel(walk_kernel)(compiled.state.words(case.position), 4)
        return found

    assert with_room(compile(case.game), work) == 0


def assert_compiled(case: Case, games: int) -> None:
    """Both lanes are equal, and the engine finds the value."""
    assert compare(case.game, games=games) == []
    if case.value is not None and not natural.goes_round(case):
        engine = engine_for(case.game)
        assert engine.lane == "compiled"
        assert engine.solve(case.position).value == case.value


SHORT = ("dots", "kalah", "quarto", "whist")  # the others by `scripts/soak natural`


@pytest.mark.parametrize("case", [FIRST[file] for file in SHORT], ids=str)
def test_both_lanes_are_equal(case: Case) -> None:
    assert_compiled(case, games=3)


def test_perft_of_the_catalogue() -> None:
    compiled = compile(Connect4())
    words = compiled.state.words(Connect4().initial())
    assert compiled.kernel(perft_kernel)(words, 7) == 823536
    nim = Nim()
    kernel, words = compile(nim).kernel(perft_kernel), compile(nim).state.words(nim.initial())
    for depth in (1, 2, 3, 4):
        start = nim.initial()
        assert kernel(words, depth) == natural.perft(nim, start, depth)
