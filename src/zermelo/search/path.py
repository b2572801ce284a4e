"""Games that go round: the path from the root, on which a position that comes back is a leaf.

What a table may keep of a position below which another one came back:

"draw", "endless" without chance. A value v that rests on nothing above its node is the position's
own. So is, whatever lies above, "at least v" with v > 0: MAX gets it without any repetition, which
would be worth 0; and "at most v" with v < 0. With "draw" the root counts as the end of the game
in the whole search, so that what rests on coming back to it alone, or to a position before it, is
as good as any other value.

"loss", or "draw" with chance. What a position is worth depends on those before it. Only where none
of them can come back (see `Game.tier`) has it a value of its own.

"endless" with chance. Going on is not worth 0 where chance may end it: such a leaf is an estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.game import (
    INFINITY,
    REPETITIONS,
    Game,
    Value,
    ZermeloError,
    choices,
    last_player,
    provides,
)
from zermelo.language import _

FAR: Final = 1 << 62  # deeper than any path
NOTHING: Final = (INFINITY, -INFINITY)  # the window in which any value says nothing
MOST_STATES: Final = 100_000  # looked at to find out whether a game goes round


class GoesRound(ZermeloError):
    """The game can come back to a position and does not say what that is worth."""


class Path:
    """The positions from the root, and those before it, to the node being searched."""

    def __init__(self, game: Game[Any, Any], root: Any, history: tuple[Any, ...] = ()) -> None:
        if game.repetition not in REPETITIONS:
            words = _("{game}: repetition must be {words} or None, not {repetition!r}")
            known = ", ".join(f'"{word}"' for word in REPETITIONS)
            raise ZermeloError(
                words.format(game=game.name, words=known, repetition=game.repetition)
            )
        self.game, self.root, self.history = game, root, history
        self.draws = game.repetition == "draw"
        self.goes_on = game.repetition == "endless"
        self.positional = game.repetition != "loss" and not game.has_chance
        self.certain = not (self.goes_on and game.has_chance)
        self.has_tiers = provides(game, "tier")
        self.begin(None)

    def begin(self, action: Any) -> None:
        """Begins at the root, or, where only the moves at the root are searched, below it.

        An endless game goes on at the root too: what a move leads to has a value of its own.
        """
        if action is None:
            self.states: list[Any] = []
            self.plies: list[int] = []
            self.tiers: list[int] = []
            self.places: dict[Any, int] = {}
            for ply, state in enumerate(self.history, -len(self.history)):
                self.push(state, ply)
            # The highest place on the path that a position below the current one came back to.
            self.lowest = FAR
        elif len(self.states) == len(self.history) and not self.goes_on:
            self.push(self.root, 0)

    def push(self, state: Any, ply: int) -> None:
        """The path goes on to `state`."""
        tier = self.game.tier(state) if self.has_tiers else 0
        if self.tiers and tier < self.tiers[-1]:
            words = _("{game}: tier falls from {before} to {after} at {position}; it never may")
            where = self.game.format_state(state)
            raise ZermeloError(
                words.format(game=self.game.name, before=self.tiers[-1], after=tier, position=where)
            )
        self.places[self.game.uncounted(state)] = len(self.states)
        self.states.append(state)
        self.plies.append(ply)
        self.tiers.append(tier)

    def pop(self) -> None:
        """The path goes back by one."""
        del self.places[self.game.uncounted(self.states.pop())]
        self.plies.pop()
        self.tiers.pop()

    def worth(self) -> Value:
        """The value for MAX of a position that comes back after the last one of the path.

        Chance brings nothing back on purpose: the last player before it answers for it.
        """
        return self.game.repeated(last_player(self.game, self.states))

    # --- what a table may do at the last position of the path ------------------------------------

    def may_recall(self) -> bool:
        """Whether a value that was kept for the position holds on this path."""
        return self.positional or not self.can_come_back()

    def can_come_back(self) -> bool:
        """Whether any position above the last one can come back."""
        return len(self.tiers) > 1 and not self.tiers[-2] < self.tiers[-1]

    def certain_window(self, value: Value, alpha: Value, beta: Value) -> tuple[Value, Value]:
        """The window by which a table knows which bounds `value` gives on any path."""
        if not self.positional:
            return NOTHING if self.can_come_back() else (alpha, beta)
        if self.lowest >= len(self.states) - 1:
            return alpha, beta
        return alpha if value > 0 else INFINITY, beta if value < 0 else -INFINITY

    def note(self, place: int) -> None:
        """A position came back to `place` on the path."""
        if place > len(self.history) or not self.draws:
            self.lowest = min(self.lowest, place)


@contextmanager
def naming_circles(game: Game[Any, Any], root: Any, too_deep: type[ZermeloError]) -> Iterator[None]:
    """A search that went too deep because the game goes round ends with a word for its author."""
    try:
        yield
    except too_deep:
        if game.repetition is None:
            refuse_circle(game, circle(game, root))
        raise


def refuse_circle(game: Game[Any, Any], state: Any) -> None:
    """Tells the author of a game that can come back to `state` what to add to it."""
    if state is not None:
        words = _(
            "{game} can come back to {position} and does not say what that is worth: add "
            'repetition = "draw" (or "loss", "endless") to its rules, or set a depth limit'
        )
        where = game.format_state(state)
        raise GoesRound(words.format(game=game.name, position=where)) from None


def circle(game: Game[Any, Any], root: Any, most: int = MOST_STATES) -> Any:
    """A position that can come back, if one is found among the first `most`; else None."""
    done: set[Any] = set()
    path = {root}
    stack = [(root, _children(game, root))]
    while stack and len(done) + len(path) < most:
        state, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            stack.pop()
            path.discard(state)
            done.add(state)
        elif child in path:
            return child
        elif child not in done:
            path.add(child)
            stack.append((child, _children(game, child)))
    return None


def _children(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    actions = () if game.is_terminal(state) else choices(game, state)
    return (game.result(state, action) for action in actions)
