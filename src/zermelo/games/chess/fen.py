"""Positions of chess as text: Forsyth-Edwards Notation, with X-FEN and Shredder-FEN for Chess960.

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    the ranks from the top                      to move, castling, en passant, clock, number

The number of the move is read and forgotten, and written as 1.
"""

from __future__ import annotations

import re

from zermelo.bits import cells, shift_left, shift_right, signed, trailing_zeros
from zermelo.game import MAX, MIN, NotationError
from zermelo.games.chess.rules import (
    CASTLING_ROOK,
    KING,
    LETTERS,
    MOST_QUIET,
    PAWN,
    ROOK,
    Position,
    Rules,
    placed,
)
from zermelo.games.chess.squares import name_of, square_named
from zermelo.language import _


def format_fen(rules: Rules, state: Position) -> str:
    """The position; the square of a pawn that can be taken en passant only if it can."""
    passing = state.white & ~(state.ones | state.twos | state.fours)
    signs, size = "".join(signs_of(rules, state)), rules.size
    ranks = "/".join(signs[at : at + size] for at in range(0, size * size, size))
    fields = (
        re.sub(r"\.+", lambda empty: str(len(empty[0])), ranks),
        "w" if state.player == MAX else "b",
        _castling(state) or "-",
        name_of(trailing_zeros(passing)) if passing else "-",
    )
    return f"{' '.join(fields)} {state.clock} 1"


def signs_of(rules: Rules, state: Position) -> list[str]:
    """The squares in reading order: the letter of a piece, small for Black's, or a dot."""
    signs = []
    for rank in reversed(range(rules.size)):
        for file in range(rules.size):
            bit = signed(1 << 8 * rank + file)
            letter = LETTERS[rules.piece_at(state, bit)]
            signs.append(letter if state.white & bit else letter.lower())
    return signs


def _castling(state: Position) -> str:
    """K and Q for the outermost rooks; the file of one that has another beyond it."""
    found, rooks = "", state.fours & ~(state.ones ^ state.twos)
    rights, kings = rooks & state.ones, state.twos & state.fours & ~state.ones
    for side, home in ((state.white, 0), (~state.white, 56)):
        king = trailing_zeros(kings & side)
        own = [each for each in cells(rooks & side) if each & 56 == home]
        for rook in reversed(list(cells(rights & side))):
            outer = [each for each in own if (each > rook if rook > king else each < rook)]
            letter = "abcdefgh"[rook & 7] if outer else "k" if rook > king else "q"
            found += letter if home else letter.upper()
    return found


def parse_fen(rules: Rules, text: str) -> Position:
    """The position, or `NotationError` that names the field that is wrong."""
    fields = text.split()
    if not 1 <= len(fields) <= 6:
        words = _("'{text}' is no position: a FEN has up to six fields, not {count}")
        raise NotationError(words.format(text=text, count=len(fields)))
    fields += ("w", "-", "-", "0", "1")[len(fields) - 1 :]
    board, turn, castling, passing, clock, number = fields
    codes = _pieces(rules, board)
    if turn not in ("w", "b"):
        raise _wrong(_("to move"), turn, _("write w or b"))
    if not (clock.isascii() and clock.isdecimal() and int(clock) <= MOST_QUIET):
        raise _wrong(
            _("clock"), clock, _("write a number from 0 to {most}").format(most=MOST_QUIET)
        )
    if not (number.isascii() and number.isdecimal()):
        raise _wrong(_("number of the move"), number, _("write a number"))
    player = MAX if turn == "w" else MIN
    for square in _rights(rules, codes, castling):
        codes[square] = CASTLING_ROOK if codes[square] > 0 else -CASTLING_ROOK
    state = placed(codes, player, int(clock))
    other, taken = state._replace(player=-player), state.ones | state.twos | state.fours
    if rules.attackers(state, rules.king(other), taken) & rules.own(state):
        raise _wrong(_("to move"), turn, _("the other king is in check"))
    return _with_passing(rules, state, passing)


