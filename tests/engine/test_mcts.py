"""Monte-Carlo tree search, compiled: what it proves, what its means come to, and its tree."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tests.engine.cases.gomoku import Gomoku
from tests.long import some
from zermelo.compiler.rules import compile
from zermelo.engine import Stop
from zermelo.engine.base import Call, Interrupted, TooLarge
from zermelo.engine.factory import engine_for
from zermelo.engine.faults import RulesBroken
from zermelo.engine.mcts import SamplingEngine
from zermelo.engine.sampling import CompiledSampler, actions_stay_open
from zermelo.engine.threads import on_large_stack
from zermelo.engine.tree import COUNT, HIGH, LOW, MEAN, VISITS
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games import MNK, Connect4, Pig
from zermelo.report.json import finding_json
from zermelo.report.rows import finding_rows


class Blind(MNK):
    """Some in a row, by somebody who knows no heuristic."""

    evaluate = Game.evaluate
    features = Game.features  # type: ignore[assignment]


class BlindConnect4(Connect4):
    """Connect four, likewise."""

    evaluate = Game.evaluate  # type: ignore[assignment]
    features = Game.features  # type: ignore[assignment]


class BlindPig(Pig):
    """The dice game, likewise."""

    evaluate = Game.evaluate  # type: ignore[assignment]


class Stones(NamedTuple):
    """The stones of both players, in the bits of whole numbers."""

    red: int
    blue: int
    player: int


class Hex(Game[Stones, int]):
    """Red joins top and bottom, blue the left and the right."""

    def __init__(self, size: int = 4) -> None:
        self.size = size
        cells = range(size * size)
        self.board = sum(1 << cell for cell in cells)
        self.left = sum(1 << cell for cell in cells if cell % size == 0)
        self.right = self.left << size - 1
        self.top = (1 << size) - 1
        self.bottom = self.top << size * (size - 1)

    def initial(self) -> Stones:
        return Stones(0, 0, MAX)

    def to_move(self, state: Stones) -> int:
        return state.player

    def actions(self, state: Stones) -> Iterator[int]:
        free = self.board & ~(state.red | state.blue)
        while free:
            yield (free & -free).bit_length() - 1
            free &= free - 1

    def result(self, state: Stones, action: int) -> Stones:
        if state.player == MAX:
            return Stones(state.red | 1 << action, state.blue, MIN)
        return Stones(state.red, state.blue | 1 << action, MAX)

    def joins(self, stones: int, start: int, goal: int) -> bool:
        seen = stones & start
        while True:
            near = seen << self.size | seen >> self.size
            near |= (seen & ~self.right) << 1 | (seen & ~self.left) >> 1
            near |= (seen & ~self.left) << self.size - 1 | (seen & ~self.right) >> self.size - 1
            more = seen | near & stones
            if more == seen:
                return seen & goal != 0
            seen = more

    def is_terminal(self, state: Stones) -> bool:
        return self.utility(state) != 0

    def utility(self, state: Stones) -> int:
        if state.player == MIN:
            return 1 if self.joins(state.red, self.top, self.bottom) else 0
        return -1 if self.joins(state.blue, self.left, self.right) else 0

    def bounds(self, state: Stones) -> tuple[int, int]:
        return -1, 1


class RandomTree(Game[int, int]):
    """A tree of random shape with three kinds of nodes; a node is a number."""

    def __init__(self, seed: int = 0, chance: bool = True, depth: int = 5) -> None:
        self.seed, self.chance, self.depth = seed, chance, depth
        dice = random.Random(seed)
        below: list[list[int]] = [[]]
        player, worth, weights = [0], [0], [0]
        level = [0]
        for ply in range(depth):
            following = []
            for node in level:
                kinds = (MAX, MIN, CHANCE) if chance else (MAX, MIN)
                player[node] = dice.choice(kinds)
                for _branch in range(dice.randint(2, 4) if ply == 0 or dice.random() < 0.8 else 0):
                    below[node].append(len(below))
                    following.append(len(below))
                    below.append([])
                    player.append(0)
                    worth.append(dice.randint(-9, 9))
                    weights.append(dice.randint(1, 3))
            level = following
        self.below = tuple(map(tuple, below))
        self.player, self.worth, self.weights = tuple(player), tuple(worth), tuple(weights)

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return self.player[state]

    def actions(self, state: int) -> Iterator[int]:
        yield from self.below[state]

    def outcomes(self, state: int) -> Iterator[tuple[int, int]]:
        for child in self.below[state]:
            yield child, self.weights[child]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return len(self.below[state]) == 0

    def utility(self, state: int) -> int:
        return self.worth[state]

    def value(self, state: int = 0) -> float:
        """The slow twin: the value, by its definition."""
        if self.is_terminal(state):
            return self.worth[state]
        children = [self.value(child) for child in self.below[state]]
        if self.player[state] != CHANCE:
            return max(children) if self.player[state] == MAX else min(children)
        weights = [self.weights[child] for child in self.below[state]]
        return sum(w * v for w, v in zip(weights, children, strict=True)) / sum(weights)


@cache
def compiled(kind: Any, *parameters: int) -> Any:
    return compile(kind(*parameters))


def sampler_of(compiled_game: Any, threads: int = 1, memory: int = 64) -> CompiledSampler:
    sampler = CompiledSampler(compiled_game, threads, memory)
    sampler.compile()
    return sampler


def sample(sampler: CompiledSampler, nodes: int, state: Any = None, history: Any = ()) -> None:
    """Enters so many states, from the first one unless another is given."""

    def work() -> None:
        sampler.begin()
        sampler.take_root(sampler.game.initial() if state is None else state, history)
        sampler.run(Call(None), nodes)

    on_large_stack(work, sampler.interrupt)


def proven(sampler: CompiledSampler, state: Any = None) -> Any:
    """The value, as soon as it is certain."""
    for _turn in range(100):
        sample(sampler, 2_000_000, state)
        value, certain = sampler.value()
        if certain:
            return value
    raise AssertionError("it was not proven")


@pytest.mark.parametrize(
    ("kind", "parameters", "value"),
    some([(Blind, (), 0), (Hex, (3,), 1), (Hex, (4,), 1), (BlindConnect4, (4, 4), 0)], 3),
)
def test_small_games_are_proven(kind: Any, parameters: tuple[int, ...], value: int) -> None:
    assert proven(sampler_of(compiled(kind, *parameters), memory=512)) == value


@pytest.mark.parametrize("seed", some(range(6), 2))
@pytest.mark.parametrize("chance", [False, True])
def test_random_trees_are_proven_to_be_worth_what_they_are(seed: int, chance: bool) -> None:
    tree = RandomTree(seed, chance)
    sampler = sampler_of(compile(tree))
    assert proven(sampler) == pytest.approx(tree.value(), abs=1e-12)
    for move, child in zip(sampler.moves(), tree.below[0], strict=True):
        if move.proven:
            assert move.value == pytest.approx(tree.value(child), abs=1e-12)


@pytest.mark.parametrize("seed", some(range(3), 1))
def test_means_come_close_to_the_values_of_large_trees_with_chance(seed: int) -> None:
    tree = RandomTree(seed, depth=9)
    sampler = sampler_of(compile(tree))
    sample(sampler, 2_000_000)
    assert sampler.value()[0] == pytest.approx(tree.value(), abs=0.5)


def test_a_position_that_comes_back_ends_the_game() -> None:
    class Round(Game[int, int]):
        """Walk round a ring of five; from the start there is a way out that loses."""

        repetition = "draw"

        def initial(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return MAX if state % 2 == 0 else MIN

        def actions(self, state: int) -> tuple[int, ...]:
            return (1, 10) if state == 0 else ((state + 1) % 6,)

        def result(self, state: int, action: int) -> int:
            return action

        def is_terminal(self, state: int) -> bool:
            return state == 10

        def utility(self, state: int) -> int:
            return -1

        def bounds(self, state: int) -> tuple[int, int]:
            return -1, 1

    sampler = sampler_of(compile(Round()))
    assert proven(sampler) == 0
    assert sampler.line() == (1, 2, 3, 4, 5, 0)
    sample(sampler, 1000, 5, (0, 1, 2, 3, 4))  # it comes back at once
    assert sampler.value() == (0, True)
    assert sampler.line() == (0,)


def test_a_count_of_moves_does_not_tell_positions_apart() -> None:
    class Counted(Game[tuple[int, int], int]):
        """A ring of four, in which whoever has made twenty moves wins, unless it goes round."""

        repetition = "draw"

        def initial(self) -> tuple[int, int]:
            return 0, 0

        def to_move(self, state: tuple[int, int]) -> int:
            return MAX if state[1] % 2 == 0 else MIN

        def actions(self, state: tuple[int, int]) -> tuple[int, ...]:
            return (1,)

        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return (state[0] + action) % 4, state[1] + 1

        def is_terminal(self, state: tuple[int, int]) -> bool:
            return state[1] == 20

        def utility(self, state: tuple[int, int]) -> int:
            return 1

        def uncounted(self, state: tuple[int, int]) -> tuple[int, int]:
            return state[0], 0

    sampler = sampler_of(compile(Counted()))
    assert proven(sampler) == 0
    assert len(sampler.line()) == 4
    sample(sampler, 100, (3, 3), ((0, 0), (1, 1), (2, 2)))
    assert (sampler.value(), sampler.line()) == ((0, True), (1,))


def test_what_is_below_the_new_root_is_kept() -> None:
    game = BlindConnect4()
    sampler = sampler_of(compiled(BlindConnect4))
    sample(sampler, 200_000)
    tree = sampler.trees[0]
    child = tree.children(tree.root)[3]
    reply = max(range(7), key=lambda index: tree.ints[tree.children(child)[index] + VISITS])
    below = tree.children(child)[reply]
    before = [tree.ints[node + VISITS] for node in tree.children(below)]
    means = [tree.floats[node + MEAN] for node in tree.children(below)]
    visits = tree.ints[below + VISITS]
    state = game.initial()
    for index in (3, reply):
        state = game.result(state, list(game.actions(state))[index])
    sampler.take_root(state, ())
    assert sampler.simulations == visits > 100
    children = tree.children(tree.root)
    assert [tree.ints[node + VISITS] for node in children] == before
    assert [tree.floats[node + MEAN] for node in children] == means
    sample(sampler, 1000, BlindConnect4().initial())  # not below: a new tree
    assert sampler.simulations < 1000


class Promising(Game[tuple[int, ...], int]):
    """Twelve digits are chosen; their sum is the value."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return MAX

    def actions(self, state: tuple[int, ...]) -> Iterator[int]:
        yield from range(10)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == 12

    def utility(self, state: tuple[int, ...]) -> int:
        return sum(state)


