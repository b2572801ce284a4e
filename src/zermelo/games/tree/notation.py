"""Where the nodes of a tree are, and how they and the branches are written: by name, by path."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import Final

from zermelo.game import NotationError
from zermelo.games.tree.nodes import Node
from zermelo.language import _

LEVELS_NAMED: Final = 100  # deeper nodes go by their numbers
PLAIN: Final = re.compile(r"[^\s,/]+")  # a label that can stand in a path and in a list of moves


class TreeNotation:
    """Reads and writes the states and the actions of a tree."""

    nodes: tuple[Node, ...]

    @cached_property
    def _above(self) -> list[tuple[int, int]]:
        """The parent of each node, and which branch of its parent leads to it, from 0."""
        above = [(0, 0)] * len(self.nodes)
        for number, node in enumerate(self.nodes):
            for branch, child in enumerate(node.children):
                above[child] = number, branch
        return above

    @cached_property
    def depths(self) -> list[int]:
        """How many moves each node is away from the root."""
        depths = [0] * len(self.nodes)
        for number in range(1, len(depths)):
            depths[number] = depths[self._above[number][0]] + 1
        return depths

    def path(self, state: int) -> tuple[int, ...]:
        """The branches, from 0, on the way from the root to `state`."""
        branches = []
        while state:
            state, branch = self._above[state]
            branches.append(branch)
        return tuple(reversed(branches))

    def format_state(self, state: int) -> str:
        """The node's name if no other has it; else the branches from the root, such as `a1/b2`.

        Below `LEVELS_NAMED` levels that would be longer than any reader's patience: there it is
        the node's number, such as `@512`.
        """
        name = self.nodes[state].name
        if name and name in self._named:
            return name
        if self.depths[state] > LEVELS_NAMED:
            return f"@{state}"
        steps = []
        while state:
            state, branch = self._above[state]
            steps.append(self.format_action(state, branch))
        return "/".join(reversed(steps)) or "root"

    @cached_property
    def _named(self) -> dict[str | None, int]:
        """The node of each name that no other has, and that could not be a path as well."""
        count = Counter(node.name for node in self.nodes)
        branches = range(len(self.nodes[0].children))
        taken = {"root", *(self.format_action(0, branch) for branch in branches)}
        return {
            node.name: number
            for number, node in enumerate(self.nodes)
            if node.name and count[node.name] == 1 and PLAIN.fullmatch(node.name)
            if node.name not in taken and not node.name.lstrip("#@").isdecimal()
        }

    def parse_state(self, text: str) -> int:
        """The node at the path `text`, or else the only node that has this name."""
        if text == "root":
            return 0
        if text in self._named:
            return self._named[text]
        if text.startswith("@") and text not in self.nodes[0].labels and self._is_number(text[1:]):
            return int(text[1:])
        state = 0
        try:
            for step in text.split("/"):
                state = self.nodes[state].children[self.parse_action(state, step)]
        except NotationError:
            named = [number for number, node in enumerate(self.nodes) if node.name == text]
            if len(named) == 1:
                return named[0]
            wrong = _("'{text}' is no path and no name in this tree")
            if named:
                wrong = _("'{text}' is the name of {count} nodes in this tree")
            hint = _("write root, or branches such as {path}")
            path = self.format_state(self._first_leaf())
            raise NotationError(
                f"{wrong.format(text=text, count=len(named))}; {hint.format(path=path)}"
            ) from None
        return state

    def _is_number(self, text: str) -> bool:
        return text.isdecimal() and len(text) < 10 and int(text) < len(self.nodes)

    def format_action(self, state: int, action: int) -> str:
        """The branch's label, or its number from 1 if it has none that can stand in a path."""
        labels = self.nodes[state].labels
        label = labels[action]
        if label is not None and label != "root" and PLAIN.fullmatch(label):
            return label
        number = str(action + 1)
        while number in self._labels[state]:  # another branch bears this number as its label
            number = "#" + number
        return number

    @cached_property
    def _labels(self) -> list[frozenset[str]]:
        """The labels of each node's branches; to look through a thousand of them takes its time."""
        return [frozenset(filter(None, node.labels)) for node in self.nodes]

    def parse_action(self, state: int, text: str) -> int:
        """The branch that has the label `text` or, failing that, this number from 1."""
        labels = self.nodes[state].labels
        if text in labels:
            return labels.index(text)
        number = text.lstrip("#")
        # The length keeps int() from a text of a million digits.
        if number.isdecimal() and len(number) < 10 and 1 <= int(number) <= len(labels):
            return int(number) - 1
        legal = " ".join(self.format_action(state, branch) for branch in range(len(labels)))
        raise NotationError(
            _("'{text}' is no branch of {node}; legal: {legal}").format(
                text=text, node=self.name_of(state), legal=legal or _("none, the game is over")
            )
        )

    def name_of(self, state: int) -> str:
        """What an error calls a node."""
        name = self.nodes[state].name
        if name:
            return _("node '{name}'").format(name=one_line(name))
        return _("node {path}").format(path=self.format_state(state))

    def _first_leaf(self) -> int:
        return next(number for number, node in enumerate(self.nodes) if node.kind is None)


def one_line(text: str | None) -> str:
    """The text without breaks of lines."""
    return " ".join((text or "").split())
