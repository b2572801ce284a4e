"""What an engine is: limits, stopping, deepening, lines and the values of all moves, said once.

What differs between engines (compiled, with chance, in the textbook lane) is an iteration: the
search of one position to one depth, and how a position is solved. The contracts, the same for all:

- `time` begins when everything is compiled, and holds in every call, `solve` included.
- A stop that was asked for before or during a call is never lost: it is a token of that call.
- One call at a time: an engine that is searching refuses another with `Busy`.
- `proven` is true only of what rests on nothing estimated, cut short or repeated above; each of
  `moves` says so for itself.
"""

from __future__ import annotations

import dataclasses
import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final, Generic, TypeAlias, TypeVar

from zermelo.compiler import AT_ONCE, LEVEL, SOON
from zermelo.door import check_state
from zermelo.engine import garbage
from zermelo.engine.limits import check_limits
from zermelo.engine.stop import Stop, watching
from zermelo.engine.threads import on_large_stack
from zermelo.game import (
    Action,
    Game,
    State,
    Value,
    ZermeloError,
    decided_by_chance,
    last_player,
)
from zermelo.history import came_back, checked
from zermelo.language import _
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.search.sighted import sighted
from zermelo.solver.state_values import Solution

MOST_NODES: Final = 1 << 62
SHALLOW: Final = 2  # plies
SHORT: Final = 0.5  # seconds of search, less than better code would take to compile
MOMENT: Final = 0.2  # seconds of search, for which even `SOON` would take too long

Listener: TypeAlias = Callable[[Finding[Any, Any]], None]
Returned = TypeVar("Returned")


class Interrupted(Exception):
    """The search was stopped: by the clock, by the number of nodes or by somebody."""


class TooLarge(Exception):
    """Results of random games that floats do not hold exactly: they have no mean."""


class Busy(ZermeloError):
    """The engine is searching for somebody else."""


@dataclass
class Call(Generic[State]):
    """One call under way: what is asked, how many nodes it may enter, its token, when it began."""

    state: State
    history: tuple[State, ...] = ()  # the positions before
    nodes: int = MOST_NODES
    all_moves: bool = False
    line: bool = True  # whether the line to the end is wanted of a solution, too
    stop: Stop = field(default_factory=Stop)
    began: float = field(default_factory=perf_counter)

    @property
    def seconds(self) -> float:
        """How long it has lasted."""
        return perf_counter() - self.began

    def check(self) -> None:
        """Raises `Interrupted` if the call shall end."""
        if self.stop():
            raise Interrupted

    def limited(self, nodes: int) -> Call[State]:
        """The same call, with fewer nodes."""
        return dataclasses.replace(self, nodes=min(self.nodes, nodes))


