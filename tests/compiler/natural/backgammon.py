"""A tiny backgammon: two dice, blots are hit, two checkers make a point, then bear off."""
from dataclasses import dataclass, field
from typing import Tuple

from zermelo import CHANCE, MAX, MIN, Game

BAR = -1
PASS = (-2, 0)


@dataclass(frozen=True)
class Side:
    """A player's checkers, as the points they stand on, counted from their own start."""
    checkers: Tuple[int, ...]

    @property
    def pips(self):
        return sum(self.checkers)

    def moved(self, start, end):
        rest = list(self.checkers)
        rest.remove(start)
        rest.append(end)
        return Side(tuple(sorted(rest)))


@dataclass(frozen=True)
class Table:
    max_side: Side
    min_side: Side
    player: int
    turns: int                                        # turns that are left
    dice: Tuple[int, ...] = field(default_factory=tuple)   # dice that are still to be played
    rolled: bool = False


class Backgammon(Game[Table, Tuple[int, int]]):
    """Backgammon on `points` points with `checkers` checkers a side and dice of `faces` faces.

    A checker on BAR has to come in first. A checker that is past the last point is home. After
    `turns` turns nobody has won.
    """

    has_chance = True

    def __init__(self, points: int = 6, checkers: int = 2, faces: int = 3, turns: int = 6) -> None:
        self.points = points
        self.checkers = checkers
        self.faces = faces
        self.turns = turns

    def initial(self) -> Table:
        side = Side((0,) * self.checkers)
        return Table(side, side, MAX, self.turns)

    def to_move(self, state: Table) -> int:
        return state.player if state.rolled else CHANCE

    def outcomes(self, state: Table):
        faces = range(1, self.faces + 1)
        return [((a, b), 1 if a == b else 2) for a in faces for b in faces if a <= b]

    def sides(self, state: Table):
        """The side to move, then the other one."""
        if state.player == MAX:
            return state.max_side, state.min_side
        return state.min_side, state.max_side

    def moves(self, state: Table):
        own, other = self.sides(state)

        def blocked(point):
            if point >= self.points:
                return False
            return other.checkers.count(self.points - 1 - point) >= 2

        starts = [BAR] if BAR in own.checkers else [p for p in set(own.checkers) if p < self.points]
        return sorted(
            (start, die) for start in starts for die in set(state.dice) if not blocked(start + die)
        )

    def actions(self, state: Table):
        if self.is_terminal(state):
            return []
        if not state.rolled:
            return [roll for roll, weight in self.outcomes(state)]
        return self.moves(state) or [PASS]

    def result(self, state: Table, action: Tuple[int, int]) -> Table:
        if not state.rolled:
            return Table(state.max_side, state.min_side, state.player, state.turns, action, True)
        own, other = self.sides(state)
        dice = list(state.dice)
        if action == PASS:
            dice.clear()
        else:
            start, die = action
            dice.remove(die)
            end = min(start + die, self.points)
            own = own.moved(start, end)
            facing = self.points - 1 - end
            if end < self.points and facing in other.checkers:
                other = other.moved(facing, BAR)
        mine, theirs = (own, other) if state.player == MAX else (other, own)
        if dice and not self.is_home(own):
            return Table(mine, theirs, state.player, state.turns, tuple(dice), True)
        return Table(mine, theirs, -state.player, state.turns - 1)

    def is_home(self, side: Side) -> bool:
        return min(side.checkers) == self.points

    def is_terminal(self, state: Table) -> bool:
        return state.turns == 0 or any(self.is_home(s) for s in (state.max_side, state.min_side))

    def utility(self, state: Table) -> int:
        if self.is_home(state.max_side):
            return 1
        if self.is_home(state.min_side):
            return -1
        return 0

    def evaluate(self, state: Table) -> float:
        lead = state.max_side.pips - state.min_side.pips
        return lead / (self.checkers * (self.points + 1))

    def bounds(self, state: Table) -> Tuple[int, int]:
        return -1, 1

    def format_state(self, state: Table) -> str:
        return f"{state.max_side.checkers} {state.min_side.checkers} {state.player} {state.turns} {state.dice} {state.rolled}"
