"""Monte-Carlo tree search (UCT): a tree that grows where random games go well."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt
from typing import Any

from zermelo.game import INFINITY
from zermelo.language import mark
from zermelo.search.algorithm import algorithm
from zermelo.search.following import following
from zermelo.search.growing import GrowingTree, TreeNode
from zermelo.search.run import Line, Run
from zermelo.search.settings import SIMULATIONS
from zermelo.search.tally import Stopped
from zermelo.search.textbook.minimax import minimax_search


@algorithm(
    mark("Monte-Carlo tree search"),
    common=("all_moves", "nodes", "time", "stop", "tick", "observer", "history"),
    takes=("simulations", "exploration", "seed"),
    chance=True,
    exact=False,
    windowed=False,
    several=None,
)
def mcts(run: Run[Any, Any]) -> tuple[Any, Line]:
    """Random games, most of them by the moves that did well so far; it needs no heuristic.

    Each simulation goes down the tree by UCB1, adds one node, plays on from there at random, and
    counts the result at every node on the way back. The move is the child of the root with most
    visits (of equals: the better mean, then the first), and the value is its mean: an estimate,
    never proven, that comes closer to the value of the game with more simulations.
    """
    if run.game.is_terminal(run.state) or run.state in run.history:
        return run.root(following(run, minimax_search), -INFINITY, INFINITY)
    search = MonteCarlo(run)
    try:
        for _simulation in range(run.settings.get("simulations", SIMULATIONS)):
            node, action = search.select()
            node = search.expand(node, action)
            value = search.simulate(node)
            search.backpropagate(node, value)
    except Stopped:
        if search.root.visits:
            run.answer = search.answer()
        raise
    value, line, run.moves, _depth, _proven = search.answer()
    run.watch.leave(value)
    return value, line


class MonteCarlo(GrowingTree):
    """The four phases of a simulation, and UCB1."""

    def select(self) -> tuple[TreeNode, Any]:
        """Down the tree by UCB1, to a move without a node, or to the end of the game (None)."""
        node = self.begin()
        while node.end is None:
            bounds = list(self.ucb1(node))
            if node.actions:
                action = max(bounds, key=lambda bound: bound[1] + bound[2])[0]
            else:
                action = self.drawn(node.state)  # by chance
            self.watch.select(action, bounds)
            if action not in node.children:
                return node, action
            node = self.follow(node, action)
        return node, None

    def expand(self, node: TreeNode, action: Any) -> TreeNode:
        """A new node for a move; none where the game is over."""
        return node if node.end is not None else self.add(node, action)

    def simulate(self, node: TreeNode) -> Any:
        """To the end of the game by random moves; the result, for MAX or for each player."""
        moves, value, exact = self.random_game(node)
        self.watch.simulate(moves, value, exact)
        return value

    def backpropagate(self, node: TreeNode | None, value: Any) -> None:
        """Counts the result at the node and at all nodes above it."""
        self.widen(value)
        while node:
            node.count(value)
            self.watch.backpropagate(value, node.visits, node.total, self.ucb1(node))
            node = node.parent

    def ucb1(self, node: TreeNode) -> Iterator[tuple[Any, float, float]]:
        """Of each action its mean, as who moves sees it, and what is added for being rarely tried.

        What was never tried has no mean: it comes first, in the order of the actions.
        """
        for action in node.actions:
            child = node.children.get(action)
            if child is None or not child.visits:
                yield action, 0.0, INFINITY
            else:
                bonus = self.exploration * sqrt(log(node.visits) / child.visits)
                yield action, self.scaled(child.mean, node.player), bonus
