"""One search that a chess program has asked for by `go`: its limits, its clock, what it tells."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Any, Final

from zermelo.engine import Engine, Stop
from zermelo.engine.clock import CLOCK
from zermelo.game import MAX, Game
from zermelo.report.moves import ranked
from zermelo.search.finding import Finding

MOVES_LEFT: Final = 30  # of a game, as far as the clock is concerned
MOST_SHARE: Final = 0.9  # of the time left, that one move may take
LARGEST: Final = 1_000_000  # centipawns
NO_MOVE: Final = "(none)"


class Search:
    """One `go`. `stop` and `hit` may be called from another thread, before it begins, too."""

    def __init__(
        self,
        game: Game[Any, Any],
        states: list[Any],
        asked: dict[str, Any],
        options: dict[str, Any],
        tell: Callable[..., None],
    ) -> None:
        """`states`: the game up to the position to search. `asked`: what `go` says."""
        self.game, self.asked, self.options, self.tell = game, asked, options, tell
        self.state, self.history = states[-1], before(game, states)
        self.only = asked.get("searchmoves") or []
        self.lines = options["MultiPV"]
        self.token, self._may_answer = Stop(), threading.Event()
        self._enough = inf  # the time after which no iteration begins
        self.ponders = bool(asked.get("ponder"))
        if not (self.ponders or asked.get("infinite")):
            self._may_answer.set()

    def stop(self) -> None:
        """Ends the search, which tells its move then."""
        self.token.set()
        self._may_answer.set()

    def hit(self) -> None:
        """The move that was pondered on was made: from now on it is our clock that runs."""
        self.ponders = False
        seconds = self._start_clock()
        if seconds is not None:
            CLOCK.add(monotonic() + seconds, self.token.set)
        self._may_answer.set()

    def run(self, engine: Engine[Any, Any], nodes: int | None) -> str:
        """Searches, and gives the answer: `bestmove` with the reply that is expected."""
        mate, depth = self.asked.get("mate"), self.asked.get("depth")
        limits = [each for each in (nodes, self.asked.get("nodes")) if each is not None]
        found = engine.analyse(
            self.state,
            history=self.history,
            time=None if self.ponders else self._start_clock(),
            depth=depth if mate is None else min(2 * mate, depth or 2 * mate),
            nodes=min(limits, default=None),
            all_moves=self.lines > 1 or bool(self.only),
            listen=lambda found: self._hear(engine, found),
            stop=self.token,
        )
        self._may_answer.wait()
        line = self._best(engine, found)[0][2]
        texts = self.game.format_line(self.state, line[:2]) or [NO_MOVE]
        return f"bestmove {' ponder '.join(texts)}"

    def _start_clock(self) -> float | None:
        """Seconds that the search may take from now on at most; None: any time."""
        asked = self.asked
        if "movetime" in asked:
            return max(float(asked["movetime"]), 1.0) / 1000
        side = "w" if self.game.to_move(self.state) == MAX else "b"
        if f"{side}time" not in asked or asked.get("infinite"):
            return None
        left = max(asked[f"{side}time"] - self.options["Move Overhead"], 1) / 1000
        moves = min(max(asked.get("movestogo", MOVES_LEFT), 1), MOVES_LEFT)
        share = left / moves + 0.75 * max(asked.get(f"{side}inc", 0), 0) / 1000
        if len(self.only or list(self.game.actions(self.state))) == 1:
            share = 0.0  # there is nothing to choose
        self._enough = monotonic() + 0.6 * share
        return float(min(max(3 * share, 0.001), MOST_SHARE * left))

    # --- what is told ----------------------------------------------------------------------------

    def _hear(self, engine: Engine[Any, Any], found: Finding[Any, Any]) -> None:
        """Tells of an iteration; ends the search where another would take too long."""
        self._report(engine, found)
        kind, number = score(found, *self._best(engine, found)[0])
        mate = self.asked.get("mate")
        solved = mate is not None and kind == "mate" and 0 < number <= mate
        if solved or (not self.ponders and monotonic() > self._enough):
            self.token.set()

    def _report(self, engine: Engine[Any, Any], found: Finding[Any, Any]) -> None:
        pace = round(found.nodes / max(found.seconds, 1e-6))
        spent = f"nodes {found.nodes} nps {pace} time {round(1000 * found.seconds)}"
        rows = []
        for number, (value, distance, line) in enumerate(self._best(engine, found), 1):
            kind, count = score(found, value, distance, line)
            place = f" multipv {number}" if self.lines > 1 else ""
            texts = " ".join(self.game.format_line(self.state, line))
            rows.append(f"info depth {found.depth}{place} score {kind} {count} {spent} pv {texts}")
        self.tell(*rows)

    def _best(
        self, engine: Engine[Any, Any], found: Finding[Any, Any]
    ) -> list[tuple[Any, int | None, tuple[Any, ...]]]:
        """The best moves of those asked for: value for MAX, plies to the end, line."""
        moves = [each for each in ranked(found) if not self.only or each.action in self.only]
        if moves:
            return [
                (each.value, each.distance, engine.line_of(self.state, each.action, each.distance))
                for each in moves[: self.lines]
            ]
        line = found.line
        if self.only and found.action not in self.only:  # there was no time for one iteration
            line = tuple(self.only[:1])
        return [(found.value, found.distance, line)]


def score(
    found: Finding[Any, Any], value: Any, distance: int | None, line: tuple[Any, ...]
) -> tuple[str, int]:
    """A value of ours, which is for MAX, as UCI wants it: for the player to move.

    "mate" with the moves to it, less than 0 where the player to move is mated, or "cp". This is the
    only place where one becomes the other. Where the plies to the end are not proven, a line that
    goes there tells how many it found.
    """
    assert found.about is not None
    game, state = found.about
    own = game.to_move(state) * value
    if distance is None and line:
        for action in line:
            state = game.result(state, action)
        if game.is_terminal(state) and game.utility(state) == value:
            distance = len(line)
    if own and distance is not None:
        return "mate", (distance + 1) // 2 if own > 0 else -((distance + 1) // 2)
    return "cp", round(max(-LARGEST, min(LARGEST, own)))


def before(game: Game[Any, Any], states: list[Any]) -> list[Any]:
    """The positions before the last that can come back, for the engine, as far as they differ.

    In matches under the rules of FIDE a game goes on when a position comes back, and only ends the
    next time; to the engine, which wants to win, each that comes back is a draw at once.
    """
    counts = type(game).uncounted is not Game.uncounted
    met, place = {game.uncounted(states[-1])}, len(states) - 1
    while place > 0 and not (counts and states[place] == game.uncounted(states[place])):
        position = game.uncounted(states[place - 1])
        if position in met:
            break
        met.add(position)
        place -= 1
    return states[place:-1]
