"""The engines of a process: made when a game is searched first, and cached for the next time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.engine.factory import Engine, TextbookEngine, engine_for
from zermelo.game import Game, provides
from zermelo.games import Tree
from zermelo.language import _
from zermelo.web.cache import Cache
from zermelo.web.settings import Setup


class Engines:
    """The engines of the games searched last."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._cache: Cache[Game[Any, Any], Engine] = Cache(setup.engines)

    def load(self) -> None:
        """Loads the compiled lane, which takes a second or two."""
        import zermelo.engine.chance
        import zermelo.engine.exact  # noqa: F401

    def engine(self, game: Game[Any, Any], tell: Callable[[str], None]) -> Engine:
        """An engine ready to search the game; `tell` hears what takes long."""
        if isinstance(game, Tree):
            return TextbookEngine(game)
        engine = self._cache.get(game)
        if engine is None:
            engine = self._make(game, tell)
            self._cache.put(game, engine)
        return engine

    def _make(self, game: Game[Any, Any], tell: Callable[[str], None]) -> Engine:
        from zermelo.compiler import CannotCompile, compile

        def report(what: str) -> None:
            tell(_("compiling {what} ...").format(what=what))

        try:
            compile(game, report=report)
            engine = engine_for(game, memory=self.setup.table, report=report)
            engine.prepare(solving=not provides(game, "evaluate"))
        except CannotCompile as reason:
            tell(_("note: {reason}; the textbook lane goes on").format(reason=reason))
            return TextbookEngine(game)
        return engine
