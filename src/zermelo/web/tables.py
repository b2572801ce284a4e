"""The positions that this server knows for good: tablebases, and small games solved in memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from zermelo.game import Game, ZermeloError
from zermelo.solver.lookup import Lookup, SmallTable, small_table

MOST_SMALL: Final = 32  # games in memory
MOST_GAMES: Final = 64  # of which it is known which folders have them


class Tables:
    """What is in some folders, as far as the game at hand has the same rules."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = folders
        self._of_folders = lru_cache(MOST_GAMES)(self._opened)
        self._in_memory = lru_cache(MOST_SMALL)(_solved)

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

    def _opened(self, game: Game[Any, Any]) -> list[Lookup[Any, Any]]:
        found: list[Lookup[Any, Any]] = []
        for folder in self.folders:
            from zermelo.tablebase import ChangedRules, Tablebase

            with suppress(ChangedRules):  # it is of another game
                found.append(Tablebase.open(Path(folder), game))
        return found


def _solved(game: Game[Any, Any], root: Any) -> SmallTable[Any, Any] | None:
    try:
        return small_table(game, root)
    except Exception:  # whatever a user's rules do, the engine will tell of it
        return None
