"""What the algorithms share: settings, the checks at the door, the result."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypedDict,
    Unpack,
)

from zermelo.game import (
    CHANCE,
    INFINITY,
    MAX,
    PLAYER_NAMES,
    Action,
    Game,
    MissingRule,
    State,
    Value,
    ZermeloError,
    provides,
)
from zermelo.language import _
from zermelo.search.display import result_html
from zermelo.search.events import Observer, Tee
from zermelo.search.ordering import ORDERINGS, Ordering
from zermelo.search.path import Path, naming_circles
from zermelo.search.tally import Stopped, Tally

if TYPE_CHECKING:
    from zermelo.search.memory import Table

MAX_CALLS: Final = 100_000  # Python calls that a search may stack up
STACK: Final = 1 << 30  # bytes of machine stack, for rules that recurse through C

# A line of play as nested pairs, first action outermost: cheap to grow by one at each level.
Line: TypeAlias = tuple[Any, "Line"] | None


class Search(Protocol):
    """The value for MAX of `state`, reached by `action` at `ply`, and the line that gives it."""

    def __call__(
        self, ply: int, state: Any, action: Any, alpha: Value, beta: Value, /
    ) -> tuple[Value, Line]: ...


class Unsuitable(ZermeloError):
    """The algorithm cannot search this game, or does not take this setting."""


class TooDeep(ZermeloError):
    """The game is longer than a search can follow."""


class NothingFound(ZermeloError):
    """The search was stopped before it could say anything."""


class SearchWarning(UserWarning):
    """What is asked for is done, but perhaps not as intended."""


class Settings(TypedDict, total=False):
    """What an algorithm can be told; each takes some of these (see `Algorithm.takes`)."""

    depth: int | None  # plies to look ahead; None: to the end of the game
    window: tuple[Value, Value]  # (alpha, beta) at the root
    cut: str  # "ge": cut when alpha >= beta; "gt": only when alpha > beta
    returns: str  # "soft": the value found, even outside the window; "hard": clipped to it
    order: str  # "left", "right", "fixed" or "dynamic"
    table: bool  # whether to keep a transposition table
    symmetry: bool  # whether the table treats symmetric states as one
    delta: Value  # half the width of an aspiration window
    guess: Value  # where MTD(f) begins
    extension: int  # plies that quiescence may add to the depth
    every: bool  # also find the value of every action at the root
    nodes: int | None  # stop after so many nodes
    time: float | None  # stop after so many seconds
    stop: Callable[[], bool] | None  # asked now and then: stop now?
    tick: Callable[[Tally], None] | None  # told now and then: the counts so far
    observer: Observer | None


ALWAYS_TAKEN: Final = ("depth", "order", "every", "nodes", "time", "stop", "tick", "observer")


@dataclass(frozen=True)
class Result(Generic[State, Action]):
    """What a search found. Values are for MAX.

    `bound` says how `value` relates to the value asked for: "exact", or, where it fell outside
    the window, the true one is at least ("lower") or at most ("upper") this. `complete`: nothing
    was estimated, left out or stopped; the value is that of the game.
    """

    algorithm: str
    value: Value
    action: Action | None
    line: tuple[Action, ...]
    moves: tuple[tuple[Action, Value], ...] | None
    nodes: int
    leaves: int
    cutoffs: int
    depth: int
    complete: bool
    bound: str = "exact"
    stopped: bool = False
    # The game and the state searched, by which a display can write actions as the game does.
    about: tuple[Game[Any, Any], Any] | None = field(default=None, compare=False, repr=False)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return result_html(self)


class Answer(NamedTuple):
    """What a complete iteration found."""

    value: Value
    line: Line
    moves: list[tuple[Any, Value]]
    depth: int
    complete: bool


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
        self.limit: float = INFINITY if depth is None else depth
        self.window = settings.get("window", (-INFINITY, INFINITY))
        self.strict = settings.get("cut", "ge") == "gt"
        self.hard = settings.get("returns", "soft") == "hard"
        self.order: Ordering = ORDERINGS[settings.get("order", "left")](game)
        self.tally = Tally(
            settings.get("nodes"), settings.get("time"), settings.get("stop"), settings.get("tick")
        )
        observer = settings.get("observer")
        self.watch: Observer = Tee(self.tally, observer) if observer else self.tally
        # Whether the heuristic may speak for a state at, or below, the depth limit.
        self.settled: Callable[[int, State], bool] = lambda ply, state: True
        self.memory: Table | None = None
        self.path = None if game.repetition is None else Path(game, self.state)
        self.moves: list[tuple[Action, Value]] = []
        self.answer: Answer | None = None

    def shown(self, alpha: Value, beta: Value) -> tuple[Value | None, Value | None]:
        """The window as events tell it: none where the algorithm knows no windows."""
        return (alpha, beta) if self.windowed else (None, None)

    def root(self, search: Search, alpha: Value, beta: Value) -> tuple[Value, Line]:
        """Searches from the root and follows the line found on into the table, if there is one."""
        state = self.state
        if self.settings.get("every") and not self.game.is_terminal(state) and self.limit > 0:
            self.window = -INFINITY, INFINITY
            value, line = self._every(search)
        else:
            value, line = search(0, state, None, alpha, beta)
        if self.memory and line and not self.path:  # where games go round, lines may too
            actions = list(flatten(line))
            for action in actions:
                state = self.game.result(state, action)
            actions += self.memory.line(state, self.limit - len(actions))
            line = None
            for action in reversed(actions):
                line = action, line
        return value, line

    def _every(self, search: Search) -> tuple[Value, Line]:
        """Searches every action at the root with a full window."""
        game, state, player = self.game, self.state, self.game.to_move(self.state)
        self.watch.enter(0, state, None, *self.shown(-INFINITY, INFINITY))
        self.moves = []
        if player == CHANCE:
            return self._every_outcome(search), None
        best: Value = -player * INFINITY
        line: Line = None
        for action in self.order.moves(state, 0):
            value, rest = search(1, game.result(state, action), action, -INFINITY, INFINITY)
            self.moves.append((action, value))
            if (value > best) if player == MAX else (value < best):
                best, line = value, (action, rest)
                self.watch.best(0, action, value)
        self.watch.leave(best)
        return best, line

    def _every_outcome(self, search: Search) -> Value:
        outcomes = list(self.game.outcomes(self.state))
        total = sum(weight for _, weight in outcomes)
        mean: Value = 0
        for action, weight in outcomes:
            child = self.game.result(self.state, action)
            value, _ = search(0, child, action, -INFINITY, INFINITY)
            self.watch.weigh(action, weight, total, value, -INFINITY, INFINITY)
            self.moves.append((action, value))
            mean += weight * value
        mean = ratio(mean, total)
        self.watch.leave(mean)
        return mean

    def keep(self, value: Value, line: Line) -> None:
        """Keeps the answer of a complete iteration for the case that the next is stopped."""
        tally = self.tally
        self.answer = Answer(value, line, self.moves, tally.depth, not tally.guesses)
        self.watch.answer(value, tuple(flatten(line)), tally.depth, not tally.guesses)


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm: call it with a game, a state (default: the initial one), settings."""

    name: str
    body: Callable[[Run[Any, Any]], tuple[Value, Line]]
    takes: tuple[str, ...]
    needs: tuple[str, ...]
    chance: bool
    exact: bool
    windowed: bool

    @property
    def summary(self) -> str:
        """The first line of the algorithm's docstring."""
        return _((self.body.__doc__ or "").partition("\n")[0])

    def __call__(
        self,
        game: Game[State, Action],
        state: State | None = None,
        **settings: Unpack[Settings],
    ) -> Result[State, Action]:
        self.check(game, settings)
        run = Run(game, state, settings, self.windowed)
        if not game.is_terminal(run.state) and game.to_move(run.state) not in PLAYER_NAMES:
            raise MissingRule(
                _("{game}: to_move must give MAX, MIN or CHANCE").format(game=game.name)
            )
        run.watch.begin(self.name, run.state, settings)
        stopped = False
        with naming_circles(game, run.state, TooDeep), deep_recursion():
            try:
                value, line = self.body(run)
            except Stopped:
                value, line, stopped = *self._early_answer(run), True
        tally = run.tally
        depth, complete, moves = tally.deepest, not tally.guesses and not stopped, run.moves
        low, high = run.window
        bound = "upper" if value <= low else "lower" if value >= high else "exact"
        if run.answer:
            moves, depth, complete = run.answer[2:]
        elif stopped:  # the moves not searched may be better still for who moves
            bound = "lower" if game.to_move(run.state) == MAX else "upper"
        complete = complete and bound == "exact"
        if not -INFINITY < value < INFINITY:
            raise MissingRule(
                _(
                    "{game} gives no finite value here; `zermelo check` names the broken rule"
                ).format(game=game.name)
            )
        actions = tuple(flatten(line))
        run.watch.answer(value, actions, depth, complete)
        return Result(
            algorithm=self.name,
            value=value,
            action=actions[0] if actions else None,
            line=actions,
            moves=tuple(moves) if settings.get("every") else None,
            nodes=tally.nodes,
            leaves=tally.leaves,
            cutoffs=tally.cutoffs,
            depth=depth,
            complete=complete,
            bound=bound,
            stopped=stopped,
            about=(game, run.state),
        )

    def _early_answer(self, run: Run[Any, Any]) -> tuple[Value, Line]:
        """The last complete iteration, else the best of the root's actions searched so far."""
        run.watch.give_up("stopped")
        if run.answer:
            return run.answer[:2]
        if run.tally.root_best is None or run.game.to_move(run.state) == CHANCE:
            raise NothingFound(
                _("{algorithm} was stopped before it had searched one move; allow it more").format(
                    algorithm=self.name
                )
            )
        action, value = run.tally.root_best
        return value, (action, None)

    def check(self, game: Game[Any, Any], settings: Settings) -> None:
        """Refuses, in one line, a game or a setting that does not suit."""
        if game.has_chance and not self.chance:
            raise Unsuitable(
                _(
                    "{algorithm} cannot search {game}, where chance has a say; use "
                    "expectiminimax or star1"
                ).format(algorithm=self.name, game=game.name)
            )
        for method in self.needs:
            if not provides(game, method):
                raise Unsuitable(
                    _("{algorithm} needs a rule that {game} lacks: {method}").format(
                        algorithm=self.name, game=game.name, method=method
                    )
                )
        for name in settings:
            if name not in self.takes:
                known = (s for s in self.takes if s not in ("stop", "tick", "observer"))
                raise Unsuitable(
                    _("{algorithm} takes no '{name}'; it takes {known}").format(
                        algorithm=self.name, name=name, known=", ".join(known)
                    )
                )
        _check_values(game, settings)


