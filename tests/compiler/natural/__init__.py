"""Games as ordinary Python programmers write them, with what a slow, obvious solver says of each.

The files beside this one are no code of ours in style: they are left as their authors wrote them,
and neither formatted nor typed. They were written without a look at the compiler, and stay so: a
game that does not compile is the compiler's matter.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Game, Value


class Case(NamedTuple):
    """A small position of a game, its value and its perft.

    `pieces`: where the position is not the initial one, what stands on its board (see `position`).
    `value`: None where the position is too large to be solved. `perft`: the numbers of sequences
    of 1, 2, ... actions; a roll of the dice is an action there.
    """

    file: str
    name: str
    parameters: dict[str, Any]
    value: Value | None
    perft: tuple[int, ...]
    pieces: Any = None

    @property
    def game(self) -> Game[Any, Any]:
        """The game, with the parameters of the case."""
        found: Game[Any, Any] = getattr(self.module, self.name)(**self.parameters)
        return found

    @property
    def module(self) -> Any:
        """The author's file."""
        return import_module(f"{__name__}.{self.file}")

    @property
    def position(self) -> Any:
        """Where the case begins: rows of signs for breakthrough, squares for draughts."""
        if self.pieces is None:
            return self.game.initial()
        if self.file == "breakthrough":
            signs = {"x": MAX, "o": MIN, ".": 0}
            board = tuple(tuple(signs[sign] for sign in row) for row in self.pieces)
            return self.module.Position(board, MAX)
        return self.module.State(tuple(self.pieces.get(square, 0) for square in range(64)), MAX)

    def __str__(self) -> str:
        """A name for a test."""
        return f"{self.file}-{'-'.join(map(str, self.parameters.values()))}-{self.value}"


# Small enough for the slow solver. All but race end whatever is played; draughts, oware and
# checkers by a count of dull moves in the state, backgammon and textcheckers by a count of turns.
CASES: Final = (
    Case(
        "backgammon",
        "Backgammon",
        {"points": 3, "checkers": 2, "faces": 2, "turns": 4},
        Fraction(-13, 128),
        (3, 3, 5, 9),
    ),
    Case(
        "backgammon",
        "Backgammon",
        {"points": 4, "checkers": 2, "faces": 3, "turns": 5},
        Fraction(3329, 19683),
        (6, 7, 14, 55),
    ),
    Case(
        "breakthrough",
        "Breakthrough",
        {"size": 4},
        1000,
        (6, 37, 227, 1138),
        ("o..o", ".oo.", "x.x.", "x..x"),
    ),
    Case("breakthrough", "Breakthrough", {"size": 5}, None, (13, 156, 1924)),
    Case("checkers", "Checkers", {"size": 4, "lines": 1, "dull_limit": 8}, 0, (3, 9, 12, 16)),
    Case("checkers", "Checkers", {"size": 5, "lines": 1, "dull_limit": 6}, 0, (4, 16, 48, 108)),
    Case("connect3", "ConnectThree", {"rows": 3, "columns": 3}, 0, (3, 9, 27, 78)),
    Case("connect3", "ConnectThree", {"rows": 3, "columns": 4}, 1, (4, 16, 64, 252)),
    Case("dots", "Dots", {"width": 2, "height": 1}, 0, (7, 42, 210, 840)),
    Case("dots", "Dots", {"width": 2, "height": 2}, 2, (12, 132, 1320, 11880)),
    Case(
        "draughts",
        "Draughts",
        {"idle_limit": 2},
        1000,
        (1, 1, 6, 12),
        {14: 1, 19: 1, 35: 2, 12: -1, 23: -1},
    ),
    Case(
        "draughts",
        "Draughts",
        {"idle_limit": 2},
        0,
        (2, 3, 18, 32),
        {51: 1, 33: 1, 46: 2, 44: -1, 53: -1},
    ),
    Case("draughts", "Draughts", {}, None, (7, 49, 302, 1469)),
    Case("fleet", "Fleet", {"size": 3}, 0, (9, 36, 108, 288)),
    Case("gomoku", "Gomoku", {"m": 3, "n": 3, "k": 3}, 0, (9, 72, 504, 3024)),
    Case("hexapawn", "Hexapawn", {"columns": 3, "rows": 3}, -1, (3, 10, 28, 56)),
    Case("hexapawn", "Hexapawn", {"columns": 4, "rows": 4}, 1, (4, 16, 66, 280)),
    Case("isolation", "Isolation", {"width": 3, "height": 3}, 1, (5, 22, 84, 240)),
    Case("isolation", "Isolation", {"width": 3, "height": 4, "knight": True}, -1, (2, 4, 5, 6)),
    Case("kalah", "Kalah", {"houses": 2, "seeds": 2}, -2, (2, 3, 2, 3)),
    Case("kalah", "Kalah", {"houses": 3, "seeds": 2}, 4, (3, 8, 19, 40)),
    Case("konane", "Konane", {"rows": 4, "columns": 4}, -1, (4, 12, 16, 52)),
    Case("oware", "Oware", {"houses": 2, "seeds": 2, "limit": 8}, 6, (2, 3, 5, 7)),
    Case("oware", "Oware", {"houses": 3, "seeds": 2, "limit": 4}, 8, (3, 6, 14, 32)),
    Case("quarto", "Quarto", {"size": 2}, -1, (8, 224, 4032, 5760)),
    Case("race", "Race", {"length": 1, "faces": 3}, 1, (3, 6, 18, 36)),
    Case("race", "Race", {"length": 3, "faces": 2}, Fraction(133, 972), (2, 4, 8, 16)),
    Case("reversi", "Reversi", {"size": 4}, None, (4, 12, 44, 128)),
    Case("sim", "Sim", {"dots": 4}, 0, (6, 30, 120, 360)),
    Case("sim", "Sim", {"dots": 5}, 0, (10, 90, 720, 5040)),
    Case("textcheckers", "Checkers", {"limit": 5}, 0, (5, 25, 106, 369)),
    Case("whist", "Whist", {"cards": 3}, 1, (3, 5, 10, 14)),
)

