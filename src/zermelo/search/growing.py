"""The tree that Monte-Carlo tree search grows: its nodes, its random games, what it answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from zermelo.game import (
    CHANCE,
    INFINITY,
    MAX,
    MIN,
    MultiplayerGame,
    NoEstimate,
    Value,
    decided_by_chance,
    provides,
)
from zermelo.numbers import ratio
from zermelo.search.finding import MoveValue
from zermelo.search.run import Answer, Run, nested, share

LONGEST: Final = 1_000  # plies of a random game that does not end
UNKNOWN: Final = (INFINITY, -INFINITY)


@dataclass(eq=False)
class TreeNode:
    """A node of the tree, the simulations that went through it, and the sum of their results."""

    state: Any
    parent: TreeNode | None
    ply: int
    end: Any  # what the game is worth that is over here; None: it goes on
    actions: tuple[Any, ...]  # none where chance decides
    player: int
    total: Any
    visits: int = 0
    children: dict[Any, TreeNode] = field(default_factory=dict)

    def count(self, value: Any) -> None:
        """One more simulation came through here, and ended with `value`."""
        self.visits += 1
        self.total = _sum(self.total, value)

    @property
    def mean(self) -> Any:
        """The mean of the results: for MAX, or for each of several players."""
        return mean_of(self.total, self.visits)


class GrowingTree:
    """The nodes from the root on, the range of results seen, and the random numbers.

    Means are scaled to [0, 1] by the game's `bounds` at its first state; without them, and with
    several players, by the smallest and the largest result seen so far. Nodes counted are those
    of the tree and the states of the random games.
    """

    def __init__(self, run: Run[Any, Any]) -> None:
        self.run, self.game, self.watch, self.path = run, run.game, run.watch, run.path
        self.exploration = run.settings.get("exploration", sqrt(2))
        self.dice = random.Random(run.settings.get("seed", 0))
        game = self.game
        self.nothing: Any = 0
        self.middle: Any = 0
        # The least and the most that each player can get, as they see it; nothing is known yet.
        self.ranges: dict[int, tuple[Value, Value]] = dict.fromkeys((MAX, MIN), UNKNOWN)
        if isinstance(game, MultiplayerGame):
            self.nothing = self.middle = (0,) * len(game.players)
            self.ranges = dict.fromkeys(range(len(game.players)), UNKNOWN)
        elif provides(game, "bounds"):
            low, high = game.bounds(game.initial())
            if -INFINITY < low < high < INFINITY:
                self.middle = ratio(low + high, 2)
                self.ranges = {MAX: (low, high), MIN: (-high, -low)}
        self.root = self.node(None, None)

    def begin(self) -> TreeNode:
        """The root, where a simulation begins."""
        if self.path:
            self.path.begin(None)
            self.path.push(self.root.state, 0)
        return self.root

    def follow(self, node: TreeNode, action: Any) -> TreeNode:
        """The child that an action leads to."""
        child = node.children[action]
        if self.path and child.end is None:
            self.path.push(child.state, child.ply)
        return child

    def add(self, parent: TreeNode, action: Any) -> TreeNode:
        """A new child for an action."""
        child = parent.children[action] = self.node(parent, action)
        return child

    def random_game(self, node: TreeNode) -> tuple[list[Any], Any, bool]:
        """Random moves to the end of the game, its result, and whether it is one or an estimate."""
        state, value = node.state, node.end
        moves: list[Any] = []
        while value is None and len(moves) < LONGEST:
            if self.path:
                self.path.push(state, node.ply + len(moves))
            moves.append(self.drawn(state))
            state = self.game.result(state, moves[-1])
            value = self.end(state)
        return (moves, value, True) if value is not None else (moves, self.estimate(state), False)

    def widen(self, value: Any) -> None:
        """The range of results takes this one in."""
        for player, (low, high) in self.ranges.items():
            mine = share(value, player)
            self.ranges[player] = min(low, mine), max(high, mine)

    def scaled(self, value: Any, player: int) -> float:
        """What a player gets of a value, on a scale from 0 to 1."""
        (low, high), value = self.ranges[player], share(value, player)
        if not low < high:
            return 0.5
        try:
            return float((value - low) / (high - low))
        except OverflowError:
            return float((Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low)))

    def node(self, parent: TreeNode | None, action: Any) -> TreeNode:
        """The node that an action leads to; without one, the root."""
        game, state, ply = self.game, self.run.state, 0
        if parent:
            state, ply = game.result(parent.state, action), parent.ply + bool(parent.actions)
        self.watch.enter(ply, state, action, None, None)
        if self.path and parent and state in self.path.places:
            self.watch.repeat(self.path.plies[self.path.places[state]], self.path.worth())
        end, actions, player = self.end(state) if parent else None, (), CHANCE
        if end is None and not decided_by_chance(game, state):
            actions, player = tuple(game.actions(state)), game.to_move(state)
        return TreeNode(state, parent, ply, end, actions, player, self.nothing)

    def end(self, state: Any) -> Any:
        """What the game is worth that is over at `state`; so it is, too, if the path was there."""
        if self.path and state in self.path.places:
            return self.path.worth()
        return self.game.utility(state) if self.game.is_terminal(state) else None

    def drawn(self, state: Any) -> Any:
        """A random action: a player's are all as likely, those of chance by their weights."""
        if not decided_by_chance(self.game, state):
            return self.dice.choice(list(self.game.actions(state)))
        actions, weights = zip(*self.game.outcomes(state), strict=True)
        return self.dice.choices(actions, weights)[0]

    def estimate(self, state: Any) -> Any:
        """For a random game without end: the heuristic, else the middle of what is possible."""
        with suppress(NoEstimate):
            return self.game.evaluate(state)
        return self.middle

    def answer(self) -> Answer:
        """The mean of the child most often visited, and the line of such children."""
        root, actions = self.root, list(self.line())
        moves = [MoveValue(a, c.mean, False) for a, c in root.children.items() if c.visits]
        value = root.children[actions[0]].mean if actions else root.mean
        kept = moves if self.run.settings.get("all_moves") else []
        return Answer(value, nested(actions), kept, self.run.tally.deepest, False)

    def line(self) -> Iterator[Any]:
        """The moves most often visited, one after the other."""
        node = self.root
        while node.actions:
            player = node.player
            ranks = {
                action: (child.visits, share(child.mean, player))
                for action, child in node.children.items()
                if child.visits
            }
            if not ranks:
                return
            action = max(ranks, key=ranks.__getitem__)
            yield action
            node = node.children[action]


def _sum(total: Any, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(one + other for one, other in zip(total, value, strict=True))
    return total + value


def mean_of(total: Any, visits: int) -> Any:
    """The mean of so many results with that total: of one number, or of each player's."""
    if isinstance(total, tuple):
        return tuple(_quotient(each, visits) for each in total)
    return _quotient(total, visits)


def _quotient(total: Value, visits: int) -> Value:
    try:
        return float(total) / visits
    except OverflowError:  # a whole number or a fraction that no float can hold
        return ratio(total, visits)
