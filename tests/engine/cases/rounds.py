"""Four positions in a circle; at the first, MAX may end the game and win."""

from __future__ import annotations

from zermelo import MAX, MIN, Game
from zermelo.game import Repetition


class Round(Game[int, int]):
    """An action is 1, on to the next position, or, at the first, 0: the end.

    From 2 on, MAX comes to 0 and wins: 1. Where the game began at 0, that is a draw.
    """

    repetition: Repetition | None = "draw"

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MIN if state in (1, 3) else MAX

    def actions(self, state: int) -> list[int]:
        if state == 0:
            return [0, 1]
        return [] if state == 9 else [1]

    def result(self, state: int, action: int) -> int:
        return 9 if action == 0 else (state + 1) % 4

    def is_terminal(self, state: int) -> bool:
        return state == 9

    def utility(self, state: int) -> int:
        return 1

    def bounds(self, state: int) -> tuple[int, int]:
        return -1, 1

    def parse_state(self, text: str) -> int:
        return int(text)


class Lost(Round):
    """Whoever comes back loses. From 2 on, that is MIN: 1. If the game began at 0, MAX: -1."""

    repetition = "loss"

    def to_move(self, state: int) -> int:
        return MIN if state in (0, 1, 2) else MAX


class Endless(Round):
    """It goes on: MAX comes to 0 once more, and wins then."""

    repetition = "endless"