class Ordered(Promising):
    """The same, the larger digits first."""

    def order(self, state: tuple[int, ...], action: int) -> int:
        return action


def test_random_games_prefer_what_looks_better() -> None:
    """Of two digits drawn the larger one is 6.15 on average, one alone is 4.5."""
    for kind, mean in ((Promising, 4.5), (Ordered, 6.15)):
        sampler = sampler_of(compiled(kind))
        sample(sampler, 500)  # most of them before the tree leads anywhere
        tree = sampler.trees[0]
        children = tree.children(tree.root)
        found = [float(tree.floats[node + MEAN]) - place for place, node in enumerate(children)]
        assert sum(found) / len(found) == pytest.approx(11 * mean, abs=6)


def test_every_visit_of_a_node_but_the_first_ones_is_one_of_its_children_s() -> None:
    sampler = sampler_of(compiled(Hex, 4))
    sample(sampler, 100_000)
    tree = sampler.trees[0]
    waiting = [tree.root]
    inner = 0
    while waiting:
        node = waiting.pop()
        children = list(tree.children(node))
        waiting += children
        assert tree.floats[node + LOW] <= tree.floats[node + HIGH]
        if children:
            inner += 1
            assert tree.ints[node + COUNT] == len(children)
            visits = sum(tree.ints[child + VISITS] for child in children)
            waited = tree.ints[node + VISITS] - visits  # for its children
            solved = tree.floats[node + LOW] == tree.floats[node + HIGH]  # then it needs none
            assert waited >= 0
            assert solved or waited <= tree.ints[2]
            low, high = tree.floats[node + LOW], tree.floats[node + HIGH]
            assert -1 <= low <= high <= 1
    assert inner > 50


