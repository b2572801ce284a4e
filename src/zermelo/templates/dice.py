"""A race with dice: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game, NotationError

SAFE, BOLD = 1, 2
NAMES = {SAFE: "safe", BOLD: "bold"}


class State(NamedTuple):
    """A state never changes: a move makes a new one."""

    max_points: int
    min_points: int
    player: int  # whose turn it is
    die: int  # SAFE or BOLD while it rolls, else 0


class NewGame(Game[State, int]):
    """Choose a die and move by what it shows: SAFE 2 or 3, BOLD 1 or, half as often, 6.

    Whoever first has the goal wins.
    """

    def __init__(self, goal: int = 20) -> None:
        self.goal = goal

    # --- the rules ---------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0, MAX, 0)

    def to_move(self, state: State) -> int:
        return CHANCE if state.die else state.player

    def actions(self, state: State) -> Iterator[int]:
        if self.is_terminal(state):
            return
        if state.die == 0:
            yield SAFE
            yield BOLD
        else:
            for points, _weight in self.outcomes(state):
                yield points

    def outcomes(self, state: State) -> Iterator[tuple[int, int]]:
        if state.die == SAFE:
            yield 2, 1
            yield 3, 1
        else:
            yield 1, 2  # twice as often as the next
            yield 6, 1

    def result(self, state: State, action: int) -> State:
        if state.die == 0:
            return state._replace(die=action)
        if state.player == MAX:
            points = min(self.goal, state.max_points + action)
            return State(points, state.min_points, MIN, 0)
        points = min(self.goal, state.min_points + action)
        return State(state.max_points, points, MAX, 0)

    def is_terminal(self, state: State) -> bool:
        return state.max_points >= self.goal or state.min_points >= self.goal

    def utility(self, state: State) -> int:
        return 1 if state.max_points >= self.goal else -1  # for MAX, as every value

    # --- what makes it play well: what is certain, and a guess where the end is too far away -----

    def bounds(self, state: State) -> tuple[int, int]:
        return -1, 1

    def evaluate(self, state: State) -> float:
        return (state.max_points - state.min_points) / self.goal

    # --- how it is written ---------------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:
        return str(action) if state.die else NAMES[action]

    def format_state(self, state: State) -> str:
        player = "max" if state.player == MAX else "min"
        die = f" {NAMES[state.die]}" if state.die else ""
        return f"{state.max_points}-{state.min_points} {player}{die}"

    def parse_state(self, text: str) -> State:
        points, player, die = [*text.split(), "", "", ""][:3]
        left, dash, right = points.partition("-")
        numbers = dash and all(part.isascii() and part.isdigit() for part in (left, right))
        known = player in ("max", "min") and die in ("", *NAMES.values())
        if not (numbers and known) or max(int(left), int(right)) > self.goal:
            raise NotationError(
                f"'{text}': write both points, max or min, and a die or none: 3-5 max"
            )
        kind = next((number for number, name in NAMES.items() if name == die), 0)
        return State(int(left), int(right), MAX if player == "max" else MIN, kind)
