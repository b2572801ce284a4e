"""Trees of positions: what a game comes to from one of them, with the boards drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zermelo.exercise.items import AnswerError
from zermelo.exercise.shape import MAX_LEAVES
from zermelo.game import CHANCE, Feature, Game, Value, provides
from zermelo.games.tree import Node, Tree, TreeBuilder
from zermelo.language import _
from zermelo.search.symmetry import merge


class BoardTree(Tree):
    """A tree whose nodes are positions of a game, by their numbers."""

    def __init__(
        self, nodes: tuple[Node, ...], game: Game[Any, Any], states: tuple[Any, ...]
    ) -> None:
        super().__init__(nodes, game.name)
        self.game, self.states = game, states
        self.texts = tuple(game.format_state(state) for state in states)

    @staticmethod
    def of(nodes: Tree, boards: Tree) -> BoardTree:
        """The boards of one tree, with the names of another; not every tree has any."""
        if not isinstance(boards, BoardTree) or not provides(boards.game, "features"):
            raise AnswerError(
                _("this kind is about positions of a game that tells what its heuristic counts")
            )
        return BoardTree(nodes.nodes, boards.game, boards.states)

    def is_estimate(self, node: int) -> bool:
        """Whether the value of a node is the heuristic's."""
        return self.is_terminal(node) and not self.game.is_terminal(self.states[node])

    def counted(self, node: int) -> list[Feature]:
        """What the heuristic counts at a node."""
        return list(self.game.features(self.states[node]))

    def draw(self, state: int) -> str:
        """The boards one below the other, without the values of the leaves."""
        below = zip(
            (child for node in self.nodes for child in node.children),
            (label or "" for node in self.nodes for label in node.labels),
            strict=True,
        )
        shown = {state: self.format_state(state)}
        shown |= {child: label for child, label in below if self.is_terminal(child)}
        boards = (f"{name}\n{self.game.draw(self.states[node])}\n" for node, name in shown.items())
        return "\n".join(boards)

    def draw_svg(self, state: int, last: int | None = None) -> str:
        return self.game.draw_svg(self.states[state])


def tree_of_game(
    game: Game[Any, Any], state: Any, depth: int, chance_depth: int = 0, symmetry: bool = False
) -> BoardTree:
    """The tree of a game from a position, to a depth in moves; below it stands the estimate.

    `chance_depth`: what a level of chance costs. `symmetry`: of symmetric moves the first alone.
    """
    builder, count = TreeBuilder(), 0
    states: list[Any] = []

    def add(state: Any, left: int, odds: Fraction | None, label: str | None) -> None:
        nonlocal count
        states.append(state)
        value = _ending(game, state, left, chance_depth)
        if value is not None:
            count += 1
            if count > MAX_LEAVES:
                words = _("more than {most} leaves: choose a later position or a smaller depth")
                raise AnswerError(words.format(most=MAX_LEAVES))
            builder.leaf(value, probability=odds, label=label)
            return
        kind = game.to_move(state)
        builder.open(kind, probability=odds, label=label)
        if kind == CHANCE:
            outcomes = list(game.outcomes(state))
            total = sum(weight for _action, weight in outcomes)
            for action, weight in outcomes:
                odds = Fraction(weight, total)
                add(game.result(state, action), left - chance_depth, odds, None)
        else:
            actions = list(game.actions(state))
            for action in merge(game, state, actions)[0] if symmetry else actions:
                add(game.result(state, action), left - 1, None, game.format_action(state, action))
        builder.close()

    add(state, depth, None, None)
    return BoardTree(builder.nodes(), game, tuple(states))


def _ending(game: Game[Any, Any], state: Any, left: int, chance_depth: int) -> Value | None:
    if game.is_terminal(state):
        return game.utility(state)
    if left <= 0 and (game.to_move(state) != CHANCE or chance_depth):
        return game.evaluate(state)
    return None
