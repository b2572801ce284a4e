"""Sim: colour the edges between the dots; whoever makes a triangle of their own colour loses."""
from itertools import combinations
from typing import NamedTuple

from zermelo import MAX, MIN, Game

Edge = tuple[int, int]


class Sheet(NamedTuple):
    red: frozenset[Edge]     # MAX's
    blue: frozenset[Edge]    # MIN's


class Sim(Game[Sheet, Edge]):
    """Sim on so many dots."""

    def __init__(self, dots: int = 5) -> None:
        self.dots = dots
        self.edges = list(combinations(range(dots), 2))
        self.triangles = [
            {(a, b), (a, c), (b, c)} for a, b, c in combinations(range(dots), 3)
        ]

    def initial(self) -> Sheet:
        return Sheet(frozenset(), frozenset())

    def to_move(self, state: Sheet) -> int:
        return MAX if len(state.red) == len(state.blue) else MIN

    def has_triangle(self, edges: frozenset[Edge]) -> bool:
        return any(triangle <= edges for triangle in self.triangles)

    def actions(self, state: Sheet) -> list[Edge]:
        if self.is_terminal(state):
            return []
        used = state.red | state.blue
        return [edge for edge in self.edges if edge not in used]

    def result(self, state: Sheet, action: Edge) -> Sheet:
        if self.to_move(state) == MAX:
            return state._replace(red=state.red | {action})
        return state._replace(blue=state.blue | {action})

    def is_terminal(self, state: Sheet) -> bool:
        if self.has_triangle(state.red) or self.has_triangle(state.blue):
            return True
        return len(state.red) + len(state.blue) == len(self.edges)

    def utility(self, state: Sheet) -> int:
        if self.has_triangle(state.red):
            return -1
        if self.has_triangle(state.blue):
            return 1
        return 0

    def evaluate(self, state: Sheet) -> float:
        def danger(own, other):
            """How many free edges would close a triangle."""
            free = set(self.edges) - own - other
            return sum(self.has_triangle(own | {edge}) for edge in free)

        return (danger(state.blue, state.red) - danger(state.red, state.blue)) / (len(self.edges) + 1)

    def bounds(self, state: Sheet) -> tuple[int, int]:
        return -1, 1

    def format_state(self, state: Sheet) -> str:
        def text(edges):
            return ",".join(f"{a}{b}" for a, b in sorted(edges))

        return f"red {text(state.red)} blue {text(state.blue)}"

    def format_action(self, state: Sheet, action: Edge) -> str:
        a, b = action
        return f"{a}-{b}"
