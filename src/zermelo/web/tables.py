"""The positions that this server knows for good: tablebases, and small games solved in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from zermelo.game import Game, ZermeloError
from zermelo.solver.lookup import Lookup, SmallTable, small_table
from zermelo.web.cache import Cache

MOST_SMALL: Final = 32  # games in memory
MOST_GAMES: Final = 64  # of which it is known which folders have them


class Tables:
    """What is in some folders, as far as the game at hand has the same rules."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = folders
        self._open: Cache[Game[Any, Any], list[Lookup[Any, Any]]] = Cache(MOST_GAMES)
        self._small: Cache[Any, tuple[SmallTable[Any, Any] | None]] = Cache(MOST_SMALL)

    def offers(self, game: Game[Any, Any], root: Any) -> bool:
        """Whether a game from a position can be played by a table."""
        try:
            return bool(self._of_folders(game)) or self._in_memory(game, root) is not None
        except ZermeloError:  # a folder that is damaged: there are other levels to choose from
            return False

    def find(self, game: Game[Any, Any], root: Any, state: Any) -> Lookup[Any, Any] | None:
        """The table that has a state of a game from a position; None: there is none."""
        for table in self._of_folders(game):
            if state in table:
                return table
        return self._in_memory(game, root)

    def _of_folders(self, game: Game[Any, Any]) -> list[Lookup[Any, Any]]:
        if not self.folders:
            return []
        found = self._open.get(game)
        if found is None:
            from zermelo.tablebase import ChangedRules, Tablebase

            found = []
            for folder in self.folders:
                try:
                    found.append(Tablebase.open(Path(folder), game))
                except ChangedRules:  # it is of another game
                    continue
            self._open.put(game, found)
        return found

    def _in_memory(self, game: Game[Any, Any], root: Any) -> SmallTable[Any, Any] | None:
        known = self._small.get((game, root))
        if known is None:
            try:
                known = (small_table(game, root),)
            except Exception:  # whatever a user's rules do, the engine will tell of it
                known = (None,)
            self._small.put((game, root), known)
        return known[0]
