"""A race with dice: two pawns each; landing on the other side's pawn sends it home."""

from typing import NamedTuple

from zermelo import CHANCE, MAX, MIN, Game


class Track(NamedTuple):
    mine: tuple[int, int]  # MAX's pawns
    theirs: tuple[int, int]  # MIN's pawns
    player: int
    die: int  # 0: to be rolled


class Race(Game[Track, int]):
    """Two pawns a side run along a track; the die decides how far, you decide which."""

    def __init__(self, length: int = 8, faces: int = 4) -> None:
        self.length = length
        self.faces = faces

    has_chance = True

    def initial(self) -> Track:
        return Track((0, 0), (0, 0), MAX, 0)

    def to_move(self, state: Track) -> int:
        return CHANCE if state.die == 0 else state.player

    def outcomes(self, state: Track) -> list[tuple[int, int]]:
        return [(face, 1) for face in range(1, self.faces + 1)]

    def actions(self, state: Track) -> list[int]:
        if self.is_terminal(state):
            return []
        if state.die == 0:
            return list(range(1, self.faces + 1))
        pawns = state.mine if state.player == MAX else state.theirs
        return [i for i, p in enumerate(pawns) if p < self.length]

    def result(self, state: Track, action: int) -> Track:
        if state.die == 0:
            return state._replace(die=action)
        own, other = (
            (state.mine, state.theirs) if state.player == MAX else (state.theirs, state.mine)
        )
        place = min(self.length, own[action] + state.die)
        rest = own[1 - action]
        own = (min(place, rest), max(place, rest))
        if 0 < place < self.length:
            a = 0 if other[0] == place else other[0]
            b = 0 if other[1] == place else other[1]
            other = (min(a, b), max(a, b))
        if state.player == MAX:
            return Track(own, other, MIN, 0)
        return Track(other, own, MAX, 0)

    def is_terminal(self, state: Track) -> bool:
        return min(state.mine) == self.length or min(state.theirs) == self.length

    def utility(self, state: Track) -> int:
        return 1 if min(state.mine) == self.length else -1

    def bounds(self, state: Track) -> tuple[int, int]:
        return -1, 1

    def evaluate(self, state: Track) -> float:
        return (sum(state.mine) - sum(state.theirs)) / (2 * self.length + 1)
