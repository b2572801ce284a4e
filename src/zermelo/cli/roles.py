"""Who is who in a match: which players are people, who begins, and what all are called."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from zermelo.door import begun_by_other
from zermelo.game import (
    MAX,
    MIN,
    Game,
    MultiplayerGame,
    Value,
    ZermeloError,
    provides,
)
from zermelo.language import _
from zermelo.names import check_name, is_for_two, player_codes, player_name
from zermelo.search.finding import Finding

OTHER: Final = {"MAX": "MIN", "MIN": "MAX", "max": "min", "min": "max"}
OTHER_BOUND: Final = {"lower": "upper", "upper": "lower", "exact": "exact"}


class Roles:
    """The players of a match, by the numbers that the game gives them.

    Where MIN is to begin a game that MAX begins, `initial` has MIN to move, if the game has such a
    state. Else MAX and MIN are `swapped` in all that is shown, and values are seen from the other
    side, of which the rules and the search know nothing.
    """

    def __init__(self, game: Game[Any, Any], side: str | None, first: str | None = None) -> None:
        self.game, self.swapped, self.initial = game, False, game.initial()
        if isinstance(game, MultiplayerGame):
            self.players = {name: number for number, name in enumerate(game.players)}
        else:
            numbers = {"MAX": MAX, "MIN": MIN}
            self.players = {code.lower(): numbers[code] for code in player_codes(game)}
        everybody = "both" if is_for_two(game) else "all"
        sides = [*self.players, everybody, "none"]
        side = sides[0] if side is None else side
        side = next((each for each in sides if each.lower() == side.lower()), side)
        check_name(side, sides, _("no side '{name}'"))
        people = [self.players[side]] if side in self.players else []
        if side == everybody:
            people = list(self.players.values())
        if first is not None:
            begins = self.players[self._side_of(first.lower(), side)]
            if not game.is_terminal(self.initial) and game.to_move(self.initial) == -begins:
                other = begun_by_other(game)
                self.swapped = other is None
                self.initial = self.initial if other is None else other
        self.people = tuple(-player if self.swapped else player for player in people)

    def name(self, player: int) -> str:
        """What a player is called."""
        return player_name(self.game, -player if self.swapped else player)

    def text(self, text: str) -> str:
        """What the game says of its players."""
        if not self.swapped:
            return text
        return re.sub(r"\b(?:MAX|MIN|max|min)\b", lambda found: OTHER[found[0]], text)

    def value(self, value: Any, proven: bool = True) -> Any:
        """A value for who is called MAX; what is unknown stays so."""
        if not self.swapped or not (proven or value or self.game.has_heuristic):
            return value
        chances = provides(self.game, "bounds") and self.game.bounds(self.game.initial()) == (0, 1)
        other: Value = (1 if chances else 0) - value
        return other

    def finding(self, found: Finding[Any, Any]) -> Finding[Any, Any]:
        """What a search found, for who is called MAX."""
        if not self.swapped:
            return found
        moves = tuple(
            move._replace(value=self.value(move.value, move.proven)) for move in found.moves
        )
        value, bound = self.value(found.value, found.proven), OTHER_BOUND[found.bound]
        return replace(found, value=value, moves=moves, bound=bound)

    def introduction(self, state: Any) -> str | None:
        """Who is who, where one person plays, and who is to move first."""
        if len(self.people) != 1 or len(self.players) == 1 or self.game.is_terminal(state):
            return None
        others = ", ".join(
            self.name(player) for player in self.players.values() if player not in self.people
        )
        words = _("you play {you}, the engine {others}; {first} begins")
        return words.format(
            you=self.name(self.people[0]), others=others, first=self.name(self.game.to_move(state))
        )

    def _side_of(self, first: str, side: str) -> str:
        """The side of two that begins: by its name, or as that of the person or the engine."""
        if isinstance(self.game, MultiplayerGame):
            words = _("who begins among several players is in the rules: say who you are, --side")
            raise ZermeloError(words)
        if len(self.players) == 1:
            words = _("{game} is for one player: leave out --first")
            raise ZermeloError(words.format(game=self.game.name))
        check_name(first, ("me", "engine", "max", "min"), _("no player '{name}' to begin"))
        if first in OTHER:
            return first
        if side not in OTHER:
            words = _(
                "--first {first} needs one person, --side max or min; else give --first max|min"
            )
            raise ZermeloError(words.format(first=first))
        return side if first == "me" else OTHER[side]
