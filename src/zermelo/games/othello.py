"""Othello: a disc turns the discs that it encloses in a line; who has more in the end wins.

MAX plays X (black), MIN plays O (white). A player who cannot move passes; when neither can, the
game is over. The value is the final difference in discs for MAX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.bits import (
    cells,
    lowest_bit,
    popcount,
    shift_left,
    shift_right,
    signed,
    trailing_zeros,
)
from zermelo.board import caption, choice, hit, shape
from zermelo.game import MAX, MIN, Game, NotationError, ZermeloError
from zermelo.grid import Layout
from zermelo.language import _

# The bit of each square, here for size 8; bit 63 is the sign of the number (see `zermelo.bits`).
#
#       a    b    c    d    e    f    g    h
#   1   0    1    2    3    4    5    6    7
#   2   8    9   10   11   12   13   14   15
#   3  16   17   18   19   20   21   22   23
#   4  24   25   26   27   28   29   30   31
#   5  32   33   34   35   36   37   38   39
#   6  40   41   42   43   44   45   46   47
#   7  48   49   50   51   52   53   54   55
#   8  56   57   58   59   60   61   62   63
#
# In a direction only the `inner` squares are filled: all but the edge that it leads to and the
# one that it comes from. The discs on these cannot be turned in that direction, a line cannot run
# on into the next row, and the sign is never part of a line.
#
# The four squares in the middle are never empty. So in `taken` the bit of one of them is free to
# tell whose turn it is, and a position has two words and no more.

PASS: Final = 0


class Squares(NamedTuple):
    """The discs of the player to move, and all discs but, while MIN is to move, that on e5."""

    own: int
    taken: int


class Weights(NamedTuple):
    """What the parts of the estimate are worth, in 32nds of a disc.

    The `early` ones count once for each empty square. Made by `zermelo tune` (see docs/tune.md).
    """

    early_corner: int = 12
    early_x: int = -7  # the squares before corners
    early_c: int = -2  # those beside them
    early_edge: int = 1  # discs that stay for ever, along an edge
    early_disc: int = -1
    mobility: int = 1002  # times the share of the choices
    access: int = 132  # to corners
    parity: int = 17
    frontier: int = 5  # discs next to empty squares
    edge: int = 26
    disc: int = 17


WEIGHTS: Final = Weights()


class Othello(Game[Squares, int]):
    """Othello; an action is the bit of the square to put a disc on, or 0 to pass.

    `empties`: who gets the squares that stay empty, the "winner" or "nobody". The "usual" is the
    winner on 8 by 8, as in tournaments, and nobody on the smaller boards. `weights`: what the parts
    of the estimate are worth. There is no `key`: one
    word cannot tell all positions apart; and no `is_quiet`: every move turns discs, and no kind of
    state stands out whose estimate is worse than that of others.
    """

    def __init__(self, size: int = 8, empties: str = "usual", weights: Weights = WEIGHTS) -> None:
        if size not in (4, 6, 8):
            raise ZermeloError(_("size must be 4, 6 or 8, not {size}").format(size=size))
        if empties not in ("usual", "winner", "nobody"):
            words = _("empties must be usual, winner or nobody, not '{empties}'")
            raise ZermeloError(words.format(empties=empties))
        self.size, self.empties, self.weights = size, empties, weights
        self.winner_takes_rest = empties == "winner" or (empties == "usual" and size == 8)
        self.area = size * size
        self.board = signed((1 << self.area) - 1)
        half = size // 2
        rows = [((1 << size) - 1) << (size * row) for row in range(size)]
        columns = [sum(1 << (size * row + column) for row in range(size)) for column in range(size)]
        self.turn = rows[half] & columns[half]
        self.black = rows[half - 1] & columns[half] | rows[half] & columns[half - 1]
        self.middle = self.black | rows[half - 1] & columns[half - 1] | self.turn
        inner_rows, inner_columns = sum(rows[1:-1]), sum(columns[1:-1])
        self.inner = inner_rows & inner_columns
        self.lines = (
            (1, inner_columns),
            (size, inner_rows),
            (size - 1, self.inner),
            (size + 1, self.inner),
        )
        self.left, self.right = sum(columns[:-1]), signed(sum(columns[1:]))
        self.edge_rows, self.edge_columns = inner_columns ^ self.inner, inner_rows ^ self.inner
        self.corners = self.board ^ (inner_rows | inner_columns)
        # Squares, and how far up from each is the one that it swaps with.
        self.mirrored = tuple((columns[i], size - 1 - 2 * i) for i in range(half))
        self.transposed = tuple(
            (signed(sum(rows[i] & columns[i + up] for i in range(size - up))), (size - 1) * up)
            for up in range(size)
        )

    @property
    def tells_when(self) -> bool:
        """The game ends when the board is full, and what counts is by how much."""
        return True

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Squares:
        return Squares(self.black, self.middle)

    def to_move(self, state: Squares) -> int:
        return MAX if state.taken & self.turn else MIN

    def other(self, state: Squares) -> int:
        """The discs of the player who is not to move."""
        return (state.taken | self.turn) ^ state.own

    def actions(self, state: Squares) -> Iterator[int]:
        own, other = state.own, self.other(state)
        moves = self.moves(own, other)
        if moves == 0 and self.moves(other, own):
            yield PASS
        while moves:
            move = lowest_bit(moves)
            yield move
            moves ^= move

    def result(self, state: Squares, action: int) -> Squares:
        other = self.other(state)
        turned = self.turned(state.own, other, action)
        return Squares(other ^ turned, (state.taken | action) ^ self.turn)

    def is_terminal(self, state: Squares) -> bool:
        own, other = state.own, self.other(state)
        return self.moves(own, other) == 0 and self.moves(other, own) == 0

    def utility(self, state: Squares) -> int:
        own, other = popcount(state.own), popcount(self.other(state))
        lead = own - other
        if self.winner_takes_rest and lead:
            lead = self.area - 2 * other if lead > 0 else 2 * own - self.area
        return lead if state.taken & self.turn else -lead

    def moves(self, own: int, other: int) -> int:
        """The squares where a disc encloses some of the other player's."""
        moves = 0
        for step, inner in self.lines:
            moves |= self.forth(own, other & inner, step) << step
            moves |= self.back(own, other & inner, step) >> step
        return signed(moves & (self.board ^ own ^ other))

    def turned(self, own: int, other: int, move: int) -> int:
        """The discs of the other player that the move turns; none for a pass."""
        turned = 0
        for step, inner in self.lines:
            if move << step & other & inner:
                line = self.forth(move, other & inner, step)
                turned |= line if line << step & own else 0
            if move >> step & other & inner:
                line = self.back(move, other & inner, step)
                turned |= line if line >> step & own else 0
        return turned

    def forth(self, start: int, through: int, step: int) -> int:
        """The unbroken lines within `through` that begin next to `start`, towards higher bits."""
        line = through & start << step
        line |= through & line << step
        through &= through << step
        line |= through & line << 2 * step
        return line | through & line << 2 * step

    def back(self, start: int, through: int, step: int) -> int:
        """The same towards lower bits."""
        line = through & start >> step
        line |= through & line >> step
        through &= through >> step
        line |= through & line >> 2 * step
        return line | through & line >> 2 * step

    # --- knowledge -----------------------------------------------------------------------------

    def bounds(self, state: Squares) -> tuple[int, int]:
        return -self.area, self.area

    def order(self, state: Squares, action: int) -> int:
        """Few replies, above all in corners; few discs next to an empty square; a corner."""
        other = self.other(state)
        turned = self.turned(state.own, other, action)
        own, other = state.own | turned | action, other ^ turned
        replies = self.moves(other, own)
        frontier = popcount(own & self.around(self.board ^ own ^ other))
        corners = self.lead(action, replies, self.corners) - popcount(replies & self.corners)
        return 4 * (corners - popcount(replies)) - frontier

    def evaluate(self, state: Squares) -> int:
        """Mobility, corners and what they make safe or lose, the frontier, discs and parity.

        Corners and the squares around them
        count the more, the more squares are empty; discs are bad early and good late.
        """
        own, other = state.own, self.other(state)
        empty = self.board ^ own ^ other
        own_moves, other_moves = self.moves(own, other), self.moves(other, own)
        choices, replies = popcount(own_moves), popcount(other_moves)
        weights = self.weights
        mobility = weights.mobility * (choices - replies) // (choices + replies + 2)
        access = self.lead(own_moves, other_moves, self.corners)
        frontier = self.lead(self.around(other), self.around(own), empty)
        exposed = self.around(empty & self.corners)
        corners = self.lead(own, other, self.corners)
        x_squares = self.lead(own, other, exposed & self.inner)
        c_squares = self.lead(own, other, exposed & (self.edge_rows | self.edge_columns))
        edges = self.lead(self.anchored(own), self.anchored(other), self.board)
        discs = self.lead(own, other, self.board)
        parity = 1 if popcount(empty) & 1 else -1
        early = weights.early_corner * corners + weights.early_edge * edges
        early += weights.early_x * x_squares + weights.early_c * c_squares
        early += weights.early_disc * discs
        steady = mobility + weights.access * access + weights.parity * parity
        steady += weights.frontier * frontier + weights.edge * edges + weights.disc * discs
        estimate = (popcount(empty) * early + steady) // 32
        # An estimate never claims what only the end of the game can give.
        estimate = max(1 - self.area, min(self.area - 1, estimate))
        return estimate if state.taken & self.turn else -estimate

    def lead(self, one: int, another: int, squares: int) -> int:
        return popcount(one & squares) - popcount(another & squares)

    def anchored(self, discs: int) -> int:
        """The discs in unbroken lines along the edges from corners: they stay for ever."""
        start = discs & self.corners
        rows, columns = discs & self.edge_rows, discs & self.edge_columns
        along = self.forth(start, rows, 1) | self.back(start, rows, 1)
        along |= self.forth(start, columns, self.size) | self.back(start, columns, self.size)
        return along

    def around(self, squares: int) -> int:
        """The squares, and those next to them; on a small board also some beyond it."""
        row = shift_left(squares, 1) & self.right | shift_right(squares, 1) & self.left | squares
        return row | shift_left(row, self.size) | shift_right(row, self.size)

    def canonical(self, state: Squares) -> Squares:
        """Transposing and mirroring in turn comes by all eight symmetries of the square."""
        turn = ~state.taken & self.turn
        own, taken = state.own, state.taken | self.turn
        least_own, least_taken = own, taken
        for _turn in range(4):
            own, taken = self.transpose(own), self.transpose(taken)
            if own < least_own or (own == least_own and taken < least_taken):
                least_own, least_taken = own, taken
            own, taken = self.mirror(own), self.mirror(taken)
            if own < least_own or (own == least_own and taken < least_taken):
                least_own, least_taken = own, taken
        return Squares(least_own, least_taken ^ turn)

    def mirror(self, squares: int) -> int:
        image = 0
        for half, distance in self.mirrored:
            image |= (squares & half) << distance | squares >> distance & half
        return signed(image)

    def transpose(self, squares: int) -> int:
        image = 0
        for half, distance in self.transposed:
            image |= (squares & half) << distance | squares >> distance & half
        return signed(image)

    # --- notation ------------------------------------------------------------------------------

    def format_state(self, state: Squares) -> str:
        """The squares in reading order, X, O or -, and then who is to move, X or O."""
        x, side = (state.own, "X") if state.taken & self.turn else (self.other(state), "O")
        taken = state.taken | self.turn
        signs = ["X" if x >> i & 1 else "O" if taken >> i & 1 else "-" for i in range(self.area)]
        return f"{''.join(signs)} {side}"

    def parse_state(self, text: str) -> Squares:
        """Also takes . for an empty square, and / between the rows."""
        text = " ".join(text.split())
        signs = [sign for sign in text.upper().replace(".", "-") if sign not in "/ |"]
        if len(signs) != self.area + 1 or not set(signs) <= set("XO-") or signs[-1] == "-":
            words = _(
                "'{text}' is no position: write the {cells} squares as X, O or - and "
                "then who is to move, X or O"
            )
            raise NotationError(words.format(text=text, cells=self.area))
        x, o = (signed(sum(1 << i for i in range(self.area) if signs[i] == s)) for s in "XO")
        if ~(x | o) & self.middle:
            words = _("'{text}' is no position: the middle four are never empty")
            raise NotationError(words.format(text=text))
        return Squares(x, x | o) if signs[-1] == "X" else Squares(o, (x | o) ^ self.turn)

    def format_action(self, state: Squares, action: int) -> str:
        """Column letter and row number, "d3", or "pass"."""
        if action == PASS:
            return "pass"
        return Layout(self.size, self.size).name(divmod(trailing_zeros(action), self.size))

    def parse_action(self, state: Squares, text: str) -> int:
        return super().parse_action(state, text.lower())

    def split_moves(self, text: str) -> list[str]:
        """Nothing is needed between the moves: "f5d6c3"."""
        return re.findall(r"pass|[a-z][0-9]|[^\s,]+", text.lower())

    def draw(self, state: Squares) -> str:
        """A * marks where the player to move can put a disc."""
        signs = list(self.format_state(state).replace("-", "·")[: self.area])
        for move in cells(self.moves(state.own, self.other(state))):
            signs[move] = "*"
        lines = ["   " + " ".join(chr(ord("a") + column) for column in range(self.size))]
        for row in range(self.size):
            lines.append(f"{row + 1:2} {' '.join(signs[row * self.size :][: self.size])}")
        lines.append(f"X {signs.count('X')}, O {signs.count('O')}")
        return "\n".join(lines)

    def draw_svg(self, state: Squares, last: int | None = None) -> str:
        """A small disc marks where the player to move can put one."""
        layout = Layout(self.size, self.size)
        signs = self.format_state(state)[: self.area]
        below = layout.bottom + 5
        hint = "dark" if self.to_move(state) == MAX else "light"
        side = layout.right - layout.frame
        cloth = shape("rect", "felt", x=layout.frame, y=layout.frame, width=side, height=side)
        parts = [layout.names(), cloth, layout.lines("seam")]
        for index, (cell, sign) in enumerate(zip(layout.cells(), signs, strict=True)):
            x, y = layout.centre(cell)
            if sign != "-":
                parts.append(_disc(x, y, 9.6, sign))
            if last and trailing_zeros(last) == index:
                parts.append(layout.mark(cell))
        for action in self.actions(state):
            text = self.format_action(state, action)
            if action == PASS:
                parts.append(caption("ink", layout.right / 2 + 5, below, 7, text))
                parts.append(choice(text, hit(0, 0, *layout.size)))
                continue
            cell = divmod(trailing_zeros(action), self.size)
            x, y = layout.centre(cell)
            small = shape("circle", hint, cx=x, cy=y, r=2.6)
            parts.append(choice(text, layout.hit(cell), small))
        for sign, x in (("X", layout.frame + 4), ("O", layout.right - 24)):
            parts.append(_disc(x, below, 3.4, sign))
            parts.append(shape("circle", "line", cx=x, cy=below, r=3.4))
            parts.append(caption("ink", x + 7, below, 7, str(signs.count(sign)), "start"))
        return layout.picture(f"{self.name}: {self.format_state(state)}", *parts)


def _disc(x: float, y: float, radius: float, sign: str) -> str:
    """A black disc, or a white one, for X or O."""
    return shape("circle", "dark" if sign == "X" else "light", cx=x, cy=y, r=radius)
