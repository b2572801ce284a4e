"""The tree of Monte-Carlo search in memory (see `kernels.nodes`), as Python sees it."""

from __future__ import annotations

from typing import Final

import numpy as np

from zermelo.compiler.intrinsics import WORD
from zermelo.engine.kernels import nodes as layout
from zermelo.engine.memory import address_of, zeros
from zermelo.game import INFINITY

HEAD: Final = layout.HEAD // WORD
VISITS, MEAN, LOW, HIGH, CHILDREN, COUNT, CHOSEN = (place // WORD for place in (
    layout.VISITS, layout.MEAN, layout.LOW, layout.HIGH,
    layout.CHILDREN, layout.COUNT, layout.CHOSEN,
))  # fmt: skip
LEAST_WORDS: Final = 1 << 16
LEAST_PATIENCE: Final = 2  # random games that a node waits for its children


class Tree:
    """A block of nodes of so many words each; a node is the place of its first word.

    The system gives memory only to what was written.
    """

    root: Final = HEAD

    def __init__(self, node_words: int, words: int, seats: int = 1) -> None:
        self.node_words, self.size, self.seats = node_words, max(words, LEAST_WORDS), seats
        self._take()
        self.plant(-INFINITY, INFINITY)

    def _take(self) -> None:
        self.words = zeros(self.size)
        self.address = address_of(self.words)
        self.ints = np.frombuffer(self.words, np.int64)
        self.floats = self.ints.view(np.float64)

    def _set_head(self, top: int, patience: int) -> None:
        """Writes the head, all of it but the range of results."""
        for place, word in ((layout.TOP, top), (layout.END, self.size)):
            self.ints[place // WORD] = self.address + WORD * word
        self.ints[layout.PLAYOUTS // WORD] = patience

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
        self._set_head(top, LEAST_PATIENCE)

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

    def make_room(self) -> bool:
        """Takes the children of the nodes visited least, until half is free; False if it cannot.

        From then on nodes wait for more visits than these had.
        """
        end = (int(self.ints[layout.TOP // WORD]) - self.address) // WORD
        nodes = self.ints[HEAD:end].reshape(-1, self.node_words)
        nodes = nodes[nodes[:, CHILDREN] != 0]
        nodes = nodes[np.argsort(-nodes[:, VISITS])]
        words = np.cumsum(nodes[:, COUNT]) * self.node_words
        fits = int(np.searchsorted(words, self.size // 2, "right"))
        if 0 < fits < len(nodes):
            self.keep(self.root, int(nodes[fits, VISITS]) + 1)
        return 0 < fits < len(nodes)

    def keep(self, root: int, patience: int = LEAST_PATIENCE) -> None:
        """Makes a node the root, in a new block; nodes with too few visits lose their children."""
        old, base, size = self.ints, self.address, self.node_words
        self._take()
        new = self.ints
        new[:HEAD] = old[:HEAD]
        new[HEAD : HEAD + size] = old[root : root + size]
        nodes, places, top = np.array([root]), np.array([HEAD]), HEAD + size
        while len(nodes):
            parents = (old[nodes + CHILDREN] != 0) & (old[nodes + VISITS] >= patience)
            new[places + CHILDREN] = new[places + CHOSEN] = 0
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
        self._set_head(top, patience)
