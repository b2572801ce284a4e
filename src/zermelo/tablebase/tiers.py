"""Tiers: numbers of states that never fall along a move, so that later ones are solved first.

A game says them (`tier`), or they are found: the words of states, or the bits set in them, that
only ever rise (or only ever fall) in some random games. What was found is looked at again at every
move of the whole game, and given up where a single one breaks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from zermelo.bits import popcount
from zermelo.game import Game, provides

Words = tuple[int, ...]
Kind: TypeAlias = Literal["tier", "words", "bits", "none"]
KINDS: Final[tuple[Kind, ...]] = ("words", "bits")
MOST_WORDS: Final = 16  # of a state, for pairs of them to be tried
LARGEST: Final = 1 << 40  # a word beyond is a board, not a number
MOST_TIERS: Final = 4096


@dataclass(frozen=True)
class Tiers:
    """How the tier of a state is found: the game's own, or a sum over some of its words.

    `strict`: every move leads to a later tier. `unit`: to the very next.
    """

    kind: Kind = "none"
    terms: tuple[tuple[int, int], ...] = ()  # (sign, word)
    strict: bool = False
    unit: bool = False

    def of(self, game: Game[Any, Any], state: Any, words: Words) -> int:
        """The tier of a state."""
        if self.kind == "tier":
            return game.tier(state)
        count = popcount if self.kind == "bits" else int
        return sum(sign * count(words[word]) for sign, word in self.terms)

    def text(self) -> str:
        """Source of a function that does the same in compiled code."""
        if self.kind == "tier":
            return "def level(state, words):\n    return tier(state)"
        form = "popcount(words[{}])" if self.kind == "bits" else "words[{}]"
        terms = [f"{sign} * {form.format(word)}" for sign, word in self.terms]
        return f"def level(state, words):\n    return {' + '.join(terms) or '0'}"


WithWords: TypeAlias = tuple[Any, Words]  # a state and its words


def find_tiers(
    game: Game[Any, Any], moves: Sequence[tuple[WithWords, WithWords]], refused: Sequence[Tiers]
) -> Tiers:
    """The tiers that say most: one step a move if possible, or as many different as there can be.

    `refused`: those that a move of the game has broken. `moves`: of states with their words.
    """
    best, score = Tiers(), (False, False, 1)
    if not moves:
        return best
    if provides(game, "tier"):
        steps = [game.tier(after) - game.tier(before) for (before, _), (after, _) in moves]
        if min(steps) >= 0:
            return Tiers("tier", (), min(steps) > 0, set(steps) == {1})
    before, after = (np.array([move[side][1] for move in moves], np.int64) for side in (0, 1))
    for kind in KINDS:
        rows = (before, after) if kind == "words" else (_counts(before), _counts(after))
        small = [i for i in range(before.shape[1]) if np.abs(rows[1][:, i]).max() < LARGEST]
        rises = rows[1] - rows[0]
        plain = [i for i in small if rows[1][:, i].min() >= 0]  # no players
        for terms in _sums(rises, small, plain):
            signs, words = zip(*terms, strict=True)
            steps = rises[:, words] @ np.array(signs)
            if steps.min() < 0:
                continue
            numbers = rows[1][:, words] @ np.array(signs)
            if numbers.max() - numbers.min() >= MOST_TIERS:  # of a board, as if it were a number
                continue
            low, high = int(steps.min()), int(steps.max())
            tiers = Tiers(kind, terms, low > 0, low == high == 1)
            different = len(np.unique(rows[0][:, words] @ np.array(signs)))
            rank = (tiers.unit, tiers.strict, different)
            if rank > score and tiers not in refused:
                best, score = tiers, rank
    return best


def _counts(words: Any) -> Any:
    """How many bits of each are set."""
    return np.bitwise_count(words.view(np.uint64)).astype(np.int64)


def _sums(rises: Any, words: list[int], plain: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Sums that may be tiers: of a few words, and of all that only ever rise or only ever fall."""
    low, high = rises.min(axis=0), rises.max(axis=0)
    monotone = [(1 if low[w] >= 0 else -1, w) for w in words if low[w] >= 0 or high[w] <= 0]
    monotone = [(sign, word) for sign, word in monotone if low[word] or high[word]]
    for term in monotone:
        yield (term,)
    if len(monotone) > 1:
        yield tuple(monotone)
    several = [plain] if len(plain) > 1 else []
    if len(plain) <= MOST_WORDS:
        several += [list(some) for size in (2, 3) for some in combinations(plain, size)]
    for some in several:
        for sign in (1, -1):
            yield tuple((sign, word) for word in some)
