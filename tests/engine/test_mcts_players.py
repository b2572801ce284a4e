"""Monte-Carlo tree search, compiled, of games for several players and for one."""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

import pytest

from tests.engine.test_mcts import proven, sample, sampler_of
from tests.engine.test_tree import used
from tests.players import Fourth, Round, Seven
from zermelo.compiler.rules import compile
from zermelo.engine.factory import engine_for
from zermelo.engine.faults import RulesBroken
from zermelo.engine.lanes import compare
from zermelo.engine.mcts import SamplingEngine
from zermelo.engine.sampling import CompiledSampler
from zermelo.engine.tree import MEAN, VISITS
from zermelo.game import MultiplayerGame, Value
from zermelo.games import LastMatch
from zermelo.match import engine_player, play_match, random_player
from zermelo.search import maxn


class Node(NamedTuple):
    """A node of a tree for three: its number, the plies below it, and the most anybody gets."""

    number: int
    left: int = 5
    most: int = 1_000_000


class Trees(MultiplayerGame[Node, int]):
    """Trees of random shape for three, one below each number."""

    def initial(self) -> Node:
        return Node(1)

    def to_move(self, state: Node) -> int:
        return state.number // 7 % 3

    def actions(self, state: Node) -> range:
        return range(0 if self.is_terminal(state) else 2 + state.number // 64 % 3)

    def result(self, state: Node, action: int) -> Node:
        number = ((state.number + action) * 48271 + 12820163) % 2147483647
        return Node(number, state.left - 1, state.most)

    def is_terminal(self, state: Node) -> bool:
        return state.left == 0 or (state.number % 5 == 0 and state.left < 5)

    def utility(self, state: Node) -> tuple[Value, ...]:  # type: ignore[override]
        worth, most = state.number, state.most + 1
        return worth % most, worth * 7919 // 11 % most, worth * 104729 // 13 % most

    def bounds(self, state: Node) -> tuple[int, int]:
        return 0, state.most

    def values(self, state: Node) -> set[tuple[Value, ...]]:
        """The slow twin: what max^n may find, whichever of equals each player takes."""
        if self.is_terminal(state):
            return {self.utility(state)}
        found, player = set(), self.to_move(state)
        below = [self.values(self.result(state, action)) for action in self.actions(state)]
        for choice in itertools.product(*below):
            best = max(value[player] for value in choice)
            found |= {value for value in choice if value[player] == best}
        return found


TREES: Final = Trees()


@pytest.fixture(scope="module")
def sampler() -> CompiledSampler:
    return sampler_of(compile(TREES))


def check_proven(sampler: CompiledSampler, root: Node) -> bool:
    """Whatever is said to be certain is the only value that max^n can find."""
    value, certain = sampler.value()
    assert not certain or TREES.values(root) == {value}
    for move in sampler.moves():
        if move.proven:
            assert TREES.values(TREES.result(root, move.action)) == {move.value}
    return certain


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_of_three_come_to_max_n(sampler: CompiledSampler, seed: int) -> None:
    root = Node(99_990 * seed + 1)
    assert proven(sampler, root) == maxn(TREES, root).value
    assert check_proven(sampler, root)
    assert sampler.line()[0] == maxn(TREES, root).action


@pytest.mark.parametrize("seed", range(3))
def test_means_of_large_trees_of_three_come_close_to_max_n(
    sampler: CompiledSampler, seed: int
) -> None:
    root = Node(99_990 * seed + 1, left=10, most=1000)
    sample(sampler, 2_000_000, root)
    assert sampler.value()[0] == pytest.approx(maxn(TREES, root).value, abs=60)


@pytest.mark.parametrize("seed", range(24))
def test_what_rests_on_a_choice_among_equals_is_not_proven(
    sampler: CompiledSampler, seed: int
) -> None:
    root = Node(99_990 * seed + 1, left=3, most=1)
    sample(sampler, 20_000, root)
    check_proven(sampler, root)


def test_the_tree_of_several_keeps_what_everybody_gets() -> None:
    game = LastMatch(matches=30)
    sampler = sampler_of(compile(game), threads=2)
    sample(sampler, 60_000)
    for tree in sampler.trees:
        assert tree.seats == 3
        means = [tree.floats[tree.of_seat(tree.root, seat) + MEAN] for seat in range(3)]
        assert sum(means) == pytest.approx(1)
    tree = sampler.trees[0]
    child = tree.children(tree.root)[1]
    visits = [tree.ints[node + VISITS] for node in tree.children(child)]
    sampler.take_root(game.result(game.initial(), 2), ())
    assert [tree.ints[node + VISITS] for node in tree.children(tree.root)] == visits
    tree.size = used(tree)
    assert tree.make_room()
    assert [tree.ints[node + VISITS] for node in tree.children(tree.root)] == visits


def test_the_engine_wins_against_two_who_play_at_random() -> None:
    engine = engine_for(LastMatch(matches=25))
    assert isinstance(engine, SamplingEngine)
    assert (engine.lane, engine.prover.lane) == ("compiled", "textbook")
    assert engine.line_of(engine.game.initial(), 2) == (2,)  # before any random game
    won = 0
    for seed in range(12):
        others = [random_player(seed), random_player(seed + 50)]
        seats: list[Any] = [*others[: seed % 3], engine_player(nodes=40_000), *others[seed % 3 :]]
        won += play_match(LastMatch(matches=25), *seats, seed=seed).winner == seed % 3
    assert won >= 8  # a third of them by chance


def test_both_lanes_give_everybody_the_same() -> None:
    assert compare(LastMatch(), games=10) == []
    assert compare(Round(), games=10) == []

    with pytest.raises(RulesBroken, match=r"from 0 to 2, not [3-9]"):
        engine_for(Fourth()).analyse(nodes=1000)


def test_one_player_with_a_die() -> None:
    finding = engine_for(Seven()).analyse(nodes=200_000)
    assert finding.value == pytest.approx(float(engine_for(Seven()).solve().value), abs=0.1)
