r"""The literal game tree: the first game of every lecture, and of every readable test.

A tree is one flat tuple of nodes, numbered in the order in which they are written:

             0 MAX                [[3 12] [2 4]]
           /       \
       1 MIN       4 MIN          node 0: children (1, 4)
       /   \       /   \          node 1: children (2, 3)
     2:3  3:12   5:2   6:4        node 2: value 3, and so on

A state is the number of its node; an action is the place of a child, from 0. Nothing is nested
and nothing recurses, so that a tree may be as deep as memory allows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias, cast

from zermelo.board import picture, shape, words
from zermelo.game import (
    CHANCE,
    MAX,
    PLAYER_NAMES,
    Game,
    NoEstimate,
    NotationError,
    Value,
    ZermeloError,
)
from zermelo.games.tree.nodes import Node, TreeBuilder, exact, kind_below, value_text
from zermelo.language import _

Nested: TypeAlias = "Value | Sequence[Nested]"

LEVELS_NAMED: Final = 100  # deeper nodes go by their numbers
LEVELS_DRAWN: Final = 40  # deeper than this no terminal is wide enough for the indentation
_PLAIN: Final = re.compile(r"[^\s,/]+")  # a label that can stand in a path and in a list of moves


@dataclass(frozen=True)
class Expectation:
    """What an `expect:` line says should come out of a search, and with which settings."""

    items: tuple[tuple[str, str | tuple[str, ...]], ...]
    line: int = field(default=0, compare=False)


class Tree(Game[int, int]):
    """A literal game tree. `read_tree`, `TreeBuilder` and `Tree.from_nested` make one.

    `value_range` declares between which values every leaf and every static value lies.
    """

    compilable = False

    def __init__(
        self,
        nodes: tuple[Node, ...],
        title: str | None = None,
        value_range: tuple[Value, Value] | None = None,
        expectations: tuple[Expectation, ...] = (),
    ) -> None:
        self.nodes, self.title = nodes, title or None
        self.value_range, self.expectations = value_range, expectations
        self._parents, self._places = [0] * len(nodes), [0] * len(nodes)
        self._label_sets: dict[int, frozenset[str | None]] = {}
        for number, node in enumerate(nodes):
            for place, child in enumerate(node.children):
                self._parents[child], self._places[child] = number, place
        if value_range is not None:
            low, high = self.value_range = exact(value_range[0]), exact(value_range[1])
            if low > high:
                raise ZermeloError(
                    _("the range must rise: write {high} first").format(high=value_text(high))
                )
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
            raise ZermeloError(
                _("the levels are max, min or chance, not {given}").format(
                    given=" ".join(levels or ())
                )
            )
        kinds = None if levels is None else [names[level] for level in levels]
        builder = TreeBuilder(root)
        stack: list[Iterator[Nested]] = [iter([nested])]
        while stack:
            for item in stack[-1]:
                if not isinstance(item, Sequence) or isinstance(item, str):
                    builder.leaf(cast(Value, item))  # which refuses what is no number
                    continue
                if kinds is not None and len(stack) > len(kinds):
                    raise ZermeloError(
                        _("levels names {count} levels; the tree has more").format(count=len(kinds))
                    )
                builder.open(kinds[len(stack) - 1] if kinds else None)
                stack.append(iter(item))
                break
            else:
                stack.pop()
                if stack:
                    builder.close()
        return Tree(builder.nodes())

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
        value = self.nodes[state].value
        if value is None:
            raise ZermeloError(
                _("{node} is no leaf and has no utility").format(node=self._called(state))
            )
        return value

    def outcomes(self, state: int) -> Iterator[tuple[int, int]]:
        return enumerate(self.nodes[state].weights)

    def evaluate(self, state: int) -> Value:
        """The static value that is written at the node, for MAX; a leaf's is its value."""
        node = self.nodes[state]
        value = node.static if node.value is None else node.value
        if value is None:
            raise NoEstimate(
                _(
                    "{node} has no static value for the depth limit: write (h=...) after its name"
                ).format(node=self._called(state))
            )
        return value

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
        return max(self._depths)

    @cached_property
    def _depths(self) -> list[int]:
        """How many moves each node is away from the root."""
        depths = [0] * len(self.nodes)
        for state in range(1, len(depths)):
            depths[state] = depths[self._parents[state]] + 1
        return depths

    @cached_property
    def _spread(self) -> tuple[Value, Value]:
        numbers = [n.value for n in self.nodes if n.value is not None]
        numbers += [n.static for n in self.nodes if n.static is not None]
        return min(numbers), max(numbers)

    def path(self, state: int) -> tuple[int, ...]:
        """The places of the children on the way from the root to `state`."""
        places = []
        while state:
            places.append(self._places[state])
            state = self._parents[state]
        return tuple(reversed(places))

    def leaves(self) -> tuple[int, ...]:
        """All the leaves, in the order written."""
        return tuple(state for state, node in enumerate(self.nodes) if node.kind is None)

    def leaves_below(self, state: int) -> list[int]:
        """The leaves of the subtree of `state`, in the order written."""
        run = range(state, self._last(state) + 1)
        return [number for number in run if self.nodes[number].kind is None]

    def leaf_label(self, state: int) -> str:
        """What a leaf is called: its name or, if it has none, its value."""
        return self.nodes[state].name or value_text(self.utility(state))

    def default_kinds(self) -> list[int]:
        """The kind that each node has if none is written (see `TreeBuilder`)."""
        kinds = [MAX] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for child in node.children:
                kinds[child] = kind_below(node.kind or CHANCE, kinds[number])
        return kinds

    # --- text notation and drawing -------------------------------------------------------------

    def format_state(self, state: int) -> str:
        """The node's name if no other has it; else the branches from the root, such as `a1/b2`.

        Below `LEVELS_NAMED` levels that would be longer than any reader's patience: there it is
        the node's number, such as `@512`.
        """
        name = self.nodes[state].name
        if name and name in self._names:
            return name
        if self._depths[state] > LEVELS_NAMED:
            return f"@{state}"
        steps = []
        while state:
            parent = self._parents[state]
            steps.append(self.format_action(parent, self._places[state]))
            state = parent
        return "/".join(reversed(steps)) or "root"

    @cached_property
    def _names(self) -> dict[str | None, int]:
        """The node of each name that no other has, and that could not be a path as well."""
        count = Counter(node.name for node in self.nodes)
        taken = {"root", *(self.format_action(0, action) for action in self.actions(0))}
        return {
            node.name: number
            for number, node in enumerate(self.nodes)
            if node.name and count[node.name] == 1 and _PLAIN.fullmatch(node.name)
            if node.name not in taken and not node.name.lstrip("#@").isdecimal()
        }

    def parse_state(self, text: str) -> int:
        """The node at the path `text`, or else the only node that has this name."""
        if text == "root":
            return 0
        if text in self._names:
            return self._names[text]
        if text.startswith("@") and text not in self.nodes[0].labels and self._is_number(text[1:]):
            return int(text[1:])
        state = 0
        try:
            for step in text.split("/"):
                state = self.result(state, self.parse_action(state, step))
        except NotationError:
            named = [number for number, node in enumerate(self.nodes) if node.name == text]
            if len(named) == 1:
                return named[0]
            wrong = _("'{text}' is no path and no name in this tree")
            if named:
                wrong = _("'{text}' is the name of {count} nodes in this tree")
            hint = _("write root, or branches such as {path}")
            path = self.format_state(self.leaves()[0])
            raise NotationError(
                f"{wrong.format(text=text, count=len(named))}; {hint.format(path=path)}"
            ) from None
        return state

    def _is_number(self, text: str) -> bool:
        return text.isdecimal() and len(text) < 10 and int(text) < len(self.nodes)

    def format_action(self, state: int, action: int) -> str:
        """The branch's label, or its place from 1 if it has none that can stand in a path."""
        labels = self.nodes[state].labels
        label = labels[action]
        if label is not None and label != "root" and _PLAIN.fullmatch(label):
            return label
        place = str(action + 1)
        while place in self._labels(state):  # another branch bears this number as its label
            place = "#" + place
        return place

    def _labels(self, state: int) -> frozenset[str | None]:
        """The labels of a node's branches; to look through a thousand of them takes its time."""
        if state not in self._label_sets:
            self._label_sets[state] = frozenset(self.nodes[state].labels)
        return self._label_sets[state]

    def parse_action(self, state: int, text: str) -> int:
        """The branch that has the label `text` or, failing that, this place from 1."""
        labels = self.nodes[state].labels
        if text in labels:
            return labels.index(text)
        place = text.lstrip("#")
        # The length keeps int() from a text of a million digits.
        if place.isdecimal() and len(place) < 10 and 1 <= int(place) <= len(labels):
            return int(place) - 1
        legal = " ".join(self.format_action(state, action) for action in self.actions(state))
        raise NotationError(
            _("'{text}' is no branch of {node}; legal: {legal}").format(
                text=text, node=self._called(state), legal=legal or _("none, the game is over")
            )
        )

    def draw(self, state: int) -> str:
        """The tree below `state`, one node a line; beyond `LEVELS_DRAWN` levels only counted."""
        lines = []
        stack = [(state, "", "", 0)]  # a node, what precedes it, what precedes its children, level
        while stack:
            number, before, below, level = stack.pop()
            node = self.nodes[number]
            lines.append(before + self._caption(number))
            if level == LEVELS_DRAWN and node.children:
                count = self._last(number) - number
                lines[-1] += _(" … {count:,} nodes").format(count=count)
                continue
            odds = [f"{p} " for p in node.probabilities] or [""] * len(node.children)
            for place in reversed(self.actions(number)):
                edge = (odds[place] + _one_line(node.labels[place])).strip()
                last = place == len(node.children) - 1
                elbow, bar = ("└─ ", "   ") if last else ("├─ ", "│  ")
                head = below + elbow + (edge and edge + ": ")
                stack.append((node.children[place], head, below + bar, level + 1))
        return "\n".join(lines)

    def draw_svg(self, state: int, last: int | None = None) -> str:
        """The sign of the node: for MAX, MIN and chance, or a leaf with its value; its name."""
        node = self.nodes[state]
        if node.kind is None:
            place = {"x": 30, "y": 8, "width": 40, "height": 40, "rx": 2}
            value = value_text(self.utility(state))
            size = min(18, 64 / len(value))
            parts = [shape("rect", "cell", **place), shape("rect", "line", **place)]
            parts.append(words("ink", 50, 28, size, value))
        elif node.kind == CHANCE:
            parts = [shape("circle", "piece-chance", cx=50, cy=28, r=20)]
        elif node.kind == MAX:
            parts = [shape("path", "piece-max", d="M50 6l24 42h-48z")]
        else:
            parts = [shape("path", "piece-min", d="M50 50l24 -42h-48z")]
        name = _one_line(node.name) or self.format_state(state)
        size = min(12, max(4, 160 / len(name)))
        parts.append(words("ink", 50, 62, size, name[:40]))
        back = shape("rect", "board", width=100, height=72, rx=5)
        return picture(100, 72, f"{self.name}: {self.format_state(state)}", back, *parts)

    def _caption(self, state: int) -> str:
        node = self.nodes[state]
        if node.value is not None:
            value = value_text(node.value)
            return f"{_one_line(node.name)} = {value}" if node.name else value
        static = "" if node.static is None else f"(h={value_text(node.static)})"
        words = _(PLAYER_NAMES[node.kind or CHANCE]), _one_line(node.name), static
        return " ".join(word for word in words if word)

    def _last(self, state: int) -> int:
        """The last node below `state`: in preorder a subtree is a run of numbers."""
        while self.nodes[state].children:
            state = self.nodes[state].children[-1]
        return state

    def _called(self, state: int) -> str:
        name = self.nodes[state].name
        if name:
            return _("node '{name}'").format(name=_one_line(name))
        return _("node {path}").format(path=self.format_state(state))


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
