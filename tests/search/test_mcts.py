"""Monte-Carlo tree search: UCB1 by hand, and what it comes to beside the exact searches."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from zermelo.game import MAX, MIN, Game, MultiplayerGame, Payoffs
from zermelo.games import MNK, Grundy, LastMatch, Nim, Pig, Tree, read_tree
from zermelo.games.nim import Matches
from zermelo.games.tree import PlayersTree, read_any_tree
from zermelo.match.players import Named
from zermelo.search import NothingFound, Observer, expectiminimax, maxn, mcts
from zermelo.search.run import Run
from zermelo.search.textbook.mcts import MonteCarlo


def chance_tree(seed: int) -> Tree:
    """Three levels of any kind, at each node two or three branches."""
    dice = random.Random(seed)

    def node(depth: int) -> str:
        if depth == 0:
            return str(dice.randint(-9, 9))
        below = " ".join(node(depth - 1) for _child in range(dice.randint(2, 3)))
        return f"{dice.choice(('max', 'min', 'chance'))} [{below}]"

    return read_tree(node(3))


def players_tree(seed: int) -> PlayersTree:
    """Three levels for three players, whose payoffs are never equal: nobody is indifferent."""
    dice = random.Random(seed)
    payoffs = [dice.sample(range(8), 8) for _player in range(3)]

    def node(depth: int) -> str:
        if depth == 0:
            return str(tuple(each.pop() for each in payoffs))
        return f"{dice.choice('ABC')} [{node(depth - 1)} {node(depth - 1)}]"

    tree = read_any_tree(f"players: A B C\n{node(3)}")
    assert isinstance(tree, PlayersTree)
    return tree


@pytest.mark.parametrize("seed", range(6))
def test_with_chance_it_comes_to_expectiminimax(seed: int) -> None:
    tree = chance_tree(seed)
    found = mcts(tree, simulations=4_000, exploration=0.7)
    assert found.value == pytest.approx(expectiminimax(tree).value, abs=0.5)


@pytest.mark.parametrize("seed", range(6))
def test_with_three_players_it_comes_to_maxn(seed: int) -> None:
    tree = players_tree(seed)
    found, exact = mcts(tree, simulations=4_000), maxn(tree)
    assert found.action == exact.action
    assert found.value == pytest.approx(exact.value, abs=0.4)


@pytest.mark.parametrize("player", [MAX, MIN])
def test_the_figure_of_the_textbook(player: int) -> None:
    """As MIN the same tree with all signs turned."""
    text = "max [[3 12 8] [2 4 6] [14 5 2]]"
    if player == MIN:
        text = "min [[-3 -12 -8] [-2 -4 -6] [-14 -5 -2]]"
    tree = read_tree(text)
    found = mcts(tree, simulations=2_000, all_moves=True)
    assert (found.action, found.line, found.proven) == (0, (0, 0), False)
    assert found.value == pytest.approx(3 * player, abs=0.5)
    assert [move.action for move in found.moves] == [0, 1, 2]


# By hand, as a lecture does it: after the first three simulations each child has been visited
# once. The leaves are 0 and 10, so the means on a scale from 0 to 1 are 0, 1 and 0.4, and all
# three add sqrt(2) * sqrt(ln 3 / 1) = 1.482. So the second child is next, with 2.482.
def test_ucb1_by_hand() -> None:
    tree = read_tree("max [0 10 4]")
    search = MonteCarlo(Run(tree, None, {}))
    for turn in range(3):
        node, action = search.select()
        assert (node, action) == (search.root, turn)  # what was not tried comes first, in order
        node = search.expand(node, action)
        search.backpropagate(node, search.simulate(node))
    bonus = math.sqrt(2) * math.sqrt(math.log(3))
    actions, means, bonuses = zip(*search.ucb1(search.root), strict=True)
    assert (actions, means) == ((0, 1, 2), (0.0, 1.0, 0.4))
    assert bonuses == pytest.approx((bonus,) * 3)
    assert bonus == pytest.approx(1.482, abs=1e-3)
    node, action = search.select()
    assert node is search.root.children[1]
    assert search.expand(node, action) is node  # the game is over there: no node is added
    search.backpropagate(node, search.simulate(node))
    counts = [(child.visits, child.total) for child in search.root.children.values()]
    assert counts == [(1, 0), (2, 20), (1, 4)]
    assert (search.root.visits, search.root.total) == (4, 24)


def test_min_sees_the_other_side_of_the_scale() -> None:
    search = MonteCarlo(Run(read_tree("min [0 10 4]"), None, {"exploration": 0}))
    for _turn in range(3):
        node = search.expand(*search.select())
        search.backpropagate(node, search.simulate(node))
    assert [mean for _action, mean, _bonus in search.ucb1(search.root)] == [1.0, 0.0, 0.6]


@pytest.mark.parametrize(
    ("position", "move"),
    [("xx./oo./...", "c1"), ("oo./xx./...", "c2"), ("oo./x../..x", "c1"), ("o.x/.x./...", "a3")],
    ids=["win", "win before a block", "block", "the other diagonal"],
)
def test_tic_tac_toe(position: str, move: str) -> None:
    game = MNK()
    state = game.parse_state(position)
    found = mcts(game, state, simulations=2_000)
    assert found.action is not None
    assert game.format_action(state, found.action) == move


def test_the_same_seed_gives_the_same_search() -> None:
    first, again = mcts(Grundy(9), seed=3), mcts(Grundy(9), seed=3)
    assert first == again
    assert mcts(Grundy(9), seed=4) != first


def test_one_node_a_simulation_and_all_states_of_random_games_count() -> None:
    class Counts(Observer):
        entered = met = 0

        def enter(self, *_told: Any) -> None:
            self.entered += 1

        def simulate(self, actions: Any, *_told: Any) -> None:
            self.met += len(actions)

    counts = Counts()
    run = Run(Pig(), None, {"observer": counts})
    search = MonteCarlo(run)
    for _turn in range(30):
        node = search.expand(*search.select())
        search.backpropagate(node, search.simulate(node))
    assert 20 < counts.entered <= 31  # the root, and one each, unless the game is over there
    assert run.tally.nodes == counts.entered + counts.met


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    found = mcts(MNK(), nodes=300)
    assert found.stopped
    assert 300 <= found.nodes < 320
    assert found.action is not None
    with pytest.raises(NothingFound):
        mcts(MNK(), nodes=1)


def test_positions_that_come_back_end_a_game() -> None:
    class Walk(Nim):
        """One stone that goes round: there is nothing but the repetition."""

        repetition = "draw"

        def result(self, state: Any, action: Any) -> Any:
            return state._replace(player=-state.player)

    game = Walk(rows=(1,))
    found = mcts(game, simulations=5)
    assert (found.value, found.depth) == (0, 2)  # the first position, with the same to move
    game.repetition = None  # type: ignore[assignment]
    found = mcts(game, simulations=1)  # which is broken off, with what the heuristic says there
    assert (found.nodes, found.value) == (1_002, game.evaluate(Matches((1,), MIN)))


def test_a_game_that_is_over() -> None:
    found = mcts(read_tree("7"))
    assert (found.value, found.action, found.proven) == (7, None, True)


def test_numbers_that_no_float_holds() -> None:
    assert mcts(Tree.from_nested([10**400, 3]), simulations=9).action == 0


def test_one_player() -> None:
    class Alone(MultiplayerGame[int, int]):
        """Add 1 or 2 up to 7; only 7 is worth something."""

        players = ("A",)

        def initial(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return 0

        def actions(self, state: int) -> list[int]:
            return [] if state >= 7 else [1, 2]

        def result(self, state: int, action: int) -> int:
            return state + action

        def is_terminal(self, state: int) -> bool:
            return state >= 7

        def utility(self, state: int) -> Payoffs:  # type: ignore[override]
            return (int(state == 7),)

    found = mcts(Alone(), simulations=200)
    assert found.value == pytest.approx((1,), abs=0.3)
    assert mcts(read_tree("max [max [1 2] max [3 0]]"), simulations=200).line == (1, 0)


def test_several_players_each_select_by_their_own_mean() -> None:
    game: Game[Any, Any] = LastMatch()
    found = mcts(game)
    assert isinstance(found.value, tuple)
    assert sum(found.value) == pytest.approx(1)


def test_it_plays_matches_by_name() -> None:
    """It has no depth to go on to: it is asked once, and ends with the time of a move."""
    game, named = MNK(), Named.read("mcts:simulations=300,seed=1")
    named.check(game)
    state = game.parse_state("xx./oo./...")
    assert game.format_action(state, named.player(game, 1.0)(game, state)) == "c1"
