"""Chess, Chess960 and Los Alamos chess; MAX plays White.

A position that comes back is a draw at once (in tournaments, when it comes back for the second
time), and so are fifty moves of each player without a capture or a move of a pawn, without
anybody having to ask for it.

Los Alamos chess, the first that a computer played (MANIAC I, 1956), is on six by six squares: no
bishops, no double step of pawns, no castling.
"""

from __future__ import annotations

import re

from zermelo.games.chess.fen import format_fen, parse_fen, signs_of
from zermelo.games.chess.knowledge import Knowledge
from zermelo.games.chess.rules import Position
from zermelo.games.chess.san import format_san, format_uci, parse_move
from zermelo.games.chess.squares import name_of
from zermelo.grid import Board

__all__ = ["Chess", "Position"]


class Chess(Knowledge):
    """Chess; an action is from | to << 6 | what a pawn becomes << 12, squares from a1 = 0.

    `variant`: "chess", "chess960" or "losalamos". `number`: the first position of Chess960, from 0
    to 959; 518 is the usual one. `heuristic`: "full", in hundredths of a pawn, or "material", in
    pawns as the lectures count. `weights`: what the parts of the full one are worth.
    """

    def format_state(self, state: Position) -> str:
        """The position in Forsyth-Edwards Notation."""
        return format_fen(self, state)

    def parse_state(self, text: str) -> Position:
        """Fields left out at the end are "w - - 0 1"."""
        return parse_fen(self, text)

    def format_action(self, state: Position, action: int) -> str:
        """As in the protocol UCI: "e2e4", "e7e8q", "e1g1" to castle, in Chess960 "e1h1"."""
        return format_uci(self, state, action)

    def notate(self, state: Position, action: int) -> str:
        """In Standard Algebraic Notation: "Nf3", "exd6", "O-O", "e8=Q#"."""
        return format_san(self, state, action)

    def parse_action(self, state: Position, text: str) -> int:
        """In either notation."""
        action = parse_move(self, state, text)
        return super().parse_action(state, text) if action is None else action

    def split_moves(self, text: str) -> list[str]:
        """Numbers of moves, as in "1. e4 e5 2. Nf3", are left out."""
        return re.sub(r"(?<!\S)\d+\.+", " ", text.replace(",", " ")).split()

    def route(self, state: Position, action: int) -> tuple[str, ...]:
        """From where to where."""
        return name_of(action & 63), self.format_action(state, action)[2:4]

    def cells(self, state: Position) -> Board:
        """The board, with the letters of FEN."""
        return Board(signs_of(self, state), self.size, upwards=True)
