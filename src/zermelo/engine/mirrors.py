"""Mirror images of boards: whether a game has one that its author has not told of.

Nothing is guessed. A board is any tuple of numbers in a state; it is read in rows of every width
that fits, and a mirror image counts only if at every position looked at its moves lead to the
mirror images of the positions that the moves there lead to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.game import Game

LOOKED_AT: Final = 20  # positions that differ from their mirror images
SMALLEST: Final = 4  # cells


class Mirror(NamedTuple):
    """A board of the state, how wide its rows are, and where each cell comes from."""

    field: str
    width: int
    cells: tuple[int, ...]

    def image(self, state: Any) -> Any:
        """The mirror image of a state: of the board, and of others of its size."""
        same = {
            name: tuple(board[cell] for cell in self.cells)
            for name, board in _boards(state)
            if len(board) == len(self.cells)
        }
        if hasattr(state, "_replace"):
            return state._replace(**same)
        return dataclasses.replace(state, **same)


def mirror_of(game: Game[Any, Any], states: list[Any]) -> Mirror | None:
    """A mirror image that every position looked at has; None where there is none to be seen."""
    for mirror in _candidates(game.initial()):
        try:
            apart = [state for state in states if mirror.image(state) != state][:LOOKED_AT]
            if (
                len(apart) == LOOKED_AT
                and _halves(game, mirror)
                and all(_keeps(game, mirror, state) for state in apart)
            ):
                return mirror
        except Exception:  # the rules do not know such a state
            continue
    return None


def _candidates(state: Any) -> Iterator[Mirror]:
    for name, board in _boards(state):
        size = len(board)
        for width in range(2, size + 1):
            if size >= SMALLEST and size % width == 0:
                rows = [tuple(range(at, at + width)) for at in range(0, size, width)]
                yield Mirror(name, width, tuple(cell for row in rows for cell in row[::-1]))


def _boards(state: Any) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The tuples of numbers in a state, by name."""
    names = getattr(state, "_fields", None)
    if names is None and dataclasses.is_dataclass(state):
        names = [field.name for field in dataclasses.fields(state)]
    for name in names or ():
        part = getattr(state, name)
        if isinstance(part, tuple) and all(isinstance(item, int) for item in part):
            yield name, part


def _halves(game: Game[Any, Any], mirror: Mirror) -> bool:
    """Whether the game begins with moves of which one is the mirror image of another."""
    children = _children(game, game.initial())
    return any(image != child and image in children for child, image in _images(children, mirror))


def _keeps(game: Game[Any, Any], mirror: Mirror, state: Any) -> bool:
    """Whether the mirror image of a state is the same in the game."""
    image = mirror.image(state)
    if game.is_terminal(image) or game.to_move(image) != game.to_move(state):
        return False
    children, others = _children(game, state), _children(game, image)
    return {other for _child, other in _images(children, mirror)} == others and all(
        game.is_terminal(child) == game.is_terminal(other)
        and (not game.is_terminal(child) or game.utility(child) == game.utility(other))
        for child, other in _images(children, mirror)
    )


def _images(states: set[Any], mirror: Mirror) -> list[tuple[Any, Any]]:
    return [(state, mirror.image(state)) for state in states]


def _children(game: Game[Any, Any], state: Any) -> set[Any]:
    return {game.result(state, action) for action in game.actions(state)}
