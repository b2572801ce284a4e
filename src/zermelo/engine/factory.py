"""An engine for any game: compiled where that can be done, else in the textbook lane."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final, Generic, Protocol, Unpack

from zermelo.game import Action, Game, NoEstimate, State, Value, ZermeloError
from zermelo.language import _
from zermelo.search import (
    Observer,
    Result,
    SearchWarning,
    Settings,
    Unsuitable,
    expectiminimax,
    iterative,
    table,
)
from zermelo.search.analysis import Analysis, NotSolved
from zermelo.solve import values


class Engine(Protocol):
    """Analyses and solves positions; `stop` may be called from any thread."""

    def prepare(self, solving: bool = False) -> None: ...

    def run(self, work: Callable[[], Any]) -> Any: ...

    def line_of(self, state: Any, action: Any) -> tuple[Any, ...]: ...

    def stop(self) -> None: ...

    def analyse(
        self,
        state: Any = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: bool = False,
        tell: Callable[[Analysis[Any]], None] | None = None,
    ) -> Analysis[Any]: ...

    def solve(
        self,
        state: Any = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
    ) -> Analysis[Any]: ...


def engine_for(
    game: Game[State, Action],
    threads: int = 1,
    memory: int = 64,
    report: Callable[[str], None] | None = None,
) -> Engine:
    """The fastest engine that can play the game.

    `report` is told what is being compiled. Where the rules cannot be, a warning says why.
    """
    from zermelo.compiler import CannotCompile
    from zermelo.engine.chance import ChanceEngine
    from zermelo.engine.exact import Engine as CompiledEngine

    try:
        if game.has_chance:
            return ChanceEngine(game, threads, memory, report, TextbookEngine(game).solve)
        return CompiledEngine(game, threads, memory, report)
    except CannotCompile as reason:
        words = _("{reason}; the textbook lane goes on").format(reason=reason)
        warnings.warn(words, SearchWarning, stacklevel=2)
    except Unsuitable:
        pass  # values that are not whole
    return TextbookEngine(game)


class TextbookEngine(Generic[State, Action]):
    """The same interface over the interpreted rules, for games of any kind."""

    def __init__(self, game: Game[State, Action]) -> None:
        self.game = game
        self._stopped = False

    def prepare(self, solving: bool = False) -> None:
        """Nothing: the rules run as they are."""

    def run(self, work: Callable[[], Any]) -> Any:
        """Does work that calls the engine many times."""
        return work()

    def line_of(self, state: State, action: Action) -> tuple[Action, ...]:
        """The action alone: the textbook lane keeps nothing."""
        return (action,)

    def stop(self) -> None:
        """Ends the call that is running; it answers with what it has."""
        self._stopped = True

    def analyse(
        self,
        state: State | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: bool = False,
        tell: Callable[[Analysis[Action]], None] | None = None,
    ) -> Analysis[Action]:
        """Searches deeper and deeper until a limit is met or the value is proven."""
        self._stopped = False
        began = perf_counter()
        settings = Settings(stop=lambda: self._stopped, every=moves)
        if time is not None:
            settings["time"] = time
        if nodes is not None:
            settings["nodes"] = nodes
        if self.game.has_chance:
            return self._with_chance(state, depth, settings, tell, began)
        if depth is not None:
            settings["depth"] = depth
        settings["observer"], settings["order"] = _Telling(tell, began), "dynamic"
        return self._of(iterative(self.game, state, **settings), began)

    def _with_chance(
        self,
        state: State | None,
        last: int | None,
        settings: Settings,
        tell: Callable[[Analysis[Action]], None] | None,
        began: float,
    ) -> Analysis[Action]:
        found: Analysis[Action] | None = None
        settings["table"], seconds, nodes = True, settings.get("time"), settings.get("nodes")
        for depth in range(1, (last or 10**6) + 1):
            settings["depth"] = depth
            if seconds is not None:
                settings["time"] = max(seconds - (perf_counter() - began), 1e-3)
            if nodes is not None and found:
                settings["nodes"] = max(nodes - found.nodes, 1)
            try:
                result = expectiminimax(self.game, state, **settings)
            except NoEstimate:
                raise
            except ZermeloError:
                if found is None:
                    raise
                break
            if result.stopped and found:
                break
            found = self._of(result, began, found.nodes if found else 0)
            if tell:
                tell(found)
            if result.complete or result.stopped:
                break
        assert found is not None
        return found

    def solve(
        self,
        state: State | None = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
    ) -> Analysis[Action]:
        """The exact value of a position."""
        self._stopped = False
        began = perf_counter()
        if self.game.has_chance:
            return self._by_all_values(state, began, time)
        settings = Settings(stop=lambda: self._stopped, every=moves)
        if time is not None:
            settings["time"] = time
        result = table(self.game, state, **settings)
        if not result.complete:
            raise NotSolved(_("the position was not solved before the search was stopped"))
        return self._of(result, began)

    def _by_all_values(
        self, state: State | None, began: float, time: float | None
    ) -> Analysis[Action]:
        game = self.game
        start = game.initial() if state is None else state
        known = values(game, start, stop=lambda: self._stopped, time=time)
        actions = [] if game.is_terminal(start) else list(game.actions(start))
        worth = tuple((action, known[game.result(start, action)]) for action in actions)
        best = next((action for action, value in worth if value == known[start]), None)
        line = () if best is None else (best,)
        seconds = perf_counter() - began
        return Analysis(known[start], True, None, best, line, 0, len(known), seconds, worth)

    def _of(self, result: Result[State, Action], began: float, before: int = 0) -> Analysis[Action]:
        return Analysis(
            result.value,
            result.complete,
            None,
            result.action,
            result.line,
            result.depth,
            result.nodes + before,
            perf_counter() - began,
            result.moves or (),
        )


class _Telling(Observer):
    """Tells of each iteration of a search."""

    def __init__(self, tell: Callable[[Analysis[Any]], None] | None, began: float) -> None:
        self.tell, self.began, self.nodes = tell, began, 0

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self.nodes += 1

    def answer(self, value: Value, line: Iterable[Any], depth: int, complete: bool) -> None:
        if self.tell:
            moves = tuple(line)
            action = moves[0] if moves else None
            seconds = perf_counter() - self.began
            found = Analysis(value, complete, None, action, moves, depth, self.nodes, seconds)
            self.tell(found)


class EngineAlgorithm:
    """The engine called like any other algorithm; it keeps its table from one call to the next."""

    name = "engine"
    takes = ("depth", "every", "nodes", "time", "stop", "tick", "observer")
    chance = exact = True

    def __init__(self) -> None:
        self.report: Callable[[str], None] | None = None
        self._game: Game[Any, Any] | None = None
        self._engine: Engine | None = None

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return _("The engine: all of this at once, compiled, on one thread or several.")

    def check(self, game: Game[Any, Any], settings: Settings) -> None:
        """Refuses, in one line, a setting that does not suit."""
        for name, value in settings.items():
            if name not in self.takes or (name == "observer" and value is not None):
                raise Unsuitable(
                    _("engine takes no {name}; it takes depth, time, nodes and all").format(
                        name=name
                    )
                )

    def __call__(
        self, game: Game[State, Action], state: State | None = None, **settings: Unpack[Settings]
    ) -> Result[State, Action]:
        self.check(game, settings)
        if self._game is not game or self._engine is None:
            self._game, self._engine = game, engine_for(game, report=self.report)
        engine = self._engine
        limits = {name: settings.get(name) for name in ("depth", "time", "nodes")}
        every = settings.get("every", False)
        with _watching(settings.get("stop"), engine.stop):
            if any(limit is not None for limit in limits.values()):
                found = engine.analyse(state, moves=every, **limits)  # type: ignore[arg-type]
            else:
                found = engine.solve(state, moves=every)
        return Result(
            algorithm=self.name,
            value=found.value,
            action=found.action,
            line=found.line,
            moves=found.moves if every else None,
            nodes=found.nodes,
            leaves=0,
            cutoffs=0,
            depth=found.depth,
            complete=found.proven,
        )


@contextmanager
def _watching(asked: Callable[[], bool] | None, stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop` as soon as `asked` says yes."""
    done = threading.Event()

    def watch() -> None:
        while asked and not done.wait(0.01):
            if asked():
                stop()
                return

    if asked:
        threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()


ENGINE: Final = EngineAlgorithm()
