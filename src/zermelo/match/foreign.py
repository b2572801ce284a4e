"""A UCI engine that somebody else wrote, as a player: `uci:/usr/games/stockfish,movetime=100`.

It runs in a process, and a group, of its own. One that crashes, says nothing or nonsense loses the
game, by `AgentFault`; for the next one it is started again.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from time import monotonic
from typing import Any, Final, Self

from zermelo.game import Game, NotationError, ZermeloError, choices
from zermelo.language import _
from zermelo.match.play import AgentFault, Kind
from zermelo.names import is_for_two

LIMITS: Final = ("movetime", "depth", "nodes")  # of a move; movetime in milliseconds
PATIENCE: Final = 60.0  # seconds for a move that is limited otherwise than by time
START: Final = 30.0  # seconds to begin, and more than its time that a move may take
HEARD: Final = ("option", "uciok", "readyok", "bestmove")  # the rest is not for us
LONGEST: Final = 1 << 16  # letters of a line
SHOWN: Final = 80  # letters of nonsense


def check(game: Game[Any, Any], settings: dict[str, str]) -> None:
    """Refuses, in one line, a program that is not there, or a game that it cannot play."""
    program = settings["program"]
    if shutil.which(program) is None:
        words = _("no program '{name}' to play with; write uci:PROGRAM,OPTION=VALUE,...")
        raise ZermeloError(words.format(name=program))
    if game.has_chance or not is_for_two(game):
        words = _("{game}: the protocol is for two players without dice")
        raise ZermeloError(words.format(game=game.name))
    for name in LIMITS:
        if name in settings and not (settings[name].isdecimal() and int(settings[name])):
            words = _("{name} must be a whole number of 1 or more, not {value}")
            raise ZermeloError(words.format(name=name, value=settings[name]))


def limited(limits: dict[str, Any], settings: dict[str, str]) -> dict[str, str]:
    """Limits of a search in the words of the protocol: none where the engine has its own."""
    if set(LIMITS) & settings.keys():
        return {}
    words = {"time": ("movetime", 1000)}  # else as it is
    named = {name: words.get(name, (name, 1)) for name in limits}
    return {name: str(round(unit * limits[ours])) for ours, (name, unit) in named.items()}


def seconds_of(settings: Mapping[Any, str]) -> float | None:
    """The time of a move, if the engine is given one of its own."""
    return int(settings["movetime"]) / 1000 if "movetime" in settings else None


class Foreign:
    """The player. Its process begins with `start`, or its first move, and ends by `close`."""

    def __init__(self, game: Game[Any, Any], settings: dict[str, str], seconds: float) -> None:
        """`settings`: the `program`, limits, and options of the engine's own."""
        self.game, self.settings = game, dict(settings)
        self.program = self.settings.pop("program")
        limits = {name: self.settings.pop(name) for name in LIMITS if name in self.settings}
        limits = limits or {"movetime": str(max(round(1000 * seconds), 1))}
        self._going = " ".join(f"{name} {value}" for name, value in limits.items())
        self._patience = (seconds_of(limits) or PATIENCE) + START
        self._process: subprocess.Popen[str] | None = None
        self._end: Callable[[], object] = lambda: None
        self._met = 0  # positions of the game under way

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_given: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process, and whatever it has started."""
        self._end()
        self._process = None

    def __call__(self, game: Game[Any, Any], state: Any, history: Sequence[Any] = ()) -> Any:
        """The move of the engine, which is told the whole game; or `AgentFault`."""
        try:
            if self._process is None:
                self.start()
            elif len(history) < self._met:
                self._say("ucinewgame", "isready")
                self._hear("readyok", START)
            self._met = len(history)
            path = (*history, state)
            moves = [_between(game, here, there) for here, there in pairwise(path)]
            self._say(" ".join(["position fen", game.format_state(path[0]), "moves", *moves]))
            self._say(f"go {self._going}")
            words = self._hear("bestmove", self._patience).split()
            try:
                return game.parse_action(state, " ".join(words[1:2]))
            except NotationError:
                said = _("{given} is no legal move at {position}")
                given = " ".join(words)[:SHOWN]
                raise self._fault(
                    said.format(given=given, position=game.format_state(state)), "illegal"
                ) from None
        except BaseException:  # an interrupted one is in the middle of its answer
            self.close()
            raise

    def start(self) -> None:
        """Begins the process, and waits until it is ready."""
        try:
            self._process = process = subprocess.Popen(
                [self.program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise self._fault(f"{self.program}: {error.strerror}", "loading") from None
        self._end = weakref.finalize(self, _kill, process)  # at the end of Python at the latest
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(process, self._lines), daemon=True).start()
        self._say("uci")
        known: dict[str, str] = {}
        while not (line := self._next(monotonic() + START)).startswith("uciok"):
            if line.startswith("option name "):
                name = line.removeprefix("option name ").partition(" type ")[0]
                known[name.lower()] = name
        options = dict(self.settings)
        if getattr(self.game, "variant", "") == "chess960":
            options.setdefault("UCI_Chess960", "true")
        for name, value in options.items():
            if name.lower() not in known:
                words = _("the engine has no option {name}")
                raise self._fault(words.format(name=name), "loading")
            self._say(f"setoption name {known[name.lower()]} value {value}")
        self._say("ucinewgame", "isready")
        self._hear("readyok", START)

    def _say(self, *lines: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):  # that it is gone is heard
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()

    def _hear(self, beginning: str, patience: float) -> str:
        """The next line that begins so."""
        end = monotonic() + patience
        while True:
            line = self._next(end)
            if line.split()[:1] == [beginning]:
                return line

    def _next(self, end: float) -> str:
        try:
            line = self._lines.get(timeout=max(end - monotonic(), 0.0))
        except queue.Empty:
            raise self._fault(_("it does not answer"), "time") from None
        if not line:
            raise self._fault(_("the program ended"), "crash")
        return line

    def _fault(self, reason: str, kind: Kind) -> AgentFault:
        return AgentFault(reason, kind, self.program)


def _read(process: subprocess.Popen[str], lines: queue.SimpleQueue[str]) -> None:
    """Hands on what the engine says, and at its end an empty text."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):  # it is closed meanwhile
        while line := process.stdout.readline(LONGEST):
            if line.startswith(HEARD):
                lines.put(line)
    lines.put("")


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        with suppress(OSError):
            assert stream is not None
            stream.close()


def _between(game: Game[Any, Any], here: Any, there: Any) -> str:
    """The text of the move that leads from a position to the next."""
    action = next(each for each in choices(game, here) if game.result(here, each) == there)
    return game.format_action(here, action)
