"""Boards in text: as people look at them, and as a line from which the state can be made again."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from zermelo.grid.forms import Cells, read, rebuilt
from zermelo.grid.layout import Cell, Layout, letters
from zermelo.grid.meaning import token
from zermelo.grid.parts import Path, Told, beside, changed, part
from zermelo.grid.pieces import MAX, MIN, Piece

Pieces: TypeAlias = Mapping[Cell, Piece | None]

PLAYERS: Final = {MAX: "max", MIN: "min"}


def drawn(layout: Layout, pieces: Pieces) -> str:
    """A board with the names of its rows and columns."""
    texts = {cell: piece.text if piece else "·" for cell, piece in pieces.items()}
    wide = max(map(len, texts.values()))
    heads = " ".join(letters(column).ljust(wide) for column in range(layout.columns))
    lines = [f"    {heads}".rstrip()]
    for row in range(layout.rows):
        signs = " ".join(
            texts.get((row, column), "").ljust(wide) for column in range(layout.columns)
        )
        indent = " " * (row * (wide + 1) // 2 if layout.hexagonal else 0)
        lines.append(f" {layout.number(row):>2} {indent}{signs}".rstrip())
    return "\n".join(lines)


class Unwritten(ValueError):
    """A state cannot be written so that it can be read again."""


class StateText:
    """Writes the states of a game and reads them: the rows of its board, then what else there is.

    `where` the board is in a state; `states` that were seen; which parts say whose `turn` it is.
    """

    def __init__(
        self,
        where: Path,
        states: Sequence[Any],
        turn: set[Path],
        piece: Callable[[Any], Piece | None],
        told: Told,
    ) -> None:
        self.where, self.first, self.piece, self.told = where, states[0], piece, told
        self.paths = beside(self.first, where)
        self.of_player = {
            path for path in turn if all(part(state, path) in PLAYERS for state in states)
        }
        self.known: dict[str, Any] = {}
        self.seen: dict[Path, dict[str, Any]] = {path: {} for path in self.paths}
        for state in states:
            for value in self.cells(state).values():
                if self.known.setdefault(self.sign(value), value) != value:
                    raise Unwritten
            for path in self.paths:
                self.seen[path].setdefault(self.word(path, state), part(state, path))
        if any(self.parse(self.format(state)) != state for state in states):
            raise Unwritten

    def cells(self, state: Any) -> Cells:
        """What stands on each cell, in reading order."""
        layout, cells = read(part(state, self.where), self.told)
        return {cell: cells.get(cell) for cell in layout.cells()}

    def sign(self, value: Any) -> str:
        """What stands on a cell, in the text of a state."""
        piece = self.piece(value)
        return piece.text if piece else "."

    def word(self, path: Path, state: Any) -> str:
        """A part of a state that is not the board."""
        value = part(state, path)
        if path in self.of_player:
            return PLAYERS[value]
        if isinstance(value, enum.Enum):
            return value.name.lower()
        if isinstance(value, str) and value.isalpha():
            return value
        return "-" if value is None else repr(value).replace(" ", "")

    def format(self, state: Any) -> str:
        """A state in one line."""
        signs = [self.sign(value) for value in self.cells(state).values()]
        between = "" if all(len(sign) == 1 for sign in signs) else ","
        wide = read(part(state, self.where), self.told)[0].columns
        rows = [between.join(signs[i : i + wide]) for i in range(0, len(signs), wide)]
        return " ".join(["/".join(rows), *(self.word(path, state) for path in self.paths)])

    def parse(self, text: str) -> Any:
        """The state that a line tells; an error where it is none."""
        board, *words = text.split()
        old = self.cells(self.first)
        rows = [row.split(",") if "," in row else list(row) for row in board.split("/")]
        layout, _cells = read(part(self.first, self.where), self.told)
        if [len(row) for row in rows] != [layout.columns] * layout.rows:
            raise Unwritten
        if len(words) != len(self.paths):
            raise Unwritten
        signs = [sign for row in rows for sign in row]
        cells = {cell: self.value(sign) for cell, sign in zip(old, signs, strict=True)}
        state = changed(
            self.first, self.where, rebuilt(part(self.first, self.where), layout, cells)
        )
        for path, word in zip(self.paths, words, strict=True):
            state = changed(state, path, self.meant(path, word))
        return state

    def value(self, sign: str) -> Any:
        """What stands on a cell where a text has this sign."""
        for value in (*self.known.values(), *self._others(sign)):
            if self.sign(value) == sign:
                return value
        raise Unwritten

    def _others(self, sign: str) -> Iterator[Any]:
        """What a game may come to that was not seen."""
        kinds = {type(value) for value in self.known.values()}
        if int in kinds:
            yield from range(-2, 3)
            if sign.lstrip("-").isdecimal():
                yield int(sign)
        if str in kinds:
            yield sign

    def meant(self, path: Path, word: str) -> Any:
        """What a word says of a part of a state."""
        if word in self.seen[path]:
            return self.seen[path][word]
        if path in self.of_player:
            return {"max": MAX, "min": MIN}[word]
        example = next(iter(self.seen[path].values()))
        if isinstance(example, enum.Enum):
            return next(each for each in type(example) if each.name.lower() == word)
        return ast.literal_eval(word)


def words(value: Any) -> str:
    """A part of a state in a few words, for people."""
    if isinstance(value, Mapping):
        return ", ".join(f"{words(key)}: {words(item)}" for key, item in value.items())
    if isinstance(value, tuple | list | set | frozenset) and not hasattr(value, "_fields"):
        return " ".join(map(words, value)) or "-"
    return str(token(value))


def is_turn(values: Sequence[Any], turns: Sequence[int]) -> bool:
    """Whether values in states say whose turn it is there, and nothing else."""
    pairs = {(repr(value), turn) for value, turn in zip(values, turns, strict=True) if turn}
    told, players = ({pair[at] for pair in pairs} for at in (0, 1))
    return len(pairs) == len(told) == len(players) == 2
