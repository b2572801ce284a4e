"""Games of one player and of three, as authors write them; some name players they have not."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game, MultiplayerGame
from zermelo.game import Value


class Rung(NamedTuple):
    number: int
    left: int


class Ladder(Game[Rung, str]):
    """From 1 to 10 in at most five steps: add one, or double."""

    players = ("MAX",)

    def initial(self) -> Rung:
        return Rung(1, 5)

    def to_move(self, state: Rung) -> int:
        return MAX

    def actions(self, state: Rung) -> tuple[str, ...]:
        return () if self.is_terminal(state) else ("+1", "x2")

    def result(self, state: Rung, action: str) -> Rung:
        return Rung(state.number + 1 if action == "+1" else 2 * state.number, state.left - 1)

    def is_terminal(self, state: Rung) -> bool:
        return state.left == 0 or state.number >= 10

    def utility(self, state: Rung) -> int:
        return state.left if state.number == 10 else -1


class Haunted(Ladder):
    """The same, but MIN moves in the end, of whom the class knows nothing."""

    def to_move(self, state: Rung) -> int:
        return MAX if state.left > 3 else MIN


class Total(NamedTuple):
    total: int
    rolling: bool
    over: bool


class Seven(Game[Total, str]):
    """Roll a die of three faces as often as you like; more than seven is nothing."""

    players = ("MAX",)

    def initial(self) -> Total:
        return Total(0, False, False)

    def to_move(self, state: Total) -> int:
        return CHANCE if state.rolling else MAX

    def actions(self, state: Total) -> tuple[str, ...]:
        if state.over:
            return ()
        return ("1", "2", "3") if state.rolling else ("roll", "stop")

    def outcomes(self, state: Total) -> list[tuple[str, int]]:
        return [(face, 1) for face in ("1", "2", "3")]

    def result(self, state: Total, action: str) -> Total:
        if not state.rolling:
            return Total(state.total, action == "roll", action == "stop")
        total = state.total + int(action)
        return Total(total, False, total > 7)

    def is_terminal(self, state: Total) -> bool:
        return state.over

    def utility(self, state: Total) -> int:
        return state.total if state.total <= 7 else 0


class Round(MultiplayerGame[int, int]):
    """Three say 1 or 2 in turn; who comes to 6 first gets what is left."""

    players = ("Ann", "Bob", "Cat")

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 3

    def actions(self, state: int) -> tuple[int, ...]:
        return () if self.is_terminal(state) else (1, 2)

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return state >= 6

    def utility(self, state: int) -> tuple[Value, ...]:  # type: ignore[override]
        return (2, 1, 0) if state == 6 else (0, 1, 2)


class Fourth(Round):
    """Three players, and the number of a fourth."""

    def to_move(self, state: int) -> int:
        return state


class Dicey(Round):
    """Three players, and dice, for which there is no number."""

    def outcomes(self, state: int) -> list[tuple[int, int]]:
        return [(1, 1)]


class Payoffs(Round):
    """Three players, and four payoffs."""

    def utility(self, state: int) -> tuple[Value, ...]:  # type: ignore[override]
        return (1, 0, 0, 0)


class Twins(Round):
    """Two players of one name."""

    players = ("Ann", "Ann", "Cat")
