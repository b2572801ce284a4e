"""The games of this server: those of the catalogue, and the user's from the command line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias
from weakref import WeakSet

from zermelo.game import CHANCE, Game, ZermeloError
from zermelo.games import GAMES
from zermelo.games.catalogue import GameFactory
from zermelo.language import _
from zermelo.names import instead
from zermelo.web.settings import Setup

Parameter: TypeAlias = bool | int | float | str | list[int]

LONGEST: Final = 100  # letters of a parameter
QUICK: Final = 100  # moves to choose from on a board that is drawn in a moment


class UnknownName(ZermeloError):
    """There is no such thing here."""


class GameRegistry:
    """The games by name; each is built once for the parameters that are in use."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.factories: dict[str, GameFactory] = dict(GAMES)
        for name, load in setup.games.items():
            if name in self.factories:
                raise ZermeloError(
                    _("there is a game '{name}' already: give the class another name").format(
                        name=name
                    )
                )
            self.factories[name] = GameFactory(load())
        self._parameters = {name: factory.parameters() for name, factory in self.factories.items()}
        self._quick: WeakSet[Game[Any, Any]] = WeakSet()
        self._cache = lru_cache(maxsize=64)(self._build)

    def factory(self, name: str) -> GameFactory:
        """The factory of that name."""
        if name not in self.factories:
            raise UnknownName(
                _("no game '{name}'").format(name=name[:LONGEST]) + instead(name, self.factories)
            )
        return self.factories[name]

    def game(self, name: str, parameters: Mapping[str, str]) -> Game[Any, Any]:
        """The game with these parameters, as texts."""
        return self._cache(name, tuple(sorted(parameters.items())))

    def _build(self, name: str, parameters: tuple[tuple[str, str], ...]) -> Game[Any, Any]:
        game = self.factory(name).build(dict(parameters))
        most, start = self.setup.limits.choices, game.initial()
        moves = 0
        if not game.is_terminal(start):
            moves = sum(1 for _move in islice(choices(game, start), most + 1))
        if moves > most:
            raise ZermeloError(
                _("too large for the web app: at most {most} moves to choose from").format(
                    most=most
                )
            )
        if name in GAMES and moves <= QUICK:
            self._quick.add(game)
        return game

    def is_quick(self, game: Game[Any, Any]) -> bool:
        """Whether the rules and the drawing of a game take but a moment, as far as is known."""
        return game in self._quick

    def values(self, name: str, game: Game[Any, Any]) -> dict[str, Parameter]:
        """The parameters that a game was built with, as JSON holds them."""
        return {
            key: as_json(getattr(game, key, default))
            for key, default in self._parameters[name].items()
        }


def choices(game: Game[Any, Any], state: Any) -> Any:
    """What may happen at a state that is not terminal, be it a player's or chance's."""
    if game.to_move(state) == CHANCE:
        return (action for action, _weight in game.outcomes(state))
    return game.actions(state)


def as_text(name: str, value: Parameter) -> str:
    """A parameter as the catalogue reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    if len(text) > LONGEST:
        raise ZermeloError(_("the parameter {name} is too long").format(name=name))
    return text


def as_json(value: Any) -> Parameter:
    """A parameter's value as JSON holds it."""
    if value is inspect.Parameter.empty or value is None:
        return ""
    if isinstance(value, tuple | list):
        return list(value)
    return value if isinstance(value, bool | int | float | str) else str(value)
