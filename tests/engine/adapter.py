"""One way to call an engine, over the interface that is and the one that comes.

The tests are written against `engine_for(game).analyse(state, stop=Stop(), ...)`, which answers
with a `Finding`. Where the package does not have it yet, this file makes it of what there is; then
it can go, and the tests import the package itself.
"""

from __future__ import annotations

import importlib
import inspect
import threading
from collections.abc import Callable
from typing import Any

from zermelo.game import Game, provides
from zermelo.search.finding import Finding, MoveValue

_engine: Any = importlib.import_module("zermelo.engine")
_search: Any = importlib.import_module("zermelo.search")
IS_NEW = hasattr(_engine, "engine_for") and hasattr(_engine, "Stop")

if IS_NEW:
    _factory = _engine
    NotSolved: Any = getattr(_search, "NotSolved", None)
else:
    _factory = importlib.import_module("zermelo.engine.factory")
    NotSolved = importlib.import_module("zermelo.search.analysis").NotSolved

Listener = Callable[[Finding[Any, Any]], None]


class _Token:
    """A wish to stop; whoever is searching hears of it, and whoever begins later too."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.listeners: list[Callable[[], None]] = []

    def set(self) -> None:
        self._event.set()
        for listener in list(self.listeners):
            listener()

    def is_set(self) -> bool:
        return self._event.is_set()


Stop: Any = _engine.Stop if IS_NEW else _Token


class _Engine:
    """Today's engine, called as tomorrow's."""

    def __init__(self, engine: Any, game: Game[Any, Any]) -> None:
        self.engine, self.game = engine, game

    def analyse(
        self,
        state: Any = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        all_moves: bool = False,
        listen: Listener | None = None,
        stop: Any = None,
    ) -> Finding[Any, Any]:
        def tell(found: Any) -> None:
            if listen:
                listen(self._finding(found, state))

        limits = {"time": time, "depth": depth, "nodes": nodes}
        return self._watched(
            stop,
            state,
            lambda: self.engine.analyse(state, moves=all_moves, tell=tell, **limits),
        )

    def solve(
        self,
        state: Any = None,
        *,
        all_moves: bool = False,
        time: float | None = None,
        nodes: int | None = None,
        stop: Any = None,
    ) -> Finding[Any, Any]:
        limits: dict[str, Any] = {"time": time}
        if nodes is not None and "nodes" in inspect.signature(self.engine.solve).parameters:
            limits["nodes"] = nodes
        elif nodes is not None:  # it has no such limit: at least it ends
            limits["time"] = min(time or 2.0, 2.0)
        return self._watched(
            stop, state, lambda: self.engine.solve(state, moves=all_moves, **limits)
        )

    def _watched(self, stop: Any, state: Any, work: Callable[[], Any]) -> Finding[Any, Any]:
        if stop is None:
            return self._finding(work(), state)
        stop.listeners.append(self.engine.stop)
        if stop.is_set():
            self.engine.stop()
        try:
            return self._finding(work(), state)
        finally:
            stop.listeners.remove(self.engine.stop)

    def _finding(self, found: Any, state: Any) -> Finding[Any, Any]:
        moves = tuple(MoveValue(action, value, found.proven) for action, value in found.moves)
        return Finding(
            "engine",
            found.value,
            found.proven,
            found.action,
            found.line,
            found.depth,
            found.nodes,
            seconds=found.seconds,
            moves=moves,
            distance=found.distance,
            about=(self.game, state),
        )


def engine_for(game: Game[Any, Any], threads: int = 1, memory: int = 64) -> Any:
    """The engine for a game."""
    engine = _factory.engine_for(game, threads=threads, memory=memory)
    return engine if IS_NEW else _Engine(engine, game)


def textbook_engine(game: Game[Any, Any]) -> Any:
    """The engine that runs the interpreted rules, whatever the game."""
    if IS_NEW:
        return importlib.import_module("zermelo.engine.textbook").TextbookEngine(game)
    return _Engine(_factory.TextbookEngine(game), game)


def prepare(engine: Any, *questions: str) -> None:
    """Compiles what the engine needs for `analyse` or `solve`, or both: no clock measures that."""
    if not hasattr(engine, "engine"):
        if hasattr(engine, "prepare"):
            engine.prepare()
        return
    game = engine.game
    for question in questions or ("analyse", "solve"):
        solving = question == "solve" or not (game.has_chance or provides(game, "evaluate"))
        engine.engine.prepare(solving=solving)
