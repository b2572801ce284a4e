"""One search under way: what all algorithms share while they work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias

from zermelo.game import INFINITY, Action, Game, State, Value, decided_by_chance
from zermelo.history import came_back, checked
from zermelo.numbers import mean
from zermelo.search.events import Observer, Tee
from zermelo.search.finding import Iteration, MoveValue
from zermelo.search.ordering import ORDERINGS, Ordering
from zermelo.search.path import Path
from zermelo.search.settings import Settings
from zermelo.search.symmetry import Merging
from zermelo.search.tally import Tally

if TYPE_CHECKING:
    from zermelo.search.memory import Table

# A line of play as nested pairs, first action outermost: cheap to grow by one at each level.
Line: TypeAlias = tuple[Any, "Line"] | None


class Search(Protocol):
    """The value for MAX of `state`, reached by `action` at `ply`, and the line that gives it."""

    def __call__(
        self, ply: int, state: Any, action: Any, alpha: Value, beta: Value, /
    ) -> tuple[Value, Line]: ...


class Answer(NamedTuple):
    """What a complete iteration found."""

    value: Value
    line: Line
    moves: list[MoveValue[Any]]
    depth: int
    proven: bool


class Run(Generic[State, Action]):
    """One search under way: the game, the settings, and the ingredients made from them."""

    def __init__(
        self,
        game: Game[State, Action],
        state: State | None,
        settings: Settings,
        windowed: bool = True,
    ) -> None:
        self.game = game
        self.windowed = windowed
        self.state = game.initial() if state is None else state
        self.settings = settings
        depth = settings.get("depth")
        self.root_depth = settings.get("root_depth", 0)
        self.chance_depth = settings.get("chance_depth", 0)
        self.limit: float = INFINITY if depth is None else depth - self.root_depth
        self.window = settings.get("window", (-INFINITY, INFINITY))
        self.strict = settings.get("cut", "ge") == "gt"
        self.test_first = settings.get("test") == "first"
        self.hard, self.bound = (settings.get("returns") == how for how in ("hard", "bound"))
        self.order: Ordering = ORDERINGS[settings.get("order", "left")](game)
        self.tally = Tally(
            settings.get("nodes"), settings.get("time"), settings.get("stop"), settings.get("tick")
        )
        observer = settings.get("observer")
        self.watch: Observer = Tee(self.tally, observer) if observer else self.tally
        # Whether the heuristic may speak for a state at, or below, the depth limit.
        self.settled: Callable[[int, State], bool] = lambda ply, state: True
        self.memory: Table | None = None
        self.history = checked(game, settings.get("history", ()), self.state)
        self.path = None if game.repetition is None else Path(game, self.state, self.history)
        # Where positions come back, symmetric successors may differ in what was on the path.
        if settings.get("symmetry") and self.path is None:
            self.order = Merging(game, self.order, self.watch)
        self.moves: list[MoveValue[Action]] = []
        self.iterations: list[Iteration[Action]] = []
        self.answer: Answer | None = None

    def visible(self, alpha: Value, beta: Value) -> tuple[Value | None, Value | None]:
        """The window as events tell it: none where the algorithm knows no windows."""
        return (alpha, beta) if self.windowed else (None, None)

    def leaf(self, value: Any, exact: bool) -> tuple[Any, Line]:
        """Tells of a leaf, after which there is no line; an estimate is not exact."""
        self.watch.leaf(value, exact)
        return value, None

    def root(self, search: Search, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Searches from the root and follows the line found on into the table, if there is one."""
        state = self.state
        over = self.game.is_terminal(state) or came_back(self.game, state, self.history)
        inner = not over and self.limit > 0
        if inner and self.settings.get("all_moves"):
            self.window = -INFINITY, INFINITY
            value, line = self._all_moves(search)
        else:
            value, line = search(0, state, None, alpha, beta)
        if self.memory and line and not self.path:  # where games go round, lines may too
            actions = list(flatten(line))
            for action in actions:
                state = self.game.result(state, action)
            actions += self.memory.line(state, self.limit - len(actions))
            line = nested(actions)
        return value, line

    def _all_moves(self, search: Search) -> tuple[Value, Line]:
        """Searches every action at the root with a full window."""
        state, player = self.state, self.game.to_move(self.state)
        self.watch.enter(0, state, None, *self.visible(-INFINITY, INFINITY))
        self.moves = []
        if decided_by_chance(self.game, state):
            return self._all_outcomes(search), None

        best: Any = None
        line: Line = None
        for action in self.order.moves(state, 0):
            value, rest = self._move(search, 1, action)
            if line is None or share(value, player) > share(best, player):
                best, line = value, (action, rest)
                self.watch.best(0, action, value)
        self.watch.leave(best)
        return best, line

    def _move(self, search: Search, ply: int, action: Action) -> tuple[Value, Line]:
        """Searches one action at the root; proven is what no guess below it went into."""
        guesses = self.tally.guesses
        child = self.game.result(self.state, action)
        value, line = search(ply, child, action, -INFINITY, INFINITY)
        self.moves.append(MoveValue(action, value, self.tally.guesses == guesses))
        return value, line

    def _all_outcomes(self, search: Search) -> Value:
        outcomes = list(self.game.outcomes(self.state))
        total = sum(weight for _, weight in outcomes)
        parts = []
        for action, weight in outcomes:
            value, _ = self._move(search, self.chance_depth, action)
            self.watch.weigh(action, weight, total, value, -INFINITY, INFINITY)
            parts.append((weight, value))
        worth = mean(parts)
        self.watch.leave(worth)
        return worth

    def keep(self, value: Value, line: Line) -> None:
        """Keeps the answer of a complete iteration for the case that the next is stopped."""
        depth, proven = self.tally.depth - self.root_depth, not self.tally.guesses
        self.answer = Answer(value, line, self.moves, depth, proven)
        actions = tuple(flatten(line))
        took = self.tally.nodes - self.tally.began
        self.iterations.append(Iteration(depth, value, actions, took))
        self.watch.answer(value, actions, depth, proven)


def share(value: Any, player: int) -> Value:
    """What a player gets of a value: MIN what MAX loses, one of several their own part."""
    mine: Value = value[player] if isinstance(value, tuple) else player * value
    return mine


def nested(actions: Iterable[Any]) -> Line:
    """Actions as a line."""
    line: Line = None
    for action in reversed([*actions]):
        line = action, line
    return line


def flatten(line: Line) -> Iterator[Any]:
    """The actions of a line, first one first."""
    while line:
        action, line = line
        yield action
