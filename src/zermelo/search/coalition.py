"""A game for several as one of its players fears it: all the others play against them, as one.

That makes two players of them: MAX is the one who fears, MIN everybody else, and a value is what
MAX gets. All that is known of two players holds, alpha-beta above all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.game import MAX, MIN, Action, Game, MultiplayerGame, State, Value


class Coalition(Game[State, Action]):
    """`game` for the player number `me`, from 0, and a coalition of all others."""

    compilable = False

    def __init__(self, game: MultiplayerGame[State, Action], me: int) -> None:
        self.game, self.me = game, me
        self.players = game.players
        self.title = getattr(game, "title", None)

    @property
    def name(self) -> str:
        return self.game.name

    @property
    def has_heuristic(self) -> bool:
        return self.game.has_heuristic

    @property
    def has_chance(self) -> bool:
        return False

    def initial(self) -> State:
        return self.game.initial()

    def to_move(self, state: State) -> int:
        return MAX if self.game.to_move(state) == self.me else MIN

    def actions(self, state: State) -> Iterable[Action]:
        return self.game.actions(state)

    def result(self, state: State, action: Action) -> State:
        return self.game.result(state, action)

    def is_terminal(self, state: State) -> bool:
        return self.game.is_terminal(state)

    def utility(self, state: State) -> Value:
        return self.game.utility(state)[self.me]

    def evaluate(self, state: State) -> Value:
        return self.game.evaluate(state)[self.me]

    def format_state(self, state: State) -> str:
        return self.game.format_state(state)

    def parse_state(self, text: str) -> State:
        return self.game.parse_state(text)

    def format_action(self, state: State, action: Action) -> str:
        return self.game.format_action(state, action)

    def parse_action(self, state: State, text: str) -> Action:
        return self.game.parse_action(state, text)

    def draw(self, state: State) -> str:
        return self.game.draw(state)

    def draw_svg(self, state: State, last: Action | None = None) -> str:
        return self.game.draw_svg(state, last)


def coalition_against(game: Game[Any, Any], state: Any) -> Game[Any, Any]:
    """The game as the player fears it who moves at `state`; one for two players as it is."""
    if not isinstance(game, MultiplayerGame):
        return game
    return Coalition(game, 0 if game.is_terminal(state) else game.to_move(state))


def original(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game for several behind a coalition; any other game itself."""
    return game.game if isinstance(game, Coalition) else game
