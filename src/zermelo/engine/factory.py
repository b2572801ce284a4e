"""An engine for any game: compiled where that can be done, else in the textbook lane."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any, Generic, Protocol

from zermelo.game import Action, Game, NoEstimate, State, Value, ZermeloError
from zermelo.language import _
from zermelo.search import (
    Observer,
    SearchWarning,
    Settings,
    Unsuitable,
    expectiminimax,
    iterative,
    table,
)
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
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
        tell: Callable[[Finding[Any, Any]], None] | None = None,
    ) -> Finding[Any, Any]: ...

    def solve(
        self,
        state: Any = None,
        *,
        moves: bool = False,
        line: bool = True,
        time: float | None = None,
    ) -> Finding[Any, Any]: ...


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
        tell: Callable[[Finding[State, Action]], None] | None = None,
    ) -> Finding[State, Action]:
        """Searches deeper and deeper until a limit is met or the value is proven."""
        self._stopped = False
        began = perf_counter()
        settings = Settings(stop=lambda: self._stopped, all_moves=moves)
        if time is not None:
            settings["time"] = time
        if nodes is not None:
            settings["nodes"] = nodes
        if self.game.has_chance:
            return self._with_chance(state, depth, settings, tell, began)
        if depth is not None:
            settings["depth"] = depth
        settings["observer"], settings["order"] = _Telling(self.game, tell, began), "dynamic"
        return self._of(iterative(self.game, state, **settings), began)

    def _with_chance(
        self,
        state: State | None,
        last: int | None,
        settings: Settings,
        tell: Callable[[Finding[State, Action]], None] | None,
        began: float,
    ) -> Finding[State, Action]:
        found: Finding[State, Action] | None = None
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
            if result.proven or result.stopped:
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
    ) -> Finding[State, Action]:
        """The exact value of a position."""
        self._stopped = False
        began = perf_counter()
        if self.game.has_chance:
            return self._by_all_values(state, moves, began)
        settings = Settings(stop=lambda: self._stopped, all_moves=moves)
        if time is not None:
            settings["time"] = time
        result = table(self.game, state, **settings)
        if not result.proven:
            raise NotSolved(_("the position was not solved before the search was stopped"))
        return self._of(result, began)

    def _by_all_values(
        self, state: State | None, moves: bool, began: float
    ) -> Finding[State, Action]:
        game = self.game
        start = game.initial() if state is None else state
        known = values(game, start)
        actions = [] if game.is_terminal(start) else list(game.actions(start))
        worth = tuple(MoveValue(a, known[game.result(start, a)], True) for a in actions)
        best = next((move.action for move in worth if move.value == known[start]), None)
        line = () if best is None else (best,)
        seconds = perf_counter() - began
        return Finding(
            "engine",
            known[start],
            True,
            best,
            line,
            0,
            len(known),
            seconds=seconds,
            moves=worth if moves else (),
            about=(game, start),
        )

    def _of(
        self, result: Finding[State, Action], began: float, before: int = 0
    ) -> Finding[State, Action]:
        nodes, seconds = result.nodes + before, perf_counter() - began
        return replace(result, algorithm="engine", nodes=nodes, seconds=seconds)


class _Telling(Observer):
    """Tells of each iteration of a search."""

    def __init__(
        self, game: Game[Any, Any], tell: Callable[[Finding[Any, Any]], None] | None, began: float
    ) -> None:
        self.game, self.tell, self.began, self.nodes = game, tell, began, 0

    def begin(self, algorithm: str, state: Any, settings: Mapping[str, Any]) -> None:
        self.about = self.game, state

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self.nodes += 1

    def answer(self, value: Value, line: Iterable[Any], depth: int, proven: bool) -> None:
        if self.tell:
            moves = tuple(line)
            action = moves[0] if moves else None
            seconds = perf_counter() - self.began
            found: Finding[Any, Any] = Finding(
                "engine", value, proven, action, moves, depth, self.nodes
            )
            self.tell(replace(found, seconds=seconds, about=self.about))
