"""Other people's searches, of the same games where they have them.

They are wanted for measuring only, and each row does without the one that is not installed.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.bench.measure import Work, stopwatch

CHESS_DEPTH: Final = 3
CHESS_COUNT: Final = 8_902  # published
EASYAI_NODES: Final = 20_866

LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def open_spiel() -> Work:
    """OpenSpiel's alpha-beta in Python; its rules are C++ behind Python bindings."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")
    return stopwatch(lambda: minimax.alpha_beta_search(game))


def easy_ai() -> Work:
    """EasyAI's Negamax, without a transposition table.

    It values a win more the sooner it comes, so that it enters more nodes than we do.
    """
    from easyAI import Negamax

    game, search = tic_tac_toe(), Negamax(9)
    return stopwatch(lambda: search(game))


def tic_tac_toe() -> Any:
    """Tic-tac-toe as easyAI's own examples write games."""
    from easyAI import TwoPlayerGame

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [i for i, mark in enumerate(self.board) if mark == 0]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0

        def lose(self) -> bool:
            other = self.opponent_index
            return any(all(self.board[i] == other for i in line) for line in LINES)

        def is_over(self) -> bool:
            return self.lose() or 0 not in self.board

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    return TicTacToe()


def chess_moves() -> Work:
    """How fast python-chess makes moves: all sequences of three from the beginning."""
    import chess

    def sequences(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += sequences(board, depth - 1)
            board.pop()
        return total

    return stopwatch(lambda: sequences(chess.Board(), CHESS_DEPTH), CHESS_COUNT)