class Engine(ABC, Generic[State, Action]):
    """Analyses and solves the positions of one game. One call at a time.

    `lane` says where the rules run, "compiled" or "textbook"; `reason` why they are not compiled.
    """

    lane = "compiled"
    reason: str | None = None
    solved: Solution[Any] | None = None  # what is known of all positions
    deepest = 1000  # plies that an analysis may look ahead

    def __init__(self, game: Game[State, Action]) -> None:
        self.game = game
        self._calls = threading.Lock()
        self._last: Call[Any] = Call(None)
        self._hurried = 0.0  # seconds that short calls were given
        self._vetted = not game.compilable  # such as a tree, which was checked when it was read

    # --- what users call -----------------------------------------------------------------------

    def prepare(
        self, solving: bool = False, depth: int | None = None, time: float | None = None
    ) -> None:
        """Checks the game and compiles what a call needs: not a part of that call's time.

        An analysis to a small `depth`, or a first one for a short `time`, is done before code for
        a long one would be compiled.
        """
        self.vet()
        level = self._level_for(solving, depth, time)
        if level == LEVEL:
            self._hurried = math.inf  # what is there serves short calls, too
        self._compile(solving, level)

    def _level_for(self, solving: bool, depth: int | None, time: float | None) -> int:
        """How much LLVM works for a call."""
        short = math.inf if solving or time is None else self._hurried + time
        if short <= MOMENT or (depth is not None and depth <= SHALLOW):
            return AT_ONCE
        return SOON if short <= SHORT and time and time > MOMENT else LEVEL

    def vet(self) -> None:
        """Checks the game, once: `RulesBroken` where it does not keep what it promises."""
        if not self._vetted:
            self._vet()
            self._vetted = True

    def analyse(
        self,
        state: State | None = None,
        *,
        history: Iterable[State] = (),
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        all_moves: bool = False,
        listen: Listener | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Finding[State, Action]:
        """Searches deeper and deeper until a limit is met or everything asked for is proven.

        `history`: the positions of the game before, the oldest first (see `zermelo.history`).
        `listen` hears of each iteration. `all_moves`: the value of every action as well. `stop`:
        a `Stop`, or a function that is asked every few milliseconds.
        """
        check_limits(time=time, depth=depth, nodes=nodes)
        call = self._call(state, history, nodes, all_moves)
        with self._calling(call, time, stop, solving=False, depth=depth):
            work = lambda: self._deepen(call, depth, listen)  # noqa: E731
            return on_large_stack(work, call.stop.set)

    def solve(
        self,
        state: State | None = None,
        *,
        history: Iterable[State] = (),
        all_moves: bool = False,
        line: bool = True,
        time: float | None = None,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Finding[State, Action]:
        """The exact value of a position, by search to the end of the game; `history` as above.

        The best line takes longer to tell than a small position to solve: `line` False leaves it
        out. `NotSolved` if that takes more than the time or the nodes given, or if it is stopped.
        """
        check_limits(time=time, nodes=nodes)
        call = self._call(state, history, nodes, all_moves, line)
        with self._calling(call, time, stop, solving=True):
            if (over := self._over(call)) is not None:
                return over
            try:
                return on_large_stack(lambda: self._solution(call), call.stop.set)
            except Interrupted:
                words = _("{position} was not solved before the search was stopped")
                text = words.format(position=self.game.format_state(call.state))
                raise NotSolved(text) from None

    def line_of(self, state: State, action: Action, plies: int | None = None) -> tuple[Action, ...]:
        """The best line that begins with an action, as far as the engine remembers it.

        `plies`: the end is proven to be so far away, and the line is wanted to the end. A listener
        may ask for it between two iterations.
        """
        return (action,)

    def run(self, work: Callable[[], Returned]) -> Returned:
        """Does work that calls the engine many times on one other thread, not on many."""
        return on_large_stack(work, self._interrupt)

    def _start(self, state: State | None) -> State:
        """Where a call begins: a state that was given, or the initial one."""
        if state is None:
            return self.game.initial()
        check_state(self.game, "state", state)
        return state

    def _call(
        self,
        state: State | None,
        history: Iterable[State],
        nodes: int | None,
        all_moves: bool,
        line: bool = True,
    ) -> Call[State]:
        start = self._start(state)
        past = checked(self.game, history, start)
        return Call(start, past, min(nodes or MOST_NODES, MOST_NODES), all_moves, line)

    # --- what engines supply -------------------------------------------------------------------

    @abstractmethod
    def _iteration(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> Finding[State, Action]:
        """The search of the call's state, which is not terminal; `Interrupted` if it must end."""

    @abstractmethod
    def _solution(self, call: Call[State]) -> Finding[State, Action]:
        """The exact value of a state that is not terminal; `Interrupted` if it must end."""

    def _vet(self) -> None:
        """Raises `RulesBroken` where the game does not keep what it promises."""
        from zermelo.engine.vetting import vet  # here, as it loads the compiler

        vet(self.game)

    @property
    @abstractmethod
    def _nodes(self) -> int:
        """How many the call under way has entered."""

    def _compile(self, solving: bool, level: int) -> None:
        """Compiles, or loads, what `analyse` or `solve` needs; `level`: of optimisation."""

    def _begin(self, call: Call[State], solving: bool) -> None:
        """Gets ready for a call."""

    def _interrupt(self) -> None:
        """Makes what is running end soon; may be called from any thread, at any time."""

    # --- deeper and deeper ---------------------------------------------------------------------

    @contextmanager
    def _calling(
        self,
        call: Call[State],
        time: float | None,
        stop: Callable[[], bool] | None,
        solving: bool,
        depth: int | None = None,
    ) -> Iterator[None]:
        """One call: alone, with its limits and its token."""
        if not self._calls.acquire(blocking=False):
            words = _("this engine is searching {game} already; make another one for a second call")
            raise Busy(words.format(game=self.game.name))
        try:
            self.prepare(solving, depth, time)
            self._hurried += time or 0
            self._last, call.began = call, perf_counter()
            self._begin(call, solving)
            with (
                garbage.set_aside(),
                watching(stop, call.stop),
                call.stop.calling(self._interrupt),
                call.stop.after(time),
            ):
                yield
        finally:
            self._calls.release()

    def _deepen(
        self, call: Call[State], last: int | None, listen: Listener | None
    ) -> Finding[State, Action]:
        if (over := self._over(call)) is not None:
            return over
        finding: Finding[State, Action] | None = None
        for depth in range(1, min(last or self.deepest, self.deepest) + 1):
            try:
                call.check()
                finding = self._iteration(call, depth, finding)
            except Interrupted:
                finding = finding and self._unfinished(call.state, finding)
                break
            if listen:
                listen(finding)
            if self._is_final(finding):
                break
        finding = finding or self._nothing(call)
        # What was begun and not finished is work as well.
        return dataclasses.replace(finding, nodes=self._nodes, seconds=call.seconds)

    def _unfinished(self, state: State, finding: Finding[State, Action]) -> Finding[State, Action]:
        """The last finding, with what the iteration after it knew when it had to end."""
        return finding

    def _is_final(self, finding: Finding[State, Action]) -> bool:
        """Whether to search deeper would tell nothing new."""
        return finding.proven and all(move.proven for move in finding.moves)

    def _over(self, call: Call[State]) -> Finding[State, Action] | None:
        """What there is to find where the rules, or a position that came back, ended the game."""
        game, state = self.game, call.state
        if came_back(game, state, call.history):
            value = game.repeated(last_player(game, call.history))
        elif game.is_terminal(state):
            value = game.utility(state)
        else:
            return None
        return self._finding(call, value, True, (), 0, 1, distance=0)

    def _nothing(self, call: Call[State]) -> Finding[State, Action]:
        """Not even one ply was searched: any legal move is better than none."""
        game, state = self.game, call.state
        value = sighted(game).evaluate(state)
        line = () if decided_by_chance(game, state) else (next(iter(game.actions(state))),)
        return self._finding(call, value, False, line, 0, 0)

    def _finding(
        self,
        call: Call[State],
        value: Value,
        proven: bool,
        line: tuple[Action, ...],
        depth: int,
        nodes: int,
        moves: tuple[MoveValue[Action], ...] = (),
        distance: int | None = None,
    ) -> Finding[State, Action]:
        return Finding(
            algorithm="engine",
            value=value,
            proven=proven,
            action=line[0] if line else None,
            line=line,
            depth=depth,
            nodes=nodes,
            seconds=call.seconds,
            moves=moves,
            distance=distance,
            about=(self.game, call.state),
        )
