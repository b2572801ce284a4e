"""The tree of Monte-Carlo search in memory (see `kernels.nodes`), as Python sees it."""

from __future__ import annotations

from typing import Final

import numpy as np

from zermelo.compiler.intrinsics import WORD
from zermelo.engine.kernels import nodes as layout
from zermelo.engine.memory import address_of, zeros
from zermelo.game import INFINITY

HEAD: Final = layout.HEAD // WORD
VISITS, MEAN, LOW, HIGH, CHILDREN, COUNT = (
    place // WORD
    for place in (
        layout.VISITS, layout.MEAN, layout.LOW, layout.HIGH, layout.CHILDREN, layout.COUNT,
    )
)  # fmt: skip
FIRST_WORDS: Final = 1 << 16
LEAST_PATIENCE: Final = 2  # random games that a node waits for its children
IMPATIENT: Final = 1 << 19  # words of a tree for each of these games: the larger, the more
FOR_EVER: Final = 1 << 62


class Tree:
    """A block of nodes of so many words each; a node is the place of its first word.

    It grows up to `most` words. Then nodes get no children any more.
    """

    root: Final = HEAD

    def __init__(self, node_words: int, most: int, seats: int = 1) -> None:
        self.node_words, self.most, self.seats = node_words, max(most, FIRST_WORDS), seats
        self._take(FIRST_WORDS)
        self.plant(-INFINITY, INFINITY)

    def _take(self, words: int) -> None:
        self.words = zeros(words)
        self.address = address_of(self.words)
        self.ints = np.frombuffer(self.words, np.int64)
        self.floats = self.ints.view(np.float64)

    def _set_top(self, top: int) -> None:
        """Writes the head, all of it but the range of results."""
        for place, word in ((layout.TOP, top), (layout.END, len(self.ints))):
            self.ints[place // WORD] = self.address + WORD * word
        self.ints[layout.PLAYOUTS // WORD] = max(LEAST_PATIENCE, len(self.ints) // IMPATIENT)

    def plant(self, least: float, most: float) -> None:
        """A new root; all results are expected from `least` to `most`, as far as that is known."""
        top = HEAD + self.node_words
        self.ints[HEAD:top] = 0
        for seat in range(self.seats):
            root = self.of_seat(self.root, seat)
            self.floats[root + LOW], self.floats[root + HIGH] = -INFINITY, INFINITY
        known = -INFINITY < least < most < INFINITY
        self.floats[layout.LEAST // WORD] = least if known else INFINITY
        self.floats[layout.MOST // WORD] = most if known else -INFINITY
        self._set_top(top)

    @property
    def results(self) -> tuple[float, float]:
        """The least and the largest result so far, or what is known of them."""
        return float(self.floats[layout.LEAST // WORD]), float(self.floats[layout.MOST // WORD])

    def of_seat(self, node: int, seat: int) -> int:
        """From where MEAN, LOW and HIGH of a player are counted."""
        return node if seat == 0 else node + self.node_words - 3 * (self.seats - seat) - MEAN

    def children(self, node: int) -> range:
        """The children of a node, in the order of the rules."""
        if not self.ints[node + CHILDREN]:
            return range(0)
        first = (int(self.ints[node + CHILDREN]) - self.address) // WORD
        return range(first, first + int(self.ints[node + COUNT]) * self.node_words, self.node_words)

    def grow(self) -> None:
        """Makes room for more nodes; where there may be no more, the tree stays as it is."""
        if 2 * len(self.ints) <= self.most:
            self._replant(self.root, 4 * len(self.ints))
        else:
            self.ints[layout.PLAYOUTS // WORD] = FOR_EVER

    def keep(self, node: int) -> None:
        """Makes a node the root, and gives back what is not below it."""
        self._replant(node, len(self.ints))

    def _replant(self, root: int, words: int) -> None:
        """Copies what is below a node, level by level, and puts it where the root is."""
        old, base, size = self.ints, self.address, self.node_words
        kept = old[:HEAD].copy()
        self._take(min(words, self.most))
        new = self.ints
        new[:HEAD] = kept
        new[HEAD : HEAD + size] = old[root : root + size]
        nodes, places, top = np.array([root]), np.array([HEAD]), HEAD + size
        while len(nodes):
            parents = old[nodes + CHILDREN] != 0
            nodes, places = nodes[parents], places[parents]
            counts = old[nodes + COUNT]
            ends = np.cumsum(counts)
            new[places + CHILDREN] = self.address + WORD * (top + size * (ends - counts))
            firsts = (old[nodes + CHILDREN] - base) // WORD
            total = int(ends[-1]) if len(ends) else 0
            nth = np.arange(total) - np.repeat(ends - counts, counts)
            nodes = np.repeat(firsts, counts) + size * nth
            places = top + size * np.arange(total)
            new[top : top + size * total] = old[(nodes[:, None] + np.arange(size)).ravel()]
            top += size * total
        self._set_top(top)