def _check_values(game: Game[Any, Any], settings: Settings) -> None:
    depth, nodes, time = settings.get("depth"), settings.get("nodes"), settings.get("time")
    low, high = settings.get("window", (-INFINITY, INFINITY))
    cut, returns = settings.get("cut", "ge"), settings.get("returns", "soft")
    order = settings.get("order", "left")
    if depth is not None and not (isinstance(depth, int) and depth >= 0):
        raise Unsuitable(
            _("depth must be a whole number, 0 or more, not {depth}").format(depth=depth)
        )
    if nodes is not None and nodes < 1:
        raise Unsuitable(_("nodes must be 1 or more, not {nodes}").format(nodes=nodes))
    if time is not None and not time > 0:
        raise Unsuitable(_("time must be more than 0 seconds, not {time}").format(time=time))
    if settings.get("extension", 0) < 0:
        raise Unsuitable(
            _("extension must be 0 or more, not {extension}").format(
                extension=settings["extension"]
            )
        )
    if not -INFINITY < settings.get("guess", 0) < INFINITY:
        raise Unsuitable(
            _("guess must be a finite number, not {guess}").format(guess=settings["guess"])
        )
    if not settings.get("delta", 1) > 0:
        raise Unsuitable(
            _("delta must be more than 0, not {delta}").format(delta=settings["delta"])
        )
    if not low < high:
        raise Unsuitable(
            _("window: the low end {low} must be below the high end {high}").format(
                low=low, high=high
            )
        )
    if cut not in ("ge", "gt"):
        raise Unsuitable(_("cut must be ge or gt, not '{cut}'").format(cut=cut))
    if returns not in ("soft", "hard"):
        raise Unsuitable(_("returns must be soft or hard, not '{returns}'").format(returns=returns))
    if order not in ORDERINGS:
        raise Unsuitable(
            _("order must be one of {orders}, not '{order}'").format(
                orders=", ".join(ORDERINGS), order=order
            )
        )
    if order == "fixed" and not (provides(game, "order") or game.has_heuristic):
        raise Unsuitable(
            _("order fixed needs a rule that {game} lacks: order or evaluate").format(
                game=game.name
            )
        )
    if settings.get("symmetry") and not provides(game, "canonical"):
        raise Unsuitable(
            _("symmetry needs a rule that {game} lacks: canonical").format(game=game.name)
        )
    if settings.get("every") and "window" in settings:
        raise Unsuitable(_("every move gets the full window: leave the window out, or `all`"))
    if (cut, returns) == ("gt", "hard"):
        warnings.warn(
            _("clipped values never exceed a bound, so that cutting on > alone loses most cutoffs"),
            SearchWarning,
            stacklevel=3,
        )


