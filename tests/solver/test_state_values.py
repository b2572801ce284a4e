"""Exact values of whole games, against published ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import oracle
from zermelo.game import Game
from zermelo.games import MNK, Grundy, Nim, Pig
from zermelo.games.grundy import Piles
from zermelo.games.pig import Turn
from zermelo.search import expectiminimax
from zermelo.solver import Cyclic, TooLarge, graph, values


@pytest.mark.parametrize(("goal", "what"), [(10, "pig to 10"), (20, "pig to 20")])
def test_pig(goal: int, what: str) -> None:
    game = Pig(goal=goal)
    expected = oracle.solved(what, "first player's winning probability")
    assert values(game)[game.initial()] == pytest.approx(expected, abs=1e-11)


def test_a_deep_search_of_pig_closes_in_on_its_value() -> None:
    expected = oracle.solved("pig to 10", "first player's winning probability")
    errors = [
        abs(expectiminimax(Pig(goal=10), depth=d, table=True).value - expected) for d in (8, 16, 24)
    ]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-8


def test_tic_tac_toe_is_a_draw() -> None:
    game = MNK()
    assert values(game)[game.initial()] == oracle.solved("tictactoe", "value")


def test_misere_tic_tac_toe_is_a_draw() -> None:
    game = MNK(misere=True)
    assert oracle.solved("misere tictactoe", "winner") == "draw"
    assert values(game)[game.initial()] == 0


@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3)])
def test_small_mnk_games(board: tuple[int, int, int]) -> None:
    winners = oracle.solved("m,n,k games (columns, rows, in a row)", "winner")
    game = MNK(*board)
    value = values(game)[game.initial()]
    assert {1: "first", 0: "draw", -1: "second"}[(value > 0) - (value < 0)] == winners[
        ",".join(map(str, board))
    ]


def test_utilities_can_be_set() -> None:
    game = MNK(columns=3, rows=1, in_row=2, win=1, tie=0, loss=-1)
    assert set(values(game).values()) <= {-1, 0, 1}


def test_misere_nim_7_5_3() -> None:
    game = Nim()
    winner, moves = oracle.solved("nim misere 7,5,3", "winner, winning first moves (row,count)")
    known = values(game)
    start = game.initial()
    assert winner == "first"
    assert known[start] > 0
    winning = [[*a] for a in game.actions(start) if known[game.result(start, a)] > 0]
    assert winning == moves


@pytest.mark.parametrize("n", range(1, 25))
def test_grundy(n: int) -> None:
    game = Grundy(n)
    nim_values = oracle.solved("Grundy's game", "nim-values for n = 0..29")
    assert (values(game)[game.initial()] > 0) == (nim_values[n] != 0)


def test_waiting_for_ever_is_no_value_even_with_dice_elsewhere() -> None:
    class Waiting(Pig):
        """MAX may also pass the turn to MIN with nothing done, and MIN back."""

        def actions(self, state: Turn) -> Iterator[int]:
            yield from super().actions(state)
            if not state.rolling and not self.is_terminal(state):
                yield 7

        def result(self, state: Turn, action: int) -> Turn:
            if action == 7 and not state.rolling:
                return state._replace(player=-state.player, turn_total=0)
            return super().result(state, action)

    with pytest.raises(Cyclic):
        values(Waiting(goal=3, faces=8))


def test_a_game_without_end_is_too_large() -> None:
    class Endless(Grundy):
        def result(self, state: Piles, action: tuple[int, int]) -> Piles:
            return Piles((*state.counts, 1), -state.player)

        def is_terminal(self, state: Piles) -> bool:
            return False

        def actions(self, state: Piles) -> Iterator[tuple[int, int]]:
            yield (0, 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph, "MAX_STATES", 1000)
        with pytest.raises(TooLarge, match="more than 1,000 states"):
            values(Endless())


def test_a_game_that_goes_round_in_circles_is_refused() -> None:
    class Circle(Game[int, int]):
        def initial(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return 1

        def actions(self, state: int) -> list[int]:
            return [1]

        def result(self, state: int, action: int) -> int:
            return (state + 1) % 3

        def is_terminal(self, state: int) -> bool:
            return False

    with pytest.raises(Cyclic, match=r"circle can come back to 0 .* add repetition = .draw."):
        values(Circle())
