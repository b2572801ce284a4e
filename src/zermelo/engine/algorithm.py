"""The engine called like any other algorithm."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Unpack

from zermelo.door import admit
from zermelo.game import Action, Game, State
from zermelo.language import _, mark
from zermelo.search.errors import Unsuitable
from zermelo.search.finding import Finding
from zermelo.search.settings import Settings

if TYPE_CHECKING:  # an engine is loaded when one is made
    from zermelo.engine.base import Engine

Report: TypeAlias = Callable[[str], None]


class LastEngine:
    """Makes engines so and keeps the last one, with its table, for the next call."""

    def __init__(self, **made: Any) -> None:
        self._made = made
        self._game: Game[Any, Any] | None = None
        self._engine: Engine[Any, Any] | None = None

    def __call__(self, game: Game[Any, Any], report: Report | None = None) -> Engine[Any, Any]:
        from zermelo.engine.factory import engine_for

        if self._game is not game or self._engine is None:
            self._game, self._engine = game, engine_for(game, report=report, **self._made)
        return self._engine


class EngineAlgorithm:
    """The engine as an algorithm; `maker` gives one for a game, anew or the same as before."""

    name = "engine"
    takes = ("depth", "all_moves", "nodes", "time", "stop", "tick", "history")
    needs: tuple[str, ...] = ()
    chance = exact = True
    several: bool | None = None

    def __init__(self, maker: Callable[..., Engine[Any, Any]] | None = None) -> None:
        self._maker = maker or LastEngine()

    @property
    def title(self) -> str:
        """What people call it."""
        return _(mark("The engine"))

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return _("The engine: all of this at once, compiled, on one thread or several.")

    def view_of(self, game: Game[Any, Any], state: Any) -> Game[Any, Any]:
        """The game itself."""
        return game

    def check(self, game: Game[Any, Any], settings: Settings) -> None:
        """Refuses, in one line, a game or a setting that does not suit."""
        admit(game, several=True)
        for name in settings:
            if name not in self.takes:
                words = _("engine takes no {name}; it takes depth, time, nodes and all_moves")
                raise Unsuitable(words.format(name=name))

    def prepare(self, game: Game[Any, Any], report: Report | None = None) -> None:
        """Makes the engine beforehand; `report` is told what is being compiled."""
        self._maker(game, report)

    def __call__(
        self, game: Game[State, Action], state: State | None = None, **settings: Unpack[Settings]
    ) -> Finding[State, Action]:
        self.check(game, settings)
        engine = self._maker(game)
        limits: dict[str, Any] = {n: settings.get(n) for n in ("depth", "time", "nodes")}
        asked: dict[str, Any] = {
            "history": settings.get("history", ()),
            "all_moves": settings.get("all_moves", False),
            "stop": settings.get("stop"),
        }
        if any(limit is not None for limit in limits.values()):
            return engine.analyse(state, **asked, **limits)
        return engine.solve(state, **asked)


ENGINE: Final = EngineAlgorithm()
