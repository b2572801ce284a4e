"""Matches of two players."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zermelo.compiler.rules import CompiledGame
from zermelo.game import MAX, MIN, Game, ZermeloError
from zermelo.games import MNK, Connect4, Pig
from zermelo.match import (
    IllegalMove,
    algorithm_player,
    engine_player,
    ordered_player,
    play_match,
    random_player,
)
from zermelo.match.players import Named
from zermelo.search import alphabeta


def test_perfect_play_never_loses() -> None:
    game = MNK()
    for seed in range(10):
        match = play_match(game, algorithm_player(alphabeta), random_player(seed))
        assert match.winner != MIN
        assert match.value == game.utility(match.states[-1])
        assert match.ending == "end"
        assert len(match.states) == len(match.moves) + 1


def test_the_engine_beats_a_random_player() -> None:
    match = play_match(Connect4(), random_player(1), engine_player(depth=6))
    assert match.winner == MIN


def test_no_move_of_a_named_engine_waits_for_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    kernel = CompiledGame.kernel

    def noted(*given: Any) -> Any:
        compiled.append(given[1])
        return kernel(*given)

    monkeypatch.setattr(CompiledGame, "kernel", noted)
    game = Connect4(4, 4)
    player = Named.read("engine:time=0.05").player(game, 0.05)
    assert compiled
    compiled.clear()
    play_match(game, player, player)
    assert compiled == []


def test_dice_are_thrown_by_the_seed() -> None:
    game = Pig(goal=20)
    first, second = (play_match(game, random_player(1), random_player(2), seed=5) for _ in range(2))
    assert first.moves == second.moves


def test_each_move_is_heard() -> None:
    moves: list[int] = []
    match = play_match(
        MNK(), ordered_player(), ordered_player(), listen=lambda state, move: moves.append(move)
    )
    assert tuple(moves) == match.moves


def test_an_illegal_move_names_the_player() -> None:
    with pytest.raises(IllegalMove, match="MIN chose 'x', which is no legal move at"):
        play_match(MNK(), random_player(0), lambda game, state: "x")


class Step(NamedTuple):
    """Where the piece stands, and who is to move."""

    place: int
    player: int


class Round(Game[Step, int]):
    """A piece walks round a ring, for ever."""

    def initial(self) -> Step:
        return Step(0, MAX)

    def to_move(self, state: Step) -> int:
        return state.player

    def actions(self, state: Step) -> list[int]:
        return [1]

    def result(self, state: Step, action: int) -> Step:
        return Step((state.place + 1) % 4, -state.player)

    def is_terminal(self, state: Step) -> bool:
        return False

    def utility(self, state: Step) -> int:
        return 0

    def bounds(self, state: Step) -> tuple[int, int]:
        return -1, 1


@pytest.mark.parametrize(
    ("repetition", "ending", "winner", "plies"),
    [
        ("draw", "repetition", 0, 4),
        ("loss", "repetition", MAX, 4),  # MIN makes the fourth move
        ("endless", "length", 0, 50),
        (None, "length", 0, 50),
    ],
)
def test_positions_that_come_back(
    repetition: str | None, ending: str, winner: int, plies: int
) -> None:
    game = Round()
    game.repetition = repetition  # type: ignore[assignment]
    match = play_match(game, ordered_player(), ordered_player(), most_plies=50)
    assert (match.ending, match.winner, len(match.moves)) == (ending, winner, plies)


@pytest.mark.parametrize(("places", "plies"), [((), 4), ((3,), 3), ((2, 3), 2), ((0, 1, 2, 3), 0)])
def test_positions_before_a_match_come_back_too(places: tuple[int, ...], plies: int) -> None:
    game = Round()
    game.repetition = "draw"
    before = [Step(place, MAX if place % 2 == 0 else MIN) for place in places]
    match = play_match(game, ordered_player(), ordered_player(), history=before)
    assert (match.ending, match.winner, len(match.moves)) == ("repetition", 0, plies)
    with pytest.raises(ZermeloError, match="no move leads from"):
        play_match(game, ordered_player(), ordered_player(), history=[Step(1, MIN)])
