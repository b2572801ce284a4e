"""Symmetric successors are searched once, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.game import MAX, Game, Value
from zermelo.games import MNK, Connect4, Morris, Nim
from zermelo.search import ALGORITHMS, INFINITY, Tee, Unsuitable, minimax
from zermelo.search.record import Recorder, replay

GAMES: list[Game[Any, Any]] = [Nim((3, 2, 2)), MNK(columns=3, rows=2, in_row=3), Connect4(3, 3)]


def twin(game: Game[Any, Any], state: Any, depth: float = INFINITY) -> tuple[Value, int]:
    """The value and how many nodes there are when each kind of successor is tried once."""
    if game.is_terminal(state):
        return game.utility(state), 1
    if depth == 0:
        return game.evaluate(state), 1
    children = [game.result(state, action) for action in game.actions(state)]
    once = {game.canonical(child): child for child in reversed(children)}
    found = [twin(game, child, depth - 1) for child in once.values()]
    best = max if game.to_move(state) == MAX else min
    return best(value for value, _ in found), 1 + sum(nodes for _, nodes in found)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_algorithm_finds_the_same_value(game: Game[Any, Any]) -> None:
    value, nodes = twin(game, game.initial())
    found = minimax(game, symmetry=True)
    assert (found.value, found.nodes, found.proven) == (value, nodes, True)
    assert nodes < minimax(game).nodes
    for name, algorithm in ALGORITHMS.items():
        if name != "quiescence" and algorithm.exact:
            for order in ("left", "right", "dynamic"):
                result = algorithm(game, symmetry=True, order=order)
                assert (result.value, result.proven) == (value, True), (name, order)


def test_the_tree_of_the_lecture() -> None:
    """Three first moves, and twelve replies: five, five and two."""
    result = minimax(MNK(), symmetry=True, depth=2, all_moves=True)
    texts = [MNK().format_action(MNK().initial(), move.action) for move in result.moves]
    assert texts == ["a1", "b1", "b2"]
    assert [move.value for move in result.moves] == [-1, -2, 1]
    assert (result.nodes, result.leaves) == (16, 12)
    assert twin(MNK(), MNK().initial(), 2) == (1, 16)


def test_what_is_merged_is_told_and_told_again() -> None:
    game = MNK()
    recorder = Recorder(game)
    ALGORITHMS["alphabeta"](game, symmetry=True, depth=1, observer=Tee(recorder))
    (merged,) = (event for event in recorder.events if event["event"] == "merge")
    assert merged["pairs"] == [
        ["c1", "a1"],
        ["a2", "b1"],
        ["c2", "b1"],
        ["a3", "a1"],
        ["b3", "b1"],
        ["c3", "a1"],
    ]

    class Told(Recorder):
        def _name(self, action: Any) -> str:
            return str(action)

    texts = GameOfTexts()
    again = Told(texts)
    replay([event for event in recorder.events if event["event"] in ("enter", "merge")][:2], again)
    assert again.events[1]["pairs"] == merged["pairs"]


class GameOfTexts(MNK):
    """A game whose states are their texts already."""

    def is_terminal(self, state: Any) -> bool:
        return False

    def to_move(self, state: Any) -> int:
        return MAX

    def format_state(self, state: Any) -> str:
        return str(state)


def test_where_positions_come_back_only_a_table_can() -> None:
    with pytest.raises(Unsuitable, match="positions of morris come back"):
        minimax(Morris(), symmetry=True, depth=1)
    result = ALGORITHMS["table"](Morris(), symmetry=True, depth=1)
    assert result.value == ALGORITHMS["table"](Morris(), depth=1).value
