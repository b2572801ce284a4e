"""The cells that a move goes through."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.games.drawing import painted
from tests.grid.examples import Three
from zermelo import MAX, MIN, Game, check_game, grid
from zermelo.templates.grid_dice import NewGame


class Coins(Three):
    """Whoever takes a number lowers those beside it: what an action says counts, not what else."""

    def initial(self) -> Any:
        return ((3, 2, 4), (2, 3, 1), (4, 1, 2))

    def filled(self, state: Any) -> int:
        return sum(row.count(0) for row in state)

    def actions(self, state: Any) -> list[tuple[int, int]]:
        return [(r, c) for r in range(3) for c in range(3) if state[r][c]]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        def left(row: int, column: int) -> int:
            far = abs(row - action[0]) + abs(column - action[1])
            return 0 if far == 0 else max(state[row][column] - (far == 1), 0)

        return tuple(tuple(left(row, column) for column in range(3)) for row in range(3))


def test_actions_that_name_a_cell_are_believed() -> None:
    game = Coins()
    for action in game.actions(game.initial()):
        name = f"{'abc'[action[1]]}{action[0] + 1}"
        assert game.route(game.initial(), action) == (name,)


def test_dice_are_no_cells() -> None:
    game = NewGame()
    rolled = game.result(game.initial(), 1)
    assert [game.format_action(game.initial(), row) for row in range(3)] == ["1", "2", "3"]
    assert painted(game.draw_svg(rolled, 1), "mark-last") == []
    assert game.route(rolled, 3) == ("a2",)
    assert len(painted(game.draw_svg(game.result(rolled, 3), 3), "mark-last")) == 1
    assert game.parse_state(game.format_state(rolled)) == rolled


class Grown(NamedTuple):
    cells: tuple[int, ...]
    player: int


class Growing(Game[Grown, Any]):
    """A piece goes to a cell beside it and stays where it was, too; a pass where none can."""

    size = 3

    def initial(self) -> Grown:
        return Grown((MAX, 0, 0, 0, 0, 0, 0, 0, MIN), MAX)

    def to_move(self, state: Grown) -> int:
        return state.player

    def actions(self, state: Grown) -> list[Any]:
        if self.is_terminal(state):
            return []
        near = grid.steps(3, 3, ((0, 1), (1, 0), (0, -1), (-1, 0)))
        own = [cell for cell, piece in enumerate(state.cells) if piece == state.player]
        return [(a, b) for a in own for b in near[a] if not state.cells[b]] or ["pass"]

    def result(self, state: Grown, action: Any) -> Grown:
        cells = state.cells
        if action != "pass":
            cells = (*cells[: action[1]], state.player, *cells[action[1] + 1 :])
        return Grown(cells, -state.player)

    def is_terminal(self, state: Grown) -> bool:
        return all(state.cells)

    def utility(self, state: Grown) -> int:
        return sum(state.cells)


def test_a_piece_may_stay_where_it_came_from() -> None:
    game = Growing()
    state = game.initial()
    assert [game.format_action(state, action) for action in game.actions(state)] == [
        "a1-b1",
        "a1-a2",
    ]
    assert check_game(game, games=5) == []