def test_random_games_choose_all_actions_alike() -> None:
    class Wheel(Game[tuple[int, int], int]):
        """A forced move, then one of five numbers, each of which counts in digits of its own."""

        def initial(self) -> tuple[int, int]:
            return 0, 0

        def to_move(self, state: tuple[int, int]) -> int:
            return MAX

        def actions(self, state: tuple[int, int]) -> range:
            return range(1 if state[0] == 0 else 5)

        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return state[0] + 1, action

        def is_terminal(self, state: tuple[int, int]) -> bool:
            return state[0] == 2

        def utility(self, state: tuple[int, int]) -> int:
            return 1 << 7 * state[1]

    sampler = sampler_of(compile(Wheel()))
    tree = sampler.trees[0]
    sampler.begin()
    sampler.take_root((0, 0), ())
    tree.ints[2] = 1 << 40  # so that the root's child waits for its children
    on_large_stack(lambda: sampler.run(Call(None), 4 * 127), sampler.interrupt)
    total = round(tree.floats[tree.root + MEAN] * sampler.simulations)
    counts = [total >> 7 * place & 127 for place in range(5)]
    assert sum(counts) == sampler.simulations > 80
    assert min(counts) > 5


def test_an_action_may_say_nothing() -> None:
    class Clock(Game[int, tuple[()]]):
        """Count to forty; there is nothing to choose."""

        def initial(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return MAX if state % 2 == 0 else MIN

        def actions(self, state: int) -> list[tuple[()]]:
            return [()]

        def result(self, state: int, action: tuple[()]) -> int:
            return state + 1

        def is_terminal(self, state: int) -> bool:
            return state == 40

        def utility(self, state: int) -> int:
            return 7

    assert proven(sampler_of(compile(Clock()))) == 7


@pytest.mark.parametrize(
    ("game", "stay"),
    [(Hex(5), True), (Blind(), True), (BlindConnect4(), False), (BlindPig(goal=20), False)],
)
def test_whether_actions_stay_open_is_seen_in_random_games(game: Any, stay: bool) -> None:
    assert actions_stay_open(game) is stay


def test_an_action_counts_for_all_who_could_have_taken_it() -> None:
    class Numbers(Game[tuple[int, int], int]):
        """MAX and MIN take the numbers 0 to 3 in turn; what MAX took counts, 10 ** number."""

        def initial(self) -> tuple[int, int]:
            return 0, 0

        def to_move(self, state: tuple[int, int]) -> int:
            return MAX if state[0].bit_count() % 2 == 0 else MIN

        def actions(self, state: tuple[int, int]) -> Iterator[int]:
            for number in range(4):
                if not state[0] >> number & 1:
                    yield number

        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            mine = 10**action if self.to_move(state) == MAX else 0
            return state[0] | 1 << action, state[1] + mine

        def is_terminal(self, state: tuple[int, int]) -> bool:
            return state[0] == 15

        def utility(self, state: tuple[int, int]) -> int:
            return state[1]

    sampler = sampler_of(compile(Numbers()))
    assert sampler.rules.stay_open
    tree, last = sampler.trees[0], 0
    sampler.begin()
    sampler.take_root((0, 0), ())
    results, counted = [], 0
    for _turn in range(6):  # a simulation each time
        before = sampler.simulations
        on_large_stack(lambda: sampler.run(Call(None), 1), sampler.interrupt)
        if sampler.simulations == before:
            break
        total = round(tree.floats[tree.root + MEAN] * sampler.simulations)
        results.append(total - last)
        last = total
    children = list(tree.children(tree.root))
    for number, child in enumerate(children):
        took = [result for result in results if result // 10**number % 10]
        at = child + tree.node_words - 2
        assert tree.ints[at] == len(took)
        counted += len(took)
        if took:
            assert tree.floats[at + 1] == pytest.approx(sum(took) / len(took))
    assert counted == 2 * len(results) > 4  # MAX takes two of the four


def test_two_threads_add_their_trees_up() -> None:
    sampler = sampler_of(compiled(Hex, 4), threads=2)
    sample(sampler, 100_000)
    first, second = sampler.trees
    visits = [
        first.ints[one + VISITS] + second.ints[other + VISITS]
        for one, other in zip(first.children(first.root), second.children(second.root), strict=True)
    ]
    assert sum(visits) == sampler.simulations
    assert first.floats[first.root + MEAN] != second.floats[second.root + MEAN]  # other numbers
    assert proven(sampler) == 1


def test_the_same_nodes_find_the_same() -> None:
    findings = [engine_for(Hex(4)).analyse(nodes=30_000) for _turn in range(2)]
    assert findings[0] == findings[1]
    assert findings[0].simulations > 0


# --- the engine ----------------------------------------------------------------------------------


def test_a_game_without_a_heuristic_has_this_engine() -> None:
    assert isinstance(engine_for(Hex(4)), SamplingEngine)
    assert isinstance(engine_for(BlindPig(goal=10)), SamplingEngine)
    assert not isinstance(engine_for(MNK()), SamplingEngine)


def test_what_the_search_proves_is_told_as_the_search_does() -> None:
    engine = engine_for(Blind())
    state = Blind().parse_state("xx./oo./...")
    finding = engine.analyse(state, all_moves=True)
    assert finding.proven
    assert finding.distance == 1
    assert finding.action == 4  # c1, in bits
    assert all(move.proven for move in finding.moves)


def test_a_depth_is_a_search_to_that_depth() -> None:
    finding = engine_for(Hex(4)).analyse(depth=3)
    assert finding.depth == 3
    assert finding.simulations == 0


def test_a_win_in_one_is_played_however_little_time_there_is() -> None:
    game = Hex(7)
    state = game.initial()
    for cell in (3, 0, 10, 1, 17, 2, 24, 4, 31, 5, 38, 6):
        state = game.result(state, cell)
    finding = engine_for(game).analyse(state, nodes=300)
    assert finding.value == 1
    assert finding.action == 44 or finding.action == 45


def test_of_two_wins_the_sooner_one_is_played() -> None:
    """Random games prove a win in three plies (26) as surely as the fifth stone."""
    game = Gomoku(10)
    state = game.initial()
    for cell in (33, 70, 34, 72, 35, 74, 36, 76):
        state = game.result(state, cell)
    finding = engine_for(game).analyse(state._replace(last=-1), nodes=600_000)
    assert finding.action in (32, 37)  # the fifth stone


def test_nodes_and_a_stop_end_it() -> None:
    engine = engine_for(Hex(7))
    finding = engine.analyse(nodes=50_000)
    assert 50_000 <= finding.nodes <= 60_000
    stop = Stop()
    heard = []

    def listen(found: Any) -> None:
        heard.append(found)
        if len(heard) == 3:
            stop.set()

    last = engine.analyse(stop=stop, listen=listen)
    assert len(heard) in (3, 4)
    assert last.action in range(49)
    assert [each.simulations for each in heard] == sorted(each.simulations for each in heard)


def test_results_that_floats_do_not_hold_are_left_to_the_search() -> None:
    class Large(Hex):
        def utility(self, state: Stones) -> int:
            return super().utility(state) * ((1 << 60) + 1)

        def bounds(self, state: Stones) -> tuple[int, int]:
            return -(1 << 60) - 1, (1 << 60) + 1

        def is_terminal(self, state: Stones) -> bool:
            return self.utility(state) != 0

    sampler = sampler_of(compile(Large(3)))
    with pytest.raises(TooLarge):
        sample(sampler, 10_000)
    finding = engine_for(Large(3)).analyse(nodes=5_000_000)
    assert (finding.value, finding.proven) == ((1 << 60) + 1, True)


def test_a_broken_rule_is_named() -> None:
    class Stuck(Hex):
        def actions(self, state: Stones) -> Iterator[int]:
            if (state.red | state.blue).bit_count() < 3:
                yield from super().actions(state)

    with pytest.raises(RulesBroken, match="actions gives none"):
        sample(sampler_of(compile(Stuck(4))), 10_000)


def test_interrupted_before_it_began() -> None:
    sampler = sampler_of(compiled(Hex, 4))

    def work() -> None:
        sampler.begin()
        sampler.take_root(Hex().initial(), ())
        call = Call(None)
        call.stop.set()
        with pytest.raises(Interrupted):
            sampler.run(call, 1000)

    on_large_stack(work, sampler.interrupt)
    assert sampler.value() == (0.0, False)
    assert sampler.line() == ()


def test_a_finding_says_that_random_games_decided() -> None:
    finding = engine_for(Hex(7)).analyse(nodes=50_000, all_moves=True)
    rows = dict(finding_rows(finding, 3))
    share = finding.share(finding.value)
    assert share is not None
    assert share == pytest.approx((float(finding.value) + 1) / 2)
    said = f"no: the mean of {finding.simulations:,} random games, {round(100 * share)} % for MAX"
    assert rows["proven"] == said
    assert finding_json(finding)["simulations"] == finding.simulations > 100
    assert len(finding.moves) == 49
    assert max(move.value for move in finding.moves if not move.proven) <= 1


def test_rules_in_python_have_the_textbook_s_random_games() -> None:
    class Uncompiled(Hex):
        compilable = False

    engine = engine_for(Uncompiled(4))
    assert engine.lane == "textbook"
    finding = engine.analyse(nodes=8_000)
    assert finding.simulations > 10
    assert finding.action in range(16)
    assert not finding.proven
