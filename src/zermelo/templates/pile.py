"""A pile of matches: a game to begin with. Change it until it is yours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import MAX, MIN, Game, NotationError


class State(NamedTuple):
    """A state never changes: a move makes a new one."""

    matches: int
    player: int  # who is to move


class NewGame(Game[State, int]):
    """Take one match, or up to `most`; whoever takes the last one wins. An action is how many."""

    def __init__(self, matches: int = 15, most: int = 3) -> None:
        self.matches = matches
        self.most = most

    # --- the rules ---------------------------------------------------------------------------

    def initial(self) -> State:
        return State(self.matches, MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> Iterator[int]:
        yield from range(1, min(self.most, state.matches) + 1)

    def result(self, state: State, action: int) -> State:
        return State(state.matches - action, -state.player)

    def is_terminal(self, state: State) -> bool:
        return state.matches == 0

    def utility(self, state: State) -> int:
        return -state.player  # for MAX, as every value: who took the last one has won

    # --- what makes it play well: what is certain, and a guess where the end is too far away -----

    def bounds(self, state: State) -> tuple[int, int]:
        return -1, 1

    def evaluate(self, state: State) -> int:
        return -state.player if state.matches % (self.most + 1) == 0 else state.player

    # --- how it is written ---------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        return f"{state.matches} {'max' if state.player == MAX else 'min'}"

    def parse_state(self, text: str) -> State:
        count, _, player = text.partition(" ")
        if not (count.isascii() and count.isdigit()) or player not in ("max", "min"):
            raise NotationError(f"'{text}': write a number of matches, and max or min")
        return State(int(count), MAX if player == "max" else MIN)

    def draw(self, state: State) -> str:
        return "|" * state.matches or "nothing is left"