# Too large to be solved again in a test; the slow solver took up to four minutes.
LARGE: Final = (
    Case("breakthrough", "Breakthrough", {"size": 4}, -1000, (6, 42, 334, 2216)),
    Case("connect3", "ConnectThree", {"rows": 4, "columns": 4}, 1, (4, 16, 64, 256)),
    Case("gomoku", "Gomoku", {"m": 3, "n": 4, "k": 3}, 1, (12, 132, 1320, 11880)),
    Case("isolation", "Isolation", {"width": 3, "height": 4}, -1, (7, 43, 233, 1034)),
    Case("kalah", "Kalah", {"houses": 3, "seeds": 3}, 2, (3, 8, 19, 48)),
    Case("oware", "Oware", {"houses": 3, "seeds": 3, "limit": 6}, 6, (3, 9, 26, 68)),
    Case("reversi", "Reversi", {"size": 4}, -8, (4, 12, 44, 128)),
)


def goes_round(case: Case) -> bool:
    """Whether a state can come back: pawns that are hit in the race begin anew."""
    return case.file == "race" and case.parameters["length"] > 1


def solve(game: Game[Any, Any], state: Any, known: dict[Any, Value]) -> Value:
    """The definition of the value, each state once; exact where there are dice."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = game.utility(state)
        elif game.to_move(state) == CHANCE:
            outcomes = list(game.outcomes(state))
            known[state] = sum(
                weight * Fraction(solve(game, game.result(state, action), known))
                for action, weight in outcomes
            ) / sum(weight for _, weight in outcomes)
        else:
            best = max if game.to_move(state) == MAX else min
            known[state] = best(
                solve(game, game.result(state, action), known) for action in game.actions(state)
            )
    return known[state]


def iterate(game: Game[Any, Any]) -> float:
    """The value of a game that goes round and has fair dice: better and better, from 0 on."""
    successors: dict[Any, list[Any]] = {}
    todo = [game.initial()]
    while todo:
        state = todo.pop()
        if state not in successors:
            ends = game.is_terminal(state)
            successors[state] = [] if ends else [game.result(state, a) for a in game.actions(state)]
            todo += successors[state]
    values = {s: 0.0 if successors[s] else float(game.utility(s)) for s in successors}
    change = 1.0
    while change > 1e-15:
        change = 0
        for state, following in successors.items():
            if following:
                found = [values[each] for each in following]
                player = game.to_move(state)
                fair = sum(found) / len(found)
                value = fair if player == CHANCE else max(found) if player == MAX else min(found)
                change = max(change, abs(value - values[state]))
                values[state] = value
    return values[game.initial()]


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """The number of sequences of so many actions."""
    if depth == 0:
        return 1
    following = (game.result(state, action) for action in game.actions(state))
    return sum(perft(game, each, depth - 1) for each in following)
