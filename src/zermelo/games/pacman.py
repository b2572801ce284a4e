"""Pacman: MAX eats the food in a maze before a ghost catches it or the moves run out.

Pacman moves, then every ghost in turn, each to a neighbouring cell. A ghost is an adversary (MIN)
or goes any way with equal chance (CHANCE): the same maze is a game for minimax or for
expectiminimax, and they rightly play it differently. The value is the score: 10 for each food, 500
for the last one, -500 for being caught, -1 for each move.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from zermelo.bits import bits, popcount, trailing_zeros
from zermelo.board import caption, choice, shape
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    Feature,
    Game,
    NotationError,
    ZermeloError,
)
from zermelo.games.maze import CELLS, read_maze
from zermelo.grid import Layout
from zermelo.language import _, mark, ngettext

# The bit of each cell, here for 3 columns and 2 rows. An empty column on the right keeps a step
# from running on into the next row.
#
#      a  b  c
#  1   0  1  2 |  3
#  2   4  5  6 |  7

MOST_GHOSTS: Final = 4
MOST_MOVES: Final = 1000
FOOD: Final = 10
END: Final = 500
NEAR: Final = 2  # steps: a ghost no farther away is a danger
DANGER: Final = 20

STAY: Final = 4  # the way out of a cell that has none
WAYS: Final = "NESW-"


class Chase(NamedTuple):
    """Where Pacman, the ghosts and the food are, each cell a bit; moves made; whose turn it is.

    `turn`: 0 for Pacman, 1 for the first ghost, and so on.
    """

    pacman: int
    ghosts: tuple[int, ...]
    food: int
    moves: int
    turn: int


class Pacman(Game[Chase, int]):
    """Pacman; an action is a way to go: 0 north, 1 east, 2 south, 3 west, or 4 to stay.

    `maze`: the name of one ("trapped", "fork", "ring", "hunt"), or its rows with / between them:
    P is Pacman, G a ghost, . food, % a wall, _ or a blank nothing. `ghosts`: "min", "random", or a
    word for each as in "min,random". `limit`: the moves of Pacman after which the game is over.
    """

    def __init__(self, maze: str = "trapped", ghosts: str = "min", limit: int = 6) -> None:
        if type(limit) is not int or not 1 <= limit <= MOST_MOVES:
            words = _("limit must be a whole number from 1 to {most}, not {limit!r}")
            raise ZermeloError(words.format(most=MOST_MOVES, limit=limit))
        self.maze, self.ghosts, self.limit = maze, ghosts, limit
        rows = read_maze(maze)
        self.rows, self.columns = len(rows), len(rows[0])
        self.stride, self.layout = self.columns + 1, Layout(self.rows, self.columns)
        self.free, self.pacman, self.food = (
            self._cells(rows, signs) for signs in ("PG. ", "P", ".")
        )
        start = tuple(bits(self._cells(rows, "G")))
        if popcount(self.pacman) != 1 or not 1 <= len(start) <= MOST_GHOSTS or not self.food:
            words = _("a maze has one P, from 1 to {most} G, and food")
            raise ZermeloError(words.format(most=MOST_GHOSTS))
        self.start = start
        self.kinds = _kinds(ghosts, len(start))
        reach = self.pacman
        while reach != self.spread(reach):
            reach = self.spread(reach)
        if self.food & ~reach:
            raise ZermeloError(_("Pacman cannot reach all the food of this maze"))
        self.total = popcount(self.food)

    def _cells(self, rows: list[str], signs: str) -> int:
        return sum(
            1 << (self.stride * row + column)
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign in signs
        )

    # --- the rules -----------------------------------------------------------------------------

    def initial(self) -> Chase:
        return Chase(self.pacman, self.start, self.food, 0, 0)

    def to_move(self, state: Chase) -> int:
        return MAX if state.turn == 0 else self.kinds[state.turn - 1]

    def mover(self, state: Chase) -> int:
        return state.pacman if state.turn == 0 else state.ghosts[state.turn - 1]

    def actions(self, state: Chase) -> Iterator[int]:
        cell = self.mover(state)
        if not self.is_terminal(state):
            for way in range(4):
                if self.step(cell, way):
                    yield way
            if self.spread(cell) == cell:
                yield STAY

    def outcomes(self, state: Chase) -> Iterator[tuple[int, int]]:
        cell = self.mover(state)
        for way in range(4):
            if self.step(cell, way):
                yield way, 1
        if self.spread(cell) == cell:
            yield STAY, 1

    def step(self, cell: int, way: int) -> int:
        """The cell that a way leads to; 0 for a wall."""
        if way == 0:
            return cell >> self.stride & self.free
        if way == 1:
            return cell << 1 & self.free
        if way == 2:
            return cell << self.stride & self.free
        return cell >> 1 & self.free if way == 3 else cell

    def spread(self, cells: int) -> int:
        """The cells and their neighbours."""
        return (
            cells | cells >> 1 | cells << 1 | cells >> self.stride | cells << self.stride
        ) & self.free

    def changed(self, ghosts: tuple[int, ...], index: int, cell: int) -> tuple[int, ...]:
        return (*ghosts[:index], cell, *ghosts[index + 1 :])

    def result(self, state: Chase, action: int) -> Chase:
        cell = self.step(self.mover(state), action)
        if state.turn == 0:
            food = state.food if self.is_caught(cell, state.ghosts) else state.food & ~cell
            return Chase(cell, state.ghosts, food, state.moves + 1, 1)
        ghosts = self.changed(state.ghosts, state.turn - 1, cell)
        turn = 0 if state.turn == len(state.ghosts) else state.turn + 1
        return Chase(state.pacman, ghosts, state.food, state.moves, turn)

    def is_caught(self, pacman: int, ghosts: tuple[int, ...]) -> bool:
        caught = False
        for ghost in ghosts:
            caught = caught or ghost == pacman
        return caught

    def is_terminal(self, state: Chase) -> bool:
        over = state.food == 0 or (state.moves == self.limit and state.turn == 0)
        return over or self.is_caught(state.pacman, state.ghosts)

    def utility(self, state: Chase) -> int:
        points = self.points(state)
        if self.is_caught(state.pacman, state.ghosts):
            return points - END
        return points + END if state.food == 0 else points

    def outcome(self, state: Chase) -> int:
        if self.is_caught(state.pacman, state.ghosts):
            return MIN
        return MAX if state.food == 0 else 0

    def points(self, state: Chase) -> int:
        """The score so far."""
        return FOOD * (self.total - popcount(state.food)) - state.moves

    # --- knowledge -----------------------------------------------------------------------------

    @property
    def has_chance(self) -> bool:
        return CHANCE in self.kinds

    @property
    def tells_when(self) -> bool:
        """Each move costs a point."""
        return True

    def distance(self, start: int, target: int) -> int:
        """The steps from a cell to the nearest of some."""
        steps, reach = 0, start
        while reach & target == 0 and steps < CELLS:
            reach = self.spread(reach)
            steps += 1
        return steps

    def evaluate(self, state: Chase) -> int:
        """The points, less the steps to the nearest food, less 20 for each ghost that is near."""
        near = 0
        for ghost in state.ghosts:
            near += self.distance(state.pacman, ghost) <= NEAR
        return self.points(state) - self.distance(state.pacman, state.food) - DANGER * near

    def features(self, state: Chase) -> Iterator[Feature]:
        steps = self.distance(state.pacman, state.food)
        foods = [f for f in bits(state.food) if self.distance(state.pacman, f) == steps]
        near = [g for g in state.ghosts if self.distance(state.pacman, g) <= NEAR]
        yield Feature(mark("points so far"), self.points(state))
        yield Feature(mark("steps to the nearest food"), steps, -1, self._ways(state, foods))
        near_by = mark("ghosts at most 2 steps away")
        yield Feature(near_by, len(near), -DANGER, self._ways(state, near))

    def _ways(self, state: Chase, cells: list[int]) -> tuple[tuple[str, ...], ...]:
        """From Pacman to each cell: a line on the board, as a ghost would hide a ring."""
        return tuple((self.cell_name(state.pacman), self.cell_name(cell)) for cell in cells)

    def bounds(self, state: Chase) -> tuple[int, int]:
        points, left = self.points(state), self.limit - state.moves
        return points - left - END, points + FOOD * popcount(state.food) + END

    def tier(self, state: Chase) -> int:
        return state.moves * (len(state.ghosts) + 1) + (
            state.turn - 1 if state.turn else len(state.ghosts)
        )

    # --- notation ------------------------------------------------------------------------------

    def cell_name(self, cell: int) -> str:
        """Column letter and row number: "b2"."""
        return self.layout.name(divmod(trailing_zeros(cell), self.stride))

    def format_state(self, state: Chase) -> str:
        """As "P c1 G a1 e1 F b1 a2 moves 3 G1": the cells of all, moves made, whose turn."""
        names = [self.cell_name(cell) for cell in state.ghosts]
        food = [self.cell_name(cell) for cell in bits(state.food)]
        turn = f"G{state.turn}" if state.turn else "P"
        words = ["P", self.cell_name(state.pacman), "G", *names, "F", *food]
        return " ".join([*words, "moves", str(state.moves), turn])

    def parse_state(self, text: str) -> Chase:
        text = " ".join(text.split())
        cell = "[a-z][0-9]{1,2}"
        found = re.fullmatch(
            rf"P ({cell}) G((?: {cell})+) F((?: {cell})*) moves ([0-9]{{1,4}}) (P|G[1-9])", text
        )
        if not found:
            words = _("'{text}' is no position of pacman; write it like {example}")
            raise NotationError(words.format(text=text, example=self.format_state(self.initial())))
        (pacman,), ghosts, food = (self._read(text, found[group]) for group in (1, 2, 3))
        moves, turn = int(found[4]), 0 if found[5] == "P" else int(found[5][1:])
        if len(ghosts) != len(self.start) or turn > len(ghosts):
            words = _("'{text}' must have as many ghosts as the maze: {count}")
            raise NotationError(words.format(text=text, count=len(self.start)))
        if moves > self.limit or (turn and not moves) or sum({*food}) & ~self.food:
            words = _("'{text}' is no position: no move can have led to it")
            raise NotationError(words.format(text=text))
        return Chase(pacman, tuple(ghosts), sum({*food}), moves, turn)

    def _read(self, text: str, names: str) -> list[int]:
        cells = {self.cell_name(cell): cell for cell in bits(self.free)}
        for name in names.split():
            if name not in cells:
                words = _("'{text}' is no position: {cell} is a wall, or outside")
                raise NotationError(words.format(text=text, cell=name))
        return [cells[name] for name in names.split()]

    def format_action(self, state: Chase, action: int) -> str:
        """N, E, S, W, or - to stay."""
        return WAYS[action]

    def parse_action(self, state: Chase, text: str) -> int:
        return super().parse_action(state, text.upper())

    def split_moves(self, text: str) -> list[str]:
        """Nothing is needed between the moves: "ENNW"."""
        return re.findall(r"[NESW-]|[^\s,NESW-]+", text.upper())

    def draw(self, state: Chase) -> str:
        """Random ghosts are R."""
        lines = ["%" * (self.columns + 2)]
        for row in range(self.rows):
            cells = (1 << (self.stride * row + column) for column in range(self.columns))
            lines.append(f"%{''.join(self.sign(state, cell) for cell in cells)}%")
        lines.append(lines[0])
        words = _("points {points}, moves left {left}")
        lines.append(words.format(points=self.points(state), left=self.limit - state.moves))
        if self.is_terminal(state):
            ends = {MAX: _("all is eaten"), MIN: _("Pacman is caught"), 0: _("no moves left")}
            lines.append(ends[self.outcome(state)])
        return "\n".join(lines)

    def sign(self, state: Chase, cell: int) -> str:
        """What is in a cell, the most important first."""
        if cell in state.ghosts:
            kind = self.kinds[state.ghosts.index(cell)]
            return "X" if cell == state.pacman else "R" if kind == CHANCE else "G"
        if cell == state.pacman:
            return "P"
        return "%" if not cell & self.free else "." if cell & state.food else " "

    def locate(self, place: str) -> tuple[float, float]:
        cell = self.layout.find(place)
        return self.layout.centre(cell) if cell else super().locate(place)

    def draw_svg(self, state: Chase, last: int | None = None) -> str:
        """Who moves next has the neighbouring cells to press, and a frame."""
        layout, parts = self.layout, []
        places = {1 << (self.stride * r + c): (r, c) for r, c in layout.cells()}
        for cell, place in places.items():
            parts.append(layout.outline(place, "cell" if cell & self.free else "rack"))
            if cell & state.food:
                x, y = layout.centre(place)
                parts.append(shape("circle", "piece", cx=x, cy=y, r=2.6))
        parts.append(_pacman(*layout.centre(places[state.pacman])))
        for number, ghost in enumerate(state.ghosts):
            parts.append(_ghost(*layout.centre(places[ghost]), self.kinds[number], str(number + 1)))
        if last is not None:
            before = (state.turn or len(state.ghosts) + 1) - 1
            moved = state.ghosts[before - 1] if before else state.pacman
            parts.append(layout.mark(places[moved]))
        for action in self.actions(state):
            way = self.step(self.mover(state), action)
            parts.append(choice(self.format_action(state, action), layout.hit(places[way])))
        score = caption("ink", layout.right / 2 + 5, layout.bottom + 5, 7, str(self.points(state)))
        name = f"{self.name}: {self.format_state(state)}"
        return layout.picture(name, layout.names(), *parts, score)


def _kinds(ghosts: str, count: int) -> tuple[int, ...]:
    """The kind of each ghost."""
    words = str(ghosts).replace(" ", "").split(",")
    kinds = {"min": MIN, "random": CHANCE}
    if not kinds.keys() >= set(words) or len(words) not in (1, count):
        raise ZermeloError(
            ngettext(
                "ghosts must be min or random, or {count} such word, not '{ghosts}'",
                "ghosts must be min or random, or {count} such words, not '{ghosts}'",
                count,
            ).format(count=count, ghosts=ghosts)
        )
    return tuple(kinds[word] for word in (words * count if len(words) == 1 else words))


def _arc(x: float, y: float, radius: float, first: int, last: int) -> str:
    """A path along a circle, from an angle to a smaller one, in straight pieces: TikZ reads it."""
    angles = [math.radians(angle) for angle in (*range(first, last, -9), last)]
    return "".join(
        f"L{x + radius * math.cos(a):.4g} {y + radius * math.sin(a):.4g}" for a in angles
    )


def _pacman(x: float, y: float) -> str:
    """A disc with a mouth."""
    return shape("path", "piece-max", d=f"M{x:g} {y:g}{_arc(x, y, 8.7, -32, -328)}Z")


WAVE: Final = "l1 1.5l1 .5l1 -.5l1 -1.5l1 -1.5l1 -.5l1 .5l1 1.5"


def _ghost(x: float, y: float, kind: int, number: str) -> str:
    """A cloak with a number, round below for a random one."""
    hem = 2 * WAVE if kind == CHANCE else "l2.7 -3l2.6 3l2.7 -3l2.7 3l2.6 -3l2.7 3"
    path = f"M{x - 8:g} {y + 7:g}{hem}{_arc(x, y - 1, 8, 0, -180)}Z"
    paint = "piece-chance" if kind == CHANCE else "piece-min"
    return shape("path", paint, d=path) + caption("cell", x, y, 8, number)
