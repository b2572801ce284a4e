"""Sets of small numbers in states: as one word where that is enough, else as tables."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import MAX, Game


class Taken(NamedTuple):
    mine: frozenset[int]
    theirs: frozenset[int]
    player: int


class Takes(Game[Taken, int]):
    """Two players take numbers; who has two neighbours first wins."""

    last = 6
    everything = frozenset(range(7))

    def initial(self) -> Taken:
        return Taken(frozenset(), frozenset(), MAX)

    def to_move(self, state: Taken) -> int:
        return state.player

    def actions(self, state: Taken) -> list[int]:
        taken = state.mine | state.theirs
        if self.has_won(state.theirs):
            return []
        return [number for number in range(self.last + 1) if number not in taken]

    def result(self, state: Taken, action: int) -> Taken:
        return Taken(state.theirs, state.mine | {action}, -state.player)

    def has_won(self, cells: frozenset[int]) -> bool:
        return any(n in cells and n + 2 in cells for n in range(self.last - 1))

    def is_terminal(self, state: Taken) -> bool:
        return self.has_won(state.theirs) or len(state.mine | state.theirs) > self.last

    def utility(self, state: Taken) -> int:
        return -state.player * len(state.theirs) if self.has_won(state.theirs) else 0


class Compared(Takes):
    """With all that can be asked of a set without going through it."""

    def utility(self, state: Taken) -> int:
        free = self.everything - state.mine - state.theirs
        both = (state.mine ^ state.theirs) & frozenset((1, 2, 3))
        found = 8 * len(free) + len(both) + 100 * (state.mine == state.theirs)
        if state.mine <= {0, 1, 2, 3} and not state.mine < state.theirs:
            found += 200
        if not free or both != frozenset((1, 2)):
            found += 400
        return found + 800 * (70 in state.mine) + 1600 * (-1 not in state.theirs)


class Foreign(Takes):
    """Combined with numbers that are in no state."""

    def utility(self, state: Taken) -> int:
        return len(state.mine | {-1, 70}) - len(state.theirs - {100, 3})


class Walked(Takes):
    """A rule goes through the sets, in Python's order, which a word does not know."""

    def utility(self, state: Taken) -> int:
        found = 0
        for number in {number * 13 % 64 for number in state.mine} | state.theirs:
            found = 5 * found + number
        return found % 1001


class Optional(Takes):
    """Only a rule that need not be there goes through them."""

    def evaluate(self, state: Taken) -> int:
        return sum(state.mine) - sum(state.theirs)


class Late(Takes):
    """After some moves there are numbers beyond 63, which random games seldom show."""

    last = 5

    def result(self, state: Taken, action: int) -> Taken:
        if state.mine | state.theirs == {5, 4, 3, 1, 2}:
            return Taken(state.theirs, state.mine | {action, 1000}, -state.player)
        return super().result(state, action)


class Named(Takes):
    """By methods, and by a set of a variable's own."""

    def result(self, state: Taken, action: int) -> Taken:
        mine = set(state.mine)
        mine.add(action)
        return Taken(state.theirs, state.mine.union(mine), -state.player)
