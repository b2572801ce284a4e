"""Games that go round, and the slow, obvious twin of what their positions are worth."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.game import CHANCE, INFINITY, MAX, MIN, Game, Repetition, Value

Way = tuple[tuple[Any, int], ...]  # the positions before the current one, and who moved there


def twin(game: Game[Any, Any], state: Any, depth: float = INFINITY, way: Way = ()) -> Value:
    """The definition: the whole tree, in which a position of the way here is a leaf."""
    if any(state == before for before, _mover in way):
        movers = [mover for _, mover in way if mover != CHANCE]
        return game.repeated(movers[-1] if movers else CHANCE)
    if game.is_terminal(state):
        return game.utility(state)
    player = game.to_move(state)
    way = (*way, (state, player))
    if player == CHANCE:
        outcomes = list(game.outcomes(state))
        total = sum(weight for _, weight in outcomes)
        return sum(
            Fraction(weight, total) * twin(game, game.result(state, action), depth, way)
            for action, weight in outcomes
        )
    if depth <= 0:
        return game.evaluate(state)
    children = [twin(game, game.result(state, a), depth - 1, way) for a in game.actions(state)]
    return max(children) if player == MAX else min(children)


class Circles(Game[int, int]):
    """Positions 0, 1, 2, ... with their successors; one without any is the end, and its value.

    `nodes`: for each position its player and its successors, or its value. `tiers`: of each.
    """

    def __init__(
        self,
        nodes: tuple[tuple[int, tuple[int, ...]] | int, ...],
        repetition: Repetition | None = None,
        weights: dict[int, tuple[int, ...]] | None = None,
        limit: int = 9,
    ) -> None:
        self.nodes, self.repetition, self.weights, self.limit = nodes, repetition, weights, limit

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return self.nodes[state][0]  # type: ignore[index]

    def actions(self, state: int) -> range:
        node = self.nodes[state]
        return range(len(node[1])) if isinstance(node, tuple) else range(0)

    def result(self, state: int, action: int) -> int:
        child: int = self.nodes[state][1][action]  # type: ignore[index]
        return child

    def is_terminal(self, state: int) -> bool:
        return not isinstance(self.nodes[state], tuple)

    def utility(self, state: int) -> int:
        return self.nodes[state]  # type: ignore[return-value]

    def evaluate(self, state: int) -> int:
        return state % 7 - 3

    def is_quiet(self, state: int) -> bool:
        return state % 2 == 0

    def bounds(self, state: int) -> tuple[int, int]:
        return -self.limit, self.limit


class Dice(Circles):
    """The same with positions at which chance moves."""

    def outcomes(self, state: int) -> list[tuple[int, int]]:
        weights = (self.weights or {}).get(state) or (1,) * len(self.actions(state))
        return list(zip(self.actions(state), weights, strict=True))


class Tiers(Circles):
    """The same with tiers: four positions each, and no way back from one to the one before."""

    def tier(self, state: int) -> int:
        return state // 4


class TiersDice(Dice, Tiers):
    """Both."""


def random_circles(
    seed: int,
    repetition: Repetition | None,
    *,
    chance: bool = False,
    tiers: bool = False,
    size: int = 7,
) -> Circles:
    """A small random game: two or three moves at each position, to anywhere or to an end."""
    dice = random.Random(seed)
    inner = size + (2 if tiers else 0)
    ends = tuple(dice.choice([-9, -2, -1, 0, 1, 2, 9]) for _ in range(4))
    nodes: list[tuple[int, tuple[int, ...]] | int] = []
    for state in range(inner):
        least = state // 4 * 4 if tiers else 0
        kinds = [MAX, MIN, CHANCE] if chance else [MAX, MIN]
        children = tuple(
            dice.randrange(least, inner) if dice.random() < 0.7 else inner + dice.randrange(4)
            for _ in range(dice.choice([1, 2, 2, 3]))
        )
        nodes.append((dice.choice(kinds), children))
    kind: type[Circles] = {
        (False, False): Circles,
        (True, False): Dice,
        (False, True): Tiers,
        (True, True): TiersDice,
    }[chance, tiers]
    return kind((*nodes, *ends), repetition)


class Chase(NamedTuple):
    """Where they are, and whose turn it is."""

    cat: int
    mouse: int
    player: int


class Pursuit(Game[Chase, int]):
    """A cat and a mouse on a ring; the cat wins by catching; nothing else ends it."""

    def __init__(
        self, n: int = 6, stay: bool = False, repetition: Repetition | None = None
    ) -> None:
        self.n, self.stay, self.repetition = n, stay, repetition

    def initial(self) -> Chase:
        return Chase(0, self.n // 2, MAX)

    def to_move(self, state: Chase) -> int:
        return state.player

    def actions(self, state: Chase) -> list[int]:
        if state.cat == state.mouse:
            return []
        return [-1, 0, 1] if self.stay else [-1, 1]

    def result(self, state: Chase, action: int) -> Chase:
        if state.player == MAX:
            return Chase((state.cat + action) % self.n, state.mouse, MIN)
        return Chase(state.cat, (state.mouse + action) % self.n, MAX)

    def is_terminal(self, state: Chase) -> bool:
        return state.cat == state.mouse

    def utility(self, state: Chase) -> int:
        return 1

    def bounds(self, state: Chase) -> tuple[int, int]:
        return -1, 1


class PursuitEval(Pursuit):
    """The same with an estimate."""

    def evaluate(self, state: Chase) -> int:
        return 0


class Line(Game[Chase, int]):
    """A cat on a line chases a mouse, which wins at cell 0, its hole."""

    def __init__(self, n: int = 5, repetition: Repetition | None = None) -> None:
        self.n, self.repetition = n, repetition

    def initial(self) -> Chase:
        return Chase(self.n - 1, 2, MAX)

    def to_move(self, state: Chase) -> int:
        return state.player

    def actions(self, state: Chase) -> list[int]:
        if self.is_terminal(state):
            return []
        at = state.cat if state.player == MAX else state.mouse
        return [step for step in (-1, 0, 1) if 0 <= at + step < self.n]

    def result(self, state: Chase, action: int) -> Chase:
        if state.player == MAX:
            return Chase(state.cat + action, state.mouse, MIN)
        return Chase(state.cat, state.mouse + action, MAX)

    def is_terminal(self, state: Chase) -> bool:
        return state.cat == state.mouse or state.mouse == 0

    def utility(self, state: Chase) -> int:
        return 1 if state.cat == state.mouse else -1

    def evaluate(self, state: Chase) -> int:
        return 0

    def bounds(self, state: Chase) -> tuple[int, int]:
        return -1, 1


# MAX loses 2 whatever happens. Below 2, position 1 can only go back to 2: a draw. A table that
# keeps this for 1 has MAX play 0 -> 1 for a draw; but then 2 was not there before, and MIN ends it.
NAIVE = (
    (MAX, (2, 1)),  # 0
    (MAX, (2,)),  # 1
    (MIN, (1, 3)),  # 2
    -2,  # 3
)