def algorithm(
    *,
    takes: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    chance: bool = False,
    exact: bool = True,
    windowed: bool = True,
) -> Callable[[Callable[[Run[Any, Any]], tuple[Value, Line]]], Algorithm]:
    """Makes an `Algorithm` of a function that searches one run, named after the function.

    `takes`: settings beyond the common ones. `needs`: rules that the game must give. `chance`:
    it knows chance nodes. `exact`: without limits it finds the value of the game. `windowed`: its
    nodes have windows.
    """

    def wrap(body: Callable[[Run[Any, Any]], tuple[Value, Line]]) -> Algorithm:
        name = body.__name__.replace("_", "-")
        return Algorithm(name, body, ALWAYS_TAKEN + takes, needs, chance, exact, windowed)

    return wrap


def flatten(line: Line) -> Iterator[Any]:
    """The actions of a line, first one first."""
    while line:
        action, line = line
        yield action


_deep = threading.Lock()
_searches, _usual_limit = 0, 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets Python calls nest as deep as a long game; they take memory, not machine stack.

    The limit is one for the whole process: it goes back when the last of several searches ends.
    """
    global _searches, _usual_limit
    with _deep:
        if _searches == 0:
            _usual_limit = sys.getrecursionlimit()
            _grow_stack()
            sys.setrecursionlimit(max(_usual_limit, MAX_CALLS))
        _searches += 1
    try:
        yield
    except RecursionError:
        raise TooDeep(
            _("the search went over {calls:,} calls deep without an end; set a depth limit").format(
                calls=MAX_CALLS
            )
        ) from None
    finally:
        with _deep:
            _searches -= 1
            if _searches == 0:
                sys.setrecursionlimit(_usual_limit)


def _grow_stack() -> None:
    """Lets the machine stack of the main thread grow, where the system knows such a limit."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))


def ratio(value: Value, total: int) -> Value:
    """The quotient value / total: exact unless a float is in it, whole where it can be."""
    if isinstance(value, float):
        return value / total
    exact = Fraction(value) / total
    return exact.numerator if exact.denominator == 1 else exact
