"""Games as people write them: valid, and worth what the slow, obvious solver says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler import natural
from tests.compiler.natural import CASES, LARGE, Case
from tests.long import some
from zermelo.check import check_game
from zermelo.compiler import compare, compile
from zermelo.engine import engine_for
from zermelo.engine.plain import perft


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

# All but one: quarto turns a list of records or None into columns.
REFUSED = ("quarto",)
COMPILED = tuple({case.file for case in CASES} - set(REFUSED))


def assert_compiled(case: Case, games: int) -> None:
    """Both lanes are equal, perft is, and the engine finds the value."""
    game = case.game
    assert compare(game, games=games) == []
    machine = compile(game)
    for depth, count in enumerate(case.perft, 1):
        assert perft(machine, depth, case.position) == count
    if case.value is not None and not natural.goes_round(case):
        engine = engine_for(game)
        assert engine.lane == "compiled"
        assert engine.solve(case.position).value == case.value


# The others by `scripts/soak natural`.
SMALL = [case for case in CASES if case.file in ("kalah", "dots", "hexapawn", "fleet")][::2]
SMALL = [*(case for case in CASES if case.file == "whist"), *SMALL]
SMALL += [case for case in CASES if case.file in ("reversi", "textcheckers", "gomoku")]


@pytest.mark.parametrize("case", some(SMALL, lambda case: case.file == "dots"), ids=str)
def test_games_as_people_write_them_are_compiled(case: Case) -> None:
    assert_compiled(case, games=10)
