"""The rules of chess, of Chess960 and of Los Alamos chess: moves, results, and how a game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from zermelo.bits import lowest_bit, popcount, signed, trailing_zeros
from zermelo.game import MAX, Game, Repetition, ZermeloError
from zermelo.games.chess.squares import (
    ALL,
    DARK_SQUARES,
    FALLING,
    FILE,
    LEAPS,
    RANK,
    RISING,
    STEPS,
    ahead,
    along,
    beside,
    board_of,
    reached,
    span,
)
from zermelo.language import _

# What stands on a square, in three bits. A rook with which the king may still castle is a piece of
# its own, so that the pieces tell the castling rights too.
PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6
CASTLING_ROOK: Final = 7

WIN: Final = 30_000
MOST_QUIET: Final = 100  # plies without a capture or a move of a pawn: the fifty-move rule

STANDARD: Final = 518  # the number of the usual position among those of Chess960
VARIANTS: Final = ("chess", "chess960", "losalamos")
SMALL_RANK: Final = "RNQKNR"
LETTERS: Final = ".PNBRQKR"


class Position(NamedTuple):
    """The bits of what stands on each square, in three words, and which squares are White's.

    A square of White's that is empty is the one that a pawn has just jumped over, where it can be
    taken en passant. `clock`: plies since the last capture or move of a pawn.
    """

    white: int
    ones: int
    twos: int
    fours: int
    player: int
    clock: int


class Rules(Game[Position, int]):
    """An action is from | to << 6 | the piece that a pawn becomes << 12.

    Castling is the king's move to the square of its rook, as in Chess960.
    """

    repetition: Repetition | None = "draw"

    def __init__(self, variant: str = "chess", number: int = STANDARD) -> None:
        if variant not in VARIANTS:
            words = _("variant must be chess, chess960 or losalamos, not '{variant}'")
            raise ZermeloError(words.format(variant=variant))
        if type(number) is not int or not 0 <= number < 960:
            words = _("number must be a whole number from 0 to 959, not {number!r}")
            raise ZermeloError(words.format(number=number))
        if variant != "chess960" and number != STANDARD:
            words = _("number is for variant=chess960 alone, where it chooses the first position")
            raise ZermeloError(words)
        self.variant, self.number = variant, number
        self.small = variant == "losalamos"
        self.size = 6 if self.small else 8
        self.back_rank = SMALL_RANK if self.small else back_rank(number)
        self.board = board_of(self.size)
        self.ranks = reached(self.size, RANK, far=True)
        self.files = reached(self.size, FILE, far=True)
        self.rising = reached(self.size, RISING, far=True)
        self.falling = reached(self.size, FALLING, far=True)
        self.leaps, self.steps = reached(self.size, LEAPS), reached(self.size, STEPS)
        self.up = reached(self.size, ((-1, 1), (1, 1)))  # what a white pawn attacks
        self.down = reached(self.size, ((-1, -1), (1, -1)))
        # Where a white pawn stands after a single step, and may take a second.
        self.thirds = (0, 0) if self.small else (0xFF << 16, 0xFF << 40)
        self.last = 0xFF | signed(0xFF << 8 * (self.size - 1))
        pieces = (QUEEN, ROOK, BISHOP, KNIGHT)
        self.promotions = tuple(p for p in pieces if p != BISHOP or not self.small)

    # --- the pieces ----------------------------------------------------------------------------

    def own(self, state: Position) -> int:
        """The pieces of the player to move."""
        taken = state.ones | state.twos | state.fours
        return taken & state.white if state.player == MAX else taken & ~state.white

    def king(self, state: Position) -> int:
        """The square of the king of the player to move."""
        return trailing_zeros(state.twos & state.fours & ~state.ones & self.own(state))

    def piece_at(self, state: Position, bit: int) -> int:
        """What stands on a square; 0 for nothing."""
        ones, twos, fours = state.ones & bit, state.twos & bit, state.fours & bit
        return (1 if ones else 0) + (2 if twos else 0) + (4 if fours else 0)

    def straight(self, square: int, taken: int) -> int:
        """Where a rook goes to."""
        return along(square, self.ranks[square], taken) | along(square, self.files[square], taken)

    def aslant(self, square: int, taken: int) -> int:
        """Where a bishop goes to."""
        rising, falling = self.rising[square], self.falling[square]
        return along(square, rising, taken) | along(square, falling, taken)

    def reach(self, kind: int, square: int, taken: int) -> int:
        """The squares that a knight, bishop, rook or queen attacks."""
        if kind == KNIGHT:
            return self.leaps[square]
        found = self.straight(square, taken) if kind != BISHOP else 0
        if kind == BISHOP or kind == QUEEN:  # noqa: SIM109 (a tuple would be built)
            found |= self.aslant(square, taken)
        return found

    def attackers(self, state: Position, square: int, taken: int) -> int:
        """The pieces of both players that attack a square while these squares are taken."""
        ones, twos, fours, white = state.ones, state.twos, state.fours, state.white
        pawns, kings = ones & ~twos & ~fours, twos & fours & ~ones
        found = self.leaps[square] & twos & ~ones & ~fours | self.steps[square] & kings
        found |= self.down[square] & pawns & white | self.up[square] & pawns & ~white
        found |= self.straight(square, taken) & fours & ~kings
        return found | self.aslant(square, taken) & ones & (twos ^ fours)

    def danger(self, state: Position) -> tuple[int, int]:
        """The squares on which a piece ends the check to its king, ALL without one; pinned pieces.

        A pinned piece keeps to the line through it and the king.
        """
        ones, twos, fours = state.ones, state.twos, state.fours
        own, square = self.own(state), self.king(state)
        other = (ones | twos | fours) & ~own
        pawns = (self.up if state.player == MAX else self.down)[square] & ones & ~twos & ~fours
        checks = other & (self.leaps[square] & twos & ~ones & ~fours | pawns)
        saves = ALL if checks == 0 else checks if popcount(checks) == 1 else 0
        rooks, bishops = other & fours & (ones | ~twos), other & ones & (twos ^ fours)
        pinned = 0
        straight = (self.ranks[square], rooks), (self.files[square], rooks)
        aslant = (self.rising[square], bishops), (self.falling[square], bishops)
        for line, sliders in straight + aslant:
            if line & sliders:
                ways, held = self.watched(square, line, sliders, own, other)
                saves, pinned = saves & ways, pinned | held
        return saves, pinned

    def watched(
        self, square: int, line: int, sliders: int, own: int, other: int
    ) -> tuple[int, int]:
        """The same for one line and what the other player has on it."""
        taken = own | other
        seen = along(square, line, taken)
        checks, saves, pinned = seen & sliders, ALL, 0
        if checks:
            saves = seen & span(square, trailing_zeros(checks)) if popcount(checks) == 1 else 0
        pinners = along(square, line, taken & ~(seen & own)) & sliders & ~checks
        while pinners:
            pinned |= seen & own & span(square, trailing_zeros(pinners))
            pinners ^= lowest_bit(pinners)
        return saves, pinned

    # --- moves ---------------------------------------------------------------------------------

    def initial(self) -> Position:
        codes, top = dict[int, int](), 8 * (self.size - 1)
        for file, letter in enumerate(self.back_rank):
            piece = LETTERS.index(letter)
            piece = CASTLING_ROOK if piece == ROOK and not self.small else piece
            codes |= {file: piece, 8 + file: PAWN, top - 8 + file: -PAWN, top + file: -piece}
        return placed(codes, MAX, 0)

    def to_move(self, state: Position) -> int:
        return state.player

    def actions(self, state: Position) -> Iterator[int]:
        pieces = 0 if self.is_drawn(state) else self.own(state)
        pawns = state.ones & ~state.twos & ~state.fours
        saves, pinned = self.danger(state)
        while pieces:
            piece = lowest_bit(pieces)
            pieces ^= piece
            square, targets = trailing_zeros(piece), self.targets(state, piece, saves, pinned)
            if piece & pawns and targets & self.last:
                while targets:
                    for promotion in self.promotions:
                        yield square | trailing_zeros(targets) << 6 | promotion << 12
                    targets ^= lowest_bit(targets)
            while targets:
                yield square | trailing_zeros(targets) << 6
                targets ^= lowest_bit(targets)

    def targets(self, state: Position, piece: int, saves: int, pinned: int) -> int:
        """Where a piece of the player to move goes to; the king to a rook, to castle."""
        taken, square = state.ones | state.twos | state.fours, trailing_zeros(piece)
        kind = self.piece_at(state, piece)
        if kind == KING:
            return self.king_targets(state, square, saves)
        if kind == PAWN:
            found = self.pawn_targets(state, square, taken)
            passing = found & state.white & ~taken
            found ^= passing
        else:
            found, passing = self.reach(kind, square, taken), 0
        found &= saves & ~self.own(state)
        if piece & pinned:
            found &= self.line(self.king(state), piece)
        if passing and self.may_pass(state, piece, passing):
            found |= passing
        return found

    def line(self, square: int, piece: int) -> int:
        """The line through a square on which a piece stands."""
        if self.ranks[square] & piece:
            return self.ranks[square]
        if self.files[square] & piece:
            return self.files[square]
        return self.rising[square] if self.rising[square] & piece else self.falling[square]

    def pawn_targets(self, state: Position, square: int, taken: int) -> int:
        """Where a pawn goes to, whatever becomes of the king; en passant too."""
        side, attacks = state.player, self.up if state.player == MAX else self.down
        step = ahead(signed(1 << square), side) & ~taken
        found = step | ahead(step & self.thirds[0 if side == MAX else 1], side) & ~taken
        return found | attacks[square] & (state.white ^ taken if side == MAX else state.white)

    def may_pass(self, state: Position, pawn: int, passing: int) -> bool:
        """Whether the king is safe once a pawn has taken en passant."""
        jumped = ahead(passing, -state.player)
        taken = (state.ones | state.twos | state.fours) ^ pawn ^ passing ^ jumped
        other = taken & ~self.own(state) & ~passing
        return self.attackers(state, self.king(state), taken) & other == 0

    def king_targets(self, state: Position, square: int, saves: int) -> int:
        """Where the king goes to."""
        taken, own = state.ones | state.twos | state.fours, self.own(state)
        free = taken & ~signed(1 << square)
        steps, found = self.steps[square] & ~own, 0
        while steps:
            step = lowest_bit(steps)
            steps ^= step
            if self.attackers(state, trailing_zeros(step), free) & taken & ~own == 0:
                found |= step
        rooks = state.ones & state.twos & state.fours & own if saves == ALL else 0
        while rooks:
            rook = lowest_bit(rooks)
            rooks ^= rook
            if self.may_castle(state, square, trailing_zeros(rook)):
                found |= rook
        return found

    def may_castle(self, state: Position, square: int, rook: int) -> bool:
        """Whether the ways of king and rook are free, and the king's is not attacked."""
        taken, own = state.ones | state.twos | state.fours, self.own(state)
        king_end, rook_end = castled(square, rook)
        free = taken & ~signed(1 << square) & ~signed(1 << rook)
        way = span(square, king_end)
        if free & (way | span(rook, rook_end)):
            return False
        way &= ~signed(1 << square)
        while way:
            if self.attackers(state, trailing_zeros(way), free) & taken & ~own:
                return False
            way ^= lowest_bit(way)
        return True

    def result(self, state: Position, action: int) -> Position:
        start, end = signed(1 << (action & 63)), signed(1 << (action >> 6 & 63))
        ones, twos, fours = state.ones, state.twos, state.fours
        taken, own, piece = ones | twos | fours, self.own(state), self.piece_at(state, start)
        gone, clock = start | end, state.clock + 1
        becomes = ROOK if piece == CASTLING_ROOK else action >> 12 if action >> 12 else piece
        new_ones = end if becomes & 1 else 0
        new_twos, new_fours = end if becomes & 2 else 0, end if becomes & 4 else 0
        if piece == KING:  # its rooks are like others now
            rights = ones & twos & fours & own
            ones, twos = ones ^ rights, twos ^ rights
        if end & own:
            king, rook = castled(action & 63, action >> 6 & 63)
            new_twos, end = signed(1 << king), signed(1 << king | 1 << rook)
            new_fours = end
        elif piece == PAWN or end & taken:
            clock = 0
            if piece == PAWN and end & state.white & ~taken:
                gone |= ahead(end, -state.player)
        after = Position(
            state.white & taken & ~gone | (end if state.player == MAX else 0),
            ones & ~gone | new_ones,
            twos & ~gone | new_twos,
            fours & ~gone | new_fours,
            -state.player,
            clock,
        )
        if piece == PAWN and abs((action >> 6 & 63) - (action & 63)) == 16:
            return self.passed(after, end)
        return after

    def passed(self, state: Position, pawn: int) -> Position:
        """After a double step: the square jumped over is kept where it can be taken on."""
        takers = beside(pawn) & self.own(state) & state.ones & ~state.twos & ~state.fours
        passing = ahead(pawn, state.player)
        while takers:
            if self.may_pass(state, lowest_bit(takers), passing):
                return state._replace(white=state.white | passing)
            takers ^= lowest_bit(takers)
        return state

    # --- the end -------------------------------------------------------------------------------

    def is_drawn(self, state: Position) -> bool:
        """Whether the game is drawn by the fifty-move rule or as nobody can ever mate."""
        if state.clock >= MOST_QUIET:
            return True
        ones, twos, fours = state.ones, state.twos, state.fours
        pieces = (ones | twos | fours) & ~(twos & fours & ~ones)
        if pieces & ~(twos & ~fours):  # more than bishops and knights
            return False
        one_colour = pieces & DARK_SQUARES == 0 or pieces & ~DARK_SQUARES == 0
        return popcount(pieces) <= 1 or (pieces & ~ones == 0 and one_colour)

    def can_move(self, state: Position) -> bool:
        """Whether the player to move has a move."""
        saves, pinned = self.danger(state)
        pieces = self.own(state)
        while pieces:
            if self.targets(state, lowest_bit(pieces), saves, pinned):
                return True
            pieces ^= lowest_bit(pieces)
        return False

    def in_check(self, state: Position) -> bool:
        """Whether the king of the player to move is attacked."""
        return self.danger(state)[0] != ALL

    def is_terminal(self, state: Position) -> bool:
        return self.is_drawn(state) or not self.can_move(state)

    def utility(self, state: Position) -> int:
        """Checkmate counts even where it comes with the fiftieth move."""
        if self.in_check(state) and not self.can_move(state):
            return -WIN if state.player == MAX else WIN
        return 0

    def uncounted(self, state: Position) -> Position:
        return state._replace(clock=0)

    def plies_left(self, state: Position) -> int:
        return MOST_QUIET - state.clock


def placed(codes: Mapping[int, int], player: int, clock: int) -> Position:
    """The position with these pieces by their squares; Black's are less than 0."""
    planes = [signed(sum((abs(c) >> i & 1) << at for at, c in codes.items())) for i in range(3)]
    white = signed(sum(1 << square for square, code in codes.items() if code > 0))
    return Position(white, planes[0], planes[1], planes[2], player, clock)


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook are after castling."""
    first = king & ~7
    return (first + 6, first + 5) if rook > king else (first + 2, first + 3)


def back_rank(number: int) -> str:
    """The first rank of a position of Chess960, by the usual numbers."""
    rank = [""] * 8
    number, bishop = divmod(number, 4)
    rank[2 * bishop + 1] = "B"
    number, bishop = divmod(number, 4)
    rank[2 * bishop] = "B"
    number, queen = divmod(number, 6)
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    for letters, places in (("Q", (queen,)), ("NN", pairs[number]), ("RKR", (0, 1, 2))):
        free = [file for file in range(8) if not rank[file]]
        for letter, place in zip(letters, places, strict=True):
            rank[free[place]] = letter
    return "".join(rank)
