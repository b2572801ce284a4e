"""Alpha-beta with a transposition table: a state reached again is not searched again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.game import MAX, Game, Value
from zermelo.search.alphabeta import alphabeta_search
from zermelo.search.run import INFINITY, Line, Run, Search, algorithm

CAPACITY: Final = 1_000_000


class Entry(NamedTuple):
    """What is known of a state: low <= its minimax value <= high."""

    low: Value
    high: Value
    state: Any
    action: Any  # None: the state has none


class Table:
    """Bounds on the values of states, for each depth they were searched to.

    A deeper search may find another value: an entry speaks for its own depth alone. The oldest
    entry makes room when the table is full. With `symmetry` all states with one canonical form
    share an entry.
    """

    def __init__(
        self, game: Game[Any, Any], symmetry: bool = False, capacity: int = CAPACITY
    ) -> None:
        self.game = game
        self.key: Callable[[Any], Hashable] = game.canonical if symmetry else lambda state: state
        self.capacity = capacity
        self.entries: dict[tuple[Hashable, float], Entry] = {}
        self.latest: dict[Hashable, Entry] = {}

    def find(self, state: Any, depth: float) -> Entry | None:
        """The entry for a search of `depth` plies."""
        return self.entries.get((self.key(state), depth))

    def store(
        self, state: Any, depth: float, alpha: Value, beta: Value, value: Value, line: Line
    ) -> None:
        """Keeps what `value`, found with the window (alpha, beta), says about the state."""
        low = value if value > alpha else -INFINITY
        high = value if value < beta else INFINITY
        action = line[0] if line else None
        key = self.key(state)
        known = self.entries.pop((key, depth), None)
        if known:
            # MAX's action is the one that proved the low end, MIN's the one that proved the high.
            proved = low if line and self.game.to_move(state) == MAX else -high
            if proved == -INFINITY and known.state == state:
                action = known.action
            low, high = max(low, known.low), min(high, known.high)
        elif len(self.entries) >= self.capacity:
            oldest = next(iter(self.entries))
            del self.entries[oldest]
            self.latest.pop(oldest[0], None)
        self.entries[key, depth] = self.latest[key] = Entry(low, high, state, action)

    def best_action(self, state: Any) -> Any:
        """The best action found last at this very state, at whatever depth."""
        entry = self.latest.get(self.key(state))
        return entry.action if entry and entry.state == state else None

    def line(self, state: Any, depth: float) -> Iterator[Any]:
        """The best line from `state`, as far as the table knows it exactly."""
        entry = self.find(state, depth)
        while entry and entry.low == entry.high and entry.action is not None:
            if entry.state != state:
                break
            yield entry.action
            state, depth = self.game.result(state, entry.action), depth - 1
            entry = self.find(state, depth)


@algorithm(takes=("window", "cut", "returns", "symmetry"))
def table(run: Run[Any, Any]) -> tuple[Value, Line]:
    """Alpha-beta that remembers the states it has searched.

    The bound contract of alphabeta. An entry answers only where it decides: it is exact, its low
    end reaches beta, or its high end alpha; and only for the same depth, so that the table never
    changes a value.
    """
    return run.root(remembering(run, alphabeta_search), *run.window)


def remembering(run: Run[Any, Any], build: Callable[..., Search]) -> Search:
    """The search that `build` makes, with a table between it and its calls to itself."""
    watch, limit = run.watch, run.limit
    memory = run.memory = run.memory or Table(run.game, run.settings.get("symmetry", False))
    run.order.remembered = memory.best_action

    def value(ply: int, state: Any, action: Any, alpha: Value, beta: Value) -> tuple[Value, Line]:
        entry = memory.find(state, limit - ply) if ply else None  # the root must give its action
        if entry and (entry.low >= beta or entry.high <= alpha or entry.low == entry.high):
            v = entry.high if entry.high <= alpha else entry.low
            watch.enter(ply, state, action, alpha, beta)
            watch.hit(entry.low, entry.high)
            watch.leave(v)
            return v, None
        v, line = search(ply, state, action, alpha, beta)
        memory.store(state, limit - ply, alpha, beta, v, line)
        return v, line

    search = build(run, value)
    return value


def maybe_remembering(run: Run[Any, Any], build: Callable[..., Search]) -> Search:
    """With a table unless the run is told to do without."""
    return remembering(run, build) if run.settings.get("table", True) else build(run)
