r"""The literal game tree: the first game of every lecture, and of every readable test.

A tree is one flat tuple of nodes, numbered in the order in which they are written:

             0 MAX                [[3 12] [2 4]]
           /       \
       1 MIN       4 MIN          node 0: children (1, 4)
       /   \       /   \          node 1: children (2, 3)
     2:3  3:12   5:2   6:4        node 2: value 3, and so on

A state is the number of its node; an action is the number of a branch, from 0. Nothing is nested
and nothing recurses, so that a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, cast

from zermelo.game import CHANCE, MAX, PLAYER_NAMES, Game, NoEstimate, Value, ZermeloError
from zermelo.games.tree import drawing
from zermelo.games.tree.expectation import Expectation
from zermelo.games.tree.nodes import (
    Node,
    TreeBuilder,
    decimal_text,
    exact,
    kind_below,
    last_below,
    value_text,
)
from zermelo.games.tree.notation import TreeNotation
from zermelo.language import _, ngettext

Nested: TypeAlias = "Value | Sequence[Nested]"


class Tree(TreeNotation, Game[int, int]):
    """A literal game tree. `read_tree`, `TreeBuilder` and `Tree.from_nested` make one.

    `value_range` declares between which values every leaf and every static value lies.
    """

    compilable = False
    decimal: frozenset[int] = frozenset()  # CHANCE nodes whose probabilities were so written

    def __init__(
        self,
        nodes: tuple[Node, ...],
        title: str | None = None,
        value_range: tuple[Value, Value] | None = None,
        expectations: tuple[Expectation, ...] = (),
    ) -> None:
        self.nodes, self.title = nodes, title or None
        self.value_range, self.expectations = value_range, expectations
        if value_range is not None:
            low, high = self.value_range = exact(value_range[0]), exact(value_range[1])
            if low > high:
                words = _("the range must rise: write {high} first")
                raise ZermeloError(words.format(high=value_text(high)))
            for value in self._spread:
                if not low <= value <= high:
                    raise ZermeloError(
                        _(
                            "the value {value} lies outside the declared range from {low} to {high}"
                        ).format(
                            value=value_text(value), low=value_text(low), high=value_text(high)
                        )
                    )

    @staticmethod
    def from_nested(nested: Nested, root: int = MAX, levels: Sequence[str] | None = None) -> Tree:
        """The tree of nested lists of numbers.

        Kinds alternate from `root`, or `levels` names the kind of each level from the root down:
        "max", "min" or "chance".
        """
        names = {name.lower(): kind for kind, name in PLAYER_NAMES.items()}
        if not names.keys() >= set(levels or ()):
            words = _("the levels are max, min or chance, not {given}")
            raise ZermeloError(words.format(given=" ".join(levels or ())))
        kinds = None if levels is None else [names[level] for level in levels]
        builder = TreeBuilder(root)

        def enter(item: Nested) -> Sequence[Nested] | None:
            if not isinstance(item, Sequence) or isinstance(item, str):
                builder.leaf(cast(Value, item))  # which refuses what is no number
                return None
            level = len(builder.way) - 1
            if kinds is not None and level >= len(kinds):
                words = ngettext(
                    "levels names {count} level; the tree has more",
                    "levels names {count} levels; the tree has more",
                    len(kinds),
                )
                raise ZermeloError(words.format(count=len(kinds)))
            builder.open(kinds[level] if kinds else None)
            return item

        return Tree(builder.build(nested, enter))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Tree{title}: {len(self.nodes)} nodes, height {self.height}>"

    def _content(self) -> tuple[object, ...]:
        return self.nodes, self.title, self.value_range, self.expectations

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        """Who decides; nobody does at a leaf, where MAX stands in."""
        kind = self.nodes[state].kind
        return MAX if kind is None else kind

    def actions(self, state: int) -> range:
        return range(len(self.nodes[state].children))

    def result(self, state: int, action: int) -> int:
        return self.nodes[state].children[action]

    def is_terminal(self, state: int) -> bool:
        return self.nodes[state].kind is None

    def utility(self, state: int) -> Value:
        value: Value | None = self.nodes[state].value
        if value is None:
            words = _("{node} is no leaf and has no utility")
            raise ZermeloError(words.format(node=self.name_of(state)))
        return value

    def outcomes(self, state: int) -> Iterator[tuple[int, int]]:
        return enumerate(self.nodes[state].weights)

    def odds(self, state: int) -> list[str]:
        """The probability of each child of a CHANCE node, as it was written: 1/2 or 0.5."""
        text = decimal_text if state in self.decimal else str
        return [text(probability) for probability in self.nodes[state].probabilities]

    def evaluate(self, state: int) -> Value:
        """The static value that is written at the node, for MAX; a leaf's is its value."""
        node = self.nodes[state]
        value: Value | None = node.static if node.value is None else node.value
        if value is None:
            words = _(
                "{node} has no static value for the depth limit: write (h=...) after its name"
            )
            raise NoEstimate(words.format(node=self.name_of(state)))
        return value

    def is_quiet(self, state: int) -> bool:
        """Whether the static value may be trusted: unless it is written (h=5 unquiet)."""
        return self.nodes[state].quiet

    def bounds(self, state: int) -> tuple[Value, Value]:
        """The declared range; else the least and greatest number in the whole tree.

        Static values count too, so that the bounds also hold for a search with a depth limit.
        """
        return self.value_range or self._spread

    @cached_property
    def has_chance(self) -> bool:
        return any(node.kind == CHANCE for node in self.nodes)

    # --- the shape -----------------------------------------------------------------------------

    @property
    def has_heuristic(self) -> bool:
        """Whether any node has a static value."""
        return any(node.static is not None for node in self.nodes)

    @cached_property
    def height(self) -> int:
        """The number of moves on the longest way from the root to a leaf."""
        return max(self.depths)

    @cached_property
    def _spread(self) -> tuple[Value, Value]:
        numbers = [n.value for n in self.nodes if n.value is not None]
        numbers += [n.static for n in self.nodes if n.static is not None]
        return min(numbers), max(numbers)

    def leaves(self) -> tuple[int, ...]:
        """All the leaves, in the order written."""
        return tuple(state for state, node in enumerate(self.nodes) if node.kind is None)

    def leaves_below(self, state: int) -> list[int]:
        """The leaves of the subtree of `state`, in the order written."""
        run = range(state, last_below(self.nodes, state) + 1)
        return [number for number in run if self.nodes[number].kind is None]

    def leaf_label(self, state: int) -> str:
        """What a leaf is called: its name or, if it has none, its value.

        At a depth limit an inner node may stand for one, with its static value.
        """
        return self.nodes[state].name or value_text(self.evaluate(state))

    def kind_name(self, kind: int) -> str:
        """How a kind of node is written, in capitals."""
        return PLAYER_NAMES[kind]

    def default_kinds(self) -> list[int]:
        """The kind that each node has if none is written (see `TreeBuilder`)."""
        kinds = [MAX] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for child in node.children:
                kinds[child] = kind_below(node.kind or CHANCE, kinds[number])
        return kinds

    # --- drawing -------------------------------------------------------------------------------

    def draw(self, state: int) -> str:
        """The tree below `state`, one node a line."""
        return drawing.draw(self.nodes, state, lambda kind: _(self.kind_name(kind)))

    def draw_svg(self, state: int, last: int | None = None) -> str:
        """The sign of the node: for MAX, MIN and chance, or a leaf with its value; its name."""
        return drawing.draw_svg(self.nodes[state], self.name, self.format_state(state))
