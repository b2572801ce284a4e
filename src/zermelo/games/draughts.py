"""Draughts on 64 squares: the English game (checkers), and Spanish damas as a variant.

Captures are forced, and go on as long as there is more to take. Men move and take forwards only; on
the last row a man becomes a king, which ends the move. English kings go one step; Spanish ones go
as far as they like along a diagonal, and who takes must take the most pieces, and of these the
most kings. A player without a move has lost. Forty moves of each without a capture or a man's
move are a draw, and so is a position that comes back.

MAX moves first: Black in the English game, White in the Spanish one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.bits import cells, popcount
from zermelo.game import MAX, Feature, Game, NotationError, Repetition, ZermeloError
from zermelo.grid import Board, Piece
from zermelo.language import _, mark

# The squares are numbered from 1 to 32 from where MAX sits, four to a row; a bit for each, from 0.
#
#     English, Black above                  Spanish, White below
#     .  1  .  2  .  3  .  4                32  . 31  . 30  . 29  .
#     5  .  6  .  7  .  8  .                 . 28  . 27  . 26  . 25
#     ...                                   ...
#     . 25  . 26  . 27  . 28                 8  .  7  .  6  .  5  .
#    29  . 30  . 31  . 32  .                 .  4  .  3  .  2  .  1
#
# Of the four ways along the diagonals, 0 and 1 are MAX's forwards, 2 and 3 MIN's. An action is
# from | to << 5 | the squares of what it takes << 10.

SQUARES: Final = 32
FIRST_MEN: Final = 0xFFF
FIRST_ROW: Final = 0xF
LAST_ROW: Final = 0xF << 28
MOST_QUIET: Final = 80  # plies
WIN: Final = 10_000
VARIANTS: Final = ("english", "spanish")
HEURISTICS: Final = ("full", "men")


class Men(NamedTuple):
    """The pieces of MAX and of MIN, the kings among them, and the quiet moves made since the last.

    `clock`: plies since a piece was taken or a man moved.
    """

    first: int
    second: int
    kings: int
    player: int
    clock: int


class Weights(NamedTuple):
    """What the parts of the estimate are worth, nearly in hundredths of a man (docs/tune.md)."""

    man: int = 117
    king: int = 155
    step: int = 2  # for each row that a man has gone
    guard: int = 7  # for each man that still keeps the first row


WEIGHTS: Final = Weights()


class Draughts(Game[Men, int]):
    """Draughts. `variant`: "english" or "spanish".

    `heuristic`: "full", in hundredths of a man, or "men", as in the lectures. `weights`: what the
    parts of the full one are worth.
    """

    repetition: Repetition | None = "draw"

    def __init__(
        self, variant: str = "english", heuristic: str = "full", weights: Weights = WEIGHTS
    ) -> None:
        if variant not in VARIANTS:
            words = _("variant must be english or spanish, not '{variant}'")
            raise ZermeloError(words.format(variant=variant))
        if heuristic not in HEURISTICS:
            words = _("heuristic must be full or men, not '{heuristic}'")
            raise ZermeloError(words.format(heuristic=heuristic))
        self.variant, self.heuristic, self.weights = variant, heuristic, weights
        self.flying, self.counts_men = variant == "spanish", heuristic == "men"
        places = [self._place(square) for square in range(SQUARES)]
        self.next = tuple(
            places.index((row + down, column + right))
            if (row + down, column + right) in places
            else -1
            for down, right in ((1, -1), (1, 1), (-1, -1), (-1, 1))
            for row, column in places
        )

    def _place(self, square: int) -> tuple[int, int]:
        """The row, from where MAX sits, and the column, as the board is drawn."""
        row, number = divmod(square, 4)
        column = 2 * number + (row + 1) % 2 if not self.flying else 7 - 2 * number - row % 2
        return row, column

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Men:
        return Men(FIRST_MEN, FIRST_MEN << 20, 0, MAX, 0)

    def to_move(self, state: Men) -> int:
        return state.player

    def own(self, state: Men) -> int:
        """The pieces of the player to move."""
        return state.first if state.player == MAX else state.second

    def ways(self, state: Men, square: int) -> tuple[int, int]:
        """The ways that a piece goes: from the first to before the last."""
        if state.kings >> square & 1:
            return 0, 4
        return (0, 2) if state.player == MAX else (2, 4)

    def captures(self, state: Men) -> list[int]:
        """The actions that take something and that go on as long as they can."""
        own, other, found = (
            self.own(state),
            (state.first | state.second) & ~self.own(state),
            [0][:0],
        )
        for start in cells(own):
            taken, flies = (own | other) & ~(1 << start), self.flies(state, start)
            low, high = self.ways(state, start)
            ends = [(start, 0)]
            while ends:
                square, gone = ends.pop()
                over = False
                for way in range(low, high):
                    victim = self.ahead(way, square, taken, flies)
                    if victim < 0 or not (other & ~gone) >> victim & 1:
                        continue
                    end = self.next[SQUARES * way + victim]
                    while end >= 0 and not taken >> end & 1:
                        over = True
                        ends.append((end, gone | 1 << victim))
                        end = self.next[SQUARES * way + end] if flies else -1
                action = start | square << 5 | gone << 10
                if gone and not over and action not in found:
                    found.append(action)
        return found

    def flies(self, state: Men, square: int) -> bool:
        """Whether a piece goes more than a step."""
        return self.flying and state.kings >> square & 1 == 1

    def ahead(self, way: int, square: int, taken: int, flies: bool) -> int:
        """The next square, for who flies the next that is taken; -1 beyond the board."""
        square = self.next[SQUARES * way + square]
        while flies and square >= 0 and not taken >> square & 1:
            square = self.next[SQUARES * way + square]
        return square

    def moves(self, state: Men) -> list[int]:
        """The legal actions, whatever the clock says."""
        found = self.captures(state)
        if found and self.flying:
            most = max(self.weight(state, action) for action in found)
            return [action for action in found if self.weight(state, action) == most]
        if found:
            return found
        taken = state.first | state.second
        for start in cells(self.own(state)):
            low, high = self.ways(state, start)
            for way in range(low, high):
                end = self.next[SQUARES * way + start]
                while end >= 0 and not taken >> end & 1:
                    found.append(start | end << 5)
                    end = self.next[SQUARES * way + end] if self.flies(state, start) else -1
        return found

    def weight(self, state: Men, action: int) -> int:
        """How much an action takes: pieces first, then kings among them."""
        return SQUARES * popcount(action >> 10) + popcount(action >> 10 & state.kings)

    def actions(self, state: Men) -> list[int]:
        if state.clock >= MOST_QUIET:
            return []
        return self.moves(state)

    def result(self, state: Men, action: int) -> Men:
        start, end, gone = 1 << (action & 31), 1 << (action >> 5 & 31), action >> 10
        is_king = state.kings & start
        quiet = is_king and gone == 0
        last = LAST_ROW if state.player == MAX else FIRST_ROW
        kings = state.kings & ~start & ~gone | (end if is_king or end & last else 0)
        first, second = state.first & ~gone, state.second & ~gone
        if state.player == MAX:
            first = first & ~start | end
        else:
            second = second & ~start | end
        return Men(first, second, kings, -state.player, state.clock + 1 if quiet else 0)

    def is_terminal(self, state: Men) -> bool:
        return state.clock >= MOST_QUIET or not self.moves(state)

    def utility(self, state: Men) -> int:
        """No move is a loss even where it comes with the fortieth quiet one."""
        return 0 if self.moves(state) else -state.player * WIN

    def bounds(self, state: Men) -> tuple[int, int]:
        return -WIN, WIN

    def uncounted(self, state: Men) -> Men:
        return state._replace(clock=0)

    def plies_left(self, state: Men) -> int:
        return MOST_QUIET - state.clock

    def tier(self, state: Men) -> int:
        """What is used up of pieces, and of steps of men."""
        return 300 - popcount(state.first | state.second) - self.to_go(state)

    def to_go(self, state: Men) -> int:
        """The rows that all men have still to go, one more for each."""
        return self.gone(state.second & ~state.kings, 1) + self.gone(state.first & ~state.kings, -1)

    def gone(self, men: int, way: int) -> int:
        """The rows from the first, or, the other way, from the last, on which men are, in all."""
        total = 0
        for row in range(8):
            total += (row + 1 if way > 0 else 8 - row) * popcount(men >> 4 * row & FIRST_ROW)
        return total

    # --- knowledge -----------------------------------------------------------------------------

    def evaluate(self, state: Men) -> int:
        """The sum of `features`."""
        men, kings, steps, guards = self.lead(state)
        if self.counts_men:
            return men
        man, king, step, guard = self.weights
        return man * men + king * kings + step * steps + guard * guards

    def lead(self, state: Men) -> tuple[int, int, int, int]:
        """How many men, kings, rows gone by men and men on the first row MAX has more than MIN."""
        first, second = state.first & ~state.kings, state.second & ~state.kings
        men = popcount(first) - popcount(second)
        kings = popcount(state.first & state.kings) - popcount(state.second & state.kings)
        steps = self.gone(first, 1) - self.gone(second, -1)
        return men, kings, steps, popcount(first & FIRST_ROW) - popcount(second & LAST_ROW)

    def features(self, state: Men) -> Iterator[Feature]:
        worth = (1,) if self.counts_men else self.weights
        names = (
            mark("men"),
            mark("kings"),
            mark("rows that men have gone"),
            mark("men on the first row"),
        )
        for name, count, each in zip(names, self.lead(state), worth, strict=False):
            yield Feature(name, count, each)

    def is_quiet(self, state: Men) -> bool:
        return not self.captures(state)

    def order(self, state: Men, action: int) -> int:
        """What takes most, then what becomes a king."""
        last = LAST_ROW if state.player == MAX else FIRST_ROW
        crowned = last >> (action >> 5 & 31) & 1 and not state.kings >> (action & 31) & 1
        return 4 * self.weight(state, action) + (64 if crowned else 0)

    # --- notation ------------------------------------------------------------------------------

    @property
    def colours(self) -> str:
        """The letters of MAX and MIN."""
        return "WB" if self.flying else "BW"

    def format_state(self, state: Men) -> str:
        """Who is to move and the squares, as in PDN: "B:W21,22,K30:B1,2:H3"; H is the clock."""
        lists = {}
        for letter, pieces in zip(self.colours, (state.first, state.second), strict=True):
            kings = [
                "K" * (state.kings >> square & 1) + str(square + 1) for square in cells(pieces)
            ]
            lists[letter] = letter + ",".join(kings)
        turn = self.colours[0 if state.player == MAX else 1]
        return f"{turn}:{lists['W']}:{lists['B']}" + (f":H{state.clock}" if state.clock else "")

    def parse_state(self, text: str) -> Men:
        """Also takes ranges of squares, "B1-12"."""
        found = re.fullmatch(r"([WB]):W([K\d,-]*):B([K\d,-]*)(?::H(\d+))?\.?", text.strip().upper())
        if found is None:
            words = _(
                "'{text}' is no position: write who is to move and the squares of both, as in "
                "{example}"
            )
            raise NotationError(words.format(text=text, example="B:W21-32:B1-11,K15"))
        white, black = self._squares(text, "W", found[2]), self._squares(text, "B", found[3])
        (first, kings), (second, more) = (white, black) if self.flying else (black, white)
        men, clock = (first | second) & ~(kings | more), int(found[4] or 0)
        for wrong, field, why in (
            (first & second, "W, B", _("two pieces on one square")),
            (
                men & first & LAST_ROW or men & second & FIRST_ROW,
                "W, B",
                _("a man on its last row is a king"),
            ),
            (clock > MOST_QUIET, "H", _("write a number from 0 to {most}").format(most=MOST_QUIET)),
        ):
            if wrong:
                raise self._wrong(field, text, why)
        player = MAX if found[1] == self.colours[0] else -MAX
        return Men(first, second, kings | more, player, clock)

    def _squares(self, text: str, field: str, listed: str) -> tuple[int, int]:
        """The pieces of a list of PDN, and the kings among them."""
        pieces = kings = 0
        for item in filter(None, listed.split(",")):
            found = re.fullmatch(r"(K?)(\d+)(?:-(\d+))?", item)
            low, high = (int(found[2]), int(found[3] or found[2])) if found else (0, 0)
            if not 1 <= low <= high <= SQUARES:
                raise self._wrong(
                    field, text, _("'{item}' is no square from 1 to 32").format(item=item)
                )
            squares = (1 << high) - (1 << low - 1)
            pieces, kings = pieces | squares, kings | (squares if found and found[1] else 0)
        return pieces, kings

    def _wrong(self, field: str, text: str, why: str) -> NotationError:
        words = _("PDN, {field}: '{text}': {why}")
        return NotationError(words.format(field=field, text=text, why=why))

    def squares(self, state: Men, action: int) -> list[int]:
        """The squares that an action goes through."""
        start, end, gone = action & 31, action >> 5 & 31, action >> 10
        taken, flies = (state.first | state.second) & ~(1 << start), self.flies(state, start)
        ways = [([start], 0)]
        while ways:
            path, so_far = ways.pop()
            if so_far == gone and path[-1] == end:
                return path
            for way in range(*self.ways(state, start)):
                victim = self.ahead(way, path[-1], taken, flies)
                if victim < 0 or not (gone & ~so_far) >> victim & 1:
                    continue
                square = self.next[SQUARES * way + victim]
                while square >= 0 and not taken >> square & 1:
                    ways.append(([*path, square], so_far | 1 << victim))
                    square = self.next[SQUARES * way + square] if flies else -1
        return [start, end]

    def format_action(self, state: Men, action: int) -> str:
        """As in PDN: "11-15", "15x22"; all squares where from and to leave a doubt."""
        start, end = action & 31, action >> 5 & 31
        if not action >> 10:
            return f"{start + 1}-{end + 1}"
        same = [each for each in self.moves(state) if each & 1023 == action & 1023]
        squares = self.squares(state, action) if len(same) > 1 else [start, end]
        return "x".join(str(square + 1) for square in squares)

    def parse_action(self, state: Men, text: str) -> int:
        """Also takes all squares of a capture, and - or : for x."""
        numbers = re.findall(r"\d+", text)
        if len(numbers) > 1 and re.fullmatch(r"[\d:x-]+", text.lower()):
            squares = [int(number) - 1 for number in numbers]
            for action in self.actions(state):
                if squares == self.squares(state, action) and (action >> 10 or "x" not in text):
                    return action
            text = re.sub("[:-]", "x", text.lower()) if self.captures(state) else text
        return super().parse_action(state, text)

    def _name(self, square: int) -> str:
        row, column = self._place(square)
        return f"{'abcdefgh'[column]}{row + 1 if self.flying else 8 - row}"

    def route(self, state: Men, action: int) -> tuple[str, ...]:
        return tuple(map(self._name, self.squares(state, action)))

    def cells(self, state: Men) -> Board:
        """The board with White below: b and w for men, B and W for kings."""
        rows: list[list[Piece | None]] = [[None] * 8 for _row in range(8)]
        sides = (state.first, MAX), (state.second, -MAX)
        for letter, (pieces, side) in zip(self.colours, sides, strict=True):
            for square in cells(pieces):
                row, column = self._place(square)
                is_king = state.kings >> square & 1
                sign, look = (letter, "crowned") if is_king else (letter.lower(), "disc")
                rows[7 - row if self.flying else row][column] = Piece(sign, look, side)
        return Board(tuple(map(tuple, rows)), upwards=True)
