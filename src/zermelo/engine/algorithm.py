"""The engine as an algorithm among the others: called like them, listed with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Unpack

from zermelo.engine.base import Engine
from zermelo.engine.factory import engine_for
from zermelo.game import Action, Game, State
from zermelo.language import _
from zermelo.search import Result, Settings, Unsuitable


class EngineAlgorithm:
    """The engine called like any other algorithm; it keeps its table from one call to the next."""

    name = "engine"
    takes = ("depth", "every", "nodes", "time", "stop", "tick", "observer")
    chance = exact = True

    def __init__(self) -> None:
        self.report: Callable[[str], None] | None = None
        self._game: Game[Any, Any] | None = None
        self._engine: Engine[Any, Any] | None = None

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return _("The engine: all of this at once, compiled, on one thread or several.")

    def check(self, game: Game[Any, Any], settings: Settings) -> None:
        """Refuses, in one line, a setting that does not suit."""
        for name, value in settings.items():
            if name not in self.takes or (name == "observer" and value is not None):
                raise Unsuitable(
                    _("engine takes no {name}; it takes depth, time, nodes and all").format(
                        name=name
                    )
                )

    def __call__(
        self, game: Game[State, Action], state: State | None = None, **settings: Unpack[Settings]
    ) -> Result[State, Action]:
        self.check(game, settings)
        if self._game is not game or self._engine is None:
            self._game, self._engine = game, engine_for(game, report=self.report)
        engine, stop = self._engine, settings.get("stop")
        limits: dict[str, Any] = {n: settings.get(n) for n in ("depth", "time", "nodes")}
        every = settings.get("every", False)
        if any(limit is not None for limit in limits.values()):
            found = engine.analyse(state, all_moves=every, stop=stop, **limits)
        else:
            found = engine.solve(state, all_moves=every, stop=stop)
        return Result(
            algorithm=self.name,
            value=found.value,
            action=found.action,
            line=found.line,
            moves=tuple((move.action, move.value) for move in found.moves) if every else None,
            nodes=found.nodes,
            leaves=0,
            cutoffs=0,
            depth=found.depth,
            complete=found.proven,
        )


ENGINE: Final = EngineAlgorithm()
