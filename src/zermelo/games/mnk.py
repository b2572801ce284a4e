"""The m,n,k games: whoever first gets k stones in a row on an m by n board wins.

Tic-tac-toe is 3,3,3. MAX plays X, MIN plays O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.bits import bits, popcount
from zermelo.game import (
    MAX,
    MIN,
    PLAYER_NAMES,
    Feature,
    Game,
    NotationError,
    Value,
    ZermeloError,
    warn,
)
from zermelo.grid import lines, symmetries
from zermelo.grid.layout import Layout
from zermelo.language import _, mark

# The bit of each cell, here for 3 columns and 3 rows. An empty column on the right keeps a row
# of stones from running on into the next row, so that a line in any of the four directions is a
# number of stones at one constant distance: 1 (row), 4 (column), 5 and 3 (diagonals).
#
#      a  b  c
#  1   0  1  2 |  3
#  2   4  5  6 |  7
#  3   8  9 10 | 11


HEURISTICS: Final = ("lines", "begun", "pieces")
LARGE: Final = 100  # from a loss to a win: estimates may be clipped, for few of them reach so far


class Board(NamedTuple):
    """The stones of both players as sets of bits, who is to move, and whether a line is made."""

    x: int
    o: int
    player: int
    line: bool


class MNK(Game[Board, int]):
    """An m,n,k game; an action is the bit of the cell to put a stone on.

    `misere`: whoever makes the line loses. `heuristic`: "lines" (lines still open for MAX minus
    lines still open for MIN), "begun" (those of them with a stone already, which comes to the same)
    or "pieces" (stones of MAX minus stones of MIN). `win`, `tie` and `loss` are the utilities for
    MAX.
    """

    def __init__(
        self,
        columns: int = 3,
        rows: int = 3,
        in_row: int = 3,
        misere: bool = False,
        heuristic: str = "lines",
        win: int = 100,
        tie: int = 0,
        loss: int = -100,
    ) -> None:
        if not (1 <= columns <= 26 and 1 <= rows <= 99):
            raise ZermeloError(_("columns must be from 1 to 26 and rows from 1 to 99"))
        if not 2 <= in_row <= max(columns, rows):
            words = _("in_row must be from 2 to {most} on this board")
            raise ZermeloError(words.format(most=max(columns, rows)))
        if heuristic not in HEURISTICS:
            words = _("heuristic must be one of {choices}, not '{heuristic}'")
            choices = ", ".join(HEURISTICS)
            raise ZermeloError(words.format(choices=choices, heuristic=heuristic))
        if not loss < win or not loss <= tie <= win:
            raise ZermeloError(_("the utilities must rise from loss to tie to win"))
        self.columns, self.rows, self.in_row = columns, rows, in_row
        self.misere, self.heuristic = misere, heuristic
        self.win, self.tie, self.loss = win, tie, loss
        self.stride = columns + 1
        self.layout = Layout(rows, columns)
        self.bits = tuple(1 << (row * self.stride + column) for row, column in self.layout.cells())
        self.full = sum(self.bits)
        self.lines = tuple(
            sum(self.bits[cell] for cell in line) for line in lines(rows, columns, in_row)
        )
        self.runs = tuple(
            self._run_shifts(step) for step in (1, self.stride, self.stride + 1, self.stride - 1)
        )
        self.symmetries = tuple(
            tuple(self.bits[cell] for cell in image) for image in symmetries(rows, columns)
        )
        self.unit, self.middle = self._measure(max(len(self.lines), len(self.bits)))

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Board:
        return Board(0, 0, MAX, False)

    def to_move(self, state: Board) -> int:
        return state.player

    def actions(self, state: Board) -> Iterator[int]:
        empty = 0 if state.line else self.full ^ state.x ^ state.o
        while empty:
            cell = empty & -empty
            yield cell
            empty ^= cell

    def result(self, state: Board, action: int) -> Board:
        if state.player == MAX:
            x = state.x | action
            return Board(x, state.o, MIN, self.has_line(x))
        o = state.o | action
        return Board(state.x, o, MAX, self.has_line(o))

    def has_line(self, stones: int) -> bool:
        for shifts in self.runs:
            run = stones
            for shift in shifts:
                run &= run >> shift
            if run:
                return True
        return False

    def is_terminal(self, state: Board) -> bool:
        return state.line or state.x ^ state.o == self.full

    def utility(self, state: Board) -> int:
        if not state.line:
            return self.tie
        # The line is the other player's; with misere that is the loser.
        return self.win if (state.player == MIN) != self.misere else self.loss

    def outcome(self, state: Board) -> int:
        """Who has won, whatever a win, a tie and a loss are worth."""
        if not state.line:
            return 0
        return MAX if (state.player == MIN) != self.misere else MIN

    # --- knowledge -----------------------------------------------------------------------------

    def evaluate(self, state: Board) -> Value:
        estimate = 0
        if self.heuristic == "pieces":
            for cell in self.bits:
                estimate += (state.x & cell != 0) - (state.o & cell != 0)
        else:
            for line in self.lines:
                estimate += (state.o & line == 0) - (state.x & line == 0)
        # An estimate never claims what only the end of the game can give.
        low, high = self.loss + self.unit, self.win - self.unit
        return max(low, min(high, self.middle + estimate * self.unit))

    def features(self, state: Board) -> Iterator[Feature]:
        if self.heuristic == "pieces":
            x, o = self.counted(self.bits, state.x), self.counted(self.bits, state.o)
            names = mark("stones of MAX"), mark("stones of MIN")
        else:
            names, of_x, of_o = (mark("open lines of MAX"), mark("open lines of MIN")), -1, -1
            if self.heuristic == "begun":
                names = mark("lines with X and without O"), mark("lines with O and without X")
                of_x, of_o = state.x, state.o
            x = self.counted(tuple(line for line in self.lines if line & of_x), ~state.o)
            o = self.counted(tuple(line for line in self.lines if line & of_o), ~state.x)
        yield Feature(names[0], len(x), self.unit, x)
        yield Feature(names[1], len(o), -self.unit, o)
        if self.middle:
            yield Feature(mark("midway between a loss and a win"), self.middle)
        lead = (len(x) - len(o)) * self.unit + self.middle
        limit = max(self.loss + self.unit - lead, 0) + min(self.win - self.unit - lead, 0)
        if limit:
            yield Feature(mark("to stay below a win and above a loss"), limit)

    def counted(self, groups: tuple[int, ...], within: int) -> tuple[tuple[str, ...], ...]:
        """Those of the groups of cells that lie within some cells, by the names of their cells."""
        return tuple(
            tuple(self.name_of(cell) for cell in self.bits if cell & group)
            for group in groups
            if group & within == group
        )

    def bounds(self, state: Board) -> tuple[int, int]:
        return self.loss, self.win

    def order(self, state: Board, action: int) -> int:
        """The number of lines through the cell."""
        through = 0
        for line in self.lines:
            through += line & action != 0
        return through

    def canonical(self, state: Board) -> Board:
        best_x, best_o = state.x, state.o
        for symmetry in self.symmetries:
            x = o = 0
            for cell, image in zip(self.bits, symmetry):  # noqa: B905 (for the compiled lane)
                if state.x & cell:
                    x |= image
                elif state.o & cell:
                    o |= image
            if x < best_x or (x == best_x and o < best_o):
                best_x, best_o = x, o
        return Board(best_x, best_o, state.player, state.line)

    def key(self, state: Board) -> int:
        """X's stones above O's, and who is to move, for either may have begun."""
        stones = state.x << (self.stride * self.rows) | state.o
        return stones << 1 | (state.player == MIN)

    def is_quiet(self, state: Board) -> bool:
        """Nobody makes a line with the next stone; in the misère game nobody wants to.

        On boards of more than nine cells every state counts as quiet: there is nearly always a
        threat somewhere, and a search that goes on at each of them would not end.
        """
        if self.misere or self.columns * self.rows > 9:
            return True
        for line in self.lines:
            if state.o & line == 0 and popcount(state.x & line) == self.in_row - 1:
                return False
            if state.x & line == 0 and popcount(state.o & line) == self.in_row - 1:
                return False
        return True

    # --- notation ------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return "tictactoe" if (self.columns, self.rows, self.in_row) == (3, 3, 3) else "mnk"

    def cells(self, state: Board) -> str:
        """X, O and . in reading order."""
        return "".join("X" if state.x & c else "O" if state.o & c else "." for c in self.bits)

    def route(self, state: Board, action: int) -> tuple[str, ...]:
        return (self.name_of(action),)

    def name_of(self, cell: int) -> str:
        """Column letter and row number: "b2"."""
        return self.layout.name(divmod(cell.bit_length() - 1, self.stride))

    def format_state(self, state: Board) -> str:
        """Rows from the top, x, o and . for an empty cell: "xo./.o./.xx".

        Where who is to move does not follow from the stones, for MIN began: "xo./.../... min".
        """
        signs = self.cells(state).lower()
        text = "/".join(signs[i : i + self.columns] for i in range(0, len(signs), self.columns))
        lead = state.x.bit_count() - state.o.bit_count()
        if state.player == self.turn(state.x, state.o) and (state.line or abs(lead) <= 1):
            return text
        return f"{text} {PLAYER_NAMES[state.player].lower()}"

    def turn(self, x: int, o: int) -> int:
        """Who is to move: not who has made a line; else X, unless X has more stones."""
        if self.has_line(x) or self.has_line(o):
            return MIN if self.has_line(x) else MAX
        return MIN if x.bit_count() > o.bit_count() else MAX

    def parse_state(self, text: str) -> Board:
        """Takes what no game reaches, or none that MAX began, with a warning.

        After the cells "max" or "min" says who is to move.
        """
        found = re.fullmatch(r"(.*?)(?:\s+(max|min))?\s*", text.lower(), re.DOTALL)
        assert found
        signs = [sign for sign in found[1] if sign not in "/ \t\n|"]
        if len(signs) != len(self.bits) or not set(signs) <= set("xo.-_"):
            words = _(
                "'{text}' is no position: write {cells} cells as x, o or . with / "
                "between the {rows} rows"
            )
            raise NotationError(words.format(text=text, cells=len(self.bits), rows=self.rows))
        x = sum(c for c, sign in zip(self.bits, signs, strict=True) if sign == "x")
        o = sum(c for c, sign in zip(self.bits, signs, strict=True) if sign == "o")
        if self.has_line(x) and self.has_line(o):
            words = _("'{text}' is no position: both have a line, so nobody has won")
            raise NotationError(words.format(text=text))
        lead, line = signs.count("x") - signs.count("o"), self.has_line(x) or self.has_line(o)
        told = {"max": MAX, "min": MIN, None: None}[found[2]]
        player = self.turn(x, o) if line or told is None else told
        if abs(lead) > 1 and told is None and not line:
            words = _("'{text}' has too many stones of one player; write max or min after it")
            raise NotationError(words.format(text=text))
        if lead != (1 if player == MIN else 0):
            began = lead == (0 if player == MIN else -1)
            note = _("in '{text}' MIN began") if began else _("no game comes to '{text}'")
            warn(note.format(text=text))
        return Board(x, o, player, line)

    def parse_action(self, state: Board, text: str) -> int:
        """Also takes the number of the cell in reading order, from 1."""
        if text.isdecimal() and len(text) < 5 and 1 <= int(text) <= len(self.bits):
            text = self.name_of(self.bits[int(text) - 1])
        return super().parse_action(state, text.lower())

    def draw_svg(self, state: Board, last: int | None = None) -> str:
        made = state.o if state.player == MAX else state.x
        strikes = []
        for line in self.lines if state.line else ():
            if line & made == line:
                ends = [divmod(cell.bit_length() - 1, self.stride) for cell in bits(line)]
                strikes.append(self.layout.strike(ends[0], ends[-1]))
        return self._board_svg(state, last, whole=True, over="".join(strikes))

    # --- geometry, worked out once -------------------------------------------------------------

    def _measure(self, most: int) -> tuple[Value, Value]:
        """What one line or stone is worth, and the estimate when neither player has more.

        Where utilities are as close as -1, 0 and 1, so little that all estimates, `most` or fewer
        of them, have room between the utilities: a power of two, with which floats are exact.
        """
        if self.win - self.loss >= LARGE or (self.loss < -most and most < self.win):
            return 1, 0
        unit = 0.5
        while 2 * (most + 1) * unit > self.win - self.loss:
            unit /= 2
        return unit, (self.loss + self.win) / 2

    def _run_shifts(self, step: int) -> tuple[int, ...]:
        """Shifts such that `run &= run >> shift`, one after the other, leaves runs of k."""
        shifts, length = [], 1
        while length < self.in_row:
            more = min(length, self.in_row - length)
            shifts.append(more * step)
            length += more
        return tuple(shifts)
