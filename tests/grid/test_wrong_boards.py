"""Boards that are wrong or change, and what an author named for other ends."""

from __future__ import annotations

from typing import Any

import pytest

import zermelo as z
from tests.games.drawing import painted, walk
from tests.grid.examples import Played, Row, cells_of
from zermelo.game import MAX, MIN, Game
from zermelo.grid.study import studied


class Ragged(Row):
    """A row has a cell too few."""

    def cells(self, state: Any) -> Any:
        return ["xo.", "xo", "..."]


class Growing(Row):
    """The board has a row more with every move."""

    def cells(self, state: Any) -> Any:
        return [*map(list, state.board), *([[0] * 3] * sum(map(bool, sum(state.board, ()))))]


class Elsewhere(Row):
    """Names a cell that is not there."""

    def route(self, state: Any, action: Any) -> tuple[str, ...]:
        return ("k9",)


class Nothing(Row):
    """Its `cells` are no board at all."""

    def cells(self, state: Any) -> Any:
        return None


class Failing(Row):
    """Its `cells` fail."""

    def cells(self, state: Any) -> Any:
        raise KeyError("board")


class Mine(Row):
    """Has an attribute and a method of such names for itself."""

    def __init__(self) -> None:
        self.cells = {1, 2, 3}

    def route(self) -> list[int]:  # type: ignore[override]
        return [1]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (Ragged, "cells gives a board, of one size: a row of 3 cells, and one of 2"),
        (Growing, "cells gives a board, of one size: 4 rows of 3, and 3 of 3 at the beginning"),
        (Elsewhere, "route gives names of cells, such as ('e2', 'e4'): ('k9',)"),
        (Nothing, "cells gives a board, of one size: not rows"),
        (Failing, "cells raises no error: KeyError: 'board'"),
    ],
)
def test_a_wrong_board_is_noted_in_a_line_and_never_blank(form: type[Row], said: str) -> None:
    game = form()
    found = [str(broken) for broken in z.check_game(game, games=2, states=20)]
    assert len(found) == 1
    assert "\n" not in found[0]
    assert said.partition(": ")[0] in found[0]
    assert said.partition(": ")[2] in found[0]
    for state, last in walk(game, 1):
        drawing = game.draw_svg(state, last)
        assert len(painted(drawing, "ink")) or cells_of(drawing)
        assert game.draw(state)
        for action in game.actions(state):
            assert game.format_action(state, action)


def test_names_of_the_authors_own_are_theirs() -> None:
    game = Mine()
    assert z.check_game(game, games=2, states=20) == []
    assert cells_of(game.draw_svg(game.initial()))
    assert moves_of_names(game) == {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}


def moves_of_names(game: Game[Any, Any]) -> set[str]:
    state = game.initial()
    return {game.format_action(state, action) for action in game.actions(state)}


class Shrinking(Game[Any, Any]):
    """Takes a cell from the end of a tuple, nine at first."""

    def initial(self) -> Any:
        return (1,) * 9

    def to_move(self, state: Any) -> int:
        return MAX if len(state) % 2 else MIN

    def actions(self, state: Any) -> list[int]:
        return [1] if state else []

    def result(self, state: Any, action: int) -> Any:
        return state[:-1]

    def is_terminal(self, state: Any) -> bool:
        return not state

    def utility(self, state: Any) -> int:
        return 1


def test_a_sequence_that_changes_its_length_is_no_board() -> None:
    game = Shrinking()
    assert studied(game) is None
    assert game.draw(game.initial()) == str((1,) * 9)
    assert cells_of(game.draw_svg(game.initial())) == []


def test_a_game_goes_when_nobody_has_it() -> None:
    import gc
    import weakref

    game = Row()
    game.draw_svg(game.initial())
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_a_state_unlike_those_that_were_seen_is_a_plain_card() -> None:
    game = Row()
    odd = Played((("x",),), (1, 2))
    assert game.format_state(odd) == str(odd)
    assert game.draw(odd) == str(odd)
    assert cells_of(game.draw_svg(odd)) == []
    assert game.route(odd, 3) == ()
