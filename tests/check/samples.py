"""Games that break the rules of the interface, each in its own way, some far from the start."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Game, Repetition


class Pile(NamedTuple):
    """Coins, who is to move, and something that changes with every move and means nothing."""

    coins: int
    player: int
    junk: int


class Coins(Game[Any, Any]):
    """Take 1 to 3; who takes the last coin wins. All of it is right."""

    def __init__(self, coins: int = 42) -> None:
        self.coins = coins

    def initial(self) -> Any:
        return Pile(self.coins, MAX, 0)

    def to_move(self, state: Any) -> Any:
        return state.player

    def actions(self, state: Any) -> Any:
        return range(1, min(3, state.coins) + 1)

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.coins - action, -state.player, (state.junk * 3 + action) % 11)

    def is_terminal(self, state: Any) -> Any:
        return state.coins == 0

    def utility(self, state: Any) -> Any:
        return -state.player

    def format_state(self, state: Any) -> str:
        return f"{state.coins}:{state.player}:{state.junk}"


class KeyCollide(Coins):
    """The key forgets the player."""

    def key(self, state: Any) -> int:
        return int(state.coins)


class KeyCollideRare(Coins):
    """The key is the same for some states that are far apart."""

    def key(self, state: Any) -> Any:
        return (state.coins * 11 + state.junk) % 97 * 2 + (state.player == MAX)


class WrongCanonical(Coins):
    """The canonical state has a coin less."""

    def canonical(self, state: Any) -> Any:
        return Pile(state.coins // 2 * 2, state.player, 0)


class CanonicalPlayer(Coins):
    """The canonical state is always MAX's."""

    def canonical(self, state: Any) -> Any:
        return Pile(state.coins, MAX, 0)


class CanonicalFar(Coins):
    """The canonical state is another one only at two numbers of coins, far from the end."""

    def canonical(self, state: Any) -> Any:
        return state._replace(coins=36) if state.coins == 35 else state


class WrongBounds(Coins):
    """MIN cannot win, say the bounds."""

    def bounds(self, state: Any) -> Any:
        return 0, 1


class WrongBoundsFar(Coins):
    """The bounds are wrong far from the end only."""

    def bounds(self, state: Any) -> Any:
        wrong = state.coins > 20 and state.coins % 4 == 1 and state.player == MIN
        return (1, 1) if wrong else (-1, 1)


class EvalOutside(Coins):
    """The estimates leave the bounds."""

    def bounds(self, state: Any) -> Any:
        return -1, 1

    def evaluate(self, state: Any) -> Any:
        return 50 if state.coins % 2 else -50


class RandomResult(Coins):
    """Nobody knows where a move leads to."""

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.coins - action, -state.player, random.randrange(2))


class Mutates(Coins):
    """The game itself changes."""

    count = 0

    def result(self, state: Any, action: Any) -> Any:
        self.count += 1
        return Pile(state.coins - action, -state.player, self.count % 2)


class Player01(Coins):
    """The players are 0 and 1."""

    def to_move(self, state: Any) -> Any:
        return 0 if state.player == MAX else 1


class Player12(Coins):
    """The players are 1 and 2."""

    def to_move(self, state: Any) -> Any:
        return 1 if state.player == MAX else 2


class NoMoves(Coins):
    """With one coin left, there is no move."""

    def actions(self, state: Any) -> Any:
        return range(2, min(3, state.coins) + 1)


class DupActions(Coins):
    """The same action twice."""

    def actions(self, state: Any) -> Any:
        return [1, 1] if state.coins else []


class UtilityInf(Coins):
    """A win is worth more than anything."""

    def utility(self, state: Any) -> Any:
        return float("inf") * -state.player


class UtilityNone(Coins):
    """A loss is worth nothing at all."""

    def utility(self, state: Any) -> Any:
        return None if state.player == MAX else 1


class FallingTier(Coins):
    """The tier falls at one state only."""

    def tier(self, state: Any) -> Any:
        return 40 - state.coins if state.coins == 7 else -state.coins


class TextTier(Coins):
    """The tier is a text."""

    def tier(self, state: Any) -> Any:
        return str(state.coins)


class RightTier(Coins):
    """All of it is right."""

    def tier(self, state: Any) -> Any:
        return -state.coins


class RaisesFar(Coins):
    """One move at one number of coins raises an error."""

    def result(self, state: Any, action: Any) -> Any:
        if state == Pile(33, MIN, 8) and action == 2:
            raise ZeroDivisionError("division by zero")
        return super().result(state, action)


class EndlessActions(Coins):
    """The actions never come to an end."""

    def actions(self, state: Any) -> Any:
        while True:
            yield 1


class Slow(Coins):
    """Every move takes a while."""

    def result(self, state: Any, action: Any) -> Any:
        time.sleep(0.02)
        return super().result(state, action)


class Ring(Game[Any, Any]):
    """Steps around a ring of six, one or two on or one back; at 3 MAX has won, and at 4 MIN.

    It can go round for ever: `repetition` says what that is worth.
    """

    def __init__(self, repetition: Repetition | None = None) -> None:
        self.repetition = repetition

    def initial(self) -> Any:
        return 0, MAX

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> Any:
        return [] if self.is_terminal(state) else [1, 2, -1]

    def result(self, state: Any, action: Any) -> Any:
        return (state[0] + action) % 6, -state[1]

    def is_terminal(self, state: Any) -> Any:
        return state[0] in (3, 4)

    def utility(self, state: Any) -> Any:
        return 1 if state[0] == 3 else -1


class Dice(Game[Any, Any]):
    """A die adds up to 6; MAX may stop at any time, and gets what is there, or nothing above 6."""

    def initial(self) -> Any:
        return 0, MAX

    def to_move(self, state: Any) -> Any:
        return state[1]

    def actions(self, state: Any) -> Any:
        if self.is_terminal(state):
            return []
        return ["stop", "roll"] if state[1] == MAX else [1, 2, 3]

    def outcomes(self, state: Any) -> Any:
        return [(1, 3), (2, 2), (3, 1)]

    def result(self, state: Any, action: Any) -> Any:
        if state[1] == CHANCE:
            return state[0] + action, MAX
        return (state[0], MIN) if action == "stop" else (state[0], CHANCE)

    def is_terminal(self, state: Any) -> Any:
        return state[1] == MIN or state[0] > 6

    def utility(self, state: Any) -> Any:
        return 0 if state[0] > 6 else state[0]


class Toss(Game[Any, Any]):
    """A coin is tossed on the floor until MAX, heads up, picks it up; he is not made to.

    `claims` are the bounds of the three states: heads, the toss, and the coin in MAX's hand.
    """

    repetition: Repetition | None = "endless"

    def __init__(self, claims: Any, gain: int = 1) -> None:
        self.claims, self.gain = claims, gain

    def initial(self) -> Any:
        return 0

    def to_move(self, state: Any) -> Any:
        return CHANCE if state == 1 else MAX

    def actions(self, state: Any) -> Any:
        return () if state == 2 else (0, 1) if state == 1 else (1, 2)

    def outcomes(self, state: Any) -> Any:
        return [(0, 1), (1, 1)]

    def result(self, state: Any, action: Any) -> Any:
        return action

    def is_terminal(self, state: Any) -> Any:
        return state == 2

    def utility(self, state: Any) -> Any:
        return self.gain

    def bounds(self, state: Any) -> Any:
        return self.claims[state]
