"""What is known of chess: an estimate of positions, exchanges of pieces, and good moves first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from zermelo.bits import lowest_bit, popcount, signed, trailing_zeros
from zermelo.game import MAX, MIN, Feature, ZermeloError
from zermelo.games.chess.rules import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    STANDARD,
    WIN,
    Position,
    Rules,
)
from zermelo.games.chess.squares import ahead, all_ahead, beside, covered, downwards, upwards
from zermelo.language import _, mark

HEURISTICS: Final = ("full", "material")

# What the lectures count, by piece.
COUNT: Final = (0, 1, 3, 3, 5, 9, 0, 5)
# For exchanges and for the order of captures; a king is worth more than all others together.
WORTH: Final = (0, 100, 320, 330, 500, 950, 20_000, 500)

HALF: Final = 1 << 15  # see `packed`
FULL_BOARD: Final = 24
PHASE: Final = (0, 0, 1, 1, 2, 4, 0, 2)  # what each piece adds to it

Pair: TypeAlias = tuple[int, int]

PARTS: Final = (
    mark("placement of the pieces"),
    mark("mobility"),
    mark("attack on the king, and its shield"),
    mark("structure of the pawns"),
)
NAMES: Final = (
    *(mark("pawns"), mark("knights"), mark("bishops"), mark("rooks"), mark("queens")),
    mark("pairs of bishops"),
)


class Weights(NamedTuple):
    """What the parts of the estimate are worth, in hundredths of a pawn; of tables, in percent.

    Pairs: what counts with all pieces on the board, and what in the endgame.
    """

    # Of the piece itself, in the order of `balance`; the last is for having two bishops.
    pawn: Pair = (56, 118)
    knight: Pair = (277, 324)
    bishop: Pair = (279, 346)
    rook: Pair = (376, 650)
    queen: Pair = (1334, 879)
    two_bishops: Pair = (22, 59)
    # The tables of `placement`, by piece.
    pawn_places: Pair = (165, 81)
    knight_places: Pair = (61, 111)
    bishop_places: Pair = (58, 112)
    rook_places: Pair = (167, 117)
    queen_places: Pair = (96, 106)
    king_places: Pair = (82, 98)
    # For each square that a piece attacks and that no pawn covers.
    knight_mobility: Pair = (5, 3)
    bishop_mobility: Pair = (6, 3)
    rook_mobility: Pair = (4, 4)
    queen_mobility: Pair = (1, 3)
    # For each square that a piece attacks and that is next to the other king.
    knight_attack: Pair = (9, -10)
    bishop_attack: Pair = (7, -3)
    rook_attack: Pair = (15, -7)
    queen_attack: Pair = (10, 3)
    shield: Pair = (12, -1)  # for each pawn before the king
    doubled: Pair = (-8, -16)
    alone: Pair = (-12, -11)  # a pawn without another on the files beside it
    # A pawn that no other can stop, by rank from the third on; then the same in the endgame.
    passed: tuple[int, ...] = (2, 5, 15, 37, 58)
    passed_late: tuple[int, ...] = (9, 22, 57, 98, 173)
    tempo: int = 2  # for the player to move


WEIGHTS: Final = Weights()


def packed(full: int, bare: int) -> int:
    """A pair in one number, the second above the lowest 16 bits."""
    return full + (bare << 16)


def placement(piece: int, file: int, rank: int, size: int) -> Pair:
    """What a white piece is worth on a square, more or less than elsewhere, before weights."""
    low, high = (size - 1) // 2, size // 2
    centre = size - 2 - max(low - file, file - high, 0) - max(low - rank, rank - high, 0)
    middle = 3 - max(low - file, file - high, 0)
    up = 7 * rank // (size - 1)
    if piece == PAWN:
        return 4 * (middle - 1) * min(up - 1, 3) // 2, 6 * (up - 1)
    if piece == KNIGHT:
        return 9 * centre - 34 + 3 * min(up, 5), 8 * centre - 34
    if piece == BISHOP:
        return 5 * centre - 14 - (9 if rank == 0 else 0), 4 * centre - 12
    if piece == QUEEN:
        return 2 * centre - 4 - 2 * up, 6 * centre - 18
    if piece == KING:
        return 10 * (3 - centre) - 14 * min(up, 4) - 8 * middle + 30, 11 * centre - 36
    return 4 * middle - 8 + (16 if up >= 6 else 0), 3 * up // 2


class Knowledge(Rules):
    """`heuristic`: "full", in hundredths of a pawn, or "material", in pawns as in the lectures."""

    def __init__(
        self,
        variant: str = "chess",
        number: int = STANDARD,
        heuristic: str = "full",
        weights: Weights = WEIGHTS,
    ) -> None:
        super().__init__(variant, number)
        if heuristic not in HEURISTICS:
            words = _("heuristic must be full or material, not '{heuristic}'")
            raise ZermeloError(words.format(heuristic=heuristic))
        self.heuristic, self.counts_material = heuristic, heuristic == "material"
        self._weigh(weights)
        # The ranks before White's pawns, from their second on, and of Black's.
        self.ranks_up = tuple(signed(0xFF << 8 * rank) for rank in range(2, self.size - 1))

    def _weigh(self, weights: Weights) -> None:
        """The weights, in the order in which they are counted, in one number each."""
        self.weights, top = weights, self.size - 1
        self.material = tuple(packed(*pair) for pair in weights[:6])
        rook, nothing = weights.rook_places, (0, 0)
        self.placement = tuple(  # by piece and square, of White
            packed(full * percent[0] // 100, bare * percent[1] // 100)
            for piece, percent in enumerate((nothing, *weights[6:12], rook))
            for i in range(64)
            for full, bare in [placement(piece, min(i % 8, top), min(i // 8, top), self.size)]
        )
        pairs = [packed(*pair) for pair in weights[12:23]]
        self.mobility = (0, 0, *pairs[:4], 0, pairs[2])
        self.attack = (0, 0, *pairs[4:8], 0, pairs[6])
        self.for_shield, self.for_doubled, self.for_alone = pairs[8:]
        self.for_passed = tuple(map(packed, weights.passed, weights.passed_late))

    def tier(self, state: Position) -> int:
        """What is used up of pieces, of steps of pawns, and of castling."""
        pawns = state.ones & ~state.twos & ~state.fours
        left = popcount(state.ones | state.twos | state.fours)
        left += popcount(state.ones & state.twos & state.fours)
        for up in range(1, self.size - 1):
            rank = pawns & 0xFF << 8 * up
            white = popcount(rank & state.white)
            left += (self.size - 1 - up) * white + up * (popcount(rank) - white)
        return 150 - left

    def bounds(self, state: Position) -> tuple[int, int]:
        return -WIN, WIN

    # --- the estimate --------------------------------------------------------------------------

    def evaluate(self, state: Position) -> int:
        """The sum of `features`."""
        if self.counts_material:
            pawns, knights, bishops, rooks, queens, _pairs = self.balance(state)
            return pawns + 3 * (knights + bishops) + 5 * rooks + 9 * queens
        phase = self.phase(state)
        estimate = state.player * self.weights.tempo
        for count, weight in zip(self.balance(state), self.material, strict=True):
            estimate += count * tapered(weight, phase)
        for white, black in zip(self.sums(state, MAX), self.sums(state, MIN), strict=True):
            estimate += tapered(white, phase) - tapered(black, phase)
        return max(1 - WIN, min(WIN - 1, estimate))

    def features(self, state: Position) -> Iterator[Feature]:
        counts = self.balance(state)
        if self.counts_material:
            for name, count, worth in zip(NAMES, counts, (1, 3, 3, 5, 9), strict=False):
                yield Feature(name, count, worth)
            return
        phase = self.phase(state)
        for name, count, weight in zip(NAMES, counts, self.material, strict=True):
            yield Feature(name, count, tapered(weight, phase))
        sums = zip(PARTS, self.sums(state, MAX), self.sums(state, MIN), strict=True)
        for name, white, black in sums:
            yield Feature(name, tapered(white, phase) - tapered(black, phase))
        yield Feature(mark("the move"), state.player, self.weights.tempo)

    def balance(self, state: Position) -> tuple[int, int, int, int, int, int]:
        """White's pawns, knights, bishops, rooks, queens and pairs of bishops, less Black's."""
        ones, twos, fours, white = state.ones, state.twos, state.fours, state.white
        knights, bishops = twos & ~ones & ~fours, twos & ones & ~fours
        queens = fours & ones & ~twos
        rooks = fours & (ones | ~twos) & ~queens
        two = (popcount(bishops & white) > 1) - (popcount(bishops & ~white) > 1)
        pawns = lead(ones & ~twos & ~fours, white)
        minor = lead(knights, white), lead(bishops, white)
        return pawns, *minor, lead(rooks, white), lead(queens, white), two

    def phase(self, state: Position) -> int:
        """FULL_BOARD with all pieces, 0 with kings and pawns alone."""
        ones, twos, fours = state.ones, state.twos, state.fours
        queens = popcount(fours & ones & ~twos)
        rooks = popcount(fours & (ones | ~twos)) - queens
        return min(FULL_BOARD, popcount(twos & ~fours) + 2 * rooks + 4 * queens)

    def sums(self, state: Position, side: int) -> tuple[int, int, int, int]:
        """The PARTS of a player's estimate, as pairs."""
        ones, twos, fours = state.ones, state.twos, state.fours
        taken = ones | twos | fours
        own = taken & state.white if side == MAX else taken & ~state.white
        pawns, kings = ones & ~twos & ~fours, twos & fours & ~ones
        king = trailing_zeros(kings & ~own)
        free = self.board & ~own & ~covered(pawns & ~own, -side)
        places, mobility, attack = 0, 0, self.shield(kings & own, pawns & own, side)
        pieces = own
        while pieces:
            piece = lowest_bit(pieces)
            pieces ^= piece
            square, kind = trailing_zeros(piece), self.piece_at(state, piece)
            places += self.placement[64 * kind + self.seen_by(square, side)]
            if kind != PAWN and kind != KING:
                reach = self.reach(kind, square, taken)
                mobility += self.mobility[kind] * popcount(reach & free)
                attack += self.attack[kind] * popcount(reach & self.steps[king])
        return places, mobility, attack, self.structure(pawns & own, pawns & ~own, side)

    def seen_by(self, square: int, side: int) -> int:
        """The square that is to White what this one is to a player."""
        return square if side == MAX else 8 * (self.size - 1 - (square >> 3)) + (square & 7)

    def shield(self, king: int, pawns: int, side: int) -> int:
        """What the pawns before a king are worth."""
        near = covered(king, side) | ahead(king, side)
        return self.for_shield * popcount(pawns & (near | ahead(near, side)))

    def structure(self, own: int, other: int, side: int) -> int:
        """What pawns that are doubled, alone or passed are worth."""
        files = upwards(downwards(own))
        alone = own & ~beside(files)
        front = all_ahead(own, side)
        theirs = all_ahead(other, -side)
        passed = own & ~(theirs | beside(theirs) | all_ahead(own, -side))
        found = self.for_doubled * popcount(own & front) + self.for_alone * popcount(alone)
        for up in range(2, self.size - 1):
            rank = 8 * (up if side == MAX else self.size - 1 - up)
            worth = self.for_passed[up - self.size + 6]
            found += worth * popcount(passed & 0xFF << rank)
        return found

    # --- exchanges -----------------------------------------------------------------------------

    def is_quiet(self, state: Position) -> bool:
        """Whether there is no check, no exchange to be won, and no pawn that may become a queen."""
        return not self.in_check(state) and not any(True for _ in self.gaining(state, 1))

    def forcing(self, state: Position) -> Iterator[int]:
        """Captures that lose nothing, and pawns that become a queen."""
        return self.gaining(state, 0)

    def gaining(self, state: Position, least: int) -> Iterator[int]:
        """Captures that gain at least so much, and pawns that become a queen."""
        saves, pinned = self.danger(state)
        ones, twos, fours = state.ones, state.twos, state.fours
        own, pawns = self.own(state), ones & ~twos & ~fours
        other = (ones | twos | fours) & ~own
        while own:
            piece = lowest_bit(own)
            own ^= piece
            square, targets = trailing_zeros(piece), self.targets(state, piece, saves, pinned)
            if piece & pawns:
                queens = targets & self.last
                targets ^= queens
                while queens:
                    yield square | trailing_zeros(queens) << 6 | QUEEN << 12
                    queens ^= lowest_bit(queens)
            targets &= other
            while targets:
                action = square | trailing_zeros(targets) << 6
                targets ^= lowest_bit(targets)
                if self.wins(state, action, least):
                    yield action

    def null_move(self, state: Position) -> Position | None:
        """Not in check, nor where there may be zugzwang: with a king and pawns alone."""
        if self.own(state) & (state.fours & ~state.twos | state.twos & ~state.fours) == 0:
            return None
        if self.in_check(state):
            return None
        taken = state.ones | state.twos | state.fours
        return state._replace(
            white=state.white & taken, player=-state.player, clock=state.clock + 1
        )

    def order(self, state: Position, action: int) -> int:
        """Captures by what they take and with what, those that lose something after all others."""
        start, end = signed(1 << (action & 63)), signed(1 << (action >> 6 & 63))
        victim, piece = self.piece_at(state, end), self.piece_at(state, start)
        gain = WORTH[action >> 12]
        if victim == 0 or self.own(state) & end:
            return gain
        rank = WORTH[victim] - piece + gain
        return rank if self.wins(state, action, 0) else rank - WORTH[QUEEN] - WORTH[QUEEN]

    def wins(self, state: Position, action: int, least: int) -> bool:
        """Whether a capture gains at least so much when all take back, the cheapest piece first.

        Each player in turn may stop. `balance` is what the player to move would still win or lose
        beyond `least` if the piece on the square were taken next.
        """
        start, square = signed(1 << (action & 63)), action >> 6 & 63
        end = signed(1 << square)
        balance = WORTH[self.piece_at(state, end)] - least
        if balance < 0:
            return False
        balance = WORTH[self.piece_at(state, start)] - balance
        if balance <= 0:
            return True
        ones, twos, fours = state.ones, state.twos, state.fours
        taken = (ones | twos | fours) & ~start | end
        straight, aslant = fours & (ones | ~twos), ones & (twos ^ fours)
        white = state.player != MAX  # who takes next
        won = True
        attackers = self.attackers(state, square, taken) & taken
        while True:
            own = attackers & (state.white if white else ~state.white)
            if own == 0:
                return won
            won = not won
            piece = self.cheapest(state, own)
            kind = self.piece_at(state, piece)
            if kind == KING:  # which may not go where it is attacked
                other = attackers & (~state.white if white else state.white)
                return won if other == 0 else not won
            balance = WORTH[kind] - balance
            if balance < (1 if won else 0):
                return won
            taken ^= piece
            attackers |= self.straight(square, taken) & straight
            attackers |= self.aslant(square, taken) & aslant
            attackers &= taken
            white = not white

    def cheapest(self, state: Position, pieces: int) -> int:
        """One of some pieces that none of them is worth less than."""
        ones, twos, fours = state.ones & pieces, state.twos & pieces, state.fours & pieces
        if ones & ~twos & ~fours:
            return lowest_bit(ones & ~twos & ~fours)
        if twos & ~fours:
            knights = twos & ~ones & ~fours
            return lowest_bit(knights if knights else twos & ~fours)
        rooks = fours & (ones & twos | ~ones & ~twos)
        if rooks:
            return lowest_bit(rooks)
        return lowest_bit(ones if ones else fours)


def tapered(weight: int, phase: int) -> int:
    """A pair as one number, between what it is with all pieces on the board and with none."""
    full = ((weight + HALF) & 0xFFFF) - HALF
    bare = weight - full >> 16
    return (full * phase + bare * (FULL_BOARD - phase)) // FULL_BOARD


def lead(pieces: int, white: int) -> int:
    """How many more of the pieces White has."""
    return popcount(pieces & white) - popcount(pieces & ~white)
