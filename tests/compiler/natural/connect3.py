"""Connect three with gravity, on a list of lists that becomes a tuple of tuples."""
from typing import List, NamedTuple, Tuple

from zermelo import MAX, MIN, Game

Grid = Tuple[Tuple[int, ...], ...]


class State(NamedTuple):
    grid: Grid
    player: int


class ConnectThree(Game[State, int]):
    """Three in a row wins; discs fall down."""

    def __init__(self, rows: int = 4, columns: int = 4, length: int = 3) -> None:
        self.rows = rows
        self.columns = columns
        self.length = length

    def initial(self) -> State:
        grid = []
        for _ in range(self.rows):
            grid.append([0] * self.columns)
        return State(tuple(map(tuple, grid)), MAX)

    def to_move(self, state: State) -> int:
        return state.player

    def actions(self, state: State) -> List[int]:
        if self.is_terminal(state):
            return []
        top = state.grid[0]
        return [column for column, cell in enumerate(top) if cell == 0]

    def result(self, state: State, action: int) -> State:
        grid = [list(row) for row in state.grid]
        for row in reversed(range(self.rows)):
            if grid[row][action] == 0:
                grid[row][action] = state.player
                break
        return State(tuple(tuple(row) for row in grid), -state.player)

    def lines(self, grid: Grid) -> List[List[int]]:
        """All rows, columns and diagonals as lists of cells."""
        found = [list(row) for row in grid]
        found += [list(column) for column in zip(*grid)]
        for start in range(-self.rows + 1, self.columns):
            falling = [
                grid[r][start + r] for r in range(self.rows) if 0 <= start + r < self.columns
            ]
            rising = [
                grid[self.rows - 1 - r][start + r]
                for r in range(self.rows)
                if 0 <= start + r < self.columns
            ]
            found.append(falling)
            found.append(rising)
        return [line for line in found if len(line) >= self.length]

    def winner(self, grid: Grid) -> int:
        k = self.length
        for line in self.lines(grid):
            for i in range(len(line) - k + 1):
                total = sum(line[i:i + k])
                if abs(total) == k:
                    return total // k
        return 0

    def is_terminal(self, state: State) -> bool:
        return self.winner(state.grid) != 0 or 0 not in state.grid[0]

    def utility(self, state: State) -> int:
        return self.winner(state.grid)

    def evaluate(self, state: State) -> float:
        open_lines = {MAX: 0, MIN: 0}
        k = self.length
        for line in self.lines(state.grid):
            for i in range(len(line) - k + 1):
                window = line[i:i + k]
                if MIN not in window:
                    open_lines[MAX] += 1
                if MAX not in window:
                    open_lines[MIN] += 1
        total = open_lines[MAX] + open_lines[MIN]
        if total == 0:
            return 0
        return 0.9 * (open_lines[MAX] - open_lines[MIN]) / total

    def bounds(self, state: State) -> Tuple[int, int]:
        return -1, 1

    def order(self, state: State, action: int) -> int:
        return -abs(2 * action - (self.columns - 1))

    def format_action(self, state: State, action: int) -> str:
        return str(action + 1)
