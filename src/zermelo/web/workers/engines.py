"""The engines of a process: made when a game is searched first, and cached for the next time."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from zermelo.engine import Engine, engine_for
from zermelo.game import Game
from zermelo.language import _
from zermelo.search import SearchWarning
from zermelo.web.cache import Cache
from zermelo.web.catalogue import title_of_game
from zermelo.web.settings import Setup


class Engines:
    """The engines of the games searched last."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._cache: Cache[Game[Any, Any], Engine[Any, Any]] = Cache(setup.engines)

    def load(self) -> None:
        """Loads the compiled lane, which takes a second or two."""
        import zermelo.engine.chance
        import zermelo.engine.pvs  # noqa: F401

    def engine(
        self, game: Game[Any, Any], tell: Callable[[str], None] | None = None
    ) -> Engine[Any, Any]:
        """An engine ready to search the game; `tell` hears what takes long."""
        engine = self._cache.get(game)
        if engine is None:
            engine = self._make(game, tell or (lambda text: None))
            self._cache.put(game, engine)
        return engine

    def _make(self, game: Game[Any, Any], tell: Callable[[str], None]) -> Engine[Any, Any]:
        told: list[str] = []

        def report(text: str) -> None:
            """Once, and for all that is compiled: nobody asks what a kernel is."""
            if not told:
                tell(_("Preparing {game} …").format(game=title_of_game(game)))
            told.append(text)

        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always", SearchWarning)
            engine = engine_for(game, memory=self.setup.table, report=report, solving=False)
        if told:
            tell("")  # that is over
        for note in notes:
            tell(_("note: {message}").format(message=note.message))
        return engine
