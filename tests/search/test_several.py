"""max^n and paranoid search, beside twins that only compare, and the figure of the textbook."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.door import TwoPlayersOnly
from zermelo.game import MAX, MIN, Game, MultiplayerGame, Payoffs
from zermelo.games import LastMatch, Nim, Tree
from zermelo.games.tree import PlayersBuilder, PlayersTree, TreeBuilder, read_any_tree
from zermelo.search import (
    ALGORITHMS,
    FOR_SEVERAL,
    Unsuitable,
    alphabeta,
    maxn,
    minimax,
    paranoid,
    usual_algorithm,
)
from zermelo.search.coalition import Coalition
from zermelo.search.perft import perft
from zermelo.search.record import Recorder
from zermelo.solver import values

# AIMA, the figure of a game with three players: A's two moves give A the same.
AIMA = read_any_tree(
    """
    players: A B C
    A [
      B [ C [(1, 2, 6) (4, 2, 3)]  C [(6, 1, 2) (7, 4, 1)] ]
      B [ C [(5, 1, 1) (1, 5, 2)]  C [(7, 7, 1) (5, 4, 5)] ]
    ]
    """
)


@st.composite
def several_trees(draw: st.DrawFn) -> PlayersTree:
    """Trees for two to four players, who may move in any order."""
    players = tuple("ABCD"[: draw(st.integers(2, 4))])
    builder = PlayersBuilder(players)
    payoffs = st.tuples(*[st.integers(-3, 3)] * len(players))

    def node(depth: int) -> None:
        if depth == 0 or draw(st.booleans()):
            builder.leaf(draw(payoffs))  # type: ignore[arg-type]
            return
        builder.open(draw(st.none() | st.integers(0, len(players) - 1)))
        for _child in range(draw(st.integers(1, 3))):
            node(depth - 1)
        builder.close()

    node(3)
    return PlayersTree(builder.nodes(), players)


def best_for_each(game: MultiplayerGame[Any, Any], state: Any) -> Payoffs:
    """max^n as one would say it: of all that can follow, the first that is most for who moves."""
    if game.is_terminal(state):
        return game.utility(state)
    results = [best_for_each(game, game.result(state, a)) for a in game.actions(state)]
    player = game.to_move(state)
    return next(r for r in results if r[player] == max(other[player] for other in results))


def as_two_players(tree: PlayersTree, me: int) -> Tree:
    """The reduced tree, written out: mine are MAX, all others MIN, and leaves what I get."""
    builder = TreeBuilder()

    def add(state: int) -> None:
        node = tree.nodes[state]
        if node.kind is None:
            return builder.leaf(node.value[me])
        builder.open(MAX if node.kind == me else MIN)
        for child in node.children:
            add(child)
        return builder.close()

    add(0)
    return Tree(builder.nodes())


def test_the_figure_of_the_textbook() -> None:
    found = maxn(AIMA)
    payoffs: Any = found.value
    assert (payoffs, found.line) == ((1, 2, 6), (0, 0, 0))
    values = {(n,): maxn(AIMA, AIMA.nodes[0].children[n]).value for n in (0, 1)}
    assert values == {(0,): (1, 2, 6), (1,): (1, 5, 2)}
    below = [child for b in AIMA.nodes[0].children for child in AIMA.nodes[b].children]
    assert [maxn(AIMA, c).value for c in below] == [(1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5)]
    assert (found.nodes, found.leaves, found.proven) == (15, 8, True)


def test_paranoid_on_the_figure() -> None:
    """C of the last branch is never looked at: B can hold A to 1 already."""
    found = paranoid(AIMA)
    assert (found.value, found.action, found.leaves, found.cutoffs) == (1, 0, 6, 1)
    one = AIMA.nodes[0].children[1]  # where B is the one who fears
    assert paranoid(AIMA, one).value == 4


@given(tree=several_trees())
def test_maxn_is_its_twin(tree: PlayersTree) -> None:
    assert maxn(tree).value == best_for_each(tree, 0)


@given(tree=several_trees())
def test_paranoid_is_minimax_of_the_reduced_tree(tree: PlayersTree) -> None:
    me = 0 if tree.is_terminal(0) else tree.to_move(0)
    reduced = as_two_players(tree, me)
    found = paranoid(tree)
    assert found.value == minimax(reduced).value
    twin = alphabeta(reduced)
    assert (found.line, found.nodes, found.cutoffs) == (twin.line, twin.nodes, twin.cutoffs)


@given(tree=several_trees())
def test_nobody_fares_worse_than_they_fear(tree: PlayersTree) -> None:
    """In an equilibrium everybody gets at least what they can be sure of."""
    me = 0 if tree.is_terminal(0) else tree.to_move(0)
    assert paranoid(tree).value <= maxn(tree).value[me]  # type: ignore[index]


@given(tree=several_trees())
def test_nobody_gains_by_another_move(tree: PlayersTree) -> None:
    """The value is that of an equilibrium: what any one player changes, gains them nothing."""
    value: Any = maxn(tree).value
    if not tree.is_terminal(0):
        player = tree.to_move(0)
        others = [maxn(tree, child).value for child in tree.nodes[0].children]
        assert all(other[player] <= value[player] for other in others)  # type: ignore[index]


def test_ties_keep_the_first() -> None:
    tree = read_any_tree("players: A B\nA [B [(1, 0)] B [(1, 5)]]")
    assert maxn(tree).value == (1, 0)
    assert maxn(tree, order="right").value == (1, 5)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_last_match(count: int) -> None:
    game = LastMatch(matches=8, count=count)
    assert maxn(game).value == best_for_each(game, game.initial())
    assert paranoid(game).value == minimax(Coalition(game, 0)).value
    if count == 2:  # Nim with one row: who faces a multiple of 4 loses
        assert maxn(game).value == (0, 1)
        assert maxn(LastMatch(matches=7, count=2)).value == (1, 0)


def test_the_events_nest_and_count() -> None:
    for algorithm, value in ((maxn, [1, 2, 6]), (paranoid, 1)):
        recorder = Recorder(algorithm.view_of(AIMA, 0))
        found = algorithm(AIMA, observer=recorder)
        kinds = [event["event"] for event in recorder.events]
        assert kinds.count("enter") == found.nodes
        assert kinds.count("leaf") == found.leaves
        assert kinds.count("enter") == kinds.count("leaf") + kinds.count("leave")
        assert recorder.events[-1]["value"] == value


def test_limits() -> None:
    found = maxn(LastMatch(), nodes=90)  # of 96
    assert found.stopped
    assert not found.proven
    assert found.line == found.line[:1]


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name != "mcts"])
def test_the_others_are_for_two(name: str) -> None:
    with pytest.raises(TwoPlayersOnly, match="several players"):
        ALGORITHMS[name](LastMatch())


@pytest.mark.parametrize("algorithm", FOR_SEVERAL.values(), ids=list(FOR_SEVERAL))
def test_these_are_for_several(algorithm: Any) -> None:
    with pytest.raises(Unsuitable, match="several players; nim has two"):
        algorithm(Nim())
    with pytest.raises(Unsuitable, match="takes no 'table'"):
        algorithm(LastMatch(), table=True)
    with pytest.raises(Unsuitable, match="order fixed needs"):
        algorithm(LastMatch(), order="fixed")
    assert usual_algorithm(LastMatch()) is maxn


def test_a_game_that_says_nothing() -> None:
    class Empty(MultiplayerGame[int, int]):
        def initial(self) -> int:
            return 0

        def is_terminal(self, state: int) -> bool:
            return False

        def to_move(self, state: int) -> int:
            return 3

    with pytest.raises(Exception, match="from 0 to 2"):
        maxn(Empty())
    game: Game[int, int] = MultiplayerGame()
    for rule in (game.to_move, game.utility):
        with pytest.raises(Exception, match="has no rule"):
            rule(0)
    with pytest.raises(Exception, match="no heuristic"):
        maxn(LastMatch(), depth=2)


def test_everything_else_refuses_in_one_line() -> None:
    game, state = LastMatch(3), LastMatch(3).initial()
    with pytest.raises(TwoPlayersOnly, match="several players"):
        values(game, state)


def test_perft_counts_the_moves_of_all_players() -> None:
    assert [perft(LastMatch(3), depth) for depth in range(5)] == [1, 3, 3, 1, 0]
