# mypy: ignore-errors
"""Games that break the rules of the interface, each in its own way."""

import random
from typing import NamedTuple

from zermelo import MAX, MIN, Game


class P(NamedTuple):
    coins: int
    player: int
    junk: int


class Base(Game[P, int]):
    """Take 1..3; who takes the last coin wins (true value 1 unless coins % 4 == 0)."""

    def __init__(self, coins: int = 42) -> None:
        self.coins = coins

    def initial(self) -> P:
        return P(self.coins, MAX, 0)

    def to_move(self, state: P) -> int:
        return state.player

    def actions(self, state: P) -> range:
        return range(1, min(3, state.coins) + 1)

    def result(self, state: P, action: int) -> P:
        return P(state.coins - action, -state.player, (state.junk * 3 + action) % 11)

    def is_terminal(self, state: P) -> bool:
        return state.coins == 0

    def utility(self, state: P) -> int:
        return -state.player


class KeyCollide(Base):
    """key: forgets the player."""

    def key(self, state: P) -> int:
        return state.coins


class KeyCollideRare(Base):
    """key: modulo 1000, collides only for large piles."""

    def key(self, state: P) -> int:
        return (state.coins * 11 + state.junk) % 97 * 2 + (1 if state.player == MAX else 0)


class WrongCanonical(Base):
    """canonical: halves the coins' lowest bit."""

    def canonical(self, state: P) -> P:
        return P(state.coins // 2 * 2, state.player, 0)


class CanonicalPlayer(Base):
    """canonical: swaps the player without the value."""

    def canonical(self, state: P) -> P:
        return P(state.coins, MAX, 0)


class WrongBounds(Base):
    """bounds: says 0 to 1."""

    def bounds(self, state: P) -> tuple[int, int]:
        return 0, 1


class WrongBoundsFar(Base):
    """bounds: claims a win far from the end only."""

    def bounds(self, state: P) -> tuple[int, int]:
        return (
            (1, 1) if state.coins > 20 and state.coins % 4 == 1 and state.player == MIN else (-1, 1)
        )


class EvalOutside(Base):
    """evaluate: outside the bounds."""

    def bounds(self, state: P) -> tuple[int, int]:
        return -1, 1

    def evaluate(self, state: P) -> int:
        return 50 if state.coins % 2 else -50


class EvalAtBound(Base):
    """evaluate: claims a win."""

    def bounds(self, state: P) -> tuple[int, int]:
        return -1, 1

    def evaluate(self, state: P) -> int:
        return 1 if state.coins % 2 else -1


class RandomResult(Base):
    """result: random."""

    def result(self, state: P, action: int) -> P:
        return P(state.coins - action, -state.player, random.randrange(2))


class RandomRare(Base):
    """result: random once in a thousand."""

    def result(self, state: P, action: int) -> P:
        return P(state.coins - action, -state.player, 1 if random.random() < 0.0005 else 0)


class Player01(Base):
    """to_move: 0 and 1."""

    def to_move(self, state: P) -> int:
        return 0 if state.player == MAX else 1


class Player12(Base):
    """to_move: 1 and 2."""

    def to_move(self, state: P) -> int:
        return 1 if state.player == MAX else 2


class NoMoves(Base):
    """actions: none at a state that is not terminal."""

    def actions(self, state: P) -> range:
        return range(2, min(3, state.coins) + 1)


class NegamaxUtility(Base):
    """utility: for the player to move, as in easyAI."""

    def utility(self, state: P) -> int:
        return -1


class UtilityInf(Base):
    """utility: infinite."""

    def utility(self, state: P) -> float:
        return float("inf") * -state.player


class UtilityNone(Base):
    """utility: None for a loss."""

    def utility(self, state: P) -> int:
        return None if state.player == MAX else 1


class UtilityBool(Base):
    """utility: bool."""

    def utility(self, state: P) -> bool:
        return state.player == MIN


class Mutates(Base):
    """self changes."""

    seen = 0

    def result(self, state: P, action: int) -> P:
        self.seen += 1
        return P(state.coins - action, -state.player, self.seen % 2)


class SetActions(Base):
    """actions: a set."""

    def actions(self, state: P) -> set[int]:
        return {a for a in (1, 2, 3) if a <= state.coins}


class DictActions(Base):
    """actions: dict keys."""

    def actions(self, state: P):
        return {a: a for a in (1, 2, 3) if a <= state.coins}.keys()


class DupActions(Base):
    """actions: twice the same."""

    def actions(self, state: P) -> list[int]:
        return [1, 1] if state.coins else []
