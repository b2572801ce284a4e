"""A game for several as one of its players fears it: all the others play against them, as one.

That makes two players of them: MAX is the one who fears, MIN everybody else, and a value is what
MAX gets. All that is known of two players holds, alpha-beta above all.
"""

from __future__ import annotations

from typing import Any

from zermelo.door import checked_mover, checked_utility
from zermelo.game import MAX, MIN, Action, Game, MultiplayerGame, State, Value, handing_on


@handing_on(
    *("name", "has_heuristic", "has_chance", "initial", "actions", "result", "is_terminal"),
    *("format_state", "parse_state", "format_action", "parse_action", "draw", "draw_svg"),
)
class Coalition(Game[State, Action]):
    """`game` for the player number `me`, from 0, and a coalition of all others."""

    compilable = False

    def __init__(self, game: MultiplayerGame[State, Action], me: int) -> None:
        self.game, self.me = game, me
        self.players = game.players
        self.title = getattr(game, "title", None)

    def to_move(self, state: State) -> int:
        return MAX if checked_mover(self.game, state) == self.me else MIN

    def utility(self, state: State) -> Value:
        return checked_utility(self.game, state)[self.me]  # type: ignore[no-any-return]

    def evaluate(self, state: State) -> Value:
        return self.game.evaluate(state)[self.me]


def coalition_against(game: Game[Any, Any], state: Any) -> Game[Any, Any]:
    """The game as the player fears it who moves at `state`; one for two players as it is."""
    if not isinstance(game, MultiplayerGame):
        return game
    return Coalition(game, 0 if game.is_terminal(state) else game.to_move(state))


def original(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game for several behind a coalition; any other game itself."""
    return game.game if isinstance(game, Coalition) else game
