"""Oware (abapa): sow round the board, capture twos and threes on the other side."""
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class Oware(Game):
    """Oware with `houses` houses a side and `seeds` seeds in each."""

    class Board(NamedTuple):
        pits: tuple          # MAX's houses, then MIN's, in the order of sowing
        captured: tuple      # by MAX, by MIN
        player: int
        quiet: int           # moves since the last capture

    def __init__(self, houses=6, seeds=4, limit=30):
        self.houses = houses
        self.seeds = seeds
        self.limit = limit

    def initial(self):
        return self.Board((self.seeds,) * (2 * self.houses), (0, 0), MAX, 0)

    def to_move(self, state):
        return state.player

    def side(self, player):
        """The houses of a player."""
        if player == MAX:
            return range(self.houses)
        return range(self.houses, 2 * self.houses)

    def sow(self, pits, house):
        """The pits after sowing from `house`, and where the last seed fell."""
        pits = list(pits)
        seeds = pits[house]
        pits[house] = 0
        position = house
        while seeds > 0:
            position = (position + 1) % len(pits)
            if position == house:      # the house it started from is skipped
                continue
            pits[position] += 1
            seeds -= 1
        return pits, position

    def gives_food(self, state, house):
        pits, _ = self.sow(state.pits, house)
        return any(pits[h] for h in self.side(-state.player))

    def actions(self, state):
        if self.is_terminal(state):
            return []
        moves = [h for h in self.side(state.player) if state.pits[h]]
        if not any(state.pits[h] for h in self.side(-state.player)):
            # the opponent is starving: one has to feed them
            moves = [h for h in moves if self.gives_food(state, h)]
        return moves

    def result(self, state, action):
        pits, position = self.sow(state.pits, action)
        theirs = self.side(-state.player)
        taken = []
        while position in theirs and pits[position] in (2, 3):
            taken.append(position)
            position -= 1
        # a grand slam takes nothing
        if sum(pits[h] for h in theirs) == sum(pits[h] for h in taken):
            taken = []
        gain = 0
        for h in taken:
            gain += pits[h]
            pits[h] = 0
        captured = list(state.captured)
        captured[0 if state.player == MAX else 1] += gain
        quiet = 0 if gain else state.quiet + 1
        return self.Board(tuple(pits), tuple(captured), -state.player, quiet)

    def is_terminal(self, state):
        half = self.houses * self.seeds
        if max(state.captured) > half or state.quiet >= self.limit:
            return True
        moves = [h for h in self.side(state.player) if state.pits[h]]
        if any(state.pits[h] for h in self.side(-state.player)):
            return not moves
        return not any(self.gives_food(state, h) for h in moves)

    def utility(self, state):
        """The difference of the captured seeds; what is left on the board is its owner's."""
        n = self.houses
        mine = state.captured[0] + sum(state.pits[:n])
        theirs = state.captured[1] + sum(state.pits[n:])
        return mine - theirs

    def evaluate(self, state):
        first, second = state.captured
        return first - second

    def bounds(self, state):
        total = 2 * self.houses * self.seeds
        return 2 * state.captured[0] - total, total - 2 * state.captured[1]

    def format_state(self, state):
        n = self.houses
        top = " ".join(f"{x:2}" for x in reversed(state.pits[n:]))
        bottom = " ".join(f"{x:2}" for x in state.pits[:n])
        return f"{top} | {bottom} ({state.captured[0]}-{state.captured[1]}) {state.player} {state.quiet}"
