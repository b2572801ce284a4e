"""The games of this server: those of the catalogue, and the user's from the command line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from zermelo.game import Game, ZermeloError, choices
from zermelo.games.catalogue import ALL as GAMES
from zermelo.games.catalogue import GameFactory
from zermelo.language import _
from zermelo.names import check_name
from zermelo.web.cache import Cache
from zermelo.web.settings import Setup

Parameter: TypeAlias = bool | int | float | str | list[int]

LONGEST: Final = 100  # letters of a parameter
QUICK: Final = 100  # moves to choose from on a board that is drawn in a moment
MOST_KNOWN: Final = 1_000  # games with their parameters of which it is known


class UnknownName(ZermeloError):
    """There is no such thing here."""


class GameRegistry:
    """The games by name; each is built once for the parameters that are in use.

    A user's file is run when its game is asked for first, and only where the registry `loads` such
    files: in a process that can be ended, never in the server's own.
    """

    def __init__(self, setup: Setup, loads: bool = True) -> None:
        self.setup, self.loads = setup, loads
        for name in setup.games:
            if name in GAMES:
                words = _("there is a game '{name}' already: give the class another name")
                raise ZermeloError(words.format(name=name))
        self.names = (*GAMES, *setup.games)
        self.tried: tuple[str, ...] = ()  # the users' games whose files were run here
        self._loaded: dict[str, GameFactory] = {}
        self._quick: Cache[tuple[str, tuple[tuple[str, str], ...]], bool] = Cache(MOST_KNOWN)
        self._cache = lru_cache(maxsize=64)(self._build)

    def factory(self, name: str) -> GameFactory:
        """The factory of that name."""
        if name in GAMES:
            return GAMES[name]
        check_name(name, self.names, _("no game '{name}'"), UnknownName)
        if not self.loads:
            raise RuntimeError(f"the rules of {name} do not belong in this process")
        if name not in self._loaded:
            self.tried += (name,) if name not in self.tried else ()
            self._loaded[name] = GameFactory(self.setup.games[name]())
        return self._loaded[name]

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
            words = _("too large for the web app: at most {most} moves to choose from")
            raise ZermeloError(words.format(most=most))
        self._quick.put((name, parameters), name in GAMES and moves <= QUICK)
        return game

    def is_quick(self, name: str, parameters: Mapping[str, str]) -> bool:
        """Whether the rules and the drawing of a game take but a moment, as far as is known."""
        return bool(self._quick.get((name, tuple(sorted(parameters.items())))))

    def values(self, name: str, game: Game[Any, Any]) -> dict[str, Parameter]:
        """The parameters that a game was built with, as JSON holds them."""
        return {
            key: as_json(getattr(game, key, default))
            for key, default in self.factory(name).parameters().items()
        }


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
