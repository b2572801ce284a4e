"""Grundy's game: split a pile into two unequal ones; whoever cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.board import caption, choice, hit, picture, plaque, shape
from zermelo.game import MAX, MIN, PLAYER_NAMES, Game, NotationError, ZermeloError
from zermelo.language import _

# Piles of the same size are alike, so only their numbers count; 6 + 2 + 2 counters are
#
#   size     0  1  2  3  4  5  6  7  8  9  10
#   counts   0  0  2  0  0  0  1  0  0  0   0


class Piles(NamedTuple):
    """How many piles there are of each size, and who is to move."""

    counts: tuple[int, ...]
    player: int


class Grundy(Game[Piles, tuple[int, int]]):
    """Grundy's game with `n` counters.

    An action is (size, part): a pile of `size` becomes one of `part`, the smaller, and one of
    `size - part`. The utility for MAX is 1 if MAX made the last move, otherwise -1.
    """

    def __init__(self, n: int = 6) -> None:
        if type(n) is not int or not 1 <= n <= 100:
            raise ZermeloError(_("n must be a whole number from 1 to 100, not {n!r}").format(n=n))
        self.n = n

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Piles:
        return Piles((0,) * self.n + (1,), MAX)

    def to_move(self, state: Piles) -> int:
        return state.player

    def actions(self, state: Piles) -> Iterator[tuple[int, int]]:
        for size in range(self.n, 2, -1):
            if state.counts[size]:
                for part in range(1, (size + 1) // 2):
                    yield size, part

    def changed(self, counts: tuple[int, ...], size: int, by: int) -> tuple[int, ...]:
        return (*counts[:size], counts[size] + by, *counts[size + 1 :])

    def result(self, state: Piles, action: tuple[int, int]) -> Piles:
        size, part = action
        counts = self.changed(state.counts, size, -1)
        counts = self.changed(counts, part, 1)
        counts = self.changed(counts, size - part, 1)
        return Piles(counts, -state.player)

    def is_terminal(self, state: Piles) -> bool:
        divisible = 0
        for size in range(3, self.n + 1):
            divisible += state.counts[size]
        return divisible == 0

    def utility(self, state: Piles) -> int:
        return 1 if state.player == MIN else -1

    # --- knowledge -----------------------------------------------------------------------------

    def bounds(self, state: Piles) -> tuple[int, int]:
        return -1, 1

    def key(self, state: Piles) -> int:
        """The counts from size 2 on as digits (the piles of one follow), and who is to move."""
        number = 0
        for size in range(2, self.n + 1):
            number = number * (self.n // size + 1) + state.counts[size]
        return 2 * number + (state.player == MIN)

    # --- notation ------------------------------------------------------------------------------

    def piles(self, state: Piles) -> list[int]:
        """The sizes of the piles, the largest first."""
        return [size for size in range(self.n, 0, -1) for _ in range(state.counts[size])]

    def format_state(self, state: Piles) -> str:
        """As "4+2", with MAX to move, or "4+2 min"."""
        return "+".join(map(str, self.piles(state))) + (" min" if state.player == MIN else "")

    def parse_state(self, text: str) -> Piles:
        """Takes the piles in any order, and "max" or "min" after them."""
        text = " ".join(text.split())
        found = re.fullmatch(
            r"([0-9]{1,9}(?: ?\+ ?[0-9]{1,9})*)(?: (max|min))?", text, re.IGNORECASE
        )
        if not found:
            words = _("'{text}' is no position of grundy; write it like 4+2 or 4+2 min")
            raise NotationError(words.format(text=text))
        sizes = [int(number) for number in found[1].split("+")]
        if sum(sizes) != self.n or 0 in sizes:
            words = _("'{text}' must be piles of at least 1 that sum to {n}")
            raise NotationError(words.format(text=text, n=self.n))
        counts = tuple(sizes.count(size) for size in range(self.n + 1))
        return Piles(counts, MIN if (found[2] or "").lower() == "min" else MAX)

    def format_action(self, state: Piles, action: tuple[int, int]) -> str:
        """As "6=4+2": the pile of 6 becomes 4 and 2."""
        size, part = action
        return f"{size}={size - part}+{part}"

    def parse_action(self, state: Piles, text: str) -> tuple[int, int]:
        """Takes the two parts in either order."""
        found = re.fullmatch(r"([0-9]{1,9})=([0-9]{1,9})\+([0-9]{1,9})", text)
        if found and int(found[2]) < int(found[3]):
            text = f"{found[1]}={found[3]}+{found[2]}"
        return super().parse_action(state, text)

    def draw(self, state: Piles) -> str:
        circles = "  ".join(" ".join("●" * size) for size in self.piles(state))
        if self.is_terminal(state):
            winner = _(PLAYER_NAMES[MAX if self.utility(state) > 0 else MIN])
            return f"{circles}\n" + _("{player} wins").format(player=winner)
        return circles

    def draw_svg(self, state: Piles, last: tuple[int, int] | None = None) -> str:
        """A counter stands for splitting the pile below it; a bar is under the two new piles."""
        piles = self.piles(state)
        width, floor = 24 * max(4, len(piles)) + 12, 10 * max(5, *piles) + 6
        fresh = [last[1], last[0] - last[1]] if last else []
        parts = []
        for column, size in enumerate(piles):
            x = width / 2 + 24 * (column - len(piles) / 2)
            for level in range(size):
                y = floor - 10 * (level + 1)
                counter = shape("rect", "piece", x=x + 1.5, y=y + 0.6, width=21, height=8.8, rx=4)
                above = size - level
                if level and above != level:
                    action = size, min(above, level)
                    counter = choice(self.format_action(state, action), hit(x, y, 24, 10), counter)
                parts.append(counter)
            parts.append(caption("label", x + 12, floor + 9, 9, str(size)))
            if size in fresh:
                fresh.remove(size)
                bar = f"M{x + 3:g} {floor + 1.5:g}h18"
                parts.append(shape("path", "mark-last", d=bar, stroke_width=1.8))
        if self.is_terminal(state):
            verdict = self.draw(state).splitlines()[-1]
            parts.append(plaque(width / 2, 19, width - 12, verdict, self.utility(state) > 0))
        back = shape("rect", "board", width=width, height=floor + 18, rx=5)
        return picture(width, floor + 18, f"{self.name}: {self.format_state(state)}", back, *parts)
