"""What a value means to people: who wins, and in how many plies, where that is certain."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from zermelo import door
from zermelo.game import MAX, MIN, Game, Value, decided_by_chance
from zermelo.games import MNK, Connect4
from zermelo.names import is_for_two
from zermelo.search.finding import Finding, MoveValue

WINNERS: Final = {MAX: "MAX", MIN: "MIN", 0: "nobody"}


class Verdict(NamedTuple):
    """Who wins with best play, None where that is not certain; and the plies to the end."""

    winner: str | None = None
    distance: int | None = None

    @property
    def side(self) -> int:
        """The winner as a player; 0 where it is nobody, or nobody knows."""
        return {"MAX": MAX, "MIN": MIN}.get(self.winner or "", 0)

    def rank(self, mover: int, value: Any) -> tuple[Any, int]:
        """By which moves are compared: the value, then a win that is near or a loss that is far.

        Of several players each looks at what they themselves get.
        """
        if isinstance(value, tuple):
            return value[mover], 0
        plies = self.distance or 0
        return mover * value, -plies if self.side == mover else plies


def mover_of(game: Game[Any, Any], state: Any) -> int | None:
    """Who decides at a state; None: chance does."""
    return None if decided_by_chance(game, state) else game.to_move(state)


def winner(finding: Finding[Any, Any]) -> str | None:
    """Who wins with best play; None: not certain."""
    move = MoveValue(finding.action, finding.value, finding.proven, finding.distance)
    assert finding.about is not None
    return verdict(*finding.about, move, finding.line).winner


def verdict(
    game: Game[Any, Any], state: Any, move: MoveValue[Any], line: tuple[Any, ...] = ()
) -> Verdict:
    """What the value of a move at a state says; `line` begins with the move."""
    if not move.proven or game.has_chance or not is_for_two(game):
        return Verdict()
    side = _winner_of(game, state, move.value, line)
    if side is None:
        return Verdict()
    distance = move.distance if side else None
    if side and distance is None and isinstance(game, Connect4) and game.sooner:
        distance = _plies_to_line(game, state, side, move.value)
    return Verdict(WINNERS[side], distance)


def _winner_of(game: Game[Any, Any], state: Any, value: Value, line: tuple[Any, ...]) -> int | None:
    """Whose win a value is. Where a game has a word of its own on that, the end must tell."""
    if isinstance(game, MNK) and len({game.win, game.tie, game.loss}) == 3:
        return {game.win: MAX, game.tie: 0, game.loss: MIN}.get(int(value))
    if type(game).outcome is Game.outcome:
        return int(value > 0) - int(value < 0)
    for action in line:
        state = game.result(state, action)
    if not line or not game.is_terminal(state) or game.utility(state) != value:
        return None
    return door.winner(game, state)


def _plies_to_line(game: Connect4, state: Any, side: int, value: Value) -> int | None:
    """Connect four counts no plies, for the value tells with which disc the line is made.

    The last that has it: no line is made before the seventh disc, and those are worth the same.
    """
    last = game.area if game.area % 2 == (side == MAX) else game.area - 1
    ends = range(last, state.moves, -2)
    return next((end - state.moves for end in ends if side * game.worth(end) == value), None)