def _wrong(field: str, text: str, why: str) -> NotationError:
    words = _("FEN, {field}: '{text}': {why}")
    return NotationError(words.format(field=field, text=text, why=why))


def _pieces(rules: Rules, board: str) -> dict[int, int]:
    """What stands on each square, less than 0 for Black's."""
    ranks = board.split("/")
    field = _("board")
    if len(ranks) != rules.size:
        why = _("write {size} ranks with / between them, not {count}")
        raise _wrong(field, board, why.format(size=rules.size, count=len(ranks)))
    codes: dict[int, int] = {}
    for number, rank in zip(range(rules.size, 0, -1), ranks, strict=True):
        if not re.fullmatch("[1-8pnbrqkPNBRQK]+", rank):
            why = _("rank {number} has a letter other than PNBRQK and pnbrqk")
            raise _wrong(field, rank, why.format(number=number))
        signs = re.sub("[1-8]", lambda digit: "." * int(digit[0]), rank)
        if len(signs) != rules.size:
            why = _("rank {number} has {count} squares, not {size}")
            raise _wrong(field, rank, why.format(number=number, count=len(signs), size=rules.size))
        for file, sign in enumerate(signs):
            if sign != ".":
                code = LETTERS.index(sign.upper())
                codes[8 * (number - 1) + file] = code if sign.isupper() else -code
    for king, owner in ((KING, "K"), (-KING, "k")):
        if list(codes.values()).count(king) != 1:
            raise _wrong(field, board, _("there must be one {king}").format(king=owner))
    if any(
        abs(code) == PAWN and square >> 3 in (0, rules.size - 1) for square, code in codes.items()
    ):
        raise _wrong(field, board, _("a pawn cannot stand on the first or the last rank"))
    return codes


def _rights(rules: Rules, codes: dict[int, int], castling: str) -> list[int]:
    """The rooks with which the kings may castle."""
    found: list[int] = []
    for letter in castling if castling != "-" else "":
        sign, home = (1, 0) if letter.isupper() else (-1, 56)
        king = next(square for square, code in codes.items() if code == sign * KING)
        rooks = [at for at, code in codes.items() if code == sign * ROOK and at & 56 == home]
        left, right = [at for at in rooks if at < king], [at for at in rooks if at > king]
        place = letter.upper()
        chosen = {"K": right and [max(right)], "Q": left and [min(left)]}.get(
            place, [at for at in rooks if place == "ABCDEFGH"[at & 7]]
        )
        usual = rules.variant == "chess960" or (
            king & 7 == 4 and chosen and chosen[0] & 7 in (0, 7)
        )
        if rules.small or not chosen or king & 56 != home or not usual or chosen[0] in found:
            raise _wrong(
                _("castling"), castling, _("no king and rook for {letter}").format(letter=letter)
            )
        found += chosen
    return found


def _with_passing(rules: Rules, state: Position, passing: str) -> Position:
    """The position with the square that a pawn has just jumped over, if it can be taken there."""
    if passing == "-":
        return state
    field = _("en passant")
    rank = "6" if state.player == MAX else "3"
    if rules.small or not re.fullmatch("[a-h][36]", passing) or passing[1] != rank:
        raise _wrong(field, passing, _("write - or a square of rank {rank}").format(rank=rank))
    bit = signed(1 << square_named(passing))
    behind, jumped = shift_left(bit, 8), shift_right(bit, 8)
    if state.player != MAX:
        behind, jumped = jumped, behind
    taken = state.ones | state.twos | state.fours
    own_pawn = rules.own(state) & jumped
    if rules.piece_at(state, jumped) != PAWN or own_pawn or taken & (bit | behind):
        raise _wrong(field, passing, _("no pawn has just jumped over it"))
    return rules.passed(state, jumped)
