"""Connect four: discs fall to the bottom of a column, and four in a row win.

MAX plays X, MIN plays O. The value tells how soon: a win is worth the number of discs that the
winner has not played yet, plus one; negative if it is MIN's. On 7 columns of 6 that is 22 minus
the winner's discs on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from zermelo.bits import bits, popcount
from zermelo.board import caption, choice, disc, hit, shape
from zermelo.game import MAX, MIN, PLAYER_NAMES, Feature, Game, NotationError, ZermeloError
from zermelo.grid.layout import CELL, Layout
from zermelo.language import _, mark

# The bit of each cell, here for 7 columns of 6. A column is 7 bits: its cells from the bottom up
# and one that stays empty, which keeps a line from running on into the next column. Neighbours in
# a line are 1 (column), 7 (row), 6 or 8 (diagonals) apart.
#
#      6   13   20   27   34   41   48     always empty
#     ---------------------------------
#      5   12   19   26   33   40   47
#      4   11   18   25   32   39   46
#      3   10   17   24   31   38   45
#      2    9   16   23   30   37   44
#      1    8   15   22   29   36   43
#      0    7   14   21   28   35   42     floor
#
#      1    2    3    4    5    6    7     column
#
# taken + floor carries in all columns at once to the lowest empty cell, and from a full column
# into the cell that is always empty. own + taken is a number that no other position has: where n
# discs are in a column, its bits there are those of own + 2^n - 1, from 2^n - 1 to 2^(n+1) - 2.

MOST: Final = 63  # of discs, a mask: by it compiled code sees that no number here is too large


class Discs(NamedTuple):
    """The discs of the player to move, all discs, their number, and whether a line is made."""

    own: int
    taken: int
    moves: int
    line: bool


class Weights(NamedTuple):
    """What the parts of the estimate are worth, in 64ths of a point for each empty cell.

    In tenths, so that they can be fitted finely. Made by `zermelo tune` (see docs/tune.md).
    """

    threat: int = 41
    timely: int = 73  # a threat where the own turn will come, besides
    line: int = 11  # that is still possible
    turn: int = 37


WEIGHTS: Final = Weights()
GRAIN: Final = 640


class Connect4(Game[Discs, int]):
    """Connect four; an action is the bit of the cell that the disc falls to.

    `sooner`: the sooner a win, the more it is worth; otherwise every win is worth 100. `weights`:
    what the parts of the estimate are worth.
    """

    def __init__(
        self, width: int = 7, height: int = 6, sooner: bool = True, weights: Weights = WEIGHTS
    ) -> None:
        if not (2 <= width <= 19 and 2 <= height <= 19 and width * (height + 1) <= 62):
            words = _(
                "{width} columns of {height} do not fit: both must be from 2 to 19, and "
                "width * (height + 1) at most 62"
            )
            raise ZermeloError(words.format(width=width, height=height))
        self.width, self.height, self.sooner = width, height, sooner
        self.weights, self.area = weights, width * height
        self.stride = height + 1
        self.across = (self.stride, self.stride - 1, self.stride + 1)
        self.column = (1 << height) - 1
        self.floor = sum(1 << (column * self.stride) for column in range(width))
        self.board = self.floor * self.column
        self.everything = (1 << width * self.stride) - 1  # the board, and the bits above columns
        self.reading = tuple(
            1 << (column * self.stride + row)
            for row in reversed(range(height))
            for column in range(width)
        )
        # The cells that are not within 1, 2, … columns of the edge.
        self.rings = tuple(
            sum(self.column << (column * self.stride) for column in range(edge, width - edge))
            for edge in range(1, max(2, (width + 1) // 2))
        )
        # Where X gets to play if all other columns are full: rows 1, 3, 5, … or 2, 4, 6, ….
        odd_rows = self.floor * sum(1 << row for row in range(0, height, 2))
        self.rows_of_x = self.board ^ odd_rows if (width - 1) * height % 2 else odd_rows

    @property
    def tells_when(self) -> bool:
        return self.sooner

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Discs:
        return Discs(0, 0, 0, False)

    def to_move(self, state: Discs) -> int:
        return MIN if state.moves & 1 else MAX

    def actions(self, state: Discs) -> Iterator[int]:
        cells = 0 if state.line else self.open_cells(state.taken)
        while cells:
            cell = cells & -cells
            yield cell
            cells ^= cell

    def open_cells(self, taken: int) -> int:
        """The lowest empty cell of each column that is not full."""
        return (taken + self.floor) & self.board

    def result(self, state: Discs, action: int) -> Discs:
        line = self.has_line(state.own | action)
        moves = state.moves + 1 & MOST
        return Discs(state.own ^ state.taken, state.taken | action, moves, line)

    def has_line(self, discs: int) -> bool:
        pairs = discs & discs >> 1
        if pairs & pairs >> 2:
            return True
        for step in self.across:
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_terminal(self, state: Discs) -> bool:
        return state.line or state.taken == self.board

    def utility(self, state: Discs) -> int:
        """A line is that of the player who has just moved."""
        if not state.line:
            return 0
        worth = self.worth(state.moves)
        return worth if state.moves & 1 else -worth

    def worth(self, moves: int) -> int:
        """What a line is worth to who makes it with that move; nobody can before the seventh."""
        if not self.sooner:
            return 100 if moves <= self.area else 0
        return max(0, (self.area + 2 - max(moves, 7)) >> 1)

    # --- knowledge -----------------------------------------------------------------------------

    def threats(self, discs: int, taken: int) -> int:
        """The empty cells, open or not, where one more disc makes a line."""
        cells = discs << 1 & discs << 2 & discs << 3
        for step in self.across:
            pairs = discs & discs >> step
            cells |= pairs >> step & (discs << step | discs >> 3 * step)
            cells |= pairs << 2 * step & (discs >> step | discs << 3 * step)
        return cells & self.board & ~taken

    def bounds(self, state: Discs) -> tuple[int, int]:
        """Exact where the next three moves decide the game by threats that are there already."""
        moves, taken, cells = state.moves & MOST, state.taken, self.open_cells(state.taken)
        own = self.threats(state.own, taken)
        if state.line:
            low = high = -self.worth(moves)
        elif cells == 0:
            low = high = 0
        elif cells & own:
            low = high = self.worth(moves + 1)
        else:
            other = self.threats(state.own ^ taken, taken)
            forced = cells & other
            # The moves that neither leave nor open a cell where the other player makes a line.
            safe = 0 if forced & (forced - 1) else (forced or cells) & ~(other >> 1)
            if safe == 0:
                low = high = -self.worth(moves + 2)
            elif safe << 1 & own & own >> 1:  # two threats, one on top of the other
                low = high = self.worth(moves + 3)
            else:
                low, high = -self.worth(moves + 4), self.worth(moves + 3)
        return (-high, -low) if moves & 1 else (low, high)

    def order(self, state: Discs, action: int) -> int:
        """By the number of threats, and among equals the middle first."""
        rank = popcount(self.threats(state.own | action, state.taken | action)) * self.width
        for ring in self.rings:
            rank += action & ring != 0
        return rank

    def is_quiet(self, state: Discs) -> bool:
        """Nobody threatens a line with the next move."""
        taken = state.taken
        threats = self.threats(state.own, taken) | self.threats(state.own ^ taken, taken)
        return threats & self.open_cells(taken) == 0

    def evaluate(self, state: Discs) -> int:
        """Threats, best where the own turn will come, lines still possible, and the turn."""
        own, other = state.own, state.own ^ state.taken
        x, o, turn = (other, own, MIN) if state.moves & 1 else (own, other, MAX)
        x_threats, o_threats = self.threats(x, state.taken), self.threats(o, state.taken)
        threat, timely, line, tempo = self.weights
        balance = threat * (popcount(x_threats) - popcount(o_threats)) + tempo * turn
        balance += timely * popcount(x_threats & self.rows_of_x)
        balance -= timely * popcount(o_threats & ~self.rows_of_x)
        balance += line * (self.count_lines(self.board ^ o) - self.count_lines(self.board ^ x))
        low, high = self.bounds(state)
        return max(low, min(high, balance * (self.area - (state.moves & MOST)) // GRAIN))

    def features(self, state: Discs) -> Iterator[Feature]:
        """The balance shrinks as the board fills, is rounded down and kept to what is certain."""
        x, o = state.own, state.own ^ state.taken
        if state.moves & 1:
            x, o = o, x
        threat, timely, line, turn = (
            weight * Fraction(self.area - state.moves, GRAIN) for weight in self.weights
        )
        threats = self.threats(x, state.taken), self.threats(o, state.taken)
        at_turn = threats[0] & self.rows_of_x, threats[1] & ~self.rows_of_x
        parts = [
            Feature(mark("threats of MAX"), *self.counted(threats[0], threat)),
            Feature(mark("threats of MIN"), *self.counted(threats[1], -threat)),
            Feature(mark("of them, where MAX's turn comes"), popcount(at_turn[0]), timely),
            Feature(mark("of them, where MIN's turn comes"), popcount(at_turn[1]), -timely),
            Feature(mark("lines possible for MAX"), self.count_lines(self.board ^ o), line),
            Feature(mark("lines possible for MIN"), self.count_lines(self.board ^ x), -line),
            Feature(mark("the turn"), self.to_move(state), turn),
        ]
        yield from parts
        total = sum(part.worth for part in parts)
        low, high = self.bounds(state)
        rest = max(low, min(high, floor(total))) - total
        if rest:
            yield Feature(mark("rounded, within what is certain"), rest)

    def counted(
        self, cells: int, weight: Fraction
    ) -> tuple[int, Fraction, tuple[tuple[str, ...], ...]]:
        """The number of the cells, what each is worth, and their names: column and row, "4:1"."""
        names = tuple(
            (f"{column + 1}:{row + 1}",)
            for column, row in (divmod(c.bit_length() - 1, self.stride) for c in bits(cells))
        )
        return len(names), weight, names

    def count_lines(self, cells: int) -> int:
        pairs = cells & cells >> 1
        count = popcount(pairs & pairs >> 2)
        for step in self.across:
            pairs = cells & cells >> step
            count += popcount(pairs & pairs >> 2 * step)
        return count

    def canonical(self, state: Discs) -> Discs:
        own, taken = self.mirror(state.own), self.mirror(state.taken)
        image = Discs(own, taken, state.moves, state.line)
        return image if self.key(image) < self.key(state) else state

    def mirror(self, discs: int) -> int:
        """Swaps the columns, first the outermost; the middle one swaps with itself."""
        image, column, distance = 0, self.column, (self.width - 1) * self.stride
        while distance >= 0:
            image |= (discs & column) << distance | discs >> distance & column
            column <<= self.stride
            distance -= 2 * self.stride
        return image

    def key(self, state: Discs) -> int:
        return state.own + state.taken & self.everything

    def from_key(self, key: int) -> Discs:
        """With the floor added, the highest bit of a column is right above its discs."""
        taken = key + self.floor
        for _row in range(self.height):
            taken |= taken >> 1 & self.board
        taken = taken >> 1 & self.board
        own = key - taken
        return Discs(own, taken, popcount(taken), self.has_line(own ^ taken))

    # --- notation ------------------------------------------------------------------------------

    def format_state(self, state: Discs) -> str:
        """Rows from the top, x, o and . for an empty cell: "..../.x../.ox."."""
        x = state.own ^ state.taken if state.moves & 1 else state.own
        signs = ["x" if x & c else "o" if state.taken & c else "." for c in self.reading]
        rows = [signs[i : i + self.width] for i in range(0, self.area, self.width)]
        return "/".join("".join(row) for row in rows)

    def parse_state(self, text: str) -> Discs:
        """Also takes the columns played from the empty board: "4455"."""
        text = " ".join(text.split())
        if text.replace(" ", "").isdecimal():
            state = self.initial()
            for move in self.split_moves(text):
                state = self.result(state, self.parse_action(state, move))
            return state
        signs = [sign for sign in text.lower() if sign not in "/ |"]
        if len(signs) != self.area or not set(signs) <= set("xo.-_"):
            words = _(
                "'{text}' is no position: write {cells} cells as x, o or . with / "
                "between the {height} rows, or the columns played"
            )
            raise NotationError(words.format(text=text, cells=self.area, height=self.height))
        x, o = (sum(c for c, s in zip(self.reading, signs, strict=True) if s == p) for p in "xo")
        lead, falling = popcount(x) - popcount(o), (x | o) + self.floor
        own, other = (o, x) if lead else (x, o)
        tops = bits(other & falling >> 1)
        if (x | o) & falling:
            words = _("'{text}' is no position: a disc hangs in the air")
            raise NotationError(words.format(text=text))
        if lead not in (0, 1):
            words = _(
                "'{text}' is no position: players take turns, so the first has as many discs "
                "as the second, or one more"
            )
            raise NotationError(words.format(text=text))
        if self.has_line(own) or (other and all(self.has_line(other ^ top) for top in tops)):
            words = _("'{text}' is no position: no move can have led to it")
            raise NotationError(words.format(text=text))
        return Discs(own, x | o, popcount(x | o), self.has_line(other))

    def format_action(self, state: Discs, action: int) -> str:
        """The number of the column, from 1."""
        return str(action.bit_length() // self.stride + 1)

    def split_moves(self, text: str) -> list[str]:
        """Up to nine columns need nothing between the moves: "4455"."""
        moves = super().split_moves(text)
        return moves if self.width > 9 else list("".join(moves))

    def draw(self, state: Discs) -> str:
        rows = self.format_state(state).upper().replace(".", "·").split("/")
        lines = [" ".join(f"{sign:>2}" for sign in row) for row in rows]
        lines.append(" ".join(f"{column:2}" for column in range(1, self.width + 1)))
        if self.is_terminal(state):
            winner = _(PLAYER_NAMES[-self.to_move(state)])
            lines.append(_("{player} wins").format(player=winner) if state.line else _("a draw"))
        return "\n".join(lines)

    def locate(self, place: str) -> tuple[float, float]:
        column, row = map(int, place.split(":"))
        return Layout(self.height, self.width).centre((self.height - row, column - 1))

    def draw_svg(self, state: Discs, last: int | None = None) -> str:
        layout = Layout(self.height, self.width)
        places = dict(zip(self.reading, layout.cells(), strict=True))
        other = state.own ^ state.taken  # the discs of the player who has just moved
        parts = []
        for column in range(self.width):
            x = layout.centre((0, column))[0]
            parts.append(caption("label", x, layout.bottom + 5, 6, str(column + 1)))
        for cell, place in places.items():
            x, y = layout.centre(place)
            parts.append(shape("circle", "cell", cx=x, cy=y, r=10))
            if state.taken & cell:
                parts.append(disc(x, y, 9, (cell & other != 0) == bool(state.moves & 1)))
            if cell == last:
                parts.append(shape("circle", "mark-last", cx=x, cy=y, r=10.4, stroke_width=1.6))
        for cell in self.reading if state.line else ():
            for step in (1, *self.across):
                if all(other & cell << i * step for i in range(4)):
                    parts.append(layout.strike(places[cell], places[cell << 3 * step]))
        for action in self.actions(state):
            text = self.format_action(state, action)
            left, top = layout.frame + CELL * (int(text) - 1), layout.frame
            parts.append(choice(text, hit(left, top, CELL, layout.bottom - top)))
        return layout.picture(f"{self.name}: {self.format_state(state)}", *parts, ground="rack")
