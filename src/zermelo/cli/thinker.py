"""The search as a player: told how to think, or thinking as suits the game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from zermelo.algorithms import ALL, algorithm_named
from zermelo.cli import running
from zermelo.engine.algorithm import ENGINE
from zermelo.game import Game, MultiplayerGame, provides
from zermelo.games import Tree
from zermelo.language import _
from zermelo.search import NothingFound, Settings, usual_algorithm
from zermelo.search.conventions import AGENTS
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding
from zermelo.search.sighted import sighted_search
from zermelo.solver.lookup import Lookup, finding


class Thinker:
    """The search as a player: told how to think, or thinking as suits the game."""

    def __init__(
        self,
        game: Game[Any, Any],
        name: str | None,
        depth: int | None,
        time: float | None,
        tablebase: Path | None = None,
        perfect: bool = False,
        convention: str | None = None,
    ) -> None:
        self.game, self.perfect, self.dice = game, perfect, random.Random()
        self.table: Lookup[Any, Any] | None = None
        if tablebase is not None:
            from zermelo.tablebase import Tablebase

            self.table = Tablebase.open(tablebase, game)
        self.settings = Settings()
        if name is None:
            name = self._by_the_game(depth, time, convention)
        self.algorithm = algorithm_named(name, ALL)
        if convention is not None:
            self.settings["convention"] = convention
            if convention in AGENTS and "plays" in self.algorithm.takes:
                self.settings["plays"] = "last"
        if depth is not None:
            self.settings["depth"] = depth
        if time is not None:
            self.settings["time"] = time
        self.algorithm.check(game, self.settings)

    @property
    def introduction(self) -> str | None:
        """How it thinks, where a lecture says so."""
        if "convention" not in self.settings:
            return None
        words = _("the engine: {algorithm}, convention {convention}")
        title, convention = self.algorithm.title, self.settings["convention"]
        return words.format(algorithm=title, convention=convention)

    def _by_the_game(self, depth: int | None, time: float | None, convention: str | None) -> str:
        tree, limited = isinstance(self.game, Tree), depth is not None or time is not None
        several = isinstance(self.game, MultiplayerGame) and (tree or self.game.has_heuristic)
        if several or convention is not None:
            chosen = usual_algorithm(self.game, convention)
            if not limited and not tree:
                self.settings["time"] = 5.0
                if chosen.exact:  # an agent that looks at few moves sees far
                    self.settings["depth"] = 4
            return chosen.name
        deepens = time is not None and depth is None  # only the engine does, ply by ply
        if self.game.has_chance and (tree or not deepens):
            self.settings["table"] = True
            if not limited and not tree:
                self.settings["depth"] = 2
            return "expectiminimax"
        if tree:
            return "alphabeta"
        if not limited:
            self.settings["time"] = 1.0 if provides(self.game, "evaluate") else 5.0
        return ENGINE.name

    def think(
        self, state: Any, history: tuple[Any, ...], all_moves: bool = False, leave: bool = False
    ) -> Finding[Any, Any] | None:
        """What the search finds; None when it could not see the end of a game it cannot judge.

        A position that the tablebase has is looked up, and who is perfect does nothing else.
        """
        if self.table and (self.perfect or state in self.table):
            return finding(self.table, state, history)
        settings = Settings(**self.settings)
        settings["history"] = history
        if all_moves:
            settings["all_moves"] = True
        try:
            return sighted_search(
                lambda game, given: running.search(self.algorithm, game, state, given, leave=leave),
                *(self.game, settings, self.dice),
            )
        except (NothingFound, NotSolved):
            return None
