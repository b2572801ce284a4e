"""The memory of a search: bounds on the values of states that it has met."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.game import INFINITY, MAX, Game, Value

CAPACITY: Final = 1_000_000


class Entry(NamedTuple):
    """What is known of a state: low <= its minimax value <= high."""

    low: Value
    high: Value
    guessed: bool  # whether an estimate went into that
    state: Any
    action: Any


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
        self,
        state: Any,
        depth: float,
        window: tuple[Value, Value],
        value: Value,
        action: Any,
        guessed: bool,
    ) -> None:
        """Keeps what `value`, found with a window, and its action say about the state."""
        low = value if value > window[0] else -INFINITY
        high = value if value < window[1] else INFINITY
        key = self.key(state)
        known = self.entries.pop((key, depth), None)
        if known:
            # MAX's action is the one that proved the low end, MIN's the one that proved the high.
            proved = low if self.game.to_move(state) == MAX else -high
            if proved == -INFINITY:
                state, action = known.state, known.action
            low, high = max(low, known.low), min(high, known.high)
            guessed = guessed or known.guessed
        elif len(self.entries) >= self.capacity:
            oldest = next(iter(self.entries))
            del self.entries[oldest]
            self.latest.pop(oldest[0], None)
        self.entries[key, depth] = self.latest[key] = Entry(low, high, guessed, state, action)

    def forget_estimates(self) -> None:
        """Keeps only what rests on no estimate; the best actions stay."""
        self.entries = {at: entry for at, entry in self.entries.items() if not entry.guessed}

    def best_action(self, state: Any) -> Any:
        """The best action found last at this very state, at whatever depth."""
        entry = self.latest.get(self.key(state))
        return entry.action if entry and entry.state == state else None

    def line(self, state: Any, depth: float) -> Iterator[Any]:
        """The best line from `state`, as far as the table knows it exactly."""
        entry = self.find(state, depth)
        while entry and entry.low == entry.high and entry.state == state:
            yield entry.action
            state, depth = self.game.result(state, entry.action), depth - 1
            entry = self.find(state, depth)
