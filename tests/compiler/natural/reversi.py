"""Reversi, with the discs in a dict."""

from dataclasses import dataclass

from zermelo import MAX, MIN, Game

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


@dataclass(frozen=True)
class State:
    discs: frozenset  # of ((row, column), player)
    player: int


class Reversi(Game):
    def __init__(self, size: int = 4):
        self.size = size

    def initial(self):
        m = self.size // 2
        discs = {(m - 1, m - 1): MIN, (m, m): MIN, (m - 1, m): MAX, (m, m - 1): MAX}
        return State(frozenset(discs.items()), MAX)

    def to_move(self, state):
        return state.player

    def on_board(self, square):
        r, c = square
        return 0 <= r < self.size and 0 <= c < self.size

    def flips(self, discs, square, player):
        if square in discs:
            return []
        flipped = []
        for dr, dc in DIRECTIONS:
            line = []
            r, c = square[0] + dr, square[1] + dc
            while discs.get((r, c)) == -player:
                line.append((r, c))
                r, c = r + dr, c + dc
            if discs.get((r, c)) == player:
                flipped.extend(line)
        return flipped

    def legal(self, discs, player):
        return [
            (r, c)
            for r in range(self.size)
            for c in range(self.size)
            if self.flips(discs, (r, c), player)
        ]

    def actions(self, state):
        discs = dict(state.discs)
        moves = self.legal(discs, state.player)
        if moves:
            return moves
        if self.legal(discs, -state.player):
            return ["pass"]
        return []

    def result(self, state, action):
        if action == "pass":
            return State(state.discs, -state.player)
        discs = dict(state.discs)
        for square in self.flips(discs, action, state.player):
            discs[square] = state.player
        discs[action] = state.player
        return State(frozenset(discs.items()), -state.player)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return sum(dict(state.discs).values())

    def format_action(self, state, action):
        if action == "pass":
            return "pass"
        row, column = action
        return f"{'abcdefgh'[column]}{row + 1}"
