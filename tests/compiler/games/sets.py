"""Sets of small numbers in states: as one word where that is enough, else as tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

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


# --- items of other kinds ------------------------------------------------------------------------


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    WHITE = 4
    BLACK = 5


@dataclass(frozen=True)
class Hex:
    """A place: no order, and operators of its own."""

    q: int
    r: int

    def __add__(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def __neg__(self) -> Hex:
        return Hex(-self.q, -self.r)


@dataclass(frozen=True)
class Stone:
    at: Hex
    colour: Colour
    label: str = field(default="", kw_only=True)


class Held(NamedTuple):
    mine: frozenset[Any]
    theirs: frozenset[Any]
    player: int


class Holds(Game[Held, Any]):
    """Two players take things in turn; who has more of every second one wins."""

    things: tuple[Any, ...] = tuple(Colour)

    def initial(self) -> Held:
        return Held(frozenset(), frozenset(), MAX)

    def to_move(self, state: Held) -> int:
        return state.player

    def actions(self, state: Held) -> list[Any]:
        return [each for each in self.things if each not in state.mine | state.theirs]

    def result(self, state: Held, action: Any) -> Held:
        return Held(state.theirs, state.mine | {action}, -state.player)

    def is_terminal(self, state: Held) -> bool:
        return len(state.mine) + len(state.theirs) == len(self.things)

    def utility(self, state: Held) -> int:
        mine = sum(each in state.mine for each in self.things[::2])
        theirs = sum(each in state.theirs for each in self.things[::2])
        return state.player * ((mine > theirs) - (mine < theirs))


class Hexes(Holds):
    things = tuple(Hex(q, -2 * q + 3) for q in range(-2, 3))

    def actions(self, state: Held) -> list[Hex]:
        """In the order of sets."""
        left = frozenset(self.things) - state.mine - state.theirs
        return [each + Hex(0, 0) for each in left]

    def utility(self, state: Held) -> int:
        total = Hex(0, 0)
        for each in sorted(state.mine, key=lambda each: each.q):
            total = total + each
        return total.q * 10 + total.r


class Stones(Holds):
    things = tuple(Stone(Hex(n, -n), c, label="ab"[n % 2]) for n, c in enumerate(Colour))


class Gaps(Holds):
    things = ((1, None), (None, 1), (2, None), (None, None), (2, 3))


class Signed(Holds):
    things = (-(1 << 62), (1 << 62) + 5, -1, 0, 77)


class Halves(Holds):
    things = (0.5, -1.5, 3.0, 1e300, -0.25)


class Nests(Holds):
    things = (frozenset({1, 99}), frozenset({-2, 3}), frozenset[int](), frozenset({3}))


@dataclass(frozen=True)
class Own:
    """Equal by a part of it."""

    x: int
    y: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self.x == other.x

    def __hash__(self) -> int:
        return self.x


@dataclass(frozen=True)
class Partly:
    x: int
    y: int = field(compare=False)


class Owns(Holds):
    things = tuple(Own(x, x * x) for x in range(4))


class Parts(Holds):
    things = tuple((Partly(x, x * x), 1) for x in range(4))
