"""A finished tablebase: the value of every position, and the best moves."""

from __future__ import annotations

import bisect
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.rules import CompiledGame
from zermelo.extras import require
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.language import _
from zermelo.solver.lookup import Entry, Lookup, NotInTable
from zermelo.tablebase.identity import remake, rules_digest
from zermelo.tablebase.keys import is_counted
from zermelo.tablebase.machine import Array, Machine
from zermelo.tablebase.manifest import read_manifest
from zermelo.tablebase.plan import Plan
from zermelo.tablebase.shelf import Damaged, Folder, Shelf, checksum, from_parquet

GROUPS: Final = 64  # of rows, and files, that stay in memory


class ChangedRules(ZermeloError):
    """The rules are not those of the tablebase."""


class Tablebase(Lookup[State, Action]):
    """The values of all positions that can be reached from one.

    table = Tablebase.open("folder")
    table[state]        # Entry(value, distance)
    table.moves(state)  # every move, the best first
    """

    def __init__(
        self,
        shelf: Shelf,
        game: Game[State, Action] | type[Game[State, Action]] | None,
        manifest: dict[str, Any] | None = None,
        compiled: CompiledGame | None = None,
    ) -> None:
        self.shelf = shelf
        self.manifest = manifest or read_manifest(shelf)
        self.plan = Plan.of_json(self.manifest["plan"])
        if not isinstance(game, Game):
            game = remake(self.plan.recipe, game)
        self.game: Game[State, Action] = game
        self._compiled = compiled
        if rules_digest(self.game) != self.plan.digest:
            words = _(
                "the tablebase is of another game, other parameters or other rules than {game} "
                "has now"
            )
            raise ChangedRules(words.format(game=self.game.name))
        self.tiers: dict[int, list[dict[str, Any]]] = {
            tier["tier"]: tier["parts"] for tier in self.manifest["tiers"]
        }
        self._read = lru_cache(GROUPS)(self.checked)
        self._rows = lru_cache(GROUPS)(
            lambda name, sha256, group: from_parquet(self._read(name, sha256), [group])
        )

    @classmethod
    def open(
        cls,
        folder: str | Path,
        game: Game[State, Action] | type[Game[State, Action]] | None = None,
    ) -> Tablebase[State, Action]:
        """The tablebase in a folder; its game is made anew, unless it is handed over.

        One that does not ship with Zermelo is handed over, or its class is, or that is loaded: no
        file is run because somebody's folder names it.
        """
        require("tablebase")
        return cls(Folder(Path(folder)), game)

    @cached_property
    def machine(self) -> Machine:
        """Keys of states, and the kernels."""
        return self.plan.machine(self.game, compiled=self._compiled)

    @property
    def positions(self) -> int:
        """How many there are; symmetric ones count once."""
        return int(self.manifest["positions"])

    @property
    def error(self) -> float:
        """How much values may be off, where there is chance; otherwise 0."""
        return float(self.manifest.get("error", 0.0))

    @property
    def root(self) -> State:
        """The position from which all others are reached."""
        state: State = self.machine.state(self.plan.root)
        return state

    def __len__(self) -> int:
        return self.positions

    def __getitem__(self, state: State) -> Entry:
        if is_counted(self.game) and self.game.is_terminal(state):  # perhaps by its count
            return Entry(self.game.utility(state), 0)
        here = self.machine.canonical(state)
        try:
            key, tier = self.machine.key(here), self.machine.tier(here) - self.plan.first
        except ZermeloError:
            raise self._missing(state) from None
        parts = self.tiers.get(tier, [])
        at = bisect.bisect_right(parts, key, key=lambda part: part["first"]) - 1
        if at < 0 or key > parts[at]["last"]:
            raise self._missing(state)
        found = self._find(parts[at], key)
        if found is None:
            raise self._missing(state)
        return found

    def _missing(self, state: State) -> NotInTable:
        words = _("{position} is not in the tablebase, which begins at {root}")
        position = self.game.format_state(state)
        return NotInTable(words.format(position=position, root=self.plan.position))

    # --- files -----------------------------------------------------------------------------------

    def content(self, part: dict[str, Any]) -> bytes:
        """The file of a part."""
        return self._read(part["file"], part["sha256"])

    def checked(self, name: str, sha256: str) -> bytes:
        """A file of the tablebase, if it is what was written."""
        if not self.shelf.has(name):
            raise Damaged(_("{file} is missing").format(file=name))
        content = self.shelf.read(name)
        if checksum(content) != sha256:
            raise Damaged(_("{file} is damaged").format(file=name))
        return content

    def _find(self, part: dict[str, Any], key: int) -> Entry | None:
        columns = self._group(part, key)
        at = columns["key"].searchsorted(key) if columns else 0
        if not columns or at == len(columns["key"]) or columns["key"][at] != key:
            return None
        value = columns["value"][at].item()
        distance = int(columns["distance"][at]) if "distance" in columns else -1
        return Entry(value, None if distance < 0 else distance)

    def _group(self, part: dict[str, Any], key: int) -> dict[str, Array] | None:
        """The rows among which a key must be."""
        import pyarrow
        import pyarrow.parquet

        content = self.content(part)
        about = pyarrow.parquet.read_metadata(pyarrow.BufferReader(content))
        for number in range(about.num_row_groups):
            bounds = about.row_group(number).column(0).statistics
            if key <= bounds.max:
                break
        else:
            return None
        return self._rows(part["file"], part["sha256"], number)
