"""Count, then evaluate: what the heuristic says of each board, and what minimax makes of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Final

from zermelo.exercise.items import Answer, Item, factor
from zermelo.exercise.kinds.values import Values
from zermelo.exercise.luck import Luck
from zermelo.exercise.rules import Rule
from zermelo.exercise.shape import COUNTED, Shape, ShapeError
from zermelo.exercise.trees import BoardTree, exact, named, tree_of_game
from zermelo.game import MAX, Feature
from zermelo.games.mnk import MNK
from zermelo.games.tree import Tree
from zermelo.language import _, mark

ATTEMPTS: Final = 1000
CELLS: Final = 9
SPREAD: Final = 3  # different values among the boards, or one number would be right everywhere
GUESSED: Final = 0.3  # of the marks of the boards, for one number everywhere: at most, if it can be
SINGLE: Final = 3  # how much a board's value counts there, beside each thing counted
COUNTED_PART: Final = 3  # marks for a thing counted: most of the work
LEAF: Final = 2  # marks for the value of a board: only a sum of what was counted
DECISION: Final = 0.3  # the share of the marks for what is decided: inner values and moves
FEWEST: Final = 3  # empty cells: with fewer there is not much to count


class Heuristic(Values):
    """A position of tic-tac-toe, or of any game whose heuristic tells its parts, and a depth.

    Items, for each board at the depth limit: `a1.PART` for each part, how many there are, and
    `a1.value`; then the values and moves of the inner nodes, as for minimax.
    """

    name = "heuristic"
    heading = mark("Count, then evaluate")
    on_boards = True
    conventional = ("heuristic",)
    usual = "depth=1 branching=5-6 ties=any"
    weights = {"value": 4, "move": 1}
    drawn: BoardTree

    # --- how its trees are made ------------------------------------------------------------------

    @classmethod
    def make_tree(cls, seed: int, shape: Shape) -> Tree:
        other = [name for name in (*COUNTED, "ends") if getattr(shape, name)]
        if shape.depth > 2 or shape.uneven or other or shape.branching.high < FEWEST:
            raise ShapeError(
                _(
                    "shape: boards have depth=1 or 2, root=, ties= and branching= from 3 on, the "
                    "empty cells, and nothing else"
                )
            )
        game, luck = MNK(heuristic=shape.heuristic), Luck(seed)
        low, high = max(shape.branching.low, FEWEST), int(shape.branching.high)
        turn = 0 if shape.levels[0] == MAX else 1
        counts = [free for free in range(low, high + 1) if (CELLS - free) % 2 == turn]
        best, least = None, 1.0
        for _attempt in range(ATTEMPTS if counts else 0):
            state = game.initial()
            for _stone in range(CELLS - luck.pick(counts)):
                if not game.is_terminal(state):
                    state = game.result(state, luck.pick(list(game.actions(state))))
            if game.is_terminal(state):
                continue
            boards = tree_of_game(game, state, shape.depth)
            if cls._fits(boards, shape.ties) and cls._guessed(boards) < least:
                best, least = boards, cls._guessed(boards)
                if least <= GUESSED:
                    break
        if best is None:
            raise ShapeError(_("shape: no position found for {shape}").format(shape=shape.text))
        return BoardTree.of(named(best), best)

    @classmethod
    def _fits(cls, boards: BoardTree, ties: str) -> bool:
        """Whether all leaves are estimates, differ enough, and ties are as the shape says."""
        leaves = boards.leaves()
        if not all(map(boards.is_estimate, leaves)):
            return False
        counts = cls.measure(boards, None).ties  # type: ignore[arg-type]
        values = {boards.utility(leaf) for leaf in leaves}
        return len(values) >= min(SPREAD, len(leaves) - 1) and (
            ties == "any" or bool(counts) == (ties == "yes")
        )

    @classmethod
    def _guessed(cls, boards: BoardTree) -> float:
        """The part of the leaves' marks that one number in every box would get."""
        right = Counter[Fraction]()
        for leaf in boards.leaves():
            right[exact(boards.utility(leaf))] += SINGLE
            right.update(exact(part.count) for part in boards.counted(leaf))
        return max(right.values()) / right.total()

    # --- what is asked ---------------------------------------------------------------------------

    def instructions(self, level: str = "all") -> list[str]:
        counted = dict.fromkeys(part.name for parts in self.parts.values() for part in parts)
        names = ", ".join(_(name) for name in counted)
        return [
            _("On each board at the lowest level count what the heuristic counts: {names}.").format(
                names=names
            ),
            _("Then give each of these boards its value, and every inner node its minimax value."),
            _("At every inner node, say which branch is the best move for who moves there."),
        ]

    @cached_property
    def parts(self) -> dict[int, list[Feature]]:
        """What is counted at each leaf that has an estimate."""
        leaves = self.drawn.leaves()
        return {leaf: self.drawn.counted(leaf) for leaf in leaves if self.drawn.is_estimate(leaf)}

    @cached_property
    def items(self) -> tuple[Item, ...]:
        found = []
        for leaf, parts in self.parts.items():
            name = self.names.of(leaf)
            found += [Item(_id(name, part), name, part.name) for part in parts]
            found.append(Item(f"{name}.value", name, "value"))
        return (*found, *super().items)

    @cached_property
    def solution(self) -> dict[str, Answer]:
        found: dict[str, Answer] = {}
        for leaf, parts in self.parts.items():
            name = self.names.of(leaf)
            found |= {_id(name, part): exact(part.count) for part in parts}
            found[f"{name}.value"] = exact(self.tree.utility(leaf))
        return found | super().solution

    # --- what is right ---------------------------------------------------------------------------

    def rule(self, item: str) -> Rule | None:  # type: ignore[override]
        """Nothing says what is to be counted; a board's value is the sum of what was counted."""
        state, what = self._split(item)
        if state not in self.parts:
            return super().rule(item)
        if what != "value":
            return None
        name = self.names.of(state)
        return [
            "mean",
            [[str(exact(p.weight)), ["answer", _id(name, p)]] for p in self.parts[state]],
        ]

    def _value(self, state: int) -> Rule:
        if state in self.parts:
            return ["answer", f"{self.names.of(state)}.value"]
        return super()._value(state)

    def weight(self, item: str) -> int:
        state, what = self._split(item)
        if state in self.parts:
            return LEAF if what == "value" else COUNTED_PART
        return self.weights[what] * self._times

    @cached_property
    def _times(self) -> int:
        """So often a decision counts that together they are worth the share that they should be."""
        boards = [item for item in self.solution if self._split(item)[0] in self.parts]
        counted = sum(self.weight(item) for item in boards)
        alone = sum(self.weights[self._split(i)[1]] for i in self.solution if i not in boards)
        return max(1, ceil(DECISION * counted / ((1 - DECISION) * alone)))

    def reason(self, item: str) -> str:
        state, what = self._split(item)
        if state not in self.parts:
            return super().reason(item)
        parts = self.parts[state]
        if what == "value":
            terms = " + ".join(
                f"{factor(exact(p.weight))} · {factor(exact(p.count))}" for p in parts
            )
            return _("what was counted, each by its weight: {sum}").format(sum=terms)
        part = next(part for part in parts if item == _id(self.names.of(state), part))
        groups = ", ".join("–".join(dict.fromkeys((g[0], g[-1]))) for g in part.where)
        return groups or _("there is none")


def _id(name: str, part: Feature) -> str:
    return f"{name}.{part.name.replace(' ', '-')}"
