"""The search beyond the horizon finds what its slow, obvious twin in Python finds."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from tests.long import some
from zermelo.check import check_game
from zermelo.engine.lanes import compare
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, MIN, Game
from zermelo.games import Chess
from zermelo.games.chess.rules import Position

WHITE_WINS_A_KNIGHT = "4k3/8/3p4/4n3/8/5N2/8/4K2R w - - 0 1"


def quiet(game: Game[Any, Any], state: Any, low: float, high: float, left: int = 24) -> float:
    """What a state is worth, for its player, when forcing actions are tried to the end."""
    sign = game.to_move(state)
    if game.is_terminal(state):
        return sign * game.utility(state)
    actions = list(game.forcing(state))
    if left == 0 or not game.in_check(state):
        low = max(low, sign * game.evaluate(state))
    else:
        actions = list(game.actions(state))
    for action in actions if left else ():
        if low >= high:
            break
        low = max(low, -quiet(game, game.result(state, action), -high, -low, left - 1))
    return low


def one_ply(game: Game[Any, Any], state: Any) -> float:
    """The value of a state, for MAX, at depth 1."""
    sign, best = game.to_move(state), -1e9
    for action in game.actions(state):
        best = max(best, -quiet(game, game.result(state, action), -1e9, -best))
    return sign * best


def positions(game: Chess, count: int, seed: int) -> list[Position]:
    """Positions of random games, in which a lot hangs."""
    dice, found = random.Random(seed), list[Position]()
    while len(found) < count:
        state = game.initial()
        for _ply in range(dice.randint(6, 60)):
            if not game.is_terminal(state):
                state = game.result(state, dice.choice(list(game.actions(state))))
        if not game.is_terminal(state) and not game.in_check(state):
            found.append(state)
    return found


def turned(game: Chess, state: Position) -> Position:
    """The position with the colours exchanged."""
    board, clock = game.format_state(state).split()[0], str(state.clock)
    ranks = "/".join(reversed(board.swapcase().split("/")))
    return game.parse_state(f"{ranks} {'b' if state.player == MAX else 'w'} - - {clock} 1")


@pytest.mark.parametrize(
    ("variant", "count"), some([(v, n) for n in (5, 12) for v in ("chess", "losalamos")], 2)
)
def test_it_is_as_its_slow_twin(variant: str, count: int) -> None:
    game = Chess(variant)
    engine = PVSEngine(game, memory=1)
    for state in positions(game, count, seed=3):
        assert engine.analyse(state, depth=1).value == one_ply(game, state)


def test_it_is_the_same_for_both_colours() -> None:
    game = Chess("losalamos")
    engine = PVSEngine(game, memory=1)
    for state in positions(game, 12, seed=4):
        found = engine.analyse(state, depth=1).value
        assert engine.analyse(turned(game, state), depth=1).value == -found


def test_forcing_actions_lose_nothing() -> None:
    game = Chess()
    state = game.parse_state(WHITE_WINS_A_KNIGHT)
    assert [game.format_action(state, action) for action in game.forcing(state)] == ["f3e5"]
    state = game.parse_state("4k3/P7/3p4/4p3/8/5N2/8/4K2R w - - 0 1")  # the pawn is guarded
    assert [game.format_action(state, action) for action in game.forcing(state)] == ["a7a8q"]
    state = game.parse_state("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert game.in_check(state)
    assert [game.format_action(state, action) for action in game.forcing(state)] == ["e1e2"]


class Pile(NamedTuple):
    """What MAX has won so far, and who is to move."""

    won: int
    player: int
    left: int


class Claims(Game[Pile, int]):
    """Whoever wants may claim 1 or 5, in turn, as long as claims are left; or let it be."""

    def initial(self) -> Pile:
        return Pile(0, MAX, 4)

    def to_move(self, state: Pile) -> int:
        return state.player

    def actions(self, state: Pile) -> list[int]:
        return [0, 1, 5] if state.left else []

    def result(self, state: Pile, action: int) -> Pile:
        return Pile(state.won + state.player * action, -state.player, state.left - 1)

    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0

    def utility(self, state: Pile) -> int:
        return state.won

    def evaluate(self, state: Pile) -> int:
        return state.won

    def forcing(self, state: Pile) -> list[int]:
        return [5]


def test_a_game_of_ones_own_may_say_what_is_forcing() -> None:
    game = Claims()
    assert check_game(game) == []
    assert compare(game, games=5) == []
    found = PVSEngine(game, memory=1).analyse(depth=1)
    assert (found.value, found.action, found.proven) == (0, 5, False)


def test_what_breaks_the_rules_is_named() -> None:
    class Wild(Claims):
        def forcing(self, state: Pile) -> list[int]:
            return [7]

        def in_check(self, state: Pile) -> bool:
            return 1  # type: ignore[return-value]

    broken = {each.rule for each in check_game(Wild())}
    assert broken == {"forcing actions are among actions", "in_check is True or False"}


def test_the_lanes_are_the_same() -> None:
    assert compare(Chess("losalamos"), games=3, max_plies=80) == []
    assert Claims().result(Claims().initial(), 5) == Pile(5, MIN, 3)
